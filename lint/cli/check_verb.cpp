// `offside check`.
#include "lint/check/analysis.h"
#include "lint/cli/expectations.h"
#include "lint/cli/fixes.h"
#include "lint/cli/options.h"
#include "lint/cli/output.h"
#include "lint/cli/run_inputs.h"
#include "lint/cli/shown_findings.h"
#include "lint/migrate/plan.h"
#include "lint/report/diff.h"
#include "lint/report/report.h"
#include "lint/source/parallel.h"
#include "lint/source/text_edit.h"

#include <algorithm>
#include <iterator>
#include <unistd.h>

namespace offside::cli {

namespace {

using check::Finding;
using check::Severity;

class CheckRun {
public:
  explicit CheckRun(const CheckOptions &options)
      : options(options), progress(std::in_place, !options.quiet),
        threads(thread_count(options.threads)), inputs(options) {}

  int run() {
    const bool ready = read_selectors() && inputs.open();
    if (ready) {
      inputs.read({threads, options.verify, &*progress});
      settle_rules();
      analyze();
      if (options.fix || options.diff)
        fix();
    }
    progress.reset();
    for (const std::string &message : inputs.messages)
      complain(message);
    if (!ready)
      return ExitCode::failure;
    const int code = options.verify ? verify() : options.diff ? print_diff() : print_findings();
    return inputs.failed ? static_cast<int>(ExitCode::failure) : code;
  }

private:
  bool read_selectors(const std::vector<std::string> &texts, std::vector<Selector> &out) {
    for (const std::string &text : texts) {
      const auto selector = parse_selector(text);
      if (!selector) {
        const std::string near = nearest_rule(text);
        return inputs.fail(
            "there is no rule `" + text + "`" +
            (near.empty() ? "; `offside rules` lists them" : "; did you mean `" + near + "`?"));
      }
      out.push_back(*selector);
    }
    return true;
  }

  bool read_selectors() {
    return (!options.has_select || read_selectors(options.select, command_line.select.emplace())) &&
           read_selectors(options.ignore, command_line.ignore) &&
           read_selectors(options.extend_select, command_line.extend_select);
  }

  void settle_rules() {
    for (const Part &part : inputs.parts) {
      std::vector<FileRules> &of_part = rules.emplace_back();
      for (std::size_t i = 0; i < part.settings.size(); ++i)
        of_part.push_back(
            rules_for(absolute_path(part.project.files[i].path), *part.settings[i], command_line));
    }
  }

  void analyze() {
    all.clear();
    for (std::size_t i = 0; i < inputs.parts.size(); ++i)
      analyze(inputs.parts[i], rules[i]);
    std::stable_sort(all.begin(), all.end(),
                     [](const Finding &a, const Finding &b) { return a.path < b.path; });
  }

  void analyze(Part &part, const std::vector<FileRules> &part_rules) {
    Project &project = part.project;
    std::vector<check::Input> programs;
    for (std::size_t i = 0; i < project.files.size(); ++i)
      programs.push_back({project.files[i].path, &project.source(i), &project.programs[i]});
    check::Options engine;
    engine.torch_version = part.torch_version;
    engine.threads = threads;
    std::vector<std::vector<Finding>> per_file(project.files.size());
    progress->phase("checking", project.files.size());
    for (Finding &finding : migrate::findings(programs, engine))
      if (const File *file = project.find(finding.path))
        per_file[project.index_of(*file)].push_back(std::move(finding));
    for_each_index(per_file.size(), threads, [&](std::size_t i) {
      per_file[i] =
          shown(project.files[i], project.programs[i], part_rules[i], std::move(per_file[i]));
    });
    for (std::vector<Finding> &findings : per_file)
      std::move(findings.begin(), findings.end(), std::back_inserter(all));
  }

  const FileRules &rules_of(std::string_view path) {
    const auto [part, file] = inputs.find(path);
    return rules[static_cast<std::size_t>(part - inputs.parts.data())]
                [part->project.index_of(*file)];
  }

  // A note that nobody asked for, neither by --show-notes nor by the name of its rule.
  bool hidden(const Finding &finding) {
    const auto rule = rule_index(finding.rule);
    return finding.severity == Severity::Note && !options.show_notes && rule &&
           !rules_of(finding.path).asked_for[*rule];
  }

  // What --fix may edit: advice that is not asked for does not change a program.
  std::vector<Finding> wanted() {
    std::vector<Finding> out;
    std::copy_if(all.begin(), all.end(), std::back_inserter(out),
                 [&](const Finding &finding) { return !hidden(finding); });
    return out;
  }

  // Rounds of edits until nothing is left to do; files are written at the end, each once.
  void fix() {
    constexpr int most_rounds = 10;
    for (int round = 0; round < most_rounds && fixer.round(wanted()); ++round) {
      for (Part &part : inputs.parts)
        part.project.link();
      analyze();
    }
    for (std::string &message : fixer.messages)
      inputs.fail(std::move(message));
    if (options.diff)
      return;
    for (const auto &[path, before] : fixer.originals) {
      const std::string &after = fixer.text_of(path);
      if (path == inputs.stdin_path || after == before)
        continue;
      if (const auto error = source::write_atomically(path, after))
        inputs.fail(path + ": " + *error);
    }
  }

  report::Results results_of(std::span<const Finding> findings, std::size_t hidden) {
    report::Results results;
    results.findings = findings;
    results.source_of = [this](std::string_view path) -> const source::SourceFile * {
      const File *file = inputs.find(path).second;
      return file ? file->source.get() : nullptr;
    };
    results.files = inputs.file_count();
    results.hidden_notes = hidden;
    results.fixed = fixer.fixed;
    results.version = version();
    return results;
  }

  int verify() {
    std::vector<std::string> paths;
    for (const Part &part : inputs.parts)
      for (const File &file : part.project.files)
        if (file.source)
          paths.push_back(file.path);
    std::sort(paths.begin(), paths.end());
    std::string out;
    auto at = all.begin();
    for (const std::string &path : paths) {
      at =
          std::find_if(at, all.end(), [&](const Finding &finding) { return finding.path >= path; });
      const auto end =
          std::find_if(at, all.end(), [&](const Finding &finding) { return finding.path != path; });
      for (const std::string &difference :
           compare(*inputs.find(path).second->source, std::span(at, end),
                   [&](const Finding &finding) { return hidden(finding); }))
        out += difference + "\n";
    }
    const bool same = out.empty();
    if (!options.quiet && same)
      out = "findings are as expected in " + std::to_string(paths.size()) +
            (paths.size() == 1 ? " file\n" : " files\n");
    inputs.failed |= !write_output(options.output, out);
    return same ? ExitCode::clean : ExitCode::findings;
  }

  int print_diff() {
    const bool color = options.output.empty() && use_color(options.color, STDOUT_FILENO);
    std::string out;
    for (const auto &[path, before] : fixer.originals)
      out += report::unified_diff(path, before, fixer.text_of(path), color);
    inputs.failed |= !write_output(options.output, out);
    return out.empty() || options.exit_zero ? ExitCode::clean : ExitCode::findings;
  }

  std::string statistics(const report::Results &results) const {
    if (options.format == Format::Json)
      return report::statistics_json(results);
    return results.findings.empty() && !options.quiet ? report::text(results, {})
                                                      : report::statistics_text(results);
  }

  int print_findings() {
    const bool loud = std::any_of(all.begin(), all.end(),
                                  [](const Finding &f) { return f.severity > Severity::Note; });
    std::size_t left_out = 0;
    if (options.format == Format::Text && !options.statistics)
      left_out = std::erase_if(all, [&](const Finding &finding) { return hidden(finding); });
    const report::Results results = results_of(all, left_out);
    const bool fixed_stdin = options.fix && !inputs.stdin_path.empty();
    std::string out;
    if (options.statistics)
      out = statistics(results);
    else if (options.format == Format::Json)
      out = report::json(results);
    else if (options.format == Format::Github)
      out = report::github(results);
    else if (options.format == Format::Sarif)
      out = report::sarif(results);
    else
      out = report::text(results,
                         {options.output.empty() &&
                              use_color(options.color, fixed_stdin ? STDERR_FILENO : STDOUT_FILENO),
                          !options.quiet});
    if (fixed_stdin &&
        options.output.empty()) { // a filter: the fixed text goes on, the report beside it
      std::fwrite(out.data(), 1, out.size(), stderr);
      out = inputs.find(inputs.stdin_path).first ? fixer.text_of(inputs.stdin_path)
                                                 : *inputs.stdin_text;
    }
    inputs.failed |= !write_output(options.output, out);
    return loud && !options.exit_zero ? ExitCode::findings : ExitCode::clean;
  }

  const CheckOptions &options;
  std::optional<Progress> progress; // until something is printed
  const unsigned threads;
  RunInputs inputs;
  SelectionLayer command_line;
  std::vector<std::vector<FileRules>> rules; // by part and file
  std::vector<Finding> all;                  // sorted by path, offset, rule
  Fixer fixer{options.unsafe_fixes, [this](std::string_view path) -> Project * {
                const auto [part, file] = inputs.find(path);
                return part ? &part->project : nullptr;
              }};
};

} // namespace

int check(const CheckOptions &options) { return CheckRun(options).run(); }

} // namespace offside::cli
