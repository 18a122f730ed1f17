// How text looks in a terminal.
#include "lint/report/display.h"

#include <algorithm>
#include <iterator>

namespace offside::report {

namespace {

struct Range {
  uint32_t first, last;
};

// Unicode: general categories Mn, Me, Cf in the scripts that appear beside code, and the zero-width
// joiners.
constexpr Range zero_width[] = {
    {0x300, 0x36f},   {0x483, 0x489},   {0x591, 0x5bd},    {0x610, 0x61a},   {0x64b, 0x65f},
    {0x200b, 0x200f}, {0x202a, 0x202e}, {0x2060, 0x2064},  {0x20d0, 0x20f0}, {0xfe00, 0xfe0f},
    {0xfe20, 0xfe2f}, {0xfeff, 0xfeff}, {0xe0100, 0xe01ef}};

// Unicode East Asian Width W and F, and emoji shown as pictures.
constexpr Range wide[] = {
    {0x1100, 0x115f},   {0x231a, 0x231b},   {0x23e9, 0x23ec},   {0x2614, 0x2615},  {0x2648, 0x2653},
    {0x26a1, 0x26a1},   {0x26d4, 0x26d4},   {0x2705, 0x2705},   {0x270a, 0x270b},  {0x2728, 0x2728},
    {0x274c, 0x274c},   {0x2753, 0x2755},   {0x2795, 0x2797},   {0x2b50, 0x2b50},  {0x2e80, 0x303e},
    {0x3041, 0x33ff},   {0x3400, 0x4dbf},   {0x4e00, 0x9fff},   {0xa000, 0xa4cf},  {0xa960, 0xa97f},
    {0xac00, 0xd7a3},   {0xf900, 0xfaff},   {0xfe30, 0xfe6f},   {0xff00, 0xff60},  {0xffe0, 0xffe6},
    {0x1f300, 0x1f64f}, {0x1f680, 0x1f6ff}, {0x1f900, 0x1f9ff}, {0x20000, 0x3fffd}};

template <std::size_t N> bool contains(const Range (&ranges)[N], uint32_t value) {
  const Range *at =
      std::upper_bound(std::begin(ranges), std::end(ranges), value,
                       [](uint32_t v, const Range &range) { return v < range.first; });
  return at != std::begin(ranges) && value <= std::prev(at)->last;
}

constexpr uint32_t tab_width = 4;
constexpr std::string_view replacement = "\xef\xbf\xbd"; // U+FFFD

bool changes_direction(
    uint32_t value) { // bidirectional controls can make a line read as other code than it is
  return (value >= 0x202a && value <= 0x202e) || (value >= 0x2066 && value <= 0x2069);
}

} // namespace

CodePoint decode(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = byte(at);
  if (lead < 0x80)
    return {lead, 1, true};
  const int size = lead >= 0xc2 && lead < 0xe0   ? 2
                   : lead >= 0xe0 && lead < 0xf0 ? 3
                   : lead >= 0xf0 && lead < 0xf5 ? 4
                                                 : 0;
  if (size == 0 || text.size() - at < static_cast<std::size_t>(size))
    return {};
  uint32_t value = lead & (0x7f >> size);
  for (int i = 1; i < size; ++i) {
    if ((byte(at + i) & 0xc0) != 0x80)
      return {};
    value = value << 6 | (byte(at + i) & 0x3f);
  }
  const bool overlong = (size == 3 && value < 0x800) || (size == 4 && value < 0x10000);
  if (overlong || value > 0x10ffff || (value >= 0xd800 && value < 0xe000))
    return {};
  return {value, static_cast<uint8_t>(size), true};
}

int width(uint32_t code_point) {
  if (code_point < 0x300)
    return 1;
  if (contains(zero_width, code_point))
    return 0;
  return contains(wide, code_point) ? 2 : 1;
}

DisplayLine display(std::string_view line) {
  DisplayLine out;
  out.column.resize(line.size() + 1);
  uint32_t column = 0;
  for (std::size_t at = 0; at < line.size();) {
    const CodePoint point = decode(line, at);
    std::fill_n(out.column.begin() + static_cast<std::ptrdiff_t>(at), point.size, column);
    if (point.value == '\t' || point.value == '\f') {
      const uint32_t spaces = point.value == '\t' ? tab_width - column % tab_width : 1;
      out.text.append(spaces, ' ');
      column += spaces;
    } else if (!point.valid || point.value < 0x20 || (point.value >= 0x7f && point.value < 0xa0) ||
               changes_direction(point.value)) {
      out.text += replacement;
      ++column;
    } else {
      out.text += line.substr(at, point.size);
      column += static_cast<uint32_t>(width(point.value));
    }
    at += point.size;
  }
  out.column[line.size()] = column;
  return out;
}

std::string slice(const std::string &text, uint32_t from, uint32_t to) {
  std::string out;
  uint32_t column = 0;
  for (std::size_t at = 0; at < text.size() && column < to;) {
    const CodePoint point = decode(text, at);
    const uint32_t next = column + static_cast<uint32_t>(width(point.value));
    if (column >= from && next <= to)
      out += text.substr(at, point.size);
    else if (next > from && column < to) // half of a wide character
      out.append(std::min(next, to) - std::max(column, from), ' ');
    column = next;
    at += point.size;
  }
  return out;
}

} // namespace offside::report
