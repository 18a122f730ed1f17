// Comments that hold one of a few words.
#include "lint/source/directive_comments.h"

#include <algorithm>

namespace offside::source {
namespace {

bool same_letters(const char *text, std::string_view word) {
  return std::equal(word.begin(), word.end(), text,
                    [](char w, char t) { return w == t || (w >= 'a' && w <= 'z' && t == w - 32); });
}

// The rarest letter of a word in Python code: what to search a whole file for.
size_t rarest_letter(std::string_view word) {
  constexpr std::string_view rare_first = "qzjxkwvybhgpfmucldirnoaste";
  size_t best = 0;
  for (size_t i = 1; i < word.size(); ++i)
    if (rare_first.find(word[i]) < rare_first.find(word[best]))
      best = i;
  return best;
}

bool contains(std::string_view text, std::string_view word) {
  const size_t anchor = rarest_letter(word);
  const char small = word[anchor];
  for (char letter : {small, static_cast<char>(small - 32)})
    for (size_t at = text.find(letter); at != text.npos; at = text.find(letter, at + 1))
      if (at >= anchor && text.size() - (at - anchor) >= word.size() &&
          same_letters(text.data() + at - anchor, word))
        return true;
  return false;
}

} // namespace

void for_each_directive_comment(std::string_view text,
                                std::initializer_list<std::string_view> words,
                                const std::function<void(TextSpan, TextSpan)> &take) {
  auto has_word = [&](std::string_view part) {
    return std::any_of(words.begin(), words.end(),
                       [&](std::string_view word) { return contains(part, word); });
  };
  if (!has_word(text))
    return;
  std::vector<TextSpan> comments;
  for (uint32_t line = 0; line < text.size();) {
    comments.clear();
    const uint32_t end = scan_logical_line(text, line, comments);
    for (const TextSpan &comment : comments)
      if (has_word(text.substr(comment.begin, comment.end - comment.begin)))
        take(comment, {line, end});
    line = end;
  }
}

} // namespace offside::source
