// Expressions. Left-leaning chains are walked with an explicit stack, so that only nesting of other
// kinds recurses.
#include "lint/python/lowering.h"

namespace offside::python {

using namespace ir;

NodeId Lowering::operand(NodeId n, uint32_t index) const {
  const Tree &tree = *tree_;
  for (NodeId c = n + 1; c < tree[n].next; c = tree[c].next) {
    if (tree[c].kind == Kind::Token)
      continue;
    if (index-- == 0)
      return c;
  }
  return kNoNode;
}

// Whether an element of a display or argument list is unpacked. The grammar binds the star of
// `*f(x), y` to `f` alone, and a star that repairs.h rewrote is a unary operator: the star is found
// at the left end of the element.
bool Lowering::is_starred(NodeId n) const {
  const Tree &tree = *tree_;
  for (;;) {
    switch (tree[n].kind) {
    case Kind::ListSplat:
    case Kind::ListSplatPattern:
      return true;
    case Kind::Attribute:
    case Kind::Call:
    case Kind::Subscript:
    case Kind::Binary:
    case Kind::Boolean:
    case Kind::Comparison:
    case Kind::Conditional:
      if (tree.first_child(n) == kNoNode)
        return false;
      ++n;
      break;
    case Kind::Unary:
      return tree.text[tree[n].begin] == '*';
    default:
      return false;
    }
  }
}

ir::Reg Lowering::expr(NodeId n) {
  if (n == kNoNode)
    return unsupported({});
  if ((*tree_)[n].kind == Kind::Identifier)
    return load((*tree_)[n].id, span(n));
  DepthGuard guard(*this);
  if (Reg result; too_deep(span(n), result))
    return result;
  const size_t base = spine_.size();
  for (;;) {
    const Kind kind = (*tree_)[n].kind;
    if (kind == Kind::Identifier)
      break;
    NodeId inner = kNoNode;
    switch (kind) {
    case Kind::Attribute:
    case Kind::Call:
    case Kind::Subscript:
    case Kind::Binary:
    case Kind::Boolean:
    case Kind::Not:
    case Kind::Unary:
    case Kind::Await:
      inner = operand(n, 0);
      if (inner != kNoNode)
        spine_.push_back(n);
      break;
    case Kind::Parenthesized:
    case Kind::Type:
      inner = operand(n, 0);
      break;
    default:
      break;
    }
    if (inner == kNoNode)
      break;
    n = inner;
  }
  Reg value = expr_leaf(n);
  while (spine_.size() > base) {
    const NodeId outer = spine_.back();
    spine_.pop_back();
    value = apply(outer, value);
  }
  return value;
}

ir::Reg Lowering::expr_leaf(NodeId n) {
  const Tree &tree = *tree_;
  const Node &node = tree[n];
  if (node.kind == Kind::Identifier)
    return load(node.id, span(n));
  switch (node.kind) {
  case Kind::Integer:
  case Kind::Float:
    return number(n);
  case Kind::String:
  case Kind::ConcatenatedString:
    return string(n);
  case Kind::True:
    return emit(Op::ConstTrue, span(n));
  case Kind::False:
    return emit(Op::ConstFalse, span(n));
  case Kind::None:
    return emit(Op::ConstNone, span(n));
  case Kind::Ellipsis:
    return emit(Op::ConstEllipsis, span(n));
  case Kind::List:
  case Kind::ListPattern:
    return display(n, Op::BuildList);
  case Kind::Set:
    return display(n, Op::BuildSet);
  case Kind::Tuple:
  case Kind::TuplePattern:
  case Kind::ExpressionList:
  case Kind::PatternList:
    return display(n, Op::BuildTuple);
  case Kind::Dictionary:
    return dictionary(n);
  case Kind::ListComprehension:
  case Kind::SetComprehension:
  case Kind::DictComprehension:
  case Kind::Generator:
    return comprehension(n);
  case Kind::Comparison:
    return comparison(n);
  case Kind::Conditional:
    return conditional(n);
  case Kind::Lambda:
    return lambda(n);
  case Kind::NamedExpression: {
    const Reg value = expr(operand(n, 1));
    const NodeId target = operand(n, 0);
    if (target != kNoNode)
      store(target, value);
    return value;
  }
  case Kind::Yield:
    return yield(n);
  case Kind::Slice:
    return slice(n);
  case Kind::AsPattern: // only meaningful in `with` and `except`, which look inside
  case Kind::ListSplat:
  case Kind::ListSplatPattern:
  case Kind::AsPatternTarget:
    return expr(operand(n, 0));
  default:
    return unsupported(span(n));
  }
}

ir::Reg Lowering::apply(NodeId n, Reg left) {
  const Tree &tree = *tree_;
  const Node &node = tree[n];
  switch (node.kind) {
  case Kind::Attribute: {
    const NodeId name = operand(n, 1);
    if (name == kNoNode || tree[name].kind != Kind::Identifier)
      return unsupported(span(n));
    return emit(Op::LoadAttr, span(n), left, tree.symbols.name(tree[name].id));
  }
  case Kind::Call:
    return call(n, left);
  case Kind::Subscript: {
    const Reg index = index_of(n);
    return emit(Op::LoadItem, span(n), left, index);
  }
  case Kind::Binary: {
    const NodeId token = tree[n + 1].next; // left, operator, right
    const NodeId right_node = operand(n, 1);
    if (right_node == kNoNode || token >= node.next || tree[token].kind != Kind::Token ||
        tree[token].id > static_cast<uint32_t>(Token::BitXor))
      return unsupported(span(n));
    const Reg right = expr(right_node);
    return emit(Op::Binary, span(n), left, right, kNone, 0, static_cast<uint8_t>(tree[token].id));
  }
  case Kind::Boolean:
    return boolean(n, left);
  case Kind::Not:
    return emit(Op::Unary, span(n), left, kNone, kNone, 0, static_cast<uint8_t>(UnaryOp::Not));
  case Kind::Unary: {
    if (tree.text[node.begin] == '*') // see repairs.h
      return left;
    UnaryOp op = UnaryOp::Pos;
    if (tree[n + 1].id == static_cast<uint32_t>(Token::Sub))
      op = UnaryOp::Neg;
    else if (tree[n + 1].id == static_cast<uint32_t>(Token::Invert))
      op = UnaryOp::Invert;
    return emit(Op::Unary, span(n), left, kNone, kNone, 0, static_cast<uint8_t>(op));
  }
  case Kind::Await:
    return emit(Op::Await, span(n), left);
  default:
    return unsupported(span(n));
  }
}

ir::Reg Lowering::call(NodeId n, Reg callee) {
  const Tree &tree = *tree_;
  const size_t base = pending_.size();
  const NodeId arguments = operand(n, 1);
  if (arguments != kNoNode) {
    if (tree[arguments].kind == Kind::ArgumentList)
      push_arguments(arguments);
    else
      pending_.push_back({expr(arguments)});
  }
  return emit_args(Op::Call, span(n), callee, base);
}

void Lowering::push_arguments(NodeId list) {
  const Tree &tree = *tree_;
  for (NodeId c = list + 1; c < tree[list].next; c = tree[c].next) {
    NodeId value = c;
    Name name = kPositional;
    while (tree[value].kind == Kind::Parenthesized && operand(value, 0) != kNoNode)
      value = operand(value, 0);
    switch (tree[value].kind) {
    case Kind::ListSplat:
    case Kind::ListSplatPattern:
      name = kStar;
      value = operand(value, 0);
      break;
    case Kind::DictSplat:
    case Kind::DictSplatPattern:
      name = kStarStar;
      value = operand(value, 0);
      break;
    case Kind::KeywordArgument: {
      const NodeId key = operand(value, 0);
      if (key != kNoNode && tree[key].kind == Kind::Identifier)
        name = tree.symbols.name(tree[key].id);
      value = operand(value, 1);
      break;
    }
    case Kind::Token:
      continue;
    default:
      value = c;
      if (is_starred(c))
        name = kStar;
    }
    const Reg reg = expr(value);
    pending_.push_back({reg, name});
  }
}

// The index of a subscript: one expression, or the tuple of several.
ir::Reg Lowering::index_of(NodeId subscript) {
  const Tree &tree = *tree_;
  const NodeId first = operand(subscript, 1);
  if (first == kNoNode)
    return unsupported(span(subscript));
  const NodeId end = tree[subscript].next;
  const bool single = tree[first].next == end;
  const bool starred = is_starred(first);
  if (single && !starred && !comma_between(tree[first].end, tree[subscript].end))
    return expr(first);
  const size_t base = pending_.size();
  for (NodeId c = first; c < end; c = tree[c].next) {
    const bool star = is_starred(c);
    const Reg reg = expr(c);
    pending_.push_back({reg, star ? kStar : kPositional});
  }
  return emit_args(Op::BuildTuple, {tree[first].begin, tree[subscript].end - 1}, kNone, base);
}

ir::Reg Lowering::slice(NodeId n) {
  const Tree &tree = *tree_;
  Reg parts[3] = {kNone, kNone, kNone};
  uint32_t at = 0;
  for (NodeId c = n + 1; c < tree[n].next; c = tree[c].next) {
    if (tree[c].kind == Kind::Token)
      ++at;
    else if (at < 3)
      parts[at] = expr(c);
  }
  return emit(Op::Slice, span(n), parts[0], parts[1], parts[2]);
}

// `left and right`: right is evaluated inside a region that opens when left does not decide.
ir::Reg Lowering::boolean(NodeId n, Reg left) {
  const Tree &tree = *tree_;
  const NodeId token = tree[n + 1].next;
  const NodeId right_node = operand(n, 1);
  if (right_node == kNoNode || token >= tree[n].next)
    return unsupported(span(n));
  const bool is_and = tree[token].id == static_cast<uint32_t>(Token::And);
  const Reg condition = is_and ? left : negate(left, span(n + 1));
  const Reg open = open_if(condition, span(right_node), kShortCircuit);
  const Reg right = expr(right_node);
  close_if(open, kNone, span(right_node));
  return emit(is_and ? Op::And : Op::Or, span(n), left, right);
}

ir::Reg Lowering::comparison(NodeId n) {
  const Tree &tree = *tree_;
  NodeId c = tree.first_child(n);
  if (c == kNoNode)
    return unsupported(span(n));
  const uint32_t begin = tree[c].begin;
  uint32_t left_begin = begin;
  Reg left = expr(c);
  Reg result = kNone;
  for (c = tree[c].next; c < tree[n].next;) {
    const NodeId token = c;
    c = tree[token].next;
    if (tree[token].kind != Kind::Token || c >= tree[n].next)
      return unsupported(span(n));
    const uint32_t op = tree[token].id;
    const bool known =
        op >= static_cast<uint32_t>(Token::Eq) && op <= static_cast<uint32_t>(Token::NotIn);
    const auto aux = static_cast<uint8_t>(known ? op - static_cast<uint32_t>(Token::Eq)
                                                : static_cast<uint32_t>(CompareOp::Ne));
    const Reg open =
        result == kNone ? kNone : open_if(result, {left_begin, tree[c].end}, kShortCircuit);
    const Reg right = expr(c);
    const Reg compared = emit(Op::Compare, {left_begin, tree[c].end}, left, right, kNone, 0, aux);
    if (open == kNone) {
      result = compared;
    } else {
      close_if(open, kNone, {left_begin, tree[c].end});
      result = emit(Op::And, {begin, tree[c].end}, result, compared);
    }
    left = right;
    left_begin = tree[c].begin;
    c = tree[c].next;
  }
  return result == kNone ? left : result;
}

ir::Reg Lowering::conditional(NodeId n) {
  const NodeId then_node = operand(n, 0);
  const NodeId condition_node = operand(n, 1);
  const NodeId else_node = operand(n, 2);
  if (else_node == kNoNode)
    return unsupported(span(n));
  const Reg condition = expr(condition_node);
  const Reg open = open_if(condition, span(then_node), kShortCircuit);
  const Reg then_value = expr(then_node);
  const Reg els = open_else(open, span(else_node));
  const Reg else_value = expr(else_node);
  close_if(open, els, span(else_node));
  return emit(Op::Select, span(n), condition, then_value, else_value);
}

ir::Reg Lowering::display(NodeId n, Op op) {
  const Tree &tree = *tree_;
  const size_t base = pending_.size();
  for (NodeId c = n + 1; c < tree[n].next; c = tree[c].next) {
    if (tree[c].kind == Kind::Token)
      continue;
    NodeId value = c;
    while (tree[value].kind == Kind::Parenthesized && operand(value, 0) != kNoNode)
      value = operand(value, 0);
    const bool star = is_starred(value);
    const Reg reg = expr(value);
    pending_.push_back({reg, star ? kStar : kPositional});
  }
  return emit_args(op, span(n), kNone, base);
}

ir::Reg Lowering::dictionary(NodeId n) {
  const Tree &tree = *tree_;
  const size_t base = pending_.size();
  for (NodeId c = n + 1; c < tree[n].next; c = tree[c].next) {
    if (tree[c].kind == Kind::Pair) {
      const Reg key = expr(operand(c, 0));
      const Reg value = expr(operand(c, 1));
      pending_.push_back({key});
      pending_.push_back({value});
    } else if (tree[c].kind == Kind::DictSplat) {
      const Reg value = expr(operand(c, 0));
      pending_.push_back({value, kStarStar});
    }
  }
  return emit_args(Op::BuildDict, span(n), kNone, base);
}

ir::Reg Lowering::yield(NodeId n) {
  const Tree &tree = *tree_;
  frame().is_generator = true;
  const bool from = tree.first_child(n) != kNoNode && tree[n + 1].kind == Kind::Token &&
                    tree[n + 1].id == static_cast<uint32_t>(Token::From);
  const NodeId value = operand(n, 0);
  const Reg reg = value == kNoNode ? kNone : expr(value);
  return emit(Op::Yield, span(n), reg, kNone, kNone, from ? kFrom : 0);
}

} // namespace offside::python
