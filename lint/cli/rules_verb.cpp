// `offside rules`: every rule, as a table or as JSON.
#include "lint/check/rules.h"
#include "lint/cli/options.h"
#include "lint/cli/output.h"
#include "lint/report/json_string.h"

#include <algorithm>

namespace offside::cli {

namespace {

std::string table() {
  std::size_t width = 4;
  for (const check::RuleInfo &rule : check::rules())
    width = std::max(width, rule.name.size());
  std::string out;
  const auto row = [&](std::string_view code, std::string_view name, std::string_view severity,
                       std::string_view fix, std::string_view summary) {
    const auto cell = [&](std::string_view text, std::size_t size) {
      out += text;
      out.append(size - std::min(size, text.size()) + 2, ' ');
    };
    cell(code, 6);
    cell(name, width);
    cell(severity, 8);
    cell(fix, 6);
    out += summary;
    out += '\n';
  };
  row("CODE", "NAME", "SEVERITY", "FIX", "SUMMARY");
  for (const check::RuleInfo &rule : check::rules())
    row(rule.code, rule.name, to_string(rule.severity),
        rule.fix == check::Safety::None ? "-" : to_string(rule.fix), rule.summary);
  return out;
}

std::string json() {
  std::string out = "[";
  for (const check::RuleInfo &rule : check::rules()) {
    out += out.back() == '[' ? "\n{" : ",\n{";
    const auto field = [&](std::string_view key, std::string_view value) {
      if (out.back() != '{')
        out += ',';
      report::append_json(out, key);
      out += ':';
      report::append_json(out, value);
    };
    field("code", rule.code);
    field("name", rule.name);
    field("severity", to_string(rule.severity));
    field("fix", to_string(rule.fix));
    field("since", rule.since);
    field("summary", rule.summary);
    field("documentation", rule.page);
    out += '}';
  }
  return out + "\n]\n";
}

} // namespace

int list_rules(const RulesOptions &options) {
  return write_output("", options.json ? json() : table()) ? ExitCode::clean : ExitCode::failure;
}

} // namespace offside::cli
