// IPython magics: found at the start of logical lines and after a top-level `=`.
#include "lint/source/magics.h"

#include "lint/source/python_lines.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace offside::source {
namespace {

// Cell magics that run the rest of the cell as Python in the notebook's own namespace.
constexpr std::array<std::string_view, 14> kWrappers = {
    "time",  "timeit", "capture", "prun",  "debug",   "memit",    "mprun",
    "lprun", "heat",   "wandb",   "cache", "scalene", "snakeviz", "notify"};

bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         static_cast<unsigned char>(c) >= 0x80;
}
bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\f' || c == '\r'; }

std::string_view word_at(std::string_view text, size_t i) {
  size_t end = i;
  while (end < text.size() && is_word(text[end]))
    ++end;
  return text.substr(i, end - i);
}

void blank(std::string &text, size_t begin, size_t end) {
  for (size_t i = begin; i < end; ++i)
    if (text[i] != '\n' && text[i] != '\r')
      text[i] = ' ';
}

void overwrite(std::string &text, size_t begin, size_t end, std::string_view with) {
  blank(text, begin, end);
  std::copy(with.begin(), with.end(), text.begin() + static_cast<std::ptrdiff_t>(begin));
}

// End of the line at `i`, lines that end in a backslash joined with the next, without the last
// line's own end.
size_t escaped_line_end(std::string_view text, size_t i) {
  while (true) {
    const size_t end = std::min(text.find('\n', i), text.size());
    size_t last = end;
    while (last > i && text[last - 1] == '\r')
      --last;
    if (end == text.size() || last == i || text[last - 1] != '\\')
      return end;
    i = end + 1;
  }
}

// `name?`, `%magic??`, `np.*load*?`: a whole line of one object's name with question marks.
bool is_help_line(std::string_view line) {
  while (!line.empty() && is_blank(line.back()))
    line.remove_suffix(1);
  if (line.empty() || line.back() != '?')
    return false;
  return std::all_of(line.begin(), line.end(), [](char c) {
    return is_word(c) || c == '.' || c == '*' || c == '%' || c == '[' || c == ']' || c == '?' ||
           c == ' ';
  });
}

// The statement of `%time statement` can follow an `if 1:` on its line, unless it is compound.
bool is_simple_statement(std::string_view rest) {
  constexpr std::array<std::string_view, 10> compound = {"if",  "for",   "while", "with",  "try",
                                                         "def", "class", "async", "match", "elif"};
  if (rest.empty() || !(is_word(rest[0]) || rest[0] == '(' || rest[0] == '['))
    return false;
  return std::find(compound.begin(), compound.end(), word_at(rest, 0)) == compound.end();
}

// A `%` or `!` right after an assignment's `=` outside brackets and strings, or npos. Python's own
// `%` never follows `=` directly there.
size_t assigned_magic(std::string_view line) {
  int depth = 0;
  for (size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (c == '#')
      return line.npos;
    if (c == '\'' || c == '"') {
      i = line.find(c, i + 1); // a key: `d["k"] = !ls`
      if (i == line.npos)
        return i;
      continue;
    }
    depth += c == '(' || c == '[' || c == '{';
    depth -= c == ')' || c == ']' || c == '}';
    if (c != '=' || depth != 0)
      continue;
    size_t next = i + 1;
    while (next < line.size() && is_blank(line[next]))
      ++next;
    const bool plain = i > 0 && std::string_view("=!<>+-*/%&|^@:").find(line[i - 1]) == line.npos;
    if (plain && next < line.size() &&
        (line[next] == '!' || (line[next] == '%' && next + 1 < line.size() &&
                               (is_word(line[next + 1]) || line[next + 1] == '%'))))
      return next;
    if (next < line.size() && line[next] == '=')
      return line.npos; // a comparison: no assignment statement
  }
  return line.npos;
}

// The line magic or escape at `begin` (column 0 when `begin == line`).
void replace_escape(std::string &cell, size_t line, size_t begin, size_t end) {
  constexpr std::string_view time = "%time ";
  if (cell.compare(begin, time.size(), time) == 0 &&
      is_simple_statement(std::string_view(cell).substr(begin + time.size()))) {
    cell.replace(begin, time.size(), "if 1: ");
    return;
  }
  if (begin == line)
    blank(cell, begin, end);
  else
    overwrite(cell, begin, end, end - begin >= 4 ? "pass" : "0");
}

// Handles a `%%magic` first line. Returns where Python begins again: the cell's end when all of it
// was blanked.
size_t replace_cell_magic(std::string &cell) {
  size_t begin = 0;
  while (begin < cell.size() && (is_blank(cell[begin]) || cell[begin] == '\n'))
    ++begin;
  if (cell.compare(begin, 2, "%%") != 0)
    return 0;
  const std::string_view name = word_at(cell, begin + 2);
  const bool wraps = std::find(kWrappers.begin(), kWrappers.end(), name) != kWrappers.end();
  const size_t end = wraps ? escaped_line_end(cell, begin) : cell.size();
  blank(cell, begin, end);
  return end;
}

} // namespace

void blank_magics(std::string &cell) {
  if (cell.find_first_of("%!?,;/") == cell.npos)
    return;
  std::vector<TextSpan> comments;
  size_t line = replace_cell_magic(cell);
  while (line < cell.size()) {
    size_t begin = line;
    while (begin < cell.size() && is_blank(cell[begin]))
      ++begin;
    if (begin < cell.size() && std::string_view("%!?,;/").find(cell[begin]) != cell.npos) {
      const size_t end = escaped_line_end(cell, begin);
      replace_escape(cell, line, begin, end);
      line = end + 1;
      continue;
    }
    const size_t end = std::min(cell.find('\n', line), cell.size());
    const std::string_view text = std::string_view(cell).substr(line, end - line);
    if (is_help_line(text)) {
      replace_escape(cell, line, begin, end);
      line = end + 1;
    } else if (const size_t magic = assigned_magic(text); magic != text.npos) {
      const size_t magic_end = escaped_line_end(cell, line);
      overwrite(cell, line + magic, magic_end, magic_end - line - magic >= 2 ? "_i" : "0");
      line = magic_end + 1;
    } else {
      comments.clear();
      line = scan_logical_line(cell, static_cast<uint32_t>(line), comments);
    }
  }
}

} // namespace offside::source
