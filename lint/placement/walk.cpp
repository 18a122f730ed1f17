// The walk over structured instructions: regions, path conditions, slots, globals.
#include "lint/placement/choice.h"

#include <algorithm>
#include <unordered_set>

namespace offside::placement {

using ir::Inst;
using ir::kNone;
using ir::Op;

void Machine::open_frame(Frame &f, uint32_t program, uint32_t function, uint32_t parent_env) {
  f.program = program;
  f.function = function;
  f.p = &index.program(program);
  f.f = &f.p->functions[function];
  f.code = f.p->insts.data() + f.f->first;
  f.regs = uint32_t(registers.size());
  registers.resize(registers.size() + f.f->count, kUnbound);
  f.base = pc;
  f.env = uint32_t(environments.size());
  environments.push_back(
      {uint32_t(slots.size()), f.f->slot_count, parent_env, program, function, pc, blur});
  slots.resize(slots.size() + f.f->slot_count, kUnbound);
}

void Machine::close_frame(const Frame &f) { registers.resize(f.regs); }

void Machine::store_slot(uint32_t env, uint32_t slot, Value v) {
  const Environment &e = environments[env];
  if (slot >= e.count)
    return;
  Value &place = slots[e.slots + slot];
  if (env < environment_mark)
    undo_slots.emplace_back(e.slots + slot, place);
  place = gated(place, v, pc.minus(e.base), blur > e.blur);
  if (env + 1 != environments.size())
    note_escape(place);
}

Value Machine::load_slot(Frame &f, uint32_t slot) {
  const Environment &e = environments[f.env];
  if (slot >= e.count)
    return kUnknown;
  Value v = slots[e.slots + slot];
  return v == kUnbound ? kUnknown : prune(v);
}

uint32_t Machine::outer_env(const Frame &f, uint32_t levels) const {
  uint32_t env = f.env;
  while (levels-- > 0) {
    uint32_t up = environments[env].parent;
    if (!up)
      return kNone;
    env = up - 1;
  }
  return env;
}

Value Machine::resolved(const Resolved &r, ir::Name name) {
  switch (r.kind) {
  case Resolved::Function:
    return function_value(r.program, r.index, 0);
  case Resolved::Class:
    return values.add({.kind = Kind::Class, .a = r.program, .b = r.index});
  case Resolved::Module:
    return values.add({.kind = Kind::Module, .a = r.program});
  case Resolved::Library:
    return values.add({.kind = Kind::Library, .a = r.library});
  case Resolved::Value: {
    const ir::Program &p = index.program(r.program);
    const Inst &in = p.insts[p.functions[0].first + r.index];
    if (in.op == Op::StoreGlobal && p.find_binding(name) &&
        p.find_binding(name)->kind == ir::BindingKind::Value)
      return pure(r.program, 0, in.b);
    return unknown(identity(kGlobalId, r.program, name));
  }
  case Resolved::Nothing:
    break;
  }
  return kUnknown;
}

static bool is_builtin(ir::Name name) {
  static const std::unordered_set<ir::Name> names = [] {
    std::unordered_set<ir::Name> out;
    for (const char *b :
         {"len",      "range",      "enumerate",  "zip",          "list",        "tuple",
          "dict",     "set",        "frozenset",  "sorted",       "reversed",    "map",
          "filter",   "sum",        "min",        "max",          "abs",         "print",
          "float",    "int",        "bool",       "str",          "getattr",     "setattr",
          "hasattr",  "isinstance", "issubclass", "next",         "iter",        "super",
          "type",     "any",        "all",        "id",           "repr",        "round",
          "callable", "open",       "vars",       "divmod",       "pow",         "slice",
          "delattr",  "object",     "property",   "staticmethod", "classmethod", "input",
          "format"})
      out.insert(ir::intern(b));
    return out;
  }();
  return names.count(name) > 0;
}

Value Machine::load_global(uint32_t program, ir::Name name) {
  if (program == main_program) {
    auto it = globals.find(name);
    if (it != globals.end())
      return prune(it->second);
  }
  uint64_t key = uint64_t(program) << 32 | name;
  if (auto it = global_cache.find(key); it != global_cache.end())
    return it->second;
  auto [known, first] = resolved_cache.try_emplace(key);
  if (first)
    known->second = resolve_name(index, program, name);
  Resolved r = known->second;
  Value v;
  if (r.kind == Resolved::Nothing) {
    const ir::Program &p = index.program(program);
    bool starred = std::any_of(p.star_programs.begin(), p.star_programs.end(),
                               [](uint32_t s) { return s == kNone; });
    bool builtin = is_builtin(name);
    if (builtin && !p.find_binding(name))
      v = values.add(
          {.kind = Kind::Library, .a = ir::intern("builtins." + std::string(ir::name_text(name)))});
    else
      v = starred ? kUnknown : unknown(identity(kGlobalId, program, name));
  } else {
    global_cache[key] = kUnknown; // a definition that reads itself
    cached_globals.push_back(key);
    v = resolved(r, name);
  }
  note_escape(v);
  global_cache[key] = v;
  cached_globals.push_back(key);
  return v;
}

void Machine::store_global(uint32_t program, ir::Name name, Value v) {
  if (program != main_program)
    return;
  auto [it, fresh] = globals.try_emplace(name, kUnbound);
  if (module_done)
    undo_globals.push_back({name, fresh ? kUnbound : it->second});
  it->second = gated(it->second, v, pc, blur > 0);
  note_escape(it->second);
}

// --- evaluating one expression outside of its function's run
// ---------------------------------------------------------

Value Machine::pure(uint32_t program, uint32_t function, ir::Reg r) {
  if (stack.size() > call_depth + 6 || registers.size() > 4'000'000)
    return kUnknown;
  Guard saved = pc;
  int saved_blur = blur;
  Value saved_default = default_device;
  pc = {};
  blur = 0;
  default_device = kUnbound;
  Frame f;
  open_frame(f, program, function, 0);
  stack.push_back({program, function, {}});
  if (r < f.f->count)
    pure_step(f, r, 0);
  Value v = r < f.f->count ? reg(f, r) : kUnknown;
  close_frame(f);
  stack.pop_back();
  pc = saved;
  blur = saved_blur;
  default_device = saved_default;
  return v == kUnbound ? kUnknown : v;
}

void Machine::pure_step(Frame &f, ir::Reg r, int depth) {
  if (r >= f.f->count || reg(f, r) != kUnbound)
    return;
  if (depth > 40 || steps_left == 0) {
    set(f, r, kUnknown);
    return;
  }
  const Inst &in = f.code[r];
  auto operand = [&](ir::Reg o) {
    if (o != kNone && o < r)
      pure_step(f, o, depth + 1);
  };
  switch (in.op) {
  case Op::ConstNone:
  case Op::ConstTrue:
  case Op::ConstFalse:
  case Op::ConstEllipsis:
  case Op::ConstInt:
  case Op::ConstFloat:
  case Op::ConstStr:
  case Op::LoadGlobal:
  case Op::MakeFunction:
  case Op::MakeClass:
  case Op::ImportFrom:
  case Op::Import:
    break;
  case Op::LoadSlot: {
    // A class body or function temporary: its single store tells.
    Value v = kUnknown;
    for (ir::Reg i = 0; i < r; ++i)
      if (f.code[i].op == Op::StoreSlot && f.code[i].a == in.a) {
        pure_step(f, f.code[i].b, depth + 1);
        v = reg(f, f.code[i].b);
      }
    set(f, r, v);
    return;
  }
  case Op::LoadAttr:
  case Op::Unary:
    operand(in.a);
    break;
  case Op::LoadItem:
  case Op::Binary:
  case Op::Compare:
  case Op::And:
  case Op::Or:
    operand(in.a);
    operand(in.b);
    break;
  case Op::Select:
    operand(in.a);
    operand(in.b);
    operand(in.c);
    break;
  case Op::Call:
    operand(in.a);
    [[fallthrough]];
  case Op::BuildTuple:
  case Op::BuildList:
  case Op::BuildSet:
  case Op::BuildDict:
  case Op::FString:
    for (uint32_t k = 0; k < in.c; ++k)
      operand(f.p->args[in.b + k].reg);
    break;
  default:
    set(f, r, kUnknown);
    return;
  }
  if (steps_left)
    --steps_left;
  evaluate(f, r);
}

// --- regions
// ----------------------------------------------------------------------------------------------------------

bool Machine::exec(Frame &f, uint32_t i, uint32_t end) {
  const Deeper level(regions);
  if (regions > kMaxRegions)
    steps_left = 0; // nobody reads that, and the stack ends somewhere
  while (i < end) {
    if (steps_left == 0)
      return false;
    --steps_left;
    const Inst &in = f.code[i];
    switch (in.op) {
    case Op::If:
      if (!exec_if(f, i))
        return false;
      continue;
    case Op::Loop:
      if (!exec_loop(f, i))
        return false;
      continue;
    case Op::Try:
      if (!exec_try(f, i))
        return false;
      continue;
    case Op::EnterContext: {
      // Contexts are lexical: run the body, then undo whatever the manager changed, also when the
      // body left early.
      size_t depth = contexts.size();
      set(f, i, enter_context(f, i, reg(f, in.a)));
      uint32_t exit = i + 1;
      while (exit < end && !(f.code[exit].op == Op::ExitContext && f.code[exit].a == i))
        ++exit;
      bool alive = exec(f, i + 1, exit);
      exit_context(depth);
      if (!alive)
        return false;
      i = exit + 1;
      continue;
    }
    case Op::Return: {
      Value v = in.a == kNone ? none() : reg(f, in.a);
      for (const Alternative &a : alternatives(v))
        f.returns.push_back(
            {pc.minus(f.base) & a.guard, a.value, a.loose || blur > environments[f.env].blur});
      return false;
    }
    case Op::Raise:
      return false;
    case Op::Break:
      f.broke = true;
      return false;
    case Op::Continue:
      return false;
    case Op::Assert: {
      Truth t = truth(reg(f, in.a));
      if (!t.can_be_true)
        return false;
      if (t.exact)
        pc = pc & t.when_true;
      break;
    }
    case Op::LoopTest: {
      Truth t = truth(reg(f, in.a));
      if (!t.can_be_true)
        return false;
      if (t.exact && t.can_be_false)
        pc = pc & t.when_true;
      break;
    }
    case Op::LoopElse: {
      Guard saved = pc;
      exec(f, i + 1, in.b); // skipped when the loop breaks, so it never ends the function
      pc = saved;
      i = in.b + 1;
      continue;
    }
    default:
      evaluate(f, i);
    }
    ++i;
  }
  return true;
}

bool Machine::exec_if(Frame &f, uint32_t &i) {
  const Inst &in = f.code[i];
  uint32_t middle = in.b, end = in.c;
  Value condition = reg(f, in.a);
  Truth t = truth(condition);
  Guard saved = pc, then_pc = pc, else_pc = pc;
  bool then_alive = false, else_alive = false;
  bool contradiction_true = saved.contradicts(t.when_true),
       contradiction_false = saved.contradicts(t.when_false);
  bool take_then = t.can_be_true && !contradiction_true,
       take_else = t.can_be_false && !contradiction_false;
  bool both = take_then && take_else;
  if (take_then) {
    pc = saved & t.when_true;
    blur += both && !t.exact;
    then_alive = exec(f, i + 1, middle);
    blur -= both && !t.exact;
    then_pc = pc;
  }
  bool has_else = f.code[middle].op == Op::Else;
  if (take_else) {
    pc = saved & t.when_false;
    else_alive = true;
    if (has_else) {
      blur += both && !t.exact;
      else_alive = exec(f, middle + 1, end);
      blur -= both && !t.exact;
    }
    else_pc = pc;
  }
  i = end + 1;
  if (then_alive && else_alive)
    pc = saved;
  else if (then_alive)
    pc = then_pc;
  else if (else_alive)
    pc = else_pc;
  else
    pc = saved;
  return then_alive || else_alive;
}

bool Machine::exec_loop(Frame &f, uint32_t &i) {
  const Inst &in = f.code[i];
  uint32_t end = in.b;
  bool comprehension = in.flags & ir::kComprehension;
  Guard saved = pc;
  bool saved_broke = f.broke;
  f.broke = false;
  std::vector<Value> known;
  bool unroll =
      in.a != kNone && known_elements(reg(f, in.a), known) && !known.empty() && known.size() <= 6;
  uint32_t passes = unroll ? uint32_t(known.size())
                    : comprehension || f.loop_depth >= 2 || (symbolic_root && stack.size() > 1) ? 1
                                                                                                : 2;
  ++f.loop_depth;
  loops.push_back({i, kUnbound});
  for (uint32_t pass = 0; pass < passes && steps_left; ++pass) {
    pc = saved;
    ++f.iteration;
    if (unroll)
      loops.back().element = known[pass];
    bool alive = exec(f, i + 1, end);
    if (!alive && f.broke && !unroll)
      break;
  }
  loops.pop_back();
  --f.loop_depth;
  pc = saved;
  i = end + 1;
  // `while True:` without a break is left by return or raise only.
  bool forever = false;
  for (uint32_t k = uint32_t(&in - f.code) + 1; in.a == kNone && k < end; ++k)
    if (f.code[k].op == Op::LoopTest) {
      forever = !truth(reg(f, f.code[k].a)).can_be_false && !f.broke;
      break;
    }
  f.broke = saved_broke;
  return !forever || comprehension;
}

bool Machine::exec_try(Frame &f, uint32_t &i) {
  const Inst &in = f.code[i];
  uint32_t end = in.c, clause = in.b;
  Guard saved = pc;
  bool body_alive = exec(f, i + 1, clause);
  Guard body_pc = body_alive ? pc : saved;
  bool any_alive = false;
  while (clause < end && steps_left) {
    const Inst &c = f.code[clause];
    uint32_t next = c.b;
    switch (c.op) {
    case Op::Except: {
      // The handler runs when the body raised: a fact of its own, or a blur when facts have run
      // out.
      pc = saved;
      int n = fact(uint64_t(fresh_identity()) << 20 | 0x5ec, 0, true);
      Guard here = n >= 0 ? Guard::literal(n, true) : Guard{};
      pc = saved & here;
      blur += n < 0;
      bool alive = exec(f, clause + 1, next);
      blur -= n < 0;
      any_alive |= alive;
      break;
    }
    case Op::TryElse:
      pc = body_pc;
      if (body_alive)
        body_alive = exec(f, clause + 1, next);
      if (body_alive)
        body_pc = pc;
      break;
    case Op::Finally: {
      pc = saved;
      bool alive = exec(f, clause + 1, c.b);
      next = end;
      if (!alive)
        body_alive = any_alive = false;
      break;
    }
    default:
      next = end;
    }
    if (next <= clause)
      break;
    clause = next;
  }
  pc = body_alive && !any_alive ? body_pc : saved;
  i = end + 1;
  return body_alive || any_alive;
}

// --- contexts
// ----------------------------------------------------------------------------------------------------------

void Machine::exit_context(size_t depth) {
  while (contexts.size() > depth) {
    const Context &c = contexts.back();
    default_device = c.saved_default;
    grad_mode = c.saved_grad;
    current_device_set = c.saved_current;
    contexts.pop_back();
  }
}

Value Machine::enter_context(Frame &f, uint32_t i, Value manager) {
  contexts.push_back({manager, default_device, grad_mode, current_device_set});
  manager = prune(manager);
  const Ground g = at(manager);
  auto is_device = [&] {
    for (const Alternative &a : alternatives(manager))
      if (at(a.value).kind != Kind::Device)
        return false;
    return true;
  };
  if (is_device()) {
    default_device = manager;
    return manager;
  }
  if (g.kind == Kind::Object) {
    const Object &o = objects[g.a];
    if (o.shape == Shape::Library && o.entry) {
      if (o.entry->has(model::Effect::NoGrad))
        grad_mode = Tri::No;
      if (o.entry->has(model::Effect::EnableGrad))
        grad_mode = Tri::Yes;
      if (o.entry->has(model::Effect::SetGrad)) {
        Truth t = truth(o.subject);
        grad_mode = t.can_be_true ? (t.can_be_false ? Tri::Maybe : Tri::Yes) : Tri::No;
      }
      if (o.entry->has(model::Effect::CurrentDevice))
        current_device_set = true;
      if (o.entry->has(model::Effect::DefaultDevice) && o.subject != kUnbound)
        default_device = o.subject;
      return manager;
    }
    if (o.shape == Shape::Instance) {
      ClassRef c{o.program, o.klass};
      if (Index::Found m = index.lookup(c, known().enter);
          m.member && m.member->function != kNone) {
        std::vector<Actual> none_given;
        return call_function(f, i, function_value(m.owner.program, m.member->function, 0), manager,
                             none_given);
      }
    }
  }
  return kUnknown;
}

} // namespace offside::placement
