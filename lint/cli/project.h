// The files of a run: found, read, lowered on all threads, and linked.
#pragma once

#include "lint/cli/progress.h"
#include "lint/ir/ir.h"
#include "lint/python/packages.h"
#include "lint/source/source_file.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace offside::cli {

struct File {
  std::string path; // as reported
  uint64_t size = 0;
  source::LoadError error;
  bool lowered = false; // else nothing in it can matter, and its program is empty
  std::unique_ptr<source::SourceFile>
      source; // null when the file is not lowered: texts are most of the memory
  std::vector<ir::Span> syntax_errors;
  bool python2 = false;
};

struct Reading {
  unsigned threads = 1;
  bool every_file = false; // lower also what the prefilter would leave out
  Progress *progress = nullptr;
};

// Whether a text holds a word without which no rule of ours can have anything to say.
bool may_matter(std::string_view text);

class Project {
public:
  std::vector<File> files;           // sorted by path
  std::vector<ir::Program> programs; // of each file, linked
  std::map<std::string, std::string, std::less<>>
      overlay; // bytes that stand for a file's on disk, by path

  // Adds a file; `bytes` are its content when it is not to be read from disk (standard input).
  void add(const std::string &path, std::optional<std::string> bytes = {});
  void sort();

  // Reads, lowers and links every file.
  void read(const Reading &reading);
  // Reads and lowers one file whose overlay changed; link() has to follow.
  void read_again(File &file);
  void link();

  File *find(std::string_view path); // null when it is no file of this project
  // The text of a file; an empty one when it is not lowered.
  const source::SourceFile &source(std::size_t index) const;
  std::size_t index_of(const File &file) const {
    return static_cast<std::size_t>(&file - files.data());
  }

private:
  void load(File &file);
  void lower(File &file); // after load()
  std::vector<std::size_t> not_lowered_but_imported(std::span<const std::size_t> importers) const;

  std::optional<python::Packages> packages;
};

} // namespace offside::cli
