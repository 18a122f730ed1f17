// One file with the edits of its plan made, in memory, and the proof that it still parses.
#pragma once

#include "lint/cli/project.h"
#include "lint/migrate/plan.h"
#include "lint/source/source_file.h"

#include <memory>
#include <string>
#include <vector>

namespace offside::cli {

struct FileRewrite {
  std::string before, after;                  // bytes
  std::unique_ptr<source::SourceFile> source; // of `after`
  std::vector<ir::Span> places;               // of the plan's sites, in `source`
  std::string error; // why the file has to stay as it was; "" = it need not
};

// With `mark`, places to review get a comment.
FileRewrite rewrite(const File &file, const migrate::FilePlan &plan, bool mark);

} // namespace offside::cli
