// `offside check`.
#include "lint/check/analysis.h"
#include "lint/cli/config.h"
#include "lint/cli/expectations.h"
#include "lint/cli/fixes.h"
#include "lint/cli/options.h"
#include "lint/cli/output.h"
#include "lint/cli/parallel.h"
#include "lint/cli/project.h"
#include "lint/cli/shown_findings.h"
#include "lint/cli/torch_floor.h"
#include "lint/model/model.h"
#include "lint/report/diff.h"
#include "lint/report/report.h"
#include "lint/source/discovery.h"
#include "lint/source/text_edit.h"

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <iterator>
#include <set>
#include <unistd.h>

namespace offside::cli {

namespace fs = std::filesystem;

namespace {

using check::Finding;
using check::Severity;

std::string absolute(const std::string &path) {
  std::error_code ignored;
  return fs::absolute(path, ignored).lexically_normal().string();
}

// The path from the current folder for what lies in it.
std::string relative_to_here(const std::string &path) {
  std::error_code ignored;
  const std::string relative =
      fs::path(path).lexically_proximate(fs::current_path(ignored)).string();
  return relative.starts_with("..") ? path : relative;
}

// Files that are meant for one torch version: an engine run of their own. Usually there is one.
struct Part {
  int torch_version;
  Project project;
  std::vector<FileRules> rules; // by file
};

class CheckRun {
public:
  explicit CheckRun(const CheckOptions &options)
      : options(options), progress(std::in_place, !options.quiet),
        threads(thread_count(options.threads)),
        configurations(options.isolated          ? Configurations::Mode::Isolated
                       : !options.config.empty() ? Configurations::Mode::File
                                                 : Configurations::Mode::Nearest,
                       options.config) {}

  int run() {
    const bool ready = read_options() && collect_files() && configure() && load_models();
    if (ready) {
      for (Part &part : parts)
        part.project.read({threads, options.verify, &*progress});
      report_unreadable();
      analyze();
      if (options.fix || options.diff)
        fix();
    }
    progress.reset();
    for (const std::string &message : messages)
      complain(message);
    if (!ready)
      return ExitCode::failure;
    const int code = options.verify ? verify() : options.diff ? print_diff() : print_findings();
    return failed ? static_cast<int>(ExitCode::failure) : code;
  }

private:
  // Messages wait until the progress line is gone.
  bool fail(std::string message) {
    messages.push_back(std::move(message));
    failed = true;
    return false;
  }

  bool read_selectors(const std::vector<std::string> &texts, std::vector<Selector> &out) {
    for (const std::string &text : texts) {
      const auto selector = parse_selector(text);
      if (!selector) {
        const std::string near = nearest_rule(text);
        return fail(
            "there is no rule `" + text + "`" +
            (near.empty() ? "; `offside rules` lists them" : "; did you mean `" + near + "`?"));
      }
      out.push_back(*selector);
    }
    return true;
  }

  bool read_options() {
    if (options.has_select && !read_selectors(options.select, command_line.select.emplace()))
      return false;
    if (!read_selectors(options.ignore, command_line.ignore) ||
        !read_selectors(options.extend_select, command_line.extend_select))
      return false;
    if (!options.torch_version.empty()) {
      torch_version = parse_torch_version(options.torch_version);
      if (!torch_version)
        return fail("--torch-version wants a version such as 2.6, not `" + options.torch_version +
                    "`");
    }
    if (!options.config.empty() && !fs::is_regular_file(options.config))
      return fail(options.config + ": no such file");
    return true;
  }

  bool collect_files() {
    std::vector<std::string> paths =
        options.paths.empty() ? std::vector<std::string>{"."} : options.paths;
    if (std::erase(paths, "-") > 0) {
      stdin_text.emplace(std::istreambuf_iterator<char>(std::cin),
                         std::istreambuf_iterator<char>());
      stdin_path = options.stdin_filename.empty() ? "<stdin>" : options.stdin_filename;
      found.push_back({stdin_path, true});
    }
    if (paths.empty())
      return true;
    source::DiscoveryOptions discovery;
    std::set<std::string> seen;
    for (const std::string &path : paths) {
      std::error_code ignored;
      if (!fs::is_directory(path, ignored))
        continue;
      const Settings &settings = configurations.of(absolute(path) + "/any.py");
      if (seen.insert(settings.path).second)
        discovery.exclude.insert(discovery.exclude.end(), settings.exclude.begin(),
                                 settings.exclude.end());
    }
    source::Discovered discovered = source::discover(paths, discovery);
    for (const source::DiscoveryMessage &message : discovered.messages)
      fail(message.path + ": " + message.text);
    std::set<std::string> named; // however they were spelled: `./a.py` comes back as `a.py`
    for (const std::string &path : paths)
      named.insert(absolute(path));
    for (std::string &path : discovered.files)
      if (path != stdin_path)
        found.push_back({path, named.contains(absolute(path))});
    return true;
  }

  // Settles the configuration of every file before any work is done on them.
  bool configure() {
    std::map<int, std::vector<const FoundFile *>> by_version;
    for (const FoundFile &file : found) {
      const std::string path = absolute(file.path);
      const Settings &settings = configurations.of(path);
      if ((!file.named || options.force_exclude) && settings.excludes(path))
        continue;
      std::optional<int> version = torch_version ? torch_version : settings.torch_version;
      if (!version && !options.isolated)
        version = floors.of(path);
      by_version[version.value_or(check::Options{}.torch_version)].push_back(&file);
      models.insert(settings.models.begin(), settings.models.end());
    }
    for (ConfigError &error : configurations.errors) {
      error.path = relative_to_here(error.path);
      std::fprintf(stderr, "%s\n", to_string(error).c_str());
    }
    if (!configurations.errors.empty())
      return false;
    for (const auto &[version, files] : by_version) {
      Part &part = parts.emplace_back(version, Project(), std::vector<FileRules>());
      for (const FoundFile *file : files)
        part.project.add(file->path, file->path == stdin_path ? stdin_text : std::nullopt);
      part.project.sort();
      for (const File &file : part.project.files) {
        const std::string path = absolute(file.path);
        part.rules.push_back(rules_for(path, configurations.of(path), command_line));
      }
    }
    return true;
  }

  bool load_models() {
    models.insert(options.models.begin(), options.models.end());
    for (const std::string &path : models)
      if (const std::string error = model::Model::builtin().add_file(path); !error.empty())
        return fail(error.starts_with(path) ? error : path + ": " + error);
    return true;
  }

  void report_unreadable() {
    std::map<std::string_view, const source::LoadError *> errors;
    for (const Part &part : parts)
      for (const File &file : part.project.files)
        if (file.error.kind != source::LoadError::Kind::None)
          errors.emplace(file.path, &file.error);
    for (const auto &[path, error] : errors) {
      std::string place(path);
      if (error->line)
        place.append(":")
            .append(std::to_string(error->line))
            .append(":")
            .append(std::to_string(std::max(1u, error->column)));
      fail(place + ": " + error->message);
    }
  }

  void analyze() {
    all.clear();
    for (Part &part : parts)
      analyze(part);
    std::stable_sort(all.begin(), all.end(),
                     [](const Finding &a, const Finding &b) { return a.path < b.path; });
  }

  void analyze(Part &part) {
    Project &project = part.project;
    std::vector<check::Input> inputs;
    for (std::size_t i = 0; i < project.files.size(); ++i)
      inputs.push_back({project.files[i].path, &project.source(i), &project.programs[i]});
    check::Options engine;
    engine.torch_version = part.torch_version;
    engine.threads = threads;
    std::vector<std::vector<Finding>> per_file(project.files.size());
    progress->phase("checking", project.files.size());
    for (Finding &finding : check::analyze(inputs, engine))
      if (const File *file = project.find(finding.path))
        per_file[project.index_of(*file)].push_back(std::move(finding));
    for_each_index(per_file.size(), threads, [&](std::size_t i) {
      per_file[i] =
          shown(project.files[i], project.programs[i], part.rules[i], std::move(per_file[i]));
    });
    for (std::vector<Finding> &findings : per_file)
      std::move(findings.begin(), findings.end(), std::back_inserter(all));
  }

  // The part that holds a path, and the file in it.
  std::pair<Part *, File *> find(std::string_view path) {
    for (Part &part : parts)
      if (File *file = part.project.find(path))
        return {&part, file};
    return {nullptr, nullptr};
  }

  // Rounds of edits until nothing is left to do; files are written at the end, each once.
  void fix() {
    constexpr int most_rounds = 10;
    for (int round = 0; round < most_rounds && fixer.round(all); ++round) {
      for (Part &part : parts)
        part.project.link();
      analyze();
    }
    for (std::string &message : fixer.messages)
      fail(std::move(message));
    if (options.diff)
      return;
    for (const auto &[path, before] : fixer.originals) {
      const std::string &after = fixer.text_of(path);
      if (path == stdin_path || after == before)
        continue;
      if (const auto error = source::write_atomically(path, after))
        fail(path + ": " + *error);
    }
  }

  std::size_t file_count() const {
    std::size_t count = 0;
    for (const Part &part : parts)
      count += part.project.files.size();
    return count;
  }

  report::Results results_of(std::span<const Finding> findings, std::size_t hidden) {
    report::Results results;
    results.findings = findings;
    results.source_of = [this](std::string_view path) -> const source::SourceFile * {
      const File *file = find(path).second;
      return file ? file->source.get() : nullptr;
    };
    results.files = file_count();
    results.hidden_notes = hidden;
    results.fixed = fixer.fixed;
    results.version = version();
    return results;
  }

  int verify() {
    std::vector<std::string> paths;
    for (const Part &part : parts)
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
      for (const std::string &difference : compare(*find(path).second->source, std::span(at, end)))
        out += difference + "\n";
    }
    const bool same = out.empty();
    if (!options.quiet && same)
      out = "findings are as expected in " + std::to_string(paths.size()) +
            (paths.size() == 1 ? " file\n" : " files\n");
    failed |= !write_output(options.output, out);
    return same ? ExitCode::clean : ExitCode::findings;
  }

  int print_diff() {
    const bool color = options.output.empty() && use_color(options.color, STDOUT_FILENO);
    std::string out;
    for (const auto &[path, before] : fixer.originals)
      out += report::unified_diff(path, before, fixer.text_of(path), color);
    failed |= !write_output(options.output, out);
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
    std::size_t hidden = 0;
    if (options.format == Format::Text && !options.show_notes && !options.statistics)
      hidden = std::erase_if(all, [&](const Finding &finding) {
        const auto [part, file] = find(finding.path);
        const auto rule = rule_index(finding.rule);
        return finding.severity == Severity::Note && rule &&
               !part->rules[part->project.index_of(*file)].asked_for[*rule];
      });
    const report::Results results = results_of(all, hidden);
    const bool fixed_stdin = options.fix && !stdin_path.empty();
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
      out = find(stdin_path).first ? fixer.text_of(stdin_path) : *stdin_text;
    }
    failed |= !write_output(options.output, out);
    return loud && !options.exit_zero ? ExitCode::findings : ExitCode::clean;
  }

  const CheckOptions &options;
  std::optional<Progress> progress; // until something is printed
  const unsigned threads;
  Configurations configurations;
  TorchFloors floors;
  SelectionLayer command_line;
  std::optional<int> torch_version;
  std::set<std::string> models;
  std::string stdin_path; // "" when standard input is not checked
  std::optional<std::string> stdin_text;
  struct FoundFile {
    std::string path;
    bool named;
  };
  std::vector<FoundFile> found;
  std::vector<Part> parts;  // by torch version
  std::vector<Finding> all; // sorted by path, offset, rule
  Fixer fixer{options.unsafe_fixes, [this](std::string_view path) -> Project * {
                const auto [part, file] = find(path);
                return part ? &part->project : nullptr;
              }};
  std::vector<std::string> messages; // for standard error
  bool failed = false;
};

} // namespace

int check(const CheckOptions &options) { return CheckRun(options).run(); }

} // namespace offside::cli
