// DEV107 for caches with keys, DEV116, DEV117, DEV311, and DEV119 at project calls: what a
// function's parameters promise.
#include "lint/check/judge.h"

namespace offside::check {

using namespace placement;
using ir::kNone;
using ir::name_text;
using ir::Op;

static bool device_name(std::string_view n) {
  return n == "device" || n == "dev" || n.ends_with("_device");
}

// DEV116: a parameter `device` that nothing reads, in a function that makes tensors.
void Judge::ignored_device(uint32_t function) {
  const ir::Program &p = index.program(main);
  const ir::Function &f = p.functions[function];
  const ir::Inst *code = p.insts.data() + f.first;
  for (uint32_t k = 0; k < f.param_count; ++k) {
    const ir::Param &param = p.params[f.param_first + k];
    if (name_text(param.name) != "device")
      continue;
    bool read = false;
    const ir::Inst *factory = nullptr;
    for (uint32_t i = 0; i < f.count; ++i) {
      read |= code[i].op == Op::LoadSlot && code[i].a == param.slot;
      if (code[i].op == Op::Call && code[i].a < f.count && code[code[i].a].op == Op::LoadAttr) {
        std::string dotted(name_text(code[code[i].a].b));
        const ir::Inst &base = code[code[code[i].a].a];
        if (base.op != Op::LoadGlobal)
          continue;
        Resolved r = resolve_name(index, main, base.a);
        if (r.kind != Resolved::Library)
          continue;
        const model::Entry *e = index.model.find(std::string(name_text(r.library)) + "." + dotted);
        bool names_device = false;
        for (uint32_t a = 0; a < code[i].c; ++a) {
          ir::Name n = p.args[code[i].b + a].name;
          names_device |= n == ir::kStarStar || (n < ir::kStarStar && name_text(n) == "device");
        }
        read |= e && names_device; // its tensors are placed on purpose, elsewhere
        if (e && e->device == model::Device::Factory && e->result == model::Result::Tensor &&
            !names_device && !factory)
          factory = &code[i];
        if (e && e->device == model::Device::Data && !names_device && !factory &&
            e->name == "torch.tensor")
          factory = &code[i];
      }
    }
    // Nested functions may read it as well.
    for (const ir::Function &g : p.functions)
      if (g.parent == function)
        for (uint32_t i = 0; i < g.count; ++i)
          if (const ir::Inst &in = p.insts[g.first + i];
              in.op == Op::LoadOuter && in.b == 1 && in.a == param.slot)
            read = true;
    if (read || !factory)
      continue;
    Site site{main, function, 0, factory->span};
    Finding x =
        make("DEV116", Severity::Warning, site,
             "the parameter `device` is not used: this tensor is made on the default device");
    x.labels.push_back(label(main, param.span, "the parameter"));
    x.help.push_back("make it there: `device=device`");
    fix(x, add_argument(text(main), factory->span, "device=device"), Safety::Unsafe);
    candidates.push_back(
        {std::move(x), {main, function, uint32_t(factory - code)}, false, false, false, 0});
  }
}

// DEV117: the device is chosen when the module is imported.
void Judge::import_time_device(uint32_t function) {
  const ir::Program &p = index.program(main);
  const ir::Function &f = p.functions[function];
  uint32_t parent = f.parent;
  ir::Reg made = index.traits(main, function).made_at;
  if (parent == kNone || made == kNone)
    return;
  const ir::Function &outer = p.functions[parent];
  if (outer.kind != ir::FunctionKind::Module && outer.kind != ir::FunctionKind::ClassBody)
    return;
  const ir::Inst *code = p.insts.data() + outer.first;
  for (uint32_t a = 0; a < code[made].c; ++a) {
    const ir::Arg &arg = p.args[code[made].b + a];
    if (arg.reg >= outer.count || !device_name(name_text(arg.name)))
      continue;
    // The default is an expression that asks the machine.
    ir::Reg r = arg.reg;
    bool asks = false;
    for (ir::Reg k = r; k-- > 0 && code[k].span.begin >= code[r].span.begin &&
                        code[k].span.end <= code[r].span.end;)
      if (code[k].op == Op::LoadAttr) {
        std::string_view n = name_text(code[k].b);
        asks |= n == "is_available" || n == "current_device" || n == "current_accelerator";
      }
    if (!asks)
      continue;
    Site site{main, parent, r, code[r].span};
    Finding x = make("DEV117", Severity::Note, site,
                     "the default of `" + std::string(name_text(arg.name)) +
                         "` is chosen once, when the module is imported");
    x.help.push_back("default to None and choose in the body");
    candidates.push_back({std::move(x), {main, parent, r}, false, false, false, 0});
  }
}

// DEV107: `if key not in cache: cache[key] = … device=x.device …`, then `cache[key]`, and the key
// does not hold the device.
void Judge::cache_without_device(uint32_t function) {
  const ir::Program &p = index.program(main);
  const ir::Function &f = p.functions[function];
  const auto at = [&](ir::Reg r) { return inst(main, function, r); };
  // The name of what outlives a call: a global or an attribute.
  const auto kept = [&](ir::Reg r) -> ir::Name {
    const ir::Inst *in = at(r);
    return in && in->op == Op::LoadGlobal ? in->a : in && in->op == Op::LoadAttr ? in->b : kNone;
  };
  const auto follows_input = [&](ir::Reg r) { // `x.device` of something, or a parameter
    const ir::Inst *in = at(r);
    return in && ((in->op == Op::LoadAttr && name_text(in->b) == "device") ||
                  (in->op == Op::LoadSlot && in->a < f.param_count));
  };
  for (ir::Reg r = 0; r < f.count; ++r) {
    const ir::Inst *asked = at(r);
    const ir::Inst *test = asked->op == Op::If ? at(asked->a) : nullptr;
    if (!test || test->op != Op::Compare || ir::CompareOp(test->aux) != ir::CompareOp::NotIn ||
        kept(test->b) == kNone)
      continue;
    const ir::Name cache = kept(test->b);
    const ir::Inst *key = stored_once({main, function, r, {}}, test->a);
    if (!key || quote(main, key->span).find("dev") != std::string::npos ||
        quote(main, at(test->a)->span).find("dev") != std::string::npos)
      continue;
    const ir::Inst *filled = nullptr;
    bool on_input = false;
    ir::Reg end = r;
    for (ir::Reg i = r; i < asked->c && i < f.count; end = ++i) {
      const ir::Inst *in = at(i);
      if (in->op == Op::StoreItem && kept(in->a) == cache)
        filled = in;
      for (uint32_t a = 0; in->op == Op::Call && a < in->c; ++a)
        if (const ir::Arg &arg = p.args[in->b + a];
            arg.name < ir::kStarStar && name_text(arg.name) == "device")
          on_input |= follows_input(arg.reg);
    }
    if (!filled || !on_input)
      continue;
    for (ir::Reg i = end; i < f.count; ++i) {
      const ir::Inst *read = at(i);
      if (read->op != Op::LoadItem || kept(read->a) != cache)
        continue;
      const ir::Inst *next = i + 1 < f.count ? at(i + 1) : nullptr;
      if (next && next->op == Op::LoadAttr && next->a == i &&
          (name_text(next->b) == "to" || name_text(next->b) == "type_as"))
        break;
      Finding x = make("DEV107", Severity::Warning, {main, function, i, read->span},
                       "`" + quote(main, at(test->b)->span) +
                           "` is filled on the device of one call and read by all: its key leaves "
                           "the device out");
      x.labels.push_back(label(main, filled->span, "kept here"));
      x.labels.push_back(label(main, key->span, "the key"));
      x.help.push_back("put the device into the key, or move the value where it is read");
      candidates.push_back({std::move(x), {main, function, i}, false, false, 0});
      break;
    }
  }
}

// DEV311: `is_available` where a truth value is wanted.
void Judge::uncalled_availability(uint32_t function) {
  const ir::Program &p = index.program(main);
  const ir::Function &f = p.functions[function];
  std::set<uint32_t> told;
  const auto judge = [&](ir::Reg reg) {
    const ir::Inst *read = inst(main, function, reg);
    if (!read || read->op != Op::LoadAttr || !told.insert(read->span.begin).second)
      return;
    const std::string written = quote(main, read->span);
    const Resolved resolved = resolve_dotted(index, main, written);
    const model::Entry *e =
        resolved.kind == Resolved::Library ? index.model.find(resolved.library) : nullptr;
    if (!e || e->result != model::Result::Bool || !e->has(model::Effect::Available))
      return;
    const Site site{main, function, reg, read->span};
    Finding x = make("DEV311", Severity::Error, site,
                     "`" + written + "` is not called: the condition is always true");
    x.help.push_back("call it: `" + written + "()`");
    fix(x, {{inputs[main].path, {read->span.end, read->span.end}, "()"}}, Safety::Safe);
    candidates.push_back({std::move(x), {main, function, reg}, false, false, false, 0});
  };
  for (uint32_t i = 0; i < f.count; ++i) {
    const ir::Inst &in = p.insts[f.first + i];
    const bool negation = in.op == Op::Unary && ir::UnaryOp(in.aux) == ir::UnaryOp::Not;
    if (in.op == Op::If || in.op == Op::LoopTest || in.op == Op::Select || in.op == Op::Assert ||
        negation)
      judge(in.a);
    if (in.op == Op::And || in.op == Op::Or) {
      judge(in.a);
      judge(in.b);
    }
  }
}

void Judge::static_rules() {
  const ir::Program &p = index.program(main);
  for (uint32_t k = 0; k < p.functions.size(); ++k) {
    uncalled_availability(k);
    cache_without_device(k);
  }
  for (uint32_t k = 1; k < p.functions.size(); ++k) {
    if (p.functions[k].kind == ir::FunctionKind::ClassBody || p.functions[k].has_error)
      continue;
    import_time_device(k);
    if (!index.traits(main, k).abstract && !index.traits(main, k).overload)
      ignored_device(k);
  }
}

// DEV119 at a call into the project: a device lands in a parameter of another meaning while
// `device` stays unset.
void Judge::project_call(const Machine &m, const Site &site, uint32_t program, uint32_t function,
                         const std::vector<Actual> &actuals) {
  const ir::Program &p = index.program(program);
  const ir::Function &f = p.functions[function];
  static const ir::Name kDevice = ir::intern("device");
  int device_param = -1;
  for (uint32_t k = 0; k < f.param_count; ++k)
    if (p.params[f.param_first + k].name == kDevice)
      device_param = int(k);
  if (device_param < 0)
    return;
  size_t offset = f.klass != kNone && !index.traits(program, function).is_static ? 1 : 0;
  const Actual *misplaced = nullptr;
  ir::Name landed = kNone;
  size_t position = offset;
  for (const Actual &a : actuals) {
    if (a.name == ir::kStar || a.name == ir::kStarStar)
      return;
    if (a.name != ir::kPositional) {
      if (name_text(a.name) == "device")
        return;
      continue;
    }
    if (position >= f.param_count)
      return;
    const ir::Param &param = p.params[f.param_first + position];
    if (param.kind == ir::ParamKind::VarPositional || int(position) == device_param)
      return;
    const Ground &g = m.at(a.value);
    std::string written = quote(site.program, a.span);
    bool is_device = g.kind == Kind::Device ||
                     ((written == "device" || written.ends_with(".device")) &&
                      (g.kind == Kind::Unknown || g.kind == Kind::Choice || g.kind == Kind::Str));
    std::string_view name = name_text(param.name);
    bool takes_device = name.find("dev") != std::string_view::npos ||
                        name.find("gpu") != std::string_view::npos ||
                        name.find("cuda") != std::string_view::npos ||
                        name.find("location") != std::string_view::npos ||
                        name.find("like") != std::string_view::npos ||
                        name.find("arg") != std::string_view::npos || name.starts_with("_");
    if (is_device && !takes_device && param.has_default) {
      misplaced = &a;
      landed = param.name;
    }
    ++position;
  }
  if (!misplaced)
    return;
  std::string what = quote(site.program, misplaced->span);
  Finding x = make("DEV119", Severity::Error, site,
                   "`" + what + "` lands in the parameter `" + std::string(name_text(landed)) +
                       "`; `device` keeps its default");
  x.labels.push_back(label(program, p.params[f.param_first + uint32_t(device_param)].span,
                           "`device` is meant here"));
  x.help.push_back("name the argument: `device=" + what + "`");
  x.edits.push_back(
      {inputs[site.program].path, {misplaced->span.begin, misplaced->span.begin}, "device="});
  x.safety = Safety::Unsafe;
  add(std::move(x), m, site);
}

} // namespace offside::check
