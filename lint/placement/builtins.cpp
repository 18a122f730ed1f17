// Python's own functions and the methods of its containers, as far as devices pass through them.
#include "lint/placement/choice.h"

#include <algorithm>

namespace offside::placement {

using ir::intern;
using ir::kNone;
using ir::name_text;

static std::vector<Value> positional(const std::vector<Actual> &args) {
  std::vector<Value> out;
  for (const Actual &a : args)
    if (a.name == ir::kPositional)
      out.push_back(a.value);
  return out;
}

Value Machine::builtin(Frame &f, uint32_t i, ir::Name qualified, std::vector<Actual> &args,
                       bool &handled) {
  std::string_view name = name_text(qualified).substr(9);
  std::vector<Value> pos = positional(args);
  handled = true;
  auto sequence = [&](Value v) -> Value { // a fresh list with the elements of v
    std::vector<Value> items;
    if (known_elements(v, items))
      return new_list(items);
    Value e = element_of(f, i, v, 0);
    return new_list(std::span(&e, 1), false);
  };
  if (name == "len" || name == "id" || name == "abs" || name == "round" || name == "divmod" ||
      name == "pow") {
    if (pos.size() == 1 && name == "abs" && is_tensor(pos[0]))
      return pos[0];
    if (name == "len" && pos.size() == 1) {
      std::vector<Value> items;
      if (at(pos[0]).kind == Kind::Tuple && known_elements(pos[0], items))
        return integer(int64_t(items.size()));
      if (uint32_t id = identity_of(pos[0]))
        return number(identity(kCallId, id, intern("len")));
    }
    return number();
  }
  if (name == "float" || name == "int" || name == "bool") {
    if (pos.size() == 1 && at(pos[0]).kind == Kind::Array)
      return number();
    if (pos.size() == 1 && name == "bool")
      return at(pos[0]).kind == Kind::Bool || at(pos[0]).kind == Kind::Unknown ? pos[0] : kUnknown;
    if (pos.size() == 1 && name == "int")
      return map(pos[0], [&](Value x) -> Value {
        const Ground g = at(x);
        if (g.kind == Kind::Int)
          return x;
        if (g.kind == Kind::Unknown && g.a)
          return number(identity(kCallId, g.a, intern("int")));
        return number();
      });
    return number();
  }
  if (name == "str" || name == "repr" || name == "format") {
    if (pos.size() == 1)
      return map(pos[0], [&](Value x) -> Value {
        const Ground g = at(x);
        if (g.kind == Kind::Str)
          return x;
        if (g.kind == Kind::Device && !Device{g.a}.is_unknown())
          return x; // str(device) still names that device
        if (g.kind == Kind::Int)
          return text(intern(std::to_string(int64_t(uint64_t(g.b) << 32 | g.a))));
        return values.add(
            {.kind = Kind::Text,
             .a = g.kind == Kind::Unknown && g.a ? identity(kCallId, g.a, intern("str")) : 0,
             .b = kNone});
      });
    return text_;
  }
  if (name == "range") {
    Value n = number();
    return new_list(std::span(&n, 1), false);
  }
  if (name == "list" || name == "sorted" || name == "reversed" || name == "set" ||
      name == "frozenset" || name == "iter") {
    if (pos.empty())
      return new_list({}, true);
    if (name == "iter")
      return pos[0];
    if (is_tensor(pos[0])) {
      Value row = rows_of(pos[0]);
      return new_list(std::span(&row, 1), false);
    }
    return sequence(pos[0]);
  }
  if (name == "tuple") {
    std::vector<Value> items;
    if (pos.empty())
      return values.make_tuple({});
    if (known_elements(pos[0], items))
      return values.make_tuple(items);
    return sequence(pos[0]);
  }
  if (name == "dict") {
    Value d = new_object({.shape = Shape::Dict});
    if (!pos.empty()) {
      if (const Object *o = object(pos[0]); o && o->shape == Shape::Dict) {
        Object copy = *o;
        for (const DictItem &item : copy.items)
          set_dict(d, item.key, item.value);
        if (copy.summary != kUnbound)
          set_dict(d, kUnknown, copy.summary);
      } else {
        Value pair = element_of(f, i, pos[0], 0);
        std::vector<Value> kv;
        set_dict(d, kUnknown, known_elements(pair, kv) && kv.size() == 2 ? kv[1] : kUnknown);
      }
    }
    for (const Actual &a : args)
      if (a.name < ir::kStarStar)
        set_dict(d, text(a.name), a.value);
      else if (a.name == ir::kStarStar)
        set_dict(d, kUnknown, kUnknown);
    return d;
  }
  if (name == "enumerate" && !pos.empty()) {
    std::vector<Value> items, pairs;
    if (known_elements(pos[0], items)) {
      for (size_t n = 0; n < items.size(); ++n) {
        Value kv[] = {integer(int64_t(n)), items[n]};
        pairs.push_back(values.make_tuple(kv));
      }
      return new_list(pairs);
    }
    Value kv[] = {number(), element_of(f, i, pos[0], 0)};
    Value pair = values.make_tuple(kv);
    return new_list(std::span(&pair, 1), false);
  }
  if (name == "zip") {
    std::vector<std::vector<Value>> columns(pos.size());
    bool exact = !pos.empty();
    size_t n = SIZE_MAX;
    for (size_t k = 0; k < pos.size(); ++k) {
      exact &= known_elements(pos[k], columns[k]);
      n = std::min(n, columns[k].size());
    }
    std::vector<Value> rows;
    if (exact && n <= 16) {
      for (size_t r = 0; r < n; ++r) {
        std::vector<Value> row;
        for (auto &c : columns)
          row.push_back(c[r]);
        rows.push_back(values.make_tuple(row));
      }
      return new_list(rows);
    }
    std::vector<Value> row;
    for (Value v : pos)
      row.push_back(element_of(f, i, v, 0));
    Value t = values.make_tuple(row);
    return new_list(std::span(&t, 1), false);
  }
  if ((name == "map" || name == "filter") && pos.size() >= 2) {
    if (name == "filter")
      return sequence(pos[1]);
    std::vector<Actual> inner;
    for (size_t k = 1; k < pos.size(); ++k)
      inner.push_back({ir::kPositional, element_of(f, i, pos[k], 0), f.code[i].span, kNone});
    Value r = invoke(f, i, pos[0], inner);
    return new_list(std::span(&r, 1), false);
  }
  if (name == "sum" && !pos.empty()) {
    std::vector<Value> items;
    Value total = pos.size() > 1 ? pos[1] : number();
    if (!known_elements(pos[0], items))
      items = {element_of(f, i, pos[0], 0)};
    for (Value x : items) {
      if (is_tensor(total) && is_tensor(x)) {
        std::vector<Operand> ops{{total, f.code[i].span, kNone, model::OperandRule::Scalar},
                                 {x, f.code[i].span, kNone, model::OperandRule::Scalar}};
        total = operation(f, i, "sum", ops, Tri::Maybe, false);
      } else {
        total = is_tensor(x) || at(x).kind == Kind::Choice ? x : total;
      }
    }
    return total;
  }
  if (name == "min" || name == "max") {
    if (pos.size() == 1)
      return element_of(f, i, pos[0], 0);
    Value e = kUnbound;
    for (Value v : pos)
      e = join(e, v);
    return e == kUnbound ? kUnknown : e;
  }
  if (name == "next" && !pos.empty())
    return pos.size() > 1 ? join(element_of(f, i, pos[0], 0), pos[1]) : element_of(f, i, pos[0], 0);
  if (name == "getattr" && pos.size() >= 2) {
    if (at(pos[1]).kind == Kind::Str) {
      return load_attribute(f, i, pos[0], at(pos[1]).a);
    }
    return kUnknown;
  }
  if (name == "setattr" && pos.size() >= 3) {
    if (at(pos[1]).kind == Kind::Str) {
      store_attribute(f, i, pos[0], at(pos[1]).a, pos[2]);
    } else if (const Object *o = object(pos[0]); o && o->shape == Shape::Instance) {
      // Under a name nobody knows: modules and parameters are registered all the same.
      bool registered = is_module(pos[2]) || (is_tensor(pos[2]) && (at(pos[2]).flags & kParameter));
      mutate(at(pos[0]).a).symbolic = true;
      if (registered)
        mutate(at(pos[0]).a).children.push_back(pos[2]);
    }
    return none();
  }
  if (name == "hasattr" && pos.size() == 2 && at(pos[1]).kind == Kind::Str) {
    std::string_view attr = name_text(at(pos[1]).a);
    return map(pos[0], [&](Value v) -> Value {
      const Ground g = at(v);
      if (g.kind == Kind::Tensor)
        return boolean(model.find(intern("torch.Tensor." + std::string(attr))) != nullptr);
      if (g.kind == Kind::Tuple || g.kind == Kind::Str || g.kind == Kind::Int ||
          g.kind == Kind::None)
        return attr == "to" || attr == "cuda" || attr == "cpu" ? boolean(false) : kUnknown;
      if (const Object *o = object(v); o && (o->shape == Shape::List || o->shape == Shape::Dict))
        return attr == "to" || attr == "cuda" || attr == "cpu" || attr == "device" ? boolean(false)
                                                                                   : kUnknown;
      if (const Object *o = object(v); o && find_attribute(*o, at(pos[1]).a))
        return boolean(true);
      if (uint32_t id = identity_of(v))
        return unknown(identity(kCallId, id, intern("hasattr " + std::string(attr))));
      return kUnknown;
    });
  }
  if (name == "isinstance" && pos.size() == 2) {
    return map(pos[0], [&](Value v) -> Value {
      const Ground g = at(v);
      std::vector<Value> types;
      if (!known_elements(pos[1], types))
        types = {pos[1]};
      bool undecided = false;
      for (Value t : types) {
        const Ground k = at(t);
        if (k.kind == Kind::Library) {
          std::string_view n = name_text(k.a);
          bool tensorish = n == "torch.Tensor" || n.ends_with(".Tensor");
          bool host = n == "builtins.list" || n == "builtins.tuple" || n == "builtins.dict" ||
                      n == "builtins.str" || n == "builtins.int" || n == "builtins.float" ||
                      n == "builtins.bool" || n.starts_with("numpy.");
          Kind kind = g.kind;
          if (kind == Kind::Tensor && !(g.flags & (kBatch | kAssumed))) {
            if (tensorish)
              return boolean(true);
            if (host || n.starts_with("collections."))
              continue;
          } else if (kind == Kind::Tensor) {
            if (tensorish)
              return boolean(true);
            undecided |= !host;
            continue;
          } else if (kind == Kind::Tuple && (tensorish || host)) {
            if (n == "builtins.tuple")
              return boolean(true);
            continue;
          } else if (kind == Kind::Object && (tensorish || host || n.starts_with("collections."))) {
            const Object &o = objects[g.a];
            if ((o.shape == Shape::List && n == "builtins.list") ||
                (o.shape == Shape::Dict && (n == "builtins.dict" || n.ends_with("Mapping"))))
              return boolean(true);
            if (o.shape != Shape::Instance && o.shape != Shape::Library)
              continue;
          } else if (kind == Kind::Str && (tensorish || host)) {
            if (n == "builtins.str")
              return boolean(true);
            continue;
          } else if ((kind == Kind::Int || kind == Kind::Bool || kind == Kind::None ||
                      kind == Kind::Number) &&
                     tensorish) {
            continue;
          } else if (kind == Kind::Int && n == "builtins.int") {
            return boolean(true);
          } else if ((kind == Kind::None || kind == Kind::Int || kind == Kind::Bool) && host &&
                     kind != Kind::Bool) {
            continue;
          }
        } else if (k.kind == Kind::Class && g.kind == Kind::Object &&
                   objects[g.a].shape == Shape::Instance) {
          auto order = index.order({objects[g.a].program, objects[g.a].klass});
          if (std::find(order.begin(), order.end(), ClassRef{k.a, k.b}) != order.end())
            return boolean(true);
          if (!objects[g.a].symbolic)
            continue;
        } else if (k.kind == Kind::Class && (g.kind == Kind::Tensor || g.kind == Kind::Tuple ||
                                             g.kind == Kind::Str || g.kind == Kind::None)) {
          continue;
        }
        undecided = true;
      }
      if (!undecided)
        return boolean(false);
      uint32_t id = identity_of(v);
      return id ? unknown(identity(kCallId, id, intern("isinstance"), content_hash(pos[1])))
                : kUnknown;
    });
  }
  if (name == "super") {
    Value self = pos.size() > 1 ? pos[1] : f.self;
    uint32_t klass = f.f->klass;
    if (self == kUnbound || klass == kNone || !object(self) ||
        object(self)->shape != Shape::Instance)
      return kUnknown;
    return values.add({.kind = Kind::Super, .a = self, .b = f.program, .c = klass});
  }
  if (name == "type" && pos.size() == 1) {
    const Ground g = at(pos[0]);
    if (const Object *o = object(pos[0])) {
      if (o->shape == Shape::Instance)
        return values.add({.kind = Kind::Class, .a = o->program, .b = o->klass});
      if (o->shape == Shape::List)
        return values.add({.kind = Kind::Library, .a = intern("builtins.list")});
      if (o->shape == Shape::Dict)
        return values.add({.kind = Kind::Library, .a = intern("builtins.dict")});
    }
    if (g.kind == Kind::Tuple)
      return values.add({.kind = Kind::Library, .a = intern("builtins.tuple")});
    return kUnknown;
  }
  if (name == "print" || name == "any" || name == "all" || name == "open" || name == "callable" ||
      name == "input" || name == "issubclass")
    return kUnknown;
  if (name == "slice")
    return ellipsis_;
  handled = false;
  return kUnknown;
}

Value Machine::container_method(Frame &f, uint32_t i, Value self, ir::Name qualified,
                                std::vector<Actual> &args, bool &handled) {
  std::string_view full = name_text(qualified);
  std::string_view rest = full.substr(9); // after "builtins."
  std::string_view type = rest.substr(0, rest.find('.')), name = rest.substr(rest.find('.') + 1);
  std::vector<Value> pos = positional(args);
  handled = true;
  if (type == "host")
    return self;
  if (type == "list" || type == "set") {
    if ((name == "append" || name == "add" || name == "appendleft") && pos.size() == 1) {
      observer.append(*this, site(f, i), self, pos[0]);
      append(self, pos[0]);
      return none();
    }
    if (name == "insert" && pos.size() == 2) {
      mutate(at(self).a).exact = false;
      append(self, pos[1]);
      return none();
    }
    if ((name == "extend" || name == "update") && pos.size() == 1) {
      std::vector<Value> items;
      if (!known_elements(pos[0], items)) {
        items = {element_of(f, i, pos[0], 0)};
        mutate(at(self).a).exact = false;
      }
      for (Value v : items) {
        observer.append(*this, site(f, i), self, v);
        append(self, v);
      }
      return none();
    }
    if (name == "pop") {
      Value e = list_summary(objects[at(self).a]);
      mutate(at(self).a).exact = false;
      return e;
    }
    if (name == "copy")
      return new_object(objects[at(self).a]);
    return kUnknown;
  }
  if (type == "tuple")
    return kUnknown;
  if (type == "dict") {
    const Object o = objects[at(self).a];
    if (name == "items") {
      std::vector<Value> pairs;
      if (o.exact && o.summary == kUnbound && !o.items.empty()) {
        for (const DictItem &item : o.items) {
          Value kv[] = {item.key, prune(item.value)};
          pairs.push_back(values.make_tuple(kv));
        }
        return new_list(pairs);
      }
      Value kv[] = {kUnknown, get_dict(o, kUnknown)};
      Value pair = values.make_tuple(kv);
      return new_list(std::span(&pair, 1), false);
    }
    if (name == "values") {
      if (o.exact && o.summary == kUnbound) {
        std::vector<Value> vs;
        for (const DictItem &item : o.items)
          vs.push_back(prune(item.value));
        return new_list(vs);
      }
      Value v = get_dict(o, kUnknown);
      return new_list(std::span(&v, 1), false);
    }
    if (name == "keys") {
      std::vector<Value> ks;
      for (const DictItem &item : o.items)
        ks.push_back(item.key);
      if (o.summary != kUnbound)
        ks.push_back(kUnknown);
      return new_list(ks, o.exact && o.summary == kUnbound);
    }
    if ((name == "get" || name == "pop") && !pos.empty()) {
      Value v = get_dict(o, pos[0]);
      bool present = false;
      for (const DictItem &item : o.items)
        present |= same(item.key, pos[0]);
      if (!present && o.exact && o.summary == kUnbound)
        return pos.size() > 1 ? pos[1] : none();
      return pos.size() > 1 && !present ? join(v, pos[1]) : v;
    }
    if (name == "setdefault" && pos.size() == 2) {
      for (const DictItem &item : o.items)
        if (same(item.key, pos[0]))
          return prune(item.value);
      if (at(pos[0]).kind == Kind::Str || at(pos[0]).kind == Kind::Int) {
        set_dict(self, pos[0], pos[1]);
        return pos[1];
      }
      if (o.summary != kUnbound)
        return o.summary;
      set_dict(self, pos[0], pos[1]);
      return pos[1];
    }
    if (name == "update") {
      for (Value v : pos)
        if (const Object *other = object(v); other && other->shape == Shape::Dict) {
          Object copy = *other;
          for (const DictItem &item : copy.items)
            set_dict(self, item.key, item.value);
          if (copy.summary != kUnbound)
            set_dict(self, kUnknown, copy.summary);
        } else {
          set_dict(self, kUnknown, kUnknown);
        }
      for (const Actual &a : args)
        if (a.name < ir::kStarStar)
          set_dict(self, text(a.name), a.value);
      return none();
    }
    if (name == "copy")
      return new_object(o);
    return kUnknown;
  }
  if (type == "str") {
    const Ground g = at(self);
    auto derived = [&](std::string_view what) -> Value {
      uint32_t id = identity_of(self);
      uint64_t h = 0;
      for (Value v : pos)
        h = h * 31 + content_hash(v);
      return id ? unknown(identity(kCallId, id, intern(what), h)) : kUnknown;
    };
    if (g.kind == Kind::Str && name_text(g.a).size() <= kLongestText) {
      std::string s(name_text(g.a));
      if ((name == "startswith" || name == "endswith") && pos.size() == 1 &&
          at(pos[0]).kind == Kind::Str) {
        std::string_view p = name_text(at(pos[0]).a);
        return boolean(name == "startswith" ? std::string_view(s).starts_with(p)
                                            : std::string_view(s).ends_with(p));
      }
      if (name == "lower" || name == "strip" || name == "upper") {
        if (name == "lower")
          std::transform(s.begin(), s.end(), s.begin(),
                         [](unsigned char c) { return char(std::tolower(c)); });
        if (name == "upper")
          std::transform(s.begin(), s.end(), s.begin(),
                         [](unsigned char c) { return char(std::toupper(c)); });
        return text(intern(s));
      }
      if (name == "split" && pos.size() == 1 && at(pos[0]).kind == Kind::Str &&
          !name_text(at(pos[0]).a).empty()) {
        std::vector<Value> parts;
        std::string_view sep = name_text(at(pos[0]).a), left = s;
        for (size_t at_sep; (at_sep = left.find(sep)) != std::string_view::npos;
             left = left.substr(at_sep + sep.size()))
          parts.push_back(text(intern(left.substr(0, at_sep))));
        parts.push_back(text(intern(left)));
        return new_list(parts);
      }
      if (name == "format") {
        size_t brace = s.find('{');
        std::string known = s.substr(0, brace);
        if (pos.size() == 1 && at(pos[0]).kind == Kind::Int && s.find("{}") == brace &&
            brace != std::string::npos)
          return text(intern(known + std::to_string(int32_t(at(pos[0]).a)) + s.substr(brace + 2)));
        return values.add({.kind = Kind::Text, .a = 0, .b = intern(known)});
      }
    }
    if (name == "split" || name == "startswith" || name == "endswith" || name == "isdigit")
      return derived(name);
    return values.add(
        {.kind = Kind::Text,
         .a = identity_of(self) ? identity(kCallId, identity_of(self), intern(name)) : 0,
         .b = kNone});
  }
  handled = false;
  return kUnknown;
}

} // namespace offside::placement
