// Variables that hold a device, and what to write where one is wanted.
#include "lint/migrate/planner.h"

#include <algorithm>

namespace offside::migrate {

using namespace ir;

std::string Planner::torch_here(Place p) const {
  const std::string torch = view.torch_at(p);
  return torch.empty() ? "torch" : torch;
}

std::string Planner::accelerator(const std::string &torch) const {
  return torch + ".accelerator.current_accelerator()";
}

// For a device that the program names without asking: what it is called by the build. That asks no
// driver, so an import stays free of it, and where CUDA is missing it raises when it is used, as
// before.
std::string Planner::build_text(const std::string &torch, bool string, Span where) const {
  if (options.torch_version < 207)
    return choice_text(torch, string, where);
  const std::string either =
      accelerator(torch) + " or " + torch + ".device(" + literal_text("cpu", where.begin) + ")";
  return string ? "(" + either + ").type" : parenthesised(where, either);
}

// The accelerator where there is one, else the CPU.
std::string Planner::choice_text(const std::string &torch, bool string, Span where) const {
  const std::string cpu = literal_text("cpu", where.begin);
  if (options.torch_version < 207) {
    const std::string test = " if " + torch + ".accelerator.is_available() else ";
    return parenthesised(where, string
                                    ? accelerator(torch) + ".type" + test + cpu
                                    : accelerator(torch) + test + torch + ".device(" + cpu + ")");
  }
  const std::string either = torch + ".accelerator.current_accelerator(check_available=True) or " +
                             torch + ".device(" + cpu + ")";
  return string ? "(" + either + ").type" : parenthesised(where, either);
}

std::string Planner::indexed(const std::string &torch, std::string_view index) const {
  return torch + ".device(" + accelerator(torch) + ".type, " + std::string(index) + ")";
}

// What a device is called where it is written out: "cuda:0" for `torch.device("cuda:0")` and for
// "cuda:0" itself; "" for anything else.
std::string Planner::device_name(Place p, bool &is_string) const {
  const Inst &in = view.at(p);
  if (in.op == Op::ConstStr && !(in.flags & kBytes)) {
    const std::string_view text = name_text(in.a);
    for (std::string_view type : {"cuda", "cpu", "mps", "xpu", "npu", "hpu", "mlu", "musa", "mtia"})
      if (text == type ||
          (text.starts_with(type) && text.size() > type.size() && text[type.size()] == ':')) {
        is_string = true;
        return std::string(text);
      }
  }
  if (in.op == Op::Call && in.c == 1 && view.dotted({p.function, in.a}) == "torch.device") {
    const std::string name = device_name({p.function, view.program.args[in.b].reg}, is_string);
    is_string = false;
    return name;
  }
  return "";
}

// --- variables

void Planner::find_device_variables() {
  const auto held = [&](Place value, DeviceVariable &v) {
    if (const Inst &in = view.at(value);
        in.op == Op::Or && in.b < value.reg && view.at({value.function, in.a}).op != Op::Call)
      value.reg = in.b; // device or torch.device(...)
    const Inst &in = view.at(value);
    for (const Draft &d : drafts)
      if (d.place == value && d.site.api == "device choice") {
        v.choice = true;
        v.index = d.indexed;
        v.is_string = in.op == Op::Select && [&] {
          bool string = false;
          device_name({value.function, in.b}, string);
          return string;
        }();
        return true;
      }
    bool string = false;
    const std::string name = device_name(value, string);
    if (name.starts_with("cuda")) {
      v.is_string = string;
      v.index = name.find(':') != name.npos;
      v.choice = !v.index; // rewritten so
      return !v.index && options.unsafe_fixes;
    }
    // What an earlier migration left.
    if (in.op == Op::Or && view.at({value.function, in.a}).op == Op::Call &&
        view.dotted({value.function, view.at({value.function, in.a}).a}) ==
            "torch.accelerator.current_accelerator")
      return v.choice = true;
    if (in.op == Op::LoadAttr && name_text(in.b) == "type") {
      const Inst &base = view.at({value.function, in.a});
      if (base.op == Op::Or && view.at({value.function, base.a}).op == Op::Call &&
          view.dotted({value.function, view.at({value.function, base.a}).a}) ==
              "torch.accelerator.current_accelerator")
        return v.choice = v.is_string = true;
    }
    if (in.op == Op::Select && view.at({value.function, in.b}).op == Op::Call &&
        view.dotted({value.function, view.at({value.function, in.b}).a}) ==
            "torch.accelerator.current_accelerator")
      return v.choice = true;
    // torch.device(args.device)
    if (in.op == Op::Call && in.c >= 1 && view.dotted({value.function, in.a}) == "torch.device" &&
        name.empty() && !index_part({value.function, view.program.args[in.b].reg}))
      return true;
    return false;
  };
  for (uint32_t f = 0; f < view.functions(); ++f)
    for (Reg r = 0; r < view.function(f).count; ++r) {
      const Place p{f, r};
      const Inst &in = view.at(p);
      DeviceVariable v;
      v.store = p;
      if (in.op == Op::StoreSlot || in.op == Op::StoreGlobal) {
        const std::vector<Place> loads = view.loads_of(p);
        if (!held({f, in.b}, v) || (!loads.empty() && view.only_value(loads[0]).function == kNone))
          continue;
        v.name = std::string(view.source(p));
      } else if (in.op == Op::StoreAttr && view.function(f).klass != kNone) {
        const std::string text(view.source(p));
        if (!text.starts_with("self.") || view.only_attribute(in.b).function == kNone)
          continue;
        // self.device = device
        const Place value{f, in.c};
        const bool passed =
            view.parameter(value) &&
            name_text(view.variable(value)).find("device") != std::string_view::npos;
        if (!passed && !held(value, v))
          continue;
        v.name = text;
        v.of_self = true;
      } else {
        continue;
      }
      device_variables.push_back(std::move(v));
    }
}

// Whether the file compares an attribute of that name with "cuda".
bool Planner::compared_as_text(ir::Name attribute) const {
  return std::any_of(facts.atoms.begin(), facts.atoms.end(), [&](const Atom &a) {
    if (a.kind != Atom::DeviceType || a.backend != "text" || view.at(a.place).op != Op::Compare)
      return false;
    const Inst &left = view.at({a.place.function, view.at(a.place).a});
    return left.op == Op::LoadAttr && left.b == attribute;
  });
}

// ... or the variable that a store writes, which gets other values as well.
bool Planner::variable_compared(Place store) const {
  const std::vector<Place> loads = view.loads_of(store);
  if (loads.empty() || view.only_value(loads[0]).function != kNone)
    return false;
  return std::any_of(loads.begin(), loads.end(), [&](const Place &load) {
    return std::any_of(view.uses(load).begin(), view.uses(load).end(), [&](const Use &u) {
      const Place by{load.function, u.by};
      const Op op = view.at(by).op;
      return (op == Op::LoadItem && view.at(by).b == load.reg) ||
             (op == Op::Compare && facts.atom_at(by) != kNone);
    });
  });
}

bool Planner::visible(const DeviceVariable &v, Place p) const {
  if (v.of_self)
    return view.function(p.function).klass != kNone &&
           view.function(p.function).klass == view.function(v.store.function).klass &&
           view.function(p.function).param_count > 0 &&
           (v.store.function != p.function || v.store.reg < p.reg) &&
           p.function != v.store.function;
  // The store runs before the place: in a block that the place is in, too.
  const auto before = [&](Place inner) {
    if (v.store.reg >= inner.reg)
      return false;
    const Reg block = view.region(v.store);
    for (Reg up = view.region(inner);; up = view.region({inner.function, up})) {
      if (up == block)
        return true;
      if (up == kNone)
        return false;
    }
  };
  if (v.store.function == p.function)
    return before(p);
  if (view.function(v.store.function).kind == FunctionKind::ClassBody)
    return false; // no variable of the methods
  if (view.function(p.function).kind == FunctionKind::ClassBody)
    return v.store.function == 0 && view.region(v.store) == kNone;
  // A function that lies inside, or anywhere when the variable is of the module.
  if (v.store.function == 0)
    return view.region(v.store) == kNone && !view.binds(p.function, v.name);
  for (uint32_t f = view.function(p.function).parent; f != kNone; f = view.function(f).parent)
    if (f == v.store.function)
      return view.region(v.store) == kNone;
  return false;
}

// `numbered`: one with an index will do.
std::optional<DeviceText> Planner::device_for(Place p, bool may_introduce, bool numbered) {
  // A parameter of this function or of one around it.
  for (uint32_t f = p.function; f != kNone && f != 0; f = view.function(f).parent) {
    const Function &fn = view.function(f);
    for (uint32_t k = 0; k < fn.param_count; ++k) {
      const ir::Param &param = view.program.params[fn.param_first + k];
      const std::string_view name = name_text(param.name);
      if (name != "device" && name != "dev" && name != "torch_device")
        continue;
      // One that is the CPU unless somebody says otherwise is not what `.cuda()` means; and what a
      // function stores to it nobody knows.
      const uint32_t maker = fn.parent;
      bool usable =
          param.kind != ir::ParamKind::VarPositional && param.kind != ir::ParamKind::VarKeyword;
      for (Reg r = 0; maker != kNone && r < view.function(maker).count; ++r) {
        const Inst &in = view.at({maker, r});
        if (in.op != Op::MakeFunction || in.a != f)
          continue;
        for (const Arg &arg : view.arguments(in)) {
          bool string = false;
          if (arg.name == param.name && (device_name({maker, arg.reg}, string) == "cpu" ||
                                         view.at({maker, arg.reg}).op == Op::ConstNone))
            usable = false;
        }
      }
      if (!usable)
        return {};
      DeviceText d{std::string(name)};
      const std::string_view annotation =
          param.annotation == kNone ? std::string_view() : name_text(param.annotation);
      d.either = annotation != "torch.device" && annotation != "str";
      d.is_string = annotation == "str";
      return d;
    }
  }
  const DeviceVariable *best = nullptr;
  for (const DeviceVariable &v : device_variables) {
    if (!visible(v, p))
      continue;
    if (v.index && !numbered)
      continue;
    // The nearest: of this function, of `self`, of the module.
    const auto rank = [&](const DeviceVariable &x) {
      return x.store.function == p.function && !x.of_self ? 3 : x.of_self ? 2 : 1;
    };
    if (!best || rank(v) > rank(*best) || (rank(v) == rank(*best) && v.store.reg > best->store.reg))
      best = &v;
  }
  if (best) {
    DeviceText d{best->name};
    d.is_string = best->is_string;
    d.choice = best->choice;
    d.either = best->of_self && !best->choice;
    return d;
  }
  if (!may_introduce || options.torch_version < 206)
    return {};
  const uint32_t limit = introduced_limit;
  if (p.function == 0)
    introduced_limit = std::min(introduced_limit, view.at(p).span.begin);
  if (introduction_place() == kNone) {
    introduced_limit = limit;
    return {};
  }
  if (introduced.empty()) {
    for (const char *name : {"device", "DEVICE", "accelerator_device"}) {
      bool taken = view.module_binds(name);
      for (uint32_t f = 0; f < view.functions(); ++f)
        taken |= view.binds(f, name);
      if (!taken) {
        introduced = name;
        break;
      }
    }
    if (introduced.empty())
      return {};
  }
  DeviceText d{introduced};
  d.choice = true;
  d.introduced = true;
  return d;
}

std::string Planner::as_object(const DeviceText &d, const std::string &torch) const {
  return d.is_string || d.either ? torch + ".device(" + d.text + ")" : d.text;
}

std::string Planner::as_type(const DeviceText &d, const std::string &torch) const {
  if (d.is_string && d.choice)
    return d.text;
  return as_object(d, torch) + ".type";
}

} // namespace offside::migrate
