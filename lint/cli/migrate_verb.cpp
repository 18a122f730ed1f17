// `offside migrate`.
#include "lint/cli/file_rewrite.h"
#include "lint/cli/kept_places.h"
#include "lint/cli/migrate_ratchet.h"
#include "lint/cli/options.h"
#include "lint/cli/output.h"
#include "lint/cli/run_inputs.h"
#include "lint/migrate/catalogue_table.h"
#include "lint/migrate/plan.h"
#include "lint/report/diff.h"
#include "lint/report/migration_report.h"
#include "lint/source/parallel.h"
#include "lint/source/text_edit.h"

#include <algorithm>
#include <cstdio>
#include <map>
#include <unistd.h>

namespace offside::cli {

namespace {

using migrate::FilePlan;
using migrate::Outcome;
using migrate::Site;

class MigrateRun {
public:
  explicit MigrateRun(const MigrateOptions &options)
      : options(options), progress(std::in_place, !options.quiet),
        threads(thread_count(options.threads)), inputs(options) {}

  int run() {
    const bool ready = inputs.open();
    if (ready) {
      inputs.read({threads, false, &*progress});
      make_plans();
      if (!options.asks_ratchet())
        rewrite_files();
      if (options.write)
        write_files();
    }
    progress.reset();
    for (const std::string &message : inputs.messages)
      complain(message);
    if (!ready)
      return ExitCode::failure;
    const int code = print();
    return inputs.failed ? static_cast<int>(ExitCode::failure) : code;
  }

private:
  void make_plans() {
    progress->phase("planning", inputs.file_count());
    const KeptPlaces kept(inputs, options, threads);
    for (Part &part : inputs.parts) {
      Project &project = part.project;
      std::vector<check::Input> programs;
      for (std::size_t i = 0; i < project.files.size(); ++i)
        programs.push_back({project.files[i].path, &project.source(i), &project.programs[i]});
      migrate::Options planner;
      planner.torch_version = part.torch_version;
      planner.unsafe_fixes = options.unsafe_fixes;
      planner.support_older = options.support_older;
      planner.threads = threads;
      planner.suppressed = [&](const check::Input &file, ir::Span span, std::string_view rule) {
        return !kept.why(file.path, span, rule).empty();
      };
      for (FilePlan &plan : migrate::plan(programs, planner))
        if (!plan.sites.empty())
          plans.push_back(std::move(plan));
    }
    std::stable_sort(plans.begin(), plans.end(),
                     [](const FilePlan &a, const FilePlan &b) { return a.path < b.path; });
    for (FilePlan &plan : plans)
      settle_kept(kept, plan);
  }

  // Says why places are kept. What needs no change is not kept but portable, whoever wrote it.
  static void settle_kept(const KeptPlaces &kept, FilePlan &plan) {
    for (Site &site : plan.sites) {
      if (site.outcome == Outcome::Portable)
        continue;
      std::string reason = kept.why(site.path, site.span, site.rule);
      if (reason.empty())
        continue;
      site.outcome = Outcome::Kept;
      site.safety = check::Safety::None;
      site.edits.clear();
      site.suggestion.clear();
      site.reason = std::move(reason);
    }
    if (!kept.whole_file(plan.path).empty())
      plan.edits.clear();
  }

  // Makes the edits in memory. A file that would not survive them stays as it was.
  void rewrite_files() {
    progress->phase("rewriting", plans.size());
    rewrites.resize(plans.size());
    for_each_index(plans.size(), threads, [&](std::size_t i) {
      const File *file = inputs.find(plans[i].path).second;
      if (file && file->source && (!plans[i].edits.empty() || options.mark))
        rewrites[i] = rewrite(*file, plans[i], options.mark);
      progress->step();
    });
    for (std::size_t i = 0; i < plans.size(); ++i)
      if (!rewrites[i].error.empty())
        give_up(plans[i], rewrites[i], rewrites[i].error);
  }

  void give_up(FilePlan &plan, FileRewrite &rewrite, const std::string &error) {
    inputs.fail(plan.path + ": left as it was: " + error);
    rewrite.after = rewrite.before;
    rewrite.source.reset();
    plan.edits.clear();
    for (Site &site : plan.sites) {
      if (site.outcome != Outcome::Rewritten)
        continue;
      site.outcome = Outcome::Review;
      site.safety = check::Safety::None;
      site.edits.clear();
      site.reason = "the file was left as it was: " + error;
    }
  }

  void write_files() {
    for (std::size_t i = 0; i < plans.size(); ++i) {
      FilePlan &plan = plans[i];
      FileRewrite &rewrite = rewrites[i];
      if (!rewrite.source)
        continue;
      if (rewrite.after != rewrite.before && plan.path != inputs.stdin_path)
        if (const auto error = source::write_atomically(plan.path, rewrite.after)) {
          give_up(plan, rewrite, *error);
          continue;
        }
      for (std::size_t at = 0; at < plan.sites.size(); ++at) {
        plan.sites[at].span = rewrite.places[at];
        plan.sites[at].edits.clear();
      }
    }
  }

  report::Migration results() {
    std::map<std::string_view, const source::SourceFile *> rewritten;
    if (options.write)
      for (std::size_t i = 0; i < plans.size(); ++i)
        if (rewrites[i].source)
          rewritten.emplace(plans[i].path, rewrites[i].source.get());
    report::Migration out;
    out.files = plans;
    out.source_of = [this, rewritten](std::string_view path) -> const source::SourceFile * {
      if (const auto at = rewritten.find(path); at != rewritten.end())
        return at->second;
      const File *file = inputs.find(path).second;
      return file ? file->source.get() : nullptr;
    };
    out.files_read = inputs.file_count();
    out.written = options.write;
    out.version = version();
    return out;
  }

  int print() {
    const report::Migration migration = results();
    if (options.asks_ratchet())
      return run_ratchet(options, migration, inputs);
    std::string out;
    if (options.report)
      out = report_text(migration);
    else if (!options.write)
      out = diff();
    // A filter: the rewritten text goes on, what there is to say about it beside it.
    const bool filter = options.write && !inputs.stdin_path.empty();
    if (filter && options.report && options.output.empty())
      std::fwrite(out.data(), 1, out.size(), stderr);
    else if (options.report || !options.write)
      inputs.failed |= !write_output(options.output, out);
    if (filter)
      inputs.failed |= !write_output("", stdin_after());
    if (!options.quiet && !(options.report && options.output.empty()))
      print_summary(migration, options.write && !filter && !options.report ? stdout : stderr);
    return ExitCode::clean;
  }

  std::string report_text(const report::Migration &migration) const {
    switch (*options.report) {
    case ReportFormat::Markdown:
      return report::migration_markdown(migration);
    case ReportFormat::Json:
      return report::migration_json(migration);
    case ReportFormat::Csv:
      return report::migration_csv(migration);
    case ReportFormat::Html:
      return report::migration_html(migration);
    }
    return {};
  }

  std::string diff() const {
    const bool color = options.output.empty() && use_color(options.color, STDOUT_FILENO);
    std::string out;
    for (std::size_t i = 0; i < plans.size(); ++i)
      out += report::unified_diff(plans[i].path, rewrites[i].before, rewrites[i].after, color);
    return out;
  }

  const std::string &stdin_after() const {
    for (std::size_t i = 0; i < plans.size(); ++i)
      if (plans[i].path == inputs.stdin_path && rewrites[i].source)
        return rewrites[i].after;
    return *inputs.stdin_text;
  }

  void print_summary(const report::Migration &migration, std::FILE *to) const {
    const std::string summary = report::migration_summary(migration);
    std::fprintf(to, "%s\n", summary.c_str());
    if (!options.write && !options.report &&
        std::any_of(rewrites.begin(), rewrites.end(),
                    [](const FileRewrite &one) { return one.after != one.before; }))
      std::fputs("nothing was changed; --write makes these edits\n", to);
  }

  const MigrateOptions &options;
  std::optional<Progress> progress; // until something is printed
  const unsigned threads;
  RunInputs inputs;
  std::vector<FilePlan> plans;       // of files with places, sorted by path
  std::vector<FileRewrite> rewrites; // of each plan, when the mode needs them
};

// What the options ask for and cannot have together; "" when they can.
std::string contradiction(const MigrateOptions &options) {
  // What a run is for: one of these.
  std::string purpose;
  for (const auto &[asked, name] :
       {std::pair(options.write, "--write"), std::pair(!options.check.empty(), "--check"),
        std::pair(!options.record.empty(), "--record"), std::pair(options.table, "--table")})
    if (asked) {
      if (!purpose.empty())
        return purpose + " and " + name + " do not go together";
      purpose = name;
    }
  if (options.report && !purpose.empty() && !options.write)
    return "--report and " + purpose + " do not go together";
  if (options.mark && !options.write && (options.report || !purpose.empty()))
    return "--mark adds comments to files: it goes with --write or with the diff";
  if (options.allow_increase && options.record.empty())
    return "--allow-increase is for --record";
  if (!options.output.empty() && options.write && !options.report)
    return "--output has nothing to write: --write changes the files; add --report";
  if (options.asks_ratchet())
    for (const std::string &path : options.paths) {
      if (path == "-" && !options.record.empty())
        return "--record is for files, not for standard input";
      if (path.ends_with(".json"))
        return "`" + path + "` is no Python file; a ratchet file is named as in " + purpose + "=" +
               path;
    }
  return {};
}

} // namespace

int migrate(const MigrateOptions &options) {
  if (const std::string problem = contradiction(options); !problem.empty()) {
    complain(problem);
    return ExitCode::failure;
  }
  if (options.table)
    return write_output(options.output, migrate::catalogue_table()) ? ExitCode::clean
                                                                    : ExitCode::failure;
  return MigrateRun(options).run();
}

} // namespace offside::cli
