// Modules: where their parameters live, what moving them moves, what calling them needs.
#include "lint/placement/choice.h"

#include <algorithm>

namespace offside::placement {

using ir::intern;
using ir::kNone;
using model::Effect;

// A value used as a device, as alternatives of Device or None values.
AltList Machine::devices(Value v) {
  Value d = map(v, [&](Value x) -> Value {
    const Ground g = at(x);
    switch (g.kind) {
    case Kind::Device:
    case Kind::None:
      return x;
    case Kind::Tensor:
      return device_value(g.device(), g.origin);
    case Kind::Int:
      return device_value(Device::cuda(int(std::min<uint32_t>(g.a, 127))));
    case Kind::Number:
      return device_value(g.a ? Device::cuda(-2) : Device::unknown());
    case Kind::Str:
    case Kind::Text: {
      if (g.kind == Kind::Text && g.b == kNone)
        return device_value(g.a ? Device::symbol(g.a) : Device::unknown());
      std::string_view s = ir::name_text(g.kind == Kind::Str ? g.a : g.b);
      std::string_view type = s.substr(0, s.find(':'));
      bool cut = g.kind == Kind::Text; // only the beginning is known
      int index = -1;
      if (s.size() > type.size()) {
        std::string_view digits = s.substr(type.size() + 1);
        index = digits.empty() || cut ? -2 : 0;
        for (char c : digits)
          index = c >= '0' && c <= '9' && index >= 0 && index < 100 ? index * 10 + (c - '0') : -2;
      } else if (cut) {
        if (type.empty())
          return device_value(g.a ? Device::symbol(g.a) : Device::unknown());
        index = -2;
      }
      DeviceType t =
          type == "cpu"    ? DeviceType::Cpu
          : type == "cuda" ? DeviceType::Cuda
          : type == "xpu"  ? DeviceType::Xpu
          : type == "mps"  ? DeviceType::Mps
          : type == "npu"  ? DeviceType::Npu
          : type == "meta" ? DeviceType::Meta
          : type == "hpu" || type == "mlu" || type == "musa" || type == "mtia" || type == "xla"
              ? DeviceType::Other
              : DeviceType::Unknown;
      if (t == DeviceType::Cpu || t == DeviceType::Unknown)
        index = -1;
      return device_value(Device::make(t, index));
    }
    case Kind::Unknown: {
      if (!g.a || g.flags)
        return device_value(Device::unknown());
      const Identity &id = identities[g.a];
      std::string_view n = ir::name_text(id.name);
      auto hints = [&](std::string_view w) { return n.find(w) != std::string_view::npos; };
      bool device_like = hints("dev") || hints("gpu") || hints("cuda") || hints("rank") ||
                         hints("place") || hints("DEV") || hints("GPU") || hints("Dev");
      return device_value(device_like ? Device::symbol(g.a) : Device::unknown());
    }
    default:
      return device_value(Device::unknown());
    }
  });
  return alternatives(d);
}

Value Machine::module_device(Value module, int depth) {
  if (module == kUnbound || depth > 6 || !spend(depth)) // modules may hold each other
    return device_value(Device::unknown());
  return map(module, [&](Value v) -> Value {
    if (at(v).kind != Kind::Object)
      return device_value(Device::unknown());
    const Object o = objects[at(v).a];
    if (o.device != kUnbound)
      return prune(o.device);
    for (const Attribute &a : o.attributes) {
      if (!a.registered)
        continue;
      Value attr = prune(a.value);
      if (is_module(attr)) {
        Value d = module_device(attr, depth + 1);
        if (at(d).kind != Kind::Device || !Device{at(d).a}.is_unknown())
          return d;
      } else {
        return map(attr, [&](Value t) -> Value {
          return is_tensor(t) ? device_value(at(t).device(), at(t).origin)
                              : device_value(Device::unknown());
        });
      }
    }
    for (Value c : o.children) {
      Value d = is_tensor(prune(c)) ? device_value(at(prune(c)).device(), at(prune(c)).origin)
                                    : module_device(c, depth + 1);
      if (at(d).kind != Kind::Device || !Device{at(d).a}.is_unknown())
        return d;
    }
    return device_value(Device::unknown());
  });
}

// Parameters and buffers after their module moved.
Value Machine::moved_tensor(Frame &f, uint32_t i, Value v, const AltList &targets) {
  return map(v, [&](Value t) -> Value {
    const Ground g = at(t);
    if (g.kind != Kind::Tensor)
      return t;
    uint32_t ev = event(EventKind::ModuleMoved, f.program,
                        i < f.f->count ? f.code[i].span : f.f->name_span, g.origin);
    AltList out;
    for (const Alternative &d : targets)
      out.push_back(
          {d.guard,
           at(d.value).kind == Kind::Device
               ? tensor(at(d.value).device(), g.rank0, g.grad, uint8_t(g.flags & ~kMade), ev)
               : t,
           d.loose});
    return choose(out);
  });
}

void Machine::move_module(Frame &f, uint32_t i, Value module, Value device, int depth) {
  if (depth > 40)
    return;
  AltList targets = devices(device);
  for (const Alternative &alt : alternatives(module)) {
    if (at(alt.value).kind != Kind::Object)
      continue;
    uint32_t id = at(alt.value).a;
    if (std::find(moving.begin(), moving.end(), id) != moving.end() || !spend(depth))
      continue; // modules may hold each other
    moving.push_back(id);
    Guard saved = pc;
    pc = pc & alt.guard;
    Object o = objects[id];
    uint32_t ev = event(EventKind::ModuleMoved, f.program,
                        i < f.f->count ? f.code[i].span : f.f->name_span, o.origin);
    AltList fresh;
    for (const Alternative &t : targets)
      fresh.push_back({t.guard,
                       at(t.value).kind == Kind::Device ? device_value(at(t.value).device(), ev)
                       : o.device != kUnbound           ? o.device
                                                        : device_value(Device::unknown()),
                       t.loose});
    Value target = choose(fresh);
    bool keeps_own = o.shape == Shape::Library || o.symbolic || o.attributes.empty();
    mutate(id).moved = true;
    if (keeps_own) {
      Value merged = gated(o.device, target, delta(objects[id]), blur > 0);
      objects[id].device = merged;
      note_escape(merged);
    }
    for (size_t n = 0; n < o.attributes.size(); ++n) {
      if (!o.attributes[n].registered)
        continue;
      Value attr = o.attributes[n].value;
      for (const Alternative &a : alternatives(attr))
        if (is_module(a.value))
          move_module(f, i, a.value, device, depth + 1);
      bool any = false;
      for (const Alternative &a : alternatives(attr))
        any |= is_tensor(a.value);
      if (any) {
        Value merged = gated(attr, moved_tensor(f, i, attr, targets), delta(objects[id]), blur > 0);
        objects[id].attributes[n].value = merged;
        note_escape(merged);
      }
    }
    for (size_t n = 0; n < o.children.size(); ++n) {
      bool tensors = false;
      for (const Alternative &a : alternatives(o.children[n])) {
        if (is_module(a.value))
          move_module(f, i, a.value, device, depth + 1);
        tensors |= is_tensor(a.value);
      }
      if (tensors) {
        Value merged = gated(o.children[n], moved_tensor(f, i, o.children[n], targets),
                             delta(objects[id]), blur > 0);
        objects[id].children[n] = merged;
        note_escape(merged);
      }
    }
    // Optimizers whose state exists already keep it where it was; a move nobody wrote (`i` is none)
    // tells nothing.
    for (uint32_t other = 0; other < objects.size() && depth == 0 && i != kNone; ++other) {
      const Object &opt = objects[other];
      if (opt.shape != Shape::Library || !opt.entry ||
          !(opt.entry->has(Effect::EagerState) || opt.state_origin) || opt.subject == kUnbound)
        continue;
      if (const Object *params = object(opt.subject); params && params->subject != kUnbound &&
                                                      at(params->subject).kind == Kind::Object &&
                                                      at(params->subject).a == id) {
        const uint32_t state = opt.state_origin ? opt.state_origin : opt.origin;
        for (const Alternative &d : targets)
          if (at(d.value).kind == Kind::Device && !at(d.value).device().is_cpu() &&
              !at(d.value).device().is_unknown()) {
            Value was = opt.device == kUnbound ? device_value(Device::cpu()) : opt.device;
            for (const Alternative &w : alternatives(was)) {
              if (at(w.value).kind != Kind::Device || w.guard.contradicts(d.guard))
                continue;
              Relation rel = relate(at(w.value).device(), at(d.value).device(), current_device_set);
              if (rel != Relation::Different && rel != Relation::Latent)
                continue;
              Operand left{opt.subject, events[state].span, kNone, model::OperandRule::Exact};
              Operand right{alt.value, f.code[i].span, kNone, model::OperandRule::Exact};
              Value lt = tensor(at(w.value).device(), Tri::No, Tri::Yes, 0, state),
                    rt = tensor(at(d.value).device(), Tri::No, Tri::Yes, 0, ev);
              Site where{events[state].program,
                         events[state].program == f.program ? f.function : kNone, i,
                         events[state].span};
              observer.conflict(*this, {ConflictKind::Optimizer, where, opt.entry->name, left,
                                        right, lt, rt, rel, w.guard & d.guard});
            }
          }
      }
    }
    pc = saved;
    moving.pop_back();
  }
}

void Machine::keep_weights(Frame &f, uint32_t i, const model::Entry &e, std::vector<Actual> &args,
                           Value object_value) {
  for (const model::EffectUse &use : e.effects) {
    if (use.effect != Effect::ParameterWeight)
      continue;
    Value w = argument(&e, args, use.arg);
    if (w == kUnbound)
      continue;
    bool any = false;
    for (const Alternative &a : alternatives(w))
      any |= is_tensor(a.value);
    if (any)
      set_attribute(at(object_value).a, use.arg, w, true,
                    event(EventKind::Stored, f.program, f.code[i].span, 0, use.arg));
  }
}

Value Machine::call_module(Frame &f, uint32_t i, Value module, std::vector<Actual> &args) {
  const Object o = objects[at(module).a];
  observer.module_call(*this, site(f, i), module, args);
  if (o.shape == Shape::Instance) {
    Value fwd = class_member(f, i, {o.program, o.klass}, known().forward, module);
    if (fwd != kUnbound && at(fwd).kind == Kind::Bound)
      return call_function(f, i, at(fwd).b, module, args);
    if (fwd == kUnbound || at(fwd).kind != Kind::Method)
      return kUnknown;
  }
  if (!o.entry)
    return kUnknown;
  const model::Entry &e = *o.entry;
  if (e.has(Effect::DataParallel) && o.subject != kUnbound) {
    for (Actual &a : args)
      if (is_tensor(a.value)) // scattered to the devices of the replicas
        a.value = map(a.value, [&](Value t) {
          return tensor(Device::unknown(), at(t).rank0, at(t).grad, 0, at(t).origin);
        });
    return invoke(f, i, o.subject, args);
  }
  if (e.has(Effect::Container)) {
    if (model.derives(e, "torch.nn.Sequential")) {
      std::vector<Actual> current = args;
      Value v = kUnknown;
      for (Value c : o.children) {
        if (!spend(8))
          return kUnknown;
        v = invoke(f, i, prune(c), current);
        current.assign(1, {ir::kPositional, v, f.code[i].span, kNone});
      }
      return v;
    }
    return kUnknown;
  }
  const model::Entry *fwd = model.find_method(e, known().forward);
  std::string_view label = e.name;
  std::vector<Operand> ops;
  for (const Actual &a : args)
    if (a.name != ir::kStar && a.name != ir::kStarStar)
      flatten(ops, {a.value, a.span, a.name < ir::kStarStar ? a.name : kNone,
                    model::OperandRule::Exact});
    else if (const Value entries = a.name == ir::kStarStar ? entries_of(a.value) : kUnbound;
             entries != kUnbound)
      ops.push_back({entries, a.span, kNone, model::OperandRule::Exact});
  std::erase_if(ops, [&](const Operand &x) {
    Kind k = at(x.value).kind;
    return k != Kind::Tensor && k != Kind::Choice && k != Kind::Unknown;
  });
  bool has_parameters = !e.has(Effect::NoParameters) && !e.has(Effect::LossModule);
  Tri grad = Tri::No;
  if (has_parameters) {
    Value d = module_device(module);
    Value params = map(d, [&](Value x) -> Value {
      return at(x).kind == Kind::Device
                 ? tensor(at(x).device(), Tri::No, o.frozen ? Tri::Maybe : Tri::Yes, 0,
                          at(x).origin ? at(x).origin : o.origin)
                 : kUnknown;
    });
    ops.insert(ops.begin(), {params, f.code[f.code[i].a < i ? f.code[i].a : i].span, kNone,
                             model::OperandRule::Exact, true});
    grad = o.frozen ? Tri::Maybe : grad_mode;
  }
  const model::OperatorRule *rule =
      fwd && !fwd->op.empty() ? model.find_operator(fwd->op) : nullptr;
  for (const Attribute &a : o.attributes)
    if (a.registered && e.has(Effect::LossModule)) {
      model::OperandRule weight = model::OperandRule::Exact;
      for (size_t k = 0; rule && k < rule->keywords.size(); ++k)
        if (rule->keywords[k].first == a.name)
          weight = rule->keywords[k].second;
      ops.push_back(
          {prune(a.value), f.code[f.code[i].a < i ? f.code[i].a : i].span, a.name, weight, true});
    }
  bool rnn_state = model.derives(e, "torch.nn.RNNBase") ||
                   e.name.find("LSTM") != std::string_view::npos ||
                   e.name.find("GRU") != std::string_view::npos;
  // What the module is fed must be where it is; a module with an unknown forward says nothing about
  // its result.
  judge(f, i, label, ops, e.has(Effect::LossModule) ? ConflictKind::Weight : ConflictKind::Mixed);
  Value common = kUnbound;
  bool poison = true;
  for (const Operand &x : ops)
    common = common == kUnbound ? x.value : combine(common, x.value, poison);
  if (common == kUnbound)
    return kUnknown;
  common = map(common, [&](Value v) -> Value {
    const Ground g = at(v);
    if (g.kind != Kind::Tensor)
      return v;
    Tri rank = e.has(Effect::LossModule) ? Tri::Maybe : Tri::No;
    return tensor(g.device(), rank,
                  grad_mode == Tri::No ? Tri::No
                  : grad == Tri::Yes   ? Tri::Yes
                                       : g.grad,
                  uint8_t(e.has(Effect::LossModule) ? kLoss : 0), g.origin);
  });
  if (!fwd)
    return e.has(Effect::NoParameters) || e.has(Effect::LossModule) ||
                   e.device == model::Device::Factory
               ? common
               : kUnknown;
  switch (fwd->result) {
  case model::Result::Tensor:
    return common;
  case model::Result::Tensors: {
    if (rnn_state) {
      std::vector<Value> out(std::max<size_t>(fwd->count, 2), common);
      if (e.name.find("LSTM") != std::string_view::npos) {
        Value state[] = {common, common};
        out[1] = values.make_tuple(state);
      }
      return values.make_tuple(out);
    }
    std::vector<Value> out(fwd->count, common);
    return values.make_tuple(out);
  }
  case model::Result::TensorList:
    return new_list(std::span(&common, 1), false);
  default:
    return kUnknown;
  }
}

// What was saved, as a load with a map_location gives it back.
Value Machine::relocate(Frame &f, uint32_t i, Value v, const AltList &targets, int depth) {
  if (depth > 3 || !spend(depth))
    return kUnknown;
  return map(v, [&](Value x) -> Value {
    const Ground g = at(x);
    if (g.kind == Kind::Tensor)
      return moved_tensor(f, i, x, targets);
    if (const Object *o = object(x); o && o->shape == Shape::Dict) {
      Object copy = *o;
      for (DictItem &item : copy.items)
        item.value = relocate(f, i, item.value, targets, depth + 1);
      if (copy.summary != kUnbound)
        copy.summary = relocate(f, i, copy.summary, targets, depth + 1);
      return new_object(std::move(copy));
    }
    return g.kind == Kind::Object ? kUnknown : x;
  });
}

Value Machine::deep_copy(Value v, int depth) {
  if (depth > 6 || !spend(depth))
    return kUnknown;
  return map(v, [&](Value x) -> Value {
    const Ground g = at(x);
    if (g.kind == Kind::Object) {
      Object o = objects[g.a];
      if (!spend(8 + o.attributes.size() + o.elements.size() + o.children.size() + o.items.size()))
        return kUnknown;
      for (Attribute &a : o.attributes)
        if (a.value != kUnbound)
          a.value = deep_copy(a.value, depth + 1);
      for (Value &e : o.elements)
        e = deep_copy(e, depth + 1);
      for (Value &c : o.children)
        c = deep_copy(c, depth + 1);
      for (DictItem &item : o.items)
        item.value = deep_copy(item.value, depth + 1);
      return new_object(std::move(o));
    }
    if (g.kind == Kind::Tuple) {
      std::vector<Value> items(values.tuple(g).begin(), values.tuple(g).end());
      for (Value &e : items)
        e = deep_copy(e, depth + 1);
      return values.make_tuple(items);
    }
    return x;
  });
}

} // namespace offside::placement
