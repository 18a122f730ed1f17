// Names of the catalogue: calls and values.
#include "lint/migrate/planner.h"

#include <algorithm>

namespace offside::migrate {

using namespace ir;

Place Planner::call_of(Place name) const {
  const auto &uses = view.uses(name);
  if (uses.size() == 1 && uses[0].arg == kNone) {
    const Place by{name.function, uses[0].by};
    if (view.at(by).op == Op::Call && view.at(by).a == name.reg)
      return by;
  }
  return {};
}

// "torch.xpu.synchronize" -> "xpu"; "" for what belongs to no backend.
static std::string_view backend_of(std::string_view dotted) {
  for (std::string_view prefix : {"torch.backends.", "torch."})
    if (dotted.starts_with(prefix)) {
      const std::string_view rest = dotted.substr(prefix.size());
      const std::string_view first = rest.substr(0, rest.find('.'));
      for (std::string_view known : {"cuda", "xpu", "npu", "mps", "mtia", "hpu", "musa", "mlu"})
        if (first == known)
          return known;
    }
  return "";
}

// A file that is written for CUDA is moved from CUDA: what it does for other backends beside that
// stays. One that is written for a single other backend is moved from that one.
void Planner::choose_backend() {
  std::set<std::string_view> used;
  for (uint32_t f = 0; f < view.functions(); ++f)
    for (Reg r = 0; r < view.function(f).count; ++r)
      if (const std::string_view b = backend_of(view.dotted({f, r})); !b.empty())
        used.insert(b);
  const bool says_cuda = view.text.find("cuda") != std::string_view::npos ||
                         view.text.find("torch.accelerator") != std::string_view::npos;
  // What is done for mps alone is mostly a way around its limits.
  if (used.size() == 1 && !says_cuda && *used.begin() != "mps")
    backend = facts.own = *used.begin();
}

// Names of torch that the file replaces: `torch.cuda.empty_cache = fake`,
// `mock.patch.object(torch.cuda, "device_count")`, `monkeypatch.setattr(torch.cuda, ...)`.
void Planner::find_patched() {
  for (uint32_t f = 0; f < view.functions(); ++f)
    for (Reg r = 0; r < view.function(f).count; ++r) {
      const Inst &in = view.at({f, r});
      if (in.op == Op::StoreAttr && view.dotted({f, in.a}).starts_with("torch.cuda"))
        patched.insert(std::string(view.dotted({f, in.a})) + "." + std::string(name_text(in.b)));
      if (in.op != Op::Call || in.c < 2)
        continue;
      const std::string_view callee = view.source(Place{f, in.a});
      const Place object{f, view.program.args[in.b].reg}, name{f, view.program.args[in.b + 1].reg};
      if ((callee.ends_with("patch.object") || callee.ends_with("setattr")) &&
          view.dotted(object).starts_with("torch.") && view.at(name).op == Op::ConstStr)
        patched.insert(std::string(view.dotted(object)) + "." +
                       std::string(name_text(view.at(name).a)));
    }
}

void Planner::names() {
  for (uint32_t f = 0; f < view.functions(); ++f)
    for (Reg r = 0; r < view.function(f).count; ++r) {
      const Place p{f, r};
      const Inst &in = view.at(p);
      if (in.op != Op::LoadAttr && in.op != Op::LoadGlobal && in.op != Op::LoadSlot &&
          in.op != Op::LoadOuter)
        continue;
      const std::string_view dotted = view.dotted(p);
      if (!dotted.starts_with("torch.") || view.through_variable(p))
        continue;
      const Row *row = catalogue.find(dotted);
      const bool exact = row;
      if (!row)
        row = catalogue.match(dotted);
      // An attribute of something that has a row: `torch.cuda.OutOfMemoryError.__name__`.
      if (in.op == Op::LoadAttr && !exact)
        if (const Row *base = catalogue.find(view.dotted({f, in.a}));
            base && base->how != How::Keep)
          continue;
      // `torch.cuda.amp` on the way to `torch.cuda.amp.autocast` is not the name that is meant.
      bool longer = false;
      for (const Use &u : view.uses(p))
        if (const Place by{f, u.by}; view.at(by).op == Op::LoadAttr && view.at(by).a == r) {
          const std::string_view whole = view.dotted(by);
          longer |= catalogue.find(whole) ||
                    (catalogue.match(whole) && (!exact || row->how == How::Keep));
        }
      if (!row && (dotted == "torch.cuda" || dotted.starts_with("torch.cuda.")) && !longer) {
        Draft d = draft(p, in.span, std::string(dotted), "");
        review(d, "the name is chosen at run time, or the module is passed on as a whole");
        add(std::move(d));
        continue;
      }
      if (!row || longer)
        continue;
      name(p, *row, exact);
    }
}

void Planner::name(Place p, const Row &row, bool exact) {
  const Inst &in = view.at(p);
  const Place call = call_of(p);
  if (is_consumed(in.span))
    return;
  std::string rule =
      row.how == How::Autocast || row.how == How::GradScaler || row.how == How::CustomAmp ? "DEV304"
      : row.how == How::TypedTensor || row.how == How::DefaultType                        ? "DEV305"
      : row.name.ends_with(".DataParallel")                                               ? "DEV313"
                                            : "DEV301";
  Draft d = draft(p, call.function != kNone ? view.at(call).span : in.span,
                  std::string(exact ? row.name : view.dotted(p)), rule, &row);
  d.place = call.function != kNone ? call : p;
  // isinstance(model, DataParallel) asks what somebody else has made.
  if (d.site.rule == "DEV313" && call.function == kNone) {
    d.site.rule.clear();
    d.site.outcome = Outcome::Kept;
  }
  // An accelerator name is no use of CUDA.
  if (row.name.starts_with("torch.accelerator.")) {
    d.site.rule = "DEV306";
    if (row.how == How::Seed && call.function != kNone)
      seed(d, call, row);
    else if (row.how == How::Keep)
      return; // the check's own findings tell of it
    else
      rename(d, p, row);
    add(std::move(d));
    return;
  }
  // Somebody replaces or removes the name itself.
  for (const Use &u : view.uses(p))
    if (const Inst &by = view.at({p.function, u.by});
        by.op == Op::StoreAttr || by.op == Op::DeleteAttr) {
      if (by.a != p.reg)
        continue;
      // A switch: torch.backends.cudnn.benchmark = True
      const std::string whole = std::string(view.dotted(p)) + "." + std::string(name_text(by.b));
      if (whole.starts_with("torch.backends.")) {
        const Row *setting = catalogue.match(whole);
        Draft s = draft(p, by.span, whole, "", setting ? setting : &row);
        review(s, "");
        s.harmless = s.site.category == Category::None;
        add(std::move(s));
        return;
      }
      review(d, "an attribute of `" + std::string(view.source(p)) + "` is replaced");
      add(std::move(d));
      return;
    }
  if (const std::string_view own = backend_of(row.name);
      !own.empty() && own != backend && row.how != How::Keep) {
    review(d, "belongs to what the file does for `" + std::string(own) + "` alone",
           row.to.empty() ? "" : "`" + std::string(row.to) + "` once the branches are one");
    d.site.outcome = Outcome::Kept; // no use of CUDA
    d.harmless = true;
    add(std::move(d));
    return;
  }
  // A row of a table for several backends, or a key.
  for (const Use &u : view.uses(d.place)) {
    const Place by{p.function, u.by};
    const Inst &table = view.at(by);
    if (table.op != Op::BuildDict || u.arg == kNone)
      continue;
    bool backends = u.arg % 2 == 0 && d.place == p;
    for (uint32_t k = 0; k + 1 < table.c && !backends; k += 2) {
      const Inst &key = view.at({p.function, view.program.args[table.b + k].reg});
      const std::string_view text = key.op == Op::ConstStr ? name_text(key.a) : std::string_view();
      backends = text == "cuda" || text == "xpu" || text == "mps" || text == "npu";
    }
    if (backends) {
      review(d, "a table with a row for each backend");
      add(std::move(d));
      return;
    }
  }
  if (patched.contains(std::string(row.name))) {
    review(d, "`" + std::string(row.name) +
                  "` is replaced in this file: a call of another name would not reach it");
    add(std::move(d));
    return;
  }
  switch (row.how) {
  case How::Keep:
  case How::Graph:
    d.site.outcome = row.category == Category::None ? Outcome::NoEquivalent : Outcome::Review;
    break;
  case How::Module:
    if (!total_memory(d, p, call))
      review(d, std::string(row.why), std::string(row.suggestion));
    break;
  case How::Available:
    rename(d, p, row);
    if (const auto either = disjunctions.find(d.place); either != disjunctions.end() && !d.kept()) {
      // One test for all of them.
      d.site.span = view.at(either->second).span;
      // not (a or b)
      if (d.site.span.begin > 0 && view.text[d.site.span.begin - 1] == '(' &&
          view.text.substr(d.site.span.end, 1) == ")" &&
          view.text.substr(0, d.site.span.begin - 1).ends_with("not "))
        d.site.span = {d.site.span.begin - 1, d.site.span.end + 1};
      d.edits.clear();
      d.import = {};
      d.edits.push_back(edit(d.site.span, torch_here(p) + ".accelerator.is_available()"));
      consumed.push_back(d.site.span);
    }
    break;
  case How::Rename:
    rename(d, p, row);
    break;
  case How::Seed:
    if (call.function == kNone)
      review(d, std::string(row.why));
    else
      seed(d, call, row);
    break;
  case How::Stream:
  case How::Event:
    stream(d, p, call, row);
    break;
  case How::StreamContext:
    stream_context(d, call, row);
    break;
  case How::DeviceContext:
    device_context(d, p, call, row);
    break;
  case How::SetDevice:
    set_device(d, p, call, row);
    break;
  case How::CurrentDevice:
    current_device(d, p, call, row);
    break;
  case How::Autocast:
    autocast(d, p, call, row);
    break;
  case How::GradScaler:
    grad_scaler(d, p, call, row);
    break;
  case How::CustomAmp:
    custom_amp(d, p, call, row);
    break;
  case How::TypedTensor:
    typed_tensor(d, p, call, row);
    break;
  case How::DefaultType:
    default_type(d, p, call, row);
    break;
  }
  add(std::move(d));
}

// Writes the new name in place of the old one. A name that an import binds is left to the import
// where that is possible, see settle_imports.
bool Planner::rename_to(Draft &d, Place name, std::string_view to) {
  const Place import = view.import_of(name);
  d.to = std::string(to);
  const std::string_view imported = import.function == kNone ? "" : view.dotted(import);
  if (view.source(name).find('#') != std::string_view::npos) {
    review(d, "a comment stands inside the name", "`" + std::string(to) + "`");
    return false;
  }
  if (imported != "torch" && imported != "") {
    d.import = import;
    return true; // edits come with the decision about the import
  }
  const std::string torch = torch_here(name);
  d.edits.push_back(edit(view.at(name).span, torch + std::string(to.substr(5))));
  return true;
}

// Same arguments where the new call takes them differently.
bool Planner::arguments(Draft &d, Place place, const Row &row) {
  const Inst &call = view.at(place);
  const std::vector<Span> spans = argument_spans(place);
  if (spans.size() != call.c) {
    review(d, "its arguments are written in an unusual way");
    return false;
  }
  uint32_t position = 0;
  bool starred = false;
  std::vector<bool> given(row.params.size(), false);
  for (uint32_t k = 0; k < call.c; ++k) {
    const Arg &arg = view.program.args[call.b + k];
    const uint32_t begin = view.at({place.function, arg.reg}).span.begin;
    if (arg.name == kStar || arg.name == kStarStar) {
      starred = true;
      continue;
    }
    const Param *param = nullptr;
    if (arg.name == kPositional) {
      if (position < row.params.size())
        param = &row.params[position];
      ++position;
    } else {
      for (const Param &p : row.params)
        if (p.from == arg.name)
          param = &p;
    }
    if (!param) {
      if (row.takes_more || (arg.name == kPositional && row.params.empty()))
        continue;
      review(d, "an argument that the accelerator form does not have");
      return false;
    }
    const size_t which = size_t(param - row.params.data());
    given[which] = true;
    // synchronize("cuda:1"): the index; "cuda" is the current one anyway.
    const Place value{place.function, arg.reg};
    bool text = false;
    if (name_text(param->from).find("device") != std::string_view::npos && param->positional) {
      if (const auto index = index_part(value)) {
        put_indexed(d, spans[k], *index, "", "");
        mark_index(value);
        continue;
      }
      if (device_name(value, text) == "cuda") {
        if (const auto gone = drop_argument(place, k))
          d.edits.push_back(*gone);
        consumed.push_back(view.at(value).span);
        continue;
      }
    }
    if (param->to == kNone) {
      if (view.at({place.function, arg.reg}).op != Op::ConstNone) {
        review(d, "the accelerator form has no `" + std::string(name_text(param->from)) + "`");
        return false;
      }
      if (const auto gone = drop_argument(place, k))
        d.edits.push_back(*gone);
    } else if (param->positional && arg.name != kPositional) {
      // All before it have to be there.
      for (size_t before = 0; before < which; ++before)
        if (!given[before]) {
          review(d, "`" + std::string(name_text(param->from)) +
                        "` has to be given by position in the accelerator form");
          return false;
        }
      d.edits.push_back(edit({spans[k].begin, begin}, ""));
    } else if (param->keyword && arg.name == kPositional) {
      d.edits.push_back(
          edit({spans[k].begin, spans[k].begin}, std::string(name_text(param->to)) + "="));
    } else if (arg.name != kPositional && param->to != param->from) {
      d.edits.push_back(edit({spans[k].begin, begin}, std::string(name_text(param->to)) + "="));
    }
  }
  if (starred && std::any_of(row.params.begin(), row.params.end(), [](const Param &p) {
        return p.positional || p.keyword || p.to != p.from;
      })) {
    review(d, "its arguments come from a container");
    return false;
  }
  return true;
}

std::optional<Edit> Planner::drop_argument(Place call, uint32_t k) const {
  const std::vector<Span> spans = argument_spans(call);
  if (k >= spans.size())
    return {};
  if (k > 0)
    return edit({spans[k - 1].end, spans[k].end}, "");
  if (spans.size() > 1)
    return edit({spans[0].begin, spans[1].begin}, "");
  return edit(spans[0], "");
}

// As the first argument, or the last one.
std::optional<Edit> Planner::add_argument(Place call, std::string_view text, bool first) const {
  const std::vector<Span> spans = argument_spans(call);
  const uint32_t close = view.at(call).span.end;
  if (close == 0 || view.text[close - 1] != ')')
    return {};
  if (spans.empty())
    return edit({close - 1, close - 1}, std::string(text));
  if (first)
    return edit({spans[0].begin, spans[0].begin}, std::string(text) + ", ");
  return edit({spans.back().end, spans.back().end}, ", " + std::string(text));
}

void Planner::rename(Draft &d, Place name, const Row &row) {
  const Place call = call_of(name);
  if (row.to.empty()) {
    review(d, std::string(row.why), std::string(row.suggestion));
    return;
  }
  if (row.since > options.torch_version && options.support_older) {
    older(d, name, row);
    return;
  }
  if (!known_version(d, row.since, row.to))
    return;
  if (call.function == kNone) {
    // A function that is passed around: its calls are not known.
    if (row.category == Category::Guard && !row.on_cpu.empty() && !facts.available(name)) {
      review(d, "`" + std::string(row.to) + "` raises on a host without an accelerator, where `" +
                    std::string(row.name) + "` does nothing, and its calls are made elsewhere");
      return;
    }
    if (row.category == Category::Person)
      return review(d, std::string(row.why), std::string(row.suggestion));
    rename_to(d, name, row.to);
    return;
  }
  if (!arguments(d, call, row) || !rename_to(d, name, row.to))
    return;
  if (!row.on_cpu.empty() && row.category == Category::Guard && !facts.available(call)) {
    d.guard = Guarded::Yes;
    d.fallback = row.on_cpu;
  }
}

// The new name where the installed torch has it, else the old one.
void Planner::older(Draft &d, Place name, const Row &row) {
  const Place import = view.import_of(name);
  const Place call = call_of(name);
  if (import.function == kNone || view.dotted(import) != "torch" ||
      (call.function != kNone && !arguments(d, call, row)) || d.kept())
    return review(d, "`" + std::string(row.to) + "` is newer than the oldest torch of the project");
  const std::string torch = torch_here(name);
  const std::string to = torch + std::string(row.to.substr(5));
  // Each part of the name in turn.
  std::string test;
  for (size_t at = torch.size(); at < to.size();) {
    const size_t next = std::min(to.find('.', at + 1), to.size());
    test += (test.empty() ? "hasattr(" : " and hasattr(") + to.substr(0, at) + ", " +
            literal_text(to.substr(at + 1, next - at - 1), view.at(name).span.begin) + ")";
    at = next;
  }
  if (!row.on_cpu.empty() && !facts.available(name))
    test += " and " + torch + ".accelerator.is_available()";
  d.edits.push_back(edit(view.at(name).span, "(" + to + " if " + test + " else " +
                                                 std::string(view.source(name)) + ")"));
  d.site.safety = Safety::Unsafe;
}

} // namespace offside::migrate
