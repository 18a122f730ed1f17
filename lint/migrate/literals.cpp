// Texts that name CUDA.
#include "lint/migrate/planner.h"

#include <algorithm>

namespace offside::migrate {

using namespace ir;

namespace {

bool says_cuda(std::string_view text) {
  return text == "cuda" || (text.starts_with("cuda:") && text.size() > 5);
}

} // namespace

void Planner::literals() {
  for (uint32_t f = 0; f < view.functions(); ++f)
    for (Reg r = 0; r < view.function(f).count; ++r) {
      const Place p{f, r};
      const Inst &in = view.at(p);
      if (in.op != Op::ConstStr || (in.flags & kBytes))
        continue;
      const std::string_view text = name_text(in.a);
      if (text == "nccl" || (text.starts_with("cuda") && (text.size() == 4 || text[4] == ':'))) {
        const size_t before = drafts.size();
        literal(p);
        // One that stays and is no device argument: a key, an element, something compared.
        if (drafts.size() == before && !is_consumed(in.span) && !view.uses(p).empty() &&
            view.at({f, view.uses(p)[0].by}).op != Op::Compare)
          cuda_bound.emplace_back(p, "the code behind it names CUDA in a text");
      } else if (text.starts_with("cuda_") || text.starts_with("self_cuda_")) {
        cuda_bound.emplace_back(p, "the code behind it names CUDA in a text");
      }
    }
}

void Planner::literal(Place p) {
  if (is_consumed(view.at(p).span))
    return;
  // The whole of `"cuda:%d" % rank`.
  for (const Use &u : view.uses(p)) {
    Place by{p.function, u.by};
    if (view.at(by).op == Op::LoadAttr && !view.uses(by).empty())
      by.reg = view.uses(by)[0].by;
    if ((view.at(by).op == Op::FString || view.at(by).op == Op::Binary ||
         view.at(by).op == Op::Call) &&
        view.at(by).span.begin <= view.at(p).span.begin && index_part(by)) {
      p = by;
      break;
    }
  }
  if (is_consumed(view.at(p).span))
    return;
  if (view.uses(p).size() != 1)
    return;
  const Use use = view.uses(p)[0];
  const Place by{p.function, use.by};
  const Inst &in = view.at(by);
  const bool whole = view.at(p).op != Op::ConstStr || says_cuda(name_text(view.at(p).a));
  switch (in.op) {
  case Op::Call:
    if (use.arg == kNone)
      return;
    {
      const Arg &arg = view.program.args[in.b + use.arg];
      uint32_t position = 0;
      for (uint32_t k = 0; k < use.arg; ++k)
        position += view.program.args[in.b + k].name == kPositional;
      literal_argument(p, by, arg, position);
    }
    return;
  case Op::StoreSlot:
  case Op::StoreGlobal:
  case Op::StoreAttr:
  case Op::Return:
  case Op::Select:
    if (whole || view.at(p).op == Op::ConstStr)
      stored_literal(p, by);
    return;
  case Op::BuildList:
  case Op::BuildTuple:
  case Op::BuildSet:
    if (whole)
      listed_literal(p, by);
    return;
  case Op::MakeFunction: {
    const std::string_view param = name_text(view.program.args[in.b + use.arg].name);
    if (!whole || param.find("dev") == param.npos)
      return;
    Draft d = draft(p, view.at(p).span, "\"cuda\"", "DEV302");
    review(d, "a default argument is evaluated when the function is defined",
           "`None` as the default, and the device looked up in the function");
    if (view.function(in.a).count > 0)
      d.place = {in.a, 0}; // it is the function that needs CUDA
    add(std::move(d));
    return;
  }
  default:
    return;
  }
}

// An element beside other devices, where an accelerator is there for sure: ["cpu", "cuda"].
void Planner::listed_literal(Place p, Place list) {
  if (options.torch_version < 206)
    return;
  // @parametrize("device", ["cpu", "cuda"])
  bool named = false;
  for (const Use &u : view.uses(list))
    if (const Inst &by = view.at({list.function, u.by}); by.op == Op::Call && u.arg == 1) {
      const Inst &first = view.at({list.function, view.program.args[by.b].reg});
      named |= first.op == Op::ConstStr && name_text(first.a) == "device" &&
               view.source(Place{list.function, by.a}).ends_with("parametrize");
    }
  if (!facts.available(p) && !(named && options.unsafe_fixes))
    return;
  for (const Arg &arg : view.arguments(view.at(list))) {
    bool string = false;
    const Place element{p.function, arg.reg};
    if (device_name(element, string).empty() && !index_part(element))
      return;
  }
  // A table's key is looked up by the very text.
  for (const Use &u : view.uses(list))
    if (const Op op = view.at({list.function, u.by}).op;
        op == Op::BuildDict || op == Op::LoadItem || op == Op::Compare)
      return;
  if (facts.available(p))
    return type_literal(p);
  const auto device = device_for(p, true);
  if (!device || index_part(p))
    return;
  Draft d = draft(p, view.at(p).span, "\"cuda\"", "DEV302");
  d.site.category = Category::Meaning;
  d.site.safety = Safety::Unsafe;
  d.edits.push_back(edit(view.at(p).span, as_type(*device, torch_here(p))));
  add(std::move(d));
}

// The accelerator's type in place of the text, a text again.
void Planner::type_literal(Place p) {
  Draft d = draft(p, view.at(p).span, "\"cuda\"", "DEV302");
  d.site.category = Category::Meaning;
  const std::string torch = torch_here(p);
  if (const auto index = index_part(p))
    put_text(d, p, *index, torch);
  else
    d.edits.push_back(edit(view.at(p).span, accelerator(torch) + ".type"));
  d.follows_guard = true;
  add(std::move(d));
}

void Planner::process_group(Place p, Place call) {
  const Inst &in = view.at(call);
  const std::string_view callee = view.dotted({call.function, in.a});
  if (!callee.starts_with("torch.distributed.") ||
      (!callee.ends_with(".init_process_group") && !callee.ends_with(".new_group")))
    return;
  Draft d = draft(call, view.at(p).span, "\"nccl\"", "DEV302");
  d.site.category = Category::Meaning;
  if (known_version(d, 206, "torch.distributed.get_default_backend_for_device")) {
    const std::string torch = torch_here({call.function, in.a});
    const std::string_view name = view.source(Place{call.function, in.a});
    const size_t dot = name.rfind('.');
    const std::string module =
        dot == name.npos ? torch + ".distributed" : std::string(name.substr(0, dot));
    d.edits.push_back(edit(view.at(p).span,
                           module + ".get_default_backend_for_device(" + accelerator(torch) + ")"));
    d.site.reason = "the backend of whichever accelerator there is";
  }
  add(std::move(d));
}

// Whether a device is used where it stands, by what raises when it is not there.
bool Planner::moved_at_once(Place device) const {
  const auto &uses = view.uses(device);
  if (uses.size() != 1 || uses[0].arg == kNone)
    return false;
  const Place by{device.function, uses[0].by};
  const Inst &in = view.at(by);
  if (in.op != Op::Call)
    return false;
  const Arg &arg = view.program.args[in.b + uses[0].arg];
  const std::string_view callee = view.source(Place{by.function, in.a});
  const std::string_view dotted = view.dotted({by.function, in.a});
  return (arg.name == kPositional && uses[0].arg == 0 && callee.ends_with(".to")) ||
         (arg.name < kStarStar && name_text(arg.name) == "device" && dotted.starts_with("torch."));
}

void Planner::literal_argument(Place p, Place call, const Arg &arg, uint32_t position) {
  const Inst &in = view.at(call);
  const Place callee{call.function, in.a};
  const std::string_view dotted = view.dotted(callee);
  const Inst &fn = view.at(callee);
  const std::string_view method = fn.op == Op::LoadAttr ? name_text(fn.b) : std::string_view();
  const std::string_view keyword = arg.name < kStarStar ? name_text(arg.name) : std::string_view();
  const Span span = view.at(p).span;
  const auto index = index_part(p);
  const bool text = view.at(p).op == Op::ConstStr;
  if (text && name_text(view.at(p).a) == "nccl")
    return process_group(p, call);
  if (text && !says_cuda(name_text(view.at(p).a)))
    return;
  const bool of_torch = dotted.starts_with("torch.") || dotted.starts_with("torchvision.");
  Draft d = draft(p, span, "\"cuda\"", "DEV302");
  d.site.category = Category::Meaning;
  // Arguments that need not be said.
  if (keyword == "pin_memory_device" ||
      ((method == "pin_memory" || method == "is_pinned") && position == 0)) {
    for (uint32_t k = 0; k < in.c; ++k)
      if (view.program.args[in.b + k].reg == p.reg)
        if (const auto gone = drop_argument(call, k)) {
          d.edits.push_back(*gone);
          d.site.category = Category::Same;
          d.site.reason = "memory is pinned for the current accelerator anyway";
          add(std::move(d));
        }
    return;
  }
  const bool device_call = dotted == "torch.device";
  const bool type =
      (keyword == "device_type" && of_torch) ||
      (position == 0 && keyword.empty() &&
       (dotted == "torch.autocast" || dotted == "torch.amp.autocast" ||
        dotted == "torch.amp.GradScaler" || dotted == "torch.amp.autocast_mode.autocast" ||
        dotted.ends_with(".init_device_mesh")));
  const bool wanted =
      device_call || type || keyword == "device" || keyword == "map_location" ||
      (keyword.empty() &&
       ((method == "to" && position == 0 && dotted.empty()) ||
        (position == 0 && (dotted == "torch.Generator" || dotted == "torch.set_default_device" ||
                           dotted == "torch.get_device_module" || dotted == "torch.Stream" ||
                           dotted == "torch.Event")) ||
        (position == 1 && dotted == "torch.load")));
  if (!wanted) {
    // A device for a function of this file, or what a device's type is compared with.
    if (!facts.available(p) || options.torch_version < 206)
      return;
    bool compared = false;
    for (const Arg &other : view.arguments(in))
      compared |= other.reg != p.reg &&
                  view.source(Place{p.function, other.reg}).ends_with("device.type") && !index;
    if (compared || keyword.find("device") != keyword.npos || takes_device(call, position, keyword))
      type_literal(p);
    return;
  }
  if (!known_version(d, 206, "torch.accelerator")) {
    add(std::move(d));
    return;
  }
  const std::string torch = torch_here(callee);
  const bool sure = facts.available(p);
  if (dotted == "torch.amp.autocast" || dotted == "torch.autocast" ||
      dotted == "torch.amp.GradScaler" ||
      (type && d.site.rule == "DEV302" && dotted.find("custom_") == dotted.npos &&
       dotted.starts_with("torch.amp")))
    d.site.rule = "DEV312";
  // Switching off what a host without an accelerator has on, and what its module cannot do.
  if (type && !sure) {
    const Arg *enabled = view.argument(in, "enabled", kNone);
    const auto &uses = view.uses(call);
    const bool decorator = uses.size() == 1 &&
                           view.at({call.function, uses[0].by}).op == Op::Call &&
                           view.at({call.function, uses[0].by}).a == call.reg;
    if ((enabled && view.at({call.function, enabled->reg}).op == Op::ConstFalse) || decorator ||
        dotted.ends_with("fork_rng")) {
      review(d, decorator ? "a decorator is made when its function is: the device is not known yet"
                : dotted.ends_with("fork_rng")
                    ? "the generators of a host without an accelerator cannot be forked so"
                    : "without an accelerator it would switch off the CPU's own autocast");
      add(std::move(d));
      return;
    }
  }
  if (dotted.find("custom_fwd") != dotted.npos || dotted.find("custom_bwd") != dotted.npos) {
    review(d, "a decorator is made when the class is: the device is not known yet");
    add(std::move(d));
    return;
  }
  if (device_call)
    for (const Use &u : view.uses(call))
      if (view.at({call.function, u.by}).op == Op::MakeFunction) {
        review(d, "a default argument is evaluated when the function is defined",
               "`None` as the default, and the device looked up in the function");
        add(std::move(d));
        return;
      }
  if (device_call) {
    // The call is what is replaced.
    Span whole = view.at(call).span;
    const Name second = in.c == 2 ? view.program.args[in.b + 1].name : kNone;
    if (in.c == 2 && !index &&
        (second == kPositional || (second < kStarStar && name_text(second) == "index"))) {
      d.edits.push_back(edit(span, accelerator(torch) + ".type"));
      if (!sure && !moved_at_once(call)) {
        // As a mere value it raises nothing on a host without an accelerator.
        const auto &uses = view.uses(call);
        const Op op = uses.size() == 1 ? view.at({call.function, uses[0].by}).op : Op::BuildList;
        if (op != Op::StoreSlot && op != Op::StoreGlobal && op != Op::StoreAttr &&
            op != Op::Return && op != Op::Or && op != Op::Select) {
          review(d, "a device that may not be there is named as a value");
        } else {
          const bool bare = delimited(whole);
          if (!bare)
            d.edits.insert(d.edits.begin(), edit({whole.begin, whole.begin}, "("));
          d.edits.push_back(edit({whole.end, whole.end},
                                 " if " + torch + ".accelerator.is_available() else " + torch +
                                     ".device(" + literal_text("cpu", span.begin) +
                                     (bare ? ")" : "))")));
        }
      }
    } else if (in.c != 1) {
      return;
    } else if (index && !sure && !moved_at_once(call)) {
      // As a mere value it raises nothing on a host without an accelerator.
      const auto &uses = view.uses(call);
      const Op op = uses.size() == 1 ? view.at({call.function, uses[0].by}).op : Op::BuildList;
      if (op != Op::StoreSlot && op != Op::StoreGlobal && op != Op::StoreAttr && op != Op::Return &&
          op != Op::Or && op != Op::Select) {
        review(d, "a device that may not be there is named as a value");
      } else {
        const bool bare = delimited(whole);
        put_indexed(d, whole, *index,
                    (bare ? "" : "(") + torch + ".device(" + accelerator(torch) + ".type, ",
                    ") if " + torch + ".accelerator.is_available() else " + torch + ".device(" +
                        literal_text("cpu", span.begin) + (bare ? ")" : "))"));
      }
    } else if (index) {
      put_indexed(d, span, *index, accelerator(torch) + ".type, ", "");
    } else if (const auto &uses = view.uses(call);
               uses.size() == 1 && !sure &&
               (view.at({call.function, uses[0].by}).op == Op::StoreSlot ||
                view.at({call.function, uses[0].by}).op == Op::StoreGlobal ||
                view.at({call.function, uses[0].by}).op == Op::StoreAttr ||
                view.at({call.function, uses[0].by}).op == Op::Or ||
                view.at({call.function, uses[0].by}).op == Op::Select ||
                view.at({call.function, uses[0].by}).op == Op::Return)) {
      d.edits.push_back(edit(whole, build_text(torch, false, whole)));
    } else if (sure) {
      d.edits.push_back(edit(whole, accelerator(torch)));
    } else if (const auto device = device_for(call, options.unsafe_fixes)) {
      d.edits.push_back(edit(whole, as_object(*device, torch)));
    } else {
      review(d, "no variable here holds the device", "`" + choice_text(torch, false, whole) + "`");
    }
    if (!sure)
      d.site.safety = Safety::Unsafe;
    d.follows_guard = true;
    add(std::move(d));
    return;
  }
  if (index) {
    if (of_torch || method == "to")
      put_indexed(d, span, *index, torch + ".device(" + accelerator(torch) + ".type, ", ")");
    else
      put_text(d, p, *index, torch);
    if (!sure)
      d.site.safety = Safety::Unsafe;
  } else if (const auto device = device_for(p, options.unsafe_fixes)) {
    const bool string = type || !(of_torch || method == "to");
    d.edits.push_back(edit(span, string && !(device->is_string || (device->either && !type))
                                     ? as_type(*device, torch)
                                     : device->text));
    d.site.safety = device->introduced || !sure ? Safety::Unsafe : Safety::Safe;
    // On a host without an accelerator it would work for the CPU, where it did nothing before.
    if (type && !sure && (dotted.ends_with(".autocast") || dotted.ends_with("GradScaler")))
      if (!enable_only(d, call, dotted.ends_with("GradScaler") ? 5 : 2,
                       device->choice
                           ? torch + ".accelerator.is_available()"
                           : as_type(*device, torch) + " != " + literal_text("cpu", span.begin)))
        review(d, "its arguments come from a container");
  } else if (sure) {
    d.edits.push_back(
        edit(span, accelerator(torch) + (type || !(of_torch || method == "to") ? ".type" : "")));
  } else {
    review(d, "no variable here holds the device",
           "pass the device on: `device = " + choice_text(torch, false, {0, 0}) + "`");
  }
  d.follows_guard = true;
  add(std::move(d));
}

// A text that is kept: stored, returned, or one arm of a choice.
void Planner::stored_literal(Place p, Place store) {
  const Span span = view.at(p).span;
  const bool text = view.at(p).op == Op::ConstStr;
  const std::string_view content = text ? name_text(view.at(p).a) : std::string_view();
  const bool sure = facts.available(p);
  Draft d = draft(p, span, content == "nccl" ? "\"nccl\"" : "\"cuda\"", "DEV302");
  d.site.category = Category::Meaning;
  if (content == "nccl") {
    // "nccl" if torch.cuda.is_available() else "gloo"
    if (!sure || !known_version(d, 206, "torch.distributed.get_default_backend_for_device"))
      return;
    const std::string torch = torch_here(p);
    d.edits.push_back(edit(span, torch + ".distributed.get_default_backend_for_device(" +
                                     accelerator(torch) + ")"));
    d.follows_guard = true;
    add(std::move(d));
    return;
  }
  if (text && !says_cuda(content))
    return;
  // Is it a device at all? Only when the name says so, or the choice is between devices.
  const Inst &in = view.at(store);
  bool device = false, constant = false;
  if (in.op == Op::Select) {
    bool string = false;
    const auto &uses = view.uses(store);
    const bool key = std::any_of(uses.begin(), uses.end(), [&](const Use &u) {
      const Op op = view.at({store.function, u.by}).op;
      return op == Op::LoadItem || op == Op::StoreItem || op == Op::BuildDict ||
             (op == Op::FString && part_of_word(view.at(store).span));
    });
    device = (in.b == p.reg || in.c == p.reg) && !key &&
             (sure || !device_name({p.function, in.b == p.reg ? in.c : in.b}, string).empty());
  } else if (in.op == Op::Return) {
    device = sure;
  } else {
    std::string name(view.source(store));
    std::transform(name.begin(), name.end(), name.begin(),
                   [](char c) { return char(std::tolower(c)); });
    device = name.find("device") != name.npos || name == "dev" || name.ends_with(".dev");
    constant = true;
    if (!device && in.op != Op::StoreAttr)
      for (const Place &load : view.loads_of(store))
        for (const Use &u : view.uses(load))
          if (const Inst &by = view.at({load.function, u.by});
              by.op == Op::Call && u.arg != kNone) {
            const Arg &arg = view.program.args[by.b + u.arg];
            const std::string_view callee = view.source(Place{load.function, by.a});
            device |=
                (arg.name < kStarStar &&
                 (name_text(arg.name) == "device" || name_text(arg.name) == "map_location")) ||
                (arg.name == kPositional && u.arg == 0 &&
                 (callee.ends_with(".to") || view.dotted({load.function, by.a}) == "torch.device"));
          }
  }
  if (!device)
    return;
  if (!known_version(d, 206, "torch.accelerator")) {
    add(std::move(d));
    return;
  }
  const Name attribute =
      in.op == Op::StoreAttr ? in.b
      : view.function(store.function).kind == FunctionKind::ClassBody && in.op == Op::StoreSlot
          ? view.variable(store)
          : kNone;
  if ((attribute != kNone && compared_as_text(attribute)) ||
      ((in.op == Op::StoreSlot || in.op == Op::StoreGlobal) && variable_compared(store))) {
    review(d, "it is compared with \"cuda\" as a text elsewhere");
    add(std::move(d));
    return;
  }
  const std::string torch = torch_here(p);
  const auto index = index_part(p);
  if (index && (sure || constant)) {
    put_text(d, p, *index, torch);
    if (!sure) {
      const bool bare = delimited(span);
      if (!bare)
        d.edits.insert(d.edits.begin(), edit({span.begin, span.begin}, "("));
      d.edits.push_back(
          edit({span.end, span.end}, " if " + torch + ".accelerator.is_available() else " +
                                         literal_text("cpu", span.begin) + (bare ? "" : ")")));
    }
  } else if (sure) {
    d.edits.push_back(edit(span, accelerator(torch) + ".type"));
  } else if (constant)
    d.edits.push_back(edit(span, build_text(torch, true, span)));
  else if (in.op == Op::Select && !index && options.unsafe_fixes) // a flag decides
    d.edits.push_back(edit(span, build_text(torch, true, span)));
  else if (in.op == Op::Select)
    review(d, "a flag decides, and nothing here says whether there is an accelerator",
           "`" + accelerator(torch) + ".type` in its place, where the flag says that there is one");
  else
    review(d, "nothing here says whether there is an accelerator",
           "`" + choice_text(torch, true, {0, 0}) + "`");
  if (!sure)
    d.site.safety = Safety::Unsafe;
  d.follows_guard = true;
  add(std::move(d));
}

} // namespace offside::migrate
