// Statements that go behind a new test, and statements that go.
#include "lint/migrate/planner.h"

#include <algorithm>

namespace offside::migrate {

using namespace ir;

// --- calls that need a test of their own

// By the name that the call itself is written with.
std::string Planner::availability_test(const Draft &d) {
  if (d.import.function != kNone)
    if (const auto it = import_changes.find(d.import);
        it != import_changes.end() && it->second.whole)
      return it->second.bound + ".is_available()";
  return torch_here(d.place) + ".accelerator.is_available()";
}

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
    const std::string test = availability_test(d);
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
    const std::string test = availability_test(d);
    // One test for statements that follow each other.
    bool goes_on = false;
    if (k > 0 && !input.source->is_notebook) { // cells are run one by one
      const Span last = wrapped[k - 1].statement;
      goes_on = line_end(last.end) == line_start(span.begin) && indentation(last.begin) == margin &&
                view.region(drafts[wrapped[k - 1].draft].place) == view.region(d.place);
    }
    d.wrap = goes_on ? drafts[wrapped[k - 1].draft].wrap : line_start(span.begin);
    d.edits.push_back(
        edit({span.begin, span.begin}, goes_on ? indent : "if " + test + ":\n" + margin + indent));
    for (const uint32_t line : inner_lines(span))
      if (view.text[line] != '\n')
        d.edits.push_back(edit({line, line}, indent));
  }
}

// Whether nothing but blanks and comments would be left of the block around a statement.
bool Planner::would_be_empty(Span statement, const std::vector<Span> &gone) const {
  const auto width = [&](uint32_t start) { // of the indentation of a line; none for a blank line
    uint32_t at = start;
    while (at < view.text.size() && (view.text[at] == ' ' || view.text[at] == '\t'))
      ++at;
    const bool blank = at >= view.text.size() || view.text[at] == '\n' || view.text[at] == '#';
    return blank ? kNone : at - start;
  };
  const auto removed = [&](uint32_t start) {
    return std::any_of(gone.begin(), gone.end(), [&](const Span &g) {
      return line_start(g.begin) <= start && start < g.end;
    });
  };
  const uint32_t own = width(line_start(statement.begin));
  uint32_t up = line_start(statement.begin);
  bool opens = false;
  while (up > 0) {
    up = line_start(up - 1);
    const uint32_t w = width(up);
    if (w == kNone || removed(up))
      continue;
    opens = own != kNone && w < own;
    break;
  }
  if (!opens)
    return false;
  for (uint32_t down = line_end(statement.end); down < view.text.size(); down = line_end(down)) {
    const uint32_t w = width(down);
    if (w == kNone || removed(down))
      continue;
    return w < own;
  }
  return true;
}

// Statements that go, with their lines; blocks are not left empty.
void Planner::delete_statements() {
  std::vector<Span> gone;
  for (const Draft &d : drafts)
    if (d.deletes && !d.kept())
      gone.push_back(view.at(statement_of(d.place)).span);
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
    const bool empty = would_be_empty(span, gone);
    if (!alone_on_lines(span)) {
      d.edits.push_back(edit(span, "pass"));
      continue;
    }
    const Span lines{line_start(span.begin), line_end(span.end)};
    if (!empty) {
      // A remark behind the statement stays, on its line.
      d.edits.push_back(has_comment({span.end, lines.end})
                            ? edit({span.begin, uint32_t(view.text.find('#', span.end))}, "")
                            : edit(lines, ""));
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
    review(d,
           "`torch.manual_seed` with the same seed seeds every device already: the branch would be "
           "empty");
  }
}

} // namespace offside::migrate
