// Resolves grammar symbols to kinds once per process.
#include "lint/python/syntax.h"

#include <tree_sitter/api.h>

#include <string_view>
#include <unordered_map>
#include <vector>

extern "C" const TSLanguage *tree_sitter_python(void);

namespace offside::python {
namespace {

using namespace std::string_view_literals;

bool leaf(Kind kind) {
  switch (kind) {
  case Kind::Skip:
  case Kind::Token:
  case Kind::Identifier:
  case Kind::Integer:
  case Kind::Float:
  case Kind::True:
  case Kind::False:
  case Kind::None:
  case Kind::Ellipsis:
  case Kind::StringStart:
  case Kind::StringContent: // escapes are decoded from the text
  case Kind::DottedName:    // split as text
  case Kind::Type:          // annotations are kept as text
  case Kind::WildcardImport:
  case Kind::Pass:
  case Kind::Break:
  case Kind::Continue:
    return true;
  default:
    return false;
  }
}

std::vector<SymbolInfo> build() {
  std::unordered_map<std::string_view, Kind> named = {
#define OFFSIDE_KIND(name, text) {text##sv, Kind::name},
      OFFSIDE_PYTHON_KINDS(OFFSIDE_KIND)
#undef OFFSIDE_KIND
  };
  named.emplace("comment"sv, Kind::Skip);
  named.emplace("line_continuation"sv, Kind::Skip);
  named.emplace("string_end"sv, Kind::Skip);
  named.emplace("type_conversion"sv, Kind::Skip);
  named.emplace("import_prefix"sv, Kind::Skip);
  const std::unordered_map<std::string_view, Token> tokens = {
      {"+"sv, Token::Add},        {"-"sv, Token::Sub},        {"*"sv, Token::Mul},
      {"/"sv, Token::Div},        {"//"sv, Token::FloorDiv},  {"%"sv, Token::Mod},
      {"**"sv, Token::Pow},       {"@"sv, Token::MatMul},     {"<<"sv, Token::LShift},
      {">>"sv, Token::RShift},    {"&"sv, Token::BitAnd},     {"|"sv, Token::BitOr},
      {"^"sv, Token::BitXor},     {"+="sv, Token::Add},       {"-="sv, Token::Sub},
      {"*="sv, Token::Mul},       {"/="sv, Token::Div},       {"//="sv, Token::FloorDiv},
      {"%="sv, Token::Mod},       {"**="sv, Token::Pow},      {"@="sv, Token::MatMul},
      {"<<="sv, Token::LShift},   {">>="sv, Token::RShift},   {"&="sv, Token::BitAnd},
      {"|="sv, Token::BitOr},     {"^="sv, Token::BitXor},    {"=="sv, Token::Eq},
      {"!="sv, Token::Ne},        {"<"sv, Token::Lt},         {"<="sv, Token::Le},
      {">"sv, Token::Gt},         {">="sv, Token::Ge},        {"is"sv, Token::Is},
      {"is not"sv, Token::IsNot}, {"in"sv, Token::In},        {"not in"sv, Token::NotIn},
      {"<>"sv, Token::Ne2},       {"~"sv, Token::Invert},     {"and"sv, Token::And},
      {"or"sv, Token::Or},        {":"sv, Token::Colon},      {"async"sv, Token::Async},
      {"from"sv, Token::From},    {"_"sv, Token::Underscore},
  };
  const TSLanguage *language = tree_sitter_python();
  std::vector<SymbolInfo> table(ts_language_symbol_count(language));
  for (TSSymbol s = 0; s < table.size(); ++s) {
    const char *text = ts_language_symbol_name(language, s);
    if (!text)
      continue;
    SymbolInfo &info = table[s];
    if (ts_language_symbol_type(language, s) == TSSymbolTypeRegular) {
      auto it = named.find(text);
      info.kind = it != named.end() ? it->second : Kind::Other;
    } else if (auto it = tokens.find(text); it != tokens.end()) {
      info.kind = Kind::Token;
      info.token = it->second;
    }
    info.is_leaf = leaf(info.kind);
  }
  return table;
}

} // namespace

const SymbolInfo *symbol_table() {
  static const std::vector<SymbolInfo> table = build();
  return table.data();
}

} // namespace offside::python
