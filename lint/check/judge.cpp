// Words, evidence and refutation shared by all rules.
#include "lint/check/judge.h"

#include <algorithm>

namespace offside::check {

using namespace placement;
using ir::kNone;
using ir::name_text;
using ir::Op;

Judge::Judge(const std::vector<Input> &in, const Index &idx, const Options &opt,
             uint32_t main_program)
    : inputs(in), index(idx), options(opt), main(main_program) {
  std::string_view text = inputs[main].source->text;
  for (std::string_view word : {"cuda", "accelerator", "device", "mps", "xpu", "npu", "gpu", "GPU"})
    mentions_accelerator |= text.find(word) != std::string_view::npos;
}

const ir::Inst *Judge::inst(uint32_t program, uint32_t function, ir::Reg r) const {
  if (program == kNone || function == kNone)
    return nullptr;
  const ir::Program &p = index.program(program);
  const ir::Function &f = p.functions[function];
  return r < f.count ? &p.insts[f.first + r] : nullptr;
}

const ir::Inst *Judge::inst(const Site &s) const { return inst(s.program, s.function, s.inst); }

std::string Judge::quote(uint32_t program, ir::Span span) const {
  std::string_view text = inputs[program].source->text;
  if (span.end > text.size() || span.begin >= span.end)
    return "";
  std::string_view part = text.substr(span.begin, span.end - span.begin);
  std::string out;
  for (char c : part) {
    bool space = c == '\n' || c == '\r' || c == '\t' || c == ' ';
    if (space && (out.empty() || out.back() == ' '))
      continue;
    out += space ? ' ' : c;
  }
  if (out.size() > 40) {
    size_t cut = 37;
    while (cut > 0 && (uint8_t(out[cut]) & 0xc0) == 0x80)
      --cut;
    out = out.substr(0, cut) + "...";
  }
  return out;
}

Text Judge::text(uint32_t program) const {
  return {inputs[program].path, inputs[program].source->text};
}

std::string Judge::torch(uint32_t program, std::string_view dotted) const {
  std::string name = spelled(index.program(program), dotted);
  return name.empty() ? std::string(dotted) : name;
}

std::string Judge::device_text(const Machine &m, Device d) const {
  auto indexed = [&](std::string type) {
    return d.index() >= 0 ? type + ":" + std::to_string(d.index()) : type;
  };
  switch (d.type()) {
  case DeviceType::Cpu:
    return "the CPU";
  case DeviceType::Cuda:
    return "`" + indexed("cuda") + "`";
  case DeviceType::Xpu:
    return "`" + indexed("xpu") + "`";
  case DeviceType::Mps:
    return "`mps`";
  case DeviceType::Npu:
    return "`" + indexed("npu") + "`";
  case DeviceType::Meta:
    return "`meta`";
  case DeviceType::Other:
    return "the accelerator";
  case DeviceType::Symbol:
    return d.identity() == kInputsIdentity ? "the device of the inputs"
                                           : "`" + m.identity_text(d.identity()) + "`";
  case DeviceType::Unknown:
    break;
  }
  return "an unknown device";
}

Label Judge::label(uint32_t program, ir::Span span, std::string message) const {
  return {inputs[program].path, span, std::move(message)};
}

// The chain of events behind a value, oldest cause first, at most three links.
void Judge::evidence(const Machine &m, const Ground &g, std::string name,
                     std::vector<Label> &out) const {
  std::vector<Label> chain;
  std::string on = device_text(m, g.device());
  for (uint32_t e = g.origin; e && e < m.events.size() && chain.size() < 3;
       e = m.events[e].parent) {
    const Event &ev = m.events[e];
    std::string what;
    std::string attr(name_text(ev.name));
    switch (ev.kind) {
    case EventKind::Made:
      what = name + " is on " + on + ": made here without `device=`";
      break;
    case EventKind::MadeOn:
      what = name + " is on " + on + ": made there by `device=`";
      break;
    case EventKind::Moved:
      what = name + " is on " + on + ": moved here";
      break;
    case EventKind::Batch:
      what = name + " is on the CPU: a batch comes from its loader on the CPU";
      break;
    case EventKind::Input:
      what = name + " follows an input, taken to be on the same device as the others";
      break;
    case EventKind::Stored:
      what = "kept in the attribute `" + attr + "`";
      break;
    case EventKind::StoredRegistered:
      what = "registered as `" + attr + "`";
      break;
    case EventKind::StoredInit:
    case EventKind::StoredLate:
      what = "kept in the plain attribute `" + attr + "`, which `.to()` does not move";
      break;
    case EventKind::ModuleMade:
      what = "the module `" + attr + "` is made here, its parameters on " + on;
      break;
    case EventKind::ModuleMoved:
      what = "moved here to " + on;
      break;
    case EventKind::Converted:
      what = name + " is on " + on + ": made here";
      break;
    case EventKind::Computed:
    case EventKind::Argument:
      break;
    }
    if (!what.empty() && ev.span.end > ev.span.begin)
      chain.push_back(label(ev.program, ev.span, what));
    if (ev.kind == EventKind::Moved || ev.kind == EventKind::ModuleMoved)
      break; // where it was before does not matter
  }
  out.insert(out.end(), chain.rbegin(), chain.rend());
}

// The calls that led here, innermost first, at most two.
void Judge::calls(const Machine &m, std::vector<Label> &out) const {
  int shown = 0;
  for (size_t k = m.stack.size(); k-- > 0 && shown < 2;) {
    const Site &s = m.stack[k].call_site;
    if (s.program == kNone)
      break;
    out.push_back(label(s.program, s.span,
                        shown == 0 ? "reached from this call" : "which is reached from here"));
    ++shown;
  }
}

bool Judge::only_availability(const Machine &m, Guard g) const {
  for (size_t k = 0; k < m.facts.size(); ++k)
    if (g.facts() >> k & 1) {
      uint32_t id = m.facts[k].identity;
      if (m.facts[k].selector)
        continue;
      if (!id || m.identities[id].kind != kAvailableId)
        return false;
    }
  return true;
}

bool Judge::without_accelerator(const Machine &m, Guard g) const {
  for (size_t k = 0; k < m.facts.size(); ++k)
    if (g.facts() >> k & 1)
      if (const uint32_t id = m.facts[k].identity;
          id && m.identities[id].kind == kAvailableId &&
          name_text(m.identities[id].name) == "accelerator")
        return true;
  return false;
}

Finding Judge::make(std::string rule, Severity severity, const Site &site,
                    std::string message) const {
  Finding f;
  f.rule = std::move(rule);
  f.severity = severity;
  f.path = inputs[site.program].path;
  f.span = site.span;
  f.message = std::move(message);
  return f;
}

void Judge::fix(Finding &f, Edits edits, Safety safety) {
  if (edits.empty())
    return;
  f.edits = std::move(edits);
  f.safety = safety;
}

void Judge::add(Finding f, const Machine &m, const Site &site, bool placement, int rank) {
  candidates.push_back({std::move(f),
                        {site.program, site.function, site.inst},
                        m.symbolic_root,
                        m.symbolic_root && m.stack.size() <= 1,
                        placement,
                        rank});
}

void Judge::agreed(const Machine &m, const Site &site) {
  if (m.stack.size() > 1)
    called_sites.insert({site.program, site.function, site.inst});
  if (!m.symbolic_root)
    agreed_sites.insert({site.program, site.function, site.inst});
}

// A function whose callers all move what it gives, or bring what they have to the host first,
// computes on the host: `self.table(w).to(device)`, `scores = scores.cpu(); _match(scores)`.
bool Judge::moved_by_callers(uint32_t program, uint32_t function) const {
  const ir::Program &p = index.program(program);
  const ir::Name name = p.functions[function].name;
  bool moved = false;
  for (const ir::Function &f : p.functions) {
    const ir::Inst *code = p.insts.data() + f.first;
    for (ir::Reg r = 0; r < f.count; ++r) {
      const ir::Inst *callee = code[r].op == Op::Call && code[r].a < r ? &code[code[r].a] : nullptr;
      if (!callee || !((callee->op == Op::LoadAttr && callee->b == name) ||
                       (callee->op == Op::LoadGlobal && callee->a == name)))
        continue;
      const ir::Inst *next = r + 1 < f.count ? &code[r + 1] : nullptr;
      bool host = next && next->op == Op::LoadAttr && next->a == r && name_text(next->b) == "to";
      for (ir::Reg k = 0; k < r; ++k)
        host |= code[k].op == Op::LoadAttr && name_text(code[k].b) == "cpu";
      if (!host)
        return false;
      moved = true;
    }
  }
  return moved;
}

std::vector<Finding> Judge::verdicts(const std::set<SiteKey> &called_on_cpu) {
  // A CPU-only script is right: what rests on invented inputs yields to what was seen with real
  // ones.
  std::erase_if(candidates, [&](const Candidate &c) {
    return c.placement && c.symbolic && !mentions_accelerator && agreed_sites.count(c.site);
  });
  // Callers decide over what was only assumed of a function's inputs.
  std::erase_if(candidates, [&](const Candidate &c) {
    return c.placement && c.assumed && (c.finding.rule == "DEV102" || c.finding.rule == "DEV101") &&
           called_on_cpu.count(c.site);
  });
  std::erase_if(candidates, [&](const Candidate &c) {
    return c.assumed && (c.finding.rule == "DEV102" || c.finding.rule == "DEV108") &&
           moved_by_callers(std::get<0>(c.site), std::get<1>(c.site));
  });
  std::erase_if(candidates, [&](const Candidate &c) {
    return c.finding.rule == "DEV402" && under_no_grad.count(c.site);
  });
  // One placement finding per site: an error before a warning, the best told first.
  std::map<SiteKey, size_t> best;
  for (size_t k = 0; k < candidates.size(); ++k) {
    const Candidate &c = candidates[k];
    if (!c.placement)
      continue;
    auto [it, fresh] = best.try_emplace(c.site, k);
    if (fresh)
      continue;
    const Candidate &old = candidates[it->second];
    if (std::tuple(c.finding.severity, c.rank) > std::tuple(old.finding.severity, old.rank))
      it->second = k;
  }
  // One cause is told once in a function: where it is surest, then where it comes first; and not at
  // all on invented inputs when real ones showed it.
  std::map<std::tuple<uint32_t, uint32_t, uint64_t>, size_t> causes; // program, function, cause
  std::set<uint64_t> shown;
  for (const auto &[site, k] : best)
    if (candidates[k].cause && !candidates[k].symbolic)
      shown.insert(candidates[k].cause);
  for (const auto &[site, k] : best) {
    const Candidate &c = candidates[k];
    if (!c.cause || (c.symbolic && shown.count(c.cause)))
      continue;
    auto [it, fresh] = causes.try_emplace({std::get<0>(site), std::get<1>(site), c.cause}, k);
    const Finding &old = candidates[it->second].finding;
    if (!fresh && (c.finding.severity > old.severity ||
                   (c.finding.severity == old.severity && c.finding.span.begin < old.span.begin)))
      it->second = k;
  }
  std::vector<Finding> out;
  for (size_t k = 0; k < candidates.size(); ++k) {
    Candidate &c = candidates[k];
    const auto told = causes.find({std::get<0>(c.site), std::get<1>(c.site), c.cause});
    const bool is_told = !c.cause || (told != causes.end() && told->second == k);
    if (!c.placement || (best[c.site] == k && is_told))
      out.push_back(std::move(c.finding));
  }
  candidates.clear();
  return out;
}

} // namespace offside::check
