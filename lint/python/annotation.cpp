// Text of annotations, bases and decorators with imported names written out: `T.Tensor` →
// `torch.Tensor`.
#include "lint/python/lowering.h"

#include <cctype>

namespace offside::python {
namespace {

bool starts_word(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) || c == '_' || (c & 0x80);
}
bool in_word(char c) { return starts_word(c) || std::isdigit(static_cast<unsigned char>(c)); }

} // namespace

// Every name that does not follow a dot is replaced by what it was imported as; quotes of string
// annotations and blanks without meaning are dropped, except in Literal[...], whose strings are
// values.
ir::Name Lowering::resolved_text(std::string_view text) {
  std::string out;
  const bool has_literal = text.find("Literal") != std::string_view::npos;
  char previous = 0; // last character that counts
  for (size_t i = 0; i < text.size();) {
    const char c = text[i];
    if (starts_word(c)) {
      size_t end = i;
      while (end < text.size() && in_word(text[end]))
        ++end;
      const std::string_view word = text.substr(i, end - i);
      if (in_word(previous) && previous)
        out += ' '; // keywords: `x if y else z`, `lambda x: x`
      uint32_t symbol = 0;
      if (previous != '.' && tree_->symbols.find(word, symbol) && symbol < aliases_.size() &&
          aliases_[symbol] != ir::kNone)
        out += ir::name_text(aliases_[symbol]);
      else
        out += word;
      previous = 'a';
      i = end;
    } else if ((c == '"' || c == '\'') && !has_literal) {
      ++i;
    } else if (c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\\' || c == '\f') {
      ++i;
    } else if (c == '#') {
      while (i < text.size() && text[i] != '\n')
        ++i;
    } else {
      out += c;
      if (c == ',')
        out += ' ';
      previous = c;
      ++i;
    }
  }
  return ir::intern(out);
}

} // namespace offside::python
