// The Python front end's door: source text in, IR out. Syntax trees do not pass it.
#pragma once

#include "lint/ir/ir.h"

#include <string>
#include <string_view>
#include <vector>

namespace offside::python {

struct LowerResult {
  ir::Program program;
  // Where the parser gave up or supplied a missing token; at most 100, in order.
  std::vector<ir::Span> syntax_errors;
  bool python2 = false;  // the file is Python 2: only an empty module body was lowered
  bool too_deep = false; // something was nested too deeply to lower and became Unsupported
};

// Lowers one file. `text` is normalised (see lint/source/source_file.h). `module` is the file's
// dotted name in its project, "" when unknown (relative imports then keep their leading dots);
// `is_package` says that the file is an
// `__init__.py`. Never fails: what cannot be lowered becomes Unsupported.
LowerResult lower(std::string_view text, std::string path, std::string module, bool is_package);

// Parses and walks the tree once without lowering; returns whether the text parsed without an
// error. The yardstick that lowering and checking are measured against.
bool parse_only(std::string_view text);

} // namespace offside::python
