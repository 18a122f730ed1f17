// Chains of `if` that make the same call for one backend after the other: one call for all.
#include "lint/migrate/planner.h"

#include <algorithm>

namespace offside::migrate {

using namespace ir;

void Planner::chains() {
  for (uint32_t f = 0; f < view.functions(); ++f)
    for (Reg r = 0; r < view.function(f).count; ++r)
      if (const Inst &in = view.at({f, r});
          in.op == Op::If && !(in.flags & kShortCircuit) && in.c != kNone && !is_consumed(in.span))
        chain({f, r});
}

// if torch.cuda.is_available():
//     torch.cuda.empty_cache()
// elif torch.xpu.is_available():
//     torch.xpu.empty_cache()
bool Planner::chain(Place p) {
  const uint32_t f = p.function;
  struct Link {
    std::string backend;
    std::string subject; // what is compared, "" for is_available()
    Place call;
  };
  std::vector<Link> links;
  Reg open = p.reg;
  while (true) {
    const Inst &in = view.at({f, open});
    const Place test{f, in.a};
    Link link;
    const uint32_t atom = facts.exactly(test);
    if (atom != kNone && facts.atoms[atom].kind == Atom::Available &&
        facts.atoms[atom].place == test) {
      link.backend = facts.atoms[atom].backend;
    } else if (const Inst &compare = view.at(test); compare.op == Op::Compare &&
                                                    CompareOp(compare.aux) == CompareOp::Eq &&
                                                    view.at({f, compare.b}).op == Op::ConstStr) {
      link.backend = name_text(view.at({f, compare.b}).a);
      link.subject = std::string(view.source(Place{f, compare.a}));
      if (!link.subject.ends_with(".type"))
        return false;
    } else {
      return false;
    }
    // One statement: a call of the backend's own module.
    for (Reg r = open + 1; r < in.b; ++r) {
      const Inst &step = view.at({f, r});
      if (step.op == Op::Discard) {
        if (link.call.function != kNone)
          return false;
        link.call = {f, step.a};
      } else if (step.op != Op::Call && step.op != Op::LoadAttr && step.op != Op::LoadGlobal &&
                 step.op != Op::LoadSlot && step.op != Op::LoadOuter && step.op != Op::ConstInt &&
                 step.op != Op::ConstNone) {
        return false;
      }
    }
    if (link.call.function == kNone || view.at(link.call).op != Op::Call)
      return false;
    links.push_back(link);
    const bool has_else = view.at({f, in.b}).op == Op::Else;
    if (!has_else)
      break;
    Reg inner = in.b + 1;
    while (inner < in.c && view.at({f, inner}).op != Op::If)
      ++inner;
    if (inner >= in.c || view.at({f, inner}).c + 1 != in.c)
      return false;
    open = inner;
  }
  if (links.size() < 2)
    return false;
  std::string to;
  std::string_view arguments;
  bool own = false;
  for (const Link &link : links) {
    const Inst &call = view.at(link.call);
    const Place callee{f, call.a};
    const std::string_view dotted = view.dotted(callee);
    const Row *row = catalogue.find(dotted);
    if (!row || row->to.empty() || !row->to.starts_with("torch.accelerator.") ||
        row->since > options.torch_version || view.through_variable(callee) ||
        dotted.find("." + link.backend + ".") == dotted.npos)
      return false;
    const std::string_view given = view.source(Span{view.at(callee).span.end, call.span.end});
    if (!to.empty() && (to != row->to || given != arguments || link.subject != links[0].subject))
      return false;
    to = row->to;
    arguments = given;
    own |= link.backend == backend;
  }
  const uint32_t test = view.at({f, view.at(p).a}).span.begin;
  const size_t word = view.text.rfind("if", test);
  if (!own || word == view.text.npos || word < line_start(test) ||
      arguments.find('=') != arguments.npos)
    return false;
  Span span{uint32_t(word), view.at({f, view.at(p).c}).span.end};
  while (span.end > span.begin &&
         std::string_view(" \t\n").find(view.text[span.end - 1]) != std::string_view::npos)
    --span.end;
  if (view.source(span).find('#') != std::string_view::npos || !alone_on_lines(span))
    return false;
  Draft d =
      draft(links[0].call, span, std::string(view.dotted({f, view.at(links[0].call).a})), "DEV301");
  d.site.category = Category::Same;
  d.site.reason = "one call for every accelerator";
  d.whole_chain = true;
  const std::string torch = torch_here(links[0].call);
  const std::string condition = links[0].subject.empty()
                                    ? torch + ".accelerator.is_available()"
                                    : links[0].subject + " != " + literal_text("cpu", span.begin);
  d.edits.push_back(edit(span, "if " + condition + ":\n" + indentation(span.begin) + indent +
                                   torch + to.substr(5) + std::string(arguments)));
  consumed.push_back(span);
  add(std::move(d));
  return true;
}

} // namespace offside::migrate
