// How text looks in a terminal: code points, their width, and source lines made safe to print.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace offside::report {

struct CodePoint {
  uint32_t value = 0xfffd;
  uint8_t size = 1; // bytes taken, at least 1
  bool valid = false;
};
CodePoint decode(std::string_view text, std::size_t at);

// Columns a code point takes: 0 for combining marks, 2 for East Asian wide characters and emoji,
// else 1.
int width(uint32_t code_point);

// A source line as it is printed: tabs expanded, control characters and bad bytes replaced (so that
// a file cannot send escape sequences to a terminal), and the column where each byte of the
// original begins.
struct DisplayLine {
  std::string text;
  std::vector<uint32_t> column; // per byte of the original and one past its end
  uint32_t columns() const { return column.back(); }
};
DisplayLine display(std::string_view line);

// The part of a displayed line between two columns; cuts no character in half.
std::string slice(const std::string &text, uint32_t from, uint32_t to);

} // namespace offside::report
