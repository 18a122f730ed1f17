// Seeds of the device generators.
#include "lint/migrate/planner.h"

#include <algorithm>

namespace offside::migrate {

using namespace ir;

namespace {

// Nothing a call could change: names, attributes, items, numbers and arithmetic.
bool plain(std::string_view text) {
  return text.find('(') == text.npos && text.find('#') == text.npos && text.find(":=") == text.npos;
}

} // namespace

// --- seeds

// Whether `torch.manual_seed` with the same seed runs with this statement: before it in the same
// block or one around it, or right after it.
bool Planner::seeded_before(Place call, std::string_view seed) const {
  const uint32_t f = call.function;
  const auto same = [&](Reg r) {
    const Inst &in = view.at({f, r});
    if (in.op != Op::Call || in.c != 1 || in.a >= r ||
        view.dotted({f, in.a}) != "torch.manual_seed")
      return false;
    return view.source(Place{f, view.program.args[in.b].reg}) == seed;
  };
  const auto around = [&](Reg outer, Reg inner) { // outer is `inner`'s region or one around it
    for (Reg up = view.region({f, inner});; up = view.region({f, up})) {
      if (up == outer)
        return true;
      if (up == kNone)
        return false;
    }
  };
  const auto changes = [&](Reg r) { // a variable of the seed gets another value
    const Inst &in = view.at({f, r});
    return (in.op == Op::StoreSlot || in.op == Op::StoreGlobal || in.op == Op::StoreOuter) &&
           view.source(Place{f, r}) == seed;
  };
  // What may draw a number in between.
  const auto draws = [&](Reg r) {
    const Inst &in = view.at({f, r});
    if (in.op != Op::Call || r == call.reg)
      return false;
    const std::string_view callee = view.source(Place{f, in.a});
    for (std::string_view harmless :
         {"seed", "available", "environ", "deterministic", "str", "int", "device_count", "print",
          "info", "get_rank", "hasattr", "getattr", "isinstance"})
      if (callee.find(harmless) != callee.npos)
        return false;
    return true;
  };
  for (Reg r = call.reg; r-- > 0;) {
    if (changes(r) || draws(r))
      break;
    if (same(r) && around(view.region({f, r}), call.reg))
      return true;
  }
  // Behind it, with nothing but seeds between.
  for (Reg r = call.reg + 1; r < view.function(f).count; ++r) {
    if (view.region({f, r}) != view.region({f, call.reg}))
      break;
    if (same(r))
      return true;
    const Inst &in = view.at({f, r});
    if (in.op == Op::Call && view.source(Place{f, in.a}).find("seed") == std::string_view::npos)
      break;
  }
  return false;
}

void Planner::seed(Draft &d, Place call, const Row &row) {
  const Inst &in = view.at(call);
  const Place statement = statement_of(call);
  const std::string_view seed = in.c == 1
                                    ? view.source(Place{call.function, view.program.args[in.b].reg})
                                    : std::string_view();
  if (statement.function != kNone && !seed.empty() && plain(seed) && seeded_before(call, seed)) {
    d.deletes = true;
    d.site.category = Category::Same;
    d.site.reason = "`torch.manual_seed` with the same seed seeds every device already";
    return;
  }
  review(d, std::string(row.why), std::string(row.suggestion));
}

} // namespace offside::migrate
