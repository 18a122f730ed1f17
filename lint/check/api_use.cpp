// Calls used against their contract: DEV104, 111-115, 118, 119, 306, 307, 309, 310, 312.
#include "lint/check/judge.h"

#include <algorithm>
#include <cctype>

namespace offside::check {

using namespace placement;
using ir::intern;
using ir::kNone;
using ir::name_text;
using ir::Op;
using model::Effect;

void Judge::library_call(const Machine &m, const LibraryCall &c) {
  if (!c.entry) {
    return;
  }
  const model::Entry &e = *c.entry;
  if (!e.effects.empty()) {
    if (e.has(Effect::Numpy))
      numpy(m, c);
    if (e.has(Effect::Host))
      host_arguments(m, c);
    if (e.has(Effect::Generator) || e.has(Effect::CpuGenerator) || e.has(Effect::Loader))
      generators(m, c);
    if (e.has(Effect::OnCpu) || e.has(Effect::Pin) || e.has(Effect::Loader))
      cpu_only_arguments(m, c);
    if (e.has(Effect::AutocastDevice))
      autocast(m, c);
  }
  if (e.name == "torch.load")
    load_without_map_location(m, c);
  if (e.device == model::Device::Factory && e.kind == model::Kind::Function)
    misplaced_device(m, c);
  if (e.device != model::Device::None)
    negative_index(m, c);
}

// --- DEV112
// ------------------------------------------------------------------------------------------------------------

void Judge::generators(const Machine &m, const LibraryCall &c) {
  for (const model::EffectUse &use : c.entry->effects) {
    bool cpu_only = use.effect == Effect::CpuGenerator;
    if (!cpu_only && use.effect != Effect::Generator)
      continue;
    const Actual *which = nullptr;
    Value g = m.argument(c.entry, *c.actuals, use.arg, &which);
    if (g == kUnbound || !which)
      continue;
    for (const Alternative &a : m.alternatives(g)) {
      const Object *o = m.object(a.value);
      if (!o || o->device == kUnbound || a.loose)
        continue;
      for (const Alternative &d : m.alternatives(o->device)) {
        if (m.at(d.value).kind != Kind::Device || d.loose || d.guard.contradicts(a.guard))
          continue;
        Device gen = m.at(d.value).device();
        auto report = [&](Device want, Guard guard, std::string message, std::string help) {
          Relation rel = relate(gen, want, m.current_device_set);
          if (rel != Relation::Different && rel != Relation::Latent)
            return false;
          if (rel == Relation::Latent && m.not_given(gen.is_symbol() ? gen : want, guard & m.pc))
            return false;
          Severity s = rel == Relation::Different && only_availability(m, guard & m.pc)
                           ? Severity::Error
                           : Severity::Warning;
          Finding f = make("DEV112", s, c.site, std::move(message));
          if (o->origin)
            f.labels.push_back(label(m.events[o->origin].program, m.events[o->origin].span,
                                     "the generator is made here on " + device_text(m, gen)));
          calls(m, f.labels);
          f.help.push_back(std::move(help));
          // A generator without arguments takes the name that the result's device has in this call.
          for (const Actual &actual : *c.actuals)
            if (o->origin && actual.name < ir::kStarStar && name_text(actual.name) == "device" &&
                is_name(quote(c.site.program, actual.span)) &&
                m.events[o->origin].program == c.site.program &&
                quote(c.site.program, m.events[o->origin].span).ends_with("Generator()"))
              fix(f,
                  add_argument(text(c.site.program), m.events[o->origin].span,
                               "device=" + quote(c.site.program, actual.span)),
                  Safety::Unsafe);
          add(std::move(f), m, c.site, true, 3);
          return true;
        };
        Guard guard = a.guard & d.guard;
        std::string called(c.entry->name);
        if (cpu_only) {
          if (report(Device::cpu(), guard,
                     "the generator is on " + device_text(m, gen) + "; `" + called +
                         "` draws on the CPU",
                     "give it a CPU generator: `torch.Generator().manual_seed(...)`"))
            return;
          continue;
        }
        for (const Alternative &r : m.alternatives(c.result)) {
          if (!m.is_tensor(r.value) || r.guard.contradicts(guard) || r.loose)
            continue;
          Device out = m.at(r.value).device();
          if (out.is_symbol() && gen.is_symbol())
            continue;
          if (report(out, guard & r.guard,
                     "the generator is on " + device_text(m, gen) + " but `" + called +
                         "` makes its result on " + device_text(m, out),
                     "draw on the generator's device and move the result: `" + called +
                         "(..., generator=g, device=g.device)`"))
            return;
        }
      }
    }
  }
  // A default device other than the CPU makes the shuffling of a loader fail: it draws with a CPU
  // generator.
  if (c.entry->has(Effect::Loader)) {
    Value def = m.default_device_value();
    Value shuffle = m.argument(c.entry, *c.actuals, intern("shuffle"));
    bool generator = m.argument(c.entry, *c.actuals, intern("generator")) != kUnbound;
    if (def == kUnbound || generator || shuffle == kUnbound || m.at(shuffle).kind != Kind::Bool ||
        !m.at(shuffle).a)
      return;
    for (const Alternative &a : m.alternatives(def))
      if (m.at(a.value).kind == Kind::Device && m.at(a.value).device().is_accelerator()) {
        Finding f =
            make("DEV112", Severity::Warning, c.site,
                 "this loader shuffles with a generator on the CPU while the default device is " +
                     device_text(m, m.at(a.value).device()));
        f.help.push_back("pass `generator=torch.Generator(device=...)` of the default device, or "
                         "leave the default device alone");
        calls(m, f.labels);
        add(std::move(f), m, c.site, true, 1);
        return;
      }
  }
}

// --- DEV113, DEV114
// ----------------------------------------------------------------------------------------------------

void Judge::cpu_only_arguments(const Machine &m, const LibraryCall &c) {
  if (c.entry->has(Effect::Pin) && c.receiver != kUnbound)
    for (const Alternative &a : m.alternatives(c.receiver)) {
      const Ground &g = m.at(a.value);
      if (g.kind != Kind::Tensor || a.loose || !g.device().is_accelerator())
        continue;
      std::string what = "`" + quote(c.site.program, c.receiver_span) + "`";
      Finding f =
          make("DEV113", only_availability(m, a.guard & m.pc) ? Severity::Error : Severity::Warning,
               c.site,
               what + " is on " + device_text(m, g.device()) + "; only CPU memory can be pinned");
      evidence(m, g, what, f.labels);
      calls(m, f.labels);
      f.help.push_back("pin before moving: `x.pin_memory().to(device, non_blocking=True)`");
      fix(f, drop_method(text(c.site.program), c.receiver_span, c.site.span), Safety::Safe);
      add(std::move(f), m, c.site, true, 1);
      return;
    }
  if (c.entry->has(Effect::Loader)) {
    Value pin = m.argument(c.entry, *c.actuals, intern("pin_memory"));
    const Object *loader = m.object(c.result);
    if (loader && loader->device != kUnbound && pin != kUnbound && m.at(pin).kind == Kind::Bool &&
        m.at(pin).a)
      for (const Alternative &a : m.alternatives(loader->device)) {
        if (m.at(a.value).kind != Kind::Device || !m.at(a.value).device().is_accelerator() ||
            a.loose)
          continue;
        // The cause is the place where an item or a batch is moved; the loader fails later.
        Site where = c.site;
        const std::string on = device_text(m, m.at(a.value).device());
        const uint32_t origin = m.at(a.value).origin;
        const bool elsewhere = origin && (m.events[origin].kind == EventKind::Moved ||
                                          m.events[origin].kind == EventKind::MadeOn);
        if (elsewhere)
          where = {m.events[origin].program, kNone, ir::Reg(origin), m.events[origin].span};
        Finding f =
            make("DEV113",
                 only_availability(m, a.guard & m.pc) ? Severity::Error : Severity::Warning, where,
                 elsewhere ? "what this gives to a loader with `pin_memory=True` is on " + on +
                                 "; only CPU memory can be pinned"
                           : "this loader pins memory, but the items of its data set are on " + on);
        if (elsewhere)
          f.labels.push_back(
              label(c.site.program, c.site.span, "the loader that pins its batches"));
        calls(m, f.labels);
        f.help.push_back(
            "return CPU tensors from the data set and move the batch, or drop `pin_memory=True`");
        add(std::move(f), m, where, true, 1);
      }
    return;
  }
  for (const model::EffectUse &use : c.entry->effects) {
    if (use.effect != Effect::OnCpu)
      continue;
    const Actual *which = nullptr;
    Value v = m.argument(c.entry, *c.actuals, use.arg, &which);
    if (v == kUnbound || !which)
      continue;
    for (const Alternative &a : m.alternatives(v)) {
      const Ground &g = m.at(a.value);
      if (g.kind != Kind::Tensor || a.loose || !g.device().is_accelerator())
        continue;
      std::string what = "`" + quote(c.site.program, which->span) + "`";
      Finding f =
          make("DEV114", only_availability(m, a.guard & m.pc) ? Severity::Error : Severity::Warning,
               c.site,
               what + " is on " + device_text(m, g.device()) + "; `" + std::string(c.entry->name) +
                   "` wants `" + std::string(name_text(use.arg)) + "` on the CPU");
      evidence(m, g, what, f.labels);
      calls(m, f.labels);
      f.help.push_back("pass " + quote(c.site.program, which->span) + ".cpu()");
      fix(f, append_method(text(c.site.program), which->span, ".cpu()"), Safety::Safe);
      add(std::move(f), m, c.site, true, 2);
      return;
    }
  }
}

// --- DEV310, DEV312, DEV119, DEV118
// ------------------------------------------------------------------------------------

// Memory of this very run comes back where it was; schedulers, scalers and generators keep numbers
// and host bytes.
bool Judge::holds_tensors(const LibraryCall &c) const {
  for (const Actual &a : *c.actuals) {
    if (a.name != ir::kPositional)
      continue;
    std::string words = quote(c.site.program, a.span);
    if (words == "buffer")
      return false;
    if (const ir::Inst *file = stored_once(c.site, a.reg))
      words += inputs[c.site.program].source->text.substr(file->span.begin,
                                                          file->span.end - file->span.begin);
    std::transform(words.begin(), words.end(), words.begin(),
                   [](unsigned char letter) { return char(std::tolower(letter)); });
    for (std::string_view word : {"bytesio(", "scheduler", "scaler", "rng", "metadata"})
      if (words.find(word) != std::string::npos)
        return false;
  }
  return true;
}

void Judge::load_without_map_location(const Machine &m, const LibraryCall &c) {
  size_t positional = 0;
  for (const Actual &a : *c.actuals) {
    positional += a.name == ir::kPositional;
    if (a.name == ir::kStar || a.name == ir::kStarStar ||
        (a.name < ir::kStarStar && name_text(a.name) == "map_location"))
      return;
  }
  if (positional != 1)
    return;
  // A wrapper passes on what its callers say.
  const ir::Inst *written = inst(c.site);
  const ir::Program &p = index.program(c.site.program);
  for (uint32_t k = 0; written && written->op == Op::Call && k < written->c; ++k)
    if (const ir::Name name = p.args[written->b + k].name;
        name == ir::kStar || name == ir::kStarStar)
      return;
  if (!holds_tensors(c))
    return;
  // What a data set keeps in files of its own was made on the host as a rule.
  const uint32_t klass = p.functions[c.site.function].klass;
  const bool data = klass != kNone && index.info({c.site.program, klass}).dataset;
  Finding f = make(
      "DEV310", data ? Severity::Note : Severity::Warning, c.site,
      "`torch.load` without `map_location` restores tensors to the device they were saved from");
  f.help.push_back("say where they go: `torch.load(..., map_location=\"cpu\")`");
  fix(f, add_argument(text(c.site.program), c.site.span, "map_location=\"cpu\""), Safety::Unsafe);
  add(std::move(f), m, c.site);
}

void Judge::autocast(const Machine &m, const LibraryCall &c) {
  const Actual *which = nullptr;
  Value v = m.argument(c.entry, *c.actuals, c.entry->find(Effect::AutocastDevice)->arg, &which);
  if (v == kUnbound || !which)
    return;
  const Ground &g = m.at(v);
  const ir::Inst *written = inst(c.site.program, c.site.function, which->reg);
  if (g.kind == Kind::Str && name_text(g.a) == "cuda" && written && written->op == Op::ConstStr) {
    Finding f =
        make("DEV312", Severity::Note, c.site,
             "the device type of `" + std::string(c.entry->name) + "` is fixed to \"cuda\"");
    f.help.push_back("use the device's own type: `torch.autocast(device_type=device.type)`");
    add(std::move(f), m, c.site);
  } else if (g.kind == Kind::Device) {
    Finding f = make("DEV312", Severity::Warning, c.site,
                     "`" + quote(c.site.program, which->span) + "` is a device; `" +
                         std::string(c.entry->name) + "` wants its type, a string");
    f.help.push_back("pass " + quote(c.site.program, which->span) + ".type");
    fix(f, append_method(text(c.site.program), which->span, ".type"), Safety::Safe);
    add(std::move(f), m, c.site);
  }
}

void Judge::misplaced_device(const Machine &m, const LibraryCall &c) {
  for (const Actual &a : *c.actuals) {
    if (a.name != ir::kPositional)
      continue;
    bool device = true;
    for (const Alternative &alternative : m.alternatives(a.value)) {
      const Ground &g = m.at(alternative.value);
      const std::string_view named = g.kind == Kind::Str ? name_text(g.a) : "";
      device &= g.kind == Kind::Device || named == "cuda" || named == "cpu" ||
                named.starts_with("cuda:") || named == "mps";
    }
    if (!device)
      continue;
    Finding f = make("DEV119", Severity::Error, c.site,
                     "`" + quote(c.site.program, a.span) + "` is a device but stands where `" +
                         std::string(c.entry->name) + "` takes something else");
    f.help.push_back("name the argument: `device=" + quote(c.site.program, a.span) + "`");
    f.edits.push_back({inputs[c.site.program].path, {a.span.begin, a.span.begin}, "device="});
    f.safety = Safety::Unsafe;
    add(std::move(f), m, c.site);
    return;
  }
}

void Judge::negative_index(const Machine &m, const LibraryCall &c) {
  for (const Actual &a : *c.actuals) {
    const bool named = a.name < ir::kStarStar && name_text(a.name) == "device";
    const bool to =
        c.entry->device == model::Device::To || c.entry->device == model::Device::Argument;
    if (!named && !(to && a.name == ir::kPositional))
      continue;
    const ir::Inst *asked = stored_once(c.site, a.reg);
    const ir::Inst *method =
        asked && asked->op == Op::Call ? inst(c.site.program, c.site.function, asked->a) : nullptr;
    if (!method || method->op != Op::LoadAttr || name_text(method->b) != "get_device" ||
        asked->c != 0)
      continue;
    if (m.at(a.value).kind != Kind::Number || asks_for_accelerator(c.site))
      continue;
    const ir::Program &p = index.program(c.site.program);
    const Value receiver =
        m.registers[m.registers.size() - p.functions[c.site.function].count + method->a];
    bool on_accelerator = receiver != kUnbound;
    for (const Alternative &r : m.alternatives(on_accelerator ? receiver : kUnknown))
      on_accelerator &= m.is_tensor(r.value) && m.at(r.value).device().is_accelerator();
    if (on_accelerator)
      continue;
    Finding f = make("DEV118", Severity::Warning, c.site,
                     "`" + quote(c.site.program, a.span) +
                         "` comes from `get_device()`, which is -1 for a tensor on the CPU");
    f.help.push_back("keep the device itself: `.device` instead of `.get_device()`");
    fix(f, rename_attribute(text(c.site.program), asked->span, "get_device()", "device"),
        Safety::Unsafe);
    add(std::move(f), m, c.site);
    return;
  }
}

// Whether a function looks at what kind of device it has: `x.is_cuda`, `index >= 0`, `index == -1`.
bool Judge::asks_for_accelerator(const Site &site) const {
  const ir::Program &p = index.program(site.program);
  const ir::Function &f = p.functions[site.function];
  for (uint32_t i = 0; i < f.count; ++i) {
    const ir::Inst &in = p.insts[f.first + i];
    if (in.op == Op::LoadAttr && name_text(in.b) == "is_cuda")
      return true;
    if (in.op != Op::Compare)
      continue;
    for (const ir::Reg side : {in.a, in.b})
      if (const ir::Inst *held = stored_once(site, side);
          held && held->op == Op::Call && held->a < f.count &&
          p.insts[f.first + held->a].op == Op::LoadAttr &&
          name_text(p.insts[f.first + held->a].b) == "get_device")
        return true;
  }
  return false;
}

// What a register holds, through one local variable that is stored once.
const ir::Inst *Judge::stored_once(const Site &site, ir::Reg reg) const {
  const ir::Inst *value = inst(site.program, site.function, reg);
  if (!value || value->op != Op::LoadSlot)
    return value;
  const ir::Function &f = index.program(site.program).functions[site.function];
  const ir::Inst *found = nullptr;
  for (ir::Reg r = 0; r < f.count; ++r) {
    const ir::Inst *store = inst(site.program, site.function, r);
    if (store->op != Op::StoreSlot || store->a != value->a)
      continue;
    if (found)
      return nullptr;
    found = inst(site.program, site.function, store->b);
  }
  return found;
}

// --- DEV306, DEV307, DEV309, DEV104
// ----------------------------------------------------------------------------

void Judge::library_attribute(const Machine &m, const Site &site, ir::Name qualified) {
  std::string_view full = name_text(qualified);
  if (full.starts_with("torch.accelerator."))
    version(m, site, qualified);
}

// What a name of torch.cuda is called in torch.accelerator, where it takes the same arguments.
static std::string_view right_name(std::string_view name) {
  if (name == "set_device")
    return "set_device_index";
  if (name == "current_device")
    return "current_device_index";
  if (name == "mem_get_info")
    return "get_memory_info";
  return "";
}

// Whether a function asks for a name as text, `hasattr(torch.accelerator, "name")`.
bool Judge::asked_for(const Site &site, std::string_view name) const {
  const ir::Program &p = index.program(site.program);
  const ir::Function &f = p.functions[site.function];
  for (uint32_t i = 0; i < f.count; ++i)
    if (const ir::Inst &in = p.insts[f.first + i]; in.op == Op::ConstStr && name_text(in.a) == name)
      return true;
  return false;
}

void Judge::version(const Machine &m, const Site &site, ir::Name qualified) {
  std::string_view full = name_text(qualified);
  const model::Entry *e = m.model.find(qualified);
  std::string_view module = full.substr(0, full.rfind('.'));
  if (full.find("__") != std::string_view::npos ||
      asked_for(site, full.substr(full.rfind('.') + 1)) || asked_for(site, "accelerator"))
    return;
  auto shown = [](int v) { return std::to_string(v / 100) + "." + std::to_string(v % 100); };
  if (!e && m.model.lists_all(module)) {
    Finding f = make("DEV306", Severity::Error, site, "`" + std::string(full) + "` does not exist");
    std::string last(full.substr(full.rfind('.') + 1));
    const std::string_view right = right_name(last);
    const model::Entry *meant =
        right.empty() ? nullptr : m.model.find(std::string(module) + "." + std::string(right));
    if (meant && meant->since <= options.torch_version) {
      f.help.push_back("it is called `" + std::string(module) + "." + std::string(right) + "`");
      fix(f, rename_attribute(text(site.program), site.span, last, right), Safety::Safe);
    } else {
      f.help.push_back(m.model.find("torch.cuda." + last)
                           ? "ask the device's own module: `torch.get_device_module(device)." +
                                 last + "`"
                           : "see `torch.accelerator` for the names there are");
    }
    add(std::move(f), m, site);
  } else if (e && e->since > options.torch_version) {
    Finding f = make("DEV306", Severity::Error, site,
                     "`" + std::string(full) + "` exists since torch " + shown(e->since) +
                         ", the project allows torch " + shown(options.torch_version));
    f.help.push_back("raise the torch requirement or keep the older call");
    add(std::move(f), m, site);
  }
}

// `x.current_accelerator().type` -> `(x.current_accelerator(check_available=True) or
// torch.device("cpu")).type`, unless the type is compared with "cpu", which it never was.
Edits Judge::fall_back(const Site &site) const {
  const ir::Inst *load = inst(site);
  const ir::Inst *call = load ? inst(site.program, site.function, load->a) : nullptr;
  const std::string torch = spelled(index.program(site.program), "torch");
  if (!call || call->op != Op::Call || call->c != 0 || torch.empty())
    return {};
  const ir::Program &p = index.program(site.program);
  const ir::Function &f = p.functions[site.function];
  for (uint32_t i = site.inst + 1; i < f.count; ++i)
    if (const ir::Inst &in = p.insts[f.first + i];
        in.op == Op::Compare && (in.a == site.inst || in.b == site.inst))
      return {};
  Edits edits = wrap(text(site.program), call->span, "(", " or " + torch + ".device(\"cpu\"))");
  const Edits available = add_argument(text(site.program), call->span, "check_available=True");
  edits.insert(edits.begin() + 1, available.begin(), available.end());
  return edits;
}

// Whether the type goes with an index, `torch.device(accelerator.type, rank)`: who numbers devices
// has some.
bool Judge::indexes(const Site &site) const {
  const ir::Program &p = index.program(site.program);
  const ir::Function &f = p.functions[site.function];
  for (uint32_t i = site.inst + 1; i < f.count; ++i) {
    const ir::Inst &in = p.insts[f.first + i];
    if ((in.op != Op::Call && in.op != Op::FString) || in.c < 2)
      continue;
    if (p.args[in.b].reg == site.inst)
      return in.op == Op::FString ||
             quote(site.program, p.insts[f.first + in.a].span).ends_with("device");
  }
  return false;
}

void Judge::attribute_load(const Machine &m, const Site &site, Value object, ir::Name name) {
  // What current_accelerator() gives: a device where there is an accelerator, None where there is
  // none.
  bool device = false, none = false;
  for (const Alternative &a : m.alternatives(object)) {
    const Ground &g = m.at(a.value);
    device |= g.kind == Kind::Device;
    none |= g.kind == Kind::None && !a.loose && without_accelerator(m, a.guard);
    if (g.kind != Kind::None && g.kind != Kind::Device)
      return;
  }
  if (!device || !none || indexes(site))
    return;
  Finding f = make("DEV307", Severity::Warning, site,
                   "`" + quote(site.program, site.span) +
                       "`: `current_accelerator()` is None on a machine without one, so `." +
                       std::string(name_text(name)) + "` raises there");
  f.help.push_back("check `torch.accelerator.is_available()` first");
  if (options.torch_version >= 207) {
    f.help.back() += ", or fall back: `torch.accelerator.current_accelerator(check_available=True) "
                     "or torch.device(\"cpu\")`";
    fix(f, fall_back(site), Safety::Unsafe);
  }
  add(std::move(f), m, site);
}

void Judge::discard(const Machine &m, const Site &site, ir::Reg value) {
  const ir::Program &p = index.program(site.program);
  const ir::Function &f = p.functions[site.function];
  if (value >= f.count)
    return;
  const ir::Inst &call = p.insts[f.first + value];
  if (call.op != Op::Call || call.a >= f.count)
    return;
  const ir::Inst &callee = p.insts[f.first + call.a];
  // The registers of the running function are the last ones on the stack.
  size_t base = m.registers.size() - f.count;
  Value fn = m.registers[base + call.a];
  for (const Alternative &a : m.alternatives(fn)) {
    const Ground &g = m.at(a.value);
    if (g.kind == Kind::Library) {
      const model::Entry *e = m.model.find(ir::Name(g.a));
      if (e && e->has(Effect::ContextManager)) {
        Finding x = make("DEV309", Severity::Error, site,
                         "`" + quote(site.program, call.span) +
                             "` is a context manager: as a statement it does nothing");
        x.help.push_back("use it in a `with` statement: `with " + quote(site.program, call.span) +
                         ":`");
        if (e->name == "torch.accelerator.device_index")
          fix(x,
              rename_attribute(text(site.program), callee.span, "device_index", "set_device_index"),
              Safety::Safe);
        else if (e->name == "torch.cuda.device")
          fix(x, rename_attribute(text(site.program), callee.span, "device", "set_device"),
              Safety::Safe);
        if (!x.edits.empty())
          x.help.front() = "select the device for good with `" + x.edits.front().text + "`, or " +
                           x.help.front();
        add(std::move(x), m, site);
        return;
      }
    }
    if (g.kind != Kind::Method || callee.op != Op::LoadAttr)
      return;
    const model::Entry *e = m.model.find(ir::Name(g.b));
    if (!e || !e->has(Effect::ResultNeeded))
      return;
    for (const Alternative &r : m.alternatives(g.a)) {
      const Ground &t = m.at(r.value);
      if (t.kind != Kind::Tensor || (t.flags & kWholeBatch))
        return; // a module or a container that moves in place
    }
    const ir::Inst &receiver = p.insts[f.first + callee.a];
    // A temporary that is moved and dropped is a warm-up or an allocation, not a lost result;
    // `x.detach().cpu()` is x.
    const ir::Inst *named = &receiver;
    if (const ir::Inst *inner = receiver.op == Op::Call && receiver.c == 0
                                    ? inst(site.program, site.function, receiver.a)
                                    : nullptr;
        inner && inner->op == Op::LoadAttr && name_text(inner->b) == "detach")
      named = inst(site.program, site.function, inner->a);
    const bool chained =
        named && named != &receiver &&
        (named->op == Op::LoadSlot || named->op == Op::LoadGlobal || named->op == Op::LoadAttr);
    if (!chained && receiver.op != Op::LoadSlot && receiver.op != Op::LoadGlobal &&
        receiver.op != Op::LoadOuter && receiver.op != Op::LoadAttr && receiver.op != Op::LoadItem)
      return;
    std::string what = quote(site.program, receiver.span);
    bool assumed = m.at(g.a).kind == Kind::Tensor && (m.at(g.a).flags & (kAssumed));
    Finding x = make("DEV104", assumed ? Severity::Warning : Severity::Error, site,
                     "the result of `" + quote(site.program, call.span) + "` is dropped: `" + what +
                         "` stays as it is");
    x.help.push_back("keep it: `" + what + " = " + quote(site.program, call.span) + "`");
    if (receiver.op == Op::LoadSlot || receiver.op == Op::LoadGlobal ||
        receiver.op == Op::LoadOuter) {
      x.edits.push_back(
          {inputs[site.program].path, {call.span.begin, call.span.begin}, what + " = "});
      x.safety = Safety::Safe;
    }
    evidence(m, m.at(m.alternatives(g.a).front().value), "`" + what + "`", x.labels);
    add(std::move(x), m, site);
    return;
  }
}

// --- DEV115
// ------------------------------------------------------------------------------------------------------------

void Judge::compare(const Machine &m, const Site &site, ir::CompareOp op, Value left, Value right) {
  if (op != ir::CompareOp::Eq && op != ir::CompareOp::Ne)
    return;
  const ir::Inst *in = inst(site);
  if (!in)
    return;
  auto of_tensor = [&](ir::Reg r) {
    const ir::Inst *load = inst(site.program, site.function, r);
    if (!load || load->op != Op::LoadAttr || name_text(load->b) != "device")
      return false;
    const ir::Program &p = index.program(site.program);
    size_t base = m.registers.size() - p.functions[site.function].count;
    Value object = m.registers[base + load->a];
    bool all = true;
    for (const Alternative &a : m.alternatives(object))
      all &= m.is_tensor(a.value);
    return all;
  };
  bool l = of_tensor(in->a), r = of_tensor(in->b);
  if (l == r)
    return;
  Value other = l ? right : left;
  ir::Reg other_reg = l ? in->b : in->a;
  const ir::Inst *other_inst = inst(site.program, site.function, other_reg);
  std::string q = other_inst ? quote(site.program, other_inst->span) : "";
  for (const Alternative &a : m.alternatives(other)) {
    const Ground &g = m.at(a.value);
    if (a.loose)
      continue;
    bool is_text = g.kind == Kind::Str;
    bool bare = g.kind == Kind::Device && Device{g.a}.is_accelerator() &&
                Device{g.a}.index() == -1 && Device{g.a}.type() != DeviceType::Mps;
    if (!is_text && !bare)
      continue;
    std::string message =
        is_text
            ? "a device never equals a string: comparing with `" + q + "` is always " +
                  (op == ir::CompareOp::Eq ? "false" : "true")
            : "`" + q +
                  "` has no index, a tensor's device always has one: the comparison is always " +
                  (op == ir::CompareOp::Eq ? "false" : "true") + " for tensors on an accelerator";
    Finding f = make("DEV115", Severity::Warning, site, message);
    f.help.push_back(
        "compare the types: `.device.type == " +
        std::string(
            is_text ? "\"" + std::string(name_text(g.a)).substr(0, name_text(g.a).find(':')) + "\""
                    : q + ".type") +
        "`");
    const ir::Inst *device = inst(site.program, site.function, l ? in->a : in->b);
    Edits edits = append_method(text(site.program), device->span, ".type");
    if (bare) {
      const Edits second = append_method(text(site.program), other_inst->span, ".type");
      edits.insert(edits.end(), second.begin(), second.end());
    }
    if (bare || name_text(g.a).find(':') == std::string_view::npos)
      fix(f, std::move(edits), Safety::Unsafe);
    add(std::move(f), m, site);
    return;
  }
}

// --- DEV111
// ------------------------------------------------------------------------------------------------------------

void Judge::attribute_store(const Machine &m, const Site &site, Value object, ir::Name name,
                            Value) {
  if (!m.is_module(object))
    return;
  const ir::Inst *store = inst(site);
  if (!store)
    return;
  const ir::Inst *call = inst(site.program, site.function, store->c);
  if (!call || call->op != Op::Call)
    return;
  const ir::Inst *callee = inst(site.program, site.function, call->a);
  if (!callee || callee->op != Op::LoadAttr)
    return;
  std::string_view method = name_text(callee->b);
  if (method != "to" && method != "cuda" && method != "cpu" && method != "xpu")
    return;
  const ir::Program &p = index.program(site.program);
  size_t base = m.registers.size() - p.functions[site.function].count;
  Value receiver = m.registers[base + callee->a];
  const ir::Inst *made = inst(site.program, site.function, callee->a);
  if (!made || made->op != Op::Call || !m.is_tensor(receiver) ||
      !(m.at(receiver).flags & kParameter))
    return;
  Finding f =
      make("DEV111", Severity::Error, site,
           "`" + std::string(name_text(name)) + "` is no parameter: `." + std::string(method) +
               "()` of a parameter gives a plain tensor when it moves");
  f.help.push_back("move the tensor first: `nn.Parameter(tensor.to(device))`");
  f.labels.push_back(label(site.program, made->span, "the parameter that is lost"));
  if (made->c > 0)
    if (const ir::Inst *wrapped = inst(site.program, site.function, p.args[made->b].reg))
      fix(f, move_method_inside(text(site.program), wrapped->span, made->span, call->span),
          Safety::Unsafe);
  add(std::move(f), m, site);
}

} // namespace offside::check
