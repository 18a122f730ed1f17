// Calls of project functions and classes: binding arguments, inlining bodies, constructing
// instances.
#include "lint/placement/choice.h"

#include <algorithm>

namespace offside::placement {

using ir::intern;
using ir::kNone;
using ir::name_text;

Value Machine::function_value(uint32_t program, uint32_t function, uint32_t env_plus_one) {
  return values.add({.kind = Kind::Function, .a = program, .b = function, .c = env_plus_one});
}

std::vector<Actual> Machine::actuals(Frame &f, const ir::Inst &in) {
  std::vector<Actual> out;
  out.reserve(in.c);
  for (uint32_t k = 0; k < in.c; ++k) {
    const ir::Arg &a = f.p->args[in.b + k];
    Value v = prune(reg(f, a.reg));
    ir::Span span = a.reg < f.f->count ? f.code[a.reg].span : in.span;
    if (a.name == ir::kStar) {
      std::vector<Value> items;
      if (known_elements(v, items)) {
        for (Value x : items)
          out.push_back({ir::kPositional, prune(x), span, a.reg});
        continue;
      }
    } else if (a.name == ir::kStarStar) {
      if (const Object *o = object(v);
          o && o->shape == Shape::Dict && o->exact && o->summary == kUnbound) {
        Object copy = *o;
        for (const DictItem &item : copy.items)
          if (at(item.key).kind == Kind::Str)
            out.push_back({at(item.key).a, prune(item.value), span, a.reg});
        continue;
      }
    }
    out.push_back({a.name, v, span, a.reg});
  }
  return out;
}

Value Machine::call(Frame &f, uint32_t i) {
  const ir::Inst &in = f.code[i];
  // A decorator: the class or function stays what it is; what the decorator means is read off its
  // name (FunctionTraits).
  if (in.c == 1 && f.p->args[in.b].name == ir::kPositional) {
    ir::Reg inner = f.p->args[in.b].reg;
    while (inner < i && f.code[inner].op == ir::Op::Call && f.code[inner].c == 1 &&
           f.p->args[f.code[inner].b].reg < inner)
      inner = f.p->args[f.code[inner].b].reg;
    const ir::Inst &made = f.code[inner];
    if (inner < i &&
        (made.op == ir::Op::MakeClass ||
         (made.op == ir::Op::MakeFunction && f.p->functions[made.a].kind == ir::FunctionKind::Def)))
      return reg(f, f.p->args[in.b].reg);
  }
  Value callee = prune(reg(f, in.a));
  std::vector<Actual> args = actuals(f, in);
  return invoke(f, i, callee, args);
}

Value Machine::invoke(Frame &f, uint32_t i, Value callee, std::vector<Actual> &args) {
  const Deeper level(nesting);
  if (nesting > kMaxNesting)
    return kUnknown;
  if (at(callee).kind != Kind::Choice)
    return invoke_ground(f, i, callee, args);
  AltList alts = alternatives(callee), out;
  alts.erase_if([&](const Alternative &a) { return at(a.value).kind == Kind::None; });
  if (alts.size() == 1)
    return invoke_ground(f, i, alts[0].value, args);
  if (alts.size() > 4) {
    for (Actual &a : args)
      escape(f, i, a.value);
    return kUnknown;
  }
  for (const Alternative &a : alts) {
    Under here(*this, a.guard, a.loose);
    std::vector<Actual> copy = args;
    for (Actual &x : copy)
      x.value = prune(x.value);
    Value r = invoke_ground(f, i, a.value, copy);
    for (const Alternative &x : alternatives(r))
      out.push_back({a.guard & x.guard, x.value, a.loose || x.loose});
  }
  return choose(std::move(out));
}

Value Machine::invoke_ground(Frame &f, uint32_t i, Value callee, std::vector<Actual> &args) {
  const Ground g = at(callee);
  switch (g.kind) {
  case Kind::Function:
    return call_function(f, i, callee, kUnbound, args);
  case Kind::Bound:
    return call_function(f, i, g.b, g.a, args);
  case Kind::Class:
    return construct(f, i, callee, args);
  case Kind::Library: {
    bool handled = false;
    if (name_text(g.a).starts_with("builtins.")) {
      Value v = builtin(f, i, g.a, args, handled);
      if (handled)
        return v;
    }
    return call_library(f, i, g.a, kUnbound, args);
  }
  case Kind::Method: {
    std::string_view name = name_text(g.b);
    if (name.starts_with("builtins.")) {
      bool handled = false;
      Value v = container_method(f, i, g.a, g.b, args, handled);
      if (handled)
        return v;
      for (Actual &a : args)
        escape(f, i, a.value);
      return kUnknown;
    }
    return call_library(f, i, g.b, g.a, args);
  }
  case Kind::Partial: {
    std::vector<Actual> all;
    std::vector<Value> bound(values.pool.begin() + g.b, values.pool.begin() + g.b + g.c * 2);
    for (size_t k = 0; k + 1 < bound.size(); k += 2)
      all.push_back({bound[k], bound[k + 1], f.code[i].span, kNone});
    all.insert(all.end(), args.begin(), args.end());
    return invoke(f, i, g.a, all);
  }
  case Kind::Wrapped: {
    Tri saved = grad_mode;
    if (const model::Entry *e = model.find(g.b); e && e->has(model::Effect::NoGrad))
      grad_mode = Tri::No;
    Value r = invoke(f, i, g.a, args);
    grad_mode = saved;
    return r;
  }
  case Kind::Object: {
    const Object o = objects[g.a];
    if (o.module)
      return call_module(f, i, callee, args);
    if (o.shape == Shape::Instance) {
      Value m = class_member(f, i, {o.program, o.klass}, known().call, callee);
      if (m != kUnbound)
        return invoke(f, i, m, args);
    }
    if (o.shape == Shape::Library && o.entry) {
      // A no_grad() object applied as a decorator.
      if (o.entry->has(model::Effect::NoGrad) && args.size() == 1)
        return values.add({.kind = Kind::Wrapped, .a = args[0].value, .b = entry_name(*o.entry)});
      if (o.entry->has(model::Effect::SetGrad) || o.entry->has(model::Effect::EnableGrad))
        if (args.size() == 1)
          return args[0].value;
      if (const model::Entry *e = model.find_method(*o.entry, known().call))
        return call_library(f, i, entry_name(*e), callee, args);
    }
    break;
  }
  case Kind::Array:
  case Kind::Host:
    return callee;
  default:
    break;
  }
  for (Actual &a : args)
    escape(f, i, a.value);
  if (g.kind == Kind::Unknown && g.a) {
    const Identity &id = identities[g.a];
    std::string_view n = name_text(id.name);
    // Questions without arguments are answered the same way twice: `cfg.is_gpu()`.
    bool question = args.empty() && (n.starts_with("is_") || n.starts_with("has_") ||
                                     n.starts_with("use_") || n.starts_with("get_"));
    if (n == "get" || question) {
      uint64_t h = 0;
      for (const Actual &a : args)
        h = h * 31 + content_hash(a.value);
      return unknown(identity(kCallId, g.a, id.name, h));
    }
    return unknown(fresh_identity(id.name));
  }
  return kUnknown;
}

// Something nobody can see got hold of a value and may have moved or changed it.
void Machine::escape(Frame &f, uint32_t i, Value v, int depth) {
  if (depth > 2 || !spend(depth))
    return;
  for (const Alternative &alt : alternatives(v)) {
    const Ground g = at(alt.value);
    if (g.kind != Kind::Object) {
      if (g.kind == Kind::Tuple) {
        std::vector<Value> items(values.tuple(g).begin(), values.tuple(g).end());
        for (Value x : items)
          escape(f, i, x, depth + 1);
      }
      continue;
    }
    const Object o = objects[g.a];
    if (o.module) {
      move_module(f, i, alt.value, device_value(Device::unknown()));
      if (o.shape == Shape::Instance)
        mutate(g.a).symbolic = true;
    } else if (o.shape == Shape::List || o.shape == Shape::Dict || o.shape == Shape::Set) {
      Object &m = mutate(g.a);
      m.exact = false;
      if (o.shape == Shape::List)
        for (Value x : o.elements)
          escape(f, i, x, depth + 1);
      objects[g.a].summary = join(objects[g.a].summary, kUnknown);
    } else if (o.shape == Shape::Instance && depth < 1) {
      for (const Attribute &a : o.attributes)
        if (is_module(a.value))
          escape(f, i, a.value, depth + 1);
    }
  }
}

void Machine::note_escape(Value v) {
  if (v == kUnbound)
    return;
  const Ground g = at(v);
  if (g.kind == Kind::Choice)
    for (const Alternative &a : values.alternatives(g))
      escaped_facts |= a.guard.facts();
  if (values.unwieldy(g))
    escaped_facts = ~uint64_t(0);
  else if (g.kind == Kind::Tuple)
    for (Value x : values.tuple(g))
      note_escape(x);
}

Value Machine::call_function(Frame &f, uint32_t i, Value fn, Value self,
                             std::vector<Actual> &args) {
  fn = prune(fn);
  const Ground g = at(fn);
  if (g.kind != Kind::Function) {
    if (g.kind == Kind::Wrapped || g.kind == Kind::Partial) {
      std::vector<Actual> all;
      if (self != kUnbound)
        all.push_back({ir::kPositional, self, f.code[i].span, kNone});
      all.insert(all.end(), args.begin(), args.end());
      return invoke(f, i, fn, all);
    }
    for (Actual &a : args)
      escape(f, i, a.value);
    return kUnknown;
  }
  Site from = site(f, i);
  observer.project_call(*this, from, g.a, g.b, args);
  return run_body(g.a, g.b, g.c, fn, self, args, from);
}

Value Machine::default_of(uint32_t program, uint32_t function, Value fn, ir::Name param) {
  if (fn != kUnbound && at(fn).origin) {
    const Object &o = objects[at(fn).origin - 1];
    for (const DictItem &item : o.items)
      if (at(item.key).a == param)
        return item.value;
    return kUnknown;
  }
  const ir::Program &p = index.program(program);
  ir::Reg made = index.traits(program, function).made_at;
  uint32_t parent = p.functions[function].parent;
  if (made == kNone || parent == kNone)
    return kUnknown;
  const ir::Inst &in = p.insts[p.functions[parent].first + made];
  for (uint32_t k = 0; k < in.c; ++k)
    if (p.args[in.b + k].name == param)
      return pure(program, parent, p.args[in.b + k].reg);
  return kUnknown;
}

Value Machine::run_body(uint32_t program, uint32_t function, uint32_t parent_env, Value fn,
                        Value self, std::vector<Actual> &args, Site from) {
  const ir::Function &def = index.program(program).functions[function];
  const FunctionTraits &traits = index.traits(program, function);
  size_t active = 0;
  for (const Activation &a : stack)
    active += a.program == program && a.function == function;
  if (active >= 3 || stack.size() > call_depth || steps_left == 0 || traits.opaque)
    return kUnknown;
  called.push_back(uint64_t(program) << 32 | function);
  size_t fact_mark = facts.size();
  uint64_t saved_escaped = escaped_facts;
  escaped_facts = 0;
  Tri saved_grad = grad_mode;
  if (traits.no_grad)
    grad_mode = Tri::No;
  size_t closure_mark = closures.size();
  Frame f;
  open_frame(f, program, function, parent_env);
  f.self = self;
  stack.push_back({program, function, from});

  // Bind.
  const ir::Program &p = *f.p;
  std::vector<bool> used(args.size(), false);
  size_t next = 0;
  bool unknown_star =
      std::any_of(args.begin(), args.end(), [](const Actual &a) { return a.name == ir::kStar; });
  bool unknown_keywords = std::any_of(args.begin(), args.end(),
                                      [](const Actual &a) { return a.name == ir::kStarStar; });
  bool self_pending = self != kUnbound;
  for (uint32_t k = 0; k < def.param_count; ++k) {
    const ir::Param &param = p.params[def.param_first + k];
    Value v = kUnbound;
    if (param.kind == ir::ParamKind::VarPositional) {
      std::vector<Value> rest;
      bool exact = true;
      for (; next < args.size(); ++next) {
        if (args[next].name == ir::kPositional && !used[next])
          rest.push_back(args[next].value), used[next] = true;
        else if (args[next].name == ir::kStar)
          exact = false, rest.push_back(element_of(f, 0, args[next].value, 0)), used[next] = true;
      }
      v = exact ? values.make_tuple(rest) : new_list(rest, false);
    } else if (param.kind == ir::ParamKind::VarKeyword) {
      v = new_object({.shape = Shape::Dict});
      for (size_t n = 0; n < args.size(); ++n)
        if (!used[n] && args[n].name < ir::kStarStar) {
          set_dict(v, text(args[n].name), args[n].value);
          used[n] = true;
        } else if (args[n].name == ir::kStarStar) {
          set_dict(v, kUnknown, kUnknown);
        }
    } else {
      if (self_pending && param.kind != ir::ParamKind::KeywordOnly) {
        v = self;
        self_pending = false;
      } else {
        if (param.kind != ir::ParamKind::KeywordOnly)
          while (next < args.size() && (args[next].name != ir::kPositional || used[next]) &&
                 args[next].name != ir::kStar)
            ++next;
        if (param.kind != ir::ParamKind::KeywordOnly && next < args.size() &&
            args[next].name == ir::kPositional) {
          v = args[next].value;
          used[next++] = true;
        } else if (param.kind != ir::ParamKind::KeywordOnly && next < args.size() &&
                   args[next].name == ir::kStar) {
          v = kUnknown; // an element of a sequence of unknown length
        } else {
          for (size_t n = 0; n < args.size(); ++n)
            if (!used[n] && args[n].name == param.name) {
              v = args[n].value;
              used[n] = true;
            }
        }
        if (v == kUnbound && param.has_default && !unknown_star)
          v = unknown_keywords ? kUnknown : default_of(program, function, fn, param.name);
        if (v == kUnbound)
          v = kUnknown;
      }
    }
    slots[environments[f.env].slots + param.slot] = v;
  }

  bool alive = exec(f, 0, def.count);
  if (alive)
    f.returns.push_back({pc.minus(f.base), none(), blur > environments[f.env].blur});
  Value result;
  if (def.is_generator) {
    Object it{.shape = Shape::Iterator, .exact = false};
    it.children = f.yields;
    pc = f.base;
    result = traits.context ? kUnknown : new_object(std::move(it));
  } else {
    result = choose(f.returns); // Unknown when nothing returns
  }
  pc = f.base;
  grad_mode = saved_grad;
  stack.pop_back();
  close_frame(f);
  if (closures.size() == closure_mark && f.env + 1 == environments.size() &&
      environments[f.env].slots + def.slot_count == slots.size()) {
    slots.resize(environments[f.env].slots);
    environments.pop_back();
  }
  // Facts that only mattered inside are given back.
  note_escape(result);
  size_t keep = fact_mark;
  for (size_t n = fact_mark; n < facts.size(); ++n)
    if (escaped_facts >> n & 1)
      keep = n + 1;
  facts.resize(std::min(keep, facts.size()));
  escaped_facts |= saved_escaped;
  return result;
}

// An instance of a class with a base nobody can see: the base may register, move and convert
// whatever it likes.
void Machine::obscure(Frame &f, uint32_t i, uint32_t id) {
  Value nowhere = device_value(Device::unknown());
  mutate(id).module = false;
  objects[id].symbolic = true;
  objects[id].device = nowhere;
  for (size_t n = 0; n < objects[id].attributes.size(); ++n) {
    Value v = objects[id].attributes[n].value;
    bool any = false;
    for (const Alternative &a : alternatives(v)) {
      if (is_module(a.value))
        move_module(f, i, a.value, nowhere);
      any |= is_tensor(a.value);
    }
    if (any)
      objects[id].attributes[n].value = moved_tensor(f, i, v, devices(nowhere));
  }
}

Value Machine::construct(Frame &f, uint32_t i, Value klass, std::vector<Actual> &args) {
  const Ground g = at(klass);
  ClassRef c{g.a, g.b};
  if (stack.size() > call_depth ||
      steps_left == 0) { // too deep to run its constructor: nothing is known of it
    for (Actual &a : args)
      escape(f, i, a.value);
    return kUnknown;
  }
  const ClassInfo &info = index.info(c);
  Object o{.shape = Shape::Instance, .module = info.module, .program = g.a, .klass = g.b};
  o.entry = index.library_base(c);
  o.symbolic = info.unknown_base;
  o.constructing = true;
  o.origin = event(EventKind::ModuleMade, f.program, f.code[i].span, 0,
                   index.program(g.a).classes[g.b].name);
  Value self = new_object(std::move(o));
  uint32_t id = at(self).a;
  Index::Found init = index.lookup(c, known().init);
  if (init.member && init.member->function != kNone) {
    Value fn = function_value(init.owner.program, init.member->function, init.owner == c ? g.c : 0);
    call_function(f, i, fn, self, args);
  } else if (info.dataclass) {
    // Fields in order of their appearance in the class body, bases first.
    std::vector<ClassRef> order = index.order(c);
    std::vector<ir::Name> fields;
    for (size_t k = order.size(); k-- > 0;)
      for (const Member &m : index.info(order[k]).members)
        if (m.function == kNone)
          fields.push_back(m.name);
    size_t next = 0;
    for (const Actual &a : args) {
      ir::Name field = a.name < ir::kStarStar                              ? a.name
                       : a.name == ir::kPositional && next < fields.size() ? fields[next++]
                                                                           : kNone;
      if (field != kNone)
        set_attribute(id, field, a.value, false, 0);
    }
  } else if (objects[id].entry) {
    // A modelled base constructs: its arguments may be data or device.
    const model::Entry *e = objects[id].entry;
    if (e->has(model::Effect::Loader) || e->has(model::Effect::Dataset))
      objects[id].subject = args.empty() ? kUnbound : args[0].value;
  }
  mutate(id).constructing = false;
  if (info.unknown_base)
    obscure(f, i, id);
  else if (info.module && !aborted())
    observer.constructed(*this, self);
  return self;
}

} // namespace offside::placement
