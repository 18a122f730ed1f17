// Attributes: of instances and their classes, modules, tensors, devices, library objects.
#include "lint/placement/choice.h"

#include <algorithm>

namespace offside::placement {

using ir::intern;
using ir::kNone;
using ir::name_text;

const Attribute *Machine::find_attribute(const Object &o, ir::Name name) const {
  for (const Attribute &a : o.attributes)
    if (a.name == name)
      return &a;
  return nullptr;
}

bool Machine::derives(const Object &o, std::string_view base) const {
  return o.entry && model.derives(*o.entry, base);
}

bool Machine::is_module(Value v) const {
  const Object *o = object(v);
  return o && o->module;
}

Value Machine::load_attribute(Frame &f, uint32_t i, Value object, ir::Name name) {
  object = prune(object);
  if (at(object).kind != Kind::Choice)
    return attribute_of_ground(f, i, object, name);
  observer.attribute_load(*this, site(f, i), object, name);
  // Reading an attribute of None fails, so that alternative is not the one that goes on.
  AltList alts = alternatives(object), useful;
  for (const Alternative &a : alts)
    if (at(a.value).kind != Kind::None)
      useful.push_back(a);
  if (useful.size() == 1)
    return attribute_of_ground(f, i, useful[0].value, name);
  AltList out;
  for (const Alternative &a : useful)
    for (const Alternative &r : alternatives(attribute_of_ground(f, i, a.value, name)))
      if (!a.guard.contradicts(r.guard))
        out.push_back({a.guard & r.guard, r.value, a.loose || r.loose});
  return choose(std::move(out));
}

Value Machine::library_attribute(Frame &f, uint32_t i, ir::Name qualified) {
  if (i != kNone)
    observer.library_attribute(*this, site(f, i), qualified);
  const model::Entry *e = model.find(qualified);
  if (e && e->kind == model::Kind::Attribute) {
    if (e->has(model::Effect::Available))
      return unknown(identity(kAvailableId, 0, e->find(model::Effect::Available)->arg));
    switch (e->result) {
    case model::Result::Dtype:
      return dtype_;
    case model::Result::Bool:
      return unknown(identity(kAttrId, 0, qualified));
    default:
      break;
    }
  }
  return values.add({.kind = Kind::Library, .a = qualified});
}

static const ir::Name kStrMethods = intern("builtins.str"), kHostMethods = intern("builtins.host"),
                      kTupleMethods = intern("builtins.tuple"),
                      kListMethods = intern("builtins.list"), kSetMethods = intern("builtins.set"),
                      kDictMethods = intern("builtins.dict");

static std::string_view device_type_text(Device d) {
  switch (d.type()) {
  case DeviceType::Cpu:
    return "cpu";
  case DeviceType::Cuda:
    return "cuda";
  case DeviceType::Xpu:
    return "xpu";
  case DeviceType::Mps:
    return "mps";
  case DeviceType::Npu:
    return "npu";
  case DeviceType::Meta:
    return "meta";
  default:
    return "";
  }
}

Value Machine::attribute_of_ground(Frame &f, uint32_t i, Value v, ir::Name name) {
  const Ground g = at(v);
  std::string_view word = name_text(name);
  switch (g.kind) {
  case Kind::Unknown:
  case Kind::Number:
  case Kind::Text:
    if (g.kind == Kind::Text)
      return values.add({.kind = Kind::Method, .a = v, .b = joined(kStrMethods, name)});
    return g.a ? unknown(identity(kAttrId, g.a, name)) : kUnknown;
  case Kind::Tensor: {
    static const ir::Name kTensor = intern("torch.Tensor");
    ir::Name full = joined(kTensor, name);
    const model::Entry *e = model.find(full);
    if (word == "device")
      return device_value(g.device().is_accelerator() && g.device().index() == kNoIndex
                              ? Device::make(g.device().type(), kCurrentIndex)
                              : g.device(),
                          g.origin);
    if (word == "is_cuda" && !g.device().is_symbol() && !g.device().is_unknown())
      return boolean(g.device().type() == DeviceType::Cuda);
    if (word == "is_cuda" && g.device().is_symbol())
      return unknown(identity(kAttrId, g.device().identity(), name));
    if (word == "requires_grad" && g.grad != Tri::Maybe)
      return boolean(g.grad == Tri::Yes);
    if (e && e->kind == model::Kind::Attribute) {
      switch (e->result) {
      case model::Result::Tensor:
        return tensor(g.device(),
                      word == "grad"                                    ? g.rank0
                      : e->rank == model::Rank::Maybe && word != "data" ? Tri::Maybe
                                                                        : g.rank0,
                      e->has(model::Effect::Detach) || word == "data" || word == "grad" ? Tri::No
                                                                                        : g.grad,
                      0, g.origin);
      case model::Result::Dtype:
        return dtype_;
      case model::Result::Int:
      case model::Result::Shape:
      case model::Result::Number:
        return number();
      default:
        return kUnknown;
      }
    }
    // Batches read as named fields: `batch.text`.
    if (!e && (g.flags & kWholeBatch))
      return tensor(g.device(), Tri::Maybe, g.grad, uint8_t(g.flags & ~kWholeBatch), g.origin);
    if (!e)
      return kUnknown;
    return values.add({.kind = Kind::Method, .a = v, .b = full});
  }
  case Kind::Device: {
    Device d = g.device();
    if (word == "type") {
      auto t = device_type_text(d);
      if (!t.empty())
        return text(intern(t));
      return d.is_symbol() ? unknown(identity(kAttrId, d.identity(), name)) : kUnknown;
    }
    if (word == "index" && d.is_accelerator() && d.index() >= 0)
      return integer(d.index());
    if (word == "index" && d.is_accelerator() && d.index() == -1)
      return none();
    return d.is_symbol() ? unknown(identity(kAttrId, d.identity(), name)) : kUnknown;
  }
  case Kind::Object:
    return instance_attribute(f, i, v, name);
  case Kind::Class: {
    Value m = class_member(f, i, {g.a, g.b}, name, kUnbound);
    return m == kUnbound ? kUnknown : m;
  }
  case Kind::Super: {
    Value m = class_member(f, i, {objects[at(g.a).a].program, objects[at(g.a).a].klass}, name, g.a,
                           {g.b, g.c});
    return m == kUnbound ? kUnknown : m;
  }
  case Kind::Module: {
    Resolved r = resolve_member(index, {Resolved::Module, g.a, kNone, kNone}, name);
    if (g.a == main_program)
      return load_global(g.a, name);
    return r.kind == Resolved::Nothing          ? kUnknown
           : load_global(g.a, name) != kUnknown ? load_global(g.a, name)
                                                : resolved(r, name);
  }
  case Kind::Library:
    return library_attribute(f, i, joined(g.a, name));
  case Kind::Array:
  case Kind::Host:
    if (word == "shape" || word == "size" || word == "ndim")
      return number();
    return values.add({.kind = Kind::Method, .a = v, .b = joined(kHostMethods, name)});
  case Kind::Tuple:
    if (g.c) { // a named tuple of tensors
      std::string_view fields = name_text(g.c);
      for (size_t n = 0; n < g.b; ++n) {
        size_t comma = fields.find(',');
        if (fields.substr(0, comma) == word)
          return prune(values.tuple(g)[n]);
        if (comma == std::string_view::npos)
          break;
        fields = fields.substr(comma + 1);
      }
    }
    return values.add({.kind = Kind::Method, .a = v, .b = joined(kTupleMethods, name)});
  case Kind::Str:
    return values.add({.kind = Kind::Method, .a = v, .b = joined(kStrMethods, name)});
  default:
    return kUnknown;
  }
}

Value Machine::class_member(Frame &f, uint32_t i, ClassRef c, ir::Name name, Value self,
                            ClassRef after) {
  Index::Found found = index.lookup(c, name, after);
  if (found.member) {
    const Member &m = *found.member;
    uint32_t owner = found.owner.program;
    if (m.function != kNone) {
      const FunctionTraits &t = index.traits(owner, m.function);
      Value fn = function_value(owner, m.function, 0);
      if (self != kUnbound && t.property) {
        std::vector<Actual> no_args;
        return call_function(f, i, fn, self, no_args);
      }
      if (t.is_static)
        return fn;
      if (t.is_class)
        return values.add({.kind = Kind::Bound,
                           .a = values.add({.kind = Kind::Class, .a = c.program, .b = c.klass}),
                           .b = fn});
      return self == kUnbound ? fn : values.add({.kind = Kind::Bound, .a = self, .b = fn});
    }
    // A class-level value says little about instances whose methods store their own.
    if (self != kUnbound)
      for (ClassRef at_class : index.order(c))
        if (index.info(at_class).stores_again(name))
          return unknown(identity(kAttrId, identity_of(self), name));
    return pure(owner, index.program(owner).classes[found.owner.klass].body, m.value);
  }
  // A modelled base class.
  bool passed = after.program == kNone;
  for (ClassRef at_class : index.order(c)) {
    if (passed || at_class == after) {
      for (const model::Entry *base : index.info(at_class).libraries)
        if (const model::Entry *e = model.find_method(*base, name)) {
          if (e->kind == model::Kind::Attribute && self != kUnbound &&
              e->result == model::Result::Device) {
            AltList out;
            for (const Alternative &a : devices(module_device(self)))
              out.push_back(a);
            return out.empty() ? kUnknown : choose(std::move(out));
          }
          if (e->kind == model::Kind::Attribute)
            return kUnknown;
          return values.add(
              {.kind = Kind::Method, .a = self == kUnbound ? kUnknown : self, .b = entry_name(*e)});
        }
    }
    passed |= at_class == after;
  }
  return kUnbound;
}

Value Machine::instance_attribute(Frame &f, uint32_t i, Value self, ir::Name name) {
  const Ground g = at(self);
  {
    const Object &o = objects[g.a];
    if (const Attribute *a = find_attribute(o, name); a && a->value != kUnbound)
      return prune(a->value);
  }
  const Object o = objects[g.a];
  std::string_view word = name_text(name);
  switch (o.shape) {
  case Shape::Instance: {
    Value m = class_member(f, i, {o.program, o.klass}, name, self);
    if (m != kUnbound)
      return m;
    if (word == "__class__")
      return values.add({.kind = Kind::Class, .a = o.program, .b = o.klass});
    return unknown(identity(kAttrId, identity_of(self), name));
  }
  case Shape::Library: {
    if (!o.entry)
      return kUnknown;
    const model::Entry *e = model.find_method(*o.entry, name);
    if (!e)
      return kUnknown;
    if (e->kind == model::Kind::Attribute) {
      uint32_t origin = o.origin;
      switch (e->result) {
      case model::Result::Tensor:
        return map(module_device(self), [&](Value d) -> Value {
          if (at(d).kind != Kind::Device)
            return tensor(Device::unknown(), Tri::Maybe, Tri::Maybe, 0, 0);
          Tri grad = e->grad == model::Grad::Yes ? Tri::Yes : Tri::No;
          return tensor(at(d).device(), Tri::No, grad,
                        e->has(model::Effect::Parameter) ? kParameter : 0,
                        at(d).origin ? at(d).origin : origin);
        });
      case model::Result::Device:
        return module_device(self);
      case model::Result::Element:
      case model::Result::Argument:
        return o.subject == kUnbound ? kUnknown : o.subject;
      case model::Result::Int:
      case model::Result::Number:
      case model::Result::Float:
        return number();
      default:
        return kUnknown;
      }
    }
    return values.add({.kind = Kind::Method, .a = self, .b = entry_name(*e)});
  }
  case Shape::List:
  case Shape::Iterator:
    return values.add({.kind = Kind::Method, .a = self, .b = joined(kListMethods, name)});
  case Shape::Set:
    return values.add({.kind = Kind::Method, .a = self, .b = joined(kSetMethods, name)});
  case Shape::Dict:
    return values.add({.kind = Kind::Method, .a = self, .b = joined(kDictMethods, name)});
  }
  return kUnknown;
}

void Machine::set_attribute(uint32_t id, ir::Name name, Value v, bool registered, uint32_t origin) {
  Object &o = mutate(id);
  for (size_t n = 0; n < o.attributes.size(); ++n)
    if (o.attributes[n].name == name) {
      Value merged = gated(o.attributes[n].value, v, delta(o), blur > 0);
      Attribute &a = objects[id].attributes[n];
      a.value = merged;
      note_escape(merged);
      a.registered = registered || (a.registered && at(v).kind == Kind::Tensor);
      a.origin = origin;
      return;
    }
  // What an invented instance held before a store under a condition is not known.
  if (o.symbolic && !o.constructing) {
    const Guard under = delta(o);
    const Value before =
        unknown(identity(kAttrId, identity_of(values.add({.kind = Kind::Object, .a = id})), name));
    v = gated(before, v, under, blur > 0);
  }
  note_escape(v);
  objects[id].attributes.push_back({name, v, registered, objects[id].constructing, origin});
}

void Machine::store_attribute(Frame &f, uint32_t i, Value object, ir::Name name, Value v) {
  observer.attribute_store(*this, site(f, i), object, name, v);
  for (const Alternative &alt : alternatives(object)) {
    const Ground g = at(alt.value);
    if (g.kind != Kind::Object)
      continue;
    const Object o = objects[g.a];
    if (o.shape != Shape::Instance && o.shape != Shape::Library)
      continue;
    bool registered = false;
    uint32_t ev = event(EventKind::Stored, f.program, f.code[i].span, 0, name);
    Value kept = v;
    if (o.module) {
      for (const Alternative &a : alternatives(v))
        registered |= is_module(a.value) ||
                      (is_tensor(a.value) && (at(a.value).flags & (kParameter | kBuffer)));
      // A tensor stored over a registered buffer or parameter of that name stays registered.
      if (const Attribute *old = find_attribute(o, name))
        registered |= old->registered;
      // A module with its own _apply moves what it keeps in plain attributes.
      if (!registered && o.shape == Shape::Instance &&
          index.lookup({o.program, o.klass}, intern("_apply")).member)
        registered = is_tensor(v);
    }
    kept = map(v, [&](Value x) -> Value {
      Ground t = at(x);
      if (t.kind != Kind::Tensor)
        return x;
      EventKind how = !o.module        ? EventKind::Stored
                      : registered     ? EventKind::StoredRegistered
                      : o.constructing ? EventKind::StoredInit
                                       : EventKind::StoredLate;
      uint32_t stored = event(how, f.program, f.code[i].span, t.origin, name);
      return tensor(t.device(), t.rank0, t.grad, uint8_t(t.flags & ~(kBatch | kAssumed)), stored);
    });
    if (alt.guard.empty() && !alt.loose) {
      set_attribute(g.a, name, kept, registered, ev);
    } else {
      Guard saved = pc;
      pc = pc & alt.guard;
      set_attribute(g.a, name, kept, registered, ev);
      pc = saved;
    }
  }
}

} // namespace offside::placement
