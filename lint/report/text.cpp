// The report people read: each finding with its source lines, carets under the operation and a
// labelled span for every link of its evidence.
#include "lint/report/display.h"
#include "lint/report/report.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace offside::report {

namespace {

using check::Finding;
using check::Severity;

// Longest source line shown whole; a longer one is cut to a window around its marks.
constexpr uint32_t max_columns = 120;
constexpr uint32_t context_columns = 24;

enum class Paint : uint8_t { Plain, Bold, Error, Warning, Note, Gutter };

class Painter {
public:
  explicit Painter(bool color) : color(color) {}

  std::string operator()(Paint paint, std::string_view text) const {
    if (!color || paint == Paint::Plain || text.empty())
      return std::string(text);
    return std::string(start(paint)).append(text).append("\x1b[0m");
  }

private:
  static std::string_view start(Paint paint) {
    switch (paint) {
    case Paint::Error:
      return "\x1b[1;31m";
    case Paint::Warning:
      return "\x1b[1;33m";
    case Paint::Note:
      return "\x1b[1;32m";
    case Paint::Gutter:
      return "\x1b[1;34m";
    default:
      return "\x1b[1m";
    }
  }
  bool color;
};

Paint paint_of(Severity severity) {
  return severity == Severity::Error     ? Paint::Error
         : severity == Severity::Warning ? Paint::Warning
                                         : Paint::Note;
}

// Text of others (messages quote source) on one line, without anything a terminal would obey.
std::string one_line(std::string_view text) { return display(text).text; }

struct Mark {
  uint32_t from, to; // columns
  bool primary;
  std::string label; // may be empty
};

struct Line {
  uint32_t number;
  std::string_view source;
  std::vector<Mark> marks;
};

// Lines of one file, or of one cell of a notebook.
struct Block {
  std::string path;
  const source::SourceFile *file; // null when it cannot be shown
  source::Place place;            // of its first mark in reading order, or of the primary one
  std::map<uint32_t, Line> lines; // by offset of the line
};

class Snippet {
public:
  Snippet(const Finding &finding, const SourceOf &source_of)
      : finding(finding), source_of(source_of) {
    const auto same =
        std::find_if(finding.labels.begin(), finding.labels.end(), [&](const check::Label &label) {
          return label.path == finding.path && label.span.begin == finding.span.begin &&
                 label.span.end == finding.span.end;
        });
    add(finding.path, finding.span, true,
        same == finding.labels.end() ? "" : one_line(same->message));
    for (auto label = finding.labels.begin(); label != finding.labels.end(); ++label)
      if (label != same)
        add(label->path, label->span, false, one_line(label->message));
  }

  std::vector<Block> blocks; // the primary one first

private:
  void add(const std::string &path, ir::Span span, bool primary, std::string label) {
    const source::SourceFile *file = source_of(path);
    const uint32_t size = file ? static_cast<uint32_t>(file->text.size()) : 0;
    span = {std::min(span.begin, size), std::min(std::max(span.begin, span.end), size)};
    const source::Place place = file ? file->place(span.begin) : source::Place{};
    Block &block = block_of(path, file, place);
    if (!file)
      return;
    const uint32_t start = file->line_start(span.begin);
    Line &line =
        block.lines.try_emplace(start, Line{place.line, file->line(span.begin), {}}).first->second;
    const DisplayLine shown = display(line.source);
    const uint32_t last = static_cast<uint32_t>(line.source.size());
    const uint32_t from = shown.column[std::min(span.begin - start, last)];
    const uint32_t to = shown.column[std::min(span.end - start, last)];
    line.marks.push_back({from, std::max(to, from + 1), primary, std::move(label)});
  }

  Block &block_of(const std::string &path, const source::SourceFile *file,
                  const source::Place &place) {
    for (Block &block : blocks)
      if (block.path == path && block.place.cell == place.cell)
        return block;
    return blocks.emplace_back(Block{path, file, place, {}});
  }

  const Finding &finding;
  const SourceOf &source_of;
};

std::string where(const std::string &path, const source::Place &place) {
  const std::string cell = place.cell ? " cell " + std::to_string(place.cell) + ":" : "";
  return one_line(path) + ":" + cell + std::to_string(place.line) + ":" +
         std::to_string(place.column);
}

class Printer {
public:
  Printer(std::string &out, const Painter &paint) : out(out), paint(paint) {}

  void finding(const Finding &finding, const SourceOf &source_of) {
    mark_paint = paint_of(finding.severity);
    out += paint(mark_paint, std::string(to_string(finding.severity)) + "[" + finding.rule + "]");
    out += paint(Paint::Bold, ": " + one_line(finding.message)) + "\n";
    const Snippet snippet(finding, source_of);
    gutter = 1;
    for (const Block &block : snippet.blocks)
      for (const auto &[offset, line] : block.lines)
        gutter = std::max(gutter, std::to_string(line.number).size());
    for (const Block &block : snippet.blocks)
      print(block, &block == &snippet.blocks.front());
    if (!finding.help.empty())
      edge("");
    for (const std::string &help : finding.help)
      out += std::string(gutter, ' ') + paint(Paint::Gutter, " = ") + paint(Paint::Bold, "help") +
             ": " + one_line(help) + "\n";
    out += "\n";
  }

private:
  void print(const Block &block, bool first) {
    if (!first)
      edge("");
    out += std::string(gutter, ' ') + paint(Paint::Gutter, first ? "--> " : "::: ") +
           where(block.path, block.place) + "\n";
    if (!block.lines.empty())
      edge("");
    uint32_t previous = 0;
    for (const auto &[offset, line] : block.lines) {
      if (previous && line.number == previous + 2) // no longer than the dots
        print(Line{previous + 1, block.file->line(offset - 1), {}});
      else if (previous && line.number > previous + 1)
        out += paint(Paint::Gutter, "...") + "\n";
      previous = line.number;
      print(line);
    }
  }

  void print(const Line &line) {
    const DisplayLine shown = display(line.source);
    uint32_t from = 0, to = shown.columns();
    std::string text = shown.text;
    std::vector<Mark> marks = line.marks;
    if (to > max_columns) {
      if (marks.empty())
        to = max_columns;
      else
        clip(marks, from, to);
      text = (from ? "..." : "") + slice(text, from, to) + (to < shown.columns() ? "..." : "");
      const uint32_t lead = from ? 3 : 0;
      for (Mark &mark : marks) {
        mark.from = std::clamp(mark.from, from, to - 1) - from + lead;
        mark.to = std::clamp(mark.to, from + 1, to) - from + lead;
      }
    }
    text.erase(text.find_last_not_of(' ') + 1);
    const std::string number = std::to_string(line.number);
    out += paint(Paint::Gutter, std::string(gutter - number.size(), ' ') + number + " |");
    out += text.empty() ? "\n" : " " + text + "\n";
    if (!marks.empty())
      print(std::move(marks));
  }

  // Chooses the columns of a long line to show: around the primary mark, else around the first one.
  static void clip(const std::vector<Mark> &marks, uint32_t &from, uint32_t &to) {
    const Mark *anchor = &marks.front();
    for (const Mark &mark : marks)
      if (mark.primary)
        anchor = &mark;
    from = anchor->from > context_columns ? anchor->from - context_columns : 0;
    from = std::min(from, to - max_columns);
    to = from + max_columns;
  }

  void print(std::vector<Mark> marks) {
    std::stable_sort(marks.begin(), marks.end(), [](const Mark &a, const Mark &b) {
      return std::tie(a.from, a.to) < std::tie(b.from, b.to);
    });
    uint32_t end = 0;
    for (const Mark &mark : marks)
      end = std::max(end, mark.to);
    std::vector<const Mark *> labelled; // the rightmost first
    for (auto mark = marks.rbegin(); mark != marks.rend(); ++mark)
      if (!mark->label.empty())
        labelled.push_back(&*mark);
    Row underline(end);
    for (const bool primary : {false, true})
      for (const Mark &mark : marks)
        if (mark.primary == primary)
          underline.fill(mark.from, mark.to, primary ? '^' : '-',
                         primary ? mark_paint : Paint::Gutter);
    // The rightmost label stands beside its mark when no other mark covers a part of that.
    std::size_t next = 0;
    std::string_view beside;
    if (!labelled.empty() && std::none_of(marks.begin(), marks.end(), [&](const Mark &mark) {
          return &mark != labelled[0] && mark.to > labelled[0]->from;
        })) {
      beside = labelled[0]->label;
      next = 1;
    }
    row(underline, beside, next && labelled[0]->primary ? mark_paint : Paint::Gutter);
    if (next < labelled.size())
      row(bars(labelled, next, end), "", Paint::Plain);
    for (; next < labelled.size(); ++next) {
      Row lead = bars(labelled, next, labelled[next]->from);
      lead.cells.resize(labelled[next]->from, {' ', Paint::Plain});
      row(lead, labelled[next]->label, labelled[next]->primary ? mark_paint : Paint::Gutter, false);
    }
  }

  struct Row {
    explicit Row(uint32_t size) : cells(size, {' ', Paint::Plain}) {}
    void fill(uint32_t from, uint32_t to, char c, Paint paint) {
      std::fill(cells.begin() + from, cells.begin() + to, std::pair{c, paint});
    }
    std::vector<std::pair<char, Paint>> cells;
  };

  Row bars(const std::vector<const Mark *> &labelled, std::size_t first, uint32_t end) const {
    Row row(end);
    for (std::size_t i = first; i < labelled.size(); ++i)
      if (labelled[i]->from < end)
        row.fill(labelled[i]->from, labelled[i]->from + 1, '|',
                 labelled[i]->primary ? mark_paint : Paint::Gutter);
    return row;
  }

  void row(const Row &row, std::string_view text, Paint text_paint, bool space = true) {
    std::size_t size = row.cells.size();
    if (text.empty())
      while (size && row.cells[size - 1].first == ' ')
        --size;
    std::string line;
    for (std::size_t at = 0; at < size;) {
      std::size_t stop = at;
      std::string run;
      while (stop < size && row.cells[stop].second == row.cells[at].second)
        run += row.cells[stop++].first;
      line += paint(row.cells[at].second, run);
      at = stop;
    }
    if (!text.empty())
      line += (space ? " " : "") + paint(text_paint, text);
    edge(line);
  }

  void edge(std::string_view rest) {
    out += std::string(gutter, ' ') + paint(Paint::Gutter, " |");
    if (!rest.empty())
      (out += ' ') += rest;
    out += "\n";
  }

  std::string &out;
  const Painter &paint;
  Paint mark_paint = Paint::Error;
  std::size_t gutter = 1;
};

std::string amount(std::size_t n, std::string_view thing) {
  return std::to_string(n) + " " + std::string(thing) + (n == 1 ? "" : "s");
}

std::string summary(const Results &results) {
  const Counts counts = count(results.findings);
  std::string parts;
  const auto add = [&](std::size_t n, std::string_view thing) {
    if (n)
      parts += (parts.empty() ? "" : ", ") + amount(n, thing);
  };
  add(counts.errors, "error");
  add(counts.warnings, "warning");
  add(counts.notes, "note");
  std::string out = parts.empty() ? "no problems found" : "found " + parts;
  out += " in " + amount(results.files, "file");
  if (results.fixed)
    out += "; fixed " + std::to_string(results.fixed);
  if (results.hidden_notes)
    out += " (" + amount(results.hidden_notes, "note") +
           " not shown; use --show-notes or --select CODE)";
  out += "\n";
  if (counts.safe || counts.unsafe) {
    out += counts.safe ? std::to_string(counts.safe) + " fixable with --fix" : std::string();
    if (counts.unsafe)
      out += (counts.safe ? ", " : "") + std::to_string(counts.unsafe) +
             (counts.safe ? " more" : " fixable") + " with --fix --unsafe-fixes";
    out += "\n";
  }
  return out;
}

} // namespace

Counts count(std::span<const Finding> findings) {
  Counts counts;
  for (const Finding &finding : findings) {
    ++(finding.severity == Severity::Error     ? counts.errors
       : finding.severity == Severity::Warning ? counts.warnings
                                               : counts.notes);
    if (!finding.edits.empty() && finding.safety != check::Safety::None)
      ++(finding.safety == check::Safety::Safe ? counts.safe : counts.unsafe);
  }
  return counts;
}

std::string text(const Results &results, const TextOptions &options) {
  const Painter paint(options.color);
  std::string out;
  Printer printer(out, paint);
  for (const Finding &finding : results.findings)
    printer.finding(finding, results.source_of);
  if (options.summary)
    out += summary(results);
  return out;
}

} // namespace offside::report
