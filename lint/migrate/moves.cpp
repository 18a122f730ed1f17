// `.cuda()`.
#include "lint/migrate/planner.h"

#include <algorithm>

namespace offside::migrate {

using namespace ir;

// --- .cuda()

void Planner::moves() {
  for (uint32_t f = 0; f < view.functions(); ++f)
    for (Reg r = 0; r < view.function(f).count; ++r) {
      const Place p{f, r};
      const Inst &in = view.at(p);
      if (in.op != Op::Call || in.a >= r)
        continue;
      const Inst &callee = view.at({f, in.a});
      if (callee.op == Op::LoadAttr && name_text(callee.b) == "cuda" &&
          view.dotted({f, in.a}).empty() && !is_consumed(in.span))
        move({f, in.a}, p);
    }
}

// Whether an expression starts from a function of torch: `torch.from_numpy(x).float()`.
bool Planner::of_torch(Place value) const {
  for (int depth = 0; depth < 32; ++depth) {
    const Inst &in = view.at(value);
    if (in.op == Op::Call) {
      if (view.dotted({value.function, in.a}).starts_with("torch."))
        return true;
      value.reg = in.a;
    } else if (in.op == Op::LoadAttr) {
      value.reg = in.a;
    } else {
      return false;
    }
    if (value.reg >= view.function(value.function).count)
      return false;
  }
  return false;
}

// A function that moves each storage to the GPU says no more than the device itself.
void Planner::storage_mover(Draft &d, Place call) {
  const uint32_t parent = view.function(call.function).parent;
  const Inst &in = view.at(call);
  if (parent == kNone || in.c > 1 || !known_version(d, 206, "torch.accelerator") ||
      !options.unsafe_fixes)
    return;
  for (Reg r = 0; r < view.function(parent).count; ++r) {
    const Place lambda{parent, r};
    if (view.at(lambda).op != Op::MakeFunction || view.at(lambda).a != call.function ||
        view.uses(lambda).size() != 1)
      continue;
    const Use use = view.uses(lambda)[0];
    const Inst &load = view.at({parent, use.by});
    if (load.op != Op::Call || use.arg == kNone ||
        name_text(view.program.args[load.b + use.arg].name) != "map_location")
      return;
    const std::string torch = torch_here(lambda);
    const Span span = view.at(lambda).span;
    d.site.outcome = Outcome::Rewritten;
    d.site.category = Category::Meaning;
    d.site.safety = Safety::Unsafe;
    d.site.reason = "the device itself says where storages go";
    d.site.suggestion.clear();
    d.place = lambda;
    if (in.c == 0) {
      d.edits.push_back(edit(span, accelerator(torch)));
    } else {
      const Place index{call.function, view.program.args[in.b].reg};
      d.edits.push_back(edit(span, indexed(torch, view.source(index))));
    }
    consumed.push_back(span);
    return;
  }
}

void Planner::move(Place callee, Place call) {
  const Inst &in = view.at(call);
  const Inst &fn = view.at(callee);
  if (evidence.own_methods.contains({call.function, call.reg}))
    return; // a method of the program's own
  const Inst &receiver = view.at({call.function, fn.a});
  if (receiver.op == Op::Call && view.source(Place{call.function, receiver.a}) == "super")
    return;
  Draft d = draft(call, in.span, ".cuda()", "DEV302");
  d.site.category = Category::Meaning;
  if (!evidence.torch_methods.contains({call.function, call.reg}) &&
      !of_torch({call.function, fn.a}))
    for (const auto &classes : index.classes)
      for (const placement::ClassInfo &c : classes)
        if (c.find(intern("cuda"))) {
          review(d, "the program has classes with a method `cuda` of their own");
          add(std::move(d));
          return;
        }
  if (!known_version(d, 206, "torch.accelerator")) {
    add(std::move(d));
    return;
  }
  // map_location=lambda storage, location: storage.cuda(gpu)
  if (view.function(call.function).kind == FunctionKind::Lambda &&
      view.function(call.function).param_count == 2 && receiver.op == Op::LoadSlot &&
      receiver.a == 0) {
    d.edits.clear();
    review(d, "a storage, not a tensor", "give `map_location` the device");
    storage_mover(d, call);
    add(std::move(d));
    return;
  }
  const std::vector<Span> spans = argument_spans(call);
  if (spans.size() != in.c) {
    review(d, "its arguments are written in an unusual way");
    add(std::move(d));
    return;
  }
  const std::string torch = torch_here(callee);
  const bool sure = facts.available(call);
  uint32_t which = kNone, position = 0;
  for (uint32_t k = 0; k < in.c; ++k) {
    const Arg &arg = view.program.args[in.b + k];
    if (arg.name == kStar || arg.name == kStarStar) {
      review(d, "its arguments come from a container");
      add(std::move(d));
      return;
    }
    if (arg.name == kPositional ? position++ == 0 : name_text(arg.name) == "device")
      which = k;
    else if (arg.name == kPositional) // .cuda(0, True)
      d.edits.push_back(edit({spans[k].begin, spans[k].begin}, "non_blocking="));
  }
  const uint32_t end = fn.span.end;
  d.edits.push_back(edit({end - 4, end}, "to"));
  if (which == kNone) {
    std::string device;
    if (const auto known = device_for(call, false))
      device = known->text;
    else if (sure)
      device = accelerator(torch);
    else if (const auto fresh = device_for(call, options.unsafe_fixes))
      device = fresh->text;
    if (device.empty()) {
      d.edits.clear();
      review(d, "no variable here holds the device",
             "`.to(device)` with `device = " + choice_text(torch, false, {0, 0}) + "`");
    } else if (const auto more = add_argument(call, device, true)) {
      d.edits.push_back(*more);
      if (!sure)
        d.site.safety = Safety::Unsafe;
    }
    d.follows_guard = true;
    add(std::move(d));
    return;
  }
  const Arg &arg = view.program.args[in.b + which];
  const Place value{call.function, arg.reg};
  const std::string text(view.source(value));
  const auto found = evidence.first_argument.find({call.function, call.reg});
  const uint8_t seen = which == 0 && found != evidence.first_argument.end() ? found->second : 0;
  bool string = false;
  if (const auto index = index_part(value)) {
    put_indexed(d, spans[which], *index, torch + ".device(" + accelerator(torch) + ".type, ", ")");
    mark_index(value);
  } else if (device_name(value, string) == "cuda") {
    consumed.push_back(view.at(value).span);
    if (const auto known = device_for(call, options.unsafe_fixes))
      d.edits.push_back(edit(spans[which], known->text));
    else
      d.edits.push_back(edit(spans[which], accelerator(torch)));
  } else if (integer_like(value) || seen == Evidence::Integer) {
    put_indexed(d, spans[which], {text, view.at(value).span},
                torch + ".device(" + accelerator(torch) + ".type, ", ")");
  } else if (seen == Evidence::DeviceValue || seen == Evidence::TextValue ||
             text.find("device") != text.npos || view.at(value).op == Op::LoadAttr) {
    // `x.cuda(device)`: a device as it is.
    if (seen & (Evidence::Integer | Evidence::NoneValue) ||
        (text.find("device") == text.npos && seen != Evidence::DeviceValue) ||
        text.find("device_id") != text.npos || text.find("devices") != text.npos) {
      d.edits.clear();
      review(d, "`" + text + "` may be an index, a device or None",
             "`.to(" + indexed(torch, text) + ")` for an index");
    } else if (arg.name != kPositional) {
      d.edits.push_back(edit(spans[which], text));
    }
  } else {
    d.edits.clear();
    review(d, "`" + text + "` may be an index, a device or None",
           "`.to(" + indexed(torch, text) + ")` for an index");
  }
  if (!sure)
    d.site.safety = Safety::Unsafe;
  d.follows_guard = true;
  add(std::move(d));
}

} // namespace offside::migrate
