// Tensor types that name CUDA: torch.cuda.FloatTensor and the default tensor type.
#include "lint/migrate/planner.h"

namespace offside::migrate {

using namespace ir;

void Planner::typed_tensor(Draft &d, Place name, Place call, const Row &row) {
  d.site.category = Category::Meaning;
  const std::string dtype =
      row.dtype.empty() ? "" : std::string(row.dtype.substr(6)); // torch.float32
  if (call.function == kNone || dtype.empty() || row.name.ends_with("Storage")) {
    // `x.type(torch.cuda.FloatTensor)` is handled with the call.
    const auto &uses = view.uses(name);
    if (uses.size() == 1 && uses[0].arg == 0 && !dtype.empty()) {
      const Place by{name.function, uses[0].by};
      const Inst &in = view.at(by);
      const Inst *callee = in.op == Op::Call ? view.find(by.function, in.a) : nullptr;
      if (callee && callee->op == Op::LoadAttr && name_text(callee->b) == "type" && in.c == 1) {
        const bool sure = facts.available(by) && options.torch_version >= 206;
        auto device = device_for(by, options.unsafe_fixes && !sure);
        if (!device && sure)
          device = DeviceText{accelerator(torch_here(name))};
        const std::string torch = torch_here(name);
        const Span method{view.at({by.function, callee->a}).span.end, in.span.end};
        const size_t dot = view.text.find(".type", method.begin);
        if (device && dot != view.text.npos && dot < method.end) {
          d.edits.push_back(
              edit({uint32_t(dot), in.span.end},
                   ".to(device=" + device->text + ", dtype=" + torch + "." + dtype + ")"));
          if (!sure)
            d.site.safety = Safety::Unsafe;
          d.follows_guard = sure;
          consumed.push_back({uint32_t(dot), in.span.end});
          return;
        }
      }
    }
    return review(d, std::string(row.why), std::string(row.suggestion));
  }
  const Inst &in = view.at(call);
  const std::string torch = torch_here(name);
  const std::vector<Span> spans = argument_spans(call);
  if (torch.empty() || in.c == 0 || spans.size() != in.c)
    return review(d, std::string(row.why), std::string(row.suggestion));
  // Several arguments, or an unpacked shape, are sizes.
  bool sizes = in.c > 1;
  for (const Arg &arg : view.arguments(in)) {
    if (arg.name != kPositional && arg.name != kStar)
      return review(d, std::string(row.why), std::string(row.suggestion));
    const Inst &value = view.at({call.function, arg.reg});
    const std::string_view text = view.source(Place{call.function, arg.reg});
    sizes |= arg.name == kStar || value.op == Op::ConstInt || text.starts_with("len(") ||
             (value.op == Op::Call && text.find(".size(") != text.npos) ||
             (value.op == Op::LoadItem && text.find(".shape[") != text.npos);
  }
  const Op first = view.at({call.function, view.program.args[in.b].reg}).op;
  const bool data = in.c == 1 && (first == Op::BuildList || first == Op::BuildTuple);
  if (!sizes && !data)
    return review(d, "its argument may be a size or data",
                  "`torch.tensor(data, dtype=torch." + dtype +
                      ", device=device)` or "
                      "`torch.empty(size, ...)`");
  const bool sure = facts.available(call) && options.torch_version >= 206;
  const auto device = device_for(call, options.unsafe_fixes && !sure);
  const std::string where = device ? device->text
                            : sure ? accelerator(torch)
                                   : literal_text("cuda", in.span.begin);
  d.edits.push_back(edit(view.at(name).span, torch + (data ? ".tensor" : ".empty")));
  d.edits.push_back(edit({spans.back().end, spans.back().end},
                         ", dtype=" + torch + "." + dtype + ", device=" + where));
  if (device && !sure)
    d.site.safety = Safety::Unsafe;
  d.follows_guard = sure;
}

// torch.set_default_tensor_type("torch.cuda.FloatTensor")
void Planner::default_type(Draft &d, Place name, Place call, const Row &row) {
  const Place statement = call.function == kNone ? Place{} : statement_of(call);
  if (statement.function == kNone || view.at(call).c != 1)
    return review(d, std::string(row.why), std::string(row.suggestion));
  const Place value{call.function, view.program.args[view.at(call).b].reg};
  const Inst &v = view.at(value);
  const std::string_view type = v.op == Op::ConstStr ? name_text(v.a) : view.dotted(value);
  const Row *typed = catalogue.find(type);
  const std::string torch = torch_here(name);
  if (!type.starts_with("torch.cuda.")) {
    d.site.api.clear(); // a type of the CPU: nothing to do with CUDA
    return;
  }
  const auto device = device_for(call, options.unsafe_fixes);
  if (!typed || typed->dtype.empty() || !device || !alone_on_lines(view.at(statement).span))
    return review(d, std::string(row.why), std::string(row.suggestion));
  d.edits.push_back(edit(view.at(statement).span, torch + ".set_default_dtype(" + torch + "." +
                                                      std::string(typed->dtype.substr(6)) + ")\n" +
                                                      indentation(view.at(statement).span.begin) +
                                                      torch + ".set_default_device(" +
                                                      device->text + ")"));
  d.site.safety = Safety::Unsafe;
  consumed.push_back(view.at(statement).span);
}

} // namespace offside::migrate
