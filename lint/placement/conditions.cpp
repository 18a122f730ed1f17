// Conditions: which facts a branch rests on, and what a comparison can be known to give.
#include "lint/placement/choice.h"

namespace offside::placement {

static uint64_t mix(uint64_t h, uint64_t v) {
  h ^= v + 0x9e3779b97f4a7c15ull + (h << 6) + (h >> 2);
  h *= 0xff51afd7ed558ccdull;
  return h ^ (h >> 32);
}

uint32_t Machine::identity(uint8_t kind, uint32_t parent, ir::Name name, uint64_t extra) {
  uint64_t key = mix(mix(mix(kind, parent), name), extra);
  auto [it, fresh] = identity_table.try_emplace(key, uint32_t(identities.size()));
  if (fresh) {
    if (identities.size() >= 0xfffff)
      return it->second = 0;
    identities.push_back({parent, name, kind, key, extra});
  }
  return it->second;
}

// Never looked up again, so it needs no place in the table.
uint32_t Machine::fresh_identity(ir::Name name) {
  if (identities.size() >= 0xfffff)
    return 0;
  identities.push_back({0, name, kFreshId, mix(0xf2e5, ++fresh_counter), 0});
  return uint32_t(identities.size() - 1);
}

ir::Name Machine::entry_name(const model::Entry &e) {
  auto [it, fresh] = entry_names.try_emplace(&e);
  if (fresh)
    it->second = ir::intern(e.name);
  return it->second;
}

ir::Name Machine::joined(ir::Name base, ir::Name attribute) {
  auto [it, fresh] = joined_names.try_emplace(uint64_t(base) << 32 | attribute);
  if (fresh) // a name of a length that no library has stays as it is
    it->second = ir::name_text(base).size() > kLongestName
                     ? base
                     : ir::intern(std::string(ir::name_text(base)) + "." +
                                  std::string(ir::name_text(attribute)));
  return it->second;
}

// Facts that a fact implies hold as well; `host`: with what it says about the host.
Guard Machine::close(Guard g, bool host) const {
  for (int round = 0; round < 3; ++round) {
    Guard before = g;
    for (size_t i = 0; i < facts.size(); ++i) {
      if (g.pos >> i & 1)
        g = host ? g & facts[i].when_true & facts[i].host_true : g & facts[i].when_true;
      if (g.neg >> i & 1)
        g = host ? g & facts[i].when_false & facts[i].host_false : g & facts[i].when_false;
    }
    if (before == g)
      break;
  }
  return g;
}

int Machine::fact(uint64_t key, uint32_t id, bool opaque) {
  for (size_t i = 0; i < facts.size(); ++i)
    if (facts[i].key == key)
      return int(i);
  if (facts.size() >= 64)
    return -1;
  facts.push_back({key, {}, {}, id, opaque});
  return int(facts.size() - 1);
}

uint64_t Machine::content_hash(Value v) const {
  if (v == kUnbound)
    return 7;
  const Ground &g = at(v);
  uint64_t h = mix(11, uint64_t(g.kind));
  if (g.kind == Kind::Choice) {
    for (const Alternative &a : values.alternatives(g))
      h = mix(mix(mix(h, a.guard.pos), a.guard.neg), content_hash(a.value));
    return h;
  }
  if (g.kind == Kind::Tuple && !values.unwieldy(g)) {
    for (Value x : values.tuple(g))
      h = mix(h, content_hash(x));
    return h;
  }
  return mix(mix(mix(mix(h, g.a), g.b), g.c), g.flags);
}

uint32_t Machine::identity_of(Value v) {
  const Ground &g = at(v);
  if (g.kind == Kind::Unknown || g.kind == Kind::Number || g.kind == Kind::Text)
    return g.a;
  if (g.kind == Kind::Object || g.kind == Kind::Module || g.kind == Kind::Class ||
      g.kind == Kind::Library)
    return identity(kItemId, uint32_t(g.kind), g.a, g.b);
  if (g.kind == Kind::Int || g.kind == Kind::Str || g.kind == Kind::Bool || g.kind == Kind::None)
    return identity(kItemId, 0x100 + uint32_t(g.kind), g.a, g.b);
  return 0;
}

Value Machine::negate(Value v) {
  return map(v, [&](Value x) -> Value {
    const Ground g = at(x);
    switch (g.kind) {
    case Kind::Unknown:
      return g.a ? unknown(g.a, !g.flags) : kUnknown;
    case Kind::Number:
    case Kind::Text:
      return g.a ? unknown(g.a, true) : kUnknown;
    default: {
      Truth t = truth(x);
      if (t.can_be_true != t.can_be_false)
        return boolean(t.can_be_false);
      return kUnknown;
    }
    }
  });
}

// Which facts a condition implies: where there is CUDA, or a device that is not the CPU, there is
// an accelerator.
Machine::Implied Machine::implied_facts(uint32_t condition) {
  static const ir::Name accelerator = ir::intern("accelerator"), equals = ir::intern("=="),
                        type = ir::intern("type");
  const Identity id = identities[condition];
  const auto available = [&] {
    const uint32_t what = identity(kAvailableId, 0, accelerator);
    return fact(identities[what].key, what, false);
  };
  if (id.kind == kAvailableId && !id.parent && id.name != accelerator)
    return {available(), -1};
  if (id.kind == kCompareId && id.name == equals && identities[id.parent].kind == kAttrId &&
      identities[id.parent].name == type && id.extra && id.extra < identities.size() &&
      identities[id.extra].kind == kItemId &&
      identities[id.extra].parent == 0x100 + uint32_t(Kind::Str)) {
    const std::string_view text = ir::name_text(identities[id.extra].name);
    if (text == "cpu")
      return {-1, available()};
    if (text == "cuda")
      return {available(), -1};
  }
  return {};
}

Truth Machine::truth(Value v) {
  if (v == kUnbound)
    v = kUnknown;
  const Ground g = at(v);
  auto known = [](bool b) { return Truth{b, !b, {}, {}, true}; };
  switch (g.kind) {
  case Kind::None:
    return known(false);
  case Kind::Bool:
    return known(g.a);
  case Kind::Int:
    return known(g.a || g.b);
  case Kind::Str:
    return known(!ir::name_text(g.a).empty());
  case Kind::Tuple:
    return known(g.b > 0);
  case Kind::Device:
  case Kind::Function:
  case Kind::Class:
  case Kind::Library:
  case Kind::Module:
  case Kind::Bound:
  case Kind::Method:
  case Kind::Dtype:
  case Kind::Partial:
  case Kind::Wrapped:
  case Kind::Ellipsis:
    return known(true);
  case Kind::Object: {
    const Object &o = objects[g.a];
    if (o.shape == Shape::Instance || o.shape == Shape::Library)
      return known(true);
    if (o.shape == Shape::List && !o.elements.empty())
      return known(true);
    if (o.shape == Shape::Dict && !o.items.empty())
      return known(true);
    return {true, true, {}, {}, false};
  }
  case Kind::Unknown:
  case Kind::Number:
  case Kind::Text: {
    if (!g.a)
      return {true, true, {}, {}, false};
    const Identity &id = identities[g.a];
    // Code that handles tensors runs where torch is installed.
    if (g.kind == Kind::Unknown && id.kind == kGlobalId &&
        ir::name_text(id.name).ends_with("torch_available"))
      return known(!g.flags);
    // A run that checks for an accelerator has at least CUDA's answer when it says yes.
    const Implied more = implied_facts(g.a);
    int f = fact(identities[g.a].key, g.a, identities[g.a].kind == kFreshId);
    if (f < 0)
      return {true, true, {}, {}, false};
    // Only facts that are older: a younger one may make room for another.
    if (more.by_truth >= 0 && more.by_truth < f)
      facts[size_t(f)].host_true = Guard::literal(more.by_truth, true);
    if (more.by_falsehood >= 0 && more.by_falsehood < f)
      facts[size_t(f)].host_false = Guard::literal(more.by_falsehood, true);
    bool negated = g.kind == Kind::Unknown && g.flags;
    return {true, true, close(Guard::literal(f, !negated)), close(Guard::literal(f, negated)),
            true};
  }
  case Kind::Choice: {
    AltList alts = alternatives(v), yes, no;
    bool exact = true;
    for (const Alternative &a : alts) {
      Truth t = truth(a.value);
      exact &= t.exact && !a.loose;
      if (t.can_be_true && !(a.guard.contradicts(t.when_true)))
        yes.push_back({a.guard & t.when_true, a.value});
      if (t.can_be_false && !(a.guard.contradicts(t.when_false)))
        no.push_back({a.guard & t.when_false, a.value});
    }
    Truth out;
    out.can_be_true = !yes.empty();
    out.can_be_false = !no.empty();
    if (yes.empty() || no.empty())
      return out;
    auto common = [](const AltList &l) {
      Guard g = l[0].guard;
      for (const Alternative &a : l) {
        g.pos &= a.guard.pos;
        g.neg &= a.guard.neg;
      }
      return g;
    };
    out.when_true = common(yes);
    out.when_false = common(no);
    bool opposite = out.when_true.contradicts(out.when_false);
    if (exact && yes.size() == 1 && no.size() == 1 && opposite)
      return out;
    if (exact && yes.size() == 1 && opposite && out.when_false.size() == 1)
      return out;
    if (exact && no.size() == 1 && opposite && out.when_true.size() == 1)
      return out;
    // Neither side is one conjunction: the condition becomes a fact of its own.
    int f = fact(mix(99, content_hash(v)), identity_of(alts[0].value), false);
    if (f < 0) {
      out.exact = false;
      return out;
    }
    facts[size_t(f)].when_true = out.when_true;
    facts[size_t(f)].when_false = out.when_false;
    out.when_true = close(Guard::literal(f, true) & out.when_true);
    out.when_false = close(Guard::literal(f, false) & out.when_false);
    return out;
  }
  default:
    return {true, true, {}, {}, false};
  }
}

// --- comparisons
// ---------------------------------------------------------------------------------------------------

Value Machine::compare(Frame &f, const ir::Inst &in, ir::Reg at_inst) {
  using C = ir::CompareOp;
  C op = C(in.aux);
  Value left = prune(reg(f, in.a)), right = prune(reg(f, in.b));
  observer.compare(*this, site(f, at_inst), op, left, right);
  bool negative = op == C::Ne || op == C::IsNot || op == C::NotIn;
  auto result = [&](bool b) { return boolean(b != negative); };
  Value out = map2(left, right, [&](Value l, Value r) -> Value {
    const Ground x = at(l), y = at(r);
    if (op == C::Is || op == C::IsNot || op == C::Eq || op == C::Ne) {
      if (x.kind == Kind::None || y.kind == Kind::None) {
        const Ground &o = x.kind == Kind::None ? y : x;
        if (o.kind == Kind::None)
          return result(true);
        if (o.kind != Kind::Unknown && o.kind != Kind::Number && o.kind != Kind::Text)
          return result(false);
        if (o.kind != Kind::Unknown)
          return result(false);
        return o.a ? unknown(identity(kCompareId, o.a, known().is_none), negative) : kUnknown;
      }
      auto constant = [](Kind k) { return k == Kind::Str || k == Kind::Int || k == Kind::Bool; };
      if (constant(x.kind) && constant(y.kind)) {
        if (x.kind == y.kind)
          return result(x.a == y.a && x.b == y.b);
        if (x.kind == Kind::Str || y.kind == Kind::Str)
          return result(false);
      }
      if (x.kind == Kind::Device && y.kind == Kind::Device && !Device{x.a}.is_symbol() &&
          !Device{y.a}.is_symbol() && !Device{x.a}.is_unknown() && !Device{y.a}.is_unknown()) {
        if (Device{x.a}.type() != Device{y.a}.type())
          return result(false);
        if (Device{x.a}.is_cpu())
          return result(true);
      }
      if (x.kind == Kind::Device && y.kind == Kind::Device && x.a == y.a && Device{x.a}.is_symbol())
        return result(true);
      if (x.kind == Kind::Dtype || y.kind == Kind::Dtype)
        return kUnknown;
      // A tensor compared element by element is an operation, done by the caller.
      if (x.kind == Kind::Tensor || y.kind == Kind::Tensor)
        return kUnknown;
    }
    if (op == C::In || op == C::NotIn) {
      // device.type in ("cpu", "meta"): no accelerator either way.
      if (x.kind != Kind::Str && y.kind == Kind::Tuple && y.b == 2 && identity_of(l)) {
        static const ir::Name cpu = ir::intern("cpu"), meta = ir::intern("meta");
        const Value one = values.tuple(y)[0], other = values.tuple(y)[1];
        if (at(one).kind == Kind::Str && at(one).a == cpu && at(other).kind == Kind::Str &&
            at(other).a == meta)
          return unknown(identity(kCompareId, identity_of(l), ir::intern("=="), identity_of(one)),
                         negative);
      }
      if (x.kind == Kind::Str && y.kind == Kind::Tuple) {
        for (Value e : values.tuple(y)) {
          if (at(e).kind != Kind::Str)
            return kUnknown;
          if (at(e).a == x.a)
            return result(true);
        }
        return result(false);
      }
      if (x.kind == Kind::Str && y.kind == Kind::Str)
        return result(ir::name_text(y.a).find(ir::name_text(x.a)) != std::string_view::npos);
      // A cache that is known to be empty.
      if (y.kind == Kind::Object && objects[y.a].shape == Shape::Dict && x.kind == Kind::Str &&
          objects[y.a].exact && objects[y.a].summary == kUnbound) {
        for (const DictItem &item : objects[y.a].items)
          if (same(item.key, l))
            return result(true);
        return result(false);
      }
    }
    // device_count() > 0, >= 1, != 0 says that there is one.
    if (x.kind == Kind::Number && y.kind == Kind::Int && x.a &&
        identities[x.a].kind == kAvailableId) {
      int64_t n = int64_t(uint64_t(y.b) << 32 | y.a);
      uint32_t available = identities[x.a].parent ? identities[x.a].parent : x.a;
      if ((op == C::Gt && n == 0) || (op == C::Ge && n == 1) || (op == C::Ne && n == 0))
        return unknown(available, false);
      if ((op == C::Eq && n == 0) || (op == C::Lt && n == 1))
        return unknown(available, true);
      if ((op == C::Gt && n >= 1) || (op == C::Ge && n >= 2)) {
        uint32_t id = identity(kCompareId, x.a, ir::intern(">"), uint64_t(n));
        uint32_t key = available;
        int fa = fact(identities[key].key, key, false), fb = fact(identities[id].key, id, false);
        if (fa >= 0 && fb >= 0)
          facts[size_t(fb)].when_true = Guard::literal(fa, true);
        return unknown(id);
      }
    }
    uint32_t a = identity_of(l), b = identity_of(r);
    if (!a || !b)
      return kUnknown;
    if (a == b && (op == C::Eq || op == C::Ne || op == C::Is || op == C::IsNot))
      return result(true);
    C positive = op == C::Ne ? C::Eq : op == C::IsNot ? C::Is : op == C::NotIn ? C::In : op;
    static const char *words[] = {"==", "!=", "<", "<=", ">", ">=", "is", "is not", "in", "not in"};
    bool flip = negative;
    // `<` and `>=` are opposites, so are `>` and `<=`.
    if (positive == C::Ge) {
      positive = C::Lt;
      flip = !flip;
    }
    if (positive == C::Le) {
      positive = C::Gt;
      flip = !flip;
    }
    return unknown(identity(kCompareId, a, ir::intern(words[size_t(positive)]), b), flip);
  });
  if (out == kUnknown)
    out = unknown(fresh_identity()); // a condition of its own
  return out;
}

std::string Machine::identity_text(uint32_t id, int depth) const {
  if (!id || id >= identities.size())
    return "a condition";
  if (depth > 5)
    return "...";
  const Identity &i = identities[id];
  std::string name(ir::name_text(i.name));
  switch (i.kind) {
  case kAttrId:
    return identity_text(i.parent, depth + 1) + "." + name;
  case kParamId:
  case kGlobalId:
    return name;
  case kAvailableId:
    return name;
  case kCallId:
    return identity_text(i.parent, depth + 1) + "()";
  case kCompareId:
    return identity_text(i.parent, depth + 1) + " " + name;
  case kItemId:
    return i.parent < 0x100 && i.parent ? identity_text(i.parent, depth + 1) + "[...]" : name;
  default:
    return name.empty() ? "a condition" : name;
  }
}

std::string Machine::guard_text(Guard g) const {
  std::string out;
  for (size_t i = 0; i < facts.size(); ++i) {
    bool yes = g.pos >> i & 1, no = g.neg >> i & 1;
    if (!yes && !no)
      continue;
    if (!facts[i].identity)
      continue;
    std::string t = identity_text(facts[i].identity);
    if (t == "a condition" || t.empty())
      continue;
    out += (out.empty() ? "" : " and ") + std::string("`") + t + "` is " + (yes ? "true" : "false");
  }
  return out;
}

} // namespace offside::placement
