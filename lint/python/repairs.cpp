// A minimal lexer that knows comments, strings, brackets and line starts, and the rewrites it
// makes.
#include "lint/python/repairs.h"

#include <algorithm>
#include <cctype>
#include <cstdint>

namespace offside::python {
namespace {

bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || (c & 0x80);
}

bool begins_statement_only(std::string_view word) {
  constexpr std::string_view keywords[] = {
      "def",    "class", "return", "import", "while",    "with", "try",    "raise",   "del",
      "assert", "pass",  "break",  "global", "nonlocal", "elif", "except", "finally", "continue"};
  return std::find(std::begin(keywords), std::end(keywords), word) != std::end(keywords);
}

class Repairer {
public:
  explicit Repairer(std::string_view text) : text_(text) {}

  // Blanks the comments that begin between the two places of a run; a `#` in a string is none.
  std::string blank_comments(const std::vector<ir::Span> &runs) {
    std::string out(text_);
    auto run = runs.begin();
    while (at_ < text_.size() && run != runs.end()) {
      const size_t begin = at_;
      step();
      while (run != runs.end() && run->end <= begin)
        ++run;
      if (text_[begin] == '#' && run != runs.end() && run->begin <= begin)
        std::fill(out.begin() + static_cast<long>(begin), out.begin() + static_cast<long>(at_),
                  ' ');
    }
    return out;
  }

  Repaired run() {
    line_start();
    while (at_ < text_.size())
      step();
    return std::move(out_);
  }

private:
  void step() {
    const char c = text_[at_];
    switch (c) {
    case '#':
      while (at_ < text_.size() && text_[at_] != '\n')
        ++at_;
      return;
    case '"':
    case '\'':
      skip_string();
      operand_ = true;
      return;
    case '(':
    case '[':
    case '{':
      if (c == '[' && name_follows_definition_)
        parameters_ = depth_ + 1;
      name_follows_definition_ = false;
      ++depth_;
      operand_ = false;
      break;
    case ')':
    case ']':
    case '}':
      if (depth_ == parameters_)
        parameters_ = 0;
      if (depth_ > 0)
        --depth_;
      operand_ = true;
      break;
    case '*':
      if (depth_ == 0 && !operand_ && opens_after_star())
        replace('~');
      operand_ = false;
      if (at_ + 1 < text_.size() && text_[at_ + 1] == '*')
        ++at_;
      break;
    case '=':
      if (parameters_ != 0 && depth_ == parameters_)
        replace(':');
      operand_ = false;
      break;
    case '\n':
      ++at_;
      line_start();
      return;
    case '\\': // a continued line
      ++at_;
      if (at_ < text_.size() && text_[at_] == '\r')
        ++at_;
      break;
    case ' ':
    case '\t':
    case '\r':
      break;
    default:
      if (is_word(c)) {
        word();
        return;
      }
      operand_ = false;
    }
    ++at_;
  }

  // At the first character of a line: begins a statement, or finds that the one before never ended.
  void line_start() {
    size_t i = at_;
    while (i < text_.size() && (text_[i] == ' ' || text_[i] == '\t' || text_[i] == '\f'))
      ++i;
    if (i >= text_.size() || text_[i] == '\n' || text_[i] == '\r' || text_[i] == '#')
      return;
    const size_t indent = i - at_;
    if (depth_ > 0) {
      if (indent > indent_ || !begins_statement_only(first_words(i)))
        return;
      blank(statement_, at_);
      depth_ = 0;
      parameters_ = 0;
    }
    operand_ = false;
    after_definition_ = name_follows_definition_ = false;
    indent_ = indent;
    const bool is_decorator = text_[i] == '@';
    if (!decorators_)
      statement_ = i;
    decorators_ = is_decorator; // a decorator and its definition stand or fall together
  }

  // The word at i; for `async def` the second.
  std::string_view first_words(size_t i) const {
    const auto word_at = [this](size_t from) {
      size_t end = from;
      while (end < text_.size() && is_word(text_[end]))
        ++end;
      return text_.substr(from, end - from);
    };
    const std::string_view first = word_at(i);
    return first == "async" && text_.substr(i + 5, 1) == " " ? word_at(i + 6) : first;
  }

  void word() {
    const size_t start = at_;
    while (at_ < text_.size() && is_word(text_[at_]))
      ++at_;
    const std::string_view w = text_.substr(start, at_ - start);
    name_follows_definition_ = after_definition_;
    after_definition_ = w == "class" || w == "def" || w == "type";
    operand_ = w != "return" && w != "yield" && w != "in" && w != "and" && w != "or" &&
               w != "not" && w != "is";
  }

  bool opens_after_star() const {
    size_t i = at_ + 1;
    while (i < text_.size() && (text_[i] == ' ' || text_[i] == '\t'))
      ++i;
    return i < text_.size() && std::string_view("([{\"'").find(text_[i]) != std::string_view::npos;
  }

  void replace(char c) {
    if (out_.text.empty())
      out_.text = text_;
    out_.text[at_] = c;
  }

  void blank(size_t begin, size_t end) {
    if (out_.text.empty())
      out_.text = text_;
    for (size_t i = begin; i < end; ++i)
      if (out_.text[i] != '\n' && out_.text[i] != '\r')
        out_.text[i] = ' ';
    while (end > begin && std::isspace(static_cast<unsigned char>(text_[end - 1])))
      --end;
    out_.lost.push_back({static_cast<uint32_t>(begin), static_cast<uint32_t>(end)});
  }

  void skip_string() {
    const char quote = text_[at_];
    const bool triple =
        at_ + 2 < text_.size() && text_[at_ + 1] == quote && text_[at_ + 2] == quote;
    at_ += triple ? 3 : 1;
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '\\') {
        at_ += 2;
      } else if (c == quote && !triple) {
        ++at_;
        return;
      } else if (c == quote && at_ + 2 < text_.size() && text_[at_ + 1] == quote &&
                 text_[at_ + 2] == quote) {
        at_ += 3;
        return;
      } else if (c == '\n' && !triple) {
        return;
      } else {
        ++at_;
      }
    }
  }

  std::string_view text_;
  Repaired out_;
  size_t at_ = 0;
  size_t statement_ = 0;          // where the statement being read begins, its decorators included
  size_t indent_ = 0;             // its indentation
  uint32_t depth_ = 0;            // open brackets
  uint32_t parameters_ = 0;       // the depth inside a definition's type parameters, or 0
  bool operand_ = false;          // a value stands before: a `*` multiplies
  bool decorators_ = false;       // the last logical line was a decorator
  bool after_definition_ = false; // the last word was class, def or type
  bool name_follows_definition_ = false;
};

} // namespace

Repaired repaired(std::string_view text) { return Repairer(text).run(); }

std::string without_comment_runs(std::string_view text) {
  constexpr uint32_t kLong = 200;
  std::vector<ir::Span> runs;
  uint32_t comments = 0;
  size_t begin = 0;
  for (size_t line = 0; line <= text.size();) {
    size_t end = text.find('\n', line);
    if (end == text.npos)
      end = text.size();
    size_t i = line;
    while (i < end && (text[i] == ' ' || text[i] == '\t' || text[i] == '\f' || text[i] == '\r'))
      ++i;
    const bool comment = i < end && text[i] == '#';
    if (comment && comments++ == 0)
      begin = line;
    const bool last = end == text.size();
    if ((i < end && !comment) || last) {
      if (comments >= kLong)
        runs.push_back({static_cast<uint32_t>(begin), static_cast<uint32_t>(comment ? end : line)});
      comments = 0;
    }
    if (last)
      break;
    line = end + 1;
  }
  return runs.empty() ? std::string() : Repairer(text).blank_comments(runs);
}

} // namespace offside::python
