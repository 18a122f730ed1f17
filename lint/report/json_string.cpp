// Writes text as a JSON string.
#include "lint/report/json_string.h"

#include "lint/report/display.h"

#include <cstdint>

namespace offside::report {

void append_json(std::string &out, std::string_view text) {
  static constexpr char hex[] = "0123456789abcdef";
  out += '"';
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint point = decode(text, at);
    const std::string_view bytes = text.substr(at, point.size);
    at += point.size;
    switch (point.value) {
    case '"':
      out += "\\\"";
      break;
    case '\\':
      out += "\\\\";
      break;
    case '\n':
      out += "\\n";
      break;
    case '\r':
      out += "\\r";
      break;
    case '\t':
      out += "\\t";
      break;
    default:
      if (!point.valid)
        out += "\\ufffd";
      else if (point.value < 0x20 || point.value == 0x7f)
        (out += "\\u00") += {hex[point.value >> 4], hex[point.value & 15]};
      else
        out += bytes;
    }
  }
  out += '"';
}

} // namespace offside::report
