// Where evaluation starts: module bodies with real values, functions nobody called with symbolic
// ones.
#include "lint/placement/choice.h"

#include <algorithm>

namespace offside::placement {

using ir::intern;
using ir::kNone;
using ir::name_text;

void Machine::begin_root(uint32_t steps, uint32_t depth) {
  steps_left = steps;
  work_left = steps * settings.work_per_step;
  call_depth = depth;
  pc = {};
  blur = 0;
  stack.clear();
  contexts.clear();
  loops.clear();
  registers.clear();
  closures.clear();
  called.clear();
  grad_mode = Tri::Yes;
  escaped_facts = 0;
}

Machine::Marks Machine::mark() {
  cached_globals.clear();
  saved.clear();
  undo.clear();
  undo_ids.clear();
  undo_globals.clear();
  undo_slots.clear();
  object_mark = uint32_t(objects.size());
  environment_mark = uint32_t(environments.size());
  return {values.grounds.size(), values.pool.size(), values.choices.size(), objects.size(),
          events.size(),         facts.size(),       identities.size(),     environments.size(),
          slots.size(),          default_device,     current_device_set};
}

void Machine::rollback(const Marks &m) {
  for (size_t k = undo.size(); k-- > 0;)
    objects[undo[k].first] = std::move(undo[k].second);
  undo.clear();
  for (size_t k = undo_slots.size(); k-- > 0;)
    slots[undo_slots[k].first] = undo_slots[k].second;
  undo_slots.clear();
  for (size_t k = undo_globals.size(); k-- > 0;) {
    auto [name, old] = undo_globals[k];
    if (old == kUnbound)
      globals.erase(name);
    else
      globals[name] = old;
  }
  undo_globals.clear();
  for (uint64_t key : cached_globals)
    global_cache.erase(key);
  cached_globals.clear();
  default_device = m.default_device;
  current_device_set = m.current;
  values.grounds.resize(m.values);
  values.pool.resize(m.pool);
  values.choices.resize(m.choices);
  objects.resize(m.objects);
  events.resize(m.events);
  facts.resize(m.facts);
  environments.resize(m.environments);
  slots.resize(m.slots);
  for (size_t k = m.identities; k < identities.size(); ++k)
    if (identities[k].kind != kFreshId)
      identity_table.erase(identities[k].key);
  if (identities.size() > m.identities)
    identities.resize(m.identities);
}

// Facts that some kept value still rests on.
uint64_t Machine::facts_in_use() const {
  uint64_t used = 0;
  for (const Alternative &a : values.choices)
    used |= a.guard.facts();
  for (const Object &o : objects)
    used |= o.birth.facts();
  return used;
}

void Machine::run_module(uint32_t program) {
  main_program = program;
  symbolic_root = false;
  begin_root(settings.module_steps, settings.module_depth);
  Value name = text(intern("__main__"));
  globals[intern("__name__")] = name;
  Frame f;
  open_frame(f, program, 0, 0);
  stack.push_back({program, 0, {}});
  exec(f, 0, f.f->count);
  stack.pop_back();
  close_frame(f);
  module_done = true;
  pc = {};
  blur = 0;
  default_device = kUnbound;
  size_t keep = size_t(64 - std::countl_zero(facts_in_use()));
  facts.resize(std::min(keep, facts.size()));
  undo.clear();
  undo_globals.clear();
  object_mark = uint32_t(objects.size());
}

Value Machine::symbolic_argument(uint32_t program, uint32_t function, const ir::Param &p,
                                 bool is_tensor_param) {
  uint32_t id = identity(kParamId, program * 4096u + function, p.name);
  if (p.kind == ir::ParamKind::VarPositional) {
    return kUnknown;
  }
  if (p.kind == ir::ParamKind::VarKeyword) {
    Object o{.shape = Shape::Dict, .exact = false};
    o.summary = kUnknown;
    return new_object(std::move(o));
  }
  if (is_tensor_param) {
    uint32_t ev = event(EventKind::Input, program, p.span, 0, p.name);
    Value t = tensor(Device::symbol(kInputsIdentity), Tri::Maybe, Tri::Maybe, kAssumed, ev);
    if (p.has_default) {
      // A default of None: given or not given.
      Value given = unknown(identity(kCompareId, id, known().is_none), true);
      return guarded_pick(given, t, none_);
    }
    return t;
  }
  return unknown(id);
}

// An instance of a class whose constructor got arguments nobody knows.
Value Machine::prototype(ClassRef c) {
  const ClassInfo &info = index.info(c);
  const ir::Program &p = index.program(c.program);
  Object o{.shape = Shape::Instance,
           .module = info.module,
           .symbolic = true,
           .program = c.program,
           .klass = c.klass};
  o.entry = index.library_base(c);
  o.constructing = true;
  o.origin = event(EventKind::ModuleMade, c.program, p.classes[c.klass].name_span, 0,
                   p.classes[c.klass].name);
  Value self = new_object(std::move(o));
  uint32_t id = at(self).a;
  Index::Found init = index.lookup(c, known().init);
  if (init.member && init.member->function != kNone) {
    // Tensors handed to a constructor are as unplaced as the module itself: they stay unknown.
    const ir::Program &ip = index.program(init.owner.program);
    const ir::Function &def = ip.functions[init.member->function];
    std::vector<Actual> args;
    for (uint32_t k = 1; k < def.param_count; ++k)
      if (const ir::Param &param = ip.params[def.param_first + k];
          param.kind != ir::ParamKind::VarPositional && param.kind != ir::ParamKind::VarKeyword)
        args.push_back({param.name,
                        symbolic_argument(init.owner.program, init.member->function, param, false),
                        param.span, kNone});
    run_body(init.owner.program, init.member->function, 0, kUnbound, self, args, {});
  }
  mutate(id).constructing = false;
  // A constructor that was not followed to its end may still register what it keeps.
  const bool whole = !aborted();
  if (!whole)
    std::erase_if(objects[id].attributes, [](const Attribute &a) { return !a.registered; });
  for (ClassRef at_class : index.order(c))
    std::erase_if(objects[id].attributes, [&](const Attribute &a) {
      return !a.registered && index.info(at_class).stores_again(a.name);
    });
  if (info.unknown_base || objects[id].module) {
    Frame f;
    open_frame(f, c.program, p.classes[c.klass].body, 0);
    if (info.unknown_base) {
      obscure(f, kNone, id);
    } else {
      if (whole)
        observer.constructed(*this, self);
      move_module(f, kNone, self, device_value(Device::symbol(kInputsIdentity)));
    }
    close_frame(f);
  }
  return self;
}

void Machine::evaluate_root(uint32_t program, uint32_t function, Value self) {
  const ir::Program &p = index.program(program);
  const ir::Function &def = p.functions[function];
  const FunctionTraits &traits = index.traits(program, function);
  bool method = def.klass != kNone && def.kind == ir::FunctionKind::Def && !traits.is_static;
  bool is_module = def.klass != kNone && index.info({program, def.klass}).module;
  bool forward =
      is_module && (name_text(def.name) == "forward" || name_text(def.name) == "__call__");
  uint64_t tensors = tensor_parameters(program, function, forward);
  std::vector<Actual> args;
  if (method && traits.is_class)
    self = values.add({.kind = Kind::Class, .a = program, .b = def.klass});
  else if (!method)
    self = kUnbound;
  for (uint32_t k = method ? 1 : 0; k < def.param_count; ++k) {
    const ir::Param &param = p.params[def.param_first + k];
    if (param.kind != ir::ParamKind::VarPositional && param.kind != ir::ParamKind::VarKeyword)
      args.push_back({param.name,
                      symbolic_argument(program, function, param, k < 64 && (tensors >> k & 1)),
                      param.span, kNone});
  }
  args.push_back({ir::kStarStar, kUnknown, def.name_span, kNone}); // callers may name more
  symbolic_root = method || def.param_count > 0;
  run_body(program, function, 0, kUnbound, self, args, {});
  visit_closures(program);
}

void Machine::run_root(uint32_t program, uint32_t function) {
  const FunctionTraits &traits = index.traits(program, function);
  if (traits.overload || traits.opaque || !traits.touches_tensors)
    return;
  begin_root(settings.root_steps, settings.root_depth);
  Marks m = mark();
  evaluate_root(program, function, kUnbound);
  rollback(m);
}

void Machine::run_class(uint32_t program, uint32_t klass) {
  const ClassInfo &info = index.info({program, klass});
  bool any = info.module;
  for (const Member &m : info.members)
    any |= m.function != kNone && index.traits(program, m.function).touches_tensors;
  if (!any)
    return;
  begin_root(settings.root_steps, settings.root_depth);
  Marks outer = mark();
  std::vector<uint64_t> outer_cached;
  symbolic_root = true;
  Value self = prototype({program, klass});
  // What the constructor changed in older objects is its own affair; the methods see it.
  std::vector<std::pair<uint32_t, Object>> outer_undo = std::move(undo);
  auto outer_globals = std::move(undo_globals);
  auto outer_slots = std::move(undo_slots);
  outer_cached = std::move(cached_globals);
  for (const Member &m : index.info({program, klass}).members) {
    if (m.function == kNone || index.program(program).functions[m.function].klass != klass)
      continue;
    const FunctionTraits &traits = index.traits(program, m.function);
    if (traits.overload || traits.opaque || name_text(m.name) == "__init__" ||
        (!traits.touches_tensors && !index.info({program, klass}).module))
      continue;
    begin_root(settings.root_steps, settings.root_depth);
    Marks inner = mark();
    evaluate_root(program, m.function, self);
    rollback(inner);
  }
  undo = std::move(outer_undo);
  undo_globals = std::move(outer_globals);
  undo_slots = std::move(outer_slots);
  cached_globals = std::move(outer_cached);
  rollback(outer);
}

// Functions made inside the root and never called: evaluated in the environment they were made in.
void Machine::visit_closures(uint32_t program) {
  for (size_t k = 0; k < closures.size() && k < 32 && steps_left; ++k) {
    const Ground g = at(closures[k]);
    if (g.a != program ||
        std::find(called.begin(), called.end(), uint64_t(g.a) << 32 | g.b) != called.end())
      continue;
    const ir::Program &p = index.program(g.a);
    const ir::Function &def = p.functions[g.b];
    if (def.kind == ir::FunctionKind::Lambda)
      continue;
    uint64_t tensors = tensor_parameters(g.a, g.b, false);
    std::vector<Actual> args;
    for (uint32_t n = 0; n < def.param_count; ++n) {
      const ir::Param &param = p.params[def.param_first + n];
      if (param.kind != ir::ParamKind::VarPositional && param.kind != ir::ParamKind::VarKeyword)
        args.push_back({param.name,
                        symbolic_argument(g.a, g.b, param, n < 64 && (tensors >> n & 1)),
                        param.span, kNone});
    }
    symbolic_root = true;
    run_body(g.a, g.b, g.c, closures[k], kUnbound, args, {});
  }
}

} // namespace offside::placement
