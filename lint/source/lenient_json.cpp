// One pass over the tokens that matter: strings, their \u escapes, and three words.
#include "lint/source/lenient_json.h"

#include <cstdint>
#include <optional>

namespace offside::source {
namespace {

// The code unit of a `\uXXXX` at `i`.
std::optional<uint32_t> unit_at(std::string_view text, size_t i) {
  if (i + 6 > text.size() || text[i] != '\\' || text[i + 1] != 'u')
    return std::nullopt;
  uint32_t unit = 0;
  for (char c : text.substr(i + 2, 4)) {
    const char lower = static_cast<char>(c | 0x20);
    if (c >= '0' && c <= '9')
      unit = unit * 16 + static_cast<uint32_t>(c - '0');
    else if (lower >= 'a' && lower <= 'f')
      unit = unit * 16 + static_cast<uint32_t>(lower - 'a' + 10);
    else
      return std::nullopt;
  }
  return unit;
}

bool is_high(uint32_t unit) { return unit >= 0xd800 && unit < 0xdc00; }
bool is_low(uint32_t unit) { return unit >= 0xdc00 && unit < 0xe000; }

// Repairs the string that opens at `i` and returns the offset behind it.
size_t repair_string(std::string &text, size_t i) {
  for (++i; i < text.size() && text[i] != '"';) {
    if (text[i] != '\\') {
      ++i;
      continue;
    }
    const auto unit = unit_at(text, i);
    if (!unit) {
      i += 2;
    } else if (is_high(*unit) && is_low(unit_at(text, i + 6).value_or(0))) {
      i += 12;
    } else {
      if (is_high(*unit) || is_low(*unit))
        text.replace(i, 6, "\\ufffd");
      i += 6;
    }
  }
  return i + 1;
}

} // namespace

std::string strict_json(std::string_view lenient) {
  std::string text(lenient);
  for (size_t i = 0; i < text.size();) {
    if (text[i] == '"') {
      i = repair_string(text, i);
    } else if (text.compare(i, 3, "NaN") == 0) {
      text.replace(i, 3, "0.0");
      i += 3;
    } else if (text.compare(i, 8, "Infinity") == 0) { // behind a minus sign too
      text.replace(i, 8, "0.000000");
      i += 8;
    } else {
      ++i;
    }
  }
  return text;
}

} // namespace offside::source
