// Module names of files and files of module names.
#include "lint/python/packages.h"

#include "lint/python/known_modules.h"

#include <algorithm>
#include <filesystem>

namespace offside::python {
namespace {

constexpr int kMaxAncestors = 12;

// An absolute path without `./`, `//` and `x/..`; `/` between parts.
std::string tidy(std::string_view path, const std::filesystem::path &current) {
  std::string out = (current / path).lexically_normal().generic_string();
  if (out.size() > 1 && out.back() == '/')
    out.pop_back();
  return out;
}

std::string_view folder_of(std::string_view path) {
  const size_t slash = path.rfind('/');
  if (slash == std::string_view::npos)
    return {};
  return slash == 0 ? path.substr(0, 1) : path.substr(0, slash);
}

std::string_view last_part(std::string_view path) {
  const size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

std::string join(std::string_view folder, std::string_view name) {
  std::string out(folder);
  if (!out.empty() && out.back() != '/')
    out += '/';
  return out += name;
}

std::string_view stem_of(std::string_view name) {
  for (std::string_view end : {".pyi", ".py", ".ipynb"})
    if (name.size() > end.size() && name.ends_with(end))
      return name.substr(0, name.size() - end.size());
  return {};
}

std::string dots_to_slashes(std::string_view dotted) {
  std::string out(dotted);
  std::replace(out.begin(), out.end(), '.', '/');
  return out;
}

} // namespace

bool Packages::is_package_folder(const std::string &folder) {
  auto [it, is_new] = package_folders_.emplace(folder, false);
  if (is_new) {
    std::error_code ignored; // a folder that cannot be read has no package in it
    it->second = by_path_.contains(join(folder, "__init__.py")) ||
                 std::filesystem::exists(join(folder, "__init__.py"), ignored);
  }
  return it->second;
}

Packages::Packages(const std::vector<std::string> &paths) {
  std::vector<std::string> tidied;
  tidied.reserve(paths.size());
  std::error_code ignored; // without a current folder relative paths stay relative
  const std::filesystem::path current = std::filesystem::current_path(ignored);
  for (uint32_t i = 0; i < paths.size(); ++i) {
    tidied.push_back(tidy(paths[i], current));
    by_path_.emplace(tidied.back(), i);
  }
  bool any = false;
  for (const std::string &path : tidied) {
    std::string_view folder = folder_of(path);
    if (!any) {
      common_ = folder;
      any = true;
      continue;
    }
    while (!common_.empty() && folder != common_ &&
           !(folder.size() > common_.size() && folder.starts_with(common_) &&
             (folder[common_.size()] == '/' || common_ == "/")))
      common_ = std::string(folder_of(common_));
  }
  for (const std::string &path : tidied)
    add(path);
}

void Packages::add(const std::string &path) {
  File &file = files_.emplace_back();
  const std::string_view stem = stem_of(last_part(path));
  std::string folder(folder_of(path));
  file.folder = folder;
  file.root = folder;
  if (stem.empty())
    return;
  file.is_package = stem == "__init__";
  names_.emplace(stem);
  for (std::string_view at = folder; at.size() > 1; at = folder_of(at))
    names_.emplace(last_part(at));
  std::string module = file.is_package ? "" : std::string(stem);
  const auto prepend = [&module](std::string_view part) {
    module = module.empty() ? std::string(part) : std::string(part) + '.' + module;
  };
  bool in_package = false;
  while (!folder.empty() && folder != "/" && is_package_folder(folder)) {
    in_package = true;
    prepend(last_part(folder));
    folder = std::string(folder_of(folder));
  }
  file.root = folder;
  if (in_package) {
    std::vector<std::string> &roots = package_roots_[module.substr(0, module.find('.'))];
    if (std::find(roots.begin(), roots.end(), folder) == roots.end())
      roots.push_back(folder);
  } else {
    for (std::string_view at = folder; at.size() > common_.size(); at = folder_of(at))
      prepend(last_part(at));
  }
  file.module = std::move(module);
}

std::string Packages::module_of(size_t file) const { return files_[file].module; }

bool Packages::is_package(size_t file) const { return files_[file].is_package; }

uint32_t Packages::at(const std::string &stem) const {
  for (std::string_view end : {"/__init__.py", ".py", "/__init__.pyi", ".pyi"}) {
    auto it = by_path_.find(stem + std::string(end));
    if (it != by_path_.end())
      return it->second;
  }
  return ir::kNone;
}

uint32_t Packages::relative(std::string_view dotted, size_t from_file) const {
  const size_t dots = std::min(dotted.find_first_not_of('.'), dotted.size());
  std::string_view folder = files_[from_file].folder;
  for (size_t i = 1; i < dots; ++i)
    folder = folder_of(folder);
  if (dots == dotted.size()) {
    auto it = by_path_.find(join(folder, "__init__.py"));
    return it == by_path_.end() ? ir::kNone : it->second;
  }
  return at(join(folder, dots_to_slashes(dotted.substr(dots))));
}

uint32_t Packages::resolve(std::string_view dotted, size_t from_file) const {
  if (dotted.empty() || from_file >= files_.size())
    return ir::kNone;
  if (dotted.front() == '.')
    return relative(dotted, from_file);
  const std::string_view top = dotted.substr(0, dotted.find('.'));
  if (!names_.contains(std::string(top)))
    return ir::kNone;
  const bool is_external = is_known_library(top);
  const std::string path = dots_to_slashes(dotted);
  const File &from = files_[from_file];

  // A library's name means the project's own file only where the project is that library: a package
  // of this name directly below the root.
  const auto below = [&](std::string_view root) {
    if (is_external && !by_path_.contains(join(join(root, top), "__init__.py")))
      return ir::kNone;
    return at(join(root, path));
  };
  // Beside a copy of torch or numpy the model still knows more than their Python files, most of whose names come from
  // compiled code; only their own files see each other.
  const bool own = from.folder == join(from.root, top) || from.folder.starts_with(join(from.root, top) + "/");
  if ((top == "torch" || top == "numpy") && !own)
    return ir::kNone;
  if (uint32_t found = below(from.root); found != ir::kNone)
    return found;
  if (is_standard_module(top))
    return ir::kNone;
  std::string_view root = from.root;
  for (int i = 0; i < kMaxAncestors; ++i) {
    if (uint32_t found = below(join(root, "src")); found != ir::kNone)
      return found;
    if (root.size() <= common_.size())
      break;
    root = folder_of(root);
    if (uint32_t found = below(root); found != ir::kNone)
      return found;
  }
  if (is_external)
    return ir::kNone;
  if (from.folder != from.root) // a script kept inside a package, run from its own folder
    if (uint32_t found = at(join(from.folder, path)); found != ir::kNone)
      return found;
  // Packages elsewhere in the project: the one whose root shares most with the importing file's.
  auto it = package_roots_.find(std::string(top));
  if (it == package_roots_.end())
    return ir::kNone;
  uint32_t best = ir::kNone;
  size_t best_shared = 0;
  for (const std::string &candidate : it->second) {
    const uint32_t found = at(join(candidate, path));
    if (found == ir::kNone)
      continue;
    size_t shared = 0;
    while (shared < candidate.size() && shared < from.folder.size() &&
           candidate[shared] == from.folder[shared])
      ++shared;
    if (best == ir::kNone || shared > best_shared) {
      best = found;
      best_shared = shared;
    }
  }
  return best;
}

} // namespace offside::python
