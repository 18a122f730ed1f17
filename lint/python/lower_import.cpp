// Imports.
#include "lint/python/lowering.h"

#include <algorithm>

namespace offside::python {

using namespace ir;

namespace {

// A dotted name as written may hold blanks and line continuations around its dots.
std::string without_blanks(std::string_view text) {
  std::string out;
  for (char c : text)
    if (c != ' ' && c != '\t' && c != '\\' && c != '\r' && c != '\n' && c != '\f')
      out += c;
  return out;
}

} // namespace

void Lowering::set_alias(uint32_t symbol, Name dotted) {
  if (symbol >= aliases_.size())
    aliases_.resize(symbol + 1, kNone);
  aliases_[symbol] = dotted;
}

// `Tensor = torch.Tensor` at module level: annotations that say Tensor mean torch.Tensor.
void Lowering::note_alias(NodeId target, NodeId value) {
  const Tree &tree = *tree_;
  if (tree[target].kind != Kind::Identifier)
    return;
  NodeId root = value;
  while (tree[root].kind == Kind::Attribute && tree.first_child(root) != kNoNode)
    root = tree.first_child(root);
  const bool dotted = tree[value].kind == Kind::Attribute && tree[root].kind == Kind::Identifier;
  set_alias(tree[target].id,
            dotted && tree[root].id < aliases_.size() && aliases_[tree[root].id] != kNone
                ? resolved_text(tree.slice(tree[value]))
                : kNone);
}

void Lowering::import_statement(NodeId n) {
  const Tree &tree = *tree_;
  for (NodeId c = n + 1; c < tree[n].next; c = tree[c].next) {
    if (tree[c].kind == Kind::AliasedImport) {
      const NodeId module = operand(c, 0);
      const NodeId alias = operand(c, 1);
      if (alias == kNoNode)
        continue;
      const Name dotted = intern(without_blanks(tree.slice(tree[module])));
      const Reg value = emit(Op::Import, span(c), dotted);
      set_alias(tree[alias].id, dotted);
      store_name(tree[alias].id, value, span(alias), BindingKind::Import);
    } else if (tree[c].kind == Kind::DottedName) {
      const std::string text = without_blanks(tree.slice(tree[c]));
      const size_t dot = text.find('.');
      const uint32_t symbol = tree_->symbols.add(std::string_view(text).substr(0, dot));
      const Name top = tree.symbols.name(symbol);
      const Reg value = dot == std::string::npos
                            ? emit(Op::Import, span(c), top)
                            : emit(Op::Import, span(c), top, kNone, intern(text), kSubmodule);
      set_alias(symbol, top);
      store_name(
          symbol, value,
          {tree[c].begin, tree[c].begin + static_cast<uint32_t>(tree.symbols.text(symbol).size())},
          BindingKind::Import);
    }
  }
}

// The absolute dotted name of the module after `from`. Leading dots stay when this file's own name
// is unknown or too short.
std::string Lowering::absolute_module(NodeId n) {
  const std::string text = without_blanks(tree_->slice((*tree_)[n]));
  const size_t dots = std::min(text.find_first_not_of('.'), text.size());
  if (dots == 0 || module_.empty())
    return text;
  std::string_view package = module_;
  size_t up = dots;
  if (is_package_)
    --up; // `.` in a package's __init__ is the package itself
  for (; up > 0; --up) {
    const size_t dot = package.rfind('.');
    if (dot == std::string_view::npos) {
      if (up > 1 || package.empty())
        return text;
      package = {};
    } else {
      package = package.substr(0, dot);
    }
  }
  std::string out(package);
  if (dots < text.size()) {
    if (!out.empty())
      out += '.';
    out += text.substr(dots);
  }
  return out.empty() ? text : out;
}

void Lowering::import_from_statement(NodeId n) {
  const Tree &tree = *tree_;
  const NodeId module_node = operand(n, 0);
  if (module_node == kNoNode) {
    unsupported(span(n));
    return;
  }
  const std::string module = absolute_module(module_node);
  const Name module_name = intern(module);
  for (NodeId c = tree[module_node].next; c < tree[n].next; c = tree[c].next) {
    NodeId attribute = c;
    NodeId alias = kNoNode;
    if (tree[c].kind == Kind::WildcardImport) {
      emit(Op::ImportStar, span(c), module_name);
      if (scopes_.depth() == 0)
        program_->star_imports.push_back(module_name);
      continue;
    }
    if (tree[c].kind == Kind::AliasedImport) {
      attribute = operand(c, 0);
      alias = operand(c, 1);
    }
    if (attribute == kNoNode || tree[attribute].kind != Kind::DottedName)
      continue;
    const std::string_view text = tree.slice(tree[attribute]);
    const uint32_t symbol = alias == kNoNode ? tree_->symbols.add(text) : tree[alias].id;
    const Reg value = emit(Op::ImportFrom, span(c), module_name, intern(text));
    std::string dotted = module;
    if (!dotted.empty() && dotted.back() != '.')
      dotted += '.';
    dotted += text;
    set_alias(symbol, intern(dotted));
    store_name(symbol, value, alias == kNoNode ? span(attribute) : span(alias),
               BindingKind::ImportFrom);
  }
}

} // namespace offside::python
