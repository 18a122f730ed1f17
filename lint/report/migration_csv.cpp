// The migration report as a table for spreadsheets and databases: RFC 4180, one place per record.
#include "lint/report/migration_report.h"

#include <algorithm>
#include <initializer_list>

namespace offside::report {

namespace {

void record(std::string &out, std::initializer_list<std::string_view> fields) {
  bool first = true;
  for (const std::string_view field : fields) {
    if (!first)
      out += ',';
    first = false;
    if (field.find_first_of(",\"\r\n") == field.npos) {
      out += field;
      continue;
    }
    out += '"';
    for (const char c : field)
      (c == '"' ? out += '"' : out) += c;
    out += '"';
  }
  out += "\r\n";
}

} // namespace

std::string migration_csv(const Migration &migration) {
  std::string out;
  record(out, {"path", "line", "column", "cell", "api", "rule", "outcome", "category", "safety",
               "reason", "suggestion"});
  for (const migrate::FilePlan &file : migration.files) {
    const source::SourceFile *source = migration.source_of(file.path);
    for (const migrate::Site &site : file.sites) {
      const source::Place place = source ? source->place(site.span.begin) : source::Place{};
      record(out, {site.path, std::to_string(place.line), std::to_string(place.column),
                   place.cell ? std::to_string(place.cell) : std::string(), site.api, site.rule,
                   migrate::outcome_name(site.outcome), migrate::category_name(site.category),
                   check::to_string(site.safety), site.reason, site.suggestion});
    }
  }
  return out;
}

} // namespace offside::report
