// Findings counted per rule.
#include "lint/report/json_string.h"
#include "lint/report/report.h"

#include <algorithm>
#include <map>

namespace offside::report {

namespace {

struct Row {
  std::string rule;
  std::size_t total = 0, safe = 0;
};

std::vector<Row> rows(const Results &results) {
  std::map<std::string, Row> by_rule;
  for (const check::Finding &finding : results.findings) {
    Row &row = by_rule[finding.rule];
    row.rule = finding.rule;
    ++row.total;
    row.safe += finding.safety == check::Safety::Safe && !finding.edits.empty();
  }
  std::vector<Row> out;
  for (auto &[rule, row] : by_rule)
    out.push_back(row);
  std::stable_sort(out.begin(), out.end(),
                   [](const Row &a, const Row &b) { return a.total > b.total; });
  return out;
}

std::string_view name_of(const Row &row) {
  const check::RuleInfo *rule = check::find_rule(row.rule);
  return rule ? rule->name : "";
}

} // namespace

std::string statistics_text(const Results &results) {
  std::string out;
  for (const Row &row : rows(results)) {
    const std::string total = std::to_string(row.total);
    out += std::string(total.size() < 6 ? 6 - total.size() : 0, ' ') + total + "  " + row.rule +
           "  " + std::string(name_of(row));
    if (row.safe)
      out += "  (" + std::to_string(row.safe) + " fixable)";
    out += "\n";
  }
  return out;
}

std::string statistics_json(const Results &results) {
  std::string out = "[";
  for (const Row &row : rows(results)) {
    out += out.back() == '[' ? "\n{\"rule\":" : ",\n{\"rule\":";
    append_json(out, row.rule);
    out += ",\"name\":";
    append_json(out, name_of(row));
    out += ",\"count\":" + std::to_string(row.total) + ",\"fixable\":" + std::to_string(row.safe) +
           "}";
  }
  return out + (out.back() == '[' ? "]\n" : "\n]\n");
}

} // namespace offside::report
