// The oldest torch a project says it runs with, from its declared dependencies.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace offside::cli {

// The lower bound in one requirement line, `torch>=2.6,<3` as 206; nothing when it is about
// something else or has none.
std::optional<int> torch_floor_of_requirement(std::string_view line);

// The lowest bound on torch in the text of a pyproject.toml or a requirements file.
std::optional<int> torch_floor_of_pyproject(std::string_view text);
std::optional<int> torch_floor_of_requirements(std::string_view text);

// Looks in a file's folder and those above it, and remembers what it saw. A pyproject.toml's bound
// goes before those of requirements*.txt beside it; the first folder that has one decides.
class TorchFloors {
public:
  std::optional<int> of(const std::string &path);

private:
  std::optional<int> of_folder(const std::string &folder);
  std::map<std::string, std::optional<int>> by_folder;
};

} // namespace offside::cli
