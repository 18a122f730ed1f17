// What a run works on: files found, configured, and grouped by the torch version they are meant
// for, and the messages about those that cannot be read.
#pragma once

#include "lint/cli/config.h"
#include "lint/cli/options.h"
#include "lint/cli/project.h"
#include "lint/cli/torch_floor.h"

#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace offside::cli {

// The path from the root folder, without dots.
std::string absolute_path(const std::string &path);

// Files that are meant for one torch version: an engine run of their own. Usually there is one.
struct Part {
  int torch_version;
  Project project;
  std::vector<const Settings *> settings; // by file
};

class RunInputs {
public:
  // `options` must outlive this object.
  explicit RunInputs(const InputOptions &options);

  // Finds the files and settles the configuration of each before any work is done on them. False
  // when the run cannot start.
  bool open();
  // Reads every file; one that cannot be read is a failure of the run, but does not end it.
  void read(const Reading &reading);

  // The part that holds a path, and the file in it.
  std::pair<Part *, File *> find(std::string_view path);
  std::size_t file_count() const;

  // Messages wait until the progress line is gone.
  bool fail(std::string message) {
    messages.push_back(std::move(message));
    failed = true;
    return false;
  }

  std::vector<Part> parts; // by torch version
  std::string stdin_path;  // "" when standard input is not among the files
  std::optional<std::string> stdin_text;
  std::vector<std::string> messages; // for standard error
  bool failed = false;

private:
  struct FoundFile {
    std::string path;
    bool named; // by the user, this very path
  };

  bool read_options();
  bool find_files();
  bool configure();
  bool load_models();
  void report_unreadable();

  const InputOptions &options;
  Configurations configurations;
  TorchFloors floors;
  std::optional<int> torch_version; // of the command line
  std::set<std::string> models;
  std::vector<FoundFile> found;
};

} // namespace offside::cli
