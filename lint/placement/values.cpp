// Making, comparing and choosing between abstract values.
#include "lint/placement/choice.h"

#include <algorithm>

namespace offside::placement {

Machine::Machine(const Index &i, Observer &o, const Settings &s)
    : index(i), model(i.model), settings(s), observer(o) {
  identities.emplace_back();                                      // 0: nothing
  identities.push_back({0, ir::intern("inputs"), kInputs, 1, 0}); // kInputsIdentity
  events.emplace_back();
  auto simple = [&](Kind k) { return values.add({.kind = k}); };
  none_ = simple(Kind::None);
  true_ = values.add({.kind = Kind::Bool, .a = 1});
  false_ = values.add({.kind = Kind::Bool, .a = 0});
  ellipsis_ = simple(Kind::Ellipsis);
  dtype_ = simple(Kind::Dtype);
  host_ = simple(Kind::Host);
  array_ = simple(Kind::Array);
  text_ = simple(Kind::Text);
  number_ = simple(Kind::Number);
}

Value Machine::integer(int64_t i) {
  return values.add({.kind = Kind::Int, .a = uint32_t(i), .b = uint32_t(uint64_t(i) >> 32)});
}
Value Machine::text(ir::Name n) { return values.add({.kind = Kind::Str, .a = n}); }
Value Machine::unknown(uint32_t identity, bool negated) {
  if (!identity && !negated)
    return kUnknown;
  return values.add({.kind = Kind::Unknown, .flags = uint8_t(negated), .a = identity});
}
Value Machine::number(uint32_t identity) {
  return identity ? values.add({.kind = Kind::Number, .a = identity}) : number_;
}
Value Machine::device_value(Device d, uint32_t origin) {
  return values.add({.kind = Kind::Device, .a = d.bits, .origin = origin});
}
Value Machine::tensor(Device d, Tri rank0, Tri grad, uint8_t flags, uint32_t origin) {
  return values.add({.kind = Kind::Tensor,
                     .rank0 = rank0,
                     .grad = grad,
                     .flags = flags,
                     .a = d.bits,
                     .origin = origin});
}

bool Machine::same_ground(Value a, Value b) const {
  if (a == b)
    return true;
  if (a == kUnbound || b == kUnbound)
    return false;
  const Ground &x = at(a), &y = at(b);
  if (x.kind != y.kind)
    return false;
  switch (x.kind) {
  case Kind::Tensor:
    return x.a == y.a && x.rank0 == y.rank0 && x.grad == y.grad && x.flags == y.flags;
  case Kind::Tuple: {
    if (values.unwieldy(x) || values.unwieldy(y))
      return x.a == y.a && x.b == y.b;
    auto p = values.tuple(x), q = values.tuple(y);
    return p.size() == q.size() &&
           std::equal(p.begin(), p.end(), q.begin(), [&](Value v, Value w) { return same(v, w); });
  }
  case Kind::Unknown:
    return x.a == y.a && x.flags == y.flags;
  case Kind::Bound:
  case Kind::Method:
  case Kind::Super:
    return x.b == y.b && x.c == y.c && same(x.a, y.a);
  case Kind::Partial:
  case Kind::Wrapped:
    return x.b == y.b && x.a == y.a;
  default:
    return x.a == y.a && x.b == y.b && x.c == y.c;
  }
}

bool Machine::same(Value a, Value b) const {
  if (a == b)
    return true;
  if (a == kUnbound || b == kUnbound)
    return false;
  const Ground &x = at(a), &y = at(b);
  if (x.kind != Kind::Choice || y.kind != Kind::Choice)
    return x.kind == y.kind && same_ground(a, b);
  auto p = values.alternatives(x), q = values.alternatives(y);
  if (p.size() != q.size())
    return false;
  for (size_t i = 0; i < p.size(); ++i)
    if (!(p[i].guard == q[i].guard) || !same_ground(p[i].value, q[i].value))
      return false;
  return true;
}

bool Machine::all_tensors(Value v) const {
  const AltList all = alternatives(v);
  return std::all_of(all.begin(), all.end(),
                     [&](const Alternative &a) { return is_tensor(a.value); });
}

AltList Machine::alternatives(Value v) const {
  if (v == kUnbound)
    return {{Guard{}, kUnknown, false}};
  const Ground &g = at(v);
  if (g.kind != Kind::Choice)
    return {{Guard{}, v, false}};
  AltList out;
  for (const Alternative &a : values.alternatives(g))
    if (!a.guard.contradicts(pc))
      out.push_back({a.guard.minus(pc), a.value, a.loose});
  return out;
}

// Merges equal alternatives, drops contradictions, widens when there are too many.
Value Machine::choose(AltList alts) {
  for (Alternative &a : alts)
    if (a.guard.pos & a.guard.neg)
      a.guard.pos = a.guard.neg = ~uint64_t(0);
  alts.erase_if([](const Alternative &a) { return a.guard.pos & a.guard.neg; });
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t i = 0; i < alts.size() && !changed; ++i)
      for (size_t j = i + 1; j < alts.size() && !changed; ++j) {
        Alternative &x = alts[i], &y = alts[j];
        if (!same_ground(x.value, y.value))
          continue;
        uint64_t differ = (x.guard.pos & y.guard.neg) | (x.guard.neg & y.guard.pos);
        Guard rest_x = {x.guard.pos & ~differ, x.guard.neg & ~differ};
        Guard rest_y = {y.guard.pos & ~differ, y.guard.neg & ~differ};
        if (std::popcount(differ) == 1 && rest_x == rest_y) {
          x.guard = rest_x;
          x.loose |= y.loose;
        } else if (x.guard == y.guard || y.guard.implies(x.guard)) {
          x.loose &= y.loose;
        } else if (x.guard.implies(y.guard)) {
          x.guard = y.guard;
          x.loose &= y.loose;
        } else {
          continue;
        }
        alts.erase(alts.begin() + j);
        changed = true;
      }
  }
  if (alts.empty())
    return kUnknown;
  if (alts.size() == 1)
    return alts[0].value;
  // Tensors that only may be taken, all on one device: where it lives is no question.
  bool loose = false, one_device = true;
  for (const Alternative &a : alts) {
    loose |= a.loose;
    one_device &= is_tensor(a.value) && at(a.value).a == at(alts[0].value).a;
  }
  if (loose && one_device) {
    Ground g = at(alts[0].value);
    for (const Alternative &a : alts) {
      const Ground &o = at(a.value);
      g.rank0 = g.rank0 == o.rank0 ? g.rank0 : Tri::Maybe;
      g.grad = g.grad == o.grad ? g.grad : Tri::Maybe;
      g.flags &= o.flags;
    }
    return values.add(g);
  }
  if (alts.size() > kMaxAlternatives) {
    // All tensors: a tensor on an unknown device; else nothing is known.
    bool tensors = std::all_of(alts.begin(), alts.end(),
                               [&](const Alternative &a) { return is_tensor(a.value); });
    return tensors ? tensor(Device::unknown(), Tri::Maybe, Tri::Maybe, 0, 0) : kUnknown;
  }
  Ground g{.kind = Kind::Choice, .a = uint32_t(values.choices.size()), .b = uint32_t(alts.size())};
  values.choices.insert(values.choices.end(), alts.begin(), alts.end());
  return values.add(g);
}

Value Machine::prune(Value v) {
  if (v == kUnbound || at(v).kind != Kind::Choice)
    return v;
  if (pc.empty())
    return v;
  AltList alts = alternatives(v);
  auto all = values.alternatives(at(v));
  if (alts.size() == all.size()) {
    bool equal = true;
    for (size_t i = 0; i < all.size(); ++i)
      equal &= all[i].guard == alts[i].guard;
    if (equal)
      return v;
  }
  return choose(std::move(alts));
}

// The value of a place that held `old` and gets `fresh` when `delta` holds.
Value Machine::gated(Value old, Value fresh, Guard delta, bool blurred) {
  if (old == kUnbound || (delta.empty() && !blurred))
    return fresh;
  if (same(old, fresh))
    return old;
  AltList out;
  auto raw = [&](Value v) -> AltList {
    if (at(v).kind != Kind::Choice)
      return {{Guard{}, v, false}};
    auto s = values.alternatives(at(v));
    return {s.data(), s.data() + s.size()};
  };
  for (const Alternative &a : raw(fresh))
    if (!a.guard.contradicts(delta))
      out.push_back({a.guard & delta, a.value, a.loose || blurred});
  AltList before = raw(old);
  if (blurred || delta.size() > 3) {
    for (const Alternative &a : before)
      if (!delta.implies(a.guard) || blurred || delta.size() > 3)
        out.push_back({a.guard, a.value, true});
    return choose(std::move(out));
  }
  // not(l1 and l2 and ...) = not l1, or l1 and not l2, or ...
  Guard prefix;
  for (int f = 0; f < 64; ++f) {
    uint64_t bit = uint64_t(1) << f;
    if (!(delta.facts() & bit))
      continue;
    bool holds = delta.pos & bit;
    Guard opposite = prefix & Guard::literal(f, !holds);
    for (const Alternative &a : before)
      if (!a.guard.contradicts(opposite))
        out.push_back({a.guard & opposite, a.value, a.loose});
    prefix = prefix & Guard::literal(f, holds);
  }
  return choose(std::move(out));
}

Value Machine::join(Value a, Value b) {
  if (a == kUnbound || same(a, b))
    return b;
  if (b == kUnbound)
    return a;
  AltList out = alternatives(a), more = alternatives(b);
  for (Alternative &x : out)
    x.loose = true;
  for (Alternative &x : more)
    out.push_back({x.guard, x.value, true});
  return choose(std::move(out));
}

uint32_t Machine::event(EventKind kind, uint32_t program, ir::Span span, uint32_t parent,
                        ir::Name name) {
  events.push_back({kind, program, span, parent, name});
  return uint32_t(events.size() - 1);
}

Site Machine::site(const Frame &f, uint32_t inst) const {
  return {f.program, f.function, inst, inst < f.f->count ? f.code[inst].span : f.f->span};
}

} // namespace offside::placement
