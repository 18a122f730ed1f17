// `match`: a chain of If regions. What a pattern tests is Compare, isinstance or Opaque; what it
// binds is stored.
#include "lint/python/lowering.h"

namespace offside::python {

using namespace ir;

ir::Reg Lowering::opaque(Reg from, Span where) {
  const size_t base = pending_.size();
  if (from != kNone)
    pending_.push_back({from});
  return emit_args(Op::Opaque, where, kNone, base);
}

void Lowering::match_statement(NodeId n) {
  const Tree &tree = *tree_;
  NodeId block = kNoNode;
  std::vector<NodeId> subjects;
  for (NodeId c = n + 1; c < tree[n].next; c = tree[c].next) {
    if (tree[c].kind == Kind::Block)
      block = c;
    else if (tree[c].kind != Kind::Token)
      subjects.push_back(c);
  }
  if (subjects.empty()) {
    unsupported(span(n));
    return;
  }
  Reg subject;
  if (subjects.size() == 1 &&
      !(block != kNoNode && comma_between(tree[subjects[0]].end, tree[block].begin))) {
    subject = expr(subjects[0]);
  } else {
    const size_t base = pending_.size();
    for (NodeId s : subjects) {
      const bool star = is_starred(s);
      const Reg value = expr(s);
      pending_.push_back({value, star ? kStar : kPositional});
    }
    subject = emit_args(Op::BuildTuple, {span(subjects.front()).begin, span(subjects.back()).end},
                        kNone, base);
  }
  if (block == kNoNode)
    return;
  struct Open {
    Reg open, els;
  };
  std::vector<Open> opened;
  for (NodeId c = block + 1; c < tree[block].next; c = tree[c].next) {
    if (tree[c].kind != Kind::Case)
      continue;
    match_case(c, subject, [&](Reg condition, Span where) {
      opened.push_back({open_if(condition, where), kNone});
    });
    // The next case is tried when this one did not match.
    if (tree[c].next < tree[block].next && !opened.empty() && opened.back().els == kNone)
      opened.back().els = open_else(opened.back().open, span(tree[c].next));
  }
  for (; !opened.empty(); opened.pop_back())
    close_if(opened.back().open, opened.back().els, span(n));
}

// Lowers one case: its condition, handed to `open` unless it always matches, its captures and its
// body.
void Lowering::match_case(NodeId n, Reg subject, const std::function<void(Reg, Span)> &open) {
  const Tree &tree = *tree_;
  std::vector<NodeId> patterns;
  NodeId guard_node = kNoNode;
  NodeId body = kNoNode;
  for (NodeId c = n + 1; c < tree[n].next; c = tree[c].next) {
    if (tree[c].kind == Kind::CasePattern)
      patterns.push_back(c);
    else if (tree[c].kind == Kind::IfClause)
      guard_node = operand(c, 0);
    else if (tree[c].kind == Kind::Block)
      body = c;
  }
  if (patterns.empty()) {
    unsupported(span(n));
    return;
  }
  const Span where{span(patterns.front()).begin, span(patterns.back()).end};
  const bool sequence = patterns.size() > 1 || tree.text.substr(where.end, 1) == ",";
  const auto captures = [&] {
    if (sequence)
      capture_elements(patterns.front(), tree[patterns.back()].next, subject);
    else
      pattern_captures(patterns.front(), subject);
  };
  Reg condition = sequence ? opaque(subject, where) : pattern_condition(patterns.front(), subject);
  if (guard_node != kNoNode) {
    const Reg inner =
        condition == kNone ? kNone : open_if(condition, span(guard_node), kShortCircuit);
    captures();
    const Reg guard = expr(guard_node);
    if (inner != kNone) {
      close_if(inner, kNone, span(guard_node));
      condition = emit(Op::And, {where.begin, span(guard_node).end}, condition, guard);
    } else {
      condition = guard;
    }
    open(condition, where);
  } else {
    if (condition != kNone)
      open(condition, where);
    captures();
  }
  if (body != kNoNode)
    suite(body);
}

// Whether a pattern inside another is a capture or wildcard.
bool Lowering::always_matches(NodeId n) const {
  const Tree &tree = *tree_;
  for (;;) {
    NodeId inner = kNoNode;
    switch (tree[n].kind) {
    case Kind::CasePattern:
      inner = tree.first_child(n);
      break;
    case Kind::KeywordPattern:
      inner = tree.first_child(n);
      if (inner != kNoNode)
        inner = tree[inner].next < tree[n].next ? tree[inner].next : kNoNode;
      break;
    case Kind::DottedName:
      return tree.slice(tree[n]).find('.') == std::string_view::npos;
    case Kind::Token:
      return tree[n].id == static_cast<uint32_t>(Token::Underscore);
    default:
      return false;
    }
    if (inner == kNoNode)
      return false;
    n = inner;
  }
}

// The condition under which the pattern matches, or kNone when it always does.
ir::Reg Lowering::pattern_condition(NodeId n, Reg subject) {
  DepthGuard guard(*this);
  Reg result;
  if (too_deep(span(n), result))
    return result;
  const Tree &tree = *tree_;
  const NodeId first = tree.first_child(n);
  const Span where = span(n);
  switch (tree[n].kind) {
  case Kind::CasePattern: {
    if (first == kNoNode)
      return opaque(subject, where);
    if (tree[first].kind == Kind::Token && tree[first].id == static_cast<uint32_t>(Token::Sub)) {
      const Reg value = pattern_value(n);
      return emit(Op::Compare, where, subject, value, kNone, 0,
                  static_cast<uint8_t>(CompareOp::Eq));
    }
    return pattern_condition(first, subject);
  }
  case Kind::Token:
    return tree[n].id == static_cast<uint32_t>(Token::Underscore) ? kNone : opaque(subject, where);
  case Kind::AsPattern:
    return first == kNoNode ? opaque(subject, where) : pattern_condition(first, subject);
  case Kind::DottedName:
    if (tree.slice(tree[n]).find('.') == std::string_view::npos)
      return kNone; // a capture
    [[fallthrough]];
  case Kind::String:
  case Kind::ConcatenatedString:
  case Kind::Integer:
  case Kind::Float:
  case Kind::ComplexPattern: {
    const Reg value = pattern_value(n);
    return emit(Op::Compare, where, subject, value, kNone, 0, static_cast<uint8_t>(CompareOp::Eq));
  }
  case Kind::True:
  case Kind::False:
  case Kind::None: {
    const Reg value = expr(n);
    return emit(Op::Compare, where, subject, value, kNone, 0, static_cast<uint8_t>(CompareOp::Is));
  }
  case Kind::UnionPattern: {
    Reg any = kNone;
    bool negative = false;
    const auto alternative = [&](NodeId c) {
      if (!negative)
        return pattern_condition(c, subject);
      const Reg number = expr(c);
      const Reg value =
          emit(Op::Unary, span(c), number, kNone, kNone, 0, static_cast<uint8_t>(UnaryOp::Neg));
      return emit(Op::Compare, span(c), subject, value, kNone, 0,
                  static_cast<uint8_t>(CompareOp::Eq));
    };
    for (NodeId c = n + 1; c < tree[n].next; c = tree[c].next) {
      if (tree[c].kind == Kind::Token && tree[c].id != static_cast<uint32_t>(Token::Underscore)) {
        negative = tree[c].id == static_cast<uint32_t>(Token::Sub);
        continue;
      }
      if (any == kNone) {
        any = alternative(c);
        if (any == kNone)
          return kNone;
        continue;
      }
      const Reg open = open_if(negate(any, where), span(c), kShortCircuit);
      Reg other = alternative(c);
      if (other == kNone)
        other = emit(Op::ConstTrue, span(c));
      close_if(open, kNone, span(c));
      any = emit(Op::Or, {where.begin, tree[c].end}, any, other);
    }
    return any == kNone ? opaque(subject, where) : any;
  }
  case Kind::ClassPattern: {
    const Reg callee = emit(Op::LoadGlobal, where, intern("isinstance"), kNone, kNone, kSynthetic);
    const Reg klass = first == kNoNode ? unsupported(where) : pattern_value(first);
    const size_t base = pending_.size();
    pending_.push_back({subject});
    pending_.push_back({klass});
    const Reg is_instance = emit_args(Op::Call, where, callee, base, kSynthetic);
    bool tests_more = false;
    for (NodeId c = first; first != kNoNode && c < tree[n].next; c = tree[c].next)
      tests_more |= tree[c].kind == Kind::CasePattern && !always_matches(c);
    if (!tests_more)
      return is_instance;
    const Reg open = open_if(is_instance, where, kShortCircuit);
    const Reg fits = opaque(subject, where);
    close_if(open, kNone, where);
    return emit(Op::And, where, is_instance, fits);
  }
  case Kind::TuplePattern:
    if (is_single_without_comma(n))
      return pattern_condition(first, subject);
    return opaque(subject, where);
  default: // sequences, mappings, keyword and star patterns
    return opaque(subject, where);
  }
}

// A literal or dotted name in a pattern.
ir::Reg Lowering::pattern_value(NodeId n) {
  const Tree &tree = *tree_;
  switch (tree[n].kind) {
  case Kind::CasePattern: { // -1
    const NodeId value = operand(n, 0);
    const Reg number = expr(value);
    return emit(Op::Unary, span(n), number, kNone, kNone, 0, static_cast<uint8_t>(UnaryOp::Neg));
  }
  case Kind::ComplexPattern:
    return opaque(kNone, span(n));
  case Kind::DottedName: {
    const std::string_view text = tree.slice(tree[n]);
    Reg value = kNone;
    for (size_t at = 0; at < text.size();) {
      size_t end = text.find('.', at);
      if (end == std::string_view::npos)
        end = text.size();
      const Span where{tree[n].begin, tree[n].begin + static_cast<uint32_t>(end)};
      std::string_view part = text.substr(at, end - at);
      while (!part.empty() && part.back() == ' ')
        part.remove_suffix(1);
      while (!part.empty() && part.front() == ' ')
        part.remove_prefix(1);
      if (value == kNone)
        value = load(tree_->symbols.add(part), where);
      else
        value = emit(Op::LoadAttr, where, value, intern(part));
      at = end + 1;
    }
    return value == kNone ? unsupported(span(n)) : value;
  }
  default:
    return expr(n);
  }
}

void Lowering::capture_elements(NodeId begin, NodeId end, Reg subject) {
  const Tree &tree = *tree_;
  uint32_t count = 0;
  uint32_t starred = kNone;
  const auto star_in = [&](NodeId c) {
    const NodeId inner = tree.first_child(c);
    return tree[c].kind == Kind::CasePattern && inner != kNoNode &&
           tree[inner].kind == Kind::SplatPattern;
  };
  for (NodeId c = begin; c < end; c = tree[c].next) {
    if (tree[c].kind != Kind::CasePattern)
      continue;
    if (star_in(c))
      starred = count;
    ++count;
  }
  uint32_t index = 0;
  for (NodeId c = begin; c < end; c = tree[c].next) {
    if (tree[c].kind != Kind::CasePattern)
      continue;
    Reg element;
    if (index == starred)
      element = emit(Op::Unpack, span(c), subject, index, count, kStarred);
    else if (index > starred)
      element = emit(Op::Unpack, span(c), subject, count - 1 - index, count, kFromEnd);
    else
      element = emit(Op::Unpack, span(c), subject, index, count);
    pattern_captures(c, element);
    ++index;
  }
}

// Stores what the pattern binds, given that it matched.
void Lowering::pattern_captures(NodeId n, Reg subject) {
  DepthGuard guard(*this);
  Reg ignored;
  if (too_deep(span(n), ignored))
    return;
  const Tree &tree = *tree_;
  const NodeId end = tree[n].next;
  switch (tree[n].kind) {
  case Kind::CasePattern:
    for (NodeId c = n + 1; c < end; c = tree[c].next)
      pattern_captures(c, subject);
    return;
  case Kind::AsPattern:
    for (NodeId c = n + 1; c < end; c = tree[c].next) {
      if (tree[c].kind == Kind::Identifier)
        store_name(tree[c].id, subject, span(c));
      else
        pattern_captures(c, subject);
    }
    return;
  case Kind::DottedName:
    if (tree.slice(tree[n]).find('.') == std::string_view::npos)
      store_name(tree_->symbols.add(tree.slice(tree[n])), subject, span(n));
    return;
  case Kind::SplatPattern:
    if (const NodeId name = operand(n, 0); name != kNoNode && tree[name].kind == Kind::Identifier)
      store_name(tree[name].id, subject, span(name));
    return;
  case Kind::TuplePattern:
    if (is_single_without_comma(n)) {
      pattern_captures(n + 1, subject);
      return;
    }
    [[fallthrough]];
  case Kind::ListPattern:
    capture_elements(n + 1, end, subject);
    return;
  case Kind::UnionPattern:
    // Every alternative binds the same names, each to its own part: nothing is known of them.
    for (NodeId c = n + 1; c < end; c = tree[c].next) {
      found_.clear();
      find_bindings(*tree_, c, tree[c].next, found_);
      if (!found_.empty())
        pattern_captures(c, opaque(subject, span(c)));
    }
    return;
  case Kind::DictPattern: {
    Reg key = kNone;
    for (NodeId c = n + 1; c < end; c = tree[c].next) {
      if (tree[c].kind == Kind::CasePattern) {
        const Reg value =
            key == kNone ? opaque(subject, span(c)) : emit(Op::LoadItem, span(c), subject, key);
        pattern_captures(c, value);
      } else if (tree[c].kind == Kind::SplatPattern) {
        pattern_captures(c, opaque(subject, span(c)));
      } else if (tree[c].kind != Kind::Token) {
        key = pattern_value(c);
      }
    }
    return;
  }
  case Kind::ClassPattern:
    for (NodeId c = n + 1; c < end; c = tree[c].next) {
      if (tree[c].kind != Kind::CasePattern)
        continue;
      const NodeId inner = tree.first_child(c);
      if (inner != kNoNode && tree[inner].kind == Kind::KeywordPattern) {
        const NodeId name = operand(inner, 0);
        const NodeId value = name == kNoNode ? kNoNode : tree[name].next;
        if (value == kNoNode || value >= tree[inner].next)
          continue;
        const Reg attribute =
            emit(Op::LoadAttr, span(inner), subject, tree.symbols.name(tree[name].id));
        pattern_captures(value, attribute);
      } else {
        pattern_captures(c, opaque(subject, span(c)));
      }
    }
    return;
  default:
    return;
  }
}

} // namespace offside::python
