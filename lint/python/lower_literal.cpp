// Numbers and strings, with the interpolations inside them.
#include "lint/python/literals.h"
#include "lint/python/lowering.h"

#include <bit>

namespace offside::python {

using namespace ir;

ir::Reg Lowering::number(NodeId n) {
  const Number value = parse_number(tree_->slice((*tree_)[n]));
  uint64_t bits = 0;
  switch (value.kind) {
  case Number::Imaginary:
    return emit(Op::Opaque, span(n), kNone, static_cast<uint32_t>(program_->args.size()), 0);
  case Number::Float:
    bits = std::bit_cast<uint64_t>(value.real);
    return emit(Op::ConstFloat, span(n), static_cast<uint32_t>(bits),
                static_cast<uint32_t>(bits >> 32));
  case Number::BigInt:
    return emit(Op::ConstInt, span(n), 0, 0, kNone, kBig);
  case Number::Int:
    bits = static_cast<uint64_t>(value.integer);
    return emit(Op::ConstInt, span(n), static_cast<uint32_t>(bits),
                static_cast<uint32_t>(bits >> 32));
  }
  return unsupported(span(n));
}

ir::Reg Lowering::constant_string(std::string_view text, Span where, uint8_t flags) {
  return emit(Op::ConstStr, where, intern(text), kNone, kNone, flags);
}

// The pieces of a string literal while they are gathered: adjacent constants are one piece.
struct StringParts {
  std::string text;
  Span span;
  size_t base = 0; // in pending_
  bool bytes = false, is_format = false, is_template = false;
};

ir::Reg Lowering::string(NodeId n) {
  const Tree &tree = *tree_;
  StringParts parts;
  parts.base = pending_.size();
  parts.span = span(n);
  if (tree[n].kind == Kind::String) {
    string_pieces(n, parts);
  } else {
    for (NodeId c = n + 1; c < tree[n].next; c = tree[c].next)
      if (tree[c].kind == Kind::String)
        string_pieces(c, parts);
  }
  if (pending_.size() == parts.base && !parts.is_template)
    return constant_string(parts.text, span(n), parts.bytes ? kBytes : 0);
  if (!parts.text.empty())
    pending_.push_back({constant_string(parts.text, parts.span)});
  return emit_args(parts.is_template ? Op::Opaque : Op::FString, span(n), kNone, parts.base);
}

void Lowering::string_pieces(NodeId n, StringParts &parts) {
  const Tree &tree = *tree_;
  StringPrefix prefix;
  for (NodeId c = n + 1; c < tree[n].next; c = tree[c].next) {
    switch (tree[c].kind) {
    case Kind::StringStart:
      prefix = parse_prefix(tree.slice(tree[c]));
      parts.bytes |= prefix.bytes;
      parts.is_template |= prefix.is_template;
      break;
    case Kind::StringContent:
      if (parts.text.empty())
        parts.span = span(c);
      parts.span.end = tree[c].end;
      decode_content(tree.slice(tree[c]), prefix, parts.text);
      break;
    case Kind::Interpolation:
      if (!parts.text.empty()) {
        pending_.push_back({constant_string(parts.text, parts.span)});
        parts.text.clear();
      }
      format_pieces(c);
      break;
    default:
      break;
    }
  }
}

// An interpolation's value, then those in its format specifier.
void Lowering::format_pieces(NodeId n) {
  DepthGuard guard(*this);
  Reg ignored;
  if (too_deep(span(n), ignored))
    return;
  const Tree &tree = *tree_;
  for (NodeId c = n + 1; c < tree[n].next; c = tree[c].next) {
    if (tree[c].kind == Kind::FormatSpecifier) {
      for (NodeId e = c + 1; e < tree[c].next; e = tree[e].next)
        if (tree[e].kind == Kind::FormatExpression || tree[e].kind == Kind::Interpolation)
          format_pieces(e);
    } else if (tree[c].kind != Kind::Token) {
      const Reg value = expr(c);
      pending_.push_back({value});
    }
  }
}

} // namespace offside::python
