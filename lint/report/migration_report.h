// What a migration has to say, and the forms that say it.
#pragma once

#include "lint/migrate/plan.h"
#include "lint/report/report.h"

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace offside::report {

struct Migration {
  std::span<const migrate::FilePlan> files; // those with places, sorted by path
  SourceOf source_of;                       // the text that the places' spans are in
  std::size_t files_read = 0;               // those without places included
  bool written = false;                     // the rewritten places are portable by now
  std::string_view version;                 // of Offside
};

// Places by what becomes of them.
struct PlaceCount {
  std::array<std::size_t, 5> by_outcome{}; // index: migrate::Outcome

  std::size_t of(migrate::Outcome outcome) const {
    return by_outcome[static_cast<std::size_t>(outcome)];
  }
  void add(migrate::Outcome outcome) { ++by_outcome[static_cast<std::size_t>(outcome)]; }
  // Of the places that can become portable, how many tenths of a percent are; nothing when there
  // is none. What has no equivalent or is kept on purpose is not counted. With `rewritten`, the
  // places that the tool rewrites count as done.
  std::optional<std::size_t> share_done(bool rewritten) const;
};
PlaceCount count(const Migration &migration);

struct CountedName { // an API or a path
  std::string name;
  PlaceCount places;
};
std::vector<CountedName> count_by_api(const Migration &migration); // most places first
std::vector<CountedName> count_by_file(const Migration &migration);

std::string share_text(std::optional<std::size_t> tenths); // "62.5 %" or "-"

// "train.py:3:5" or "train.ipynb: cell 2:3:5"
std::string place_text(const Migration &migration, const migrate::Site &site);

// "3 places rewritten in 2 files, 1 needs review, 2 have no equivalent, 4 are portable already"
std::string migration_summary(const Migration &migration);

std::string migration_markdown(const Migration &migration);
std::string migration_json(const Migration &migration);
std::string migration_csv(const Migration &migration);  // RFC 4180, one place per record
std::string migration_html(const Migration &migration); // one page that needs no other file

} // namespace offside::report
