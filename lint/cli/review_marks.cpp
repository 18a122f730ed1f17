// Finds where review comments can stand.
#include "lint/cli/review_marks.h"

#include "lint/source/python_lines.h"

#include <algorithm>
#include <optional>
#include <string_view>

namespace offside::cli {

namespace {

constexpr std::string_view mark = "# TODO(offside):";

// The end of a physical line without its line end and the blanks before that.
uint32_t end_of_line(std::string_view text, uint32_t offset) {
  std::size_t end = std::min(text.find('\n', offset), text.size());
  while (end > 0 && (text[end - 1] == ' ' || text[end - 1] == '\t' || text[end - 1] == '\r'))
    --end;
  return static_cast<uint32_t>(end);
}

struct LogicalLine {
  uint32_t begin = 0, end = 0;
  std::vector<source::TextSpan> comments;
};

// What is the comment that ends at `end`, if one does?
std::string_view comment_up_to(std::string_view text, const LogicalLine &line, uint32_t end) {
  for (const source::TextSpan &comment : line.comments)
    if (comment.begin < end && end <= comment.end)
      return text.substr(comment.begin, comment.end - comment.begin);
  return {};
}

// Whether a comment can begin at the end of a physical line of a logical one: the scanner is asked
// what it would make of it.
bool can_hold_comment(std::string_view text, const LogicalLine &line, uint32_t end) {
  if (!comment_up_to(text, line, end).empty())
    return true;
  if (end > line.begin && text[end - 1] == '\\')
    return false;
  std::string trial(text.substr(line.begin, line.end - line.begin));
  const uint32_t at = end - line.begin;
  trial.insert(at, "#");
  std::vector<source::TextSpan> comments;
  return source::scan_logical_line(trial, 0, comments) == trial.size() &&
         std::any_of(comments.begin(), comments.end(),
                     [&](const source::TextSpan &comment) { return comment.begin == at; });
}

std::string one_line(std::string_view reason) {
  std::string out;
  for (const char c : reason)
    out += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
  return out;
}

} // namespace

std::vector<source::TextEdit> review_marks(const source::SourceFile &file,
                                           std::span<const ReviewPlace> places) {
  std::vector<source::TextEdit> out;
  const std::string_view text = file.text;
  LogicalLine line;
  for (const ReviewPlace &place : places) {
    while (line.end <= place.offset && line.end < text.size()) {
      line.begin = line.end;
      line.comments.clear();
      line.end = source::scan_logical_line(text, line.begin, line.comments);
    }
    std::optional<uint32_t> end;
    for (uint32_t at = place.offset; at < line.end && !end;) {
      const uint32_t candidate = end_of_line(text, at);
      if (candidate >= place.offset && can_hold_comment(text, line, candidate))
        end = candidate;
      at = static_cast<uint32_t>(std::min(text.find('\n', at), text.size() - 1)) + 1;
    }
    if (!end || comment_up_to(text, line, *end).find(mark) != std::string_view::npos ||
        (!out.empty() && out.back().end >= *end))
      continue;
    out.push_back({*end, *end, "  " + std::string(mark) + " " + one_line(place.reason)});
  }
  return out;
}

} // namespace offside::cli
