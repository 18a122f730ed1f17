// Reading `# expect:` comments.
#include "lint/source/expectation.h"

#include "lint/source/directive_comments.h"

#include <optional>

namespace offside::source {
namespace {

bool is_blank(char c) { return c == ' ' || c == '\t'; }
bool is_code_char(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-';
}

class Reader {
public:
  Reader(const SourceFile &file, TextSpan comment, Expectations &into)
      : file_(file), text_(file.text), comment_(comment), into_(into) {}

  void read() {
    for (at_ = comment_.begin; at_ < comment_.end; ++at_) {
      if (text_[at_] != '#')
        continue;
      begin_ = at_++;
      skip_blanks();
      constexpr std::string_view word = "expect";
      if (text_.compare(at_, word.size(), word) == 0) {
        at_ += static_cast<uint32_t>(word.size());
        read_directive();
      }
      --at_; // the loop steps on
    }
  }

private:
  char peek() const { return at_ < comment_.end ? text_[at_] : '\0'; }
  void skip_blanks() {
    while (is_blank(peek()))
      ++at_;
  }
  void complain(std::string message) {
    into_.invalid.push_back({{begin_, at_}, std::move(message)});
  }

  void read_directive() {
    int64_t distance = 0;
    const char sign = peek();
    if (sign == '+' || sign == '-') {
      ++at_;
      if (peek() < '0' || peek() > '9')
        return; // prose
      for (; peek() >= '0' && peek() <= '9'; ++at_)
        distance = std::min<int64_t>(distance * 10 + (peek() - '0'), 1'000'000'000);
      distance = sign == '-' ? -distance : distance;
    }
    if (peek() != ':')
      return; // prose: "# expected: …"
    ++at_;
    const int64_t line = static_cast<int64_t>(file_.text_line(begin_)) + distance;
    const auto start = line > 0 ? file_.start_of_text_line(static_cast<uint32_t>(line))
                                : std::optional<uint32_t>();
    if (!start)
      return complain("this expectation points outside the file");
    if (!read_codes(*start))
      complain("expected rule codes after 'expect:'");
  }

  bool read_codes(uint32_t line_start) {
    bool any = false;
    while (true) {
      while (is_blank(peek()) || peek() == ',')
        ++at_;
      const uint32_t begin = at_;
      while (is_code_char(peek()))
        ++at_;
      if (at_ == begin)
        return any && (at_ >= comment_.end || peek() == '#');
      into_.expected.push_back(
          {std::string(text_.substr(begin, at_ - begin)), {begin, at_}, line_start});
      any = true;
    }
  }

  const SourceFile &file_;
  std::string_view text_;
  TextSpan comment_;
  uint32_t begin_ = 0, at_ = 0;
  Expectations &into_;
};

} // namespace

Expectations read_expectations(const SourceFile &file) {
  Expectations result;
  for_each_directive_comment(file.text, {"expect"}, [&](TextSpan comment, TextSpan) {
    Reader(file, comment, result).read();
  });
  return result;
}

} // namespace offside::source
