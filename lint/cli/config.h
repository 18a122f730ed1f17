// Configuration: `.offside.toml`, `offside.toml` or `[tool.offside]` of `pyproject.toml`. The
// nearest one above a file applies to it, whole; `extend` builds on another one. Anything unknown
// in it is an error with its place.
#pragma once

#include "lint/check/finding.h"
#include "lint/cli/selection.h"
#include "lint/source/discovery.h"

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace offside::cli {

struct ConfigError { // DEV003
  std::string path;
  uint32_t line = 0, column = 0; // 0: the whole file
  std::string message;
};
std::string to_string(const ConfigError &error);

struct PerFileIgnore {
  source::ExcludePatterns files;
  RuleSet rules;
};

enum class Level : uint8_t { Default, Off, Note, Warning, Error }; // of [severity]

// What one configuration says, its `extend`ed ones included.
struct Settings {
  std::string path; // of the file it came from; "" for the defaults
  std::vector<SelectionLayer> layers;
  std::vector<PerFileIgnore> per_file_ignores;
  std::vector<source::ExcludePatterns> exclude; // folders are absolute
  std::array<Level, max_rules> severity{};      // by rule index
  std::optional<int> torch_version;             // major * 100 + minor
  std::vector<std::string> models;              // files, absolute

  // Rules ignored for this (absolute) path; paths that the configuration leaves out.
  RuleSet ignored_for(std::string_view path) const;
  bool excludes(std::string_view path) const;
};

// "2.6" or "2.6.1" as 206; nothing for anything else.
std::optional<int> parse_torch_version(std::string_view text);

// Whether patterns, as in a .gitignore of their folder, match an absolute path or a folder on the
// way to it. Outside their folder only those without a slash can.
bool matches(const source::ExcludePatterns &patterns, std::string_view path);

// Reads one configuration file and what it extends. Errors are appended; the settings then hold
// what was readable.
Settings read_config(const std::string &path, std::vector<ConfigError> &errors);

// Finds and remembers the configuration of every folder.
class Configurations {
public:
  enum class Mode : uint8_t { Nearest, File, Isolated };
  explicit Configurations(Mode mode = Mode::Nearest, std::string file = {});

  // The settings for a file or folder with this absolute path.
  const Settings &of(const std::string &path);
  std::vector<ConfigError> errors;

private:
  const Settings &of_folder(const std::string &folder);
  Mode mode;
  Settings defaults;
  std::map<std::string, const Settings *> by_folder;
  std::vector<std::unique_ptr<Settings>> read;
};

} // namespace offside::cli
