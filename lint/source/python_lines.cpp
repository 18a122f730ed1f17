// The lexical pass: a loop over the few characters that matter, with a stack for nested f-strings.
#include "lint/source/python_lines.h"

#include <algorithm>
#include <array>

namespace offside::source {
namespace {

bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         static_cast<unsigned char>(c) >= 0x80;
}

constexpr std::array<bool, 256> special_characters() {
  std::array<bool, 256> table{};
  for (char c : {'"', '\'', '#', '(', ')', '[', ']', '{', '}', '\n', '\\', ':'})
    table[static_cast<unsigned char>(c)] = true;
  return table;
}
constexpr std::array<bool, 256> kSpecial = special_characters();

// Inside an f-string: its literal part, a replacement field, or a field's format specification.
struct Nested {
  enum Kind : uint8_t { Literal, Field, Specification } kind;
  char quote;
  bool triple, raw;
  uint32_t depth = 0; // open brackets in a field
};

struct Prefix {
  bool formatted = false, raw = false;
};

// The prefix letters before the quote at `quote`, if they are a token of their own.
Prefix string_prefix(std::string_view text, uint32_t begin, uint32_t quote) {
  uint32_t i = quote;
  while (i > begin && quote - i < 3 && is_word(text[i - 1]))
    --i;
  if (quote - i > 2)
    return {};
  Prefix prefix;
  for (; i < quote; ++i) {
    const char c = static_cast<char>(text[i] | 0x20);
    if (c == 'f' || c == 't')
      prefix.formatted = true;
    else if (c == 'r')
      prefix.raw = true;
    else if (c != 'b' && c != 'u')
      return {};
  }
  return prefix;
}

class Scanner {
public:
  Scanner(std::string_view text, uint32_t begin, std::vector<TextSpan> &comments)
      : text_(text), begin_(begin), at_(begin), comments_(comments) {}

  uint32_t run() {
    while (at_ < text_.size() && !done_) {
      if (nested_.empty() || nested_.back().kind == Nested::Field)
        step_code();
      else
        step_text();
    }
    return at_;
  }

private:
  char peek(uint32_t ahead) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }
  bool at_triple(char quote) const { return peek(1) == quote && peek(2) == quote; }

  void step_code() {
    while (at_ < text_.size() && !kSpecial[static_cast<unsigned char>(text_[at_])])
      ++at_;
    if (at_ == text_.size())
      return;
    const bool in_field = !nested_.empty();
    uint32_t &depth = in_field ? nested_.back().depth : depth_;
    switch (const char c = text_[at_]) {
    case '\n':
      end_line();
      return;
    case '\\': // a continuation, else a stray character
      at_ += peek(1) == '\n' ? 2 : peek(1) == '\r' && peek(2) == '\n' ? 3 : 1;
      return;
    case '#':
      take_comment();
      return;
    case '"':
    case '\'':
      open_string(c);
      return;
    case '(':
    case '[':
    case '{':
      ++depth;
      break;
    case '}':
      if (in_field && depth == 0) {
        nested_.pop_back();
        break;
      }
      [[fallthrough]];
    case ')':
    case ']':
      depth -= depth > 0;
      break;
    case ':':
      if (in_field && depth == 0) {
        Nested specification = nested_.back();
        specification.kind = Nested::Specification;
        nested_.push_back(specification);
      }
      break;
    default:
      break;
    }
    ++at_;
  }

  // The literal part of an f-string, or a format specification.
  void step_text() {
    const Nested top = nested_.back();
    const char c = text_[at_];
    if (c == '\\') {
      skip_escape(top);
    } else if (c == '\n' && !top.triple) {
      break_string();
    } else if (c == top.quote && (!top.triple || at_triple(c))) {
      at_ += top.triple ? 3 : 1;
      while (nested_.back().kind != Nested::Literal)
        nested_.pop_back();
      nested_.pop_back();
    } else if (c == '{') {
      if (top.kind == Nested::Literal && peek(1) == '{') {
        at_ += 2;
      } else {
        nested_.push_back({Nested::Field, top.quote, top.triple, top.raw});
        ++at_;
      }
    } else if (c == '}' && top.kind == Nested::Specification) {
      nested_.pop_back(); // the specification
      nested_.pop_back(); // and its field
      ++at_;
    } else {
      ++at_;
    }
  }

  void skip_escape(const Nested &top) {
    const char next = peek(1);
    if (next == 'N' && peek(2) == '{' && !top.raw) { // a character's name, not a field
      const size_t close = text_.find_first_of("}\n\"'", at_);
      at_ = static_cast<uint32_t>(std::min(close, text_.size()));
      if (peek(0) == '}')
        ++at_;
    } else if (next == '{' || next == '}') {
      ++at_;
    } else {
      at_ += next == '\r' && peek(2) == '\n' ? 3 : 2;
      at_ = std::min(at_, static_cast<uint32_t>(text_.size()));
    }
  }

  void open_string(char quote) {
    const Prefix prefix = string_prefix(text_, begin_, at_);
    const bool triple = at_triple(quote);
    at_ += triple ? 3 : 1;
    if (prefix.formatted) {
      nested_.push_back({Nested::Literal, quote, triple, prefix.raw});
      return;
    }
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '\\') { // also in a raw string a backslash keeps the quote from closing it
        at_ += peek(1) == '\r' && peek(2) == '\n' ? 3 : 2;
      } else if (c == quote && (!triple || at_triple(quote))) {
        at_ += triple ? 3 : 1;
        return;
      } else if (c == '\n' && !triple) {
        break_string();
        return;
      } else {
        ++at_;
      }
    }
    at_ = std::min(at_, static_cast<uint32_t>(text_.size()));
  }

  // An unclosed one-line string at the line's end: nothing that encloses it can be trusted.
  void break_string() {
    nested_.clear();
    end_line();
  }

  void take_comment() {
    const size_t newline = text_.find('\n', at_);
    auto end = static_cast<uint32_t>(std::min(newline, text_.size()));
    const uint32_t next = end;
    if (end > at_ && text_[end - 1] == '\r')
      --end;
    comments_.push_back({at_, end});
    at_ = next;
  }

  void end_line() {
    ++at_;
    if (nested_.empty() && depth_ == 0) {
      done_ = true;
      return;
    }
    const bool in_triple =
        std::any_of(nested_.begin(), nested_.end(), [](const Nested &n) { return n.triple; });
    if (!in_triple && begins_statement())
      done_ = true;
  }

  bool begins_statement() const {
    size_t i = at_;
    while (i < text_.size() && (text_[i] == ' ' || text_[i] == '\t'))
      ++i;
    size_t end = i;
    while (end < text_.size() && end - i < 10 && is_word(text_[end]))
      ++end;
    constexpr std::array<std::string_view, 17> keywords = {
        "def",   "class",  "import", "return",   "while", "with",   "try",      "raise",  "pass",
        "break", "except", "global", "nonlocal", "del",   "assert", "continue", "finally"};
    const std::string_view word = text_.substr(i, end - i);
    return std::find(keywords.begin(), keywords.end(), word) != keywords.end();
  }

  std::string_view text_;
  uint32_t begin_, at_;
  uint32_t depth_ = 0; // open brackets outside f-strings
  bool done_ = false;
  std::vector<Nested> nested_;
  std::vector<TextSpan> &comments_;
};

} // namespace

uint32_t scan_logical_line(std::string_view text, uint32_t begin, std::vector<TextSpan> &comments) {
  return Scanner(text, begin, comments).run();
}

} // namespace offside::source
