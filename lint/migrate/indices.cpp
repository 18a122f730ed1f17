// Indices of devices: in texts, and values that are one.
#include "lint/migrate/planner.h"

#include <algorithm>

namespace offside::migrate {

using namespace ir;

namespace {

constexpr std::string_view kIndexNames[] = {
    "rank",         "local_rank",        "gpu_id",     "gpu_idx",   "device_id", "device_idx",
    "device_index", "local_device_rank", "LOCAL_RANK", "gpu_index", "dev_id"};

} // namespace

// The index in "cuda:1", f"cuda:{rank}", "cuda:%d" % rank, "cuda:{}".format(rank), "cuda:" +
// str(rank).
std::optional<IndexPart> Planner::index_part(Place p) const {
  const Inst &in = view.at(p);
  const auto text = [&](Reg r) -> std::string_view {
    const Inst *s = view.find(p.function, r);
    return s && s->op == Op::ConstStr && !(s->flags & kBytes) ? name_text(s->a)
                                                              : std::string_view();
  };
  const auto source = [&](Reg r) { return view.source(Place{p.function, r}); };
  const auto part = [&](Reg r) -> std::optional<IndexPart> {
    return IndexPart{std::string(source(r)), view.at({p.function, r}).span};
  };
  switch (in.op) {
  case Op::ConstStr: {
    const std::string_view s = name_text(in.a);
    if (!s.starts_with("cuda:") || s.size() == 5 || s.find_first_not_of("0123456789", 5) != s.npos)
      return {};
    return IndexPart{std::string(s.substr(5)), {}};
  }
  case Op::FString:
    if (in.c == 2 && text(view.program.args[in.b].reg) == "cuda:")
      return part(view.program.args[in.b + 1].reg);
    return {};
  case Op::Binary:
    if (BinaryOp(in.aux) == BinaryOp::Mod && (text(in.a) == "cuda:%d" || text(in.a) == "cuda:%s"))
      return part(in.b);
    if (BinaryOp(in.aux) == BinaryOp::Add && text(in.a) == "cuda:") {
      const Inst &call = view.at({p.function, in.b});
      if (call.op == Op::Call && call.c == 1 && source(call.a) == "str")
        return part(view.program.args[call.b].reg);
    }
    return {};
  case Op::Call: {
    const Inst *callee = view.find(p.function, in.a);
    if (callee && callee->op == Op::LoadAttr && name_text(callee->b) == "format" && in.c == 1 &&
        (text(callee->a) == "cuda:{}" || text(callee->a) == "cuda:{:d}"))
      return part(view.program.args[in.b].reg);
    return {};
  }
  default:
    return {};
  }
}

// Puts the index between two texts in place of the whole. What computes it stays where it is, so
// that it can be rewritten itself.
void Planner::put_indexed(Draft &d, Span whole, const IndexPart &index, std::string before,
                          std::string after) const {
  if (index.span.begin == index.span.end) {
    d.edits.push_back(edit(whole, before + index.text + after));
    return;
  }
  d.edits.push_back(edit({whole.begin, index.span.begin}, std::move(before)));
  d.edits.push_back(edit({index.span.end, whole.end}, std::move(after)));
}

// Keeps a text with an index a text.
void Planner::put_text(Draft &d, Place p, const IndexPart &index, const std::string &torch) {
  const Span span = view.at(p).span;
  const std::string_view text = view.source(span);
  const std::string type = "{" + accelerator(torch) + ".type}";
  if (view.at(p).op == Op::FString) {
    const size_t cuda = text.find("cuda:");
    if (cuda != text.npos)
      d.edits.push_back(edit({span.begin + uint32_t(cuda), span.begin + uint32_t(cuda) + 4}, type));
    return;
  }
  const std::string q(1, quote_at(span.begin));
  if (index.text.find_first_of("'\"\\\n") != std::string::npos) {
    // No expression for the braces of an f-string.
    const bool bare = delimited(span);
    put_indexed(d, span, index,
                (bare ? "" : "(") + accelerator(torch) + ".type + " +
                    literal_text(":", span.begin) + " + str(",
                bare ? ")" : "))");
    return;
  }
  if (index.span.begin == index.span.end)
    d.edits.push_back(edit(span, "f" + q + type + ":" + index.text + q));
  else
    put_indexed(d, span, index, "f" + q + type + ":{", "}" + q);
}

// The text around the index needs no further look.
void Planner::mark_index(Place p) {
  const auto index = index_part(p);
  const Span span = view.at(p).span;
  if (!index || index->span.begin == index->span.end) {
    consumed.push_back(span);
  } else {
    consumed.push_back({span.begin, index->span.begin});
    consumed.push_back({index->span.end, span.end});
  }
}

bool Planner::integer_like(Place p, int depth) const {
  if (depth > 6)
    return false;
  const Inst &in = view.at(p);
  switch (in.op) {
  case Op::ConstInt:
    return true;
  case Op::Call: {
    const std::string_view callee = view.source(Place{p.function, in.a});
    const std::string_view dotted = view.dotted({p.function, in.a});
    return callee == "int" || dotted.ends_with(".get_rank") ||
           dotted == "torch.cuda.current_device" ||
           dotted == "torch.accelerator.current_device_index" ||
           dotted.ends_with("get_node_local_rank");
  }
  case Op::Binary: {
    const auto op = BinaryOp(in.aux);
    return (op == BinaryOp::Mod || op == BinaryOp::FloorDiv || op == BinaryOp::Add ||
            op == BinaryOp::Sub || op == BinaryOp::Mul) &&
           integer_like({p.function, in.b}, depth + 1);
  }
  case Op::Next: {
    const Inst &loop = view.at({p.function, in.a});
    const Inst *iterable = view.find(p.function, loop.a);
    return iterable && iterable->op == Op::Call &&
           view.source(Place{p.function, iterable->a}) == "range";
  }
  case Op::LoadAttr:
  case Op::LoadSlot:
  case Op::LoadOuter:
  case Op::LoadGlobal: {
    const Name name = in.op == Op::LoadAttr ? in.b : view.variable(p);
    if (const ir::Param *param = in.op == Op::LoadAttr ? nullptr : view.parameter(p);
        param && param->annotation != kNone)
      return name_text(param->annotation) == "int";
    if (name != kNone)
      for (std::string_view known : kIndexNames)
        if (name_text(name) == known)
          return true;
    if (in.op == Op::LoadAttr)
      return false;
    const Place only = view.only_value(p);
    return only.function != kNone && integer_like(only, depth + 1);
  }
  default:
    return false;
  }
}

} // namespace offside::migrate
