// `offside dump`: what the tool sees, for developers and bug reports.
#include "lint/check/analysis.h"
#include "lint/cli/config.h"
#include "lint/cli/options.h"
#include "lint/cli/output.h"
#include "lint/cli/project.h"
#include "lint/ir/printer.h"
#include "lint/python/lower.h"
#include "lint/source/discovery.h"
#include "lint/source/parallel.h"

#include <algorithm>
#include <atomic>

namespace offside::cli {

namespace {

// False when a path is not there; what can be read is in the project.
bool collect(const std::vector<std::string> &paths, Project &project) {
  const source::Discovered found = source::discover(paths);
  for (const source::DiscoveryMessage &message : found.messages)
    complain(message.path + ": " + message.text);
  for (const std::string &path : found.files)
    project.add(path);
  return found.messages.empty();
}

int parse_only(const DumpOptions &options) {
  Project project;
  bool good = collect(options.paths, project);
  std::atomic<std::size_t> errors{0}, bytes{0}, unreadable{0};
  std::stable_sort(project.files.begin(), project.files.end(),
                   [](const File &a, const File &b) { return a.size > b.size; });
  for_each_index(project.files.size(), thread_count(options.threads), [&](std::size_t i) {
    const source::LoadResult loaded = source::load(project.files[i].path);
    if (!loaded) {
      ++unreadable;
      return;
    }
    bytes += loaded.file->text.size();
    errors += !python::parse_only(loaded.file->text);
  });
  good &= unreadable == 0;
  const bool written =
      write_output("", std::to_string(project.files.size()) + " files, " + std::to_string(bytes) +
                           " bytes, " + std::to_string(errors) + " with syntax errors, " +
                           std::to_string(unreadable) + " unreadable\n");
  return good && written ? ExitCode::clean : ExitCode::failure;
}

int dump_programs(const DumpOptions &options) {
  Project project;
  check::Options engine;
  if (!options.torch_version.empty()) {
    const auto version = parse_torch_version(options.torch_version);
    if (!version) {
      complain("--torch-version wants a version such as 2.6, not `" + options.torch_version + "`");
      return ExitCode::failure;
    }
    engine.torch_version = *version;
  }
  bool good = collect(options.paths, project);
  project.sort();
  project.read({thread_count(options.threads), true, nullptr});
  std::string out;
  std::vector<check::Input> inputs;
  std::size_t first = 0;
  for (std::size_t i = 0; i < project.files.size(); ++i) {
    const File &file = project.files[i];
    if (file.path == options.paths.front())
      first = i;
    inputs.push_back({file.path, &project.source(i), &project.programs[i]});
    if (file.error.kind != source::LoadError::Kind::None) {
      complain(file.path + ": " + file.error.message);
      good = false;
    } else if (options.what == DumpOptions::What::Ir) {
      out += ir::print(project.programs[i], file.source->text);
    }
  }
  if (options.what == DumpOptions::What::Placement && !inputs.empty())
    out = check::dump_placement(inputs, first, engine);
  return write_output("", out) && good ? ExitCode::clean : ExitCode::failure;
}

} // namespace

int dump(const DumpOptions &options) {
  return options.what == DumpOptions::What::Parse ? parse_only(options) : dump_programs(options);
}

} // namespace offside::cli
