// Comments that say which findings a test file must give, for `check --verify`.
//
//   x.add_(y)  # expect: DEV101            on this line
//   # expect+1: DEV101, DEV201             one line down; expect-2: two lines up
#pragma once

#include "lint/source/python_lines.h"
#include "lint/source/source_file.h"

#include <string>
#include <vector>

namespace offside::source {

struct Expectation {
  std::string code;    // as written; twice for two findings on a line
  TextSpan span;       // of the code in the comment
  uint32_t line_start; // text offset at which the meant line starts, see SourceFile::line_start
};

struct InvalidExpectation {
  TextSpan span;
  std::string message;
};

struct Expectations {
  std::vector<Expectation> expected; // in order of the text
  std::vector<InvalidExpectation> invalid;
};

Expectations read_expectations(const SourceFile &file);

} // namespace offside::source
