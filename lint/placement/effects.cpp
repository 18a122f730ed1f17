// What a library call changes beside its result: devices of modules, grad mode, defaults,
// registered buffers.
#include "lint/placement/choice.h"

namespace offside::placement {

using ir::intern;
using ir::kNone;
using ir::name_text;
using model::Effect;
using model::Entry;

Value Machine::call_library(Frame &f, uint32_t i, ir::Name name, Value receiver,
                            std::vector<Actual> &args) {
  const Entry *e = model.find(name);
  LibraryCall call{site(f, i), name, e, receiver, f.code[i].span, &args, kUnknown, false};
  ir::Reg callee = f.code[i].op == ir::Op::Call ? f.code[i].a : kNone;
  if (callee != kNone && callee < i && f.code[callee].op == ir::Op::LoadAttr &&
      f.code[callee].a < callee)
    call.receiver_span = f.code[f.code[callee].a].span;
  std::string_view full = name_text(name);
  std::string_view top = full.substr(0, full.find('.'));
  if (full == "functools.partial" && !args.empty() && args[0].name == ir::kPositional) {
    std::vector<Value> bound;
    for (size_t k = 1; k < args.size(); ++k) {
      bound.push_back(args[k].name);
      bound.push_back(args[k].value);
    }
    Ground g{.kind = Kind::Partial,
             .a = args[0].value,
             .b = uint32_t(values.pool.size()),
             .c = uint32_t(bound.size() / 2)};
    values.pool.insert(values.pool.end(), bound.begin(), bound.end());
    return values.add(g);
  }
  if (full == "collections.defaultdict") {
    Object dict{.shape = Shape::Dict};
    if (!args.empty() && args[0].name == ir::kPositional)
      dict.subject = args[0].value;
    dict.exact = args.size() < 2;
    return new_object(std::move(dict));
  }
  if (!e) {
    observer.library_call(*this, call);
    if (!model.knows_package(top) && top != "builtins")
      for (Actual &a : args)
        escape(f, i, a.value);
    // What an unmodelled library returns nobody knows; a question keeps its identity.
    if (args.empty() && receiver == kUnbound)
      return unknown(identity(kCallId, 0, name));
    return unknown(fresh_identity(name));
  }
  if (e->has(Effect::Available)) {
    ir::Name what = e->find(Effect::Available)->arg;
    uint32_t available = identity(kAvailableId, 0, what);
    Value v = e->result == model::Result::Int || e->result == model::Result::Number
                  ? number(identity(kAvailableId, available, name))
                  : unknown(available);
    call.result = v;
    observer.library_call(*this, call);
    return v;
  }
  if (e->has(Effect::IsTensor) && !args.empty()) {
    std::vector<Actual> question{args[0],
                                 {ir::kPositional,
                                  values.add({.kind = Kind::Library, .a = intern("torch.Tensor")}),
                                  f.code[i].span, kNone}};
    bool handled = false;
    return builtin(f, i, intern("builtins.isinstance"), question, handled);
  }
  // Module.eval() is self.train(False), also where the project overrides train.
  if (e->has(Effect::Eval) && receiver != kUnbound && full.ends_with(".eval") && object(receiver) &&
      object(receiver)->shape == Shape::Instance) {
    Value train = class_member(f, i, {object(receiver)->program, object(receiver)->klass},
                               intern("train"), receiver);
    if (train != kUnbound && at(train).kind == Kind::Bound) {
      std::vector<Actual> off{{ir::kPositional, boolean(false), f.code[i].span, kNone}};
      invoke(f, i, train, off);
    }
  }
  // A forward hook sees what its module gives: a tensor where the module is.
  if (full.ends_with(".register_forward_hook") && receiver != kUnbound && is_module(receiver) &&
      !args.empty()) {
    const Value output = map(module_device(receiver), [&](Value d) -> Value {
      const Ground where = at(d);
      return where.kind == Kind::Device
                 ? tensor(where.device(), Tri::No, grad_mode, 0, where.origin)
                 : kUnknown;
    });
    const Value inputs = values.make_tuple(std::span(&output, 1));
    std::vector<Actual> seen;
    for (const Value v : {receiver, inputs, output})
      seen.push_back({ir::kPositional, v, f.code[i].span, kNone});
    const Kind hook = at(args[0].value).kind;
    if (hook == Kind::Function || hook == Kind::Bound || hook == Kind::Partial)
      invoke(f, i, args[0].value, seen);
  }
  Value result;
  if (Value file = e->device == model::Device::Saved ? argument(e, args, known().file) : kUnbound;
      file != kUnbound && identity_of(file) && saved.count(identities[identity_of(file)].key)) {
    result = relocate(f, i, saved[identities[identity_of(file)].key],
                      result_devices(f, i, *e, receiver, args, kUnbound));
  } else if (e->has(Effect::Deepcopy)) {
    Value v = argument(e, args, e->find(Effect::Deepcopy)->arg);
    result = v == kUnbound ? kUnknown : deep_copy(v);
  } else if (receiver != kUnbound && is_module(receiver) && full.ends_with(".Module.__call__")) {
    result = call_module(f, i, receiver, args);
  } else {
    result = library_result(f, i, *e, receiver, args);
  }
  apply_effects(f, i, *e, receiver, args, result);
  if (result == kUnknown)
    result = unknown(fresh_identity(intern(full.substr(full.rfind('.') + 1))));
  call.result = result;
  observer.library_call(*this, call);
  return result;
}

// A loader's batches are where its items or what its collate function gives are; false when there
// is no telling.
bool Machine::place_batches(Value loader, Value given) {
  Device where = Device::cpu();
  uint32_t origin = 0;
  bool known = false;
  auto look = [&](auto &&self, Value v, int depth) -> void {
    for (const Alternative &a : alternatives(v)) {
      const Ground g = at(a.value);
      if (g.kind == Kind::Tensor && !known && !g.device().is_unknown()) {
        where = g.device();
        origin = g.origin;
        known = true;
      } else if (g.kind == Kind::Tuple && depth < 2) {
        std::vector<Value> parts(values.tuple(g).begin(), values.tuple(g).end());
        for (Value p : parts)
          self(self, p, depth + 1);
      } else if (const Object *o = object(a.value); o && o->shape == Shape::Dict && depth < 2) {
        const Object dict = *o;
        for (const DictItem &item : dict.items)
          self(self, item.value, depth + 1);
      } else if (g.kind == Kind::Unknown && depth == 0) {
        where = Device::unknown();
      }
    }
  };
  look(look, given, 0);
  if (known || where.is_unknown())
    objects[at(loader).a].device = device_value(where, where.is_cpu() ? 0 : origin);
  return known;
}

void Machine::apply_effects(Frame &f, uint32_t i, const Entry &e, Value receiver,
                            std::vector<Actual> &args, Value &result) {
  Object *made = e.result == model::Result::Instance && at(result).kind == Kind::Object
                     ? &objects[at(result).a]
                     : nullptr;
  for (const model::EffectUse &use : e.effects) {
    Value arg = use.arg == kNone          ? kUnbound
                : use.arg == known().self ? receiver
                                          : argument(&e, args, use.arg);
    switch (use.effect) {
    case Effect::MovesSelf:
      if (receiver != kUnbound && at(receiver).kind == Kind::Object) {
        Value target = choose(result_devices(f, i, e, receiver, args, kUnbound));
        // A move of the parameters that names a dtype only leaves the device alone.
        if (at(target).kind != Kind::None) {
          if (is_module(receiver))
            move_module(f, i, receiver, target);
          else {
            Object &o = mutate(at(receiver).a);
            Value merged = gated(o.device, target, delta(o), blur > 0);
            objects[at(receiver).a].device = merged;
            note_escape(merged);
          }
        }
        result = receiver;
      } else if (receiver != kUnbound && at(receiver).kind == Kind::Choice) {
        Value target = choose(result_devices(f, i, e, receiver, args, kUnbound));
        move_module(f, i, receiver, target);
        result = receiver;
      }
      break;
    case Effect::SetGrad:
      if (made) {
        made->subject = arg;
      } else if (arg != kUnbound) {
        Truth t = truth(arg);
        grad_mode = t.can_be_true ? t.can_be_false ? Tri::Maybe : Tri::Yes : Tri::No;
      }
      break;
    case Effect::DefaultDevice:
      if (made)
        made->subject = arg;
      else if (arg != kUnbound && at(arg).kind != Kind::None)
        default_device =
            default_device == kUnbound && pc.empty()
                ? arg
                : gated(default_device == kUnbound ? device_value(Device::cpu()) : default_device,
                        arg, pc, blur > 0);
      else
        default_device = kUnbound;
      note_escape(default_device);
      break;
    case Effect::DefaultType:
      if (arg != kUnbound && at(arg).kind == Kind::Str &&
          name_text(at(arg).a).find("cuda") != std::string_view::npos)
        default_device = device_value(Device::cuda());
      else if (arg != kUnbound && at(arg).kind == Kind::Library &&
               name_text(at(arg).a).find(".cuda.") != std::string_view::npos)
        default_device = device_value(Device::cuda());
      break;
    case Effect::CurrentDevice:
      current_device_set = true;
      break;
    case Effect::Detach:
      result = map(result, [&](Value v) -> Value {
        const Ground g = at(v);
        return g.kind == Kind::Tensor ? tensor(g.device(), g.rank0, Tri::No,
                                               uint8_t(g.flags & ~(kParameter | kLoss)), g.origin)
                                      : v;
      });
      break;
    case Effect::RequiresGrad:
      if (receiver != kUnbound && is_tensor(receiver)) {
        bool on = arg == kUnbound || truth(arg).can_be_true;
        const Ground g = at(receiver);
        result = tensor(g.device(), g.rank0, on ? Tri::Yes : Tri::No, g.flags, g.origin);
      } else if (receiver != kUnbound && is_module(receiver)) {
        mutate(at(receiver).a).frozen = arg != kUnbound && !truth(arg).can_be_true;
      }
      break;
    case Effect::RegisterBuffer:
    case Effect::RegisterParameter:
    case Effect::RegisterModule: {
      Value name = argument(&e, args, known().name);
      Value what = argument(&e, args, known().tensor);
      if (what == kUnbound)
        what = argument(&e, args, known().param);
      if (what == kUnbound)
        what = argument(&e, args, known().module);
      if (receiver == kUnbound || at(receiver).kind != Kind::Object || what == kUnbound)
        break;
      uint32_t id = at(receiver).a;
      if (name != kUnbound && at(name).kind == Kind::Str) {
        uint32_t ev = event(EventKind::Stored, f.program, f.code[i].span, 0, at(name).a);
        Value kept = map(what, [&](Value x) -> Value {
          const Ground t = at(x);
          return t.kind == Kind::Tensor
                     ? tensor(t.device(), t.rank0, t.grad,
                              uint8_t(
                                  (t.flags & ~(kMade | kAssumed | kBatch)) |
                                  (use.effect == Effect::RegisterParameter ? kParameter : kBuffer)),
                              t.origin)
                     : x;
        });
        set_attribute(id, at(name).a, kept, true, ev);
      } else {
        mutate(id).symbolic = true;
        objects[id].children.push_back(what);
      }
      break;
    }
    case Effect::Optimizer:
      if (made) {
        made->subject = arg;
        if (const Object *params = arg != kUnbound ? object(arg) : nullptr;
            params && params->subject != kUnbound)
          objects[at(result).a].device = module_device(params->subject);
      }
      break;
    case Effect::OptimizerStep:
    case Effect::CopiesState:
      // Stepped or loaded: the state exists from now on, where the parameters are. Plain SGD keeps
      // none.
      if (receiver != kUnbound && object(receiver) && object(receiver)->entry &&
          object(receiver)->subject != kUnbound && e.name.starts_with("torch.optim.Optimizer.") &&
          (use.effect == Effect::OptimizerStep || e.name.ends_with(".load_state_dict")) &&
          !object(receiver)->entry->name.ends_with(".SGD")) {
        const Object *params = object(object(receiver)->subject);
        if (params && params->subject != kUnbound) {
          const Value where = module_device(params->subject);
          const uint32_t ev = event(EventKind::Stored, f.program, f.code[i].span);
          Object &optimizer = mutate(at(receiver).a);
          optimizer.device = where;
          optimizer.state_origin = ev;
        }
      }
      break;
    case Effect::Loader:
    case Effect::Dataset:
      if (made) {
        if (arg != kUnbound)
          made->subject = arg;
        else if (use.effect == Effect::Dataset)
          for (const Actual &a : args)
            if (a.name == ir::kPositional)
              objects[at(result).a].children.push_back(a.value);
        // A collate function may put batches anywhere; a data set of the project is asked for an
        // item.
        if (use.effect == Effect::Loader) {
          Value collate = argument(&e, args, known().collate_fn);
          Value sample = kUnbound;
          if (arg != kUnbound && at(arg).kind == Kind::Object &&
              objects[at(arg).a].shape == Shape::Instance) {
            const Object data = objects[at(arg).a];
            Value item = class_member(f, i, {data.program, data.klass}, known().getitem, arg);
            if (item != kUnbound && at(item).kind == Kind::Bound) {
              std::vector<Actual> one{{ir::kPositional, number(), f.code[i].span, kNone}};
              sample = invoke(f, i, item, one);
              place_batches(result, sample);
            }
          }
          if (const Kind kind = at(collate).kind; collate != kUnbound && kind != Kind::None) {
            bool project = kind == Kind::Function || kind == Kind::Bound || kind == Kind::Partial;
            if (kind == Kind::Object && objects[at(collate).a].shape == Shape::Instance)
              project = index
                            .lookup({objects[at(collate).a].program, objects[at(collate).a].klass},
                                    known().call)
                            .member != nullptr;
            if (project) {
              if (sample == kUnbound && arg != kUnbound)
                sample = element_of(f, i, arg, 0);
              const Value samples = new_list(std::span(&sample, sample == kUnbound ? 0 : 1), false);
              std::vector<Actual> one{{ir::kPositional, samples, f.code[i].span, kNone}};
              const Value batch = invoke(f, i, collate, one);
              if (!place_batches(result, batch) && kind != Kind::Function)
                objects[at(result).a].device = device_value(Device::unknown());
            } else {
              objects[at(result).a].device = device_value(Device::unknown());
            }
          }
        }
      }
      break;
    case Effect::Prepare: {
      // Modules and loaders come back on the accelerator's own device.
      Value d = receiver != kUnbound && at(receiver).kind == Kind::Object
                    ? objects[at(receiver).a].device
                    : kUnbound;
      if (d == kUnbound)
        d = device_value(Device::unknown());
      std::vector<Value> back;
      for (const Actual &a : args) {
        if (is_module(a.value))
          move_module(f, i, a.value, d);
        else if (Object *o = object(a.value);
                 o && o->shape == Shape::Library && o->entry && o->entry->has(Effect::Loader))
          mutate(at(a.value).a).device = d;
        back.push_back(a.value);
      }
      result = back.size() == 1 ? back[0] : values.make_tuple(back);
      break;
    }
    case Effect::MaybeNone: {
      uint32_t available = identity(kAvailableId, 0, intern("accelerator"));
      Value given =
          at(result).kind == Kind::Device ? result : device_value(Device::make(DeviceType::Other));
      result = guarded_pick(unknown(available), given, none_);
      break;
    }
    case Effect::Container:
      if (made) {
        auto add = [&](Value v) { objects[at(result).a].children.push_back(v); };
        for (const Actual &a : args) {
          std::vector<Value> items;
          if (is_module(a.value) || is_tensor(a.value)) {
            add(a.value);
          } else if (const Object *o = object(a.value); o && o->shape == Shape::Dict) {
            Object copy = *o;
            for (const DictItem &item : copy.items) {
              add(item.value);
              if (at(item.key).kind == Kind::Str)
                objects[at(result).a].attributes.push_back(
                    {at(item.key).a, item.value, true, true, 0});
            }
            if (copy.summary != kUnbound)
              add(copy.summary), objects[at(result).a].exact = false;
          } else if (known_elements(a.value, items)) {
            for (Value v : items)
              add(v);
          } else {
            Value v = element_of(f, i, a.value, 0);
            objects[at(result).a].exact = false;
            if (v != kUnknown)
              add(v);
          }
        }
        objects[at(result).a].device = kUnbound;
      }
      break;
    case Effect::DataParallel:
      if (made) {
        Value m = argument(&e, args, known().module);
        if (m != kUnbound) {
          made->subject = m;
          objects[at(result).a].children.push_back(m);
          objects[at(result).a].attributes.push_back({known().module, m, true, true, 0});
          objects[at(result).a].device = module_device(m);
        }
      }
      break;
    case Effect::Escapes:
      for (Actual &a : args)
        if (arg == kUnbound || a.value == arg)
          escape(f, i, a.value);
      break;
    case Effect::Saves:
      if (Value file = argument(&e, args, known().file);
          file != kUnbound && arg != kUnbound && identity_of(file))
        saved[identities[identity_of(file)].key] = arg;
      break;
    default:
      break;
    }
    made = e.result == model::Result::Instance && at(result).kind == Kind::Object
               ? &objects[at(result).a]
               : nullptr;
  }
  if (made && e.has(Effect::LossModule))
    keep_weights(f, i, e, args, result);
  if (made && model.find_method(e, known().device) && objects[at(result).a].device == kUnbound &&
      e.kind == model::Kind::Class && !objects[at(result).a].module)
    objects[at(result).a].device =
        device_value(Device::symbol(fresh_identity(known().device)), objects[at(result).a].origin);
  if (e.name.ends_with(".append") && receiver != kUnbound && is_module(receiver))
    for (const Actual &a : args)
      mutate(at(receiver).a).children.push_back(a.value);
}

} // namespace offside::placement
