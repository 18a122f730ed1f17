// Writing edits back into a notebook: only the string literals of changed lines are replaced.
#include "lint/source/encoding.h"
#include "lint/source/notebook.h"
#include "lint/source/text_edit.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace offside::source {
namespace {

// The quoted JSON form, escaped as Python's json.dumps does, which writes nearly all notebooks.
std::string quoted(std::string_view text, bool escape_non_ascii) {
  return nlohmann::json(text).dump(-1, ' ', escape_non_ascii);
}

// Nothing for a literal that only Python's json module accepts: it could not be written back.
std::optional<std::string> unquoted(std::string_view json, const Cell::Literal &literal) {
  const auto value = nlohmann::json::parse(json.substr(literal.begin, literal.end - literal.begin),
                                           nullptr, false);
  return value.is_string() ? std::optional(value.get<std::string>()) : std::nullopt;
}

std::vector<std::string> split_lines(std::string_view source) {
  std::vector<std::string> lines;
  while (!source.empty()) {
    const size_t newline = source.find('\n');
    const size_t length = newline == source.npos ? source.size() : newline + 1;
    lines.emplace_back(source.substr(0, length));
    source.remove_prefix(length);
  }
  return lines;
}

// The list value again. Literals at its start and end that did not change keep their bytes, and the
// file's own layout between two literals is used for new ones.
std::string list_value(std::string_view json, const Cell &cell,
                       const std::vector<std::string> &before, std::string_view source,
                       bool escape_non_ascii) {
  const std::vector<std::string> after = split_lines(source);
  if (after.empty())
    return "[]";
  const auto &literals = cell.literals;
  auto between = [&](uint64_t begin, uint64_t end) {
    return std::string(json.substr(begin, end - begin));
  };
  if (literals.empty()) {
    std::string value = "[";
    for (size_t i = 0; i < after.size(); ++i)
      value += (i > 0 ? ", " : "") + quoted(after[i], escape_non_ascii);
    return value + "]";
  }
  const std::string head = between(cell.source_begin, literals.front().begin);
  const std::string tail = between(literals.back().end, cell.source_end);
  const std::string separator = literals.size() > 1
                                    ? between(literals[0].end, literals[1].begin)
                                    : "," + head.substr(1); // head is '[' and the indentation

  size_t same_front = 0;
  while (same_front < std::min(before.size(), after.size()) &&
         before[same_front] == after[same_front])
    ++same_front;
  size_t same_back = 0;
  while (same_back < std::min(before.size(), after.size()) - same_front &&
         before[before.size() - 1 - same_back] == after[after.size() - 1 - same_back])
    ++same_back;

  std::string value = head;
  for (size_t i = 0; i < after.size(); ++i) {
    if (i > 0)
      value += separator;
    if (i < same_front) {
      value += between(literals[i].begin, literals[i].end);
    } else if (i >= after.size() - same_back) {
      const Cell::Literal &literal = literals[literals.size() - (after.size() - i)];
      value += between(literal.begin, literal.end);
    } else {
      value += quoted(after[i], escape_non_ascii);
    }
  }
  return value + tail;
}

bool is_boundary(std::string_view source, size_t offset) {
  return offset >= source.size() || (static_cast<unsigned char>(source[offset]) & 0xc0) != 0x80;
}

// Inserted line ends follow the cell's own.
std::string with_line_ends(std::string_view text, std::string_view source) {
  const size_t newline = source.find('\n');
  if (newline == source.npos || newline == 0 || source[newline - 1] != '\r')
    return std::string(text);
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\n' && (i == 0 || text[i - 1] != '\r'))
      out += '\r';
    out += text[i];
  }
  return out;
}

} // namespace

NotebookEditResult edit_notebook(std::string_view json, const NotebookLayout &layout,
                                 const std::vector<TextEdit> &edits) {
  NotebookEditResult result;
  uint64_t copied = 0; // bytes of `json` already in the result
  for (size_t i = 0; i < edits.size();) {
    const Cell *cell = layout.find(edits[i].begin);
    if (!cell || cell->source_end == 0) {
      result.error = "the notebook has no code cell to edit";
      return result;
    }
    std::vector<std::string> before;
    std::string source;
    for (const Cell::Literal &literal : cell->literals) {
      const auto line = unquoted(json, literal);
      if (!line) {
        result.error = "the cell holds half a surrogate pair";
        return result;
      }
      before.push_back(*line);
      source += *line;
    }
    std::string edited;
    uint32_t done = cell->begin;
    for (; i < edits.size() && layout.find(edits[i].begin) == cell; ++i) {
      // The newline after the cell is only in the joined text, so it cannot be deleted.
      const uint32_t end = std::min(edits[i].end, cell->end);
      if (edits[i].end > cell->end + 1 || edits[i].begin > cell->end) {
        result.error = "an edit spans two notebook cells";
        return result;
      }
      // The text may have a blanked magic where the cell has characters of several bytes.
      if (!is_boundary(source, edits[i].begin - cell->begin) ||
          !is_boundary(source, end - cell->begin)) {
        result.error = "an edit begins or ends inside a character";
        return result;
      }
      edited.append(source, done - cell->begin, edits[i].begin - done);
      edited += with_line_ends(edits[i].text, source);
      done = end;
    }
    edited.append(source, done - cell->begin, cell->end - done);

    result.bytes += json.substr(copied, cell->source_begin - copied);
    result.bytes += cell->is_list
                        ? list_value(json, *cell, before, edited, layout.escapes_non_ascii)
                        : quoted(edited, layout.escapes_non_ascii);
    copied = cell->source_end;
  }
  result.bytes += json.substr(copied);
  return result;
}

} // namespace offside::source
