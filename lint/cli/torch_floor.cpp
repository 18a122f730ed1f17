// The oldest torch a project says it runs with.
#include "lint/cli/torch_floor.h"

#include "lint/cli/config.h"

#undef TOML_EXCEPTIONS
#undef TOML_HEADER_ONLY
#undef TOML_SHARED_LIB
#define TOML_EXCEPTIONS 0
#define TOML_HEADER_ONLY 1
#define TOML_ENABLE_FORMATTERS 0
#include <toml++/toml.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <vector>

namespace offside::cli {

namespace fs = std::filesystem;

namespace {

std::string_view trim(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t'))
    text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t' || text.back() == '\r'))
    text.remove_suffix(1);
  return text;
}

void lower_bound(std::optional<int> &floor, std::optional<int> other) {
  if (other && (!floor || *other < *floor))
    floor = other;
}

// A version specifier (PEP 440, and Poetry's `^` and `~`): the highest of its lower bounds.
std::optional<int> floor_of_specifier(std::string_view specifier) {
  std::optional<int> floor;
  while (!specifier.empty()) {
    const std::size_t comma = std::min(specifier.find(','), specifier.size());
    std::string_view part = trim(specifier.substr(0, comma));
    specifier.remove_prefix(std::min(comma + 1, specifier.size()));
    bool bounds = false;
    for (const std::string_view op : {"===", "==", ">=", "~=", "^", "~", ">"})
      if (part.starts_with(op)) {
        part = trim(part.substr(op.size()));
        bounds = true;
        break;
      }
    if (!bounds)
      continue;
    const auto version =
        parse_torch_version(part.ends_with(".*") ? part.substr(0, part.size() - 2) : part);
    if (version && (!floor || *version > *floor))
      floor = version;
  }
  return floor;
}

void add_requirements(const toml::node_view<const toml::node> list, std::optional<int> &floor) {
  if (const toml::array *array = list.as_array())
    for (const toml::node &item : *array)
      if (const auto *text = item.as_string())
        lower_bound(floor, torch_floor_of_requirement(text->get()));
}

void add_poetry(const toml::node_view<const toml::node> dependencies, std::optional<int> &floor) {
  const toml::node_view<const toml::node> torch = dependencies["torch"];
  if (const auto *text = torch.as_string())
    lower_bound(floor, floor_of_specifier(text->get()));
  else if (const auto *version = torch["version"].as_string())
    lower_bound(floor, floor_of_specifier(version->get()));
}

std::string read(const fs::path &path) {
  std::ifstream file(path, std::ios::binary);
  std::stringstream text;
  text << file.rdbuf();
  return std::move(text).str();
}

} // namespace

std::optional<int> torch_floor_of_requirement(std::string_view line) {
  line = line.substr(0, line.find('#'));
  line = trim(line.substr(0, line.find(';'))); // the environment marker
  if (!line.starts_with("torch"))
    return std::nullopt;
  line = trim(line.substr(5));
  if (line.starts_with("[")) // extras
    line = trim(line.substr(std::min(line.find(']'), line.size() - 1) + 1));
  if (line.starts_with("(") && line.ends_with(")"))
    line = trim(line.substr(1, line.size() - 2));
  if (line.empty() || std::string_view("=<>~!").find(line[0]) == std::string_view::npos)
    return std::nullopt; // torchvision, torch-geometric, or no version
  return floor_of_specifier(line);
}

std::optional<int> torch_floor_of_requirements(std::string_view text) {
  std::optional<int> floor;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lower_bound(floor, torch_floor_of_requirement(text.substr(0, end)));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return floor;
}

std::optional<int> torch_floor_of_pyproject(std::string_view text) {
  if (text.find("torch") == std::string_view::npos)
    return std::nullopt;
  const toml::parse_result parsed = toml::parse(text);
  if (!parsed)
    return std::nullopt; // what it says about us, if anything, is reported where the configuration
                         // is read
  const toml::table &root = parsed.table();
  const toml::node_view<const toml::node> project = root["project"],
                                          poetry = root["tool"]["poetry"];
  std::optional<int> floor;
  add_requirements(project["dependencies"], floor);
  add_poetry(poetry["dependencies"], floor);
  if (floor) // optional groups may ask for a newer one than the package needs
    return floor;
  if (const toml::table *groups = project["optional-dependencies"].as_table())
    for (const auto &[name, list] : *groups)
      add_requirements(toml::node_view<const toml::node>(list), floor);
  return floor;
}

std::optional<int> TorchFloors::of(const std::string &path) {
  return of_folder(fs::path(path).parent_path().string());
}

std::optional<int> TorchFloors::of_folder(const std::string &folder) {
  if (const auto at = by_folder.find(folder); at != by_folder.end())
    return at->second;
  std::error_code ignored;
  std::optional<int> floor;
  if (fs::is_regular_file(fs::path(folder) / "pyproject.toml", ignored))
    floor = torch_floor_of_pyproject(read(fs::path(folder) / "pyproject.toml"));
  if (!floor)
    for (fs::directory_iterator entry(folder, ignored), end; !ignored && entry != end;
         entry.increment(ignored)) {
      const std::string name = entry->path().filename().string();
      std::error_code unused;
      if (name.starts_with("requirements") && name.ends_with(".txt") &&
          entry->is_regular_file(unused))
        lower_bound(floor, torch_floor_of_requirements(read(entry->path())));
    }
  const fs::path parent = fs::path(folder).parent_path();
  // A repository's top folder is where a project ends.
  if (!floor && !folder.empty() && parent.string() != folder &&
      !fs::exists(fs::path(folder) / ".git", ignored))
    floor = of_folder(parent.string());
  by_folder.emplace(folder, floor);
  return floor;
}

} // namespace offside::cli
