// Text encodings of Python files: declared encoding, decoding to UTF-8, encoding back.
#include "lint/source/encoding.h"

#include "lint/source/origin.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <iconv.h>

namespace offside::source {
namespace {

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\f'; }
bool is_ascii(unsigned char c) { return c < 0x80; }

bool is_name_char(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
         c == '_' || c == '.';
}

// The expression PEP 263 gives: blanks, '#', anything, "coding", ':' or '=', blanks, the name.
std::optional<std::string> cookie(std::string_view line) {
  size_t i = 0;
  while (i < line.size() && is_blank(line[i]))
    ++i;
  if (i == line.size() || line[i] != '#')
    return std::nullopt;
  for (size_t at = line.find("coding", i); at != line.npos; at = line.find("coding", at + 1)) {
    size_t p = at + 6;
    if (p == line.size() || (line[p] != ':' && line[p] != '='))
      continue;
    ++p;
    while (p < line.size() && (line[p] == ' ' || line[p] == '\t'))
      ++p;
    size_t end = p;
    while (end < line.size() && is_name_char(line[end]))
      ++end;
    if (end > p)
      return std::string(line.substr(p, end - p));
  }
  return std::nullopt;
}

bool is_blank_or_comment(std::string_view line) {
  size_t i = 0;
  while (i < line.size() && is_blank(line[i]))
    ++i;
  return i == line.size() || line[i] == '#';
}

// Length of the UTF-8 character at `p`, 0 when it is none.
size_t utf8_length(const unsigned char *p, size_t left) {
  auto tail = [&](size_t i) { return i < left && (p[i] & 0xc0) == 0x80; };
  if (p[0] < 0x80)
    return 1;
  if (p[0] >= 0xc2 && p[0] <= 0xdf)
    return tail(1) ? 2 : 0;
  if (p[0] >= 0xe0 && p[0] <= 0xef) {
    if (!tail(1) || !tail(2) || (p[0] == 0xe0 && p[1] < 0xa0) || (p[0] == 0xed && p[1] > 0x9f))
      return 0;
    return 3;
  }
  if (p[0] >= 0xf0 && p[0] <= 0xf4) {
    if (!tail(1) || !tail(2) || !tail(3) || (p[0] == 0xf0 && p[1] < 0x90) ||
        (p[0] == 0xf4 && p[1] > 0x8f))
      return 0;
    return 4;
  }
  return 0;
}

uint32_t read_utf8(std::string_view text, size_t &i) {
  const auto *p = reinterpret_cast<const unsigned char *>(text.data()) + i;
  const size_t length = std::max<size_t>(1, utf8_length(p, text.size() - i));
  i += length;
  switch (length) {
  case 2:
    return (p[0] & 0x1fu) << 6 | (p[1] & 0x3fu);
  case 3:
    return (p[0] & 0x0fu) << 12 | (p[1] & 0x3fu) << 6 | (p[2] & 0x3fu);
  case 4:
    return (p[0] & 0x07u) << 18 | (p[1] & 0x3fu) << 12 | (p[2] & 0x3fu) << 6 | (p[3] & 0x3fu);
  default:
    return p[0];
  }
}

// Windows-1252 at 0x80..0x9f; 0: not assigned, which Python's codec rejects too.
constexpr std::array<uint16_t, 32> kCp1252 = {
    0x20ac, 0,      0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021, 0x02c6, 0x2030, 0x0160,
    0x2039, 0x0152, 0,      0x017d, 0,      0,      0x2018, 0x2019, 0x201c, 0x201d, 0x2022,
    0x2013, 0x2014, 0x02dc, 0x2122, 0x0161, 0x203a, 0x0153, 0,      0x017e, 0x0178};

// Code point of one byte in a single-byte encoding, 0 when it has none.
uint32_t single_byte(Encoding encoding, unsigned char c) {
  if (c < 0x80)
    return c;
  if (encoding == Encoding::Ascii)
    return 0;
  if (encoding == Encoding::Cp1252 && c < 0xa0)
    return kCp1252[c - 0x80];
  return c;
}

class Iconv {
public:
  Iconv(const char *to, const char *from) : handle_(iconv_open(to, from)) {}
  ~Iconv() {
    if (ok())
      iconv_close(handle_);
  }
  Iconv(const Iconv &) = delete;
  Iconv &operator=(const Iconv &) = delete;
  bool ok() const { return handle_ != reinterpret_cast<iconv_t>(-1); }
  size_t convert(char **in, size_t *in_left, char **out, size_t *out_left) {
    return iconv(handle_, in, in_left, out, out_left);
  }

private:
  iconv_t handle_;
};

// Every ASCII byte must mean itself, else a cookie could not have been read, and copying ASCII runs
// untouched would be wrong. This keeps out UTF-16, EBCDIC and the escape-sequence encodings.
bool keeps_ascii(const std::string &name) {
  Iconv converter("UTF-8", name.c_str());
  if (!converter.ok())
    return false;
  std::string in;
  for (int c = 1; c < 0x80; ++c)
    in.push_back(static_cast<char>(c));
  std::string out(4 * in.size(), '\0');
  char *from = in.data(), *to = out.data();
  size_t from_left = in.size(), to_left = out.size();
  if (converter.convert(&from, &from_left, &to, &to_left) == static_cast<size_t>(-1))
    return false;
  out.resize(out.size() - to_left);
  // Shift-JIS reads 0x5c and 0x7e as yen and overline in some tables; Python reads them as ASCII.
  for (size_t i = 0; i < std::min(in.size(), out.size()); ++i)
    if (out[i] != in[i])
      return in[i] == '\\' || in[i] == '~';
  return out.size() == in.size();
}

Decoded decode_single_byte(std::string_view bytes, Encoding encoding) {
  Decoded result;
  result.text.reserve(bytes.size() + bytes.size() / 16);
  for (size_t i = 0; i < bytes.size(); ++i) {
    const auto c = static_cast<unsigned char>(bytes[i]);
    if (is_ascii(c)) {
      result.text.push_back(bytes[i]);
      continue;
    }
    const uint32_t code_point = single_byte(encoding, c);
    if (code_point == 0) {
      result.error = "a byte that the declared encoding does not have";
      result.error_offset = i;
      return result;
    }
    append_utf8(result.text, code_point);
    result.steps.push_back({static_cast<uint32_t>(result.text.size()), i + 1});
  }
  return result;
}

Decoded decode_other(std::string_view bytes, const std::string &name) {
  Decoded result;
  Iconv converter("UCS-4LE", name.c_str());
  result.text.reserve(bytes.size() + bytes.size() / 2);
  size_t i = 0;
  while (i < bytes.size()) {
    if (is_ascii(static_cast<unsigned char>(bytes[i]))) {
      result.text.push_back(bytes[i++]);
      continue;
    }
    // One character at a time: room for one code point, so that its length in bytes is known. Some
    // encodings have characters of two code points; iconv keeps the second for the next call.
    char *from = const_cast<char *>(bytes.data()) + i;
    size_t left = std::min<size_t>(bytes.size() - i, 8);
    std::array<unsigned char, 8> code{};
    char *to = reinterpret_cast<char *>(code.data());
    size_t room = code.size();
    size_t length = 1;
    bool converted = false;
    for (; length <= left && !converted; ++length) {
      char *at = from;
      size_t count = length;
      const size_t status = converter.convert(&at, &count, &to, &room);
      converted = status != static_cast<size_t>(-1) && count == 0 && room < code.size();
      if (!converted)
        converter.convert(nullptr, nullptr, nullptr, nullptr);
    }
    if (!converted) {
      result.error = "bytes that the declared encoding does not have";
      result.error_offset = i;
      return result;
    }
    for (size_t k = 0; k + 4 <= code.size() - room; k += 4)
      append_utf8(result.text, code[k] | code[k + 1] << 8 | code[k + 2] << 16);
    i += length - 1;
    result.steps.push_back({static_cast<uint32_t>(result.text.size()), i});
  }
  return result;
}

} // namespace

void append_utf8(std::string &out, uint32_t c) {
  if (c < 0x80) {
    out.push_back(static_cast<char>(c));
  } else if (c < 0x800) {
    out.push_back(static_cast<char>(0xc0 | c >> 6));
    out.push_back(static_cast<char>(0x80 | (c & 0x3f)));
  } else if (c < 0x10000) {
    out.push_back(static_cast<char>(0xe0 | c >> 12));
    out.push_back(static_cast<char>(0x80 | (c >> 6 & 0x3f)));
    out.push_back(static_cast<char>(0x80 | (c & 0x3f)));
  } else {
    out.push_back(static_cast<char>(0xf0 | c >> 18));
    out.push_back(static_cast<char>(0x80 | (c >> 12 & 0x3f)));
    out.push_back(static_cast<char>(0x80 | (c >> 6 & 0x3f)));
    out.push_back(static_cast<char>(0x80 | (c & 0x3f)));
  }
}

std::optional<std::string> declared_encoding(std::string_view bytes) {
  const size_t first_end = bytes.find_first_of("\r\n");
  const std::string_view first = bytes.substr(0, first_end);
  if (auto name = cookie(first))
    return name;
  if (first_end == bytes.npos || !is_blank_or_comment(first))
    return std::nullopt;
  size_t begin = first_end + 1;
  if (bytes[first_end] == '\r' && begin < bytes.size() && bytes[begin] == '\n')
    ++begin;
  const std::string_view rest = bytes.substr(begin);
  return cookie(rest.substr(0, rest.find_first_of("\r\n")));
}

size_t find_invalid_utf8(std::string_view bytes) {
  const auto *data = reinterpret_cast<const unsigned char *>(bytes.data());
  size_t i = 0;
  while (i < bytes.size()) {
    while (i + 8 <= bytes.size()) { // ASCII, eight at a time
      uint64_t word;
      std::memcpy(&word, data + i, 8);
      if (word & 0x8080808080808080ull)
        break;
      i += 8;
    }
    // Up to the next word of ASCII, character by character.
    for (int k = 0; k < 8 && i < bytes.size(); ++k) {
      const size_t length = utf8_length(data + i, bytes.size() - i);
      if (length == 0)
        return i;
      i += length;
    }
  }
  return std::string_view::npos;
}

EncodingName resolve_encoding(std::string_view declared) {
  std::string name; // lower case, '-' between words
  for (char c : declared)
    name.push_back(c == '_' ? '-' : c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c);
  auto is_one_of = [&](std::initializer_list<std::string_view> names) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  // CPython's own short cut: these names also with a suffix ("utf-8-unix", an Emacs habit).
  auto begins = [&](std::string_view prefix) {
    return name.substr(0, prefix.size()) == prefix &&
           (name.size() == prefix.size() || name[prefix.size()] == '-');
  };
  if (begins("utf-8") || is_one_of({"utf8", "u8", "utf", "cp65001"}))
    return {Encoding::Utf8, "", true};
  if (begins("latin-1") || begins("iso-8859-1") || begins("iso-latin-1") ||
      is_one_of({"latin1", "latin", "l1", "iso8859-1", "iso8859", "8859", "cp819"}))
    return {Encoding::Latin1, "", true};
  if (is_one_of({"cp1252", "windows-1252", "1252"}))
    return {Encoding::Cp1252, "", true};
  if (is_one_of({"ascii", "us-ascii", "646", "ansi-x3.4-1968"}))
    return {Encoding::Ascii, "", true};
  if (is_one_of({"mac-roman", "macroman", "macintosh"}))
    name = "macintosh";
  else if (is_one_of({"shift-jis", "shiftjis", "sjis", "s-jis", "cp932", "932", "ms932"}))
    name = "cp932"; // Shift-JIS with the ASCII backslash, as Python has it
  else if (is_one_of({"cp949", "949", "uhc"}))
    name = "uhc";
  if (keeps_ascii(name))
    return {Encoding::Other, name, true};
  return {Encoding::Other, "", false};
}

Decoded decode(std::string_view bytes, const EncodingName &name) {
  if (name.encoding == Encoding::Other)
    return decode_other(bytes, name.iconv_name);
  return decode_single_byte(bytes, name.encoding);
}

std::optional<std::string> encode(std::string_view utf8, const EncodingName &name) {
  if (name.encoding == Encoding::Utf8)
    return std::string(utf8);
  if (name.encoding == Encoding::Other) {
    Iconv converter(name.iconv_name.c_str(), "UTF-8");
    if (!converter.ok())
      return std::nullopt;
    std::string out(4 * utf8.size() + 16, '\0');
    char *from = const_cast<char *>(utf8.data()), *to = out.data();
    size_t from_left = utf8.size(), to_left = out.size();
    // A positive result counts characters that were only approximated.
    if (converter.convert(&from, &from_left, &to, &to_left) != 0)
      return std::nullopt;
    out.resize(out.size() - to_left);
    return out;
  }
  std::string out;
  for (size_t i = 0; i < utf8.size();) {
    const uint32_t c = read_utf8(utf8, i);
    if (c < 0x80 || (c < 0x100 && single_byte(name.encoding, static_cast<unsigned char>(c)) == c)) {
      out.push_back(static_cast<char>(c));
      continue;
    }
    const auto *hit = std::find(kCp1252.begin(), kCp1252.end(), c);
    if (name.encoding != Encoding::Cp1252 || hit == kCp1252.end())
      return std::nullopt;
    out.push_back(static_cast<char>(0x80 + (hit - kCp1252.begin())));
  }
  return out;
}

} // namespace offside::source
