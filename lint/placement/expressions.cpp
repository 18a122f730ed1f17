// One instruction that yields a value: constants, variables, operators, displays, definitions.
#include "lint/placement/choice.h"

namespace offside::placement {

using ir::Inst;
using ir::kNone;
using ir::Op;

Value Machine::guarded_pick(Value condition, Value yes, Value no) {
  Truth t = truth(condition);
  if (!t.can_be_false)
    return yes == kUnbound ? kUnknown : yes;
  if (!t.can_be_true)
    return no == kUnbound ? kUnknown : no;
  // An arm that never ran (its side contradicts the path) has no say.
  if (yes == kUnbound)
    return no == kUnbound ? kUnknown : no;
  if (no == kUnbound)
    return yes;
  AltList out;
  for (const Alternative &a : alternatives(yes))
    if (!a.guard.contradicts(t.when_true))
      out.push_back({(a.guard & t.when_true).minus(pc), a.value, a.loose || !t.exact});
  for (const Alternative &a : alternatives(no))
    if (!a.guard.contradicts(t.when_false))
      out.push_back({(a.guard & t.when_false).minus(pc), a.value, a.loose || !t.exact});
  return choose(std::move(out));
}

// The alternatives of a value that may be true (or false).
Value Machine::passing(Value v, bool as) {
  if (v == kUnknown && !as)
    return boolean(false); // whatever it is, no later test of it holds
  if (at(v).kind != Kind::Choice)
    return v;
  AltList out;
  for (const Alternative &a : alternatives(v)) {
    Truth t = truth(a.value);
    if (as ? t.can_be_true : t.can_be_false)
      out.push_back({a.guard, a.value == kUnknown && !as ? boolean(false) : a.value, a.loose});
  }
  return out.empty() ? v : choose(std::move(out));
}

Value Machine::fstring(Frame &f, const Inst &in) {
  std::string known;
  bool all = true;
  uint64_t hash = 17;
  for (uint32_t k = 0; k < in.c; ++k) {
    Value v = reg(f, f.p->args[in.b + k].reg);
    const Ground &g = at(v);
    hash = hash * 1099511628211ull ^ content_hash(v);
    if (!all)
      continue;
    if (g.kind == Kind::Str)
      known += ir::name_text(g.a);
    else if (g.kind == Kind::Int)
      known += std::to_string(int64_t(uint64_t(g.b) << 32 | g.a));
    else
      all = false;
  }
  if (all && known.size() <= kLongestText)
    return text(ir::intern(known));
  known.resize(std::min(known.size(), kLongestText));
  // The known beginning matters: f"cuda:{rank}" is some CUDA device.
  return values.add({.kind = Kind::Text,
                     .a = identity(kCallId, 0, ir::intern(known), hash),
                     .b = ir::intern(known)});
}

void Machine::evaluate(Frame &f, uint32_t i) {
  const Inst &in = f.code[i];
  switch (in.op) {
  case Op::ConstNone:
    set(f, i, none());
    break;
  case Op::ConstTrue:
    set(f, i, boolean(true));
    break;
  case Op::ConstFalse:
    set(f, i, boolean(false));
    break;
  case Op::ConstEllipsis:
    set(f, i, ellipsis_);
    break;
  case Op::ConstInt:
    set(f, i,
        in.flags & ir::kBig ? number() : values.add({.kind = Kind::Int, .a = in.a, .b = in.b}));
    break;
  case Op::ConstFloat:
    set(f, i, number());
    break;
  case Op::ConstStr:
    set(f, i, in.flags & ir::kBytes ? host_ : text(in.a));
    break;
  case Op::FString:
    set(f, i, fstring(f, in));
    break;
  case Op::LoadSlot:
    set(f, i, load_slot(f, in.a));
    break;
  case Op::StoreSlot:
    store_slot(f.env, in.a, reg(f, in.b));
    break;
  case Op::DeleteSlot:
    store_slot(f.env, in.a, kUnknown);
    break;
  case Op::LoadOuter: {
    uint32_t env = outer_env(f, in.b);
    Value v = kUnknown;
    if (env != kNone && in.a < environments[env].count) {
      v = slots[environments[env].slots + in.a];
      v = v == kUnbound ? kUnknown : prune(v);
    }
    set(f, i, v);
    break;
  }
  case Op::StoreOuter:
    if (uint32_t env = outer_env(f, in.b); env != kNone)
      store_slot(env, in.a, reg(f, in.c));
    break;
  case Op::LoadGlobal:
    set(f, i, load_global(f.program, in.a));
    break;
  case Op::StoreGlobal:
    store_global(f.program, in.a, reg(f, in.b));
    break;
  case Op::DeleteGlobal:
    break;
  case Op::LoadAttr:
    set(f, i, load_attribute(f, i, reg(f, in.a), in.b));
    break;
  case Op::StoreAttr:
    store_attribute(f, i, reg(f, in.a), in.b, reg(f, in.c));
    // `x.data = t` gives a tensor in a variable the storage of another, wherever that is.
    if (static const ir::Name kData = ir::intern("data");
        in.b == kData && all_tensors(reg(f, in.a)) && all_tensors(reg(f, in.c))) {
      const ir::Inst &variable = f.code[in.a];
      if (variable.op == Op::LoadSlot)
        store_slot(f.env, variable.a, reg(f, in.c));
      else if (variable.op == Op::LoadGlobal)
        store_global(f.program, variable.a, reg(f, in.c));
    }
    // `layer.weight.data = t`: the layer is where t is.
    if (static const ir::Name kData = ir::intern("data");
        in.b == kData && in.a < i && f.code[in.a].op == Op::LoadAttr)
      for (const Alternative &layer : alternatives(reg(f, f.code[in.a].a)))
        if (const Object *o = object(layer.value); o && o->module && o->shape == Shape::Library) {
          const Value there = map(reg(f, in.c), [&](Value t) -> Value {
            return is_tensor(t) ? device_value(at(t).device(), at(t).origin)
                                : device_value(Device::unknown());
          });
          const Guard under = (pc & layer.guard).minus(o->birth);
          const Value merged =
              gated(module_device(layer.value), there, under, blur > 0 || layer.loose);
          mutate(at(layer.value).a).device = merged;
        }
    break;
  case Op::DeleteAttr:
    break;
  case Op::LoadItem:
    set(f, i, load_item(f, i, reg(f, in.a), reg(f, in.b)));
    break;
  case Op::StoreItem:
    store_item(f, i, reg(f, in.a), reg(f, in.b), reg(f, in.c));
    break;
  case Op::DeleteItem:
    break;
  case Op::Slice:
    set(f, i, ellipsis_);
    break;
  case Op::Unary: {
    Value v = reg(f, in.a);
    if (ir::UnaryOp(in.aux) == ir::UnaryOp::Not) {
      set(f, i, negate(v));
      break;
    }
    set(f, i, map(v, [&](Value x) -> Value {
          const Ground g = at(x);
          if (g.kind == Kind::Tensor)
            return tensor(g.device(), g.rank0, grad_mode == Tri::No ? Tri::No : g.grad, 0,
                          g.origin);
          if (g.kind == Kind::Int && ir::UnaryOp(in.aux) == ir::UnaryOp::Neg)
            return integer(int64_t(-(uint64_t(g.b) << 32 | g.a))); // wraps at the lowest one
          if (g.kind == Kind::Number || g.kind == Kind::Int || g.kind == Kind::Bool)
            return number();
          return g.kind == Kind::Array ? x : kUnknown;
        }));
    break;
  }
  case Op::Binary:
    set(f, i, binary(f, i));
    break;
  case Op::Compare: {
    auto op = ir::CompareOp(in.aux);
    auto tensorish = [&](ir::Reg r) {
      for (const Alternative &a : alternatives(reg(f, r)))
        if (is_tensor(a.value))
          return true;
      return false;
    };
    if (op <= ir::CompareOp::Ge && (tensorish(in.a) || tensorish(in.b))) {
      bool none_side = at(reg(f, in.a)).kind == Kind::None || at(reg(f, in.b)).kind == Kind::None;
      if (!none_side) {
        static const char *names[] = {"eq", "ne", "lt", "le", "gt", "ge"};
        std::vector<Operand> ops{
            {reg(f, in.a), f.code[in.a].span, kNone, model::OperandRule::Scalar},
            {reg(f, in.b), f.code[in.b].span, kNone, model::OperandRule::Scalar}};
        Value r = operation(f, i, names[in.aux], ops, Tri::Maybe, false);
        set(f, i, map(r, [&](Value x) -> Value {
              const Ground g = at(x);
              return g.kind == Kind::Tensor
                         ? tensor(g.device(), g.rank0, Tri::No, kIndexLike, g.origin)
                         : x;
            }));
        break;
      }
    }
    set(f, i, compare(f, in, i));
    break;
  }
  case Op::And:
    set(f, i, guarded_pick(reg(f, in.a), reg(f, in.b), passing(reg(f, in.a), false)));
    break;
  case Op::Or:
    set(f, i, guarded_pick(reg(f, in.a), passing(reg(f, in.a), true), reg(f, in.b)));
    break;
  case Op::Select:
    set(f, i, guarded_pick(reg(f, in.a), reg(f, in.b), reg(f, in.c)));
    break;
  case Op::Call:
    set(f, i, call(f, i));
    break;
  case Op::BuildTuple:
  case Op::BuildList:
  case Op::BuildSet: {
    std::vector<Value> items;
    bool exact = true;
    for (uint32_t k = 0; k < in.c; ++k) {
      const ir::Arg &a = f.p->args[in.b + k];
      if (a.name == ir::kStar) {
        std::vector<Value> inner;
        if (known_elements(reg(f, a.reg), inner))
          items.insert(items.end(), inner.begin(), inner.end());
        else
          exact = false, items.push_back(element_of(f, i, reg(f, a.reg), 0));
      } else {
        items.push_back(reg(f, a.reg));
      }
    }
    if (in.op == Op::BuildTuple && exact) {
      set(f, i, values.make_tuple(items));
      break;
    }
    Value list = new_list(items, exact);
    if (in.op == Op::BuildSet)
      objects[at(list).a].shape = Shape::Set;
    set(f, i, list);
    break;
  }
  case Op::BuildDict: {
    Value dict = new_object({.shape = Shape::Dict});
    for (uint32_t k = 0; k < in.c;) {
      const ir::Arg &a = f.p->args[in.b + k];
      if (a.name == ir::kStarStar) {
        Value other = reg(f, a.reg);
        if (const Object *o = object(other); o && o->shape == Shape::Dict) {
          Object copy = *o;
          for (const DictItem &item : copy.items)
            set_dict(dict, item.key, item.value);
          if (copy.summary != kUnbound)
            set_dict(dict, kUnknown, copy.summary);
        } else {
          set_dict(dict, kUnknown, kUnknown);
        }
        ++k;
      } else {
        if (k + 1 < in.c)
          set_dict(dict, reg(f, a.reg), reg(f, f.p->args[in.b + k + 1].reg));
        k += 2;
      }
    }
    set(f, i, dict);
    break;
  }
  case Op::Append:
    observer.append(*this, site(f, i), reg(f, in.a), reg(f, in.b));
    append(reg(f, in.a), reg(f, in.b));
    break;
  case Op::AppendItem:
    set_dict(reg(f, in.a), reg(f, in.b), reg(f, in.c));
    break;
  case Op::Unpack:
    set(f, i, unpack(f, in, i));
    break;
  case Op::MakeFunction: {
    uint32_t env = f.function == 0 ? 0 : f.env + 1;
    Value fn = function_value(f.program, in.a, env);
    if (in.c) {
      // Defaults live with the function object.
      Object o{.shape = Shape::Dict};
      for (uint32_t k = 0; k < in.c; ++k) {
        const ir::Arg &a = f.p->args[in.b + k];
        o.items.push_back({text(a.name), reg(f, a.reg)});
      }
      Value defaults = new_object(std::move(o));
      Ground g = at(fn);
      g.origin = at(defaults).a + 1;
      fn = values.add(g);
    }
    if (f.function != 0)
      closures.push_back(fn);
    set(f, i, fn);
    break;
  }
  case Op::MakeClass: {
    uint32_t env = 0;
    if (f.function != 0) {
      const ir::Class &k = f.p->classes[in.a];
      environments.push_back({uint32_t(slots.size()), 0, f.env + 1, f.program, k.body, pc, blur});
      env = uint32_t(environments.size());
    }
    set(f, i, values.add({.kind = Kind::Class, .a = f.program, .b = in.a, .c = env}));
    break;
  }
  case Op::Import:
    set(f, i,
        in.b != kNone ? values.add({.kind = Kind::Module, .a = in.b})
                      : values.add({.kind = Kind::Library, .a = in.a}));
    break;
  case Op::ImportFrom:
    if (in.c != kNone && in.spare == 1) {
      set(f, i, values.add({.kind = Kind::Module, .a = in.c}));
    } else {
      Resolved base{in.c != kNone ? Resolved::Module : Resolved::Library, in.c, kNone, in.a};
      Resolved r = resolve_member(index, base, in.b);
      set(f, i, resolved(r, in.b));
      if (r.kind == Resolved::Library)
        observer.library_attribute(*this, site(f, i), r.library);
    }
    break;
  case Op::Next: {
    Value v = kUnbound;
    for (size_t k = loops.size(); k-- > 0;)
      if (loops[k].loop == in.a) {
        v = loops[k].element;
        break;
      }
    if (v == kUnbound)
      v = element_of(f, i, reg(f, f.code[in.a].a), f.iteration);
    set(f, i, v);
    break;
  }
  case Op::Yield:
    f.yields.push_back(in.flags & ir::kFrom ? element_of(f, i, reg(f, in.a), 0)
                       : in.a == kNone      ? none()
                                            : reg(f, in.a));
    set(f, i, kUnknown);
    break;
  case Op::Await:
    set(f, i, reg(f, in.a));
    break;
  case Op::Discard:
    observer.discard(*this, site(f, i), in.a);
    // torch.set_grad_enabled(...) as a statement holds from here on.
    if (const Object *o = object(reg(f, in.a));
        o && o->shape == Shape::Library && o->entry && o->entry->has(model::Effect::SetGrad)) {
      Truth t = truth(o->subject);
      grad_mode = t.can_be_true ? t.can_be_false ? Tri::Maybe : Tri::Yes : Tri::No;
    }
    break;
  default:
    set(f, i, kUnknown);
    break;
  }
}

} // namespace offside::placement
