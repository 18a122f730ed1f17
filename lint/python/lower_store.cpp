// Names, and the targets of assignments: loads, stores, deletions, unpacking.
#include "lint/python/lowering.h"

namespace offside::python {

using namespace ir;

ir::Reg Lowering::load(uint32_t symbol, Span where) {
  const Place place = scopes_.find(symbol);
  if (place.kind == Place::Slot) {
    // In a class body a name that the body binds only later still means the global.
    if (frame().kind != FunctionKind::ClassBody || frame().assigned[place.slot])
      return emit(Op::LoadSlot, where, place.slot);
  } else if (place.kind == Place::Outer) {
    return emit(Op::LoadOuter, where, place.slot, place.levels);
  }
  return emit(Op::LoadGlobal, where, tree_->symbols.name(symbol));
}

void Lowering::store_name(uint32_t symbol, Reg value, Span where, BindingKind kind,
                          uint32_t index) {
  const Place place = scopes_.find(symbol);
  switch (place.kind) {
  case Place::Slot:
    frame().assigned[place.slot] = true;
    emit(Op::StoreSlot, where, place.slot, value);
    break;
  case Place::Outer:
    emit(Op::StoreOuter, where, place.slot, place.levels, value);
    break;
  case Place::Global: {
    const Reg at = emit(Op::StoreGlobal, where, tree_->symbols.name(symbol), value);
    const bool is_import = kind == BindingKind::Import || kind == BindingKind::ImportFrom;
    bind_module_name(symbol, kind, index, is_import ? value : at);
    break;
  }
  }
}

void Lowering::bind_module_name(uint32_t symbol, BindingKind kind, uint32_t index, uint32_t at) {
  const bool in_module = scopes_.depth() == 0;
  if (!in_module)
    at = kNone;
  if (symbol >= binding_of_.size())
    binding_of_.resize(symbol + 1, 0);
  if (uint32_t known = binding_of_[symbol]) {
    ModuleBinding &b = bindings_[known - 1];
    b.binding.kind = BindingKind::Many;
    if (!b.import_first && at != kNone)
      b.at = at;
    b.binding.index = b.at;
    return;
  }
  const bool is_import = kind == BindingKind::Import || kind == BindingKind::ImportFrom;
  if (!in_module || (kind == BindingKind::Value && frame().regions > 0))
    kind = BindingKind::Many;
  if (kind != BindingKind::Function && kind != BindingKind::Class)
    index = at;
  bindings_.push_back({{tree_->symbols.name(symbol), kind, index}, at, is_import && in_module});
  binding_of_[symbol] = static_cast<uint32_t>(bindings_.size());
}

void Lowering::delete_name(uint32_t symbol, Span where, uint8_t flags) {
  const Place place = scopes_.find(symbol);
  if (place.kind == Place::Slot) {
    emit(Op::DeleteSlot, where, place.slot, kNone, kNone, flags);
  } else if (place.kind == Place::Outer) {
    // Deleting a captured variable: afterwards it holds nothing anyone can know.
    const Reg gone = unsupported(where);
    emit(Op::StoreOuter, where, place.slot, place.levels, gone, flags | kSynthetic);
  } else {
    const Reg at = emit(Op::DeleteGlobal, where, tree_->symbols.name(symbol), kNone, kNone, flags);
    bind_module_name(symbol, BindingKind::Value, kNone, at);
  }
}

// Whether the text between a pattern's only child and its end has the comma that makes a
// one-element tuple.
bool Lowering::comma_between(uint32_t begin, uint32_t end) const {
  for (uint32_t i = begin; i < end; ++i) {
    const char c = tree_->text[i];
    if (c == ',')
      return true;
    if (c == '#')
      while (i < end && tree_->text[i] != '\n')
        ++i;
  }
  return false;
}

bool Lowering::is_single_without_comma(NodeId n) const {
  const NodeId first = tree_->first_child(n);
  return first != kNoNode && (*tree_)[first].next == (*tree_)[n].next &&
         !comma_between((*tree_)[first].end, (*tree_)[n].end);
}

void Lowering::store(NodeId target, Reg value) {
  DepthGuard guard(*this);
  Reg ignored;
  if (too_deep(span(target), ignored))
    return;
  const Tree &tree = *tree_;
  const Node &node = tree[target];
  const NodeId first = tree.first_child(target);
  switch (node.kind) {
  case Kind::Identifier:
    store_name(node.id, value, span(target));
    return;
  case Kind::Attribute: {
    const NodeId name = first == kNoNode ? kNoNode : operand(target, 1);
    if (name == kNoNode)
      break;
    const Reg object = expr(first);
    emit(Op::StoreAttr, span(target), object, tree.symbols.name(tree[name].id), value);
    return;
  }
  case Kind::Subscript: {
    if (first == kNoNode)
      break;
    const Reg object = expr(first);
    const Reg index = index_of(target);
    emit(Op::StoreItem, span(target), object, index, value);
    return;
  }
  case Kind::TuplePattern:
    if (is_single_without_comma(target)) {
      store(first, value);
      return;
    }
    store_elements(target, value);
    return;
  case Kind::PatternList:
  case Kind::ListPattern:
  case Kind::Tuple:
  case Kind::List:
  case Kind::ExpressionList:
    store_elements(target, value);
    return;
  case Kind::Parenthesized:
  case Kind::AsPatternTarget:
  case Kind::ListSplatPattern:
  case Kind::ListSplat: {
    const NodeId inner = operand(target, 0);
    if (inner == kNoNode)
      break;
    store(inner, value);
    return;
  }
  default:
    break;
  }
  unsupported(span(target));
}

void Lowering::store_elements(NodeId target, Reg value) {
  const Tree &tree = *tree_;
  uint32_t count = 0;
  uint32_t starred = kNone;
  for (NodeId c = target + 1; c < tree[target].next; c = tree[c].next, ++count)
    if (tree[c].kind == Kind::ListSplatPattern || tree[c].kind == Kind::ListSplat)
      starred = count;
  uint32_t index = 0;
  for (NodeId c = target + 1; c < tree[target].next; c = tree[c].next, ++index) {
    Reg element;
    if (index == starred)
      element = emit(Op::Unpack, span(c), value, index, count, kStarred);
    else if (index > starred)
      element = emit(Op::Unpack, span(c), value, count - 1 - index, count, kFromEnd);
    else
      element = emit(Op::Unpack, span(c), value, index, count);
    store(c, element);
  }
}

void Lowering::remove(NodeId target) {
  DepthGuard guard(*this);
  Reg ignored;
  if (too_deep(span(target), ignored))
    return;
  const Tree &tree = *tree_;
  const Node &node = tree[target];
  const NodeId first = tree.first_child(target);
  switch (node.kind) {
  case Kind::Identifier:
    delete_name(node.id, span(target));
    return;
  case Kind::Attribute: {
    const NodeId name = operand(target, 1);
    if (name == kNoNode)
      break;
    const Reg object = expr(first);
    emit(Op::DeleteAttr, span(target), object, tree.symbols.name(tree[name].id));
    return;
  }
  case Kind::Subscript: {
    if (first == kNoNode)
      break;
    const Reg object = expr(first);
    const Reg index = index_of(target);
    emit(Op::DeleteItem, span(target), object, index);
    return;
  }
  case Kind::Tuple:
  case Kind::List:
  case Kind::ExpressionList:
  case Kind::Parenthesized:
    for (NodeId c = target + 1; c < node.next; c = tree[c].next)
      remove(c);
    return;
  default:
    break;
  }
  unsupported(span(target));
}

} // namespace offside::python
