// The migration report as one HTML page that needs no other file and runs no script.
#include "lint/report/display.h"
#include "lint/report/migration_report.h"

#include <algorithm>

namespace offside::report {

namespace {

using migrate::Outcome;

// Text for elements and quoted attributes. Control characters and bytes that are no UTF-8 become
// U+FFFD: an HTML reader may stumble over them.
std::string escape(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint point = decode(text, at);
    const std::string_view bytes = text.substr(at, point.size);
    at += point.size;
    if (point.value == '&')
      out += "&amp;";
    else if (point.value == '<')
      out += "&lt;";
    else if (point.value == '>')
      out += "&gt;";
    else if (point.value == '"')
      out += "&quot;";
    else if (!point.valid || point.value == 0x7f ||
             (point.value < 0x20 && point.value != '\n' && point.value != '\t'))
      out += "\xef\xbf\xbd";
    else
      out += bytes;
  }
  return out;
}

std::string code(std::string_view text) { return "<code>" + escape(text) + "</code>"; }

// Sentences of the catalogue, whose backticks mean code.
std::string sentence(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const std::size_t open = text.find('`');
    const std::size_t close = open == text.npos ? open : text.find('`', open + 1);
    if (close == text.npos)
      return out + escape(text);
    out += escape(text.substr(0, open)) + code(text.substr(open + 1, close - open - 1));
    text.remove_prefix(close + 1);
  }
  return out;
}

constexpr std::string_view style =
    "body{font:15px/1.5 system-ui,sans-serif;margin:2em auto;max-width:75em;padding:0 1em;"
    "color:#222;background:#fff}"
    "table{border-collapse:collapse;margin:1em 0}"
    "th,td{border:1px solid #ccc;padding:.25em .6em;text-align:left;vertical-align:top}"
    "th{background:#f3f3f3}td.n,th.n{text-align:right}"
    "code,pre{font:13px/1.4 ui-monospace,monospace}pre{margin:0;white-space:pre-wrap}"
    ".bar{width:24em;max-width:100%;height:1em;background:#eee;border:1px solid #ccc}"
    ".bar i{display:block;height:100%;background:#5a9e5a}";

void table(std::string &out, std::string_view title, std::string_view what,
           const std::vector<CountedName> &names, bool written) {
  if (names.empty())
    return;
  out += "<h2>By " + std::string(title) + "</h2>\n<table>\n<tr><th>" + std::string(what) + "</th>";
  for (const char *column :
       {"rewritten", "needs review", "no equivalent", "portable already", "kept", "done"})
    (out += "<th class=\"n\">") += std::string(column) + "</th>";
  out += "</tr>\n";
  for (const CountedName &name : names) {
    out += "<tr><td>" + code(name.name) + "</td>";
    for (const Outcome outcome : {Outcome::Rewritten, Outcome::Review, Outcome::NoEquivalent,
                                  Outcome::Portable, Outcome::Kept})
      out += "<td class=\"n\">" + std::to_string(name.places.of(outcome)) + "</td>";
    out += "<td class=\"n\">" + share_text(name.places.share_done(written)) + "</td></tr>\n";
  }
  out += "</table>\n";
}

void list(std::string &out, const Migration &migration, std::string_view title, Outcome outcome) {
  bool first = true;
  for (const migrate::FilePlan &file : migration.files)
    for (const migrate::Site &site : file.sites) {
      if (site.outcome != outcome)
        continue;
      if (first)
        out += "<h2>" + std::string(title) +
               "</h2>\n<table>\n<tr><th>Place</th><th>API</th><th>Source</th><th>Reason</th>"
               "<th>Suggested</th></tr>\n";
      first = false;
      const source::SourceFile *source = migration.source_of(site.path);
      std::string_view line = source ? source->line(site.span.begin) : "";
      line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
      out += "<tr><td>" + code(place_text(migration, site)) + "</td><td>" + code(site.api) +
             "</td><td><pre>" + escape(line) + "</pre></td><td>" + sentence(site.reason) +
             "</td><td><pre>" + escape(site.suggestion) + "</pre></td></tr>\n";
    }
  if (!first)
    out += "</table>\n";
}

} // namespace

std::string migration_html(const Migration &migration) {
  const PlaceCount all = count(migration);
  const auto share = all.share_done(migration.written);
  std::string out =
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width\">\n"
      "<meta name=\"generator\" content=\"offside " +
      escape(migration.version) +
      "\">\n<title>From torch.cuda to torch.accelerator</title>\n<style>" + std::string(style) +
      "</style>\n</head>\n<body>\n<h1>From torch.cuda to torch.accelerator</h1>\n<p>" +
      escape(migration_summary(migration)) + ".</p>\n";
  if (share)
    out += "<div class=\"bar\"><i style=\"width:" + std::to_string(*share / 10) + "." +
           std::to_string(*share % 10) + "%\"></i></div>\n";
  out += "<p>Done: " + share_text(share);
  if (!migration.written && all.of(Outcome::Rewritten) > 0)
    out += "; " + share_text(all.share_done(true)) + " after " + code("offside migrate --write");
  out += ". (" + std::to_string(migration.files_read) +
         (migration.files_read == 1 ? " file" : " files") +
         " read; what has no equivalent or is kept on purpose does not count.)</p>\n";
  table(out, "API", "API", count_by_api(migration), migration.written);
  table(out, "file", "File", count_by_file(migration), migration.written);
  list(out, migration, "Needs review", Outcome::Review);
  list(out, migration, "No equivalent", Outcome::NoEquivalent);
  list(out, migration, "Kept on purpose", Outcome::Kept);
  return out + "</body>\n</html>\n";
}

} // namespace offside::report
