// Tests for a device: which may ask for any accelerator.
#include "lint/migrate/planner.h"

#include <algorithm>
#include <cctype>

namespace offside::migrate {

using namespace ir;

// Whether the other side of an `if` on this test asks for another kind of accelerator: taking in
// that kind here would change which side runs.
bool Planner::test_alternatives(uint32_t atom) {
  if (!alternatives_known) {
    alternatives_known = true;
    for (uint32_t f = 0; f < view.functions(); ++f)
      for (Reg r = 0; r < view.function(f).count; ++r) {
        const Inst &in = view.at({f, r});
        if (in.op != Op::If || in.b == kNone || view.at({f, in.b}).op != Op::Else)
          continue;
        const std::vector<Known> tested = facts.implied({f, in.a}, true);
        if (tested.empty())
          continue;
        bool other = false;
        for (Reg q = in.b + 1; q < in.c && !other; ++q) {
          const uint32_t asked = facts.atom_at({f, q});
          other = asked != kNone && !facts.is_accelerator(asked);
          // `"mps" if ... else "cpu"` through a variable
          for (const Known &k : facts.at({f, q}))
            other |= k.truth && !facts.is_accelerator(k.atom) &&
                     std::none_of(tested.begin(), tested.end(),
                                  [&](const Known &t) { return t.atom == k.atom; });
        }
        for (const Known &k : tested)
          if (k.truth && other)
            alternatives.insert(k.atom);
      }
  }
  return alternatives.contains(atom);
}

// torch.cuda.is_available() or torch.xpu.is_available(): one question.
void Planner::find_disjunctions() {
  for (uint32_t f = 0; f < view.functions(); ++f)
    for (Reg r = view.function(f).count; r-- > 0;) {
      const Place p{f, r};
      if (view.at(p).op != Op::Or)
        continue;
      bool tests = true;
      uint32_t own = kNone, others = 0;
      std::vector<Reg> open{r};
      while (!open.empty() && tests) {
        const Inst &in = view.at({f, open.back()});
        const Reg at = open.back();
        open.pop_back();
        if (in.op == Op::Or) {
          open.push_back(in.a);
          open.push_back(in.b);
          continue;
        }
        const uint32_t atom = facts.atom_at({f, at});
        tests = atom != kNone && facts.atoms[atom].kind == Atom::Available;
        if (!tests)
          break;
        if (facts.atoms[atom].backend == backend)
          own = atom;
        else
          ++others;
      }
      if (tests && own != kNone && others > 0)
        disjunctions.try_emplace(facts.atoms[own].place, p);
    }
}

// What else the condition around a test asks for that is CUDA's own: `torch.cuda.is_available() and
// is_sm_at_least_89()`.
std::string Planner::beside(uint32_t atom) const {
  const Place call = facts.atoms[atom].place;
  Place whole = call;
  if (const auto either = disjunctions.find(call); either != disjunctions.end())
    whole = either->second;
  const Span own = view.at(whole).span;
  for (bool up = true; up;) {
    up = false;
    for (const Use &u : view.uses(whole)) {
      const Place by{whole.function, u.by};
      const Inst &in = view.at(by);
      if (in.op == Op::And || in.op == Op::Or ||
          (in.op == Op::Compare && facts.atoms[atom].kind == Atom::Count) ||
          (in.op == Op::Unary && UnaryOp(in.aux) == UnaryOp::Not)) {
        whole = by;
        up = true;
        break;
      }
    }
  }
  const Span span = view.at(whole).span;
  std::string rest(view.source(span));
  const auto blank = [&](Span s) {
    if (span.begin <= s.begin && s.end <= span.end)
      rest.replace(s.begin - span.begin, s.end - s.begin, s.end - s.begin, ' ');
  };
  blank(own);
  for (auto it = rewritten_names.lower_bound(span.begin);
       it != rewritten_names.end() && it->first < span.end; ++it)
    blank(it->second);
  // A flag that says the same, whatever it is called.
  for (Reg r = whole.reg; r-- > 0 && view.at({whole.function, r}).span.begin >= span.begin;)
    if (const Inst &in = view.at({whole.function, r});
        (in.op == Op::LoadSlot || in.op == Op::LoadGlobal || in.op == Op::LoadOuter ||
         in.op == Op::LoadAttr) &&
        in.span.begin >= span.begin && in.span.end <= span.end &&
        !facts.implied({whole.function, r}, true).empty())
      blank(in.span);
  std::transform(rest.begin(), rest.end(), rest.begin(),
                 [](char c) { return char(std::tolower(c)); });
  // Other tests of the same kind go with this one.
  for (std::string_view same : {".cuda.is_available()", ".cuda.device_count()", "no_cuda",
                                "use_cuda", "args.cuda", "is_available()"})
    for (size_t at; (at = rest.find(same)) != rest.npos;)
      rest.erase(at, same.size());
  for (std::string_view word :
       {"cuda", "sm_",    "sm8",          "sm9",   "capability", "hip", "rocm", "nvidia",
        "nvml", "triton", "bitsandbytes", "bnb",   "flash",      "xpu", "mps",  "npu",
        "hpu",  "mtia",   "apex",         "cudnn", "nccl",       "nvtx"})
    if (rest.find(word) != rest.npos)
      return "the same condition asks for something of CUDA's own";
  return "";
}

// Whether the file is also for hosts without an accelerator: it asks, or falls back to the CPU.
bool Planner::meant_for_cpu() const {
  return std::any_of(facts.atoms.begin(), facts.atoms.end(),
                     [](const Atom &a) { return a.kind == Atom::Available; }) ||
         std::any_of(device_variables.begin(), device_variables.end(),
                     [](const DeviceVariable &v) { return v.choice; });
}

// Whether the comparison of a text with "cuda" was looked at and stays.
bool Planner::comparison_stays(uint32_t atom) const {
  return std::any_of(drafts.begin(), drafts.end(), [&](const Draft &d) {
    return d.place == facts.atoms[atom].place && d.kept() && d.site.api == "device comparison";
  });
}

// Whether a comparison that stays leads to a test: `if device == "cuda": assert available`.
bool Planner::asked_by_name(uint32_t atom) const {
  for (const Known &k : facts.at(facts.atoms[atom].place)) {
    if (k.truth && facts.atoms[k.atom].kind == Atom::DeviceType && comparison_stays(k.atom))
      return true;
  }
  return false;
}

// Why a test stays that nothing rewritten rests on, "" when its value alone is wanted: what it
// chooses between is then no placement, and may be anything (a package, a dtype, a report).
std::string Planner::purpose(uint32_t atom, Place value, int depth) const {
  if (value.function == kNone) {
    value = facts.atoms[atom].place;
    if (const auto either = disjunctions.find(value); either != disjunctions.end())
      value = either->second;
  }
  if (depth > 6)
    return "";
  const std::string nothing = "nothing that is rewritten rests on it";
  for (const Use &u : view.uses(value)) {
    const Place by{value.function, u.by};
    const Inst &in = view.at(by);
    switch (in.op) {
    case Op::Unary:
    case Op::And:
    case Op::Or:
    case Op::Compare:
      if (const std::string why = purpose(atom, by, depth + 1); !why.empty())
        return why;
      break;
    case Op::If:
      if (!(in.flags & kShortCircuit))
        return nothing;
      break;
    case Op::Select:
      if (in.a == value.reg) {
        // True or False, spelt out.
        const Op yes = view.at({by.function, in.b}).op, no = view.at({by.function, in.c}).op;
        if ((yes != Op::ConstTrue && yes != Op::ConstFalse) ||
            (no != Op::ConstTrue && no != Op::ConstFalse))
          return nothing;
      }
      break;
    case Op::LoopTest:
    case Op::Assert:
      return nothing;
    case Op::FString:
      if (view.source(by).find("CUDA") != std::string_view::npos)
        return "the text around it speaks of CUDA";
      break;
    case Op::StoreSlot:
    case Op::StoreGlobal: {
      const std::vector<Place> loads = view.loads_of(by);
      bool wanted = loads.empty();
      std::string why;
      for (const Place &load : loads) {
        const std::string other = purpose(atom, load, depth + 1);
        wanted |= other.empty();
        if (!other.empty())
          why = other;
      }
      if (!wanted)
        return why;
      break;
    }
    default:
      break;
    }
  }
  return "";
}

// The tests whose code needs CUDA, and why.
std::map<uint32_t, std::string> Planner::needs_cuda() {
  std::map<uint32_t, std::string> out;
  std::map<uint32_t, std::string> functions;
  const auto behind = [&](Place p, const std::string &why) {
    if (p.function == kNone)
      return;
    for (const Known &k : facts.at(p))
      if (k.truth)
        out.try_emplace(k.atom, why);
  };
  std::map<uint32_t, std::string> inert;
  std::set<uint32_t> rewritten;
  for (const Draft &d : drafts) {
    if (d.place.function == kNone)
      continue;
    // What is portable already wants a test for any accelerator as well.
    if (!d.kept() || d.site.outcome == Outcome::Portable) {
      for (const Known &k : facts.at(d.place))
        if (k.truth)
          rewritten.insert(k.atom);
      rewritten.insert(d.tests.begin(), d.tests.end());
      continue;
    }
    if (d.harmless) {
      if (d.site.category == Category::None)
        for (const Known &k : facts.at(d.place))
          if (k.truth)
            inert.try_emplace(k.atom, "guards `" + d.site.api + "`, which stays");
      continue;
    }
    behind(d.place, "guards `" + d.site.api + "`, which stays");
    // A test that stays does not keep its function's callers: what it guards does.
    if (facts.atom_at(d.place) == kNone)
      functions.try_emplace(d.place.function, d.site.api);
  }
  for (const auto &[place, why] : cuda_bound)
    behind(place, why);
  // What a function called behind a test rewrites rests on the test as well.
  std::map<uint32_t, std::string> rewriting;
  for (const Draft &d : drafts)
    if (!d.kept() && d.place.function != kNone)
      rewriting.try_emplace(d.place.function, "");
  rewriting = bound_functions(std::move(rewriting));
  for (uint32_t f = 0; f < view.functions(); ++f)
    for (Reg r = 0; r < view.function(f).count; ++r) {
      const Place p{f, r};
      if (facts.at(p).empty())
        continue;
      if (const uint32_t callee = called_function(p); callee != kNone && rewriting.contains(callee))
        for (const Known &k : facts.at(p))
          if (k.truth)
            rewritten.insert(k.atom);
    }
  for (const auto &[place, callee] : outside_calls)
    if (const auto it = elsewhere.find(callee); it != elsewhere.end()) {
      behind(place, "the code behind it calls a function where `" + it->second + "` stays");
      functions.try_emplace(place.function, it->second);
    }
  functions = bound_functions(std::move(functions));
  bound_here_ = functions;
  if (!functions.empty()) {
    for (uint32_t f = 0; f < view.functions(); ++f)
      for (Reg r = 0; r < view.function(f).count; ++r) {
        const Place p{f, r};
        if (facts.at(p).empty())
          continue;
        const uint32_t callee = called_function(p);
        if (const auto it = callee == kNone ? functions.end() : functions.find(callee);
            it != functions.end())
          behind(p, "the code behind it calls `" +
                        std::string(name_text(view.function(callee).name)) + "`, where `" +
                        it->second + "` stays");
      }
  }
  for (const auto &[atom, why] : inert)
    if (!rewritten.contains(atom))
      out.try_emplace(atom, why);
  for (uint32_t atom = 0; atom < facts.atoms.size(); ++atom) {
    if (out.contains(atom) || facts.atoms[atom].kind == Atom::DeviceType ||
        facts.atoms[atom].kind == Atom::IsCuda || facts.atoms[atom].kind == Atom::NotCpu)
      continue;
    if (const auto named = named_tests.find(atom); named != named_tests.end())
      out.emplace(atom, named->second);
    else if (const std::string use = !rewritten.contains(atom) ? purpose(atom) : ""; !use.empty())
      out.emplace(atom, use);
    else if (asked_by_name(atom))
      out.emplace(atom, "the comparison around it asks for CUDA");
    else if (const std::string why = beside(atom); !why.empty())
      out.emplace(atom, why);
    else if (test_alternatives(atom))
      out.emplace(atom, "the branches of the chain differ in more than the device");
  }
  return out;
}

// Decides about every test, until nothing changes any more: what stays behind a test keeps the test
// on CUDA, and a test that stays keeps what makes sense only with it.
void Planner::tests() {
  for (uint32_t k = 0; k < drafts.size(); ++k)
    if (const uint32_t atom =
            drafts[k].place.function == kNone ? kNone : facts.atom_at(drafts[k].place);
        atom != kNone &&
        (facts.atoms[atom].kind == Atom::Available || facts.atoms[atom].kind == Atom::Count))
      atom_drafts[atom] = k;
  for (bool changed = true; changed;) {
    changed = false;
    settle_groups();
    rewritten_names.clear();
    for (const Draft &d : drafts)
      if (!d.kept())
        rewritten_names.emplace(d.name_span.begin, d.name_span);
    const std::map<uint32_t, std::string> needed = needs_cuda();
    for (uint32_t atom = 0; atom < facts.atoms.size(); ++atom) {
      if (bound.contains(atom) || facts.atoms[atom].backend != backend ||
          facts.atoms[atom].kind == Atom::DeviceType || facts.atoms[atom].kind == Atom::IsCuda ||
          chosen_atoms.contains(atom))
        continue;
      const auto need = needed.find(atom);
      std::string why = need == needed.end() ? "" : need->second;
      if (why.empty()) {
        const auto own = atom_drafts.find(atom);
        if (own == atom_drafts.end() || !drafts[own->second].kept())
          continue;
        why = drafts[own->second].site.reason;
      }
      bound[atom] = why;
      changed = true;
      if (const auto own = atom_drafts.find(atom);
          own != atom_drafts.end() && !drafts[own->second].kept())
        review(drafts[own->second], why);
    }
    for (Draft &d : drafts) {
      if (d.kept())
        continue;
      for (const uint32_t test : d.tests)
        if (bound.contains(test)) {
          review(d, "the test it goes with stays on CUDA");
          changed = true;
          break;
        }
      // device_map == "cuda": asked for by name.
      if (!d.kept() && d.site.api == "\"cuda\"" && d.place.function != kNone)
        for (const Known &k : facts.at(d.place))
          if (k.truth && facts.atoms[k.atom].kind == Atom::DeviceType &&
              facts.atoms[k.atom].backend == "text" && comparison_stays(k.atom)) {
            review(d, "asked for by its name");
            changed = true;
            break;
          }
      if (d.kept() || !d.follows_guard)
        continue;
      // Under a test for CUDA the accelerator is CUDA. What other accelerators may lack is left for
      // a person to see as a whole.
      for (const Known &k : facts.at(d.place))
        if (const auto stays = bound.find(k.atom);
            k.truth && stays != bound.end() && stays->second.find("float64") != std::string::npos) {
          review(d, stays->second);
          changed = true;
          break;
        }
    }
  }
}

// A test is no safer to rewrite than what rests on it: one without the other would be half a
// migration.
void Planner::settle_safety() {
  std::set<uint32_t> unsafe;
  for (const Draft &d : drafts) {
    if (d.kept() || d.site.safety != Safety::Unsafe)
      continue;
    unsafe.insert(d.tests.begin(), d.tests.end());
    if (d.place.function != kNone)
      for (const Known &k : facts.at(d.place))
        unsafe.insert(k.atom);
  }
  for (const uint32_t atom : unsafe)
    if (const auto own = atom_drafts.find(atom);
        own != atom_drafts.end() && !drafts[own->second].kept())
      drafts[own->second].site.safety = Safety::Unsafe;
}

} // namespace offside::migrate
