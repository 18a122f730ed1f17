// DEV401, DEV402: graphs that live too long, and graphs nobody needs.
#include "lint/check/judge.h"

namespace offside::check {

using namespace placement;
using ir::kNone;
using ir::name_text;
using ir::Op;

// The innermost loop around a site that holds a call of `.backward()` (or a scaler's, or fabric's).
bool Judge::in_training_loop(const Site &s, ir::Reg &loop) const {
  const ir::Program &p = index.program(s.program);
  const ir::Function &f = p.functions[s.function];
  const ir::Inst *code = p.insts.data() + f.first;
  bool found = false;
  for (uint32_t i = 0; i < s.inst; ++i) {
    if (code[i].op != Op::Loop || (code[i].flags & ir::kComprehension) || code[i].b < s.inst)
      continue;
    for (uint32_t k = i; k < code[i].b && k < f.count; ++k)
      if (code[k].op == Op::LoadAttr && name_text(code[k].b) == "backward") {
        loop = i;
        found = true;
        break;
      }
  }
  return found;
}

void Judge::retained(const Machine &m, const Site &site, Value value, ir::Reg target,
                     ir::Span span) {
  bool graph = false;
  for (const Alternative &a : m.alternatives(value))
    graph |= m.is_tensor(a.value) && m.at(a.value).grad == Tri::Yes &&
             !(m.at(a.value).flags & kParameter);
  if (!graph || m.grad_mode != Tri::Yes)
    return;
  ir::Reg loop = kNone;
  if (!in_training_loop(site, loop))
    return;
  const ir::Program &p = index.program(site.program);
  const ir::Function &f = p.functions[site.function];
  const ir::Inst *code = p.insts.data() + f.first;
  // The container must outlive the loop that runs backward, and must not be the thing that backward
  // starts from.
  const ir::Inst &t = code[target];
  auto same_place = [&](ir::Reg r) {
    if (r >= f.count || code[r].op != t.op)
      return false;
    if (t.op == Op::LoadSlot)
      return code[r].a == t.a;
    if (t.op == Op::LoadAttr || t.op == Op::LoadItem)
      return code[r].b == t.b || code[r].a == t.a;
    return false;
  };
  if (t.op != Op::LoadSlot && t.op != Op::LoadAttr && t.op != Op::LoadItem &&
      t.op != Op::LoadGlobal)
    return;
  for (uint32_t k = 0; k < f.count; ++k) {
    if (code[k].op == Op::LoadAttr && name_text(code[k].b) == "backward" && same_place(code[k].a))
      return;
    // Summed or stacked for a backward of the whole, or emptied in the loop.
    if (code[k].op == Op::Call && k > loop && k < code[loop].b)
      for (uint32_t a = 0; a < code[k].c; ++a)
        if (same_place(p.args[code[k].b + a].reg))
          return;
    if (t.op == Op::LoadSlot && code[k].op == Op::StoreSlot && code[k].a == t.a && k > loop &&
        k < code[loop].b) {
      // Set anew in the loop, before this use: it does not outlive the pass.
      ir::Reg v = code[k].b;
      if (v < f.count && (code[v].op == Op::BuildList || code[v].op == Op::ConstInt ||
                          code[v].op == Op::ConstFloat || code[v].op == Op::BuildDict))
        return;
    }
  }
  if (t.op == Op::LoadSlot) {
    bool before = false;
    for (uint32_t k = 0; k < loop; ++k)
      before |= code[k].op == Op::StoreSlot && code[k].a == t.a;
    if (!before)
      return;
  }
  Site at = site;
  at.span = span;
  std::string what = quote(site.program, span);
  Finding x = make("DEV401", Severity::Warning, at,
                   "`" + quote(site.program, code[target].span) +
                       "` keeps the graph of every pass alive: `" + what + "` requires grad");
  x.help.push_back("keep the number: `" + what + ".item()`, or a tensor without graph: `" + what +
                   ".detach()`");
  fix(x, append_method(text(site.program), span, ".detach()"), Safety::Safe);
  add(std::move(x), m, at);
}

// `meter.update(loss)` in a loop that runs `loss.backward()`: what the method keeps on its object
// outlives the pass.
void Judge::retained_by_method(const Machine &m, const Site &site, Value value, ir::Span span) {
  bool graph = false;
  for (const Alternative &a : m.alternatives(value))
    graph |= m.is_tensor(a.value) && m.at(a.value).grad == Tri::Yes &&
             !(m.at(a.value).flags & kParameter);
  if (!graph || m.grad_mode != Tri::Yes || m.stack.empty())
    return;
  const Site &from = m.stack.back().call_site;
  ir::Reg loop = kNone;
  if (from.program == kNone || !in_training_loop(from, loop))
    return;
  const ir::Program &p = index.program(from.program);
  const ir::Function &f = p.functions[from.function];
  const ir::Inst *code = p.insts.data() + f.first;
  const ir::Inst &call = code[from.inst];
  if (call.op != Op::Call || call.a >= f.count || code[call.a].op != Op::LoadAttr)
    return;
  // The very tensor that is handed over is the one backward starts from, so nothing is left to do
  // with its graph.
  const auto same = [&](const ir::Inst &x, const ir::Inst &y) {
    return x.op == y.op && x.op == Op::LoadSlot && x.a == y.a;
  };
  const ir::Inst *spent = nullptr;
  for (uint32_t k = loop; k < code[loop].b && k < f.count; ++k)
    if (code[k].op == Op::LoadAttr && name_text(code[k].b) == "backward" && code[k].a < f.count)
      for (uint32_t a = 0; a < call.c; ++a)
        if (p.args[call.b + a].reg < f.count && same(code[p.args[call.b + a].reg], code[code[k].a]))
          spent = &code[p.args[call.b + a].reg];
  // The object is made before the loop.
  const ir::Inst &object = code[code[call.a].a];
  if (object.op == Op::LoadSlot)
    for (uint32_t k = loop; k < code[loop].b && k < f.count; ++k)
      if (code[k].op == Op::StoreSlot && code[k].a == object.a)
        return;
  if (!spent)
    return;
  Site at = from;
  at.span = spent->span;
  const std::string what = quote(from.program, spent->span);
  Finding x =
      make("DEV401", Severity::Warning, at,
           "`" + what + "` requires grad: what is kept of it holds the graph of every pass alive");
  x.labels.push_back(label(site.program, span, "kept here"));
  x.help.push_back("hand over the number: `" + what + ".item()`, or a tensor without graph: `" +
                   what + ".detach()`");
  fix(x, append_method(text(from.program), spent->span, ".detach()"), Safety::Safe);
  add(std::move(x), m, at);
}

void Judge::accumulate(const Machine &m, const Site &site, Value left, Value right) {
  const ir::Inst *in = inst(site);
  if (!in || left == kUnbound)
    return;
  // total += loss, total = total + loss: stored back to where it came from.
  const ir::Inst *source = inst(site.program, site.function, in->a);
  if (!source)
    return;
  bool back = false;
  for (ir::Reg k = site.inst + 1; k < site.inst + 3 && !back; ++k)
    if (const ir::Inst *store = inst(site.program, site.function, k)) {
      back |= source->op == Op::LoadSlot && store->op == Op::StoreSlot && store->a == source->a &&
              store->b == site.inst;
      back |= source->op == Op::LoadAttr && store->op == Op::StoreAttr && store->b == source->b &&
              store->c == site.inst;
      back |= source->op == Op::LoadItem && store->op == Op::StoreItem && store->c == site.inst;
    }
  const ir::Inst *added = inst(site.program, site.function, in->b);
  if (back && added && source->op == Op::LoadAttr)
    retained_by_method(m, site, right, added->span);
  if (back && added)
    retained(m, site, right, in->a, added->span);
}

void Judge::append(const Machine &m, const Site &site, Value, Value element) {
  const ir::Inst *in = inst(site);
  if (!in || in->op != Op::Call)
    return;
  const ir::Inst *callee = inst(site.program, site.function, in->a);
  if (!callee || callee->op != Op::LoadAttr || name_text(callee->b) != "append" || in->c != 1)
    return;
  const ir::Program &p = index.program(site.program);
  const ir::Inst *arg = inst(site.program, site.function, p.args[in->b].reg);
  const ir::Inst *list = inst(site.program, site.function, callee->a);
  const ir::Inst *kept = list && list->op == Op::Call ? inst(site.program, site.function, list->a)
                                                      : list; // `d.setdefault(k, [])`
  if (arg && kept && (kept->op == Op::LoadAttr || kept->op == Op::LoadItem))
    retained_by_method(m, site, element, arg->span);
  if (arg)
    retained(m, site, element, callee->a, arg->span);
}

// Whether the constructor of a method's class calls `self.NAME.eval()` and nothing in the class
// trains or differentiates.
bool Judge::put_in_eval_mode(const Site &site, ir::Name name) const {
  const ir::Program &p = index.program(site.program);
  const uint32_t klass = p.functions[site.function].klass;
  bool eval = false;
  for (const ir::Function &f : p.functions) {
    if (f.klass != klass)
      continue;
    for (uint32_t i = 0; i < f.count; ++i) {
      const ir::Inst &in = p.insts[f.first + i];
      if (in.op != Op::LoadAttr)
        continue;
      const std::string_view n = name_text(in.b);
      if (n == "backward" || n == "grad" || n == "train" || n == "zero_grad" ||
          n == "requires_grad_" || n == "step")
        return false;
      const ir::Inst &of = p.insts[f.first + in.a];
      eval |=
          n == "eval" && name_text(f.name) == "__init__" && of.op == Op::LoadAttr && of.b == name;
    }
  }
  return eval;
}

// A loop over data that evaluates a model in eval mode and builds graphs for nothing.
void Judge::module_call(const Machine &m, const Site &site, Value, const std::vector<Actual> &) {
  if (m.grad_mode != Tri::Yes) {
    under_no_grad.insert({site.program, site.function, site.inst});
    return;
  }
  const ir::Program &p = index.program(site.program);
  const ir::Function &f = p.functions[site.function];
  const ir::Inst *code = p.insts.data() + f.first;
  const ir::Inst *call = inst(site);
  if (!call || call->op != Op::Call || call->a >= f.count)
    return;
  const ir::Inst &callee = code[call->a];
  auto same_place = [&](ir::Reg r) {
    if (r >= f.count || code[r].op != callee.op)
      return false;
    return callee.op == Op::LoadSlot || callee.op == Op::LoadGlobal
               ? code[r].a == callee.a
               : callee.op == Op::LoadAttr && code[r].b == callee.b;
  };
  bool eval = false, in_loop = false;
  for (uint32_t k = 0; k < site.inst && !in_loop; ++k)
    in_loop = code[k].op == Op::Loop && code[k].b > site.inst && code[k].a != kNone &&
              !(code[k].flags & ir::kComprehension);
  if (!in_loop)
    return;
  for (uint32_t k = 0; k < f.count; ++k) {
    const ir::Inst &i = code[k];
    if (i.op != Op::LoadAttr)
      continue;
    std::string_view n = name_text(i.b);
    if (n == "backward" || n == "zero_grad" || n == "train" || n == "requires_grad_" || n == "grad")
      return; // it trains
    if (n == "eval" && k < site.inst && same_place(i.a))
      eval = true;
  }
  if (!eval && callee.op == Op::LoadAttr && f.klass != kNone)
    eval = put_in_eval_mode(site, callee.b);
  if (!eval)
    return;
  Finding x = make("DEV402", Severity::Warning, site,
                   "this evaluation loop runs with gradients on: every pass of `" +
                       quote(site.program, callee.span) + "` builds a graph");
  x.help.push_back("put the loop under `with torch.no_grad():`, or decorate the function with "
                   "`@torch.no_grad()`");
  if (f.kind == ir::FunctionKind::Def && !f.is_async)
    fix(x, decorate(text(site.program), f.span, "@" + torch(site.program, "torch.no_grad") + "()"),
        Safety::Unsafe);
  add(std::move(x), m, site);
}

} // namespace offside::check
