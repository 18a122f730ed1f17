// The table of rules, made at build time from the pages in rules/: the page is the one source of a
// rule's code, name, severity, fix safety and documentation.
#pragma once

#include "lint/check/finding.h"

#include <span>
#include <string_view>

namespace offside::check {

struct RuleInfo {
  std::string_view code;    // "DEV101"
  std::string_view name;    // "mixed-devices"
  std::string_view summary; // one sentence
  Severity
      severity; // the default; a finding may carry a lower or higher one where the page says so
  Safety fix;   // the best safety a fix of this rule can have
  std::string_view since; // version of Offside that introduced it
  std::string_view page;  // Markdown, without the front matter
};

std::span<const RuleInfo> rules(); // sorted by code

// Finds a rule by its code or its name, both in any case; null when there is none.
const RuleInfo *find_rule(std::string_view code_or_name);

std::string_view to_string(Severity severity); // "note", "warning", "error"
std::string_view to_string(Safety safety);     // "none", "unsafe", "safe"

} // namespace offside::check
