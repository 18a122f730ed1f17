// Edits on source text that several rules share.
#include "lint/check/rewrite.h"

#include "lint/ir/names.h"

#include <algorithm>
#include <cctype>

namespace offside::check {

namespace {

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || (c & 0x80);
}

bool all_blank(std::string_view text) { return std::all_of(text.begin(), text.end(), is_blank); }

// Whether an opening bracket or quote at `i` is closed before the end; then `i` is moved behind the
// closing one.
bool skip_group(std::string_view text, size_t &i) {
  if (text[i] == '"' || text[i] == '\'') {
    const char quote = text[i++];
    if (text.substr(i, 2) == std::string(2, quote))
      return false; // a triple-quoted string, or an empty one: not worth the reading
    while (i < text.size() && text[i] != quote)
      i += text[i] == '\\' ? 2 : 1;
    return i < text.size() && ++i;
  }
  int depth = 0;
  while (i < text.size()) {
    const char c = text[i];
    if (c == '#')
      return false;
    if (c == '"' || c == '\'') {
      if (!skip_group(text, i))
        return false;
      continue;
    }
    depth += c == '(' || c == '[' || c == '{';
    depth -= c == ')' || c == ']' || c == '}';
    ++i;
    if (depth == 0)
      return true;
  }
  return false;
}

Edit insert(const Text &in, uint32_t at, std::string text) {
  return {in.path, {at, at}, std::move(text)};
}

} // namespace

std::string_view Text::at(ir::Span span) const {
  return span.begin <= span.end && span.end <= text.size()
             ? text.substr(span.begin, span.end - span.begin)
             : std::string_view();
}

bool is_name(std::string_view text) {
  return !text.empty() && !std::isdigit(static_cast<unsigned char>(text[0])) &&
         std::all_of(text.begin(), text.end(), is_word);
}

bool is_primary(std::string_view text) {
  bool needs_operand = true; // at the start and after a dot
  for (size_t i = 0; i < text.size();) {
    const char c = text[i];
    if (is_word(c) && needs_operand) {
      while (i < text.size() && is_word(text[i]))
        ++i;
      needs_operand = false;
    } else if (c == '.' && !needs_operand) {
      needs_operand = true;
      ++i;
    } else if (c == '(' || c == '[' || (needs_operand && (c == '{' || c == '"' || c == '\''))) {
      if (!skip_group(text, i))
        return false;
      needs_operand = false;
    } else {
      return false;
    }
  }
  return !needs_operand;
}

Edits add_argument(const Text &in, ir::Span call, std::string_view argument) {
  const std::string_view text = in.at(call);
  if (text.empty() || text.back() != ')')
    return {};
  size_t last = text.size() - 1; // after the last character that is no blank before the bracket
  while (last > 0 && is_blank(text[last - 1]))
    --last;
  if (last == 0)
    return {};
  const size_t line = text.rfind('\n', last - 1);
  if (text.substr(line == text.npos ? 0 : line, last - (line == text.npos ? 0 : line)).find('#') !=
      text.npos)
    return {}; // perhaps a comment
  const char before = text[last - 1];
  const std::string lead = before == '(' ? "" : before == ',' ? " " : ", ";
  return {insert(in, call.begin + static_cast<uint32_t>(last), lead + std::string(argument))};
}

Edits append_method(const Text &in, ir::Span expression, std::string_view suffix) {
  const std::string_view text = in.at(expression);
  if (text.empty() || text.find('#') != text.npos)
    return {};
  if (is_primary(text))
    return {insert(in, expression.end, std::string(suffix))};
  return wrap(in, expression, "(", ")" + std::string(suffix));
}

Edits insert_method(const Text &in, ir::Span receiver, std::string_view method) {
  uint32_t dot = receiver.end;
  while (dot < in.text.size() && (is_blank(in.text[dot]) || in.text[dot] == ')'))
    ++dot;
  if (dot >= in.text.size() || in.text[dot] != '.' || in.at(receiver).empty())
    return {};
  return {insert(in, dot, std::string(method))};
}

Edits drop_method(const Text &in, ir::Span receiver, ir::Span call) {
  const ir::Span rest{receiver.end, call.end};
  const std::string_view text = in.at(rest);
  if (receiver.begin != call.begin || text.size() < 2 || text[0] != '.' ||
      text.find('#') != text.npos)
    return {};
  return {{in.path, rest, ""}};
}

Edits move_method_inside(const Text &in, ir::Span argument, ir::Span inner, ir::Span outer) {
  const std::string_view method = in.at({inner.end, outer.end});
  if (inner.begin != outer.begin || method.size() < 2 || method[0] != '.' ||
      in.at(argument).empty())
    return {};
  Edits edits = append_method(in, argument, method);
  if (!edits.empty())
    edits.push_back({in.path, {inner.end, outer.end}, ""});
  return edits;
}

Edits register_buffer(const Text &in, ir::Span target, ir::Span value) {
  const std::string_view name = in.at(target);
  const size_t dot = name.rfind('.');
  if (dot == name.npos || !is_name(name.substr(0, dot)) || !is_name(name.substr(dot + 1)) ||
      value.begin < target.end)
    return {};
  const std::string_view between = in.at({target.end, value.begin});
  const size_t equals = between.find('=');
  if (equals == between.npos || !all_blank(between.substr(0, equals)) ||
      !all_blank(between.substr(equals + 1)))
    return {};
  const std::string_view text = in.at(value);
  if (text.empty() || text.find('#') != text.npos)
    return {};
  std::string head(name.substr(0, dot));
  head += ".register_buffer(\"" + std::string(name.substr(dot + 1)) + "\", ";
  return {{in.path, {target.begin, value.begin}, std::move(head)},
          insert(in, value.end, ", persistent=False)")};
}

Edits wrap(const Text &in, ir::Span expression, std::string_view before, std::string_view after) {
  if (in.at(expression).empty())
    return {};
  return {insert(in, expression.begin, std::string(before)),
          insert(in, expression.end, std::string(after))};
}

Edits decorate(const Text &in, ir::Span function, std::string_view decorator) {
  if (in.at(function).empty())
    return {};
  const size_t end_of_line_before = in.text.rfind('\n', function.begin);
  const uint32_t line =
      end_of_line_before == in.text.npos ? 0 : static_cast<uint32_t>(end_of_line_before) + 1;
  const std::string_view indent = in.at({line, function.begin});
  if (!all_blank(indent))
    return {};
  const bool crlf = line >= 2 && in.text[line - 2] == '\r';
  return {insert(in, line, std::string(indent) + std::string(decorator) + (crlf ? "\r\n" : "\n"))};
}

Edits rename_attribute(const Text &in, ir::Span attribute, std::string_view from,
                       std::string_view to) {
  const std::string_view text = in.at(attribute);
  if (!text.ends_with(from) || text.size() == from.size() ||
      text[text.size() - from.size() - 1] != '.')
    return {};
  return {{in.path,
           {attribute.end - static_cast<uint32_t>(from.size()), attribute.end},
           std::string(to)}};
}

std::string spelled(const ir::Program &program, std::string_view dotted) {
  const ir::Function &module = program.functions[0];
  const auto inst = [&](uint32_t i) -> const ir::Inst & { return program.insts[module.first + i]; };
  for (uint32_t i = 0; i < module.count; ++i) {
    const ir::Inst &store = inst(i);
    if (store.op != ir::Op::StoreGlobal || store.b >= i)
      continue;
    const ir::Inst &import = inst(store.b);
    std::string name;
    if (import.op == ir::Op::Import)
      name = ir::name_text(import.a);
    else if (import.op == ir::Op::ImportFrom)
      name = std::string(ir::name_text(import.a)) + "." + std::string(ir::name_text(import.b));
    if (name == dotted)
      return std::string(ir::name_text(store.a));
  }
  const size_t dot = dotted.rfind('.');
  if (dot == dotted.npos)
    return "";
  const std::string parent = spelled(program, dotted.substr(0, dot));
  return parent.empty() ? "" : parent + std::string(dotted.substr(dot));
}

} // namespace offside::check
