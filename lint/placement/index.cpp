// Builds the static tables of classes and functions, and resolves names across modules.
#include "lint/placement/index.h"

#include <algorithm>
#include <unordered_set>

namespace offside::placement {

using ir::intern;
using ir::kNone;
using ir::name_text;

const Member *ClassInfo::find(ir::Name name) const {
  if (!by_name.empty()) {
    auto at = std::lower_bound(by_name.begin(), by_name.end(), name,
                               [&](uint32_t m, ir::Name n) { return members[m].name < n; });
    return at != by_name.end() && members[*at].name == name ? &members[*at] : nullptr;
  }
  for (auto &m : members)
    if (m.name == name)
      return &m;
  return nullptr;
}

namespace {

// One question about a name. Modules that import everything of each other are asked once each.
struct Search {
  const Index &index;
  std::vector<uint64_t> asked; // (program, name)

  Resolved member(const Resolved &base, ir::Name attribute, int depth);
  Resolved name(uint32_t program, ir::Name name, int depth);
};

Resolved Search::member(const Resolved &base, ir::Name attribute, int depth) {
  if (base.kind == Resolved::Module) {
    Resolved r = name(base.program, attribute, depth + 1);
    if (r.kind != Resolved::Nothing)
      return r;
    // `import pkg.sub` makes `pkg.sub` reachable although pkg/__init__ binds no such name.
    const auto &module = index.program(base.program).module;
    if (module.empty())
      return {};
    std::string full = module + "." + std::string(name_text(attribute));
    uint32_t p = index.module_named(intern(full));
    return p == kNone ? Resolved{} : Resolved{Resolved::Module, p, kNone, kNone};
  }
  if (base.kind == Resolved::Library) {
    if (name_text(base.library).size() > kLongestName)
      return {};
    std::string full =
        std::string(name_text(base.library)) + "." + std::string(name_text(attribute));
    return {Resolved::Library, kNone, kNone, intern(full)};
  }
  return {};
}

Resolved Search::name(uint32_t program, ir::Name name, int depth) {
  const uint64_t key = uint64_t(program) << 32 | name;
  if (depth > 12 || std::find(asked.begin(), asked.end(), key) != asked.end())
    return {};
  asked.push_back(key);
  const ir::Program &p = index.program(program);
  if (const ir::Binding *b = p.find_binding(name)) {
    const ir::Inst *at = nullptr;
    switch (b->kind) {
    case ir::BindingKind::Function:
      return {Resolved::Function, program, b->index, kNone};
    case ir::BindingKind::Class:
      return {Resolved::Class, program, b->index, kNone};
    case ir::BindingKind::Value:
      return {Resolved::Value, program, b->index, kNone};
    case ir::BindingKind::Import:
    case ir::BindingKind::ImportFrom:
    case ir::BindingKind::Many:
      at = &p.insts[p.functions[0].first + b->index];
      break;
    }
    if (at->op == ir::Op::Import) {
      if (at->b != kNone)
        return {Resolved::Module, at->b, kNone, kNone};
      return {Resolved::Library, kNone, kNone, at->a};
    }
    if (at->op == ir::Op::ImportFrom) {
      if (at->c != kNone && at->spare == 1)
        return {Resolved::Module, at->c, kNone, kNone};
      if (at->c != kNone)
        return at->c == program && at->b == name
                   ? Resolved{}
                   : member({Resolved::Module, at->c, kNone, kNone}, at->b, depth);
      return member({Resolved::Library, kNone, kNone, at->a}, at->b, depth);
    }
    if (b->kind == ir::BindingKind::Many)
      return {Resolved::Value, program, b->index, kNone};
    return {};
  }
  for (size_t i = p.star_imports.size(); i-- > 0;) {
    uint32_t star = i < p.star_programs.size() ? p.star_programs[i] : kNone;
    if (star != kNone && star != program) {
      Resolved r = this->name(star, name, depth + 1);
      if (r.kind != Resolved::Nothing)
        return r;
    } else if (star == kNone) {
      Resolved r = member({Resolved::Library, kNone, kNone, p.star_imports[i]}, name, depth);
      if (r.kind == Resolved::Library && index.model.find(r.library))
        return r;
    }
  }
  return {};
}

} // namespace

Resolved resolve_name(const Index &index, uint32_t program, ir::Name name) {
  return Search{index, {}}.name(program, name, 0);
}

Resolved resolve_member(const Index &index, const Resolved &base, ir::Name attribute) {
  return Search{index, {}}.member(base, attribute, 0);
}

Resolved resolve_dotted(const Index &index, uint32_t program, std::string_view dotted) {
  if (dotted.size() > kLongestName)
    return {};
  size_t dot = dotted.find('.');
  std::string_view head = dotted.substr(0, dot);
  Resolved r = resolve_name(index, program, intern(head));
  if (r.kind == Resolved::Nothing) {
    // The text may already be fully qualified, in the project ("pkg.mod.Base") ...
    for (size_t cut = dotted.rfind('.'); cut != std::string_view::npos && cut > 0;
         cut = dotted.rfind('.', cut - 1)) {
      uint32_t p = index.module_named(intern(dotted.substr(0, cut)));
      if (p == kNone)
        continue;
      r = {Resolved::Module, p, kNone, kNone};
      for (size_t at = cut; at != std::string_view::npos && r.kind != Resolved::Nothing;) {
        size_t next = dotted.find('.', at + 1);
        r = resolve_member(
            index, r,
            intern(dotted.substr(at + 1, next == std::string_view::npos ? next : next - at - 1)));
        at = next;
      }
      return r;
    }
    // ... or in a library ("torch.nn.Module").
    if (index.model.knows_package(head) || index.model.find(dotted))
      return {Resolved::Library, kNone, kNone, intern(dotted)};
    return {};
  }
  while (dot != std::string_view::npos) {
    size_t next = dotted.find('.', dot + 1);
    r = resolve_member(
        index, r,
        intern(dotted.substr(dot + 1, next == std::string_view::npos ? next : next - dot - 1)));
    if (r.kind == Resolved::Nothing)
      break;
    dot = next;
  }
  return r;
}

Index::Index(std::span<const ir::Program *const> ps, const model::Model &m)
    : programs(ps.begin(), ps.end()), model(m) {
  for (uint32_t p = 0; p < programs.size(); ++p)
    if (!programs[p]->module.empty())
      by_module.emplace(intern(programs[p]->module), p);
  classes.resize(programs.size());
  functions.resize(programs.size());
  for (uint32_t p = 0; p < programs.size(); ++p) {
    collect_members(p);
    derive_traits(p);
    collect_restored(p);
  }
  for (uint32_t p = 0; p < programs.size(); ++p)
    resolve_bases(p);
  // What a class is follows from its ancestors; a few rounds settle any order of definition.
  for (int round = 0; round < 8; ++round) {
    bool changed = false;
    for (auto &file : classes)
      for (ClassInfo &c : file)
        for (ClassRef b : c.bases) {
          const ClassInfo &base = info(b);
          auto take = [&](bool &mine, bool theirs) {
            if (theirs && !mine)
              mine = changed = true;
          };
          take(c.module, base.module);
          take(c.framework, base.framework);
          take(c.dataset, base.dataset);
          take(c.unknown_base, base.unknown_base);
          take(c.dataclass, base.dataclass);
        }
    if (!changed)
      break;
  }
}

bool ClassInfo::stores_again(ir::Name name) const {
  return std::binary_search(restored.begin(), restored.end(), name);
}

// What the constructor leaves in an attribute says little where other methods store it anew.
// Helpers that the constructor itself calls count as part of it.
void Index::collect_restored(uint32_t id) {
  static const ir::Name kInit = intern("__init__");
  const ir::Program &p = *programs[id];
  for (uint32_t k = 0; k < p.classes.size(); ++k) {
    ClassInfo &info = classes[id][k];
    std::vector<ir::Name> helpers;
    auto each = [&](uint32_t function, auto use) {
      const ir::Function &f = p.functions[function];
      const ir::Inst *code = p.insts.data() + f.first;
      for (uint32_t i = 0; i < f.count; ++i)
        use(code, f, code[i]);
    };
    auto on_self = [](const ir::Inst *code, const ir::Function &f, ir::Reg r) {
      return r < f.count && code[r].op == ir::Op::LoadSlot && code[r].a == 0;
    };
    if (const Member *init = info.find(kInit); init && init->function != kNone)
      each(init->function, [&](const ir::Inst *code, const ir::Function &f, const ir::Inst &in) {
        if (in.op == ir::Op::Call && in.a < f.count && code[in.a].op == ir::Op::LoadAttr &&
            on_self(code, f, code[in.a].a))
          helpers.push_back(code[in.a].b);
      });
    for (const Member &m : info.members)
      if (m.function != kNone && m.name != kInit &&
          std::find(helpers.begin(), helpers.end(), m.name) == helpers.end())
        each(m.function, [&](const ir::Inst *code, const ir::Function &f, const ir::Inst &in) {
          if (in.op == ir::Op::StoreAttr && on_self(code, f, in.a))
            info.restored.push_back(in.b);
        });
    std::sort(info.restored.begin(), info.restored.end());
    info.restored.erase(std::unique(info.restored.begin(), info.restored.end()),
                        info.restored.end());
  }
}

uint32_t Index::module_named(ir::Name dotted) const {
  auto it = by_module.find(dotted);
  return it == by_module.end() ? kNone : it->second;
}

void Index::collect_members(uint32_t id) {
  const ir::Program &p = *programs[id];
  classes[id].resize(p.classes.size());
  for (uint32_t k = 0; k < p.classes.size(); ++k) {
    const ir::Function &body = p.functions[p.classes[k].body];
    ClassInfo &info = classes[id][k];
    const ir::Inst *code = p.insts.data() + body.first;
    std::vector<uint32_t> of_slot(body.slot_count, kNone);
    for (uint32_t i = 0; i < body.count; ++i) {
      if (code[i].op != ir::Op::StoreSlot || code[i].b >= body.count)
        continue;
      Member m{.name = p.slots[body.slot_first + code[i].a], .value = code[i].b};
      // Look through decorators: the innermost callee argument is the def itself.
      ir::Reg r = code[i].b;
      for (int hops = 0; hops < 8 && r < body.count; ++hops) {
        if (code[r].op == ir::Op::MakeFunction) {
          m.function = code[r].a;
          break;
        }
        if (code[r].op != ir::Op::Call || code[r].c != 1 ||
            p.args[code[r].b].name != ir::kPositional)
          break;
        ir::Reg inner = p.args[code[r].b].reg;
        if (inner >= r)
          break;
        r = inner;
      }
      if (m.function != kNone && p.functions[m.function].kind == ir::FunctionKind::Lambda)
        m.function = kNone;
      uint32_t &known_as = of_slot[code[i].a];
      if (known_as != kNone) {
        Member *old = &info.members[known_as];
        // `@x.setter` redefines the property's name: the getter stays.
        if (m.function != kNone && old->function != kNone) {
          const ir::Function &f = p.functions[m.function];
          bool setter = false, over = false;
          for (uint32_t d = 0; d < f.decorator_count; ++d) {
            auto text = name_text(p.decorators[f.decorator_first + d]);
            setter |= text.ends_with(".setter") || text.ends_with(".deleter");
            over |= text.ends_with("overload");
          }
          if (!setter && !over)
            *old = m;
        } else {
          *old = m;
        }
      } else {
        known_as = uint32_t(info.members.size());
        info.members.push_back(m);
      }
    }
    if (info.members.size() > 32) {
      for (uint32_t m = 0; m < info.members.size(); ++m)
        info.by_name.push_back(m);
      std::sort(info.by_name.begin(), info.by_name.end(), [&](uint32_t x, uint32_t y) {
        return info.members[x].name < info.members[y].name;
      });
    }
  }
}

static bool placing_word(ir::Name name) {
  static const std::unordered_set<ir::Name> words = [] {
    std::unordered_set<ir::Name> out;
    for (const char *w :
         {"to",         "cuda",        "cpu",          "numpy",    "device",
          "detach",     "item",        "backward",     "is_cuda",  "eval",
          "pin_memory", "get_device",  "is_available", "no_grad",  "register_buffer",
          "unsqueeze",  "masked_fill", "new_zeros",    "new_ones", "new_tensor",
          "new_full",   "type_as",     "clone",        "float",    "half",
          "tensor"})
      out.insert(intern(w));
    return out;
  }();
  return words.count(name) > 0;
}

void Index::derive_traits(uint32_t id) {
  const ir::Program &p = *programs[id];
  std::unordered_map<ir::Name, bool> torch_names;
  auto torch_global = [&](ir::Name name) {
    auto [it, fresh] = torch_names.try_emplace(name, false);
    if (fresh) {
      Resolved r = resolve_name(*this, id, name);
      std::string_view text = r.kind == Resolved::Library ? name_text(r.library) : "";
      it->second = text.starts_with("torch") || text.starts_with("numpy") ||
                   text.starts_with("einops") || text.starts_with("matplotlib") ||
                   text.starts_with("sklearn");
    }
    return it->second;
  };
  functions[id].resize(p.functions.size());
  for (const ir::Function &f : p.functions)
    for (uint32_t i = 0; i < f.count; ++i)
      if (const ir::Inst &in = p.insts[f.first + i];
          in.op == ir::Op::LoadAttr || in.op == ir::Op::LoadGlobal) {
        bool &touches = functions[id][size_t(&f - p.functions.data())].touches_tensors;
        if (!touches && in.op == ir::Op::LoadAttr)
          touches = placing_word(in.b);
        else if (!touches)
          touches = torch_global(in.a);
      } else if (in.op == ir::Op::MakeFunction && in.a < functions[id].size())
        functions[id][in.a].made_at = i;
  for (uint32_t i = 0; i < p.functions.size(); ++i) {
    const ir::Function &f = p.functions[i];
    FunctionTraits &t = functions[id][i];
    t.opaque |= name_text(f.name).find("onnx") !=
                std::string_view::npos; // export helpers are traced on the CPU
    for (uint32_t d = 0; d < f.decorator_count; ++d) {
      std::string_view full = name_text(p.decorators[f.decorator_first + d]);
      if (size_t paren = full.find('('); paren != std::string_view::npos)
        full = full.substr(0, paren);
      std::string_view last =
          full.substr(full.rfind('.') == std::string_view::npos ? 0 : full.rfind('.') + 1);
      t.is_static |= last == "staticmethod";
      t.is_class |= last == "classmethod";
      t.property |= last == "property" || last == "cached_property" || last == "lazy_property" ||
                    last == "abstractproperty";
      t.setter |= last == "setter" || last == "deleter";
      t.no_grad |= last == "no_grad" || last == "inference_mode";
      t.context |= last == "contextmanager" || last == "asynccontextmanager";
      t.overload |= last == "overload";
      t.abstract |= last == "abstractmethod";
      t.jit |=
          full.starts_with("torch.jit") || full.starts_with("triton") || full.starts_with("numba");
      t.cached |= last == "lru_cache" || last == "cache";
      t.fixture |= last == "fixture";
      t.opaque |= full.starts_with("triton") || full.starts_with("numba") ||
                  full.starts_with("jax") || full.starts_with("tf.") ||
                  full.starts_with("tensorflow");
    }
  }
}

void Index::resolve_bases(uint32_t id) {
  const ir::Program &p = *programs[id];
  for (uint32_t k = 0; k < p.classes.size(); ++k) {
    const ir::Class &c = p.classes[k];
    ClassInfo &info = classes[id][k];
    for (uint32_t d = 0; d < c.decorator_count; ++d) {
      auto text = name_text(p.decorators[c.decorator_first + d]);
      info.dataclass |=
          text.find("dataclass") != std::string_view::npos || text.starts_with("attr");
    }
    for (uint32_t b = 0; b < c.base_count; ++b) {
      std::string_view text = name_text(p.decorators[c.base_first + b]);
      if (size_t bracket = text.find('['); bracket != std::string_view::npos)
        text = text.substr(0, bracket);
      if (text == "object" || text.ends_with("Generic") || text.ends_with("Protocol") ||
          text == "ABC" || text == "abc.ABC")
        continue;
      Resolved r = resolve_dotted(*this, id, text);
      if (r.kind == Resolved::Class && !(r.program == id && r.index == k)) {
        info.bases.push_back({r.program, r.index});
        continue;
      }
      // A class of an enclosing function or class body: by name within the file.
      if (r.kind == Resolved::Nothing) {
        for (uint32_t o = 0; o < p.classes.size(); ++o)
          if (o != k && p.classes[o].parent != 0 && name_text(p.classes[o].name) == text)
            r = {Resolved::Class, id, o, kNone};
        if (r.kind == Resolved::Class) {
          info.bases.push_back({r.program, r.index});
          continue;
        }
      }
      if (r.kind == Resolved::Library)
        if (const model::Entry *e = model.find(r.library)) {
          info.libraries.push_back(e);
          info.module |= model.derives(*e, "torch.nn.Module");
          info.framework |= e->has(model::Effect::UserManaged);
          info.dataset |= e->has(model::Effect::Dataset);
          continue;
        }
      info.unknown_base = true;
      // A base nobody can see whose name says what it is.
      if (text.ends_with("NamedTuple"))
        info.dataclass = true;
    }
  }
}

std::vector<ClassRef> Index::order(ClassRef c) const {
  std::vector<ClassRef> out;
  auto visit = [&](auto &&self, ClassRef at, int depth) -> void {
    if (depth > 24 || out.size() == 128 || std::find(out.begin(), out.end(), at) != out.end())
      return;
    out.push_back(at);
    for (ClassRef b : info(at).bases)
      self(self, b, depth + 1);
  };
  visit(visit, c, 0);
  return out;
}

Index::Found Index::lookup(ClassRef c, ir::Name name, ClassRef after) const {
  if (c.program >= classes.size() || c.klass >= classes[c.program].size())
    return {};
  if (after.program == kNone)
    if (const Member *m = info(c).find(name))
      return {c, m};
  if (info(c).bases.empty())
    return {};
  bool seen = after.program == kNone;
  for (ClassRef at : order(c)) {
    if (seen)
      if (const Member *m = info(at).find(name))
        return {at, m};
    seen |= at == after;
  }
  return {};
}

const model::Entry *Index::library_base(ClassRef c) const {
  for (ClassRef at : order(c))
    if (!info(at).libraries.empty())
      return info(at).libraries.front();
  return nullptr;
}

bool Index::any_unknown_base(ClassRef c) const { return info(c).unknown_base; }

} // namespace offside::placement
