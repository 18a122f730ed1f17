// Looks rules up in the generated table.
#include "lint/check/rules.h"

#include <algorithm>
#include <cctype>

namespace offside::check {

namespace {

bool same_ignoring_case(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](unsigned char x, unsigned char y) {
    return std::tolower(x) == std::tolower(y);
  });
}

} // namespace

const RuleInfo *find_rule(std::string_view code_or_name) {
  for (const RuleInfo &rule : rules())
    if (same_ignoring_case(rule.code, code_or_name) || same_ignoring_case(rule.name, code_or_name))
      return &rule;
  return nullptr;
}

std::string_view to_string(Severity severity) {
  switch (severity) {
  case Severity::Error:
    return "error";
  case Severity::Warning:
    return "warning";
  case Severity::Note:
    break;
  }
  return "note";
}

std::string_view to_string(Safety safety) {
  switch (safety) {
  case Safety::Safe:
    return "safe";
  case Safety::Unsafe:
    return "unsafe";
  case Safety::None:
    break;
  }
  return "none";
}

} // namespace offside::check
