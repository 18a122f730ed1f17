// The current device: set, asked for, and as a context.
#include "lint/migrate/planner.h"

#include <algorithm>

namespace offside::migrate {

using namespace ir;

// torch.cuda.get_device_properties(i).total_memory -> torch.accelerator.get_memory_info(i)[1]
bool Planner::total_memory(Draft &d, Place name, Place call) {
  if (call.function == kNone || options.torch_version < 210 ||
      !d.site.api.ends_with(".get_device_properties") || view.uses(call).size() != 1)
    return false;
  const Place load{call.function, view.uses(call)[0].by};
  const Inst &in = view.at(load);
  const std::vector<Span> spans = argument_spans(call);
  if (in.op != Op::LoadAttr || name_text(in.b) != "total_memory" ||
      spans.size() != view.at(call).c || spans.size() > 1 ||
      view.source(Span{view.at(call).span.end, in.span.end}) != ".total_memory")
    return false;
  const Place value{call.function, spans.empty() ? kNone : view.program.args[view.at(call).b].reg};
  // It takes an index.
  if (!spans.empty() && !integer_like(value)) {
    const auto seen = evidence.first_argument.find({call.function, call.reg});
    const std::string text(view.source(spans[0]));
    if ((seen == evidence.first_argument.end() || seen->second != Evidence::Integer) &&
        call_of({value.function, value.reg}).function == kNone)
      return false;
  }
  if (!spans.empty() && spans[0].begin != view.at(value).span.begin)
    d.edits.push_back(edit({spans[0].begin, view.at(value).span.begin}, ""));
  d.edits.push_back(edit({view.at(call).span.end, in.span.end}, "[1]"));
  d.site.category = Category::Same;
  d.site.reason = "the second of free and total memory";
  return rename_to(d, name, "torch.accelerator.get_memory_info");
}

// --- the current device

void Planner::set_device(Draft &d, Place name, Place call, const Row &row) {
  if (call.function == kNone || view.at(call).c != 1)
    return rename(d, name, row);
  if (!known_version(d, row.since, row.to))
    return;
  const Arg &arg = view.program.args[view.at(call).b];
  const Place value{call.function, arg.reg};
  const std::vector<Span> spans = argument_spans(call);
  if (arg.name == kStar || arg.name == kStarStar || spans.size() != 1)
    return review(d, "its arguments come from a container");
  // A text that names CUDA: its index.
  if (const auto index = index_part(value)) {
    put_indexed(d, spans[0], *index, "", "");
    mark_index(value);
  } else if (arg.name != kPositional) {
    d.edits.push_back(edit({spans[0].begin, view.at(value).span.begin}, ""));
  }
  rename_to(d, name, row.to);
}

// An index of the accelerator; where a device is wanted, the device.
void Planner::current_device(Draft &d, Place name, Place call, const Row &row) {
  if (!known_version(d, row.since, row.to))
    return;
  if (call.function == kNone || !view.uses(call).size())
    return rename(d, name, row);
  // f"cuda:{torch.cuda.current_device()}"
  const auto wanted = [&](Place value) { // as a device, by every use
    bool device = false;
    for (const Use &u : view.uses(value)) {
      const Place by{value.function, u.by};
      const Inst &in = view.at(by);
      if (in.op != Op::Call || u.arg == kNone)
        return false;
      const Arg &arg = view.program.args[in.b + u.arg];
      const std::string_view callee = view.source(Place{by.function, in.a});
      const bool to = callee.ends_with(".to") && u.arg == 0 && arg.name == kPositional;
      const bool named = arg.name < kStarStar &&
                         (name_text(arg.name) == "device" || name_text(arg.name) == "map_location");
      const bool made = view.dotted({by.function, in.a}) == "torch.device" && in.c == 1;
      if (!to && !named && !made)
        return false;
      device = true;
    }
    return device;
  };
  const auto &uses = view.uses(call);
  const Place by{call.function, uses[0].by};
  bool device = wanted(call);
  if (!device && uses.size() == 1 &&
      (view.at(by).op == Op::StoreSlot || view.at(by).op == Op::StoreGlobal)) {
    const std::vector<Place> loads = view.loads_of(by);
    device = !loads.empty() && view.only_value(loads[0]).function != kNone &&
             std::all_of(loads.begin(), loads.end(), wanted);
  }
  if (!device)
    return rename(d, name, row);
  const std::string torch = torch_here(name);
  const std::string index = torch + ".accelerator.current_device_index()";
  const Inst &in = view.at(by);
  if (in.op == Op::Call && view.dotted({by.function, in.a}) == "torch.device" && in.c == 1)
    d.edits.push_back(edit(view.at(call).span, accelerator(torch) + ".type, " + index));
  else
    d.edits.push_back(edit(view.at(call).span, indexed(torch, index)));
  d.site.reason = "a bare index would not say whose it is";
}

void Planner::device_context(Draft &d, Place name, Place call, const Row &row) {
  if (call.function == kNone)
    return review(d, "the context manager is passed on: its argument is not known",
                  "`torch.accelerator.device_index(index)`");
  if (!known_version(d, row.since, row.to))
    return;
  const auto &uses = view.uses(call);
  const Inst &in = view.at(call);
  const bool context =
      uses.size() == 1 && view.at({call.function, uses[0].by}).op == Op::EnterContext;
  if (!context) {
    if (statement_of(call).function != kNone)
      return; // a finding of its own, see take_findings
    return review(d, std::string(row.why), std::string(row.suggestion));
  }
  if (in.c != 1)
    return review(d, std::string(row.why), std::string(row.suggestion));
  const Arg &arg = view.program.args[in.b];
  const Place value{call.function, arg.reg};
  if (arg.name == kStar || arg.name == kStarStar || argument_spans(call).size() != 1)
    return review(d, "its arguments come from a container");
  const Span span = argument_spans(call)[0];
  const auto index_of = [&] { // .index behind the value, which stays where it is
    if (arg.name != kPositional)
      d.edits.push_back(edit({span.begin, view.at(value).span.begin}, ""));
    d.edits.push_back(edit({span.end, span.end}, ".index"));
  };
  const auto kinds = evidence.first_argument.find({call.function, call.reg});
  const uint8_t seen = kinds == evidence.first_argument.end() ? 0 : kinds->second;
  const Inst &v = view.at(value);
  if (v.op == Op::Unary)
    return review(d, "a negative index does nothing here and raises in the accelerator form");
  if (const auto index = index_part(value)) {
    put_indexed(d, span, *index, "", "");
    mark_index(value);
  } else if (v.op == Op::LoadAttr && name_text(v.b) == "device" && view.dotted(value).empty() &&
             view.source(Place{value.function, v.a}) != "self") {
    index_of();
  } else if (integer_like(value) || v.op == Op::ConstNone || seen == Evidence::Integer ||
             seen == (Evidence::Integer | Evidence::NoneValue)) {
    if (arg.name != kPositional)
      d.edits.push_back(edit({span.begin, view.at(value).span.begin}, ""));
  } else if (seen == Evidence::DeviceValue) {
    index_of();
  } else {
    return review(d,
                  "`torch.accelerator.device_index` takes an index, and `" +
                      std::string(view.source(value)) + "` may be a device",
                  "`with torch.accelerator.device_index(" + std::string(view.source(value)) +
                      ".index):` for a device");
  }
  rename_to(d, name, row.to);
}

} // namespace offside::migrate
