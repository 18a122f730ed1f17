// Lists, tuples, dicts, batches and indexing.
#include "lint/placement/choice.h"

#include <algorithm>

namespace offside::placement {

using ir::kNone;

Value Machine::new_object(Object o) {
  o.birth = pc;
  o.loop_level = uint32_t(loops.size());
  objects.push_back(std::move(o));
  return values.add({.kind = Kind::Object, .a = uint32_t(objects.size() - 1)});
}

// A writable object; what older roots must find unchanged is saved first.
Object &Machine::mutate(uint32_t id) {
  if (id < object_mark && undo_ids.insert(id).second)
    undo.emplace_back(id, objects[id]);
  return objects[id];
}

Value Machine::new_list(std::span<const Value> elements, bool exact) {
  Object o{.shape = Shape::List, .exact = exact};
  if (exact && elements.size() <= 32) {
    o.elements.assign(elements.begin(), elements.end());
  } else {
    o.exact = false;
    for (Value v : elements)
      if (elements.size() <= 32 ||
          std::none_of(o.children.begin(), o.children.end(), [&](Value w) { return same(v, w); })) {
        if (o.children.size() == kMaxMembers) { // a table of data
          o.summary = kUnknown;
          break;
        }
        o.children.push_back(v);
      }
  }
  return new_object(std::move(o));
}

Value Machine::list_summary(const Object &o) {
  if (o.summary == kUnknown && o.children.size() == kMaxMembers)
    return kUnknown;
  std::vector<Value> members = o.elements;
  members.insert(members.end(), o.children.begin(), o.children.end());
  if (o.summary == kUnbound)
    return members.empty() ? kUnknown : one_of(std::move(members));
  Value v = o.summary;
  for (Value e : members)
    v = join(v, e);
  return v;
}

// Some member of a collection. Every member has its turn, so what holds for one of them is no
// guess: the alternatives stand under facts of their own instead of being loose.
Value Machine::one_of(std::vector<Value> members) {
  std::vector<Value> distinct;
  for (Value v : members)
    if (std::none_of(distinct.begin(), distinct.end(), [&](Value w) { return same(v, w); })) {
      if (distinct.size() == kMaxMembers)
        return kUnknown;
      distinct.push_back(v);
    }
  if (distinct.empty())
    return kUnknown;
  AltList out;
  Guard others;
  bool loose = distinct.size() > 4;
  for (size_t k = 0; k < distinct.size(); ++k) {
    Guard mine = others;
    if (k + 1 < distinct.size() && !loose) {
      int n = fact(uint64_t(++fresh_counter) << 8 | 0x5e, 0, false);
      loose = n < 0;
      if (!loose) {
        facts[size_t(n)].selector = true;
        mine = others & Guard::literal(n, true);
        others = others & Guard::literal(n, false);
      }
    }
    for (const Alternative &a : alternatives(distinct[k]))
      out.push_back({a.guard & mine, a.value, a.loose || loose});
  }
  return choose(std::move(out));
}

void Machine::append(Value list, Value element) {
  for (const Alternative &alt : alternatives(list)) {
    if (at(alt.value).kind != Kind::Object)
      continue;
    Object &o = mutate(at(alt.value).a);
    if (o.shape == Shape::Library) {
      o.children.push_back(element);
      continue;
    }
    // Elements are known one by one while every loop around the append is walked element by
    // element.
    bool straight =
        o.exact && pc == o.birth && !alt.loose && alt.guard.empty() && o.elements.size() < 32;
    for (size_t k = o.loop_level; k < loops.size(); ++k)
      straight &= loops[k].element != kUnbound;
    if (straight) {
      o.elements.push_back(element);
    } else {
      // Members at unknown positions, each of them surely there on the path that appends it.
      uint32_t id = at(alt.value).a;
      Guard here = delta(o);
      bool loose = alt.loose || blur > 0;
      Value member = here.empty() && !loose ? element : kUnbound;
      if (member == kUnbound) {
        AltList guarded;
        for (const Alternative &a : alternatives(element))
          guarded.push_back({a.guard & here, a.value, a.loose || loose});
        guarded.push_back({{}, none_, true});
        member = guarded.size() <= kMaxAlternatives ? choose(guarded) : element;
      }
      Object &list = objects[id];
      list.exact = false;
      bool known = std::any_of(list.children.begin(), list.children.end(),
                               [&](Value v) { return same(v, member); });
      if (!known && list.children.size() < 8)
        list.children.push_back(member);
      else if (!known)
        list.summary = join(list.summary, kUnknown);
      note_escape(member);
    }
  }
}

void Machine::set_dict(Value dict, Value key, Value v) {
  for (const Alternative &alt : alternatives(dict)) {
    if (at(alt.value).kind != Kind::Object)
      continue;
    uint32_t id = at(alt.value).a;
    Kind k = at(key).kind;
    if (k == Kind::Str || k == Kind::Int) {
      mutate(id);
      bool found = false;
      for (size_t n = 0; n < objects[id].items.size(); ++n)
        if (same(objects[id].items[n].key, key)) {
          Value merged = gated(objects[id].items[n].value, v, delta(objects[id]), blur > 0);
          objects[id].items[n].value = merged;
          note_escape(merged);
          found = true;
        }
      if (!found && objects[id].items.size() < 64)
        objects[id].items.push_back({key, v});
      note_escape(v);
    } else {
      Value merged = join(objects[id].summary, v);
      mutate(id).summary = merged;
      objects[id].exact = false;
    }
  }
}

Value Machine::get_dict(const Object &d, Value key) {
  Kind k = at(key).kind;
  if (k == Kind::Str || k == Kind::Int) {
    for (const DictItem &item : d.items)
      if (same(item.key, key))
        return prune(item.value);
    return d.summary != kUnbound ? prune(d.summary) : kUnknown;
  }
  Value v = d.summary;
  std::vector<DictItem> items = d.items;
  for (const DictItem &item : items)
    v = join(v, item.value);
  return v == kUnbound ? kUnknown : v;
}

// An item of a defaultdict: a key that is not there yet gets what the factory makes.
Value Machine::defaulted_item(Frame &f, uint32_t i, Value dict, Value key) {
  const Object o = objects[at(dict).a];
  const bool constant = at(key).kind == Kind::Str || at(key).kind == Kind::Int;
  const bool there =
      constant && std::any_of(o.items.begin(), o.items.end(),
                              [&](const DictItem &item) { return same(item.key, key); });
  if (there || o.summary != kUnbound)
    return get_dict(o, key);
  std::vector<Actual> no_args;
  const Value made = invoke(f, i, o.subject, no_args);
  if (const Object *list = object(made); list && list->shape == Shape::List)
    mutate(at(made).a).exact = false; // filled where nobody looked
  set_dict(dict, constant ? key : kUnknown, made);
  return made;
}

// A row of a tensor, or an element of a batch: same device, rank one less.
Value Machine::rows_of(Value t) {
  const Ground g = at(t);
  return tensor(g.device(), Tri::Maybe, g.grad, g.flags & (kBatch | kAssumed), g.origin);
}

bool Machine::known_elements(Value iterable, std::vector<Value> &out) {
  const Ground g = at(iterable);
  if (g.kind == Kind::Tuple) {
    auto t = values.tuple(g);
    out.assign(t.begin(), t.end());
    return true;
  }
  if (g.kind == Kind::Object) {
    const Object &o = objects[g.a];
    if (o.shape == Shape::List && o.exact) {
      out = o.elements;
      return true;
    }
    if (o.shape == Shape::Dict && o.exact && o.summary == kUnbound) {
      for (const DictItem &item : o.items)
        out.push_back(item.key);
      return true;
    }
    if (o.shape == Shape::Library && o.exact && !o.children.empty()) {
      out = o.children;
      return true;
    }
  }
  return false;
}

// What iterating over a loader or data set gives.
Value Machine::batch_of(Frame &f, uint32_t i, Value source) {
  const Object o = objects[at(source).a];
  uint32_t ev = event(EventKind::Batch, f.program, f.code[i].span, o.origin);
  if (o.device != kUnbound) {
    Value d = o.device;
    return map(d, [&](Value x) -> Value {
      return at(x).kind == Kind::Device
                 ? tensor(at(x).device(), Tri::No, Tri::No, kBatch | kWholeBatch, ev)
                 : kUnknown;
    });
  }
  if (o.subject != kUnbound && at(o.subject).kind == Kind::Object) {
    const Object data = objects[at(o.subject).a];
    if (data.shape == Shape::Library && !data.children.empty()) { // TensorDataset
      std::vector<Value> parts;
      for (Value c : data.children)
        parts.push_back(map(c, [&](Value x) -> Value {
          const Ground g = at(x);
          return g.kind == Kind::Tensor ? tensor(g.device(), Tri::No, g.grad, kBatch,
                                                 g.device().is_cpu() ? ev : g.origin)
                                        : kUnknown;
        }));
      return values.make_tuple(parts);
    }
  }
  return tensor(Device::cpu(), Tri::No, Tri::No, kBatch | kWholeBatch, ev);
}

// `axes[0]`, `for ax in axes`: a library object whose class says what its members are.
Value Machine::member_of_library(Frame &f, uint32_t i, Value v) {
  const Object &o = objects[at(v).a];
  const model::Entry *e = o.entry ? model.find_method(*o.entry, known().getitem) : nullptr;
  if (!e || e->result != model::Result::Instance)
    return kUnknown;
  std::vector<Actual> no_args;
  return call_library(f, i, entry_name(*e), v, no_args);
}

Value Machine::element_of(Frame &f, uint32_t i, Value iterable, uint64_t pass) {
  return map(prune(iterable), [&](Value v) -> Value {
    const Ground g = at(v);
    switch (g.kind) {
    case Kind::Tensor:
      return rows_of(v);
    case Kind::Tuple: {
      auto t = values.tuple(g);
      return one_of(std::vector<Value>(t.begin(), t.end()));
    }
    case Kind::Str:
    case Kind::Text:
      return values.add({.kind = Kind::Text});
    case Kind::Array:
      return array_;
    case Kind::Unknown:
      return g.a ? unknown(identity(kItemId, g.a, kNone, ++fresh_counter)) : kUnknown;
    case Kind::Object: {
      const Object o = objects[g.a];
      switch (o.shape) {
      case Shape::List:
      case Shape::Set:
      case Shape::Iterator:
        return list_summary(o);
      case Shape::Dict: {
        Value e = kUnbound;
        for (const DictItem &item : o.items)
          e = join(e, item.key);
        return o.summary != kUnbound || e == kUnbound ? kUnknown : e;
      }
      case Shape::Library:
        if (!o.children.empty())
          return one_of(o.children);
        if (o.entry && o.entry->has(model::Effect::Loader))
          return batch_of(f, i, v);
        return member_of_library(f, i, v);
      case Shape::Instance: {
        ClassRef c{o.program, o.klass};
        const Deeper level(nesting); // an iterator may be made of iterators of its own kind
        if (nesting > kMaxNesting)
          return kUnknown;
        if (Index::Found m = index.lookup(c, known().iter);
            m.member && m.member->function != kNone) {
          std::vector<Actual> no_args;
          Value it = call_function(f, i, function_value(m.owner.program, m.member->function, 0), v,
                                   no_args);
          if (at(it).kind == Kind::Object && at(it).a != g.a)
            return element_of(f, i, it, pass);
        }
        return kUnknown;
      }
      }
      return kUnknown;
    }
    default:
      return kUnknown;
    }
  });
}

Value Machine::unpack(Frame &f, const ir::Inst &in, uint32_t i) {
  Value source = reg(f, in.a);
  bool starred = in.flags & ir::kStarred, from_end = in.flags & ir::kFromEnd;
  return map(prune(source), [&](Value v) -> Value {
    std::vector<Value> items;
    if (known_elements(v, items)) {
      if (!starred && !from_end && in.b < items.size())
        return prune(items[in.b]);
      if (from_end && in.b < items.size())
        return prune(items[items.size() - 1 - in.b]);
      if (starred && items.size() + 1 >= in.c) {
        size_t n = items.size() + 1 - in.c;
        return new_list(std::span(items).subspan(std::min<size_t>(in.b, items.size()),
                                                 std::min(n, items.size() - in.b)));
      }
      return kUnknown;
    }
    Value e = element_of(f, i, v, in.b);
    if (starred)
      return new_list(std::span(&e, 1), false);
    // A number pulled out of an unknown thing keeps an identity per position.
    if (at(e).kind == Kind::Unknown && at(v).kind == Kind::Unknown && at(v).a)
      return unknown(identity(kItemId, at(v).a, kNone, in.b + 1));
    return e;
  });
}

// --- indexing
// ----------------------------------------------------------------------------------------------------------

Value Machine::load_item(Frame &f, uint32_t i, Value container, Value index_value) {
  const ir::Inst &in = f.code[i];
  return map(prune(container), [&](Value v) -> Value {
    const Ground g = at(v);
    Ground key = at(index_value);
    int64_t n = key.kind == Kind::Int ? int64_t(uint64_t(key.b) << 32 | key.a) : 0;
    switch (g.kind) {
    case Kind::Tensor: {
      if (key.kind == Kind::Str)
        return tensor(g.device(), Tri::Maybe, g.grad, uint8_t(g.flags & ~kWholeBatch),
                      g.origin); // a batch that is a dict
      std::vector<Operand> ops{{v, f.code[in.a].span, kNone, model::OperandRule::Exact}};
      bool keeps_dims = key.kind == Kind::Ellipsis, tensor_index = false;
      auto add = [&](Value x, ir::Span span) {
        for (const Alternative &a : alternatives(x)) {
          Kind k = at(a.value).kind;
          keeps_dims |= k == Kind::Ellipsis || k == Kind::None ||
                        (k == Kind::Tensor && at(a.value).rank0 == Tri::No);
          tensor_index |= k == Kind::Tensor;
        }
        ops.push_back({x, span, kNone, model::OperandRule::Index});
      };
      if (key.kind == Kind::Tuple) {
        std::vector<Value> parts(values.tuple(key).begin(), values.tuple(key).end());
        for (Value p : parts)
          add(p, f.code[in.b].span);
      } else {
        add(index_value, f.code[in.b].span);
      }
      if (tensor_index)
        judge(f, i, "indexing", ops, ConflictKind::Index);
      return tensor(g.device(), keeps_dims ? Tri::No : Tri::Maybe, g.grad,
                    g.flags & (kBatch | kAssumed | kParameter | kBuffer), g.origin);
    }
    case Kind::Tuple: {
      auto t = values.tuple(g);
      if (key.kind == Kind::Int) {
        if (n < 0)
          n += int64_t(t.size());
        return n >= 0 && n < int64_t(t.size()) ? prune(t[size_t(n)]) : kUnknown;
      }
      if (key.kind == Kind::Ellipsis) {
        Value e = element_of(f, i, v, 0);
        return new_list(std::span(&e, 1), false);
      }
      return element_of(f, i, v, 0);
    }
    case Kind::Object: {
      const Object o = objects[g.a];
      if (o.shape == Shape::List) {
        if (key.kind == Kind::Int && o.exact) {
          if (n < 0)
            n += int64_t(o.elements.size());
          return n >= 0 && n < int64_t(o.elements.size()) ? prune(o.elements[size_t(n)]) : kUnknown;
        }
        Value e = list_summary(o);
        return key.kind == Kind::Ellipsis ? new_list(std::span(&e, 1), false) : e;
      }
      if (o.shape == Shape::Dict)
        return o.subject == kUnbound ? get_dict(o, index_value)
                                     : defaulted_item(f, i, v, index_value);
      if (o.shape == Shape::Library && !o.children.empty()) {
        if (key.kind == Kind::Int) {
          if (n < 0)
            n += int64_t(o.children.size());
          return n >= 0 && n < int64_t(o.children.size()) ? o.children[size_t(n)]
                                                          : element_of(f, i, v, 0);
        }
        if (key.kind == Kind::Str)
          for (const Attribute &a : o.attributes)
            if (a.name == key.a)
              return prune(a.value);
        return element_of(f, i, v, 0);
      }
      if (const Value entries = entries_of(v); entries != kUnbound) // BatchEncoding and its like
        return entries;
      if (o.shape == Shape::Instance) {
        ClassRef c{o.program, o.klass};
        if (Index::Found m = index.lookup(c, known().getitem);
            m.member && m.member->function != kNone) {
          std::vector<Actual> args{{ir::kPositional, index_value, f.code[in.b].span, in.b}};
          return call_function(f, i, function_value(m.owner.program, m.member->function, 0), v,
                               args);
        }
      }
      return o.shape == Shape::Library ? member_of_library(f, i, v) : kUnknown;
    }
    case Kind::Array:
      return array_;
    case Kind::Unknown: {
      if (!g.a)
        return kUnknown;
      if (key.kind == Kind::Str || key.kind == Kind::Int)
        return unknown(identity(key.kind == Kind::Str ? kAttrId : kItemId, g.a, key.a, 0x17e3));
      return kUnknown;
    }
    case Kind::Class:
      return v; // Generic[...]
    case Kind::Number:
      return number();
    case Kind::Library:
      return kUnknown;
    default:
      return kUnknown;
    }
  });
}

void Machine::store_item(Frame &f, uint32_t i, Value container, Value index_value, Value v) {
  const ir::Inst &in = f.code[i];
  for (const Alternative &alt : alternatives(container)) {
    const Ground g = at(alt.value);
    if (g.kind == Kind::Tensor) {
      // With an index tensor the value must be on the tensor's device (0-dim anywhere); without one
      // it is a copy.
      bool tensor_index = false;
      auto look = [&](Value x) {
        for (const Alternative &a : alternatives(x))
          tensor_index |= is_tensor(a.value);
      };
      if (at(index_value).kind == Kind::Tuple) {
        std::vector<Value> parts(values.tuple(at(index_value)).begin(),
                                 values.tuple(at(index_value)).end());
        for (Value p : parts)
          look(p);
      } else {
        look(index_value);
      }
      if (tensor_index) {
        std::vector<Operand> ops{{alt.value, f.code[in.a].span, kNone, model::OperandRule::Exact},
                                 {v, f.code[in.c].span, kNone, model::OperandRule::ZeroDimFree}};
        const Guard saved = pc;
        pc = pc & alt.guard;
        judge(f, i, "indexed assignment", ops);
        pc = saved;
      }
    } else if (g.kind == Kind::Object) {
      const Object &o = objects[g.a];
      if (o.shape == Shape::Dict) {
        set_dict(alt.value, index_value, v);
      } else if (o.shape == Shape::List) {
        int64_t n = at(index_value).kind == Kind::Int
                        ? int64_t(uint64_t(at(index_value).b) << 32 | at(index_value).a)
                        : -1;
        uint32_t id = g.a;
        if (o.exact && n >= 0 && n < int64_t(o.elements.size())) {
          Value merged = gated(o.elements[size_t(n)], v, delta(o), blur > 0);
          mutate(id).elements[size_t(n)] = merged;
        } else {
          // Some element is replaced, nobody knows which.
          Value all = join(list_summary(o), v);
          Object &list = mutate(id);
          list.elements.clear();
          list.children.clear();
          list.exact = false;
          list.summary = all;
        }
      } else if (o.module && o.shape == Shape::Library) {
        mutate(g.a).children.push_back(v);
      }
    }
    observer.append(*this, site(f, i), alt.value, v);
  }
}

} // namespace offside::placement
