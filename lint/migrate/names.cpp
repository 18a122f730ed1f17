// Names of the catalogue: calls and values.
#include "lint/migrate/planner.h"

#include <algorithm>
#include <cctype>

namespace offside::migrate {

using namespace ir;

namespace {

// Nothing a call could change: names, attributes, items, numbers and arithmetic.
bool plain(std::string_view text) {
  return text.find('(') == text.npos && text.find('#') == text.npos && text.find(":=") == text.npos;
}

} // namespace

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
  if (used.size() == 1 && !says_cuda)
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
    d.harmless = true;
    add(std::move(d));
    return;
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
    stream(d, p, call, row);
    break;
  case How::Event:
    event(d, p, call, row);
    break;
  case How::StreamContext:
    stream_context(d, p, call, row);
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
  const size_t dot = to.rfind('.');
  std::string test = "hasattr(" + torch + ", " +
                     literal_text("accelerator", view.at(name).span.begin) + ") and hasattr(" +
                     to.substr(0, dot) + ", " +
                     literal_text(to.substr(dot + 1), view.at(name).span.begin) + ")";
  if (!row.on_cpu.empty() && !facts.available(name))
    test += " and " + torch + ".accelerator.is_available()";
  d.edits.push_back(edit(view.at(name).span, "(" + to + " if " + test + " else " +
                                                 std::string(view.source(name)) + ")"));
  d.site.safety = Safety::Unsafe;
}

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

// --- seeds

// Whether `torch.manual_seed` with the same seed runs with this statement: before it in the same
// block or one around it, or right after it.
bool Planner::seeded_before(Place call, std::string_view seed) const {
  const uint32_t f = call.function;
  const auto same = [&](Reg r) {
    const Inst &in = view.at({f, r});
    if (in.op != Op::Call || in.c != 1 || in.a >= r ||
        view.dotted({f, in.a}) != "torch.manual_seed")
      return false;
    return view.source(Place{f, view.program.args[in.b].reg}) == seed;
  };
  const auto around = [&](Reg outer, Reg inner) { // outer is `inner`'s region or one around it
    for (Reg up = view.region({f, inner});; up = view.region({f, up})) {
      if (up == outer)
        return true;
      if (up == kNone)
        return false;
    }
  };
  const auto changes = [&](Reg r) { // a variable of the seed gets another value
    const Inst &in = view.at({f, r});
    return (in.op == Op::StoreSlot || in.op == Op::StoreGlobal || in.op == Op::StoreOuter) &&
           view.source(Place{f, r}) == seed;
  };
  for (Reg r = call.reg; r-- > 0;) {
    if (changes(r))
      break;
    if (same(r) && around(view.region({f, r}), call.reg))
      return true;
  }
  // Behind it, with nothing but seeds between.
  for (Reg r = call.reg + 1; r < view.function(f).count; ++r) {
    if (view.region({f, r}) != view.region({f, call.reg}))
      break;
    if (same(r))
      return true;
    const Inst &in = view.at({f, r});
    if (in.op == Op::Call && view.source(Place{f, in.a}).find("seed") == std::string_view::npos)
      break;
  }
  return false;
}

void Planner::seed(Draft &d, Place call, const Row &row) {
  const Inst &in = view.at(call);
  const Place statement = statement_of(call);
  const std::string_view seed = in.c == 1
                                    ? view.source(Place{call.function, view.program.args[in.b].reg})
                                    : std::string_view();
  if (statement.function != kNone && !seed.empty() && plain(seed) && seeded_before(call, seed)) {
    d.deletes = true;
    d.site.category = Category::Same;
    d.site.reason = "`torch.manual_seed` with the same seed seeds every device already";
    return;
  }
  review(d, std::string(row.why), std::string(row.suggestion));
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
  const Span span = argument_spans(call)[0];
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
    d.edits.push_back(edit(span, std::string(view.source(value)) + ".index"));
  } else if (integer_like(value) || v.op == Op::ConstNone || seen == Evidence::Integer ||
             seen == (Evidence::Integer | Evidence::NoneValue)) {
    if (arg.name != kPositional)
      d.edits.push_back(edit(span, std::string(view.source(value))));
  } else if (seen == Evidence::DeviceValue) {
    d.edits.push_back(edit(span, std::string(view.source(value)) + ".index"));
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
