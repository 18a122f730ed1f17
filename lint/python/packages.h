// Which file a dotted module name means, within the project's own files.
#pragma once

#include "lint/ir/ir.h"

#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace offside::python {

// Knows the module name of every file of a run and finds files by module name. Paths are as given;
// only `.py`,
// `.pyi` and `.ipynb` files have module names.
class Packages {
public:
  explicit Packages(const std::vector<std::string> &paths);

  // The dotted name of a file: below the folder above its outermost package, or, outside packages,
  // below the folder that holds all files.
  std::string module_of(size_t file) const;
  // Whether the file is a package's `__init__.py`.
  bool is_package(size_t file) const;
  // The file that `dotted` means when `from_file` imports it, or kNone. A name that begins with
  // dots is relative to the importing file's folder.
  uint32_t resolve(std::string_view dotted, size_t from_file) const;

private:
  struct File {
    std::string folder;
    std::string root; // the import root: the folder above the outermost package
    std::string module;
    bool is_package = false;
  };
  void add(const std::string &path);
  bool is_package_folder(const std::string &folder);
  uint32_t at(const std::string &stem) const;
  uint32_t relative(std::string_view dotted, size_t from_file) const;

  std::string common_; // the folder that holds every file
  std::vector<File> files_;
  std::unordered_set<std::string> names_; // of files and folders: what a top-level name can be
  std::unordered_map<std::string, uint32_t> by_path_;
  std::unordered_map<std::string, bool> package_folders_;
  std::unordered_map<std::string, std::vector<std::string>> package_roots_; // by top-level package
};

// Fills in what lowering left open: Program::id, the programs of Import, ImportFrom, ImportStar and
// star_programs. `programs` are in the order of the paths given to Packages.
void link(std::vector<ir::Program> &programs, const Packages &packages);

} // namespace offside::python
