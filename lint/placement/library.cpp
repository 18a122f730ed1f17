// Calls into modelled libraries: one rule here per word of the model's vocabulary.
#include "lint/placement/choice.h"

#include <algorithm>

namespace offside::placement {

using ir::intern;
using ir::kNone;
using ir::name_text;
using model::Effect;
using model::Entry;

// The value bound to parameter `name`, or kUnbound when the call does not give it.
Value Machine::argument(const Entry *e, const std::vector<Actual> &actuals, ir::Name name,
                        const Actual **which) const {
  for (const Actual &a : actuals)
    if (a.name == name) {
      if (which)
        *which = &a;
      return a.value;
    }
  if (!e)
    return kUnbound;
  size_t position = 0;
  for (const model::Param &p : e->params) {
    if (p.kind == model::ParamKind::KeywordOnly || p.kind == model::ParamKind::Keywords)
      break;
    bool variadic = p.kind == model::ParamKind::Variadic;
    if (p.name == name || variadic) {
      if (variadic && p.name != name)
        break;
      size_t k = 0;
      for (const Actual &a : actuals) {
        if (a.name == ir::kStar)
          return kUnknown;
        if (a.name != ir::kPositional)
          continue;
        if (k++ == position) {
          if (which)
            *which = &a;
          return a.value;
        }
      }
      return kUnbound;
    }
    ++position;
  }
  for (const Actual &a : actuals)
    if (a.name == ir::kStarStar)
      return kUnknown;
  return kUnbound;
}

Value Machine::move_tensor(Frame &f, uint32_t i, Value t, const AltList &targets, ir::Name how) {
  return map(t, [&](Value x) -> Value {
    const Ground g = at(x);
    if (g.kind != Kind::Tensor)
      return kUnknown;
    uint32_t ev = event(EventKind::Moved, f.program, f.code[i].span, g.origin, how);
    AltList out;
    for (const Alternative &d : targets) {
      if (at(d.value).kind == Kind::None) {
        out.push_back({d.guard, x, d.loose});
        continue;
      }
      uint8_t flags = uint8_t(g.flags & (kAssumed | kIndexLike));
      Tri grad = grad_mode == Tri::No ? Tri::No : g.grad;
      out.push_back({d.guard, tensor(at(d.value).device(), g.rank0, grad, flags, ev), d.loose});
    }
    return choose(std::move(out));
  });
}

AltList Machine::result_devices(Frame &, uint32_t, const Entry &e, Value receiver,
                                std::vector<Actual> &args, Value common) {
  auto keyword = [&](ir::Name n) { return argument(&e, args, n); };
  static const ir::Name kDevice = known().device;
  auto fallback = [&]() -> AltList {
    if (default_device == kUnbound)
      return {{Guard{}, device_value(Device::cpu()), false}};
    AltList out;
    for (const Alternative &a : devices(default_device))
      out.push_back({a.guard,
                     at(a.value).kind == Kind::None ? device_value(Device::cpu()) : a.value,
                     a.loose});
    return out;
  };
  auto of_tensor = [&](Value v) -> AltList {
    AltList out;
    for (const Alternative &a : alternatives(v))
      if (is_tensor(a.value))
        out.push_back({a.guard, device_value(at(a.value).device(), at(a.value).origin), a.loose});
      else if (is_module(a.value))
        for (const Alternative &m : alternatives(module_device(a.value)))
          out.push_back({a.guard & m.guard, m.value, a.loose || m.loose});
      else
        out.push_back({a.guard, device_value(Device::unknown()), a.loose});
    return out;
  };
  auto given = [&](ir::Name n, auto otherwise) -> AltList {
    Value d = keyword(n);
    if (d == kUnbound) {
      // Keywords that nobody knows may name the device.
      for (const Actual &a : args)
        if (a.name == ir::kStarStar)
          return {{Guard{}, device_value(Device::unknown()), false}};
      return otherwise();
    }
    AltList out;
    for (const Alternative &a : devices(d)) {
      if (at(a.value).kind != Kind::None) {
        out.push_back(a);
        continue;
      }
      for (const Alternative &b : otherwise())
        if (!a.guard.contradicts(b.guard))
          out.push_back({a.guard & b.guard, b.value, a.loose || b.loose});
    }
    return out;
  };
  auto named = [&](ir::Name n) -> Value {
    static const ir::Name kSelf = known().self;
    if (n == kSelf && receiver != kUnbound)
      return receiver;
    return keyword(n);
  };
  switch (e.device) {
  case model::Device::Factory:
    return given(kDevice, fallback);
  case model::Device::Cpu:
    return {{Guard{}, device_value(Device::cpu()), false}};
  case model::Device::Cuda:
    return {{Guard{}, device_value(Device::cuda()), false}};
  case model::Device::Common:
    return of_tensor(common);
  case model::Device::Same:
    return of_tensor(named(e.device_arg));
  case model::Device::Like:
    return given(kDevice, [&] { return of_tensor(named(e.device_arg)); });
  case model::Device::Data: {
    Value data = named(e.device_arg);
    return given(kDevice, [&]() -> AltList {
      bool tensorish = false, opaque = data == kUnbound ? false : at(data).kind == Kind::Unknown;
      if (data != kUnbound)
        for (const Alternative &a : alternatives(data)) {
          tensorish |= is_tensor(a.value);
          opaque |= at(a.value).kind == Kind::Unknown;
        }
      if (!tensorish)
        return opaque && e.name != "torch.tensor"
                   ? AltList{{Guard{}, device_value(Device::unknown()), false}}
                   : fallback();
      AltList out;
      for (const Alternative &a : alternatives(data)) {
        if (is_tensor(a.value))
          out.push_back({a.guard, device_value(at(a.value).device(), at(a.value).origin), a.loose});
        else
          for (const Alternative &b : fallback())
            out.push_back({a.guard & b.guard, opaque ? device_value(Device::unknown()) : b.value,
                           a.loose || b.loose});
      }
      return out;
    });
  }
  case model::Device::Argument:
    return given(e.device_arg, [&]() -> AltList {
      return {{Guard{}, device_value(Device::cuda()), false}};
    });
  case model::Device::To: {
    // Forms: (device, dtype, ...), (dtype, ...), (other, ...), keywords.
    Value first = kUnbound;
    for (const Actual &a : args) {
      if (a.name == ir::kPositional) {
        first = a.value;
        break;
      }
      if (a.name == ir::kStar || a.name == ir::kStarStar)
        return {{Guard{}, device_value(Device::unknown()), false}};
    }
    if (Value d = argument(nullptr, args, kDevice); d != kUnbound)
      first = d;
    else if (Value other = argument(nullptr, args, known().other); other != kUnbound)
      first = other;
    if (first == kUnbound)
      return {{Guard{}, none_, false}};
    AltList out;
    for (const Alternative &a : alternatives(first)) {
      Kind k = at(a.value).kind;
      if (k == Kind::Dtype || k == Kind::Bool) {
        out.push_back({a.guard, none_, a.loose});
      } else if (k == Kind::Unknown && at(a.value).a &&
                 name_text(identities[at(a.value).a].name) != "type" &&
                 name_text(identities[at(a.value).a].name).find("type") != std::string_view::npos) {
        out.push_back({a.guard, none_, a.loose}); // `dtype`, whoever made it
      } else if (k == Kind::Library) {
        out.push_back({a.guard, none_, a.loose}); // torch.float32 and its like
      } else {
        for (const Alternative &d : devices(a.value))
          out.push_back({a.guard & d.guard, d.value, a.loose || d.loose});
      }
    }
    return out;
  }
  case model::Device::Module:
    return alternatives(module_device(receiver));
  case model::Device::Saved: {
    Value d = keyword(known().map_location);
    if (d == kUnbound)
      return {{Guard{}, device_value(Device::unknown()), false}};
    // `lambda storage, loc: storage` leaves every storage where it was read: on the CPU.
    if (const Ground g = at(d); g.kind == Kind::Function) {
      const ir::Program &p = index.program(g.a);
      const ir::Function &fn = p.functions[g.b];
      const ir::Inst *code = p.insts.data() + fn.first;
      bool keeps = fn.kind == ir::FunctionKind::Lambda && fn.param_count > 0;
      for (uint32_t k = 0; k < fn.count; ++k)
        if (code[k].op == ir::Op::Return)
          keeps &= code[k].a < fn.count && code[code[k].a].op == ir::Op::LoadSlot &&
                   code[code[k].a].a == p.params[fn.param_first].slot;
      return {{Guard{}, device_value(keeps ? Device::cpu() : Device::unknown()), false}};
    }
    AltList out;
    for (const Alternative &a : devices(d))
      out.push_back({a.guard,
                     at(a.value).kind == Kind::None ? device_value(Device::unknown()) : a.value,
                     a.loose});
    return out;
  }
  case model::Device::None:
  case model::Device::Unknown:
    break;
  }
  return {{Guard{}, device_value(Device::unknown()), false}};
}

Tri Machine::rank_of(Frame &, const Entry &e, Value receiver, std::vector<Actual> &args,
                     ir::Name *) {
  auto named = [&](ir::Name n) {
    return n == known().self && receiver != kUnbound ? receiver : argument(&e, args, n);
  };
  auto rank_of_tensor = [&](Value v) {
    if (v == kUnbound)
      return Tri::Maybe;
    Tri r = Tri::Maybe;
    bool first = true;
    for (const Alternative &a : alternatives(v)) {
      const Ground &g = at(a.value);
      Tri x =
          g.kind == Kind::Tensor || g.kind == Kind::Array                         ? g.rank0
          : g.kind == Kind::Int || g.kind == Kind::Number || g.kind == Kind::Bool ? Tri::Yes
          : g.kind == Kind::Tuple || (g.kind == Kind::Object && objects[g.a].shape == Shape::List)
              ? Tri::No
              : Tri::Maybe;
      r = first ? x : r == x ? r : Tri::Maybe;
      first = false;
    }
    return r;
  };
  switch (e.rank) {
  case model::Rank::Maybe:
    return Tri::Maybe;
  case model::Rank::Zero:
    return Tri::Yes;
  case model::Rank::NonZero:
    return Tri::No;
  case model::Rank::Same:
    return rank_of_tensor(named(e.rank_arg));
  case model::Rank::Data:
    return rank_of_tensor(named(e.rank_arg));
  case model::Rank::Broadcast:
    return Tri::Maybe; // the operation's own result says
  case model::Rank::Reduce: {
    for (const Actual &a : args) {
      std::string_view n = a.name < ir::kStarStar ? name_text(a.name) : "";
      if (n == "dim" || n == "axis" || n == "keepdim" || n == "keepdims")
        return Tri::Maybe;
      if (n == "reduction" && at(a.value).kind == Kind::Str)
        return name_text(at(a.value).a) == "none" ? Tri::Maybe : Tri::Yes;
      if (n == "reduction")
        return Tri::Maybe;
    }
    if (receiver != kUnbound) {
      for (const Actual &a : args)
        if (a.name == ir::kPositional || a.name == ir::kStar)
          return Tri::Maybe;
    } else {
      // torch.sum(x, 1): a second positional argument is the dimension; losses take a target there.
      Value dim = argument(&e, args, known().dim);
      if (dim != kUnbound && !is_tensor(dim))
        return Tri::Maybe;
    }
    return Tri::Yes;
  }
  case model::Rank::Size: {
    bool any = false;
    for (const Actual &a : args) {
      if (a.name != ir::kPositional && a.name != ir::kStar &&
          (a.name >= ir::kStarStar || name_text(a.name) != "size"))
        continue;
      any = true;
      const Object *o = object(a.value);
      if (at(a.value).kind == Kind::Tuple || (o && o->shape == Shape::List))
        return (at(a.value).kind == Kind::Tuple && at(a.value).b == 0) ||
                       (o && o->exact && o->elements.empty())
                   ? Tri::Yes
                   : Tri::No;
    }
    return any ? Tri::No : Tri::Maybe;
  }
  }
  return Tri::Maybe;
}

// What `**batch` hands over: the tensors of a library's own kind of dict, which lie where it was
// moved.
Value Machine::entries_of(Value v) {
  const Object *o = object(v);
  if (!o || o->shape != Shape::Library || o->module || o->device == kUnbound || !o->entry ||
      o->entry->has(Effect::Loader))
    return kUnbound;
  static const ir::Name kTo = intern("to");
  if (const Entry *to = model.find_method(*o->entry, kTo); !to || !to->has(Effect::MovesSelf))
    return kUnbound;
  const uint32_t origin = o->origin;
  return map(o->device, [&](Value d) -> Value {
    return at(d).kind == Kind::Device ? tensor(at(d).device(), Tri::No, Tri::No, kBatch, origin)
                                      : kUnknown;
  });
}

Value Machine::library_result(Frame &f, uint32_t i, const Entry &e, Value receiver,
                              std::vector<Actual> &args) {
  bool tensor_method = receiver != kUnbound && is_tensor(receiver);
  ir::Span receiver_span = f.code[i].a < i && f.code[f.code[i].a].a < i
                               ? f.code[f.code[f.code[i].a].a].span
                               : f.code[i].span;
  // Operands in the operator's own order.
  std::vector<Operand> ops;
  bool in_place = e.has(Effect::InPlace);
  const model::OperatorRule *rule =
      e.op.empty() ? nullptr : model.find_operator(e.op, settings.torch_version);
  auto rule_at = [&](int position, ir::Name key) {
    if (!rule)
      return model::OperandRule::Free;
    if (position == 0)
      return rule->input;
    if (position > 0 && size_t(position - 1) < rule->args.size())
      return rule->args[size_t(position - 1)];
    for (auto &[name, r] : rule->keywords)
      if (name == key)
        return r;
    return position > 0 ? rule->rest : model::OperandRule::Exact;
  };
  if (tensor_method)
    ops.push_back(
        {receiver, receiver_span, kNone, in_place ? model::OperandRule::Exact : rule_at(0, kNone)});
  // What a metric is updated with must be where its states are.
  if (receiver != kUnbound && is_module(receiver) && e.op == "same_device") {
    const Value states = map(module_device(receiver), [&](Value d) -> Value {
      return at(d).kind == Kind::Device ? tensor(at(d).device(), Tri::No, Tri::No, 0, at(d).origin)
                                        : kUnknown;
    });
    ops.push_back({states, receiver_span, kNone, model::OperandRule::Exact, true});
  }
  auto on_cpu = [&](ir::Name param) {
    for (const model::EffectUse &use : e.effects)
      if (use.effect == Effect::OnCpu && use.arg == param)
        return true;
    return false;
  };
  int shift = tensor_method ? 1 : 0;
  int position = 0;
  for (const Actual &a : args) {
    if (a.name == ir::kStarStar) {
      if (const Value entries = entries_of(a.value); entries != kUnbound && e.op == "same_device")
        ops.push_back({entries, a.span, kNone, model::OperandRule::Exact});
      continue;
    }
    if (a.name == ir::kPositional || a.name == ir::kStar) {
      bool host = size_t(position) < e.params.size() && on_cpu(e.params[size_t(position)].name);
      flatten(ops, {a.name == ir::kStar ? element_of(f, i, a.value, 0) : a.value, a.span, kNone,
                    host ? model::OperandRule::Free : rule_at(position + shift, kNone)});
      ++position;
      continue;
    }
    int at_position = -1;
    for (size_t p = 0; p < e.params.size(); ++p)
      if (e.params[p].name == a.name)
        at_position = model::operand_position(e, p);
    std::string_view key = name_text(a.name);
    model::OperandRule r = key == "out"     ? model::OperandRule::Exact
                           : on_cpu(a.name) ? model::OperandRule::Free
                                            : rule_at(at_position, a.name);
    flatten(ops, {a.value, a.span, a.name, r});
  }
  // clamp(x, 0, t): beside a number a 0-dim tensor is read as a number.
  if (e.op.starts_with("clamp"))
    for (const Actual &a : args)
      if (at(a.value).kind == Kind::Int || at(a.value).kind == Kind::Number)
        for (size_t k = 1; k < ops.size(); ++k)
          ops[k].rule = model::OperandRule::ZeroDimFree;
  std::erase_if(ops, [&](const Operand &o) {
    Kind k = at(o.value).kind;
    return k != Kind::Tensor && k != Kind::Choice && k != Kind::Unknown;
  });
  // Only so many 0-dim CPU tensors are tolerated, an accelerator `out=` included: "too many CPU
  // scalars".
  unsigned scalars_left = rule ? rule->cpu_scalars : 0;
  for (Operand &o : ops)
    if (const Ground &g = at(o.value); o.rule == model::OperandRule::Scalar &&
                                       g.kind == Kind::Tensor && g.device().is_cpu() &&
                                       g.rank0 == Tri::Yes) {
      if (scalars_left == 0)
        o.rule = model::OperandRule::Exact;
      else
        --scalars_left;
    }
  model::Result result = e.result;
  uint8_t count = e.count;
  if (e.when != kNone)
    if (Value w = argument(&e, args, e.when); w != kUnbound && !is_tensor(w)) {
      result = e.result_when;
      count = e.count_when;
    }

  Value common = kUnbound;
  if (e.device == model::Device::Common && !ops.empty()) {
    std::vector<Operand> judged = ops;
    // An unknown value beside known ones may be a number or a tensor: it proves nothing.
    common = operation(f, i, e.name, judged, Tri::Maybe, in_place && tensor_method);
  } else if (rule && ops.size() > 1) {
    judge(f, i, e.name, ops);
  }

  Tri rank = rank_of(f, e, receiver, args, nullptr);
  if (result == model::Result::Tensor || result == model::Result::Tensors ||
      result == model::Result::TensorList || result == model::Result::State) {
    if (e.device == model::Device::To && tensor_method)
      return move_tensor(f, i, receiver, result_devices(f, i, e, receiver, args, common),
                         entry_name(e));
    if (tensor_method && (e.device == model::Device::Argument || e.device == model::Device::Cpu) &&
        e.has(Effect::ResultNeeded))
      return move_tensor(f, i, receiver, result_devices(f, i, e, receiver, args, common),
                         entry_name(e));
    AltList targets = result_devices(f, i, e, receiver, args, common);
    bool factory = e.device == model::Device::Factory || e.device == model::Device::Data;
    static const ir::Name kDevice = known().device;
    bool named_device = argument(&e, args, kDevice) != kUnbound;
    Tri grad = Tri::No;
    switch (e.grad) {
    case model::Grad::No:
      break;
    case model::Grad::Yes:
      grad = Tri::Yes;
      break;
    case model::Grad::Argument: {
      Value g = argument(nullptr, args, known().requires_grad);
      if (g != kUnbound) {
        Truth t = truth(g);
        grad = t.can_be_true ? t.can_be_false ? Tri::Maybe : Tri::Yes : Tri::No;
      }
      break;
    }
    case model::Grad::Any:
    case model::Grad::Same:
      if (grad_mode != Tri::No && !factory)
        for (const Operand &o : ops)
          for (const Alternative &a : alternatives(o.value)) {
            if (!is_tensor(a.value))
              continue;
            Tri t = at(a.value).grad;
            grad = grad == Tri::Yes || t == Tri::Yes       ? Tri::Yes
                   : grad == Tri::Maybe || t == Tri::Maybe ? Tri::Maybe
                                                           : Tri::No;
          }
      break;
    }
    std::string_view short_name = e.name.substr(e.name.rfind('.') + 1);
    bool integers = short_name.starts_with("arg") || short_name == "nonzero" ||
                    short_name == "randint" || short_name == "randperm" || short_name == "one_hot";
    bool mask = short_name == "any" || short_name == "all";
    if (integers || mask)
      grad = Tri::No;
    uint8_t flags = (integers && !short_name.starts_with("arg")) || mask ? kIndexLike : 0;
    // Reshaped indices are indices still.
    if (tensor_method && ops.size() == 1 &&
        (short_name == "squeeze" || short_name == "flatten" || short_name == "view" ||
         short_name == "reshape" || short_name == "long" || short_name == "split" ||
         short_name == "chunk" || short_name == "tensor_split"))
      flags |= at(receiver).flags & kIndexLike;
    if (factory && !named_device)
      flags |= kMade;
    if (e.has(Effect::Parameter))
      flags |= kParameter;
    if (e.has(Effect::Buffer))
      flags |= kBuffer;
    if (e.rank == model::Rank::Reduce && short_name.find("loss") != std::string_view::npos)
      flags |= kLoss;
    auto make = [&](bool integer) -> Value {
      AltList out;
      for (const Alternative &t : targets) {
        const Ground d = at(t.value);
        uint32_t origin = d.origin;
        Tri r = rank;
        if (factory || !origin) {
          bool made = d.kind == Kind::Device && (factory || e.device == model::Device::Cpu);
          if (made || !origin)
            origin = event(named_device ? EventKind::MadeOn
                           : factory    ? EventKind::Made
                                        : EventKind::Converted,
                           f.program, f.code[i].span, 0, entry_name(e));
        }
        if (e.has(Effect::Parameter) && common == kUnbound && !d.origin)
          origin = event(EventKind::Made, f.program, f.code[i].span, 0, entry_name(e));
        if (e.rank == model::Rank::Broadcast && common != kUnbound) {
          r = Tri::Maybe;
          bool first = true;
          for (const Alternative &c : alternatives(common))
            if (is_tensor(c.value)) {
              r = first ? at(c.value).rank0 : r == at(c.value).rank0 ? r : Tri::Maybe;
              first = false;
            }
        }
        Device dev = d.kind == Kind::Device ? d.device() : Device::unknown();
        uint8_t own = flags;
        if (e.device == model::Device::Data && at(t.value).origin)
          own = uint8_t(own & ~kMade);
        out.push_back({t.guard, tensor(dev, r, integer ? Tri::No : grad, own, origin), t.loose});
      }
      return choose(std::move(out));
    };
    if (in_place && tensor_method)
      return receiver;
    if (result == model::Result::Tensor)
      return make(false);
    if (result == model::Result::Tensors) {
      std::vector<Value> parts;
      uint32_t integer_fields = result == e.result && e.when == kNone
                                    ? e.integer_fields
                                    : e.integer_fields_when | e.integer_fields;
      for (uint8_t k = 0; k < count; ++k)
        parts.push_back(make(integer_fields >> k & 1));
      Value t = values.make_tuple(parts);
      std::string_view fields =
          e.when != kNone && result == e.result_when ? e.fields_when : e.fields;
      if (!fields.empty()) {
        Ground g = at(t);
        g.c = intern(fields);
        t = values.add(g);
      }
      return t;
    }
    if (result == model::Result::TensorList) {
      Value row = make(false);
      Value list = new_list(std::span(&row, 1), false);
      objects[at(list).a].subject = receiver;
      return list;
    }
    Object dict{.shape = Shape::Dict, .exact = false};
    dict.summary = make(false);
    return new_object(std::move(dict));
  }

  for (Effect context : {Effect::NoGrad, Effect::EnableGrad, Effect::SetGrad, Effect::CurrentDevice,
                         Effect::DefaultDevice, Effect::ContextManager})
    if (result != model::Result::Instance && e.has(context) &&
        (e.has(Effect::ContextManager) || context == Effect::NoGrad)) {
      Object o{.shape = Shape::Library};
      o.entry = &e;
      if (const model::EffectUse *use = e.find(context); use->arg != kNone)
        o.subject = argument(&e, args, use->arg);
      return new_object(std::move(o));
    }
  switch (result) {
  case model::Result::Pairs: { // (name, tensor) pairs on the receiver's device
    AltList out;
    for (const Alternative &t : result_devices(f, i, e, receiver, args, common))
      out.push_back(
          {t.guard,
           tensor(at(t.value).kind == Kind::Device ? at(t.value).device() : Device::unknown(),
                  Tri::Maybe, Tri::Maybe, 0, at(t.value).origin),
           t.loose});
    Value pair[] = {text_, choose(std::move(out))};
    Value row = values.make_tuple(pair);
    return new_list(std::span(&row, 1), false);
  }
  case model::Result::Instances: {
    std::vector<Value> parts;
    for (std::string_view rest = e.type; !rest.empty();) {
      size_t comma = rest.find(',');
      Object o{.shape = Shape::Library};
      o.entry = model.find(rest.substr(0, comma));
      o.origin = event(EventKind::Made, f.program, f.code[i].span, 0, entry_name(e));
      parts.push_back(o.entry ? new_object(std::move(o)) : kUnknown);
      rest = comma == std::string_view::npos ? "" : rest.substr(comma + 1);
    }
    return values.make_tuple(parts);
  }
  case model::Result::None:
    return none();
  case model::Result::Bool:
    return kUnknown;
  case model::Result::Int:
  case model::Result::Float:
  case model::Result::Number:
  case model::Result::Shape:
    return number();
  case model::Result::Str:
    return text_;
  case model::Result::Dtype:
    return dtype_;
  case model::Result::Array: {
    // np.zeros((3, 4)): a size with entries makes an array that is no scalar.
    for (const Actual &a : args)
      if (at(a.value).kind == Kind::Tuple && at(a.value).b > 0 && a.name == ir::kPositional)
        return values.add({.kind = Kind::Array, .rank0 = Tri::No});
    return array_;
  }
  case model::Result::Host:
    return host_;
  case model::Result::Self:
    return receiver == kUnbound ? kUnknown : receiver;
  case model::Result::Device: {
    AltList out;
    int index = kNoIndex;
    if (Value n = argument(&e, args, known().index); n != kUnbound && at(n).kind != Kind::None)
      index = at(n).kind == Kind::Int ? int(std::min<uint32_t>(at(n).a, 100)) : kAnyIndex;
    for (const Alternative &a : result_devices(f, i, e, receiver, args, common))
      out.push_back({a.guard,
                     at(a.value).kind == Kind::Device ? a.value : device_value(Device::unknown()),
                     a.loose});
    for (Alternative &a : out)
      if (Device d = at(a.value).device();
          index != kNoIndex && d.is_accelerator() && d.index() == kNoIndex)
        a.value = device_value(Device::make(d.type(), index));
    return choose(std::move(out));
  }
  case model::Result::Argument: {
    Value v = argument(&e, args, e.result_arg);
    return v == kUnbound ? kUnknown : v;
  }
  case model::Result::Element: {
    Value v = e.result_arg == known().self ? receiver : argument(&e, args, e.result_arg);
    return v == kUnbound ? kUnknown : element_of(f, i, v, 0);
  }
  case model::Result::List: {
    Value v = argument(&e, args, e.result_arg);
    if (v == kUnbound)
      return kUnknown;
    Value x = element_of(f, i, v, 0);
    return new_list(std::span(&x, 1), false);
  }
  case model::Result::Instance: {
    const Entry *type = e.type.empty() ? &e : model.find(e.type);
    if (!type)
      return kUnknown;
    Object o{.shape = Shape::Library};
    o.entry = type;
    o.module = model.derives(*type, "torch.nn.Module");
    o.origin = event(o.module ? EventKind::ModuleMade : EventKind::Made, f.program, f.code[i].span,
                     0, entry_name(e));
    if (e.device != model::Device::None) {
      AltList out;
      for (const Alternative &a : result_devices(f, i, e, receiver, args, common))
        out.push_back({a.guard,
                       at(a.value).kind == Kind::Device
                           ? device_value(at(a.value).device(), o.origin)
                           : device_value(Device::unknown()),
                       a.loose});
      o.device = choose(std::move(out));
    }
    return new_object(std::move(o));
  }
  default:
    return kUnknown;
  }
}

} // namespace offside::placement
