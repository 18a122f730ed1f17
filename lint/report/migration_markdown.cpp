// The migration report as Markdown, for issues and pull requests.
#include "lint/report/migration_report.h"

#include <algorithm>

namespace offside::report {

namespace {

using migrate::Outcome;

// A code span that holds any text on one line: its fence is longer than any run of backticks in it.
std::string code(std::string_view text) {
  std::size_t longest = 0, run = 0;
  std::string line;
  for (const char c : text) {
    run = c == '`' ? run + 1 : 0;
    longest = std::max(longest, run);
    line += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
  }
  const std::string fence(longest + 1, '`');
  const bool padded = line.starts_with('`') || line.ends_with('`');
  return fence + (padded ? " " : "") + line + (padded ? " " : "") + fence;
}

std::string cell(std::string text) {
  for (std::size_t at = 0; (at = text.find('|', at)) != text.npos; at += 2)
    text.insert(at, 1, '\\');
  return text;
}

// Sentences of the catalogue: their backticks mean code here as well.
std::string sentence(std::string_view text) {
  std::string out;
  bool in_code = false;
  for (const char c : text) {
    in_code ^= c == '`';
    if (!in_code && (c == '*' || c == '_' || c == '<' || c == '[' || c == '\\'))
      out += '\\';
    out += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
  }
  return out;
}

std::string row(const std::string &name, const PlaceCount &places, bool written) {
  std::string out = "| " + name;
  for (const Outcome outcome : {Outcome::Rewritten, Outcome::Review, Outcome::NoEquivalent,
                                Outcome::Portable, Outcome::Kept})
    out += " | " + std::to_string(places.of(outcome));
  return out + " | " + share_text(places.share_done(written)) + " |\n";
}

void table(std::string &out, std::string_view title, std::string_view what,
           const std::vector<CountedName> &names, bool written) {
  if (names.empty())
    return;
  out += "\n## By " + std::string(title) + "\n\n| " + std::string(what) +
         " | rewritten | needs review | no equivalent | portable already | kept | done |\n"
         "| --- | ---: | ---: | ---: | ---: | ---: | ---: |\n";
  for (const CountedName &name : names)
    out += row(cell(code(name.name)), name.places, written);
}

void list(std::string &out, const Migration &migration, std::string_view title, Outcome outcome) {
  bool first = true;
  for (const migrate::FilePlan &file : migration.files)
    for (const migrate::Site &site : file.sites) {
      if (site.outcome != outcome)
        continue;
      if (first)
        out += "\n## " + std::string(title) + "\n\n";
      first = false;
      out += "- " + code(place_text(migration, site)) + " " + code(site.api);
      if (!site.reason.empty())
        out += ": " + sentence(site.reason);
      if (site.suggestion.find('\n') != std::string::npos) {
        out += "\n\n  ~~~python\n  ";
        for (const char c : site.suggestion)
          (out += c) += c == '\n' ? "  " : "";
        out += "\n  ~~~\n";
      } else if (!site.suggestion.empty()) {
        out += "; suggested: " + code(site.suggestion);
      }
      out += "\n";
    }
}

} // namespace

std::string migration_markdown(const Migration &migration) {
  const PlaceCount all = count(migration);
  std::string out = "# From torch.cuda to torch.accelerator\n\n" + migration_summary(migration) +
                    ".\n\nDone: " + share_text(all.share_done(migration.written));
  if (!migration.written && all.of(Outcome::Rewritten) > 0)
    out += "; " + share_text(all.share_done(true)) + " after `offside migrate --write`";
  out += ". (" + std::to_string(migration.files_read) +
         (migration.files_read == 1 ? " file" : " files") +
         " read; what has no equivalent or is kept on purpose does not count.)\n";
  table(out, "API", "API", count_by_api(migration), migration.written);
  table(out, "file", "File", count_by_file(migration), migration.written);
  list(out, migration, "Needs review", Outcome::Review);
  list(out, migration, "No equivalent", Outcome::NoEquivalent);
  list(out, migration, "Kept on purpose", Outcome::Kept);
  return out;
}

} // namespace offside::report
