// Questions about the text around a place.
#include "lint/migrate/planner.h"

#include <algorithm>
#include <cctype>

namespace offside::migrate {

using namespace ir;

namespace {

bool blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\\'; }
bool word(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || (c & 0x80); }

} // namespace

// Whether a conditional expression may stand in place of a span without brackets of its own.
bool Planner::delimited(Span span) const {
  const std::string_view text = view.text;
  size_t before = span.begin;
  while (before > 0 && blank(text[before - 1]) && text[before - 1] != '\n')
    --before;
  // A line that starts with it: the bracket around it, if any, is on a line above.
  if (before > 0 && text[before - 1] == '\n') {
    size_t up = before;
    while (up > 0 && blank(text[up - 1]))
      --up;
    if (up > 0 && (text[up - 1] == '(' || text[up - 1] == ',' || text[up - 1] == '[' ||
                   text[up - 1] == '{' || text[up - 1] == '='))
      before = up;
  }
  bool open = before == 0;
  if (before > 0) {
    const char c = text[before - 1];
    open = c == '(' || c == '[' || c == '{' || c == ',' || c == ':' || c == '\n' || c == ';';
    if (c == '=')
      open =
          before < 2 || std::string_view("=!<>").find(text[before - 2]) == std::string_view::npos;
    if (c == 'n' && before >= 6 && text.substr(before - 6, 6) == "return")
      open = true;
  }
  // An element of a tuple without brackets.
  if (open && before > 0 && text[before - 1] == ',') {
    int depth = 0;
    for (uint32_t at = line_start(uint32_t(before)); at < before; ++at)
      if (!in_quiet(at)) {
        depth += text[at] == '(' || text[at] == '[' || text[at] == '{';
        depth -= text[at] == ')' || text[at] == ']' || text[at] == '}';
      }
    const std::string_view line = text.substr(line_start(uint32_t(before)));
    const size_t first = line.find_first_not_of(" \t");
    if (depth == 0 && first != line.npos &&
        (line.substr(first).starts_with("return ") ||
         line.substr(0, before).find(" = ") != line.npos))
      return false;
  }
  if (!open)
    return false;
  size_t after = span.end;
  while (after < text.size() && blank(text[after]) && text[after] != '\n')
    ++after;
  if (after >= text.size())
    return true;
  const char c = text[after];
  if (c == '\n') {
    // In brackets an expression may go on in the next line.
    while (after < text.size() && blank(text[after]))
      ++after;
    if (after >= text.size())
      return true;
    for (std::string_view more : {"if ", "and ", "or ", "is ", "in ", "not ", "for "})
      if (text.substr(after, more.size()) == more)
        return false;
    return word(text[after]) || text[after] == ')' || text[after] == ']' || text[after] == '}' ||
           text[after] == '@' || text[after] == '#';
  }
  // In a tuple without brackets it would be hard to read.
  if (c == ',' && before > 0 && (text[before - 1] == '=' || text[before - 1] == 'n'))
    return false;
  if (c == '!')
    return text.substr(after, 2) != "!=";
  return c == ')' || c == ']' || c == '}' || c == ',' || c == ':' || c == '#' || c == ';';
}

std::string Planner::parenthesised(Span where, std::string text) const {
  return delimited(where) ? text : "(" + text + ")";
}

// The lines of a statement that an offset lies in, joined lines included.
uint32_t Planner::logical_start(uint32_t offset) const {
  uint32_t start = line_start(offset);
  while (start > 1 && view.text[start - 2] == '\\')
    start = line_start(start - 1);
  return start;
}

uint32_t Planner::logical_end(uint32_t offset) const {
  uint32_t end = line_end(offset);
  while (end > 1 && end < view.text.size() && view.text[end - 2] == '\\')
    end = line_end(end);
  return end;
}

// Whether a comment lies in a span.
bool Planner::has_comment(Span span) const {
  return std::any_of(quiet.begin(), quiet.end(), [&](const Span &q) {
    return span.begin <= q.begin && q.begin < span.end && view.text[q.begin] == '#';
  });
}

// Whether letters follow what an f-string puts in: f"{kind}_time_total" is a name, not a device.
bool Planner::part_of_word(Span span) const {
  const size_t close = view.text.find('}', span.end);
  return close != view.text.npos && close + 1 < view.text.size() && word(view.text[close + 1]);
}

// Whether an f-string shows the very text of an expression: f"{x=}".
bool Planner::shown(Span span) const {
  if (!in_fstring(span.begin))
    return false;
  const size_t end = view.text.find('}', span.end);
  if (end == view.text.npos)
    return false;
  const std::string_view rest = view.text.substr(span.end, end - span.end);
  for (size_t at = 0; at < rest.size(); ++at)
    if (rest[at] == '=' &&
        (at == 0 || std::string_view("=!<>").find(rest[at - 1]) == std::string_view::npos) &&
        (at + 1 == rest.size() || rest[at + 1] != '='))
      return rest.substr(0, at).find_first_of("\"'\n(,") == std::string_view::npos ||
             rest.substr(0, at).find(',') == std::string_view::npos;
  return false;
}

// Strings and comments of the file.
void Planner::find_quiet() {
  const std::string_view text = view.text;
  for (uint32_t at = 0; at < text.size();) {
    const char c = text[at];
    const uint32_t begin = at;
    if (c == '#') {
      while (at < text.size() && text[at] != '\n')
        ++at;
    } else if (c == '"' || c == '\'') {
      const std::string mark(text.substr(at, 3) == std::string(3, c) ? 3 : 1, c);
      at += uint32_t(mark.size());
      while (at < text.size() && text.substr(at, mark.size()) != mark &&
             !(mark.size() == 1 && text[at] == '\n'))
        at += text[at] == '\\' ? 2 : 1;
      at = uint32_t(std::min<size_t>(text.size(), at + mark.size()));
    } else {
      ++at;
      continue;
    }
    quiet.push_back({begin, at});
  }
}

bool Planner::in_quiet(uint32_t offset) const {
  const auto it = std::upper_bound(quiet.begin(), quiet.end(), offset,
                                   [](uint32_t o, const Span &s) { return o < s.end; });
  return it != quiet.end() && it->begin <= offset;
}

bool Planner::in_fstring(uint32_t offset) const {
  return std::any_of(fstrings.begin(), fstrings.end(),
                     [&](Span s) { return s.begin < offset && offset < s.end; });
}

// The quote for a text at an offset: in an f-string not the one that ends it.
char Planner::quote_at(uint32_t offset) const {
  for (const Span &s : fstrings)
    if (s.begin < offset && offset < s.end) {
      const std::string_view text = view.source(s);
      const size_t first = text.find_first_of("\"'");
      if (first != text.npos)
        return text[first] == '"' ? '\'' : '"';
    }
  return quote;
}

std::string Planner::literal_text(std::string_view content, uint32_t offset) const {
  const char q = quote_at(offset);
  return q + std::string(content) + q;
}

uint32_t Planner::line_start(uint32_t offset) const {
  const size_t at = offset == 0 ? view.text.npos : view.text.rfind('\n', offset - 1);
  return at == view.text.npos ? 0 : uint32_t(at + 1);
}

// Behind the line break.
uint32_t Planner::line_end(uint32_t offset) const {
  const size_t at = view.text.find('\n', offset);
  return uint32_t(at == view.text.npos ? view.text.size() : at + 1);
}

std::string Planner::indentation(uint32_t offset) const {
  const uint32_t start = line_start(offset);
  uint32_t at = start;
  while (at < view.text.size() && (view.text[at] == ' ' || view.text[at] == '\t'))
    ++at;
  return std::string(view.text.substr(start, at - start));
}

// Whether nothing but blanks and a comment shares the lines of a statement.
bool Planner::alone_on_lines(Span s) const {
  const uint32_t start = line_start(s.begin);
  if (start > 1 && view.text[start - 2] == '\\')
    return false; // the line above goes on
  for (uint32_t k = line_start(s.begin); k < s.begin; ++k)
    if (view.text[k] != ' ' && view.text[k] != '\t')
      return false;
  for (uint32_t k = s.end; k < view.text.size() && view.text[k] != '\n'; ++k) {
    if (view.text[k] == '#')
      return true;
    if (!blank(view.text[k]) || view.text[k] == '\\')
      return false;
  }
  return true;
}

// The starts of the lines of a statement after its first, "no" (empty) when one of them may be
// inside a string.
std::vector<uint32_t> Planner::inner_lines(Span s) const {
  std::vector<uint32_t> out;
  for (uint32_t at = line_end(s.begin); at < s.end; at = line_end(at))
    out.push_back(at);
  return out;
}

// The arguments of a call as written, split at the commas; empty when they cannot be told apart.
std::vector<Span> Planner::argument_spans(Place call) const {
  const Inst &in = view.at(call);
  const std::string_view text = view.text;
  uint32_t at = view.at({call.function, in.a}).span.end;
  while (at < in.span.end && text[at] != '(')
    ++at;
  std::vector<Span> out;
  const uint32_t close = in.span.end - 1;
  if (at >= close || text[close] != ')')
    return out;
  uint32_t begin = ++at;
  int depth = 0;
  const auto take = [&](uint32_t end) {
    uint32_t first = begin, last = end;
    // Comments between arguments belong to none of them.
    while (first < last && (blank(text[first]) || text[first] == '#'))
      first = text[first] == '#' ? line_end(first) : first + 1;
    while (last > first) {
      if (blank(text[last - 1])) {
        --last;
        continue;
      }
      // A comment behind it is no part of it.
      const auto it = std::upper_bound(quiet.begin(), quiet.end(), last - 1,
                                       [](uint32_t o, const Span &q) { return o < q.end; });
      if (it == quiet.end() || it->begin > last - 1 || text[it->begin] != '#')
        break;
      last = std::max(first, it->begin);
    }
    if (first < last)
      out.push_back({first, last});
  };
  while (at < close) {
    const char c = text[at];
    if (c == '#') {
      at = line_end(at);
      continue;
    }
    if (c == '"' || c == '\'') {
      const bool triple = text.substr(at, 3) == std::string(3, c);
      const std::string mark(triple ? 3 : 1, c);
      at += uint32_t(mark.size());
      while (at < close && text.substr(at, mark.size()) != mark)
        at += text[at] == '\\' ? 2 : 1;
      at += uint32_t(mark.size());
      continue;
    }
    depth += c == '(' || c == '[' || c == '{';
    depth -= c == ')' || c == ']' || c == '}';
    if (c == ',' && depth == 0) {
      take(at);
      begin = at + 1;
    }
    ++at;
  }
  take(close);
  return out;
}

Place Planner::statement_of(Place p) const {
  const auto &uses = view.uses(p);
  if (uses.size() != 1 || view.at({p.function, uses[0].by}).op != Op::Discard)
    return {};
  return {p.function, uses[0].by};
}

} // namespace offside::migrate
