// Streams and events, which move together or not at all.
#include "lint/migrate/planner.h"

#include <algorithm>

namespace offside::migrate {

using namespace ir;

void Planner::stream(Draft &d, Place name, Place call, const Row &row) {
  if (row.to.empty())
    return review(d, std::string(row.why), std::string(row.suggestion));
  if (stream_group == kNone)
    stream_group = new_group();
  d.group = stream_group;
  if (!known_version(d, row.since, row.to)) {
    veto(stream_group, "streams and events move together, and `" + std::string(row.to) +
                           "` is newer than the oldest torch of the project");
    return;
  }
  if (call.function != kNone) {
    if (row.name.ends_with(".set_stream") && view.at(call).c == 1) {
      const Place value{call.function, view.program.args[view.at(call).b].reg};
      if (!surely_stream(value)) {
        review(d, "`torch.accelerator.set_stream` does not take None");
        return veto(stream_group, d.site.reason);
      }
    }
    if (!arguments(d, call, row))
      return veto(stream_group, d.site.reason);
  }
  rename_to(d, name, row.to);
}

// Whether a value can be nothing but a stream.
bool Planner::surely_stream(Place value, int depth) const {
  if (depth > 8)
    return false;
  const Inst &in = view.at(value);
  if (in.op == Op::Call) {
    const std::string_view callee = view.dotted({value.function, in.a});
    return callee == "torch.cuda.Stream" || callee == "torch.cuda.current_stream" ||
           callee == "torch.Stream" || callee == "torch.accelerator.current_stream" ||
           callee == "torch.cuda.streams.Stream" || callee == "torch.xpu.Stream";
  }
  if (in.op == Op::Or)
    return surely_stream({value.function, in.b}, depth + 1);
  if (in.op == Op::LoadSlot || in.op == Op::LoadGlobal || in.op == Op::LoadOuter) {
    const Place only = view.only_value(value);
    return only.function != kNone && surely_stream(only, depth + 1);
  }
  if (in.op == Op::LoadAttr) {
    const Place only = view.only_attribute(in.b);
    return only.function != kNone && surely_stream(only, depth + 1);
  }
  return false;
}

// `with torch.cuda.stream(s):` -> `with s:`
void Planner::stream_context(Draft &d, Place call, const Row &row) {
  if (stream_group == kNone)
    stream_group = new_group();
  d.group = stream_group;
  if (!known_version(d, row.since, "a stream as a context manager")) {
    veto(stream_group, "streams and events move together, and a stream is a context manager only "
                       "from torch 2.7");
    return;
  }
  // `with torch.cuda.stream(s) if s is not None else nullcontext():` asks already.
  Place entered = call;
  bool asked = false;
  if (call.function != kNone && view.uses(call).size() == 1) {
    const Place by{call.function, view.uses(call)[0].by};
    const Inst &select = view.at(by);
    if (select.op == Op::Select && (select.b == call.reg || select.c == call.reg)) {
      entered = by;
      const Inst &test = view.at({by.function, select.a});
      const std::string_view condition = view.source(Place{by.function, select.a});
      const std::string stream =
          view.at(call).c == 1 ? std::string(view.source(
                                     Place{call.function, view.program.args[view.at(call).b].reg}))
                               : "";
      const bool none = test.op == Op::Compare &&
                        view.at({by.function, test.b}).op == Op::ConstNone &&
                        view.source(Place{by.function, test.a}) == stream;
      asked = (none && (CompareOp(test.aux) == CompareOp::IsNot) == (select.b == call.reg)) ||
              (condition == stream && select.b == call.reg);
    }
  }
  const auto held = [&](Place value) { // entered where it is made, or through one variable
    if (value.function == kNone || view.uses(value).size() != 1)
      return false;
    const Place by{value.function, view.uses(value)[0].by};
    if (view.at(by).op == Op::EnterContext)
      return true;
    if (view.at(by).op != Op::StoreSlot)
      return false;
    const std::vector<Place> loads = view.loads_of(by);
    return !loads.empty() && view.only_value(loads[0]).function != kNone &&
           std::all_of(loads.begin(), loads.end(), [&](Place load) {
             return view.uses(load).size() == 1 &&
                    view.at({load.function, view.uses(load)[0].by}).op == Op::EnterContext;
           });
  };
  const bool context = held(entered);
  if (!context || view.at(call).c != 1) {
    review(d, std::string(row.why), "enter the stream itself: `with stream:`");
    return veto(stream_group, d.site.reason);
  }
  const Arg &arg = view.program.args[view.at(call).b];
  if (arg.name == kStar || arg.name == kStarStar) {
    review(d, "its arguments come from a container");
    return veto(stream_group, d.site.reason);
  }
  const Place value{call.function, arg.reg};
  const Span span = view.at(value).span;
  const std::string text(view.source(value));
  const Inst &in = view.at(value);
  if (in.op == Op::ConstNone) {
    review(d, "a context without effect", "leave the `with` out");
    return veto(stream_group, d.site.reason);
  }
  if (asked || surely_stream(value)) {
    // What is written in the brackets may be rewritten itself: only the frame goes.
    const std::vector<Span> spans = argument_spans(call);
    d.edits.push_back(edit({view.at(call).span.begin, span.begin}, ""));
    d.edits.push_back(edit({spans.back().end, view.at(call).span.end}, ""));
    return;
  }
  if (text.find('#') != text.npos) {
    review(d, "the stream may be None",
           "`with stream if stream is not None else "
           "contextlib.nullcontext():`");
    return veto(stream_group, d.site.reason);
  }
  // What is not just a name is evaluated once: a stream is true.
  const bool simple = text.find_first_of("(:\n") == text.npos && in.op != Op::Select &&
                      in.op != Op::Or && in.op != Op::And;
  if (!simple) {
    const std::vector<Span> spans = argument_spans(call);
    const bool primary = (in.op == Op::Call || in.op == Op::LoadItem || in.op == Op::LoadAttr) &&
                         text.find('\n') == text.npos;
    d.edits.push_back(edit({view.at(call).span.begin, spans[0].begin}, primary ? "" : "("));
    d.edits.push_back(
        edit({spans[0].end, view.at(call).span.end},
             primary ? " or contextlib.nullcontext()" : ") or contextlib.nullcontext()"));
    return;
  }
  std::string either = text + " if " + text + " is not None else contextlib.nullcontext()";
  if (!delimited(view.at(call).span) && view.text.substr(view.at(call).span.end, 1) != ":")
    either = "(" + either + ")";
  // In a list of several managers a bare conditional expression stands between commas.
  d.edits.push_back(edit(view.at(call).span, either));
}

// What keeps all of a file's streams on CUDA: raw handles, which belong to CUDA's own interface.
void Planner::streams() {
  if (stream_group == kNone)
    return;
  for (uint32_t f = 0; f < view.functions(); ++f)
    for (Reg r = 0; r < view.function(f).count; ++r) {
      const Inst &in = view.at({f, r});
      if (in.op != Op::LoadAttr)
        continue;
      const std::string_view attribute = name_text(in.b);
      if (attribute == "cuda_stream" || attribute == "cuda_event" ||
          attribute == "priority_range" || attribute == "ipc_handle" ||
          attribute == "from_ipc_handle") {
        veto(stream_group, "`." + std::string(attribute) +
                               "` needs a CUDA stream, and streams and events move together");
        Draft d = draft({f, r}, in.span, "." + std::string(attribute), "");
        review(d, "a raw handle of CUDA");
        add(std::move(d));
      }
    }
  // Annotations say what other files make.
  if (std::none_of(drafts.begin(), drafts.end(), [&](const Draft &d) {
        return d.group == stream_group && !d.annotation && !d.kept();
      }))
    veto(stream_group, "no stream is made here: its kind is decided elsewhere");
  for (const Draft &d : drafts)
    if (d.site.api == "torch.cuda.default_stream" || d.site.api == "torch.cuda.ExternalStream" ||
        d.site.api.ends_with(".graph") || d.site.api.ends_with("CUDAGraph"))
      veto(stream_group,
           "`" + d.site.api + "` stays on CUDA, and streams and events move together");
}

} // namespace offside::migrate
