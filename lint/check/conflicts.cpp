// DEV101-103, 105-110, 120: operations whose tensors are on different devices, told by what caused
// it.
#include "lint/check/judge.h"

namespace offside::check {

using namespace placement;
using ir::kNone;
using ir::name_text;
using ir::Op;

namespace {

std::string short_name(std::string_view qualified) {
  size_t dot = qualified.rfind('.');
  return std::string(dot == std::string_view::npos ? qualified : qualified.substr(dot + 1));
}

// The last event of a kind in a chain; 0 when there is none. A move cuts the chain.
uint32_t in_chain(const Machine &m, uint32_t origin, EventKind kind) {
  for (uint32_t e = origin; e && e < m.events.size(); e = m.events[e].parent) {
    if (m.events[e].kind == kind)
      return e;
    if (m.events[e].kind == EventKind::Moved || m.events[e].kind == EventKind::ModuleMoved)
      return 0;
  }
  return 0;
}

// The weight of a loss function: `cross_entropy(…, weight=w)`.
bool is_loss_weight(const Operand &operand, std::string_view function) {
  const std::string_view role = operand.role == kNone ? "" : name_text(operand.role);
  return (role == "weight" || role == "pos_weight") &&
         (function.find("entropy") != std::string_view::npos ||
          function.find("loss") != std::string_view::npos);
}

} // namespace

void Judge::conflict(const Machine &m, const Conflict &c) {
  const Ground &l = m.at(c.left_ground), &r = m.at(c.right_ground);
  // The culprit is the one on the CPU; of two accelerators the one that was named less exactly,
  // else the right one.
  bool left_is_culprit = c.relation == Relation::OtherIndex
                             ? l.device().index() < 0
                             : l.device().is_cpu() || !r.device().is_cpu();
  if (c.kind == ConflictKind::Index)
    left_is_culprit = true;
  const Operand &culprit = left_is_culprit ? c.left : c.right,
                &other = left_is_culprit ? c.right : c.left;
  const Ground &bad = left_is_culprit ? l : r, &good = left_is_culprit ? r : l;
  bool latent = c.relation == Relation::Latent;
  // What a flag of the caller decides about a device that nobody named is too little to go by.
  if (latent && culprit.parameter_of_module && !only_availability(m, c.guard & m.pc))
    return;
  // Somebody put it on the CPU on purpose, and of the inputs nothing is known.
  uint32_t first = bad.origin;
  while (first && (m.events[first].kind == EventKind::Stored ||
                   m.events[first].kind == EventKind::StoredLate))
    first = m.events[first].parent;
  if (latent && good.device().identity() == kInputsIdentity && first &&
      (m.events[first].kind == EventKind::Moved || m.events[first].kind == EventKind::MadeOn))
    return;
  // A chain of flags that long is no path anybody takes.
  int conditions = 0;
  for (size_t k = 0; k < m.facts.size(); ++k)
    conditions += (c.guard.facts() >> k & 1) && !m.facts[k].selector &&
                  !only_availability(m, Guard::literal(int(k), true));
  if (conditions > (latent ? 2 : 4))
    return;
  bool sure = !latent && only_availability(m, c.guard & m.pc);
  auto told = [&](const Operand &o) {
    std::string q = quote(c.site.program, o.span);
    std::string role = o.role != kNone ? std::string(name_text(o.role)) : "";
    if (o.parameter_of_module)
      return q.empty()      ? std::string("the module")
             : role.empty() ? "the module `" + q + "`"
                            : "`" + role + "` of `" + q + "`";
    return q.empty() ? std::string("an operand") : "`" + q + "`";
  };
  std::string a = told(culprit), b = told(other);
  std::string on_a = device_text(m, bad.device()), on_b = device_text(m, good.device());
  if (a == b)
    b = "another of its elements";
  std::string op(c.operation);
  if (op.find('.') != std::string::npos)
    op = short_name(op);

  std::string rule = "DEV101", message, help;
  Severity severity = sure ? Severity::Error : Severity::Warning;
  int rank = 0;
  uint32_t made = in_chain(m, bad.origin, EventKind::Made),
           made_on = in_chain(m, bad.origin, EventKind::MadeOn);
  uint32_t batch = in_chain(m, bad.origin, EventKind::Batch),
           converted = in_chain(m, bad.origin, EventKind::Converted);
  uint32_t init = in_chain(m, bad.origin, EventKind::StoredInit),
           late = in_chain(m, bad.origin, EventKind::StoredLate);
  std::string target = good.device().is_symbol() && good.device().identity() == kInputsIdentity
                           ? quote(c.site.program, other.span) + ".device"
                       : good.device().is_symbol() ? m.identity_text(good.device().identity())
                                                   : on_b;
  if (target.size() > 1 && target.front() == '`')
    target = "\"" + target.substr(1, target.size() - 2) + "\"";
  if (good.device().type() == DeviceType::Other)
    target = quote(c.site.program, other.span) + ".device";
  const bool made_here = made && m.events[made].program == c.site.program;
  if (std::string named = device_there(m, c, other, good,
                                       made_here ? m.events[made].span.begin : culprit.span.begin);
      !named.empty())
    target = std::move(named);

  switch (c.kind) {
  case ConflictKind::Optimizer:
    rule = "DEV110";
    severity = Severity::Warning;
    message = "the state of this optimizer is made while the parameters are on " + on_a +
              "; the model moves to " + on_b + " later";
    help = "move the model first, then construct the optimizer";
    break;
  case ConflictKind::Index:
    rule = "DEV108";
    message =
        "the index " + b + " is on " + on_b + " while the indexed tensor " + a + " is on " + on_a;
    help = made || converted
               ? "make or move " + a + " to the device of the index, or index with " +
                     quote(c.site.program, other.span) + ".cpu()"
               : "index with " + quote(c.site.program, other.span) + ".cpu(), or move " + a;
    break;
  case ConflictKind::Generator:
  case ConflictKind::MustBeCpu:
    return;
  case ConflictKind::Weight:
  case ConflictKind::Mixed:
    if (c.relation == Relation::OtherIndex) {
      rule = "DEV109";
      message = a + " is on " + on_a + " and " + b + " on " + on_b + " in `" + op + "`";
      help = "give both the same device, e.g. " + quote(c.site.program, culprit.span) + ".to(" +
             quote(c.site.program, other.span) + ".device)";
    } else if (c.kind == ConflictKind::Weight &&
               (culprit.parameter_of_module || other.parameter_of_module)) {
      rule = "DEV120";
      message = "the criterion's " + a + " is on " + on_a + " while its input is on " + on_b;
      if (!culprit.parameter_of_module)
        message = a + " is on " + on_a + " while the criterion's " + b + " is on " + on_b;
      help = "move the criterion with `.to(device)`, or make its weight on the device of the model";
      severity = latent ? Severity::Warning : severity;
    } else if (is_loss_weight(culprit, op)) {
      rule = "DEV120";
      message = a + " is on " + on_a + " while the other inputs of the loss are on " + on_b;
      help = "make the weight there, or move it: " + quote(c.site.program, culprit.span) + ".to(" +
             target + ")";
      rank = 3;
    } else if (culprit.parameter_of_module) {
      message = a + " is on " + on_a + " but is called with " + b + " on " + on_b;
      help = "move the module to the device of its input before calling it";
      if (latent && good.device().identity() == kInputsIdentity) {
        rule = "DEV101";
        message = a + " is made here on " + on_a + " but is fed " + b +
                  ", which is on the device of the inputs";
        help = "make the module in the constructor, or move it with `.to(" +
               quote(c.site.program, other.span) + ".device)`";
      }
      rank = 1;
    } else if (init) {
      rule = "DEV105";
      severity = latent ? Severity::Warning : severity;
      std::string attr(name_text(m.events[init].name));
      message = "`" + attr + "` is a plain tensor attribute of a module: it stays on " + on_a +
                " while " + b + " is on " + on_b;
      help = "register it: `self.register_buffer(\"" + attr + "\", ...)` in the constructor";
      rank = 3;
    } else if (late) {
      rule = "DEV107";
      severity = latent ? Severity::Warning : severity;
      std::string attr(name_text(m.events[late].name));
      message =
          "`" + attr + "` was cached on " + on_a + " and does not follow the module to " + on_b;
      help = "register it as a buffer, or keep the device in the cache's key";
      rank = 2;
    } else if (batch && bad.device().is_cpu()) {
      rule = "DEV103";
      message = a + " comes from a loader and is on the CPU; " + b + " is on " + on_b;
      help = "move the batch first: " + quote(c.site.program, culprit.span) + ".to(" + target + ")";
      rank = 2;
    } else if ((made || converted) &&
               (latent || host_factory(m.events[made ? made : converted], c.site, other.span))) {
      rule = "DEV102";
      message = a + " is made on the CPU and meets " + b + " on " + on_b;
      help =
          made ? "make it there: `device=" + target + "`"
               : "move it first: `" + quote(c.site.program, culprit.span) + ".to(" + target + ")`";
      rank = 2;
    } else {
      message = a + " is on " + on_a + " and " + b + " on " + on_b + " in `" + op + "`";
      help = made ? "make it there: `device=" + target + "`"
                  : "move it first: " + quote(c.site.program, culprit.span) + ".to(" + target + ")";
      rank = made || made_on ? 2 : 1;
    }
    break;
  }
  std::string when = m.guard_text(c.guard);
  if (!when.empty() && !only_availability(m, c.guard))
    message += " (when " + when + ")";
  Finding f = make(rule, severity, c.site, message);
  evidence(m, bad, a, f.labels);
  evidence(m, good, b, f.labels);
  if (c.kind == ConflictKind::Optimizer)
    if (const ir::Inst *step = next_step(c.site))
      f.labels.push_back(label(c.site.program, step->span, "this step meets both devices"));
  calls(m, f.labels);
  if (!help.empty())
    f.help.push_back(help);
  end_conflict(f, m, c, culprit, other, bad, good, made ? made : converted);
  add(std::move(f), m, c.site, true, rank);
  if (rule == "DEV105")
    candidates.back().cause =
        uint64_t(m.events[init].program + 1) << 32 | m.events[init].span.begin;
}

// What a variable is stored from, through `a, b = value`.
static ir::Span source_of(const ir::Program &p, const ir::Function &f, ir::Reg reg) {
  const ir::Inst *value = &p.insts[f.first + reg];
  while (value->op == Op::Unpack && value->a < f.count)
    value = &p.insts[f.first + value->a];
  return value->span;
}

// The call of `.step()` that follows an instruction in its function.
const ir::Inst *Judge::next_step(const Site &site) const {
  if (site.function == kNone)
    return nullptr;
  const ir::Function &f = index.program(site.program).functions[site.function];
  for (ir::Reg r = site.inst + 1; r < f.count; ++r) {
    const ir::Inst *call = inst(site.program, site.function, r);
    const ir::Inst *callee =
        call->op == Op::Call ? inst(site.program, site.function, call->a) : nullptr;
    if (callee && callee->op == Op::LoadAttr && name_text(callee->b) == "step")
      return call;
  }
  return nullptr;
}

// DEV102 where the devices are known from a caller: a tensor made in this very function meets one
// that follows a parameter, so the function is wrong whoever calls it.
bool Judge::host_factory(const Event &made, const Site &site, ir::Span other) const {
  const ir::Program &p = index.program(site.program);
  const ir::Function &f = p.functions[site.function];
  if (f.kind != ir::FunctionKind::Def || made.program != site.program ||
      made.span.begin < f.span.begin || made.span.end > f.span.end)
    return false;
  std::set<uint32_t> seen;
  std::vector<ir::Span> open{other};
  while (!open.empty()) {
    const ir::Span span = open.back();
    open.pop_back();
    for (uint32_t i = 0; i < f.count; ++i) {
      const ir::Inst &load = p.insts[f.first + i];
      if (load.op != Op::LoadSlot || load.span.begin < span.begin || load.span.end > span.end ||
          !seen.insert(load.a).second)
        continue;
      if (load.a < f.param_count)
        return true;
      for (uint32_t k = 0; k < f.count; ++k)
        if (const ir::Inst &store = p.insts[f.first + k];
            store.op == Op::StoreSlot && store.a == load.a && store.b < f.count)
          open.push_back(source_of(p, f, store.b));
    }
  }
  return false;
}

// DEV106: modules or parameters in a plain container attribute, none of them registered elsewhere.
void Judge::constructed(const Machine &m, Value self) {
  const Object &o = *m.object(self);
  auto registered = [&](uint32_t id) {
    for (const Attribute &a : o.attributes)
      if (a.registered)
        for (const Alternative &x : m.alternatives(a.value)) {
          if (m.at(x.value).kind != Kind::Object)
            continue;
          if (m.at(x.value).a == id)
            return true;
          for (Value c : m.object(x.value)->children)
            for (const Alternative &y : m.alternatives(c))
              if (m.at(y.value).kind == Kind::Object && m.at(y.value).a == id)
                return true;
        }
    for (Value c : o.children)
      if (m.at(c).kind == Kind::Object && m.at(c).a == id)
        return true;
    return false;
  };
  for (const Attribute &a : o.attributes) {
    if (a.registered || !a.in_init || !a.origin)
      continue;
    for (const Alternative &alt : m.alternatives(a.value)) {
      std::vector<Value> elements;
      const Ground &g = m.at(alt.value);
      if (g.kind == Kind::Tuple) {
        auto t = m.values.tuple(g);
        elements.assign(t.begin(), t.end());
      } else if (const Object *c = m.object(alt.value);
                 c && (c->shape == Shape::List || c->shape == Shape::Dict)) {
        elements = c->elements;
        elements.insert(elements.end(), c->children.begin(), c->children.end());
        for (const DictItem &item : c->items)
          elements.push_back(item.value);
        if (c->summary != kUnbound)
          elements.push_back(c->summary);
      }
      const char *what = nullptr;
      bool all = !elements.empty();
      Value culprit = kUnknown;
      for (Value v : elements)
        for (const Alternative &e : m.alternatives(v)) {
          // Modules made by this constructor, not ones that were handed to it.
          if (m.is_module(e.value) && m.at(e.value).a > m.at(self).a &&
              !registered(m.at(e.value).a) &&
              !(m.object(e.value)->entry &&
                (m.object(e.value)->entry->has(model::Effect::NoParameters) ||
                 m.object(e.value)->entry->has(model::Effect::LossModule)))) {
            what = "modules";
            culprit = e.value;
          } else if (m.is_tensor(e.value) && (m.at(e.value).flags & kParameter)) {
            bool known = false;
            for (const Attribute &other : o.attributes)
              if (other.registered)
                for (const Alternative &x : m.alternatives(other.value))
                  known |= m.is_tensor(x.value) && m.at(x.value).origin &&
                           m.events[m.at(x.value).origin].parent == m.at(e.value).origin;
            if (!known) {
              what = "parameters";
              culprit = e.value;
            }
          } else if (m.is_module(e.value)) {
            all = false;
          }
        }
      // `self.teacher = [teacher]` hides one module on purpose.
      if (const Object *one = m.object(alt.value); one && one->shape == Shape::List && one->exact &&
                                                   one->elements.size() == 1 &&
                                                   one->children.empty())
        continue;
      if (!what || !all)
        continue;
      const Event &store = m.events[a.origin];
      std::string attr(name_text(a.name));
      Finding f;
      f.rule = "DEV106";
      f.severity = Severity::Warning;
      f.path = inputs[store.program].path;
      f.span = store.span;
      f.message = std::string(what) + " kept in the plain container `" + attr +
                  "` are not registered: `.to()`, `parameters()` and `state_dict()` miss them";
      if (const Object *c = m.object(culprit)) {
        const Event &made = m.events[c->origin];
        if (made.span.begin != store.span.begin)
          f.labels.push_back(label(made.program, made.span, "made here"));
      }
      f.help.push_back(g.kind == Kind::Object && m.object(alt.value)->shape == Shape::Dict
                           ? std::string("keep them in `nn.") +
                                 (what[0] == 'm' ? "ModuleDict" : "ParameterDict") + "`"
                           : std::string("keep them in `nn.") +
                                 (what[0] == 'm' ? "ModuleList" : "ParameterList") + "`");
      register_container(f, store, what[0] == 'm',
                         g.kind == Kind::Object && m.object(alt.value)->shape == Shape::Dict);
      Site site{store.program, kNone, a.origin, store.span};
      candidates.push_back({std::move(f),
                            {site.program, 0xfffffffeu, store.span.begin},
                            m.symbolic_root,
                            false,
                            true,
                            5});
    }
  }
}

} // namespace offside::check
