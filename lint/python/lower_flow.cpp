// Compound statements: regions of if, loops, try and with.
#include "lint/python/lowering.h"

namespace offside::python {

using namespace ir;

void Lowering::if_statement(NodeId n) {
  const Tree &tree = *tree_;
  struct Open {
    Reg open, els;
    Span span;
  };
  std::vector<Open> opened; // an elif is an If inside the Else of the one before
  const auto arm = [&](NodeId clause) {
    const NodeId condition = operand(clause, 0);
    const NodeId body = operand(clause, 1);
    const Reg value = expr(condition);
    opened.push_back({open_if(value, condition == kNoNode ? span(clause) : span(condition)), kNone,
                      span(clause)});
    if (body != kNoNode && tree[body].kind == Kind::Block)
      suite(body);
  };
  arm(n);
  for (NodeId c = n + 1; c < tree[n].next; c = tree[c].next) {
    if (tree[c].kind == Kind::Elif) {
      opened.back().els = open_else(opened.back().open, span(c));
      arm(c);
    } else if (tree[c].kind == Kind::Else) {
      opened.back().els = open_else(opened.back().open, span(c));
      if (const NodeId body = operand(c, 0); body != kNoNode)
        suite(body);
    }
  }
  for (; !opened.empty(); opened.pop_back())
    close_if(opened.back().open, opened.back().els, span(n));
}

void Lowering::for_statement(NodeId n) {
  const Tree &tree = *tree_;
  const NodeId target = operand(n, 0);
  const NodeId iterable = operand(n, 1);
  const NodeId body = operand(n, 2);
  if (iterable == kNoNode) {
    unsupported(span(n));
    return;
  }
  const bool is_async =
      tree[n + 1].kind == Kind::Token && tree[n + 1].id == static_cast<uint32_t>(Token::Async);
  const Reg value = expr(iterable);
  const Reg loop = emit(Op::Loop, {tree[n].begin, tree[iterable].end}, value, kNone, kNone,
                        is_async ? kAsync : 0);
  ++frame().regions;
  frame().loops.push_back(loop);
  const Reg element = emit(Op::Next, span(target), loop);
  store(target, element);
  if (body != kNoNode && tree[body].kind == Kind::Block)
    suite(body);
  frame().loops.pop_back();
  inst(loop).b = emit(Op::EndLoop, {tree[n].end, tree[n].end}, loop);
  --frame().regions;
  if (const NodeId last = operand(n, 3); last != kNoNode)
    loop_else(last, loop);
}

void Lowering::while_statement(NodeId n) {
  const Tree &tree = *tree_;
  const NodeId condition = operand(n, 0);
  const NodeId body = operand(n, 1);
  if (condition == kNoNode) {
    unsupported(span(n));
    return;
  }
  const Reg loop = emit(Op::Loop, {tree[n].begin, tree[condition].end});
  ++frame().regions;
  frame().loops.push_back(loop);
  const Reg value = expr(condition);
  emit(Op::LoopTest, span(condition), value);
  if (body != kNoNode && tree[body].kind == Kind::Block)
    suite(body);
  frame().loops.pop_back();
  inst(loop).b = emit(Op::EndLoop, {tree[n].end, tree[n].end}, loop);
  --frame().regions;
  if (const NodeId last = operand(n, 2); last != kNoNode)
    loop_else(last, loop);
}

void Lowering::loop_else(NodeId clause, Reg loop) {
  const Reg begin = emit(Op::LoopElse, span(clause), loop);
  ++frame().regions;
  if (const NodeId body = operand(clause, 0); body != kNoNode)
    suite(body);
  inst(begin).b = emit(Op::EndLoopElse, {span(clause).end, span(clause).end}, begin);
  --frame().regions;
}

void Lowering::break_or_continue(NodeId n, Op op) {
  if (frame().loops.empty())
    unsupported(span(n)); // outside a loop: not Python
  else
    emit(op, span(n), frame().loops.back());
}

void Lowering::try_statement(NodeId n) {
  const Tree &tree = *tree_;
  const Reg begin = emit(Op::Try, {tree[n].begin, tree[n].begin + 3});
  ++frame().regions;
  Reg previous = begin; // the clause that waits for its successor
  for (NodeId c = n + 1; c < tree[n].next; c = tree[c].next) {
    const Reg here = next_reg();
    switch (tree[c].kind) {
    case Kind::Block:
      suite(c);
      continue;
    case Kind::Except:
      emit(Op::Except, span(c), begin);
      inst(previous).b = here;
      except_clause(c);
      break;
    case Kind::Else:
    case Kind::Finally:
      emit(tree[c].kind == Kind::Else ? Op::TryElse : Op::Finally, span(c), begin);
      inst(previous).b = here;
      if (const NodeId body = operand(c, 0); body != kNoNode)
        suite(body);
      break;
    default:
      continue;
    }
    previous = here;
  }
  const Reg end = emit(Op::EndTry, {tree[n].end, tree[n].end}, begin);
  inst(previous).b = end;
  inst(begin).c = end;
  --frame().regions;
}

void Lowering::except_clause(NodeId n) {
  const Tree &tree = *tree_;
  std::vector<NodeId> types;
  NodeId alias = kNoNode;
  NodeId body = kNoNode;
  for (NodeId c = n + 1; c < tree[n].next; c = tree[c].next) {
    if (tree[c].kind == Kind::Block) {
      body = c;
    } else if (tree[c].kind == Kind::AsPattern) {
      types.push_back(operand(c, 0));
      alias = operand(c, 1);
    } else if (tree[c].kind != Kind::Token) {
      types.push_back(c);
    }
  }
  Reg type = kNone;
  Span where{tree[n].begin, tree[n].begin + 6};
  if (types.size() == 1) {
    type = expr(types[0]);
  } else if (types.size() > 1) { // PEP 758: `except A, B:`
    const size_t base = pending_.size();
    for (NodeId t : types) {
      const Reg item = expr(t);
      pending_.push_back({item});
    }
    type =
        emit_args(Op::BuildTuple, {span(types.front()).begin, span(types.back()).end}, kNone, base);
  }
  if (!types.empty() && types.front() != kNoNode)
    where = {span(types.front()).begin, span(types.back()).end};
  const Reg caught = emit(Op::CatchType, where, type);
  if (alias != kNoNode)
    store(alias, caught);
  if (body != kNoNode)
    suite(body);
  // Python unbinds the name when the clause ends.
  while (alias != kNoNode && tree[alias].kind != Kind::Identifier)
    alias = operand(alias, 0);
  if (alias != kNoNode)
    delete_name(tree[alias].id, {tree[n].end, tree[n].end}, kSynthetic);
}

void Lowering::with_statement(NodeId n) {
  const Tree &tree = *tree_;
  std::vector<Reg> opened;
  bool is_async = false;
  for (NodeId c = n + 1; c < tree[n].next; c = tree[c].next) {
    switch (tree[c].kind) {
    case Kind::Token:
      is_async |= tree[c].id == static_cast<uint32_t>(Token::Async);
      break;
    case Kind::WithClause:
      for (NodeId item = c + 1; item < tree[c].next; item = tree[item].next) {
        NodeId value = operand(item, 0);
        NodeId alias = kNoNode;
        if (value != kNoNode && tree[value].kind == Kind::AsPattern) {
          alias = operand(value, 1);
          value = operand(value, 0);
        }
        const Reg manager = expr(value);
        const Reg entered = emit(Op::EnterContext, value == kNoNode ? span(item) : span(value),
                                 manager, kNone, kNone, is_async ? kAsync : 0);
        if (alias != kNoNode)
          store(alias, entered);
        opened.push_back(entered);
      }
      break;
    case Kind::Block:
      suite(c);
      break;
    default:
      break;
    }
  }
  for (; !opened.empty(); opened.pop_back())
    emit(Op::ExitContext, {tree[n].end, tree[n].end}, opened.back(), kNone, kNone,
         is_async ? kAsync : 0);
}

} // namespace offside::python
