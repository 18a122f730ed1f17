// What is known about the host at each instruction.
#include "lint/migrate/facts.h"

#include <algorithm>
#include <map>
#include <optional>

namespace offside::migrate {

using namespace ir;

namespace {

constexpr int kDeepest = 200;

// `torch.cuda.is_available` -> "cuda"; "" when the name is no such test.
std::string_view backend_asked(std::string_view dotted, std::string_view question) {
  if (!dotted.starts_with("torch.") || !dotted.ends_with(question))
    return "";
  std::string_view module = dotted.substr(6, dotted.size() - 6 - question.size());
  if (module.empty() || module.back() != '.')
    return "";
  module.remove_suffix(1);
  if (module.starts_with("backends."))
    module.remove_prefix(9);
  return module.find('.') == std::string_view::npos ? module : "";
}

std::optional<int64_t> integer(const View &view, Place p) {
  const Inst &in = view.at(p);
  if (in.op != Op::ConstInt || (in.flags & kBig))
    return {};
  return int64_t(uint64_t(in.a) | uint64_t(in.b) << 32);
}

void merge(std::vector<Known> &into, const std::vector<Known> &more) {
  for (const Known &k : more)
    if (std::find(into.begin(), into.end(), k) == into.end())
      into.push_back(k);
}

bool names_cuda(const View &view, Place p) {
  const Inst &in = view.at(p);
  return in.op == Op::ConstStr && !(in.flags & kBytes) && name_text(in.a).starts_with("cuda");
}

} // namespace

Facts::Facts(const View &v) : view(v) {
  find_atoms();
  find_passed();
  known.resize(view.functions());
  for (uint32_t f = 0; f < view.functions(); ++f)
    known[f].assign(view.function(f).count, 0);
  if (atoms.empty())
    return;
  for (uint32_t f = 0; f < view.functions(); ++f) {
    std::vector<Known> here = before(f);
    walk(f, 0, view.function(f).count, here, 0);
  }
}

// What holds wherever a function runs: what held where it was made, and what its decorators and
// those of its class ask for (`@unittest.skipIf(not torch.cuda.is_available(), ...)`).
std::vector<Known> Facts::before(uint32_t f) const {
  const Function &fn = view.function(f);
  std::vector<Known> out;
  if (fn.parent == kNone || fn.parent >= f)
    return out;
  const bool is_class = fn.kind == FunctionKind::ClassBody;
  for (Reg r = 0; r < view.function(fn.parent).count; ++r) {
    const Place made{fn.parent, r};
    const Inst &in = view.at(made);
    if (!(in.op == Op::MakeFunction && in.a == f) &&
        !(in.op == Op::MakeClass && is_class && view.program.classes[in.a].body == f))
      continue;
    const std::span<const Known> there = at(made);
    out.assign(there.begin(), there.end());
    // Decorators: calls of calls, each with the result of the one below.
    for (Reg value = r;;) {
      const auto &uses = view.uses({fn.parent, value});
      if (uses.size() != 1 || uses[0].arg != 0)
        break;
      const Inst &call = view.at({fn.parent, uses[0].by});
      if (call.op != Op::Call || call.c != 1)
        break;
      merge(out, asked({fn.parent, call.a}));
      value = uses[0].by;
    }
  }
  // A mark for the whole module.
  if (fn.parent == 0)
    for (Reg r = 0; r < view.function(0).count; ++r)
      if (const Inst &in = view.at({0, r});
          in.op == Op::StoreGlobal && name_text(in.a) == "pytestmark") {
        merge(out, asked({0, in.b}));
        if (const Inst &marks = view.at({0, in.b}); marks.op == Op::BuildList)
          for (const Arg &mark : view.arguments(marks))
            merge(out, asked({0, mark.reg}));
      }
  return out;
}

// What a decorator such as `skipif(condition, ...)` lets through.
std::vector<Known> Facts::asked(Place decorator) const {
  const Inst &in = view.at(decorator);
  if (in.op != Op::Call || in.c == 0)
    return {};
  const std::string_view callee = view.source(Place{decorator.function, in.a});
  const Place condition{decorator.function, view.program.args[in.b].reg};
  if (callee.ends_with("skipif") || callee.ends_with("skipIf"))
    return implied(condition, false);
  if (callee.ends_with("skipUnless"))
    return implied(condition, true);
  return {};
}

void Facts::find_atoms() {
  const auto add = [&](Atom::Kind kind, Place p, std::string_view backend) {
    by_place.emplace_back(p, uint32_t(atoms.size()));
    atoms.push_back({kind, p, backend});
  };
  for (uint32_t f = 0; f < view.functions(); ++f)
    for (Reg r = 0; r < view.function(f).count; ++r) {
      const Place p{f, r};
      const Inst &in = view.at(p);
      if (in.op == Op::Call && in.a < r) {
        const std::string_view callee = view.dotted({f, in.a});
        if (const auto b = backend_asked(callee, "is_available"); !b.empty())
          add(Atom::Available, p, b);
        else if (const auto c = backend_asked(callee, "device_count"); !c.empty())
          add(Atom::Count, p, c);
        else if (const Inst *method = view.find(f, in.a);
                 method->op == Op::LoadAttr && name_text(method->b) == "startswith" && in.c == 1 &&
                 names_cuda(view, {f, view.program.args[in.b].reg}))
          add(Atom::DeviceType, p, "text");
      } else if (in.op == Op::Compare) {
        const auto op = CompareOp(in.aux);
        if ((op == CompareOp::Eq || op == CompareOp::Ne) &&
            (names_cuda(view, {f, in.a}) || names_cuda(view, {f, in.b})))
          add(Atom::DeviceType, p,
              view.at({f, in.a}).op == Op::LoadAttr && name_text(view.at({f, in.a}).b) == "type"
                  ? "cuda"
                  : "text");
        else if ((op == CompareOp::Eq || op == CompareOp::Ne) &&
                 view.at({f, in.b}).op == Op::ConstStr && name_text(view.at({f, in.b}).a) == "cpu")
          add(Atom::NotCpu, p, "accelerator");
        else if ((op == CompareOp::In || op == CompareOp::NotIn) && names_cuda(view, {f, in.a}))
          add(Atom::DeviceType, p, "text");
        else if ((op == CompareOp::Is || op == CompareOp::IsNot) &&
                 view.at({f, in.b}).op == Op::ConstNone) {
          Place value{f, in.a};
          if (const Place held = defined(value); held.function != kNone)
            value = held;
          if (const Inst &call = view.at(value);
              call.op == Op::Call &&
              view.dotted({value.function, call.a}) == "torch.accelerator.current_accelerator")
            add(Atom::NotNone, p, "accelerator");
        }
      } else if (in.op == Op::LoadAttr && name_text(in.b) == "is_cuda") {
        add(Atom::IsCuda, p, "cuda");
      }
    }
  std::sort(by_place.begin(), by_place.end());
}

uint32_t Facts::atom_at(Place p) const {
  const auto it = std::lower_bound(by_place.begin(), by_place.end(), std::pair(p, 0u));
  return it != by_place.end() && it->first == p ? it->second : kNone;
}

// What the parameters of functions of the module hold that are called at one place only.
void Facts::find_passed() {
  std::map<Name, uint32_t> functions;
  for (uint32_t f = 1; f < view.functions(); ++f)
    if (const Function &fn = view.function(f);
        fn.kind == FunctionKind::Def && fn.parent == 0 && fn.klass == kNone)
      if (!functions.try_emplace(fn.name, f).second)
        functions[fn.name] = kNone;
  std::map<uint32_t, std::vector<Place>> calls;
  for (uint32_t f = 0; f < view.functions(); ++f)
    for (Reg r = 0; r < view.function(f).count; ++r) {
      const Inst &in = view.at({f, r});
      if (in.op != Op::LoadGlobal)
        continue;
      const auto it = functions.find(in.a);
      if (it == functions.end() || it->second == kNone)
        continue;
      const auto &uses = view.uses({f, r});
      const bool call =
          uses.size() == 1 && uses[0].arg == kNone && view.at({f, uses[0].by}).op == Op::Call;
      calls[it->second].push_back(call ? Place{f, uses[0].by} : Place{});
    }
  for (const auto &[callee, places] : calls) {
    if (places.size() != 1 || places[0].function == kNone)
      continue;
    const Inst &call = view.at(places[0]);
    const Function &fn = view.function(callee);
    uint32_t position = 0;
    for (const Arg &arg : view.arguments(call)) {
      if (arg.name == kStar || arg.name == kStarStar)
        break;
      for (uint32_t k = 0; k < fn.param_count; ++k) {
        const ir::Param &param = view.program.params[fn.param_first + k];
        if (arg.name == kPositional ? k == position : param.name == arg.name)
          passed[{callee, param.slot}] = {places[0].function, arg.reg};
      }
      position += arg.name == kPositional;
    }
  }
}

// What the variable or attribute that a load reads holds for good.
Place Facts::defined(Place p) const {
  const Inst &in = view.at(p);
  if (in.op == Op::LoadSlot && view.parameter(p))
    if (const auto it = passed.find({p.function, in.a}); it != passed.end())
      return it->second;
  if (in.op == Op::LoadSlot || in.op == Op::LoadGlobal || in.op == Op::LoadOuter)
    return view.only_value(p);
  if (in.op == Op::LoadAttr && view.dotted(p).empty())
    return view.only_attribute(in.b);
  return {};
}

std::vector<Known> Facts::implied(Place p, bool truth, int depth) const {
  if (depth > kDeepest || p.reg == kNone || !view.find(p.function, p.reg))
    return {};
  const Inst &in = view.at(p);
  if (const uint32_t a = atom_at(p); a != kNone) {
    const Atom &atom = atoms[a];
    bool holds = truth;
    if (atom.kind == Atom::DeviceType && in.op == Op::Compare)
      holds = (CompareOp(in.aux) == CompareOp::Eq || CompareOp(in.aux) == CompareOp::In) == truth;
    if (atom.kind == Atom::NotCpu)
      holds = (CompareOp(in.aux) == CompareOp::Ne) == truth;
    if (atom.kind == Atom::NotNone)
      holds = (CompareOp(in.aux) == CompareOp::IsNot) == truth;
    return {{a, holds}};
  }
  const auto operand = [&](Reg r, bool t) {
    return r < p.reg ? implied({p.function, r}, t, depth + 1) : std::vector<Known>{};
  };
  switch (in.op) {
  case Op::Unary:
    if (UnaryOp(in.aux) == UnaryOp::Not)
      return operand(in.a, !truth);
    break;
  case Op::And:
  case Op::Or:
    if ((in.op == Op::And) == truth) {
      std::vector<Known> both = operand(in.a, truth);
      merge(both, operand(in.b, truth));
      return both;
    }
    // torch.cuda.is_available() or torch.xpu.is_available(): some accelerator is there.
    if (in.op == Op::Or && in.b < p.reg) {
      const uint32_t left = atom_at({p.function, in.a}), right = atom_at({p.function, in.b});
      if (left != kNone && right != kNone && atoms[left].kind == Atom::Available &&
          atoms[right].kind == Atom::Available)
        return {{is_accelerator(left) ? left : right, true}};
    }
    break;
  case Op::Compare: {
    // device_count() against a number.
    uint32_t count = in.a < p.reg ? atom_at({p.function, in.a}) : kNone;
    if (count == kNone && in.a < p.reg)
      if (const Place value = defined({p.function, in.a}); value.function != kNone)
        count = atom_at(value);
    const auto limit = in.b < p.reg ? integer(view, {p.function, in.b}) : std::nullopt;
    if (count == kNone || atoms[count].kind != Atom::Count || !limit)
      break;
    const int64_t n = *limit;
    const auto op = CompareOp(in.aux);
    const bool at_least_one =
        truth ? (op == CompareOp::Gt && n >= 0) || (op == CompareOp::Ge && n >= 1) ||
                    (op == CompareOp::Eq && n >= 1) || (op == CompareOp::Ne && n == 0)
              : (op == CompareOp::Lt && n >= 1) || (op == CompareOp::Le && n >= 0) ||
                    (op == CompareOp::Eq && n == 0) || (op == CompareOp::Ne && n >= 1);
    if (at_least_one)
      return {{count, true}};
    break;
  }
  case Op::Select: {
    const auto constant = [&](Reg r) {
      return r < p.reg ? view.at({p.function, r}).op : Op::ConstNone;
    };
    if (constant(in.b) == Op::ConstTrue && constant(in.c) == Op::ConstFalse)
      return operand(in.a, truth);
    break;
  }
  case Op::Call:
    if (in.c == 1 && in.a < p.reg && view.source(Place{p.function, in.a}) == "bool")
      return operand(view.program.args[in.b].reg, truth);
    break;
  case Op::LoadSlot:
  case Op::LoadGlobal:
  case Op::LoadOuter:
  case Op::LoadAttr:
    if (const Place value = defined(p); value.function != kNone)
      return implied(value, truth, depth + 1);
    break;
  default:
    break;
  }
  return {};
}

uint32_t Facts::exactly(Place p, int depth) const {
  if (depth > kDeepest || p.reg == kNone || !view.find(p.function, p.reg))
    return kNone;
  if (const uint32_t a = atom_at(p); a != kNone)
    return atoms[a].kind == Atom::Available || atoms[a].kind == Atom::NotNone ? a : kNone;
  const Inst &in = view.at(p);
  if (in.op == Op::Call && in.c == 1 && in.a < p.reg &&
      view.source(Place{p.function, in.a}) == "bool")
    return exactly({p.function, view.program.args[in.b].reg}, depth + 1);
  if (const Place value = defined(p); value.function != kNone)
    return exactly(value, depth + 1);
  return kNone;
}

uint32_t Facts::intern(std::vector<Known> set) {
  std::sort(set.begin(), set.end(), [](const Known &a, const Known &b) {
    return std::pair(a.atom, a.truth) < std::pair(b.atom, b.truth);
  });
  if (set.empty())
    return 0;
  if (sets.back() != set)
    sets.push_back(std::move(set));
  return uint32_t(sets.size() - 1);
}

bool Facts::leaves(uint32_t f, Reg first, Reg last) const {
  for (Reg r = last; r-- > first;) {
    const Inst &in = view.at({f, r});
    switch (in.op) {
    case Op::Return:
      return !(in.flags & kSynthetic);
    case Op::Raise:
    case Op::Break:
    case Op::Continue:
      return true;
    case Op::ExitContext:
      continue;
    case Op::EndIf: {
      // Both sides leave.
      const Inst &open = view.at({f, in.a});
      const Inst *other = view.find(f, open.b);
      return other && other->op == Op::Else && leaves(f, in.a + 1, open.b) &&
             leaves(f, open.b + 1, r);
    }
    case Op::Discard: {
      const Inst *call = view.find(f, in.a);
      if (!call || call->op != Op::Call)
        return false;
      const std::string_view callee = view.source(Place{f, call->a});
      for (std::string_view name : {"exit", "quit", "sys.exit", "os._exit", "pytest.skip",
                                    "unittest.skip", "self.skipTest", "parser.error"})
        if (callee == name)
          return true;
      return false;
    }
    default:
      return false;
    }
  }
  return false;
}

// Gives every instruction of a block its set.
void Facts::walk(uint32_t f, Reg begin, Reg end, std::vector<Known> &here, int depth) {
  if (depth > kDeepest)
    return;
  uint32_t set = intern(here);
  for (Reg i = begin; i < end; ++i) {
    known[f][i] = set;
    const Inst &in = view.at({f, i});
    switch (in.op) {
    case Op::If: {
      const Reg middle = in.b, last = in.c;
      if (middle == kNone || last == kNone || last >= end)
        break;
      const bool has_else = view.at({f, middle}).op == Op::Else;
      std::vector<Known> inside = here;
      merge(inside, implied({f, in.a}, true));
      walk(f, i + 1, has_else ? middle : last, inside, depth + 1);
      std::vector<Known> outside = here;
      merge(outside, implied({f, in.a}, false));
      if (has_else) {
        known[f][middle] = set;
        walk(f, middle + 1, last, outside, depth + 1);
      }
      if (!(in.flags & kShortCircuit)) {
        const bool then_leaves = leaves(f, i + 1, has_else ? middle : last);
        const bool else_leaves = has_else && leaves(f, middle + 1, last);
        if (then_leaves)
          merge(here, implied({f, in.a}, false));
        else if (else_leaves)
          merge(here, implied({f, in.a}, true));
      }
      set = intern(here);
      known[f][last] = set;
      i = last;
      break;
    }
    case Op::Loop: {
      const Reg last = in.b;
      if (last == kNone || last >= end)
        break;
      std::vector<Known> inside = here;
      // for i in range(torch.cuda.device_count()):
      if (const Inst *range = view.find(f, in.a); range && range->op == Op::Call && range->c > 0 &&
                                                  view.source(Place{f, range->a}) == "range") {
        Place limit{f, view.program.args[range->b + (range->c > 1 ? 1 : 0)].reg};
        if (const Place value = defined(limit); value.function != kNone)
          limit = value;
        if (const uint32_t count = atom_at(limit);
            count != kNone && atoms[count].kind == Atom::Count)
          merge(inside, {{count, true}});
      }
      walk(f, i + 1, last, inside, depth + 1);
      known[f][last] = set;
      i = last;
      break;
    }
    case Op::LoopTest:
      merge(here, implied({f, in.a}, true));
      set = intern(here);
      break;
    case Op::Assert:
      merge(here, implied({f, in.a}, true));
      set = intern(here);
      break;
    case Op::Try: {
      // What the body tests holds in the body only.
      Reg clause = in.b;
      const Reg last = in.c;
      if (clause == kNone || last == kNone || last >= end)
        break;
      Reg first = i + 1;
      while (true) {
        std::vector<Known> inside = here;
        walk(f, first, clause, inside, depth + 1);
        known[f][clause] = set;
        const Inst &next = view.at({f, clause});
        if (next.op == Op::EndTry || next.b == kNone || next.b <= clause)
          break;
        first = clause + 1;
        clause = next.b;
      }
      i = last;
      break;
    }
    default:
      break;
    }
  }
}

bool Facts::available(Place p) const {
  for (const Known &k : at(p))
    if (k.truth && is_accelerator(k.atom))
      return true;
  return false;
}

} // namespace offside::migrate
