// Runs the engine over a project and turns what it observed into findings.
#pragma once

#include "lint/check/finding.h"
#include "lint/check/rules.h"
#include "lint/ir/ir.h"
#include "lint/placement/index.h"
#include "lint/placement/observer.h"
#include "lint/source/source_file.h"

#include <functional>
#include <string>
#include <vector>

namespace offside::check {

struct Options {
  int torch_version = 215; // major*100+minor: the oldest torch the project runs on
  unsigned threads = 0;    // 0 = one per core
};

struct Input {
  std::string path;
  const source::SourceFile *source;
  const ir::Program *program;
};

// Somebody who looks on while the engine runs over the files.
struct Watch {
  // Of one file, called on the thread that analyses it; may be null.
  std::function<placement::Observer *(uint32_t file)> observer;
  std::function<void(const placement::Index &, const std::vector<Finding> &)> finished;
};

// Findings sorted by path, offset, rule; the same for any number of threads. Suppressions are not
// applied here.
std::vector<Finding> analyze(const std::vector<Input> &inputs, const Options &options,
                             const Watch *watch = nullptr);

// Values of the module-level names of one file, for developers.
std::string dump_placement(const std::vector<Input> &inputs, size_t file, const Options &options);

} // namespace offside::check
