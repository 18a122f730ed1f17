// Finds, configures and reads the files of a run.
#include "lint/cli/run_inputs.h"

#include "lint/check/analysis.h"
#include "lint/model/model.h"
#include "lint/source/discovery.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <iostream>
#include <iterator>
#include <map>

namespace offside::cli {

namespace fs = std::filesystem;

namespace {

// The path from the current folder for what lies in it.
std::string relative_to_here(const std::string &path) {
  std::error_code ignored;
  const std::string relative =
      fs::path(path).lexically_proximate(fs::current_path(ignored)).string();
  return relative.starts_with("..") ? path : relative;
}

} // namespace

std::string absolute_path(const std::string &path) {
  std::error_code ignored;
  return fs::absolute(path, ignored).lexically_normal().string();
}

RunInputs::RunInputs(const InputOptions &options)
    : options(options), configurations(options.isolated          ? Configurations::Mode::Isolated
                                       : !options.config.empty() ? Configurations::Mode::File
                                                                 : Configurations::Mode::Nearest,
                                       options.config) {}

bool RunInputs::open() { return read_options() && find_files() && configure() && load_models(); }

void RunInputs::read(const Reading &reading) {
  for (Part &part : parts)
    part.project.read(reading);
  report_unreadable();
}

std::pair<Part *, File *> RunInputs::find(std::string_view path) {
  for (Part &part : parts)
    if (File *file = part.project.find(path))
      return {&part, file};
  return {nullptr, nullptr};
}

std::size_t RunInputs::file_count() const {
  std::size_t count = 0;
  for (const Part &part : parts)
    count += part.project.files.size();
  return count;
}

bool RunInputs::read_options() {
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

bool RunInputs::find_files() {
  std::vector<std::string> paths =
      options.paths.empty() ? std::vector<std::string>{"."} : options.paths;
  if (std::erase(paths, "-") > 0) {
    stdin_text.emplace(std::istreambuf_iterator<char>(std::cin), std::istreambuf_iterator<char>());
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
    const Settings &settings = configurations.of(absolute_path(path) + "/any.py");
    if (seen.insert(settings.path).second)
      discovery.exclude.insert(discovery.exclude.end(), settings.exclude.begin(),
                               settings.exclude.end());
  }
  source::Discovered discovered = source::discover(paths, discovery);
  for (const source::DiscoveryMessage &message : discovered.messages)
    fail(message.path + ": " + message.text);
  std::set<std::string> named; // however they were spelled: `./a.py` comes back as `a.py`
  for (const std::string &path : paths)
    named.insert(absolute_path(path));
  for (std::string &path : discovered.files)
    if (path != stdin_path)
      found.push_back({path, named.contains(absolute_path(path))});
  return true;
}

bool RunInputs::configure() {
  std::map<int, std::vector<const FoundFile *>> by_version;
  for (const FoundFile &file : found) {
    const std::string path = absolute_path(file.path);
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
    Part &part = parts.emplace_back(version, Project(), std::vector<const Settings *>());
    for (const FoundFile *file : files)
      part.project.add(file->path, file->path == stdin_path ? stdin_text : std::nullopt);
    part.project.sort();
    for (const File &file : part.project.files)
      part.settings.push_back(&configurations.of(absolute_path(file.path)));
  }
  return true;
}

bool RunInputs::load_models() {
  models.insert(options.models.begin(), options.models.end());
  for (const std::string &path : models)
    if (const std::string error = model::Model::builtin().add_file(path); !error.empty())
      return fail(error.starts_with(path) ? error : path + ": " + error);
  return true;
}

void RunInputs::report_unreadable() {
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

} // namespace offside::cli
