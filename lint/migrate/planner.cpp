// Plans one file: the order of the steps, groups, and putting the edits together.
#include "lint/migrate/planner.h"

#include <algorithm>

namespace offside::migrate {

using namespace ir;

std::string_view outcome_name(Outcome o) {
  switch (o) {
  case Outcome::Rewritten:
    return "rewritten";
  case Outcome::Review:
    return "review";
  case Outcome::NoEquivalent:
    return "no-equivalent";
  case Outcome::Portable:
    return "portable";
  case Outcome::Kept:
    return "kept";
  }
  return "";
}

Planner::Planner(const check::Input &in, const placement::Index &idx, const Evidence &seen,
                 const Options &opts, std::vector<check::Finding> of_check,
                 const BoundFunctions &other_files)
    : input(in), index(idx), evidence(seen), options(opts), findings(std::move(of_check)),
      elsewhere(other_files), view(in), facts(view) {
  find_quiet();
  for (const Inst &i : view.program.insts)
    if (i.op == Op::Import || i.op == Op::ImportFrom || i.op == Op::ImportStar)
      imports_torch |= name_text(i.a) == "torch" || name_text(i.a).starts_with("torch.");
  size_t twice = 0, once = 0;
  for (uint32_t f = 0; f < view.functions(); ++f)
    for (Reg r = 0; r < view.function(f).count; ++r) {
      const Inst &i = view.at({f, r});
      if (i.op == Op::FString)
        fstrings.push_back(i.span);
      if (i.op == Op::ConstStr && i.span.begin < view.text.size()) {
        twice += view.text[i.span.begin] == '"';
        once += view.text[i.span.begin] == '\'';
      }
    }
  quote = once > twice ? '\'' : '"';
  // What a level of indentation is here: of the first line that has one.
  for (size_t at = view.text.find('\n'); at != view.text.npos; at = view.text.find('\n', at + 1)) {
    size_t end = at + 1;
    while (end < view.text.size() && (view.text[end] == ' ' || view.text[end] == '\t'))
      ++end;
    if (end > at + 1 && end < view.text.size() && view.text[end] != '\n' && view.text[end] != '#') {
      const std::string_view found = view.text.substr(at + 1, end - at - 1);
      // The last line before it opens a block.
      if (at > 0 && view.text[at - 1] == ':') {
        indent = std::string(found);
        break;
      }
    }
  }
}

Edit Planner::edit(Span span, std::string text) const {
  return {input.path, span, std::move(text)};
}

Draft Planner::draft(Place p, Span span, std::string api, std::string rule, const Row *row) {
  Draft d;
  d.place = p;
  d.root = p.reg == kNone ? Place{} : view.root(p);
  d.name_span = p.reg == kNone ? span : view.at(p).span;
  d.site.path = input.path;
  d.site.span = span;
  d.site.api = std::move(api);
  d.site.rule = std::move(rule);
  d.site.outcome = Outcome::Rewritten;
  d.site.safety = Safety::Safe;
  if (row) {
    d.site.category = row->category;
    d.site.reason = row->why;
    d.site.suggestion = row->suggestion;
  }
  return d;
}

Draft &Planner::add(Draft d) {
  // Two things about one place: the first stays.
  if (d.kept() ||
      (d.edits.empty() && !d.deletes && d.import.function == kNone && d.guard == Guarded::No)) {
    d.edits.clear();
    d.deletes = false;
    d.guard = Guarded::No;
    if (!d.kept())
      d.site.outcome = Outcome::Review;
  }
  if (!d.kept() && !d.deletes)
    for (const Edit &e : d.edits)
      if (has_comment(e.span)) {
        review(d, "a comment stands inside");
        break;
      }
  if (!d.kept() && shown(d.site.span))
    review(d, "the f-string around it prints its very text");
  if (!d.kept() && view.program.has_syntax_error)
    review(d, "the file does not parse");
  if (!d.kept() && !imports_torch)
    review(d, "the file does not import torch");
  if (!d.kept() && !d.site.of_check)
    if (const std::string why = confined(d.place); !why.empty() && !d.whole_chain) {
      review(d, why);
      d.site.rule.clear(); // on purpose: nothing to tell under `check`
    }
  if (!d.kept() && d.site.category == Category::Meaning && d.place.function != kNone)
    if (const auto it = package_functions.find(d.place.function); it != package_functions.end())
      review(d, "the function works with `" + it->second + "`, which is for CUDA");
  if (!d.kept() && d.site.safety == Safety::Unsafe && !options.unsafe_fixes)
    review(d, d.site.reason.empty() ? "needs a second look" : d.site.reason,
           "`--unsafe-fixes` rewrites it");
  if (options.suppressed && d.site.outcome != Outcome::Portable &&
      options.suppressed(input, d.site.span, d.site.rule)) {
    review(d, "");
    d.site.outcome = Outcome::Kept;
  }
  drafts.push_back(std::move(d));
  return drafts.back();
}

void Planner::review(Draft &d, std::string reason, std::string suggestion) {
  d.site.outcome = d.site.category == Category::None ? Outcome::NoEquivalent : Outcome::Review;
  if (!reason.empty())
    d.site.reason = std::move(reason);
  if (!suggestion.empty())
    d.site.suggestion = std::move(suggestion);
  d.site.safety = Safety::None;
  d.edits.clear();
  d.guard = Guarded::No;
  d.deletes = false;
}

bool Planner::known_version(Draft &d, int since, std::string_view name) {
  if (since <= options.torch_version)
    return true;
  review(d, "`" + std::string(name) + "` exists since torch " + std::to_string(since / 100) + "." +
                std::to_string(since % 100) + ", the project allows torch " +
                std::to_string(options.torch_version / 100) + "." +
                std::to_string(options.torch_version % 100));
  return false;
}

bool Planner::is_consumed(Span span) const {
  return std::any_of(consumed.begin(), consumed.end(),
                     [&](Span s) { return s.begin <= span.begin && span.end <= s.end; });
}

uint32_t Planner::new_group() {
  groups.emplace_back();
  return uint32_t(groups.size() - 1);
}

void Planner::veto(uint32_t group, std::string reason) {
  if (group == kNone || groups[group].vetoed)
    return;
  groups[group].vetoed = true;
  groups[group].reason = std::move(reason);
}

void Planner::settle_groups() {
  for (const Draft &d : drafts)
    if (d.group != kNone && d.kept())
      veto(d.group, d.site.reason);
  for (Draft &d : drafts)
    if (d.group != kNone && !d.kept() && groups[d.group].vetoed)
      review(d, groups[d.group].reason);
}

// What `check` found wrong with uses of the accelerator API, with its fixes.
void Planner::take_findings() {
  for (check::Finding &f : findings) {
    if (is_consumed(f.span))
      continue;
    if (f.rule == "DEV307") {
      bool tested = false;
      for (uint32_t fn = 0; fn < view.functions() && !tested; ++fn)
        for (Reg r = 0; r < view.function(fn).count && !tested; ++r) {
          const Span s = view.at({fn, r}).span;
          tested = s.begin == f.span.begin && s.end == f.span.end && facts.available({fn, r});
        }
      if (tested) {
        refuted.push_back(f.span);
        continue;
      }
    }
    Draft d = draft(Place{}, f.span, "", f.rule);
    d.site.category = Category::Same;
    d.site.of_check = true;
    const std::string_view text = view.source(f.span);
    d.site.api = std::string(text.substr(0, text.find_first_of("(\n")));
    if (f.edits.empty() || f.safety == Safety::None) {
      review(d, f.message, f.help.empty() ? "" : f.help.front());
    } else {
      for (const check::Edit &e : f.edits)
        d.edits.push_back(edit(e.span, e.text));
      d.site.safety = f.safety;
      d.site.reason = f.message;
    }
    add(std::move(d));
  }
}

FilePlan Planner::plan() {
  list_functions();
  choose_backend();
  find_patched();
  find_disjunctions();
  find_confined();
  find_packages();
  find_outside();
  chains();
  choices();
  find_device_variables();
  take_findings();
  names();
  accelerator_calls();
  annotations();
  moves();
  literals();
  mentions();
  streams();
  find_cuda_only();
  find_texts();
  settle_groups();
  tests();
  delete_statements();
  comparisons();
  tests();
  arguments_of_kept_calls();
  settle_safety();
  settle_imports();
  guard_calls();
  return compose();
}

// The edits of some drafts, with what they need at the top of the file: sorted, none inside
// another.
std::vector<Edit> Planner::edits_of(const std::vector<uint32_t> &which, bool whole) const {
  std::vector<Edit> edits;
  std::set<Place> imports;
  std::set<std::string> needed;
  bool introduces = false;
  for (const uint32_t k : which) {
    const Draft &d = drafts[k];
    if (d.kept())
      continue;
    const Place place = d.place.function != kNone ? d.place : d.root;
    for (const Edit &e : d.edits) {
      introduces |= !introduced.empty() && e.text.find(introduced) != e.text.npos;
      if (e.text.find("contextlib.") != e.text.npos)
        needed.insert("contextlib");
      if (e.text.find("torch.") != e.text.npos && place.function != kNone &&
          view.torch_at(place).empty())
        needed.insert("torch");
      edits.push_back(e);
    }
    if (d.import.function != kNone)
      imports.insert(d.import);
  }
  edit_imports(edits, imports);
  if (whole) // a look at all of the file
    drop_unused_imports(edits);
  for (const std::string &module : needed)
    if (!view.module_binds(module))
      edits.push_back(import_line(module));
  if (introduces)
    edits.push_back(introduction());
  // Insertions come before a replacement that starts where they stand; what lies in a larger edit
  // is part of it.
  std::stable_sort(edits.begin(), edits.end(), [](const Edit &a, const Edit &b) {
    if (a.span.begin != b.span.begin)
      return a.span.begin < b.span.begin;
    const bool ia = a.span.begin == a.span.end, ib = b.span.begin == b.span.end;
    if (ia != ib)
      return ia;
    return !ia && a.span.end > b.span.end;
  });
  std::vector<Edit> out;
  uint32_t end = 0;
  for (Edit &e : edits) {
    const bool insertion = e.span.begin == e.span.end;
    if (e.span.begin < end && !(insertion && e.span.begin == end))
      continue;
    if (!out.empty() && out.back().span.begin == e.span.begin &&
        out.back().span.end == e.span.end && out.back().text == e.text)
      continue; // two places asked for the same
    end = std::max(end, e.span.end);
    out.push_back(std::move(e));
  }
  return out;
}

// What only feeds a call that stays on CUDA stays with it.
void Planner::arguments_of_kept_calls() {
  std::vector<Span> kept;
  for (const Draft &d : drafts)
    if (d.kept() && d.place.function != kNone && view.at(d.place).op == Op::Call &&
        d.site.api.starts_with("torch.cuda."))
      kept.push_back({d.name_span.end, view.at(d.place).span.end});
  for (Draft &d : drafts)
    if (!d.kept() && d.site.api.starts_with("torch.cuda.") &&
        std::any_of(kept.begin(), kept.end(), [&](Span s) {
          return s.begin <= d.site.span.begin && d.site.span.end <= s.end;
        }))
      review(d, "it feeds a call that stays on CUDA");
}

// Which drafts cannot be made without each other: names of one import statement, streams and
// events, statements behind one new test.
std::vector<uint32_t> Planner::components() const {
  std::vector<uint32_t> of(drafts.size());
  for (uint32_t k = 0; k < of.size(); ++k)
    of[k] = k;
  const auto top = [&](uint32_t k) {
    while (of[k] != k)
      k = of[k] = of[of[k]];
    return k;
  };
  std::map<uint32_t, uint32_t> groups_seen, tests_seen;
  std::map<std::pair<uint32_t, uint32_t>, uint32_t> imports_seen;
  for (uint32_t k = 0; k < drafts.size(); ++k) {
    const Draft &d = drafts[k];
    if (d.kept())
      continue;
    const auto join = [&](auto &seen, auto key) {
      const auto [it, fresh] = seen.try_emplace(key, k);
      if (!fresh)
        of[top(k)] = top(it->second);
    };
    if (d.group != kNone)
      join(groups_seen, d.group);
    if (d.import.function != kNone)
      join(imports_seen, std::pair(0u, line_start(view.at(d.import).span.begin)));
    if (d.wrap != kNone)
      join(tests_seen, d.wrap);
  }
  for (uint32_t k = 0; k < of.size(); ++k)
    of[k] = top(k);
  return of;
}

FilePlan Planner::compose() {
  FilePlan plan;
  plan.path = input.path;
  plan.refuted = refuted;
  std::vector<uint32_t> all;
  for (uint32_t k = 0; k < drafts.size(); ++k)
    all.push_back(k);
  plan.edits = edits_of(all, true);
  const std::vector<uint32_t> component = components();
  std::map<uint32_t, std::vector<uint32_t>> members;
  for (const uint32_t k : all)
    members[component[k]].push_back(k);
  for (const auto &[first, together] : members) {
    const std::vector<Edit> edits = edits_of(together, false);
    // Of many places that go together one carries the edits.
    constexpr size_t many = 32;
    bool carried = false;
    for (const uint32_t k : together)
      if (!drafts[k].kept() && !(carried && together.size() > many)) {
        drafts[k].site.edits = edits;
        carried = true;
      }
  }
  for (Draft &d : drafts)
    if (!d.site.api.empty())
      plan.sites.push_back(std::move(d.site));
  std::stable_sort(plan.sites.begin(), plan.sites.end(), [](const Site &a, const Site &b) {
    return std::tie(a.span.begin, a.span.end) < std::tie(b.span.begin, b.span.end);
  });
  return plan;
}

} // namespace offside::migrate
