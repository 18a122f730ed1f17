// The signature part of an aten schema, as far as the model needs it.
#include "lint/model/aten_schema.h"

namespace offside::model {
namespace {

std::string_view trim(std::string_view text) {
  while (!text.empty() && text.front() == ' ')
    text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ')
    text.remove_suffix(1);
  return text;
}

// The text up to the comma that is inside no bracket or string; the rest stays in `text`.
std::string_view next_item(std::string_view &text) {
  int depth = 0;
  char quote = 0;
  size_t i = 0;
  for (; i < text.size(); ++i) {
    char c = text[i];
    if (quote) {
      if (c == quote)
        quote = 0;
    } else if (c == '"' || c == '\'') {
      quote = c;
    } else if (c == '(' || c == '[') {
      ++depth;
    } else if (c == ')' || c == ']') {
      --depth;
    } else if (c == ',' && depth == 0) {
      break;
    }
  }
  std::string_view item = trim(text.substr(0, i));
  text = i < text.size() ? text.substr(i + 1) : std::string_view();
  return item;
}

// "Tensor(a!)? self=None" or a bare "Tensor(a!)".
SchemaParam parse_param(std::string_view item) {
  SchemaParam param;
  size_t i = 0;
  for (; i < item.size() && item[i] != ' '; ++i) {
    if (item[i] != '(') {
      param.type += item[i];
      continue;
    }
    size_t close = item.find(')', i);
    if (close == item.npos)
      close = item.size() - 1;
    if (item.substr(i, close - i).find('!') != item.npos)
      param.written = true;
    i = close;
  }
  std::string_view rest = trim(item.substr(i));
  size_t equal = rest.find('=');
  param.optional = equal != rest.npos;
  param.name = trim(rest.substr(0, equal));
  return param;
}

} // namespace

std::optional<Schema> parse_schema(std::string_view text) {
  size_t arrow = text.rfind(") -> ");
  if (text.empty() || text.front() != '(' || arrow == text.npos)
    return std::nullopt;
  Schema schema;
  std::string_view inside = text.substr(1, arrow - 1);
  bool keyword_only = false;
  while (!trim(inside).empty()) {
    std::string_view item = next_item(inside);
    if (item == "*") {
      keyword_only = true;
      continue;
    }
    SchemaParam param = parse_param(item);
    if (param.name.empty() || param.type.empty())
      return std::nullopt;
    param.keyword_only = keyword_only;
    schema.params.push_back(std::move(param));
  }
  std::string_view results = trim(text.substr(arrow + 5));
  if (results.starts_with("(") && results.ends_with(")"))
    results = results.substr(1, results.size() - 2);
  while (!trim(results).empty())
    schema.results.push_back(parse_param(next_item(results)));
  return schema;
}

} // namespace offside::model
