// Text encodings of Python files: which one a file declares (PEP 263), decoding to UTF-8, encoding
// back. Byte-exact: what cannot be represented is an error, never a replacement character.
#pragma once

#include "lint/source/source_file.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace offside::source {

struct OffsetStep;

// The name in a `coding:` comment on one of the first two lines, else nothing. The second line
// counts only when the first is blank or a comment.
std::optional<std::string> declared_encoding(std::string_view bytes);

// Offset of the first byte that is not UTF-8 as Python takes it (no overlong forms, no surrogates),
// or npos.
size_t find_invalid_utf8(std::string_view bytes);

struct EncodingName {
  Encoding encoding = Encoding::Utf8;
  std::string iconv_name; // for Other
  bool known = true;      // false: no such encoding here
};
EncodingName resolve_encoding(std::string_view declared);

struct Decoded {
  std::string text;
  std::vector<OffsetStep> steps;
  std::string error; // empty: all went well
  uint64_t error_offset = 0;
};
Decoded decode(std::string_view bytes, const EncodingName &name);

// UTF-8 to the encoding; nothing when a character has no form in it.
std::optional<std::string> encode(std::string_view utf8, const EncodingName &name);

void append_utf8(std::string &out, uint32_t code_point);

} // namespace offside::source
