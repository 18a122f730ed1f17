// What is done to text that does not parse before it is parsed a second time. Nothing moves: every
// rewrite keeps length and line ends.
#pragma once

#include "lint/ir/ir.h"

#include <string>
#include <string_view>
#include <vector>

namespace offside::python {

struct Repaired {
  std::string text; // "" when there is nothing to repair
  std::vector<ir::Span>
      lost; // statements that were blanked out, with what they would have swallowed, in order
};

// Valid Python that the pinned grammar rejects is replaced by what has the same tree; lowering
// reads tokens from the original text and so can tell:
//   - a `*` before a bracket or string in a bare tuple (`return a, *(b, c)`) becomes `~`;
//   - the `=` of a type parameter's default (PEP 696, `class A[T = int]`) becomes `:`.
// A statement whose bracket is still open at a line that begins with a keyword no bracket can hold
// (`def`, `return`,
// ...), not indented deeper than the statement, is blanked out up to that line; the parser would
// take what follows into the bracket.
Repaired repaired(std::string_view text);

// The text with long runs of comment lines blanked, "" when it has none. The parser's scanner looks
// through all of the rest of a run at each of its lines.
std::string without_comment_runs(std::string_view text);

} // namespace offside::python
