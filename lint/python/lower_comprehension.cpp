// Comprehensions and generator expressions: loops inlined into the enclosing function, over fresh
// slots.
#include "lint/python/lowering.h"

namespace offside::python {

using namespace ir;

ir::Reg Lowering::comprehension(NodeId n) {
  const Tree &tree = *tree_;
  const NodeId body = operand(n, 0);
  if (body == kNoNode)
    return unsupported(span(n));
  Op op = Op::BuildList;
  uint8_t flags = 0;
  if (tree[n].kind == Kind::SetComprehension)
    op = Op::BuildSet;
  else if (tree[n].kind == Kind::DictComprehension)
    op = Op::BuildDict;
  else if (tree[n].kind == Kind::Generator)
    flags = kGenerator;
  const Reg result =
      emit(op, span(n), kNone, static_cast<uint32_t>(program_->args.size()), 0, flags);
  const size_t mark = scopes_.mark();
  comprehension_clauses(tree[body].next, tree[n].next, body, result, true);
  scopes_.unwind(mark);
  return result;
}

void Lowering::comprehension_clauses(NodeId clause, NodeId end, NodeId body, Reg result,
                                     bool first) {
  const Tree &tree = *tree_;
  struct Open {
    Reg reg;
    bool is_loop;
    Span span;
  };
  std::vector<Open> opened;
  bool inside = false;
  for (; clause < end; clause = tree[clause].next) {
    const Span where = span(clause);
    if (tree[clause].kind == Kind::IfClause) {
      const Reg condition = expr(operand(clause, 0));
      opened.push_back({open_if(condition, where), false, where});
    } else if (tree[clause].kind == Kind::ForIn) {
      const NodeId target = operand(clause, 0);
      const NodeId iterable = operand(clause, 1);
      if (iterable == kNoNode) {
        unsupported(where);
        continue;
      }
      Reg value;
      if (tree[iterable].next >= tree[clause].next) {
        value = expr(iterable);
      } else { // `for x in a, b`
        const size_t base = pending_.size();
        for (NodeId c = iterable; c < tree[clause].next; c = tree[c].next) {
          const Reg item = expr(c);
          pending_.push_back({item});
        }
        value = emit_args(Op::BuildTuple, {tree[iterable].begin, where.end}, kNone, base);
      }
      if (first) { // everything but the first iterable is evaluated in the comprehension's own
                   // scope
        scopes_.enter_comprehension();
        inside = true;
        first = false;
      }
      uint8_t flags = kComprehension;
      if (tree[clause + 1].kind == Kind::Token &&
          tree[clause + 1].id == static_cast<uint32_t>(Token::Async))
        flags |= kAsync;
      const Reg loop = emit(Op::Loop, where, value, kNone, kNone, flags);
      ++frame().regions;
      const Reg element = emit(Op::Next, span(target), loop);
      for (NodeId c = target; c < tree[target].next;) { // fresh slots for the names of the target
        const Kind kind = tree[c].kind;
        if (kind == Kind::Identifier)
          scopes_.declare_inner(tree[c].id, new_slot(tree.symbols.name(tree[c].id)));
        c = kind == Kind::Attribute || kind == Kind::Subscript || kind == Kind::Call ? tree[c].next
                                                                                     : c + 1;
      }
      store(target, element);
      opened.push_back({loop, true, where});
    }
  }
  if (tree[body].kind == Kind::Pair) {
    const Reg key = expr(operand(body, 0));
    const Reg value = expr(operand(body, 1));
    emit(Op::AppendItem, span(body), result, key, value);
  } else {
    const Reg value = expr(body);
    emit(Op::Append, span(body), result, value);
  }
  for (; !opened.empty(); opened.pop_back()) {
    const Open &o = opened.back();
    if (!o.is_loop) {
      close_if(o.reg, kNone, o.span);
      continue;
    }
    const Reg close =
        emit(Op::EndLoop, {o.span.end, o.span.end}, o.reg, kNone, kNone, inst(o.reg).flags);
    inst(o.reg).b = close;
    --frame().regions;
  }
  if (inside)
    scopes_.leave_comprehension();
}

} // namespace offside::python
