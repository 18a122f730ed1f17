// Automatic mixed precision: autocast, GradScaler, custom_fwd and custom_bwd.
#include "lint/migrate/planner.h"

namespace offside::migrate {

using namespace ir;

// The device type for autocast at a place, and what `enabled=` has to be so that a host without an
// accelerator computes as before: autocast and GradScaler do nothing for CUDA there, but work for
// the CPU.
std::string Planner::amp_type(Place p, Draft &d, std::string &enabled) {
  const std::string torch = torch_here(p);
  if (const auto device =
          facts.available(p) ? device_for(p, false) : device_for(p, options.unsafe_fixes, true)) {
    const std::string type = as_type(*device, torch);
    const char *module = options.torch_version >= 206 ? ".accelerator" : ".cuda";
    enabled = device->choice ? torch + module + ".is_available()"
                             : type + " != " + literal_text("cpu", view.at(p).span.begin);
    if (facts.available(p) && device->choice)
      enabled.clear();
    return type;
  }
  if (facts.available(p) && options.torch_version >= 206)
    return accelerator(torch) + ".type";
  d.site.category = Category::Same;
  return literal_text("cuda", view.at(p).span.begin);
}

// Makes `enabled=` of autocast or GradScaler false where `test` is. `position`: where it may stand
// without its name. False when it cannot be seen.
bool Planner::enable_only(Draft &d, Place call, uint32_t position, const std::string &test) {
  const Inst &in = view.at(call);
  const std::vector<Span> spans = argument_spans(call);
  if (spans.size() != in.c)
    return false;
  uint32_t at = 0;
  for (uint32_t k = 0; k < in.c; ++k) {
    const Arg &arg = view.program.args[in.b + k];
    if (arg.name == kStar || arg.name == kStarStar)
      return false;
    const bool is = arg.name == kPositional ? at++ == position : name_text(arg.name) == "enabled";
    if (!is)
      continue;
    const Place value{call.function, arg.reg};
    const Inst &v = view.at(value);
    if (v.op == Op::ConstFalse || !facts.implied(value, true).empty())
      return true; // false there already
    if (v.op == Op::ConstTrue) {
      d.edits.push_back(edit(v.span, test));
      return true;
    }
    const bool simple = v.op == Op::LoadSlot || v.op == Op::LoadGlobal || v.op == Op::LoadAttr ||
                        v.op == Op::Call || v.op == Op::And || v.op == Op::LoadOuter ||
                        v.op == Op::Compare || v.op == Op::Unary;
    if (!simple)
      d.edits.push_back(edit({v.span.begin, v.span.begin}, "("));
    d.edits.push_back(edit({spans[k].end, spans[k].end}, (simple ? " and " : ") and ") + test));
    return true;
  }
  if (const auto more = add_argument(call, "enabled=" + test, false))
    d.edits.push_back(*more);
  return true;
}

void Planner::autocast(Draft &d, Place name, Place call, const Row &row) {
  if (!known_version(d, row.since, row.to))
    return;
  if (call.function == kNone || view.program.args.empty())
    return review(d, "the class is passed on: it takes a device type first",
                  "`functools.partial(torch.amp.autocast, device.type)`");
  const Inst &in = view.at(call);
  const auto &uses = view.uses(call);
  const bool decorator = uses.size() == 1 && view.at({call.function, uses[0].by}).op == Op::Call &&
                         view.at({call.function, uses[0].by}).a == call.reg;
  std::string enabled;
  // A decorator is made when its function is: the device is not known yet.
  const std::string type =
      decorator ? literal_text("cuda", in.span.begin) : amp_type(name, d, enabled);
  if (decorator)
    d.site.category = Category::Same;
  const bool literal = type.find("cuda") != std::string::npos && type.size() == 6;
  // Positional arguments: enabled, dtype, cache_enabled.
  static constexpr std::string_view names[] = {"enabled", "dtype", "cache_enabled"};
  const std::vector<Span> spans = argument_spans(call);
  if (spans.size() != in.c)
    return review(d, "its arguments are written in an unusual way");
  uint32_t position = 0;
  for (uint32_t k = 0; k < in.c; ++k) {
    const Arg &arg = view.program.args[in.b + k];
    if (arg.name == kStar || arg.name == kStarStar)
      return review(d, "its arguments come from a container",
                    "give the device type first: `torch.amp.autocast(device.type, ...)`");
    if (arg.name == kPositional) {
      if (position >= 3)
        return review(d, "more arguments than it takes");
      d.edits.push_back(
          edit({spans[k].begin, spans[k].begin}, std::string(names[position++]) + "="));
    } else {
    }
  }
  std::string first = (literal ? "" : "device_type=") + type;
  if (in.c == 0 && !enabled.empty())
    first += ", enabled=" + enabled;
  else if (!enabled.empty() && !enable_only(d, call, 0, enabled))
    return review(d, "its arguments are written in an unusual way");
  // Two insertions at one place: the device type comes before `enabled=` of a positional argument.
  if (const auto at = add_argument(call, first, true))
    d.edits.insert(d.edits.begin(), *at);
  if (!rename_to(d, name, row.to))
    return;
  d.site.reason = literal ? "the old name is deprecated" : "";
}

void Planner::grad_scaler(Draft &d, Place name, Place call, const Row &row) {
  if (!known_version(d, row.since, row.to))
    return;
  if (call.function == kNone) {
    // isinstance(scaler, torch.cuda.amp.GradScaler): the old class derives from the new one.
    const auto &uses = view.uses(name);
    if (uses.size() == 1 && uses[0].arg == 1 &&
        view.source(Place{name.function, view.at({name.function, uses[0].by}).a}) == "isinstance") {
      rename_to(d, name, row.to);
      return;
    }
    return review(d, "the class is used as a value; torch.amp.GradScaler takes a device first",
                  "`torch.amp.GradScaler`");
  }
  const Inst &in = view.at(call);
  std::string enabled;
  std::string type = amp_type(name, d, enabled);
  bool starred = false;
  for (const Arg &arg : view.arguments(in)) {
    if (arg.name == kStar)
      return review(d, "its arguments come from a container",
                    "give the device first: `torch.amp.GradScaler(device.type, ...)`");
    starred |= arg.name == kStarStar;
  }
  if (starred && !enabled.empty()) { // whether it is enabled cannot be seen: the same as before
    type = literal_text("cuda", in.span.begin);
    enabled.clear();
    d.site.category = Category::Same;
  }
  std::string first = type;
  if (in.c == 0 && !enabled.empty())
    first += ", enabled=" + enabled;
  else if (!enabled.empty() && !enable_only(d, call, 4, enabled))
    return review(d, "its arguments are written in an unusual way");
  if (const auto at = add_argument(call, first, true))
    d.edits.insert(d.edits.begin(), *at);
  rename_to(d, name, row.to);
}

// custom_fwd and custom_bwd are decorators, made when the class is.
void Planner::custom_amp(Draft &d, Place name, Place call, const Row &row) {
  if (!known_version(d, row.since, row.to))
    return;
  const std::string type = "device_type=" + literal_text("cuda", view.at(name).span.begin);
  if (call.function == kNone)
    return review(d, std::string(row.why), std::string(row.suggestion));
  d.site.category = Category::Same;
  const Inst &in = view.at(call);
  const std::vector<Span> spans = argument_spans(call);
  // `@custom_fwd` is a call of the name with the function.
  const bool bare = in.c == 1 &&
                    view.at({call.function, view.program.args[in.b].reg}).op != Op::ConstNone &&
                    view.program.args[in.b].name == kPositional;
  if (bare && spans.empty()) {
    const uint32_t end = view.at(name).span.end;
    d.edits.push_back(edit({end, end}, "(" + type + ")"));
  } else if (bare) {
    const Place function{call.function, view.program.args[in.b].reg};
    const Op op = view.at(function).op;
    const bool decorator = op == Op::MakeFunction || op == Op::Call;
    if (decorator && view.text.substr(view.at(name).span.end, 1) != "(") {
      const uint32_t end = view.at(name).span.end;
      d.edits.push_back(edit({end, end}, "(" + type + ")"));
    } else if (const auto at = add_argument(call, type, false)) {
      d.edits.push_back(*at);
    }
  } else if (const auto at = add_argument(call, type, true)) {
    d.edits.push_back(*at);
  }
  d.place = name;
  d.site.span = view.at(name).span;
  rename_to(d, name, row.to);
  d.site.reason = "the old name is deprecated";
}

} // namespace offside::migrate
