// Reads the measured operator tables into drafts.
#include "lint/model/operator_table.h"

#include "lint/model/operator_entries.h"
#include "lint/model/vocabulary.h"

#include <algorithm>
#include <charconv>
#include <map>

namespace offside::model {
namespace {

// One tab-separated table: comment lines, a header line, rows. Calls `row(columns)`, which returns
// an error or "".
template <class Row>
std::string read_rows(std::string_view text, const std::string &path, std::string_view header,
                      Row row) {
  size_t line = 0;
  bool seen_header = false;
  size_t columns = size_t(std::count(header.begin(), header.end(), '\t')) + 1;
  while (!text.empty()) {
    ++line;
    size_t end = text.find('\n');
    std::string_view here = text.substr(0, end);
    text = end == text.npos ? std::string_view() : text.substr(end + 1);
    if (here.empty() || here.front() == '#')
      continue;
    std::string place = path + ":" + std::to_string(line);
    if (!seen_header) {
      if (here != header)
        return place + ": expected the header '" + std::string(header) + "'";
      seen_header = true;
      continue;
    }
    std::vector<std::string_view> fields;
    for (size_t at = 0; at <= here.size();) {
      size_t tab = std::min(here.find('\t', at), here.size());
      fields.push_back(here.substr(at, tab - at));
      at = tab + 1;
    }
    if (fields.size() != columns)
      return place + ": expected " + std::to_string(columns) + " columns, found " +
             std::to_string(fields.size());
    if (std::string error = row(fields, place); !error.empty())
      return place + ": " + error;
  }
  return {};
}

std::vector<std::string_view> split(std::string_view text) {
  std::vector<std::string_view> items;
  if (text.empty() || text == "-")
    return items;
  for (size_t at = 0; at <= text.size();) {
    size_t comma = std::min(text.find(',', at), text.size());
    items.push_back(text.substr(at, comma - at));
    at = comma + 1;
  }
  return items;
}

} // namespace

std::string read_operand_rules(std::string_view text, const std::string &path, DraftModel &model) {
  return read_rows(
      text, path, "op\tinput\targs\tkeywords\trest\tcpu_scalars\tsince\tuntil",
      [&](const std::vector<std::string_view> &row, const std::string &) -> std::string {
        DraftRule rule;
        WordError why;
        rule.op = row[0];
        auto take = [&](std::string_view word, OperandRule &out) {
          auto parsed = parse_operand_rule(word, why);
          if (parsed)
            out = *parsed;
          return parsed.has_value();
        };
        if (!take(row[1], rule.input) || !take(row[4], rule.rest))
          return why.text;
        for (auto word : split(row[2]))
          if (!take(word, rule.args.emplace_back()))
            return why.text;
        for (auto item : split(row[3])) {
          size_t equal = std::min(item.find('='), item.size());
          auto &[name, value] =
              rule.keywords.emplace_back(item.substr(0, equal), OperandRule::Exact);
          if (equal == item.size() || !take(item.substr(equal + 1), value))
            return "bad keyword rule; " + why.text;
        }
        unsigned scalars = 0;
        auto [end, code] = std::from_chars(row[5].data(), row[5].data() + row[5].size(), scalars);
        if (code != std::errc() || end != row[5].data() + row[5].size() || scalars > 255)
          return "bad cpu_scalars";
        rule.cpu_scalars = uint8_t(scalars);
        for (auto [column, field] :
             {std::pair{row[6], &rule.since}, std::pair{row[7], &rule.until}}) {
          if (column.empty())
            continue;
          auto version = parse_torch_version(column, why);
          if (!version)
            return why.text;
          *field = *version;
        }
        model.rules.push_back(std::move(rule));
        return {};
      });
}

std::string read_aten_devices(std::string_view text, const std::string &path, DraftModel &model) {
  std::map<std::string, Operator> operators;
  std::string error = read_rows(
      text, path, "op\tclass\tclass_2.6\tpython\trank\tgrad\tschema",
      [&](const std::vector<std::string_view> &row, const std::string &place) -> std::string {
        auto schema = parse_schema(row[6]);
        if (!schema)
          return "malformed schema '" + std::string(row[6]) + "'";
        if (row[4].size() != 1 || row[5].size() != 1)
          return "rank and grad are one letter each";
        if (row[3] == "-")
          return {};
        // Named dimensions are not modelled: those overloads differ from others in nothing but the
        // dimension's type.
        for (auto &p : schema->params)
          if (p.type.starts_with("Dimname"))
            return {};
        std::string base(row[0].substr(0, row[0].find('.')));
        Operator &op = operators[base];
        op.base = base;
        op.flags = row[3];
        op.overloads.push_back({std::string(row[1]), std::string(row[2]), row[4][0], row[5][0],
                                std::move(*schema), place});
        return {};
      });
  if (!error.empty())
    return error;
  std::vector<Operator> sorted;
  for (auto &[base, op] : operators)
    sorted.push_back(std::move(op));
  add_operator_entries(sorted, model);
  return {};
}

} // namespace offside::model
