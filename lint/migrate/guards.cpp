// Tests for a device: which may ask for any accelerator, and which calls need one.
#include "lint/migrate/planner.h"

#include <algorithm>

namespace offside::migrate {

using namespace ir;

namespace {

// Packages that work on CUDA alone.
constexpr std::string_view kCudaPackages[] = {"bitsandbytes",
                                              "flash_attn",
                                              "apex",
                                              "pynvml",
                                              "cupy",
                                              "numba.cuda",
                                              "triton",
                                              "tensorrt",
                                              "torch_tensorrt",
                                              "nvidia",
                                              "xformers",
                                              "transformer_engine",
                                              "cuda",
                                              "pycuda",
                                              "deep_gemm",
                                              "flashinfer",
                                              "torch.utils.cpp_extension"};

bool of_package(std::string_view dotted, std::string_view package) {
  return dotted.starts_with(package) &&
         (dotted.size() == package.size() || dotted[package.size()] == '.');
}

bool says_cuda(std::string_view name) {
  for (std::string_view word :
       {"cuda", "CUDA", "nvml", "nccl", "triton", "nvidia", "flash_attn", "bnb"})
    if (name.find(word) != name.npos)
      return true;
  return false;
}

} // namespace

// What else keeps code on CUDA, beside the names of the catalogue that stay.
void Planner::float64() {
  for (uint32_t f = 0; f < view.functions(); ++f)
    for (Reg r = 0; r < view.function(f).count; ++r) {
      const Place p{f, r};
      if (facts.at(p).empty())
        continue;
      const Inst &in = view.at(p);
      const std::string_view dotted = view.dotted(p);
      if (in.op == Op::LoadAttr) {
        if (dotted == "torch.float64" || dotted == "torch.double")
          cuda_bound.emplace_back(p,
                                  "the code behind it uses float64, which some accelerators lack");
        else if (dotted.empty() && name_text(in.b) == "double" && call_of(p).function != kNone)
          cuda_bound.emplace_back(p,
                                  "the code behind it uses float64, which some accelerators lack");
      }
      for (std::string_view package : kCudaPackages)
        if (of_package(dotted, package))
          cuda_bound.emplace_back(p, "the code behind it uses `" + std::string(package) + "`");
      if (in.op == Op::Import || in.op == Op::ImportFrom)
        continue;
      // A function of the program whose name says that it is for CUDA.
      if (in.op == Op::Call && in.a < r && dotted.empty()) {
        const Inst &callee = view.at({f, in.a});
        const Name name =
            callee.op == Op::LoadAttr ? callee.b
            : callee.op == Op::LoadSlot || callee.op == Op::LoadGlobal || callee.op == Op::LoadOuter
                ? view.variable({f, in.a})
                : kNone;
        if (name != kNone && name_text(name) != "cuda" && says_cuda(name_text(name)) &&
            facts.atom_at(p) == kNone && view.dotted({f, in.a}).empty())
          cuda_bound.emplace_back(p, "the code behind it calls `" + std::string(name_text(name)) +
                                         "`");
      }
    }
}

// Whether the other side of an `if` on this test asks for another kind of accelerator: taking in
// that kind here would change which side runs.
bool Planner::test_alternatives(uint32_t atom) const {
  const Place call = facts.atoms[atom].place;
  for (uint32_t f = 0; f < view.functions(); ++f)
    for (Reg r = 0; r < view.function(f).count; ++r) {
      const Inst &in = view.at({f, r});
      if (in.op != Op::If)
        continue;
      bool tested = false;
      for (const Known &k : facts.implied({f, in.a}, true))
        tested |= k.atom == atom && k.truth;
      if (!tested || in.b == kNone || view.at({f, in.b}).op != Op::Else)
        continue;
      for (Reg q = in.b + 1; q < in.c; ++q) {
        const uint32_t other = facts.atom_at({f, q});
        if (other != kNone && !facts.is_accelerator(other))
          return true;
        // `"mps" if ... else "cpu"` through a variable
        for (const Known &k : facts.at({f, q}))
          if (k.truth && !facts.is_accelerator(k.atom) && facts.atoms[k.atom].place != call)
            return true;
      }
    }
  return false;
}

std::string Planner::needs_cuda(uint32_t atom) const {
  const Known wanted{atom, true};
  const auto behind = [&](Place p) {
    if (p.function == kNone)
      return false;
    const auto known = facts.at(p);
    return std::find(known.begin(), known.end(), wanted) != known.end();
  };
  for (const Draft &d : drafts)
    if (d.kept() && d.site.outcome != Outcome::Portable && behind(d.place) && !d.harmless)
      return "guards `" + d.site.api + "`, which stays";
  for (const auto &[place, why] : cuda_bound)
    if (behind(place))
      return why;
  if (test_alternatives(atom))
    return "the branches of the chain differ in more than the device";
  // Nothing but switches of CUDA's own libraries: no reason to ask for more.
  std::string inert;
  bool rewritten = false;
  for (const Draft &d : drafts)
    if (behind(d.place)) {
      rewritten |= !d.kept();
      if (d.kept() && d.harmless && d.site.category == Category::None)
        inert = d.site.api;
    }
  return inert.empty() || rewritten ? "" : "guards `" + inert + "`, which stays";
}

// Decides about every test, until nothing changes any more: what stays behind a test keeps the test
// on CUDA, and a test that stays keeps what makes sense only with it.
void Planner::tests() {
  for (uint32_t k = 0; k < drafts.size(); ++k)
    if (const uint32_t atom =
            drafts[k].place.function == kNone ? kNone : facts.atom_at(drafts[k].place);
        atom != kNone &&
        (facts.atoms[atom].kind == Atom::Available || facts.atoms[atom].kind == Atom::Count))
      atom_drafts[atom] = k;
  for (bool changed = true; changed;) {
    changed = false;
    settle_groups();
    for (uint32_t atom = 0; atom < facts.atoms.size(); ++atom) {
      if (bound.contains(atom) || facts.atoms[atom].backend != backend ||
          facts.atoms[atom].kind == Atom::DeviceType || facts.atoms[atom].kind == Atom::IsCuda ||
          chosen_atoms.contains(atom))
        continue;
      std::string why = needs_cuda(atom);
      if (why.empty()) {
        const auto own = atom_drafts.find(atom);
        if (own == atom_drafts.end() || !drafts[own->second].kept())
          continue;
        why = drafts[own->second].site.reason;
      }
      bound[atom] = why;
      changed = true;
      if (const auto own = atom_drafts.find(atom);
          own != atom_drafts.end() && !drafts[own->second].kept())
        review(drafts[own->second], why);
    }
    for (Draft &d : drafts) {
      if (d.kept())
        continue;
      for (const uint32_t test : d.tests)
        if (bound.contains(test)) {
          review(d, "the test it goes with stays on CUDA");
          changed = true;
          break;
        }
      if (d.kept() || !d.follows_guard)
        continue;
      for (const Known &k : facts.at(d.place))
        if (k.truth && bound.contains(k.atom) && !drafts_cuda_elsewhere(d, k.atom)) {
          review(d, "the test around it stays on CUDA");
          changed = true;
          break;
        }
    }
  }
}

// Whether a place is known to have an accelerator by another test as well, one that is rewritten.
bool Planner::drafts_cuda_elsewhere(const Draft &d, uint32_t atom) const {
  for (const Known &k : facts.at(d.place))
    if (k.truth && k.atom != atom && facts.is_accelerator(k.atom) && !bound.contains(k.atom) &&
        (facts.atoms[k.atom].kind == Atom::Available || facts.atoms[k.atom].kind == Atom::Count))
      return true;
  return false;
}

// `device.type == "cuda"` around code that is rewritten.
void Planner::comparisons() {
  for (uint32_t atom = 0; atom < facts.atoms.size(); ++atom) {
    const Atom &a = facts.atoms[atom];
    if (a.kind != Atom::DeviceType && a.kind != Atom::IsCuda)
      continue;
    const Inst &in = view.at(a.place);
    if (is_consumed(in.span))
      continue;
    const bool attribute = a.kind == Atom::IsCuda;
    Draft d = draft(a.place, in.span, attribute ? ".is_cuda" : "device comparison", "DEV302");
    d.site.category = Category::Meaning;
    const std::string suggestion =
        attribute ? "`" + std::string(view.source(Place{a.place.function, in.a})) +
                        ".device.type != \"cpu\"` where any accelerator will do"
                  : "compare the type with \"cpu\" where any accelerator will do";
    // Code behind it that is rewritten wants it to hold on any accelerator.
    bool wanted = false;
    std::string why;
    const auto behind = [&](Place p) {
      if (p.function == kNone)
        return false;
      const auto known = facts.at(p);
      return std::find(known.begin(), known.end(), Known{atom, true}) != known.end();
    };
    for (const Draft &other : drafts)
      if (behind(other.place)) {
        wanted |= !other.kept() && other.place != a.place;
        if (other.kept() && other.site.outcome != Outcome::Portable && !other.harmless)
          why = "guards `" + other.site.api + "`, which stays";
      }
    for (const auto &[place, reason] : cuda_bound)
      if (behind(place))
        why = reason;
    if (why.empty() && test_alternatives(atom))
      why = "the branches of the chain differ in more than the device";
    bool rewritten = false;
    if (why.empty() && wanted && in.op == Op::Compare) {
      const Place left{a.place.function, in.a}, right{a.place.function, in.b};
      const Inst &text = view.at(right);
      const Inst &device = view.at(left);
      const bool type = device.op == Op::LoadAttr && name_text(device.b) == "type";
      bool choice = false; // a text that was chosen between CUDA and CPU
      for (const DeviceVariable &v : device_variables)
        if (v.is_string && v.choice && v.name == view.source(left) && !v.of_self) {
          const std::vector<Place> loads = view.loads_of(v.store);
          choice |= std::find(loads.begin(), loads.end(), left) != loads.end();
        }
      const auto op = CompareOp(in.aux);
      if (text.op == Op::ConstStr && name_text(text.a) == "cuda" && (type || choice) &&
          (op == CompareOp::Eq || op == CompareOp::Ne)) {
        d.edits.push_back(edit({device.span.end, text.span.end},
                               std::string(op == CompareOp::Eq ? " != " : " == ") +
                                   literal_text("cpu", text.span.begin)));
        d.site.reason = "the code behind it works on any accelerator";
        // Brackets between the operands would be lost.
        rewritten = view.source(Span{device.span.end, text.span.begin}).find_first_of("()#") ==
                    std::string_view::npos;
      }
    }
    if (!rewritten) {
      d.edits.clear();
      review(d,
             why.empty() ? attribute ? "may ask for a CUDA kernel, or for any accelerator"
                                     : "may mean CUDA, or any accelerator"
                         : why,
             suggestion);
    }
    d.harmless = true;
    add(std::move(d));
  }
}

// --- calls that need a test of their own

void Planner::guard_calls() {
  struct Wrapped {
    Span statement;
    uint32_t draft;
  };
  std::vector<Wrapped> wrapped;
  for (uint32_t k = 0; k < drafts.size(); ++k) {
    Draft &d = drafts[k];
    if (d.kept() || d.guard == Guarded::No)
      continue;
    const Span call = view.at(d.place).span;
    const std::string torch = torch_here(d.place);
    const std::string test = torch + ".accelerator.is_available()";
    const Place statement = statement_of(d.place);
    if (statement.function != kNone) {
      const Span span = view.at(statement).span;
      const std::string_view text = view.source(span);
      // A line of its own that is no continuation: not the body of `if x: call()` nor after `;`.
      const bool own = span.begin == call.begin && alone_on_lines(span) &&
                       !in_fstring(span.begin) && text.find("\"\"\"") == text.npos &&
                       text.find("'''") == text.npos && text.find('\\') == text.npos;
      if (own) {
        wrapped.push_back({span, k});
        continue;
      }
    }
    // As an expression.
    std::string before, after = " if " + test + " else " + d.fallback;
    if (!delimited(call)) {
      before = "(";
      after += ")";
    }
    if (!before.empty())
      d.edits.push_back(edit({call.begin, call.begin}, before));
    d.edits.push_back(edit({call.end, call.end}, after));
  }
  std::sort(wrapped.begin(), wrapped.end(), [](const Wrapped &a, const Wrapped &b) {
    return a.statement.begin < b.statement.begin;
  });
  for (size_t k = 0; k < wrapped.size(); ++k) {
    Draft &d = drafts[wrapped[k].draft];
    const Span span = wrapped[k].statement;
    const std::string margin = indentation(span.begin);
    const std::string test = torch_here(d.place) + ".accelerator.is_available()";
    // One test for statements that follow each other.
    bool goes_on = false;
    if (k > 0) {
      const Span last = wrapped[k - 1].statement;
      goes_on = line_end(last.end) == line_start(span.begin) && indentation(last.begin) == margin &&
                view.region(drafts[wrapped[k - 1].draft].place) == view.region(d.place);
    }
    const uint32_t start = line_start(span.begin);
    std::string head;
    if (!goes_on)
      head = margin + "if " + test + ":\n";
    d.edits.push_back(edit({start, start}, head + indent));
    for (const uint32_t line : inner_lines(span))
      if (view.text[line] != '\n')
        d.edits.push_back(edit({line, line}, indent));
  }
}

// Statements that go, with their lines; blocks are not left empty.
void Planner::delete_statements() {
  std::vector<Span> gone;
  for (const Draft &d : drafts)
    if (d.deletes && !d.kept())
      gone.push_back(view.at(statement_of(d.place)).span);
  const auto inside = [&](Span s) {
    return std::any_of(gone.begin(), gone.end(),
                       [&](Span g) { return g.begin <= s.begin && s.end <= g.end; });
  };
  // The last instruction of a block, exclusive, and its first.
  const auto block = [&](Place p) -> std::pair<Reg, Reg> {
    const Reg open = view.region(p);
    if (open == kNone)
      return {0, view.function(p.function).count};
    Reg r = open + 1;
    while (r < view.function(p.function).count && (view.region({p.function, r}) == open || [&] {
             for (Reg up = view.region({p.function, r}); up != kNone;
                  up = view.region({p.function, up}))
               if (up == open)
                 return true;
             return false;
           }()))
      ++r;
    return {open + 1, r};
  };
  std::vector<Place> removed_blocks;
  for (Draft &d : drafts) {
    if (!d.deletes || d.kept())
      continue;
    const Place statement = statement_of(d.place);
    const Span span = view.at(statement).span;
    const Reg open = view.region(statement);
    const auto [first, last] = block(statement);
    bool empty = true;
    for (Reg r = first; r < last && empty; ++r) {
      const Inst &in = view.at({statement.function, r});
      empty = inside(in.span) || (in.op == Op::Return && (in.flags & kSynthetic)) ||
              in.span.begin == in.span.end;
    }
    if (statement.function == 0 && open == kNone)
      empty = false;
    if (!alone_on_lines(span)) {
      d.edits.push_back(edit(span, "pass"));
      continue;
    }
    const Span lines{line_start(span.begin), line_end(span.end)};
    if (!empty) {
      d.edits.push_back(edit(lines, ""));
      continue;
    }
    // The only statements of an `if` that did nothing but ask for a device: it goes as well.
    const Inst *test = open == kNone ? nullptr : view.find(statement.function, open);
    const uint32_t atom = test && test->op == Op::If && !(test->flags & kShortCircuit)
                              ? facts.exactly({statement.function, test->a})
                              : kNone;
    if (atom != kNone && view.at({statement.function, test->b}).op != Op::Else) {
      const Place opened{statement.function, open};
      if (std::find(removed_blocks.begin(), removed_blocks.end(), opened) != removed_blocks.end())
        continue; // with the first of them
      const uint32_t condition = view.at({statement.function, test->a}).span.begin;
      const size_t word = view.text.rfind("if", condition);
      uint32_t end = lines.end;
      for (const Span &g : gone)
        if (g.begin >= span.begin && g.end <= view.at({statement.function, test->c}).span.end)
          end = std::max(end, line_end(g.end));
      const Span whole{word == view.text.npos ? 0 : line_start(uint32_t(word)), end};
      const std::string_view text = view.source(whole);
      const bool elif =
          word != view.text.npos && word >= 2 && view.text.substr(word - 2, 2) == "el";
      // The block around it must keep something.
      const auto [outer_first, outer_last] = block({statement.function, open});
      bool lonely = !(statement.function == 0 && view.region({statement.function, open}) == kNone);
      for (Reg r = outer_first; r < outer_last && lonely; ++r) {
        const Inst &in = view.at({statement.function, r});
        lonely = (whole.begin <= in.span.begin && in.span.end <= whole.end) ||
                 (in.op == Op::Return && (in.flags & kSynthetic));
      }
      if (word != view.text.npos && word >= line_start(condition) && !elif && !lonely &&
          text.find('#') == text.npos) {
        removed_blocks.push_back(opened);
        d.edits.push_back(edit(whole, ""));
        consumed.push_back(whole);
        continue;
      }
    }
    d.edits.push_back(edit(span, "pass"));
    gone.push_back({span.begin, span.begin});
  }
}

} // namespace offside::migrate
