// Values in words, for `offside dump placement`.
#include "lint/placement/machine.h"

#include <algorithm>

namespace offside::placement {

static std::string device_word(const Machine &m, Device d) {
  static const char *types[] = {"?",   "cpu",         "cuda", "xpu",       "mps",
                                "npu", "accelerator", "meta", "device of "};
  std::string out = types[size_t(d.type())];
  if (d.is_symbol())
    return out + (d.identity() == kInputsIdentity ? "the inputs" : m.identity_text(d.identity()));
  if (d.index() >= 0)
    out += ":" + std::to_string(d.index());
  return d.index() == -2 ? out + ":?" : out;
}

std::string Machine::describe(Value v, int depth) const {
  if (v == kUnbound)
    return "unbound";
  if (depth > 4)
    return "...";
  const Ground &g = at(v);
  auto list = [&](auto items, const char *open, const char *close) {
    std::string out = open;
    for (size_t k = 0; k < items.size(); ++k)
      out += (k ? ", " : "") + describe(items[k], depth + 1);
    return out + close;
  };
  switch (g.kind) {
  case Kind::Unknown:
    return g.a ? (g.flags ? "not " : "") + std::string("unknown `") + identity_text(g.a) + "`"
               : "unknown";
  case Kind::None:
    return "None";
  case Kind::Ellipsis:
    return "slice";
  case Kind::Bool:
    return g.a ? "True" : "False";
  case Kind::Int:
    return std::to_string(int64_t(uint64_t(g.b) << 32 | g.a));
  case Kind::Number:
    return "number";
  case Kind::Str:
    return "\"" + std::string(ir::name_text(g.a)) + "\"";
  case Kind::Text:
    return "text";
  case Kind::Dtype:
    return "dtype";
  case Kind::Device:
    return "device(" + device_word(*this, g.device()) + ")";
  case Kind::Tensor: {
    std::string out = "tensor on " + device_word(*this, g.device());
    if (g.rank0 == Tri::Yes)
      out += ", 0-dim";
    if (g.grad == Tri::Yes)
      out += ", requires grad";
    return out;
  }
  case Kind::Tuple:
    return list(values.tuple(g), "(", ")");
  case Kind::Array:
    return "array";
  case Kind::Host:
    return "host object";
  case Kind::Object: {
    const Object &o = objects[g.a];
    switch (o.shape) {
    case Shape::List:
    case Shape::Set:
    case Shape::Iterator: {
      std::string out = list(o.elements, "[", "]");
      return o.summary == kUnbound ? out : out + " and any of " + describe(o.summary, depth + 1);
    }
    case Shape::Dict: {
      std::string out = "{";
      for (const DictItem &item : o.items)
        out += (out.size() > 1 ? ", " : "") + describe(item.key, depth + 1) + ": " +
               describe(item.value, depth + 1);
      return out + (o.summary == kUnbound ? "}" : "} and any of " + describe(o.summary, depth + 1));
    }
    case Shape::Library:
      return std::string(o.entry ? o.entry->name : "object") +
             (o.device == kUnbound ? "" : " on " + describe(o.device, depth + 1));
    case Shape::Instance: {
      std::string out =
          std::string(ir::name_text(index.program(o.program).classes[o.klass].name)) + "(";
      for (const Attribute &a : o.attributes)
        out += (out.back() == '(' ? "" : ", ") + std::string(ir::name_text(a.name)) +
               (a.registered ? "*" : "") + "=" + describe(a.value, depth + 1);
      return out + ")";
    }
    }
    return "object";
  }
  case Kind::Function:
    return "function " + std::string(ir::name_text(index.program(g.a).functions[g.b].qualname));
  case Kind::Bound:
    return "bound " + describe(g.b, depth + 1);
  case Kind::Class:
    return "class " + std::string(ir::name_text(index.program(g.a).classes[g.b].qualname));
  case Kind::Library:
    return std::string(ir::name_text(g.a));
  case Kind::Method:
    return "method " + std::string(ir::name_text(g.b));
  case Kind::Module:
    return "module " + index.program(g.a).module;
  case Kind::Super:
    return "super";
  case Kind::Partial:
    return "partial " + describe(g.a, depth + 1);
  case Kind::Wrapped:
    return describe(g.a, depth + 1) + " under " + std::string(ir::name_text(g.b));
  case Kind::Choice: {
    std::string out;
    for (const Alternative &a : values.alternatives(g)) {
      std::string when = guard_text(a.guard);
      out += (out.empty() ? "" : " | ") + describe(a.value, depth + 1) +
             (when.empty() ? a.loose ? " (maybe)" : "" : " when " + when);
    }
    return out;
  }
  }
  return "?";
}

std::vector<std::pair<std::string, Value>> Machine::module_names() const {
  std::vector<std::pair<std::string, Value>> out;
  for (auto &[name, value] : globals)
    out.emplace_back(ir::name_text(name), value);
  std::sort(out.begin(), out.end());
  return out;
}

} // namespace offside::placement
