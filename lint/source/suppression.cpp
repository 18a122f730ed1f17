// Parsing of suppression comments, matching, and edits that remove unused ones.
#include "lint/source/suppression.h"

#include "lint/source/directive_comments.h"

#include <algorithm>

namespace offside::source {
namespace {

bool is_blank(char c) { return c == ' ' || c == '\t'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; }
bool is_letter(char c) { return lower(c) >= 'a' && lower(c) <= 'z'; }

bool same_letters(std::string_view a, std::string_view b) {
  return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(),
                                            [](char x, char y) { return lower(x) == lower(y); });
}

bool is_our_code(std::string_view code) { return same_letters(code.substr(0, 3), "DEV"); }

} // namespace

// Reads the directives of one comment.
class SuppressionReader {
public:
  SuppressionReader(Suppressions &into, TextSpan comment, TextSpan lines)
      : into_(into), text_(into.text_), comment_(comment), lines_(lines) {}

  void read() {
    at_ = comment_.begin;
    while (at_ < comment_.end) {
      if (text_[at_] != '#') {
        ++at_;
        continue;
      }
      begin_ = at_++;
      skip_blanks();
      if (take_word("noqa"))
        read_noqa(false);
      else if (take_word("ruff") || take_word("flake8"))
        read_file_noqa();
      else if (take_word("offside"))
        read_offside();
    }
  }

private:
  bool at_end() const { return at_ >= comment_.end; }
  char peek() const { return at_end() ? '\0' : text_[at_]; }
  void skip_blanks() {
    while (is_blank(peek()))
      ++at_;
  }
  bool take_word(std::string_view word) {
    if (comment_.end - at_ < word.size() || !same_letters(text_.substr(at_, word.size()), word))
      return false;
    at_ += static_cast<uint32_t>(word.size());
    return true;
  }
  bool take(char c) {
    if (peek() != c)
      return false;
    ++at_;
    return true;
  }
  void complain(std::string message) {
    into_.invalid_.push_back({{begin_, at_}, std::move(message)});
  }
  // A broken noqa is only our business when it speaks of our codes.
  void complain_about_noqa(uint32_t codes_begin, std::string message) {
    at_ = comment_.end;
    for (uint32_t i = codes_begin; i + 4 <= comment_.end; ++i)
      if (is_our_code(text_.substr(i)) && is_digit(text_[i + 3]))
        return complain(std::move(message));
  }
  void keep(Suppressions::Directive directive) {
    directive.comment = comment_;
    directive.span = {begin_, at_};
    directive.lines = lines_;
    if (directive.whole_file)
      into_.whole_file_.push_back(static_cast<uint32_t>(into_.directives_.size()));
    into_.directives_.push_back(std::move(directive));
  }

  void read_file_noqa() {
    skip_blanks();
    if (!take(':'))
      return;
    skip_blanks();
    if (take_word("noqa"))
      read_noqa(true);
  }

  // After the word: nothing or text (everything), or `:` and codes.
  void read_noqa(bool whole_file) {
    Suppressions::Directive directive;
    directive.whole_file = whole_file;
    const uint32_t word_end = at_;
    if (!at_end() && peek() != ':' && peek() != '#' && !is_blank(peek()))
      return complain_about_noqa(at_, "expected ':' after 'noqa'");
    skip_blanks();
    if (!take(':')) {
      at_ = word_end;
      return keep(std::move(directive));
    }
    if (!read_codes(directive.codes))
      return complain_about_noqa(word_end, "a code in this 'noqa' is followed by something else");
    if (directive.codes.empty())
      return complain_about_noqa(word_end, "expected codes right after 'noqa:'");
    at_ = directive.codes.back().span.end;
    if (std::any_of(directive.codes.begin(), directive.codes.end(),
                    [](const auto &code) { return is_our_code(code.text); }))
      keep(std::move(directive));
  }

  // Letters and digits, separated by commas or blanks or nothing, up to the first other word. False
  // for a code that runs into something else, which makes the whole directive invalid.
  bool read_codes(std::vector<Suppressions::Code> &codes) {
    while (true) {
      while (is_blank(peek()) || peek() == ',')
        ++at_;
      const uint32_t begin = at_;
      while (is_letter(peek()))
        ++at_;
      const uint32_t letters_end = at_;
      while (is_digit(peek()))
        ++at_;
      if (letters_end == begin || at_ == letters_end) {
        at_ = letters_end;
        return true; // a word of prose
      }
      codes.push_back({{begin, at_}, std::string(text_.substr(begin, at_ - begin)), false});
      if (!at_end() && !is_blank(peek()) && peek() != ',' && peek() != '#' && !is_letter(peek()))
        return false;
      if (is_letter(peek()) && !(peek() >= 'A' && peek() <= 'Z'))
        return false;
    }
  }

  void read_offside() {
    skip_blanks();
    if (!take(':'))
      return;
    skip_blanks();
    const uint32_t word_begin = at_;
    while (is_letter(peek()) || peek() == '-')
      ++at_;
    const std::string_view word = text_.substr(word_begin, at_ - word_begin);
    Suppressions::Directive directive;
    directive.ours = true;
    directive.whole_file = word == "ignore-file";
    if (word != "ignore" && !directive.whole_file)
      return complain("unknown directive; 'ignore' and 'ignore-file' exist");
    if (take('[')) {
      const size_t close = text_.find(']', at_);
      if (close == text_.npos || close >= comment_.end) {
        at_ = comment_.end;
        return complain("expected ']' after the codes");
      }
      read_list(directive.codes, static_cast<uint32_t>(close));
      at_ = static_cast<uint32_t>(close + 1);
      if (directive.codes.empty())
        return complain("expected codes between '[' and ']'");
    }
    // The reason belongs to the directive.
    while (!at_end() && peek() != '#')
      ++at_;
    while (at_ > begin_ && is_blank(text_[at_ - 1]))
      --at_;
    keep(std::move(directive));
  }

  void read_list(std::vector<Suppressions::Code> &codes, uint32_t close) {
    while (at_ < close) {
      const uint32_t begin = at_;
      while (at_ < close && text_[at_] != ',' && !is_blank(text_[at_]))
        ++at_;
      if (at_ > begin)
        codes.push_back({{begin, at_}, std::string(text_.substr(begin, at_ - begin)), false});
      else
        ++at_;
    }
  }

  Suppressions &into_;
  std::string_view text_;
  TextSpan comment_, lines_;
  uint32_t begin_ = 0, at_ = 0;
};

Suppressions::Suppressions(std::string_view text) : text_(text) {
  for_each_directive_comment(text, {"noqa", "offside"}, [&](TextSpan comment, TextSpan lines) {
    SuppressionReader(*this, comment, lines).read();
  });
}

bool Suppressions::silences(Directive &directive, std::string_view rule_code,
                            std::string_view rule_name) {
  if (directive.codes.empty()) {
    directive.used = true;
    return true;
  }
  bool silenced = false;
  for (Code &code : directive.codes) {
    if (same_letters(code.text, rule_code) ||
        (directive.ours && !rule_name.empty() && code.text == rule_name)) {
      code.used = true;
      silenced = true;
    }
  }
  return silenced;
}

bool Suppressions::matches_at(uint32_t offset, std::string_view rule_code,
                              std::string_view rule_name) {
  if (offset == text_.size() && offset > 0)
    --offset; // the end of the text belongs to its last line
  auto directive =
      std::partition_point(directives_.begin(), directives_.end(), [&](const Directive &candidate) {
        return candidate.lines.end <= offset;
      });
  bool silenced = false;
  for (; directive != directives_.end() && directive->lines.begin <= offset; ++directive)
    if (!directive->whole_file)
      silenced |= silences(*directive, rule_code, rule_name);
  return silenced;
}

bool Suppressions::matches(std::string_view rule_code, std::string_view rule_name, uint32_t begin,
                           uint32_t end) {
  bool silenced = matches_at(begin, rule_code, rule_name);
  if (end > begin + 1)
    silenced |= matches_at(end - 1, rule_code, rule_name);
  for (uint32_t index : whole_file_)
    silenced |= silences(directives_[index], rule_code, rule_name);
  return silenced;
}

std::vector<UnusedSuppression>
Suppressions::unused(const std::function<bool(std::string_view)> &was_checked) const {
  std::vector<UnusedSuppression> result;
  for (const Directive &directive : directives_) {
    if (directive.codes.empty()) {
      if (directive.ours && !directive.used)
        result.push_back({directive.span, {}, removal(directive, {})});
      continue;
    }
    std::vector<const Code *> kept;
    std::vector<std::string> codes;
    for (const Code &code : directive.codes) {
      const bool ours = directive.ours || is_our_code(code.text);
      if (code.used || !ours || same_letters(code.text, "DEV001") ||
          (was_checked && !was_checked(code.text)))
        kept.push_back(&code);
      else
        codes.push_back(code.text);
    }
    if (!codes.empty())
      result.push_back({directive.span, std::move(codes), removal(directive, kept)});
  }
  return result;
}

TextEdit Suppressions::removal(const Directive &directive,
                               const std::vector<const Code *> &kept) const {
  if (!kept.empty()) { // only the list of codes changes
    std::string list;
    for (const Code *code : kept)
      list += (list.empty() ? "" : ", ") + code->text;
    return {directive.codes.front().span.begin, directive.codes.back().span.end, list};
  }
  const uint32_t begin = directive.span.begin;
  uint32_t end = directive.span.end;
  while (end < directive.comment.end && (is_blank(text_[end]) || text_[end] == ','))
    ++end;
  if (end < directive.comment.end) // keep what follows: another '#', or text after a noqa
    return {begin, end, text_[end] == '#' ? "" : "# "};
  uint32_t from = begin;
  while (from > 0 && is_blank(text_[from - 1]))
    --from;
  if (from > 0 && text_[from - 1] != '\n')
    return {from, end, ""};
  const size_t newline = text_.find('\n', end); // the comment had the line for itself
  return {from, static_cast<uint32_t>(std::min(newline, text_.size() - 1) + 1), ""};
}

} // namespace offside::source
