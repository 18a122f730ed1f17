// The migration report as JSON, version 1: a stable interface. One place per line, so that two
// reports can be compared with diff.
#include "lint/report/json_string.h"
#include "lint/report/migration_report.h"

namespace offside::report {

namespace {

using migrate::Outcome;

class Writer {
public:
  Writer(std::string &out, const Migration &migration) : out(out), migration(migration) {}

  void names(std::string_view key_of_list, std::string_view key_of_name,
             const std::vector<CountedName> &names) {
    key(key_of_list);
    out += '[';
    for (const CountedName &name : names) {
      out += out.back() == '[' ? "\n{" : ",\n{";
      field(key_of_name, name.name);
      counts(name.places);
      out += '}';
    }
    out += names.empty() ? "]" : "\n]";
  }

  void places() {
    key("places");
    out += '[';
    for (const migrate::FilePlan &file : migration.files)
      for (const migrate::Site &site : file.sites) {
        out += out.back() == '[' ? "\n{" : ",\n{";
        place(site);
        out += '}';
      }
    out += migration.files.empty() ? "]" : "\n]";
  }

  void summary() {
    key("summary");
    out += '{';
    number("files", migration.files_read);
    const PlaceCount all = count(migration);
    counts(all);
    flag("written", migration.written);
    out += '}';
  }

  void key(std::string_view name) {
    if (out.back() != '{' && out.back() != '[')
      out += ',';
    append_json(out, name);
    out += ':';
  }
  void field(std::string_view name, std::string_view value) {
    key(name);
    append_json(out, value);
  }

private:
  void number(std::string_view name, std::size_t value) {
    key(name);
    out += std::to_string(value);
  }
  void flag(std::string_view name, bool value) {
    key(name);
    out += value ? "true" : "false";
  }
  void share(std::string_view name, std::optional<std::size_t> tenths) {
    key(name);
    out += tenths ? std::to_string(*tenths / 10) + "." + std::to_string(*tenths % 10) : "null";
  }
  void counts(const PlaceCount &places) {
    number("rewritten", places.of(Outcome::Rewritten));
    number("review", places.of(Outcome::Review));
    number("no_equivalent", places.of(Outcome::NoEquivalent));
    number("portable", places.of(Outcome::Portable));
    number("kept", places.of(Outcome::Kept));
    share("share_before", places.share_done(false));
    share("share_after", places.share_done(true));
  }
  void range(const std::string &path, ir::Span span) {
    field("path", path);
    const source::SourceFile *file = migration.source_of(path);
    point("start", file ? file->place(span.begin) : source::Place{});
    point("end", file ? file->place(span.end) : source::Place{});
  }
  void point(std::string_view name, const source::Place &place) {
    key(name);
    out += '{';
    number("line", place.line);
    number("column", place.column);
    number("offset", place.offset);
    if (place.cell)
      number("cell", place.cell);
    out += '}';
  }
  void place(const migrate::Site &site) {
    range(site.path, site.span);
    field("api", site.api);
    field("rule", site.rule);
    field("outcome", migrate::outcome_name(site.outcome));
    field("category", migrate::category_name(site.category));
    field("safety", check::to_string(site.safety));
    field("reason", site.reason);
    field("suggestion", site.suggestion);
    key("edits");
    out += '[';
    for (const check::Edit &edit : site.edits) {
      out += out.back() == '[' ? "{" : ",{";
      range(edit.path, edit.span);
      field("text", edit.text);
      out += '}';
    }
    out += ']';
  }

  std::string &out;
  const Migration &migration;
};

} // namespace

std::string migration_json(const Migration &migration) {
  std::string out = "{\"version\":1";
  Writer writer(out, migration);
  writer.field("offside", migration.version);
  writer.names("apis", "api", count_by_api(migration));
  writer.names("files", "path", count_by_file(migration));
  writer.places();
  writer.summary();
  return out + "}\n";
}

} // namespace offside::report
