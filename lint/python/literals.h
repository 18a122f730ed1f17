// Values of Python literals from their text.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace offside::python {

struct Number {
  enum Kind : uint8_t { Int, BigInt, Float, Imaginary } kind = Int;
  int64_t integer = 0;
  double real = 0;
};

// `text` is an integer or float token: any base, underscores, `j` suffix.
Number parse_number(std::string_view text);

struct StringPrefix {
  bool raw = false, bytes = false, format = false, is_template = false;
};

// The prefix in `start`, the text up to and with the opening quotes.
StringPrefix parse_prefix(std::string_view start);

// Appends the value of a piece of a string's content: escapes decoded unless raw, `{{` and `}}`
// halved in format strings, line ends as LF. Bytes keep \x escapes as the byte itself. Invalid
// escapes stay as written, as in Python.
void decode_content(std::string_view content, StringPrefix prefix, std::string &out);

} // namespace offside::python
