// One file as the planner looks at it.
#include "lint/migrate/view.h"

#include <algorithm>
#include <cctype>
#include <map>

namespace offside::migrate {

using namespace ir;

namespace {

bool opens(Op op) {
  return op == Op::If || op == Op::Else || op == Op::Loop || op == Op::LoopElse || op == Op::Try ||
         op == Op::Except || op == Op::TryElse || op == Op::Finally || op == Op::EnterContext;
}

bool closes(Op op) {
  return op == Op::EndIf || op == Op::Else || op == Op::EndLoop || op == Op::EndLoopElse ||
         op == Op::Except || op == Op::TryElse || op == Op::Finally || op == Op::EndTry ||
         op == Op::ExitContext;
}

bool has_arguments(Op op) {
  return op == Op::Call || op == Op::FString || op == Op::BuildTuple || op == Op::BuildList ||
         op == Op::BuildSet || op == Op::BuildDict || op == Op::Opaque || op == Op::MakeFunction ||
         op == Op::MakeClass || op == Op::Unsupported;
}

// Which of a, b and c are registers.
int registers(Op op) {
  constexpr int a = 1, b = 2, c = 4;
  switch (op) {
  case Op::StoreSlot:
  case Op::StoreGlobal:
    return b;
  case Op::StoreOuter:
    return c;
  case Op::LoadAttr:
  case Op::DeleteAttr:
  case Op::Unary:
  case Op::Unpack:
  case Op::If:
  case Op::LoopTest:
  case Op::Loop:
  case Op::CatchType:
  case Op::EnterContext:
  case Op::Return:
  case Op::Yield:
  case Op::Await:
  case Op::Discard:
  case Op::Call:
    return a;
  case Op::StoreAttr:
    return a | c;
  case Op::LoadItem:
  case Op::DeleteItem:
  case Op::Binary:
  case Op::Compare:
  case Op::And:
  case Op::Or:
  case Op::Append:
  case Op::Raise:
  case Op::Assert:
    return a | b;
  case Op::StoreItem:
  case Op::Slice:
  case Op::Select:
  case Op::AppendItem:
    return a | b | c;
  default:
    return 0;
  }
}

bool word(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || (c & 0x80); }

} // namespace

View::View(const check::Input &in) : input(in), program(*in.program), text(in.source->text) {
  const uint32_t n = functions();
  users.resize(n);
  regions.resize(n);
  names.resize(n);
  indirect.resize(n);
  imports.resize(n);
  std::map<Variable, Stores> found;
  std::map<Name, std::vector<Place>> stored;
  for (uint32_t f = 0; f < n; ++f)
    index(f);
  for (uint32_t f = 0; f < n; ++f)
    for (Reg r = 0; r < function(f).count; ++r) {
      const Place p{f, r};
      const Inst &in = at(p);
      switch (in.op) {
      case Op::StoreSlot:
        if (function(f).kind == FunctionKind::ClassBody)
          stored[program.slots[function(f).slot_first + in.a]].push_back({f, in.b});
        [[fallthrough]];
      case Op::StoreOuter:
      case Op::StoreGlobal:
        found[variable_of(p)].places.push_back(p);
        break;
      case Op::DeleteSlot:
      case Op::DeleteGlobal:
        found[variable_of(p)].other = true;
        break;
      case Op::LoadSlot:
      case Op::LoadOuter:
      case Op::LoadGlobal:
        found[variable_of(p)].loads.push_back(p);
        break;
      case Op::StoreAttr:
        stored[in.b].push_back({f, in.c});
        break;
      default:
        break;
      }
    }
  for (auto &[variable, s] : found) {
    s.variable = variable;
    variables.push_back(std::move(s));
  }
  for (auto &[name, places] : stored)
    attributes.emplace_back(name, std::move(places));
  for (uint32_t f = 0; f < n; ++f) {
    names[f].assign(function(f).count, kNone);
    indirect[f].assign(function(f).count, false);
    imports[f].assign(function(f).count, Place{});
  }
  // The module first: functions look its names up.
  for (uint32_t f = 0; f < n; ++f)
    name(f);
}

const Inst *View::find(uint32_t f, Reg r) const {
  return f < functions() && r < function(f).count ? &program.insts[function(f).first + r] : nullptr;
}

const Arg *View::argument(const Inst &call, std::string_view name, uint32_t position) const {
  uint32_t at = 0;
  for (const Arg &a : arguments(call)) {
    if (a.name == kPositional) {
      if (at++ == position)
        return &a;
    } else if (a.name == kStar) {
      at = kNone >> 1;
    } else if (a.name < kStarStar && name_text(a.name) == name) {
      return &a;
    }
  }
  return nullptr;
}

void View::operands(uint32_t f, Reg by) {
  const Inst &in = at({f, by});
  const auto add = [&](Reg r, uint32_t arg) {
    if (r < function(f).count)
      users[f][r].push_back({by, arg});
  };
  const int used = registers(in.op);
  if (used & 1)
    add(in.a, kNone);
  if (used & 2)
    add(in.b, kNone);
  if (used & 4)
    add(in.c, kNone);
  if (has_arguments(in.op))
    for (uint32_t k = 0; k < in.c; ++k)
      add(program.args[in.b + k].reg, k);
}

void View::index(uint32_t f) {
  const uint32_t count = function(f).count;
  users[f].resize(count);
  regions[f].assign(count, kNone);
  std::vector<Reg> open;
  for (Reg r = 0; r < count; ++r) {
    const Op op = at({f, r}).op;
    if (closes(op) && !open.empty())
      open.pop_back();
    regions[f][r] = open.empty() ? kNone : open.back();
    if (opens(op))
      open.push_back(r);
    operands(f, r);
  }
}

View::Variable View::variable_of(Place p) const {
  const Inst &in = at(p);
  switch (in.op) {
  case Op::LoadSlot:
  case Op::StoreSlot:
  case Op::DeleteSlot:
    return {p.function, in.a, kNone};
  case Op::LoadOuter:
  case Op::StoreOuter: {
    uint32_t f = p.function;
    for (uint32_t up = 0; up < in.b && f != kNone; ++up)
      f = function(f).parent;
    return {f, in.a, kNone};
  }
  case Op::LoadGlobal:
  case Op::StoreGlobal:
  case Op::DeleteGlobal:
    return {kNone, kNone, in.a};
  default:
    return {};
  }
}

const View::Stores *View::stores(const Variable &v) const {
  const auto it =
      std::lower_bound(variables.begin(), variables.end(), v,
                       [](const Stores &s, const Variable &wanted) { return s.variable < wanted; });
  return it != variables.end() && it->variable == v ? &*it : nullptr;
}

Place View::only_value(Place load) const {
  const Variable v = variable_of(load);
  if (v.slot == kNone && v.global == kNone)
    return {};
  if (v.slot != kNone && (v.function == kNone || v.slot < function(v.function).param_count))
    return {};
  const Stores *s = stores(v);
  if (!s || s->other || s->places.size() != 1)
    return {};
  const Inst &store = at(s->places.front());
  const Reg value = store.op == Op::StoreOuter ? store.c : store.b;
  return {s->places.front().function, value};
}

Place View::only_attribute(Name name) const {
  const auto it = std::lower_bound(attributes.begin(), attributes.end(), name,
                                   [](const auto &a, Name wanted) { return a.first < wanted; });
  return it != attributes.end() && it->first == name && it->second.size() == 1 ? it->second.front()
                                                                               : Place{};
}

const Param *View::parameter(Place load) const {
  const Variable v = variable_of(load);
  if (v.slot == kNone || v.function == kNone || v.slot >= function(v.function).param_count)
    return nullptr;
  const Stores *s = stores(v);
  if (s && !s->places.empty())
    return nullptr;
  for (uint32_t k = 0; k < function(v.function).param_count; ++k)
    if (const Param &p = program.params[function(v.function).param_first + k]; p.slot == v.slot)
      return &p;
  return nullptr;
}

Name View::variable(Place load) const {
  const Variable v = variable_of(load);
  if (v.global != kNone)
    return v.global;
  return v.function == kNone || v.slot == kNone
             ? kNone
             : program.slots[function(v.function).slot_first + v.slot];
}

std::vector<Place> View::loads_of(Place store) const {
  const Stores *s = stores(variable_of(store));
  return s ? s->loads : std::vector<Place>{};
}

void View::name(uint32_t f) {
  for (Reg r = 0; r < function(f).count; ++r) {
    const Place p{f, r};
    const Inst &in = at(p);
    switch (in.op) {
    case Op::Import:
      names[f][r] = in.a;
      imports[f][r] = p;
      break;
    case Op::ImportFrom: {
      const std::string_view module = name_text(in.a);
      // A relative import is of the project.
      if (!module.empty() && module.front() != '.' &&
          (in.c == kNone || module.starts_with("torch"))) {
        names[f][r] = intern(std::string(module) + "." + std::string(name_text(in.b)));
        imports[f][r] = p;
      }
      break;
    }
    case Op::LoadSlot:
    case Op::LoadOuter:
    case Op::LoadGlobal: {
      const Variable v = variable_of(p);
      const Stores *s = stores(v);
      if (!s || s->other || s->places.empty() ||
          (v.slot != kNone && (v.function == kNone || v.slot < function(v.function).param_count)))
        break;
      // Several imports of one thing (`try: import torch ... except ImportError`) count as one.
      Name common = kNone;
      Place import;
      bool same = true, variable = false;
      for (const Place &store : s->places) {
        const Inst &st = at(store);
        const Reg value = st.op == Op::StoreOuter ? st.c : st.b;
        if (value >= names[store.function].size()) {
          same = false;
          break;
        }
        const Name named = names[store.function][value];
        const Op made = at({store.function, value}).op;
        variable |= made != Op::Import && made != Op::ImportFrom;
        same &= named != kNone && (common == kNone || common == named);
        common = named;
        import = {store.function, value};
      }
      if (!same || (variable && s->places.size() > 1))
        break;
      names[f][r] = common;
      indirect[f][r] = variable;
      imports[f][r] = variable ? Place{} : import;
      break;
    }
    case Op::LoadAttr:
      if (in.a < r && names[f][in.a] != kNone) {
        const std::string_view base = name_text(names[f][in.a]);
        if (base.size() + name_text(in.b).size() < 200) {
          names[f][r] = intern(std::string(base) + "." + std::string(name_text(in.b)));
          indirect[f][r] = indirect[f][in.a];
          imports[f][r] = imports[f][in.a];
        }
      }
      break;
    default:
      break;
    }
  }
}

std::string_view View::dotted(Place p) const {
  const Name n = names[p.function][p.reg];
  return n == kNone ? std::string_view() : name_text(n);
}

Place View::import_of(Place p) const { return imports[p.function][p.reg]; }

Place View::root(Place p) const {
  while (at(p).op == Op::LoadAttr)
    p.reg = at(p).a;
  return p;
}

std::string View::torch_at(Place p) const {
  for (Place q = p; at(q).op == Op::LoadAttr; q.reg = at(q).a)
    if (const Place base{q.function, at(q).a}; dotted(base) == "torch")
      return std::string(source(base));
  // A module-level import, or one of this function or those around it.
  for (uint32_t f = p.function;; f = function(f).parent) {
    for (Reg r = 0; r < function(f).count; ++r) {
      const Inst &in = at({f, r});
      if ((in.op != Op::StoreSlot && in.op != Op::StoreGlobal) || in.b >= function(f).count)
        continue;
      const Inst &made = at({f, in.b});
      if (made.op != Op::Import || name_text(made.a) != "torch")
        continue;
      if (f == p.function && r > p.reg)
        break;
      const Name bound =
          in.op == Op::StoreGlobal ? in.a : program.slots[function(f).slot_first + in.a];
      return std::string(name_text(bound));
    }
    if (f == 0 || function(f).parent == kNone)
      return "";
  }
}

bool View::binds(uint32_t f, std::string_view name) const {
  const Function &fn = function(f);
  for (uint32_t k = 0; k < fn.slot_count; ++k)
    if (name_text(program.slots[fn.slot_first + k]) == name)
      return true;
  return false;
}

bool View::module_binds(std::string_view name) const {
  return program.find_binding(intern(std::string(name))) != nullptr;
}

bool View::mentions(std::string_view wanted) const {
  for (size_t at = 0; (at = text.find(wanted, at)) != text.npos; at += wanted.size())
    if ((at == 0 || !word(text[at - 1])) &&
        (at + wanted.size() == text.size() || !word(text[at + wanted.size()])))
      return true;
  return false;
}

} // namespace offside::migrate
