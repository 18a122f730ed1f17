// Operations on tensors: which operands must share a device, and where the result lives.
#include "lint/placement/choice.h"

namespace offside::placement {

using ir::kNone;
using model::OperandRule;

void Machine::flatten(std::vector<Operand> &out, const Operand &o, int depth) {
  if (out.size() >= kMaxMembers)
    return;
  const Ground g = at(o.value);
  if (depth < 2 && g.kind == Kind::Tuple) {
    std::vector<Value> items(values.tuple(g).begin(), values.tuple(g).end());
    for (Value v : items) {
      Operand part = o;
      part.value = prune(v);
      flatten(out, part, depth + 1);
    }
    return;
  }
  if (depth < 2 && g.kind == Kind::Object) {
    const Object obj = objects[g.a];
    if (obj.shape == Shape::List || obj.shape == Shape::Iterator) {
      for (Value v : obj.elements) {
        Operand part = o;
        part.value = prune(v);
        flatten(out, part, depth + 1);
      }
      for (Value v : obj.children) {
        Operand part = o;
        part.value = prune(v);
        flatten(out, part, depth + 1);
      }
      if (obj.summary != kUnbound) {
        Operand part = o;
        part.value = prune(obj.summary);
        flatten(out, part, depth + 1);
      }
    }
    return;
  }
  out.push_back(o);
}

namespace {

// Does a pair with these rules, ranks and devices fail? `cpu` is the operand on the CPU when the
// types differ.
bool pair_fails(const Operand &x, const Ground &gx, const Operand &y, const Ground &gy,
                Relation rel) {
  auto free = [](const Operand &o, const Ground &g) {
    return o.rule == OperandRule::Free ||
           (o.rule == OperandRule::ZeroDimFree && g.rank0 != Tri::No);
  };
  if (free(x, gx) || free(y, gy))
    return false;
  if (x.rule == OperandRule::Index || y.rule == OperandRule::Index) {
    if (x.rule == OperandRule::Index && y.rule == OperandRule::Index)
      return false;
    const Ground &index = x.rule == OperandRule::Index ? gx : gy;
    return !index.device().is_cpu() &&
           (index.rank0 == Tri::No || (index.rank0 == Tri::Maybe && (index.flags & kIndexLike)));
  }
  if (rel == Relation::OtherIndex)
    return true;
  const Operand &cpu = gx.device().is_cpu() ? x : y;
  const Ground &cpu_ground = gx.device().is_cpu() ? gx : gy;
  if (!cpu_ground.device().is_cpu())
    return true;
  if (cpu.rule == OperandRule::Scalar)
    return cpu_ground.rank0 == Tri::No;
  return true;
}

} // namespace

bool Machine::not_given(Device symbol, Guard g) const {
  static const ir::Name kIsNone = known().is_none, kEquals = ir::intern("==");
  if (facts.size() >= 64)
    return true; // no room for more facts: a test of the device went unnoticed
  for (size_t k = 0; k < facts.size(); ++k) {
    if (!(g.facts() >> k & 1) || !facts[k].identity)
      continue;
    const Identity &id = identities[facts[k].identity];
    if ((g.neg >> k & 1) && facts[k].identity == symbol.identity())
      return true;
    if (id.kind != kCompareId)
      continue;
    // `device`, `device.type`, `str(device)` ...
    bool about = id.parent == symbol.identity() ||
                 (id.parent && identities[id.parent].parent == symbol.identity());
    if (!about)
      continue;
    bool holds = g.pos >> k & 1;
    if (id.name == kIsNone) {
      if (holds)
        return true;
      continue;
    }
    if (id.name == kEquals && id.extra < identities.size()) {
      bool cpu = ir::name_text(identities[id.extra].name) == "cpu";
      if (cpu == holds)
        return true; // is "cpu", or is not the accelerator it was compared with
    }
  }
  return false;
}

void Machine::judge(Frame &f, uint32_t i, std::string_view name, std::vector<Operand> &operands,
                    ConflictKind kind) {
  bool all_cpu = true;
  int tensors = 0;
  for (const Operand &o : operands)
    for (const Alternative &a : alternatives(o.value))
      if (is_tensor(a.value)) {
        ++tensors;
        all_cpu &=
            at(a.value).device().is_cpu() && a.guard.empty() && !(at(a.value).flags & kAssumed);
      } else if (at(a.value).kind == Kind::Unknown) {
        all_cpu = false;
      }
  if (tensors >= 2 && all_cpu) {
    observer.agreed(*this, site(f, i));
    return;
  }
  if (tensors < 2 || doubt)
    return;
  // A tensor on CUDA exists on runs that have CUDA only.
  static const ir::Name kCuda = ir::intern("cuda");
  uint32_t cuda_identity = identity(kAvailableId, 0, kCuda);
  int cuda_fact = -1;
  for (size_t k = 0; k < facts.size(); ++k)
    if (facts[k].identity == cuda_identity)
      cuda_fact = int(k);
  int told = 0;
  for (size_t m = 0; m < operands.size(); ++m)
    for (size_t n = m + 1; n < operands.size(); ++n)
      for (const Alternative &x : alternatives(operands[m].value)) {
        if (!is_tensor(x.value) || x.loose)
          continue;
        for (const Alternative &y : alternatives(operands[n].value)) {
          if (!is_tensor(y.value) || y.loose || x.guard.contradicts(y.guard))
            continue;
          Guard g = close(x.guard & y.guard);
          Guard whole = close(g & pc, true);
          if (whole.pos & whole.neg)
            continue;
          const Ground gx = at(x.value), gy = at(y.value);
          bool on_cuda =
              gx.device().type() == DeviceType::Cuda || gy.device().type() == DeviceType::Cuda;
          if (on_cuda && cuda_fact >= 0 && (whole.neg >> cuda_fact & 1))
            continue;
          Relation rel = relate(gx.device(), gy.device(), current_device_set);
          if (rel == Relation::Same || rel == Relation::Maybe)
            continue;
          // `device or "cpu"`: on the path where the device was not given, its symbol stands for
          // the default.
          if (rel == Relation::Latent &&
              not_given(gx.device().is_symbol() ? gx.device() : gy.device(), whole))
            continue;
          if (!pair_fails(operands[m], gx, operands[n], gy, rel))
            continue;
          // Two conditions that nothing ties together may well exclude each other.
          int opaque = 0;
          for (size_t k = 0; k < facts.size(); ++k)
            opaque += (g.facts() >> k & 1) && facts[k].opaque;
          if (opaque >= 2)
            continue;
          bool index =
              operands[m].rule == OperandRule::Index || operands[n].rule == OperandRule::Index;
          observer.conflict(*this, {index ? ConflictKind::Index : kind, site(f, i), name,
                                    operands[m], operands[n], x.value, y.value, rel, g});
          if (++told == 32) // one of them is shown
            return;
        }
      }
}

Value Machine::combine(Value a, Value b, bool &poison) {
  return map2(a, b, [&](Value x, Value y) -> Value {
    const Ground p = at(x), q = at(y);
    bool tp = p.kind == Kind::Tensor, tq = q.kind == Kind::Tensor;
    auto quiet = [](Kind k) {
      return k == Kind::None || k == Kind::Number || k == Kind::Int || k == Kind::Bool ||
             k == Kind::Str || k == Kind::Dtype || k == Kind::Array || k == Kind::Ellipsis ||
             k == Kind::Device || k == Kind::Text || k == Kind::Function || k == Kind::Host;
    };
    auto tri_or = [](Tri m, Tri n) {
      return m == Tri::Yes || n == Tri::Yes       ? Tri::Yes
             : m == Tri::Maybe || n == Tri::Maybe ? Tri::Maybe
                                                  : Tri::No;
    };
    auto broadcast = [](Tri m, Tri n) {
      return m == Tri::No || n == Tri::No     ? Tri::No
             : m == Tri::Yes && n == Tri::Yes ? Tri::Yes
                                              : Tri::Maybe;
    };
    if (tp && tq) {
      Device d = p.device(), e = q.device(), r;
      uint32_t origin = p.origin;
      Relation rel = relate(d, e, current_device_set);
      if (d.is_unknown() || e.is_unknown()) {
        Device known = d.is_unknown() ? e : d;
        Tri rank = d.is_unknown() ? q.rank0 : p.rank0;
        origin = d.is_unknown() ? q.origin : p.origin;
        r = known.is_cpu() && rank != Tri::No ? Device::unknown() : known;
      } else if (rel == Relation::Same) {
        r = d.index() == -1 && e.index() >= 0 ? e : d;
        if (p.device().is_cpu() && (q.flags & kMade))
          origin = q.origin;
      } else if (d.is_cpu() != e.is_cpu() && d.type() != DeviceType::Meta &&
                 e.type() != DeviceType::Meta) {
        const Ground &cpu = d.is_cpu() ? p : q;
        r = cpu.rank0 == Tri::No ? Device::unknown() : d.is_cpu() ? e : d;
        origin = d.is_cpu() ? q.origin : p.origin;
      } else {
        r = Device::unknown();
      }
      // After a conflict that was told go on as if the CPU side had been moved, so that it is not
      // told again further on.
      if (poison &&
          (rel == Relation::Different || rel == Relation::OtherIndex || rel == Relation::Latent))
        r = d.is_cpu() == e.is_cpu() ? Device::unknown() : d.is_cpu() ? e : d;
      return tensor(r, broadcast(p.rank0, q.rank0),
                    grad_mode == Tri::No ? Tri::No : tri_or(p.grad, q.grad),
                    uint8_t((p.flags | q.flags) & kAssumed), origin);
    }
    if (tp || tq) {
      const Ground &t = tp ? p : q, &o = tp ? q : p;
      Tri grad = grad_mode == Tri::No ? Tri::No : t.grad;
      if (quiet(o.kind))
        return tensor(t.device(), t.rank0, grad, uint8_t(t.flags & kAssumed), t.origin);
      bool sure = !t.device().is_cpu() || t.rank0 == Tri::No;
      return tensor(sure ? t.device() : Device::unknown(),
                    t.rank0 == Tri::No ? Tri::No : Tri::Maybe, grad == Tri::Yes ? Tri::Yes : grad,
                    uint8_t(t.flags & kAssumed), t.origin);
    }
    return kUnknown;
  });
}

Value Machine::operation(Frame &f, uint32_t i, std::string_view name,
                         std::vector<Operand> &operands, Tri result_rank, bool in_place) {
  judge(f, i, name, operands);
  Value result = kUnbound;
  bool poison = true;
  for (const Operand &o : operands) {
    if (o.rule == OperandRule::Free || o.rule == OperandRule::Index)
      if (result != kUnbound)
        continue;
    result = result == kUnbound ? o.value : combine(result, o.value, poison);
  }
  if (in_place && !operands.empty())
    return operands[0].value;
  if (result == kUnbound)
    return kUnknown;
  return map(result, [&](Value v) -> Value {
    const Ground g = at(v);
    if (g.kind != Kind::Tensor)
      return v;
    return tensor(g.device(), result_rank == Tri::Maybe ? g.rank0 : result_rank,
                  grad_mode == Tri::No ? Tri::No : g.grad, uint8_t(g.flags & kAssumed), g.origin);
  });
}

Value Machine::binary(Frame &f, uint32_t i) {
  const ir::Inst &in = f.code[i];
  auto op = ir::BinaryOp(in.aux);
  static const char *words[] = {"+", "-",  "*",  "/", "//", "%", "**",
                                "@", "<<", ">>", "&", "|",  "^"};
  Value left = prune(reg(f, in.a)), right = prune(reg(f, in.b));
  auto any_tensor = [&](Value v) {
    for (const Alternative &a : alternatives(v))
      if (is_tensor(a.value))
        return true;
    return false;
  };
  if (any_tensor(left) || any_tensor(right)) {
    bool in_place = in.flags & ir::kInPlace && is_tensor(left);
    OperandRule rule = op == ir::BinaryOp::MatMul ? OperandRule::Exact : OperandRule::Scalar;
    std::vector<Operand> ops{{left, f.code[in.a].span, kNone, in_place ? OperandRule::Exact : rule},
                             {right, f.code[in.b].span, kNone, rule}};
    if (op == ir::BinaryOp::Add)
      observer.accumulate(*this, site(f, i), left, right);
    return operation(f, i, words[in.aux], ops, Tri::Maybe, in_place);
  }
  return map2(left, right, [&](Value x, Value y) -> Value {
    const Ground p = at(x), q = at(y);
    auto numeric = [](Kind k) { return k == Kind::Int || k == Kind::Number || k == Kind::Bool; };
    if (p.kind == Kind::Int && q.kind == Kind::Int) {
      int64_t m = int64_t(uint64_t(p.b) << 32 | p.a), n = int64_t(uint64_t(q.b) << 32 | q.a), r;
      if (op == ir::BinaryOp::Add && !__builtin_add_overflow(m, n, &r))
        return integer(r);
      if (op == ir::BinaryOp::Sub && !__builtin_sub_overflow(m, n, &r))
        return integer(r);
      if (op == ir::BinaryOp::Mul && !__builtin_mul_overflow(m, n, &r))
        return integer(r);
      return number();
    }
    if (numeric(p.kind) && numeric(q.kind))
      return number();
    if (p.kind == Kind::Str && op == ir::BinaryOp::Add) {
      if (q.kind == Kind::Str &&
          ir::name_text(p.a).size() + ir::name_text(q.a).size() <= kLongestText)
        return text(ir::intern(std::string(ir::name_text(p.a)) + std::string(ir::name_text(q.a))));
      return values.add({.kind = Kind::Text, .a = 0, .b = p.a});
    }
    if (p.kind == Kind::Str && op == ir::BinaryOp::Mod) {
      std::string_view s = ir::name_text(p.a);
      return values.add({.kind = Kind::Text, .a = 0, .b = ir::intern(s.substr(0, s.find('%')))});
    }
    if (op == ir::BinaryOp::Add && (p.kind == Kind::Tuple || p.kind == Kind::Object) &&
        (q.kind == Kind::Tuple || q.kind == Kind::Object)) {
      std::vector<Value> items, more;
      if (known_elements(x, items) && known_elements(y, more) &&
          items.size() + more.size() <= kLongestTuple) {
        items.insert(items.end(), more.begin(), more.end());
        if (p.kind == Kind::Tuple)
          return values.make_tuple(items);
        if (in.flags & ir::kInPlace) {
          for (Value v : more)
            append(x, v);
          return x;
        }
        return new_list(items);
      }
      bool in_place = in.flags & ir::kInPlace && p.kind == Kind::Object;
      Value sum = in_place ? x : new_list({}, false);
      mutate(at(sum).a).exact = false;
      for (Value part : {x, y}) {
        if (part == sum)
          continue;
        std::vector<Value> members;
        if (!known_elements(part, members)) {
          if (const Object *o = object(part); o && o->shape == Shape::List) {
            members = o->elements;
            members.insert(members.end(), o->children.begin(), o->children.end());
            if (o->summary != kUnbound)
              members.push_back(o->summary);
          } else {
            members = {element_of(f, i, part, 0)};
          }
        }
        for (Value v : members)
          append(sum, v);
      }
      return sum;
    }
    if (op == ir::BinaryOp::Mul &&
        (p.kind == Kind::Tuple || (p.kind == Kind::Object && objects[p.a].shape == Shape::List))) {
      std::vector<Value> items;
      if (q.kind == Kind::Int && known_elements(x, items) && q.a <= 8 && !q.b &&
          items.size() * q.a <= kLongestTuple) {
        std::vector<Value> all;
        for (uint32_t k = 0; k < q.a; ++k)
          all.insert(all.end(), items.begin(), items.end());
        return p.kind == Kind::Tuple ? values.make_tuple(all) : new_list(all);
      }
      Value e = element_of(f, i, x, 0);
      return new_list(std::span(&e, 1), false);
    }
    if (p.kind == Kind::Array || q.kind == Kind::Array)
      return array_;
    return kUnknown;
  });
}

} // namespace offside::placement
