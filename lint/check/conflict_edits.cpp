// The edits that end a conflict of devices: make the tensor where it is needed, move it there, or
// register it.
#include "lint/check/judge.h"

#include <algorithm>

namespace offside::check {

using namespace placement;
using ir::kNone;
using ir::name_text;
using ir::Op;

namespace {

bool inside(ir::Span inner, ir::Span outer) {
  return inner.begin >= outer.begin && inner.end <= outer.end;
}

// `x`, `self.weight`: reading it twice costs nothing and means the same.
bool is_dotted_name(std::string_view text) {
  while (!text.empty()) {
    const size_t dot = text.find('.');
    if (!is_name(text.substr(0, dot)))
      return false;
    if (dot == text.npos)
      return true;
    text.remove_prefix(dot + 1);
  }
  return false;
}

// The name in `….to(NAME)` or `…(…, device=NAME, …)`; "" when there is none.
std::string_view named_device(std::string_view call) {
  if (const size_t at = call.rfind(".to("); at != call.npos && call.ends_with(")"))
    if (const std::string_view name = call.substr(at + 4, call.size() - at - 5);
        is_dotted_name(name))
      return name;
  if (const size_t at = call.rfind("device="); at != call.npos) {
    const std::string_view rest = call.substr(at + 7);
    const std::string_view name = rest.substr(0, rest.find_first_of(", )\n"));
    if (is_dotted_name(name))
      return name;
  }
  return "";
}

} // namespace

// How the device of a value can be named at a place of a function; "" when nothing there is sure to
// name it.
std::string Judge::device_there(const Machine &m, const Conflict &c, const Operand &operand,
                                const Ground &ground, uint32_t before) const {
  if (c.site.function == kNone) // told in another file than it happens in
    return "";
  const ir::Program &p = index.program(c.site.program);
  const ir::Function &f = p.functions[c.site.function];
  const auto bound_before =
      [&](std::string_view name) { // a parameter, or a local stored once, earlier in the text
        const std::string_view first = name.substr(0, name.find('.'));
        const ir::Inst *store = nullptr;
        for (uint32_t k = 0; k < f.slot_count; ++k) {
          if (name_text(p.slots[f.slot_first + k]) != first)
            continue;
          int stores = 0;
          for (uint32_t i = 0; i < f.count; ++i)
            if (const ir::Inst &in = p.insts[f.first + i]; in.op == Op::StoreSlot && in.a == k) {
              store = &in;
              ++stores;
            }
          return k < f.param_count ? stores == 0 : stores == 1 && store->span.end <= before;
        }
        return f.kind == ir::FunctionKind::Module || !name.empty(); // a global
      };
  // A tensor on that device that is read in the operand.
  const size_t registers = m.registers.size() - f.count; // of the running function
  for (uint32_t i = 0; i < f.count && !operand.parameter_of_module; ++i) {
    const ir::Inst &load = p.insts[f.first + i];
    if ((load.op != Op::LoadSlot && load.op != Op::LoadAttr && load.op != Op::LoadGlobal) ||
        !inside(load.span, operand.span))
      continue;
    const std::string_view read = text(c.site.program).at(load.span);
    const Value value = m.registers[registers + i];
    if (value == kUnbound || !is_dotted_name(read) ||
        (before < c.site.span.begin && !bound_before(read)))
      continue;
    bool tensor = true, there = false;
    for (const Alternative &a : m.alternatives(value)) {
      tensor &= m.is_tensor(a.value);
      there |= m.is_tensor(a.value) && m.at(a.value).device() == ground.device();
    }
    if (tensor && there)
      return std::string(read) + ".device";
  }
  for (uint32_t e = ground.origin; e && e < m.events.size(); e = m.events[e].parent) {
    const Event &event = m.events[e];
    if (event.program != c.site.program || !inside(event.span, f.span))
      continue;
    if (event.kind == EventKind::Input && is_name(name_text(event.name)))
      return std::string(name_text(event.name)) + ".device";
    if (event.kind != EventKind::Moved && event.kind != EventKind::ModuleMoved &&
        event.kind != EventKind::MadeOn)
      continue;
    const std::string_view name = named_device(text(event.program).at(event.span));
    return !name.empty() && bound_before(name) ? std::string(name) : "";
  }
  return "";
}

// Whether the library function called at a span of this function has a parameter `device`.
bool Judge::takes_device(const Site &site, ir::Span call) const {
  const ir::Program &p = index.program(site.program);
  const ir::Function &f = p.functions[site.function];
  const ir::Inst *code = p.insts.data() + f.first;
  for (uint32_t i = 0; i < f.count; ++i) {
    if (code[i].op != Op::Call || code[i].span.begin != call.begin ||
        code[i].span.end != call.end || code[i].a >= f.count)
      continue;
    const ir::Inst &callee = code[code[i].a];
    const bool attribute =
        callee.op == Op::LoadAttr && callee.a < f.count && code[callee.a].op == Op::LoadGlobal;
    if (!attribute && callee.op != Op::LoadGlobal)
      return false;
    const Resolved base =
        resolve_name(index, site.program, attribute ? code[callee.a].a : callee.a);
    if (base.kind != Resolved::Library)
      return false;
    std::string name(name_text(base.library));
    if (attribute)
      name += "." + std::string(name_text(callee.b));
    const model::Entry *entry = index.model.find(name);
    const ir::Name device = ir::intern("device");
    return entry && std::any_of(entry->params.begin(), entry->params.end(),
                                [&](const model::Param &q) { return q.name == device; });
  }
  return false;
}

void Judge::end_conflict(Finding &f, const Machine &m, const Conflict &c, const Operand &culprit,
                         const Operand &other, const Ground &bad, const Ground &good,
                         uint32_t made) const {
  const Text here = text(c.site.program);
  if (f.rule == "DEV108")
    return fix(f, append_method(here, other.span, ".cpu()"), Safety::Unsafe);
  if (f.rule == "DEV110" || f.rule == "DEV107")
    return;
  if (f.rule == "DEV105")
    return register_attribute(f, m, bad);
  // A factory in the same function: make the tensor where it is needed.
  const ir::Function &function = index.program(c.site.program).functions[c.site.function];
  if (made && f.rule != "DEV103" && m.events[made].program == c.site.program &&
      inside(m.events[made].span, function.span)) {
    const ir::Span factory = m.events[made].span;
    const std::string device = device_there(m, c, other, good, factory.begin);
    if (device.empty())
      return;
    if (takes_device(c.site, factory))
      return fix(f, add_argument(here, factory, "device=" + device),
                 f.rule == "DEV102" ? Safety::Safe : Safety::Unsafe);
    return fix(f, append_method(here, factory, ".to(" + device + ")"), Safety::Unsafe);
  }
  if (f.rule == "DEV102" || culprit.parameter_of_module) {
    if (f.rule == "DEV120")
      move_criterion(f, m, c, other, bad, good);
    return;
  }
  const std::string_view written = here.at(culprit.span);
  const std::string device = device_there(m, c, other, good, culprit.span.begin);
  if (!device.empty() && !written.starts_with("[") && !written.starts_with("(") &&
      !written.starts_with("*"))
    fix(f, append_method(here, culprit.span, ".to(" + device + ")"), Safety::Unsafe);
}

// Where the value of an attribute assignment stands; empty when the event is none.
ir::Span Judge::stored_value(const Event &stored) const {
  const ir::Program &p = index.program(stored.program);
  for (const ir::Function &function : p.functions)
    for (uint32_t i = 0; i < function.count; ++i)
      if (const ir::Inst &store = p.insts[function.first + i];
          store.op == Op::StoreAttr && store.span.begin == stored.span.begin &&
          store.span.end == stored.span.end && store.c < function.count)
        return p.insts[function.first + store.c].span;
  return {};
}

// DEV105: the assignment in the constructor becomes a buffer.
void Judge::register_attribute(Finding &f, const Machine &m, const Ground &tensor) const {
  for (uint32_t e = tensor.origin; e && e < m.events.size(); e = m.events[e].parent)
    if (const Event &stored = m.events[e]; stored.kind == EventKind::StoredInit)
      return fix(f, register_buffer(text(stored.program), stored.span, stored_value(stored)),
                 Safety::Unsafe);
}

// DEV106: the container becomes one that registers what is in it.
void Judge::register_container(Finding &f, const Event &stored, bool modules, bool is_dict) const {
  const std::string kind =
      std::string(modules ? "Module" : "Parameter") + (is_dict ? "Dict" : "List");
  fix(f,
      wrap(text(stored.program), stored_value(stored),
           torch(stored.program, "torch.nn") + "." + kind + "(", ")"),
      Safety::Unsafe);
}

// DEV120: the criterion moves where it is made.
void Judge::move_criterion(Finding &f, const Machine &m, const Conflict &c, const Operand &other,
                           const Ground &bad, const Ground &good) const {
  for (uint32_t e = bad.origin; e && e < m.events.size(); e = m.events[e].parent) {
    const Event &event = m.events[e];
    if (event.kind != EventKind::ModuleMade || event.program != c.site.program)
      continue;
    const std::string device = device_there(m, c, other, good, event.span.begin);
    if (is_name(device))
      fix(f, append_method(text(event.program), event.span, ".to(" + device + ")"), Safety::Unsafe);
    return;
  }
}

} // namespace offside::check
