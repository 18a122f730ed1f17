// Counts the places of a migration.
#include "lint/report/migration_report.h"

#include <algorithm>
#include <map>

namespace offside::report {

using migrate::Outcome;

std::optional<std::size_t> PlaceCount::share_done(bool rewritten) const {
  const std::size_t all = of(Outcome::Portable) + of(Outcome::Rewritten) + of(Outcome::Review);
  if (all == 0)
    return std::nullopt;
  // Rounded down: 100 % is for nothing left.
  return (of(Outcome::Portable) + (rewritten ? of(Outcome::Rewritten) : 0)) * 1000 / all;
}

PlaceCount count(const Migration &migration) {
  PlaceCount out;
  for (const migrate::FilePlan &file : migration.files)
    for (const migrate::Site &site : file.sites)
      out.add(site.outcome);
  return out;
}

std::vector<CountedName> count_by_api(const Migration &migration) {
  std::map<std::string_view, PlaceCount> by_api;
  for (const migrate::FilePlan &file : migration.files)
    for (const migrate::Site &site : file.sites)
      by_api[site.api].add(site.outcome);
  std::vector<CountedName> out;
  for (const auto &[api, places] : by_api)
    out.push_back({std::string(api), places});
  const auto all = [](const CountedName &name) {
    std::size_t sum = 0;
    for (const std::size_t n : name.places.by_outcome)
      sum += n;
    return sum;
  };
  std::stable_sort(out.begin(), out.end(),
                   [&](const CountedName &a, const CountedName &b) { return all(a) > all(b); });
  return out;
}

std::vector<CountedName> count_by_file(const Migration &migration) {
  std::vector<CountedName> out;
  for (const migrate::FilePlan &file : migration.files) {
    CountedName &name = out.emplace_back(CountedName{file.path, {}});
    for (const migrate::Site &site : file.sites)
      name.places.add(site.outcome);
  }
  return out;
}

std::string share_text(std::optional<std::size_t> tenths) {
  return tenths ? std::to_string(*tenths / 10) + "." + std::to_string(*tenths % 10) + " %" : "-";
}

std::string place_text(const Migration &migration, const migrate::Site &site) {
  const source::SourceFile *file = migration.source_of(site.path);
  const source::Place place = file ? file->place(site.span.begin) : source::Place{};
  return site.path + ":" + (place.cell ? " cell " + std::to_string(place.cell) + ":" : "") +
         std::to_string(place.line) + ":" + std::to_string(place.column);
}

std::string migration_summary(const Migration &migration) {
  const PlaceCount places = count(migration);
  if (migration.files.empty())
    return "nothing is tied to CUDA in " + std::to_string(migration.files_read) +
           (migration.files_read == 1 ? " file" : " files");
  std::size_t files = 0;
  for (const migrate::FilePlan &file : migration.files)
    files += std::any_of(file.sites.begin(), file.sites.end(), [](const migrate::Site &site) {
      return site.outcome == Outcome::Rewritten;
    });
  const auto number = [](std::size_t n, std::string_view one, std::string_view more) {
    return std::to_string(n) + " " + std::string(n == 1 ? one : more);
  };
  std::string out = number(places.of(Outcome::Rewritten), "place", "places") +
                    (migration.written ? "" : " can be") + " rewritten in " +
                    number(files, "file", "files") + ", " +
                    number(places.of(Outcome::Review), "needs", "need") + " review, " +
                    number(places.of(Outcome::NoEquivalent), "has", "have") + " no equivalent, " +
                    number(places.of(Outcome::Portable), "is", "are") + " portable already";
  if (const std::size_t kept = places.of(Outcome::Kept))
    out += ", " + number(kept, "is", "are") + " kept on purpose";
  return out;
}

} // namespace offside::report
