// Statement dispatch and simple statements.
#include "lint/python/lowering.h"

namespace offside::python {

using namespace ir;

void Lowering::suite(NodeId block) {
  DepthGuard guard(*this);
  Reg ignored;
  if (too_deep(span(block), ignored))
    return;
  if ((*tree_)[block].kind == Kind::Block)
    statements(block + 1, (*tree_)[block].next,
               tree_->has_error ? column_of((*tree_)[block].begin) : 0);
  else
    statement(block);
}

void Lowering::statement(NodeId n) {
  const Tree &tree = *tree_;
  switch (tree[n].kind) {
  case Kind::ExpressionStatement:
    expression_statement(n);
    return;
  case Kind::Return:
    return_statement(n);
    return;
  case Kind::If:
    if_statement(n);
    return;
  case Kind::For:
    for_statement(n);
    return;
  case Kind::While:
    while_statement(n);
    return;
  case Kind::Try:
    try_statement(n);
    return;
  case Kind::With:
    with_statement(n);
    return;
  case Kind::Match:
    match_statement(n);
    return;
  case Kind::Def:
    function(n, {}, kNoNode);
    return;
  case Kind::Class:
    class_definition(n, {}, kNoNode);
    return;
  case Kind::Decorated:
    decorated(n);
    return;
  case Kind::Import:
    import_statement(n);
    return;
  case Kind::ImportFrom:
    import_from_statement(n);
    return;
  case Kind::Raise:
    raise_statement(n);
    return;
  case Kind::Assert:
    assert_statement(n);
    return;
  case Kind::Delete:
    for (NodeId c = n + 1; c < tree[n].next; c = tree[c].next)
      remove(c);
    return;
  case Kind::Break:
    break_or_continue(n, Op::Break);
    return;
  case Kind::Continue:
    break_or_continue(n, Op::Continue);
    return;
  case Kind::TypeAlias: {
    found_.clear();
    find_bindings(*tree_, n, tree[n].next, found_);
    if (!found_.empty()) {
      const uint32_t symbol = found_[0].symbol;
      store_name(symbol, opaque(kNone, span(n)), span(n));
    }
    return;
  }
  case Kind::Pass:
  case Kind::Global:
  case Kind::Nonlocal:
  case Kind::FutureImport:
  case Kind::Token: // a stray `;`-like remainder has no meaning
    return;
  default:
    unsupported(span(n));
  }
}

void Lowering::expression_statement(NodeId n) {
  const Tree &tree = *tree_;
  const NodeId first = operand(n, 0);
  if (first == kNoNode)
    return;
  Reg value;
  if (tree[first].next < tree[n].next || comma_after_single(n, first)) {
    value = display(n, Op::BuildTuple);
  } else {
    switch (tree[first].kind) {
    case Kind::Assignment:
      assignment(first);
      return;
    case Kind::AugmentedAssignment:
      augmented_assignment(first);
      return;
    case Kind::String: // docstrings and bare constants do nothing
      if (!tree[first].has_error && is_plain_string(first))
        return;
      break;
    case Kind::Ellipsis:
    case Kind::Integer:
    case Kind::None:
      return;
    default:
      break;
    }
    value = expr(first);
  }
  emit(Op::Discard, span(n), value);
}

bool Lowering::comma_after_single(NodeId statement, NodeId child) const {
  return (*tree_)[child].end < (*tree_)[statement].end &&
         comma_between((*tree_)[child].end, (*tree_)[statement].end);
}

bool Lowering::is_plain_string(NodeId n) const {
  for (NodeId c = n + 1; c < (*tree_)[n].next; c = (*tree_)[c].next)
    if ((*tree_)[c].kind == Kind::Interpolation)
      return false;
  return true;
}

ir::Reg Lowering::right_hand_side(NodeId n) {
  switch ((*tree_)[n].kind) {
  case Kind::Assignment:
    return assignment(n);
  case Kind::AugmentedAssignment:
    return augmented_assignment(n);
  default:
    return expr(n);
  }
}

// `a = b = value`, with or without annotation: the value first, then the targets from left to
// right.
ir::Reg Lowering::assignment(NodeId n) {
  const Tree &tree = *tree_;
  std::vector<NodeId> targets;
  NodeId right = kNoNode;
  for (NodeId at = n;;) {
    right = kNoNode;
    NodeId left = kNoNode;
    for (NodeId c = at + 1; c < tree[at].next; c = tree[c].next) {
      if (tree[c].kind == Kind::Type || tree[c].kind == Kind::Token)
        continue;
      (left == kNoNode ? left : right) = c;
    }
    // `x: int` alone binds nothing, but in a class body it declares a field (dataclasses read them).
    if (left != kNoNode && right == kNoNode && targets.empty() &&
        frame().kind == ir::FunctionKind::ClassBody && tree[left].kind == Kind::Identifier) {
      const Reg field = unsupported(span(n));
      store(left, field);
      return field;
    }
    if (left == kNoNode || right == kNoNode)
      break;
    targets.push_back(left);
    if (tree[right].kind != Kind::Assignment)
      break;
    at = right;
  }
  if (right == kNoNode || targets.empty())
    return targets.empty() ? kNone : unsupported(span(n));
  const Reg value = right_hand_side(right);
  if (value == kNone)
    return kNone;
  for (NodeId target : targets)
    store(target, value);
  if (scopes_.depth() == 0 && targets.size() == 1)
    note_alias(targets[0], right);
  return value;
}

// The object and index of the target are evaluated once.
ir::Reg Lowering::augmented_assignment(NodeId n) {
  const Tree &tree = *tree_;
  NodeId target = tree.first_child(n);
  const NodeId right_node = operand(n, 1);
  const NodeId token = target == kNoNode ? kNoNode : tree[target].next;
  if (right_node == kNoNode || token >= tree[n].next || tree[token].kind != Kind::Token)
    return unsupported(span(n));
  const auto op = static_cast<uint8_t>(tree[token].id);
  while (tree[target].kind == Kind::Parenthesized && operand(target, 0) != kNoNode)
    target = operand(target, 0);
  if (tree[target].kind == Kind::TuplePattern && is_single_without_comma(target))
    target = tree.first_child(target);
  const Span where = span(target);
  switch (tree[target].kind) {
  case Kind::Identifier: {
    const Reg old = load(tree[target].id, where);
    const Reg right = right_hand_side(right_node);
    const Reg result = emit(Op::Binary, span(n), old, right, kNone, kInPlace, op);
    store_name(tree[target].id, result, where);
    return result;
  }
  case Kind::Attribute: {
    const NodeId attribute = operand(target, 1);
    if (attribute == kNoNode)
      break;
    const Name name = tree.symbols.name(tree[attribute].id);
    const Reg object = expr(operand(target, 0));
    const Reg old = emit(Op::LoadAttr, where, object, name);
    const Reg right = right_hand_side(right_node);
    const Reg result = emit(Op::Binary, span(n), old, right, kNone, kInPlace, op);
    emit(Op::StoreAttr, where, object, name, result);
    return result;
  }
  case Kind::Subscript: {
    const Reg object = expr(operand(target, 0));
    const Reg index = index_of(target);
    const Reg old = emit(Op::LoadItem, where, object, index);
    const Reg right = right_hand_side(right_node);
    const Reg result = emit(Op::Binary, span(n), old, right, kNone, kInPlace, op);
    emit(Op::StoreItem, where, object, index, result);
    return result;
  }
  default:
    break;
  }
  return unsupported(span(n));
}

void Lowering::return_statement(NodeId n) {
  const NodeId value = operand(n, 0);
  const Reg reg = value == kNoNode ? kNone : expr(value);
  emit(Op::Return, span(n), reg);
}

void Lowering::raise_statement(NodeId n) {
  const Tree &tree = *tree_;
  Reg exception = kNone;
  Reg cause = kNone;
  bool from = false;
  for (NodeId c = n + 1; c < tree[n].next; c = tree[c].next) {
    if (tree[c].kind == Kind::Token)
      from = true;
    else
      (from ? cause : exception) = expr(c);
  }
  emit(Op::Raise, span(n), exception, cause);
}

// The message is evaluated only when the condition fails.
void Lowering::assert_statement(NodeId n) {
  const NodeId condition_node = operand(n, 0);
  if (condition_node == kNoNode) {
    unsupported(span(n));
    return;
  }
  const Reg condition = expr(condition_node);
  Reg message = kNone;
  if (const NodeId message_node = operand(n, 1); message_node != kNoNode) {
    const Reg open =
        open_if(negate(condition, span(condition_node)), span(message_node), kShortCircuit);
    message = expr(message_node);
    close_if(open, kNone, span(message_node));
  }
  emit(Op::Assert, span(n), condition, message);
}

} // namespace offside::python
