// Literal values.
#include "lint/python/literals.h"

#include <charconv>
#include <cstdlib>

namespace offside::python {
namespace {

int digit_value(char c) {
  if (c >= '0' && c <= '9')
    return c - '0';
  if (c >= 'a' && c <= 'f')
    return c - 'a' + 10;
  if (c >= 'A' && c <= 'F')
    return c - 'A' + 10;
  return 99;
}

Number parse_integer(std::string_view digits, int base) {
  Number n;
  uint64_t value = 0;
  for (char c : digits) {
    if (c == '_')
      continue;
    const int d = digit_value(c);
    if (d >= base)
      break; // a suffix of Python 2
    if (value > (uint64_t{INT64_MAX} - static_cast<uint64_t>(d)) / static_cast<uint64_t>(base)) {
      n.kind = Number::BigInt;
      return n;
    }
    value = value * static_cast<uint64_t>(base) + static_cast<uint64_t>(d);
  }
  n.integer = static_cast<int64_t>(value);
  return n;
}

void append_utf8(uint32_t c, std::string &out) {
  if (c < 0x80) {
    out += static_cast<char>(c);
  } else if (c < 0x800) {
    out += static_cast<char>(0xc0 | c >> 6);
    out += static_cast<char>(0x80 | (c & 0x3f));
  } else if (c < 0x10000) {
    out += static_cast<char>(0xe0 | c >> 12);
    out += static_cast<char>(0x80 | (c >> 6 & 0x3f));
    out += static_cast<char>(0x80 | (c & 0x3f));
  } else {
    out += static_cast<char>(0xf0 | (c >> 18 & 7));
    out += static_cast<char>(0x80 | (c >> 12 & 0x3f));
    out += static_cast<char>(0x80 | (c >> 6 & 0x3f));
    out += static_cast<char>(0x80 | (c & 0x3f));
  }
}

// Decodes `count` hex digits at `at`; returns whether they are there.
bool hex(std::string_view text, size_t at, size_t count, uint32_t &value) {
  if (at + count > text.size())
    return false;
  value = 0;
  for (size_t i = at; i < at + count; ++i) {
    const int d = digit_value(text[i]);
    if (d > 15)
      return false;
    value = value << 4 | static_cast<uint32_t>(d);
  }
  return true;
}

// Decodes the escape whose backslash is at `at`; returns the offset after it.
size_t decode_escape(std::string_view text, size_t at, bool bytes, std::string &out) {
  if (at + 1 >= text.size()) {
    out += '\\';
    return at + 1;
  }
  const char c = text[at + 1];
  uint32_t value = 0;
  switch (c) {
  case '\n':
    return at + 2;
  case '\r':
    return at + (at + 2 < text.size() && text[at + 2] == '\n' ? 3 : 2);
  case '\\':
  case '\'':
  case '"':
    out += c;
    return at + 2;
  case 'a':
    out += '\a';
    return at + 2;
  case 'b':
    out += '\b';
    return at + 2;
  case 'f':
    out += '\f';
    return at + 2;
  case 'n':
    out += '\n';
    return at + 2;
  case 'r':
    out += '\r';
    return at + 2;
  case 't':
    out += '\t';
    return at + 2;
  case 'v':
    out += '\v';
    return at + 2;
  case 'x':
    if (hex(text, at + 2, 2, value)) {
      if (bytes)
        out += static_cast<char>(value);
      else
        append_utf8(value, out);
      return at + 4;
    }
    break;
  case 'u':
  case 'U': {
    const size_t count = c == 'u' ? 4 : 8;
    if (!bytes && hex(text, at + 2, count, value)) {
      append_utf8(value, out);
      return at + 2 + count;
    }
    break;
  }
  default:
    if (c >= '0' && c <= '7') {
      size_t i = at + 1;
      for (; i < text.size() && i < at + 4 && text[i] >= '0' && text[i] <= '7'; ++i)
        value = value * 8 + static_cast<uint32_t>(text[i] - '0');
      if (bytes)
        out += static_cast<char>(value);
      else
        append_utf8(value, out);
      return i;
    }
  }
  // Unknown escapes, and \N{...} whose names we do not carry: as written.
  out += '\\';
  out += c;
  return at + 2;
}

} // namespace

Number parse_number(std::string_view text) {
  if (text.size() > 2 && text[0] == '0') {
    const char base = static_cast<char>(text[1] | 0x20);
    if (base == 'x')
      return parse_integer(text.substr(2), 16);
    if (base == 'o')
      return parse_integer(text.substr(2), 8);
    if (base == 'b')
      return parse_integer(text.substr(2), 2);
  }
  if (!text.empty() && (text.back() | 0x20) == 'j')
    return {Number::Imaginary};
  if (text.find_first_of(".eE") == std::string_view::npos)
    return parse_integer(text, 10);
  std::string plain;
  for (char c : text)
    if (c != '_')
      plain += c;
  Number n{Number::Float};
  const auto [end, error] = std::from_chars(plain.data(), plain.data() + plain.size(), n.real);
  if (error == std::errc::result_out_of_range)
    n.real = std::strtod(plain.c_str(), nullptr); // inf or 0, as in Python
  return n;
}

StringPrefix parse_prefix(std::string_view start) {
  StringPrefix p;
  for (char c : start) {
    switch (c | 0x20) {
    case 'r':
      p.raw = true;
      break;
    case 'b':
      p.bytes = true;
      break;
    case 'f':
      p.format = true;
      break;
    case 't':
      p.is_template = p.format = true;
      break;
    default:
      break;
    }
    if (c == '"' || c == '\'')
      break;
  }
  return p;
}

void decode_content(std::string_view content, StringPrefix prefix, std::string &out) {
  size_t i = 0;
  while (i < content.size()) {
    const char c = content[i];
    if (c == '\\' && !prefix.raw) {
      i = decode_escape(content, i, prefix.bytes, out);
    } else if (c == '\r') {
      out += '\n';
      i += i + 1 < content.size() && content[i + 1] == '\n' ? 2 : 1;
    } else if (prefix.format && (c == '{' || c == '}') && i + 1 < content.size() &&
               content[i + 1] == c) {
      out += c;
      i += 2;
    } else {
      out += c;
      ++i;
    }
  }
}

} // namespace offside::python
