// Checks and records what is left to migrate.
#include "lint/cli/migrate_ratchet.h"

#include "lint/cli/output.h"
#include "lint/cli/ratchet.h"
#include "lint/source/source_file.h"

#include <cctype>
#include <cstdio>
#include <filesystem>
#include <map>
#include <string_view>
#include <utility>

namespace offside::cli {

namespace fs = std::filesystem;

namespace {

using migrate::Outcome;
using migrate::Site;

bool is_cuda_only(const Site &site) {
  return site.outcome != Outcome::Portable && site.outcome != Outcome::Kept;
}

std::string places(std::size_t n) { return std::to_string(n) + (n == 1 ? " place" : " places"); }

class RatchetRun {
public:
  RatchetRun(const MigrateOptions &options, const report::Migration &migration, RunInputs &inputs)
      : options(options), migration(migration), inputs(inputs),
        path(named_file().empty() ? default_ratchet(start()) : absolute_path(named_file())),
        shown_path(named_file().empty()
                       ? fs::path(path).lexically_proximate(absolute_path(".")).string()
                       : named_file()) {}

  int run() {
    if (!read())
      return ExitCode::failure;
    count_present();
    compared = compare(recorded, present);
    return !options.record.empty() ? record() : check();
  }

private:
  // "" for the project's own.
  std::string named_file() const {
    const std::string &value = options.record.empty() ? options.check : options.record;
    return value == "true" ? "" : value;
  }

  // The folder that all named paths lie in: the current one where it holds them.
  std::string start() const {
    fs::path folder = absolute_path(".");
    for (const std::string &named : options.paths) {
      if (named == "-")
        continue;
      const fs::path whole = absolute_path(named);
      while (folder.has_relative_path()) {
        const fs::path relative = whole.lexically_relative(folder);
        if (!relative.empty() && *relative.begin() != "..")
          break;
        folder = folder.parent_path();
      }
    }
    return folder.string();
  }

  bool read() {
    std::error_code ignored;
    if (!fs::exists(path, ignored)) {
      if (!options.check.empty() && !named_file().empty())
        return complain(shown_path + ": no such file; --record=" + shown_path + " writes it"),
               false;
      return true;
    }
    has_record = true;
    const source::BytesResult bytes = source::read_bytes(path);
    if (bytes.error.kind != source::LoadError::Kind::None)
      return complain(shown_path + ": " + bytes.error.message), false;
    RatchetRead result = parse_ratchet(bytes.bytes);
    if (!result.error.empty())
      return complain(shown_path + ":" + (std::isdigit(result.error[0]) ? "" : " ") + result.error),
             false;
    recorded = std::move(result.counts);
    return true;
  }

  std::string key(const std::string &file) const { return ratchet_key(path, absolute_path(file)); }

  void count_present() {
    for (const Part &part : inputs.parts)
      for (const File &file : part.project.files)
        if (file.error.kind == source::LoadError::Kind::None)
          present[key(file.path)]; // also where nothing is left
    for (const migrate::FilePlan &file : migration.files)
      for (const Site &site : file.sites)
        if (is_cuda_only(site))
          ++present[key(file.path)][site.api];
  }

  std::string line_about(const Site &site, const RatchetStep &step) const {
    std::string out = report::place_text(migration, site) + ": " + site.api + ": ";
    if (site.outcome == Outcome::Rewritten)
      out += "can be rewritten";
    else if (site.outcome == Outcome::NoEquivalent)
      out += "has no equivalent";
    else
      out += "needs review";
    if (site.outcome != Outcome::Rewritten && !site.reason.empty())
      out += ": " + site.reason;
    if (step.recorded > 0)
      out += " (" + places(step.present) + ", " + std::to_string(step.recorded) + " recorded)";
    return out + "\n";
  }

  // The places of every file and API that has more than recorded: which of them is new, nobody
  // knows.
  std::string beyond() const {
    std::map<std::pair<std::string_view, std::string_view>, const RatchetStep *> more;
    for (const RatchetStep &step : compared.more)
      more[{step.file, step.api}] = &step;
    std::string out;
    for (const migrate::FilePlan &file : migration.files) {
      const std::string name = key(file.path);
      for (const Site &site : file.sites) {
        if (!is_cuda_only(site))
          continue;
        const auto step = more.find({name, site.api});
        if (step != more.end())
          out += line_about(site, *step->second);
      }
    }
    return out;
  }

  std::size_t surplus() const {
    std::size_t sum = 0;
    for (const RatchetStep &step : compared.more)
      sum += step.present - step.recorded;
    return sum;
  }

  std::size_t reduction() const {
    std::size_t sum = 0;
    for (const RatchetStep &step : compared.fewer)
      sum += step.recorded - step.present;
    return sum;
  }

  int check() {
    std::string out = beyond();
    if (!options.quiet) {
      const std::size_t more = surplus();
      out += (more == 0 ? "no" : std::to_string(more)) +
             std::string(more == 1 ? " CUDA-only place" : " CUDA-only places") +
             (has_record
                  ? " beyond the " + std::to_string(total(recorded)) + " recorded in " + shown_path
                  : " in " + std::to_string(migration.files_read) +
                        (migration.files_read == 1 ? " file" : " files")) +
             "\n";
      if (const std::size_t fewer = reduction())
        out +=
            places(fewer) + " fewer than recorded; `offside migrate --record` keeps it that way\n";
    }
    inputs.failed |= !write_output(options.output, out);
    return compared.more.empty() ? ExitCode::clean : ExitCode::findings;
  }

  int record() {
    if (has_record && !compared.more.empty() && !options.allow_increase) {
      inputs.failed |= !write_output(options.output, beyond());
      complain(shown_path + ": left as it was: " + places(surplus()) +
               " more than recorded; --allow-increase records them");
      return ExitCode::findings;
    }
    if (inputs.failed) {
      complain(shown_path + ": left as it was: not every file could be read");
      return ExitCode::failure;
    }
    PlaceCounts next = recorded;
    std::error_code ignored;
    std::erase_if(next, [&](const auto &entry) {
      return !fs::exists(fs::path(path).parent_path() / entry.first, ignored);
    });
    for (const auto &[file, apis] : present)
      next[file] = apis;
    std::erase_if(next, [](const auto &entry) { return entry.second.empty(); });
    if (!write_output(path, print_ratchet(next)))
      return ExitCode::failure;
    if (!options.quiet)
      std::printf("recorded %s in %zu %s in %s\n", places(total(next)).c_str(), next.size(),
                  next.size() == 1 ? "file" : "files", shown_path.c_str());
    return ExitCode::clean;
  }

  const MigrateOptions &options;
  const report::Migration &migration;
  RunInputs &inputs;
  const std::string path, shown_path;
  bool has_record = false;
  PlaceCounts recorded, present;
  RatchetComparison compared;
};

} // namespace

int run_ratchet(const MigrateOptions &options, const report::Migration &migration,
                RunInputs &inputs) {
  return RatchetRun(options, migration, inputs).run();
}

} // namespace offside::cli
