// A fast lexical pass over Python text: where logical lines end and where comments are.
//
// It knows strings of all prefixes, f- and t-strings with nested fields and quotes (PEP 701),
// triple quotes, brackets and line continuations. It never fails: in broken code an unclosed string
// ends with its line, and an unclosed bracket at a line that begins with a keyword that no
// expression holds (`def`, `import`, …).
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace offside::source {

struct TextSpan {
  uint32_t begin = 0, end = 0;
};

// Scans the logical line that starts at `begin` and returns the offset after its line end. Outside
// brackets and strings a blank line or a comment alone is a logical line of its own. Comments (from
// '#' to the end of their line, without '\r') are appended to `comments`.
uint32_t scan_logical_line(std::string_view text, uint32_t begin, std::vector<TextSpan> &comments);

} // namespace offside::source
