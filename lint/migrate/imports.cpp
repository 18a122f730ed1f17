// Names that imports bind: the import changes where all its uses do, else the uses say the full
// name.
#include "lint/migrate/planner.h"

#include <algorithm>
#include <cctype>
#include <iterator>

namespace offside::migrate {

using namespace ir;

namespace {

std::string_view parent(std::string_view dotted) {
  const size_t dot = dotted.rfind('.');
  return dot == dotted.npos ? std::string_view() : dotted.substr(0, dot);
}

std::string_view last(std::string_view dotted) { return dotted.substr(dotted.rfind('.') + 1); }

bool blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\\'; }

bool word(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || (c & 0x80); }

constexpr std::string_view kStandard[] = {
    "__future__",  "abc",         "argparse",   "ast",       "asyncio",
    "base64",      "collections", "contextlib", "copy",      "csv",
    "dataclasses", "datetime",    "enum",       "functools", "gc",
    "glob",        "hashlib",     "importlib",  "inspect",   "io",
    "itertools",   "json",        "logging",    "math",      "multiprocessing",
    "operator",    "os",          "pathlib",    "pickle",    "platform",
    "pprint",      "queue",       "random",     "re",        "shutil",
    "signal",      "socket",      "string",     "struct",    "subprocess",
    "sys",         "tempfile",    "threading",  "time",      "traceback",
    "types",       "typing",      "unittest",   "urllib",    "uuid",
    "warnings",    "weakref",     "zipfile"};

bool standard(std::string_view module) {
  const std::string_view top = module.substr(0, module.find('.'));
  return std::find(std::begin(kStandard), std::end(kStandard), top) != std::end(kStandard);
}

} // namespace

// Whether some function has a variable of that name.
bool Planner::bound_in_a_function(std::string_view name) const {
  for (uint32_t f = 0; f < view.functions(); ++f)
    if (view.binds(f, name))
      return true;
  return false;
}

// How the names of an import go on.
void Planner::settle_imports() {
  // Every import that drafts are written with.
  std::set<Place> all;
  for (const Draft &d : drafts)
    if (d.import.function != kNone)
      all.insert(d.import);
  for (const Place &import : all) {
    // Loads of the bound name, and the drafts that cover them.
    Place store;
    for (const Use &u : view.uses(import))
      store = {import.function, u.by};
    if (store.function == kNone)
      continue;
    const std::string bound(view.source(store));
    const std::vector<Place> loads = view.loads_of(store);
    const std::string_view module = view.dotted(import);
    std::set<std::string_view> targets;
    bool every = true, several = false;
    std::vector<uint32_t> own;
    for (const Place &load : loads) {
      several |= view.import_of(load) != import;
      bool covered = is_consumed(view.at(load).span);
      for (uint32_t k = 0; k < drafts.size(); ++k) {
        const Draft &d = drafts[k];
        if (d.import != import || d.root != load)
          continue;
        covered = !d.kept();
        own.push_back(k);
        if (!d.kept())
          targets.insert(d.to);
        break;
      }
      every &= covered;
    }
    // Mentions that are no loads: annotations, `__all__`.
    ImportChange change;
    const bool direct = !own.empty() && std::all_of(own.begin(), own.end(), [&](uint32_t k) {
      return drafts[k].name_span.end == view.at(drafts[k].root).span.end;
    });
    if ((!direct && mentions_beyond_loads(bound, loads, store)) || exported(bound))
      every = false;
    if (!several && every && direct && targets.size() == 1 && !own.empty()) {
      change.module = parent(*targets.begin());
      change.name = last(*targets.begin());
      change.bound = bound;
      import_changes[import] = change;
      continue;
    }
    std::set<std::string_view> parents;
    for (std::string_view t : targets)
      parents.insert(parent(t));
    if (!several && every && !direct && parents.size() == 1 && *parents.begin() != "torch" &&
        !own.empty()) {
      const std::string_view whole = *parents.begin();
      change.module = parent(whole);
      change.name = last(whole);
      change.bound = bound;
      if (bound == last(module) && change.name != bound && !view.module_binds(change.name) &&
          !bound_in_a_function(change.name))
        change.bound = change.name;
      change.whole = true;
      import_changes[import] = change;
      for (const uint32_t k : own) {
        Draft &d = drafts[k];
        d.edits.push_back(edit(d.name_span, change.bound + "." + std::string(last(d.to))));
      }
      continue;
    }
    // The full name at every use.
    for (const uint32_t k : own) {
      Draft &d = drafts[k];
      if (d.kept())
        continue;
      const std::string torch = torch_here(d.place);
      d.edits.push_back(edit(d.name_span, torch + d.to.substr(5)));
    }
    if (every && !several && !own.empty()) {
      change.removed = true;
      import_changes[import] = change;
    }
  }
}

// Whether `__all__` lists a name, or another file imports it from here.
bool Planner::exported(std::string_view name) const {
  for (Reg r = 0; r < view.function(0).count; ++r) {
    const Inst &in = view.at({0, r});
    if (in.op != Op::StoreGlobal || name_text(in.a) != "__all__" || in.b >= r)
      continue;
    const Inst &list = view.at({0, in.b});
    if (list.op == Op::BuildList || list.op == Op::BuildTuple)
      for (const Arg &arg : view.arguments(list))
        if (const Inst &item = view.at({0, arg.reg});
            item.op == Op::ConstStr && name_text(item.a) == name)
          return true;
  }
  // Another file of the run takes it from here.
  const Name wanted = intern(std::string(name));
  for (const ir::Program *other : index.programs) {
    if (other == &view.program)
      continue;
    bool imports = false, reads = false;
    for (const Inst &in : other->insts) {
      if (in.op == Op::ImportFrom && in.c == view.program.id && (in.b == wanted || in.spare == 1)) {
        imports = true;
        reads |= in.b == wanted;
      }
      imports |= in.op == Op::Import &&
                 (in.b == view.program.id ||
                  ((in.flags & kSubmodule) && name_text(in.c) == view.program.module));
      reads |= in.op == Op::LoadAttr && in.b == wanted;
      if (in.op == Op::ImportStar && in.b == view.program.id)
        imports = reads = true;
    }
    if (imports && reads)
      return true;
  }
  return false;
}

// Whether a name stands in the code at a place that is neither a load of it nor its import.
bool Planner::mentions_beyond_loads(std::string_view name, const std::vector<Place> &loads,
                                    Place store) const {
  std::set<uint32_t> known;
  for (const Place &p : loads)
    known.insert(view.at(p).span.begin);
  const Span import = view.at({store.function, view.at(store).b}).span;
  for (size_t at = 0; (at = view.text.find(name, at)) != view.text.npos; at += name.size()) {
    if ((at > 0 && (word(view.text[at - 1]) || view.text[at - 1] == '.')) ||
        (at + name.size() < view.text.size() && word(view.text[at + name.size()])))
      continue;
    if (known.contains(uint32_t(at)) || (import.begin <= at && at < import.end))
      continue;
    if (in_quiet(uint32_t(at)))
      continue;
    const std::string_view line =
        view.text.substr(line_start(uint32_t(at)), at - line_start(uint32_t(at)));
    // A keyword argument or a name of an import line.
    size_t next = at + name.size();
    while (next < view.text.size() && view.text[next] == ' ')
      ++next;
    if (next < view.text.size() && view.text[next] == '=' && view.text.substr(next, 2) != "==")
      continue;
    if (line.find("import") != line.npos)
      continue;
    return true;
  }
  return false;
}

// The edits of the import statements.
void Planner::edit_imports(std::vector<Edit> &edits, const std::set<Place> &changed) const {
  std::set<uint32_t> done; // statements, by offset
  for (const auto &[import, change] : import_changes) {
    if (!changed.contains(import))
      continue;
    const Inst &in = view.at(import);
    const uint32_t f = import.function;
    if (in.op == Op::Import) {
      // import torch.cuda as tc
      if (change.removed) {
        const Span lines{line_start(in.span.begin), line_end(in.span.end)};
        const std::string_view line = view.source(lines);
        if (line.find(',') == line.npos && line.find(';') == line.npos &&
            line.find('#') == line.npos)
          edits.push_back(edit(lines, ""));
        continue;
      }
      edits.push_back(edit(in.span, change.module + "." + change.name +
                                        (change.module.empty() ? "" : " as " + change.bound)));
      continue;
    }
    // The whole `from x import a, b as c`.
    const size_t from = view.text.rfind("from", in.span.begin);
    if (from == view.text.npos || !done.insert(uint32_t(from)).second)
      continue;
    size_t at = from + 4;
    while (at < view.text.size() && blank(view.text[at]))
      ++at;
    size_t module_end = at;
    while (module_end < view.text.size() && !blank(view.text[module_end]))
      ++module_end;
    const Span module{uint32_t(at), uint32_t(module_end)};
    // Its names, in order.
    struct Item {
      Place place;
      Span span;
    };
    std::vector<Item> items;
    for (Reg r = 0; r < view.function(f).count; ++r) {
      const Inst &other = view.at({f, r});
      if (other.op == Op::ImportFrom && other.a == in.a && other.span.begin > from &&
          view.text.substr(from + 4, other.span.begin - from - 4).find("from") ==
              std::string_view::npos)
        items.push_back({{f, r}, other.span});
    }
    if (items.empty())
      continue;
    const size_t open =
        view.text.find_first_not_of(" \t\\\n\r", view.text.find("import", module_end) + 6);
    const bool brackets = open != view.text.npos && view.text[open] == '(';
    uint32_t end = items.back().span.end;
    if (brackets) {
      const size_t close = view.text.find(')', end);
      if (close == view.text.npos)
        continue;
      end = uint32_t(close) + 1;
    }
    const std::string_view whole = view.source(Span{uint32_t(from), end});
    // What each name becomes: module -> names.
    std::vector<std::pair<std::string, std::vector<std::string>>> parts;
    const auto put = [&](std::string to, std::string what) {
      for (auto &[m, names] : parts)
        if (m == to) {
          names.push_back(std::move(what));
          return;
        }
      parts.push_back({std::move(to), {std::move(what)}});
    };
    bool in_place = true; // all to one module, one for one
    std::string target;
    for (const Item &item : items) {
      const auto found = import_changes.find(item.place);
      if (found == import_changes.end()) {
        put(std::string(view.source(module)), std::string(view.source(item.span)));
        in_place = false;
        continue;
      }
      const ImportChange &c = found->second;
      if (c.removed) {
        in_place = false;
        continue;
      }
      put(c.module, c.name == c.bound ? c.name : c.name + " as " + c.bound);
      in_place &= target.empty() || target == c.module;
      target = c.module;
    }
    if (in_place && !target.empty()) {
      edits.push_back(edit(module, target));
      for (const Item &item : items) {
        const ImportChange &c = import_changes.at(item.place);
        const std::string now = c.name == c.bound ? c.name : c.name + " as " + c.bound;
        if (now != view.source(item.span))
          edits.push_back(edit(item.span, now));
      }
      continue;
    }
    if (whole.find('#') != whole.npos)
      continue;
    const std::string margin = indentation(uint32_t(from));
    const bool own_line = line_start(uint32_t(from)) + margin.size() == from;
    // A remark for tools behind the statement is for each of its parts.
    const std::string_view rest = view.source(Span{end, line_end(end)});
    const size_t hash = rest.find('#');
    std::string remark;
    if (hash != rest.npos && own_line)
      remark = std::string(rest.substr(0, rest.find('\n')));
    std::string text;
    for (const auto &[m, names] : parts) {
      if (!text.empty())
        text += own_line ? remark + "\n" + margin : "; ";
      std::string line = "from " + m + " import ";
      std::string list;
      for (const std::string &n : names)
        list += (list.empty() ? "" : ", ") + n;
      if (margin.size() + line.size() + list.size() > 100 && own_line) {
        line += "(\n";
        for (const std::string &n : names)
          line += margin + indent + n + ",\n";
        line += margin + ")";
      } else {
        line += list;
      }
      text += line;
    }
    if (text.empty()) {
      const Span lines{line_start(uint32_t(from)), line_end(end)};
      edits.push_back(alone_on_lines({uint32_t(from), end}) && indentation(uint32_t(from)).empty()
                          ? edit(lines, "")
                          : edit({uint32_t(from), end}, "pass"));
    } else {
      edits.push_back(edit({uint32_t(from), end}, text));
    }
  }
}

// Imports from torch whose every use was replaced.
void Planner::drop_unused_imports(std::vector<Edit> &edits) const {
  std::vector<Edit> gone;
  std::vector<Span> replaced;
  for (const Edit &e : edits)
    if (e.span.begin < e.span.end)
      replaced.push_back(e.span);
  std::sort(replaced.begin(), replaced.end(), [](Span a, Span b) { return a.begin < b.begin; });
  for (size_t k = 1; k < replaced.size(); ++k) // the furthest end so far
    replaced[k].end = std::max(replaced[k].end, replaced[k - 1].end);
  for (uint32_t f = 0; f < view.functions(); ++f)
    for (Reg r = 0; r + 1 < view.function(f).count; ++r) {
      const Place import{f, r};
      const Inst &in = view.at(import);
      if ((in.op != Op::ImportFrom && in.op != Op::Import) || import_changes.contains(import) ||
          !view.dotted(import).starts_with("torch.") || view.uses(import).empty())
        continue;
      const Place store{f, view.uses(import)[0].by};
      const std::string bound(view.source(store));
      const std::vector<Place> loads = view.loads_of(store);
      if (loads.empty())
        continue;
      const bool all = std::all_of(loads.begin(), loads.end(), [&](const Place &load) {
        const Span span = view.at(load).span;
        const auto it = std::upper_bound(replaced.begin(), replaced.end(), span.begin,
                                         [](uint32_t o, Span s) { return o < s.begin; });
        return it != replaced.begin() && span.end <= std::prev(it)->end;
      });
      const bool again = std::any_of(edits.begin(), edits.end(), [&](const Edit &e) {
        for (size_t at = 0; (at = e.text.find(bound, at)) != e.text.npos; at += bound.size())
          if ((at == 0 || (!word(e.text[at - 1]) && e.text[at - 1] != '.')) &&
              (at + bound.size() == e.text.size() || !word(e.text[at + bound.size()])))
            return true;
        return false;
      });
      if (!all || again || exported(bound) || mentions_beyond_loads(bound, loads, store))
        continue;
      // `import torch.cuda` binds torch: only forms with a name of their own go.
      if (in.op == Op::Import && (in.flags & kSubmodule))
        continue;
      const Span lines{line_start(in.span.begin), line_end(in.span.end)};
      const std::string_view text = view.source(lines);
      if (text.find('#') != text.npos || text.find(';') != text.npos || text.find('(') != text.npos)
        continue;
      if (text.find(',') == text.npos) {
        const size_t first = text.find_first_not_of(" \t");
        if (view.region(import) == kNone && first != text.npos &&
            (text.substr(first).starts_with("from ") || text.substr(first).starts_with("import ")))
          gone.push_back(edit(lines, ""));
        continue;
      }
      // One of several names.
      uint32_t begin = in.span.begin, end = in.span.end;
      if (view.text.substr(end, 2) == ", ")
        end += 2;
      else if (begin >= 2 && view.text.substr(begin - 2, 2) == ", ")
        begin -= 2;
      else
        continue;
      gone.push_back(edit({begin, end}, ""));
    }
  edits.insert(edits.end(), gone.begin(), gone.end());
}

// Where a new import goes: with its like, in order.
Edit Planner::import_line(const std::string &module) const {
  const Function &body = view.function(0);
  struct Line {
    std::string module;
    Span span;
  };
  std::vector<Line> lines;
  for (Reg r = 0; r < body.count; ++r) {
    const Inst &in = view.at({0, r});
    if ((in.op != Op::Import && in.op != Op::ImportFrom) || view.region({0, r}) != kNone)
      continue;
    const std::string name(name_text(in.a));
    uint32_t end = in.span.end;
    uint32_t begin = in.span.begin;
    if (in.op == Op::ImportFrom) {
      const size_t from = view.text.rfind("from", in.span.begin);
      const size_t open = view.text.rfind('(', in.span.begin);
      if (from != view.text.npos)
        begin = uint32_t(from);
      if (from != view.text.npos && open != view.text.npos && open > from)
        if (const size_t close = view.text.find(')', end); close != view.text.npos)
          end = uint32_t(close);
    }
    const Span span{logical_start(begin), logical_end(end)};
    if (name != "__future__" && (lines.empty() || lines.back().span.begin != span.begin))
      lines.push_back({name, span});
  }
  const std::string text = "import " + module + "\n";
  if (lines.empty()) {
    // Behind comments and the docstring.
    uint32_t at = 0;
    while (at < view.text.size() && (view.text[at] == '#' || view.text[at] == '\n'))
      at = line_end(at);
    for (Reg r = 0; r < body.count; ++r)
      if (const Inst &in = view.at({0, r}); in.op == Op::ConstStr && in.span.begin <= at + 1 &&
                                            view.source(Span{at, in.span.begin}).size() <= 1)
        return edit({line_end(in.span.end), line_end(in.span.end)}, text);
    if (at < view.text.size() && (view.text[at] == '"' || view.text[at] == '\'')) {
      const std::string mark(view.text.substr(at, 3) == std::string(3, view.text[at]) ? 3 : 1,
                             view.text[at]);
      const size_t end = view.text.find(mark, at + mark.size());
      if (end != view.text.npos)
        at = line_end(uint32_t(end + mark.size()));
    }
    return edit({at, at}, text);
  }
  if (standard(module)) {
    // Plain imports of the standard library: before the first that sorts behind it.
    uint32_t at = kNone;
    for (const Line &l : lines)
      if (standard(l.module)) {
        if (l.module < module)
          at = l.span.end;
        else if (at == kNone)
          at = l.span.begin;
      } else if (at != kNone) {
        break;
      }
    if (at != kNone && view.text.substr(line_start(at), 4) != ")")
      return edit({at, at}, text);
    const uint32_t first = lines.front().span.begin;
    return edit({first, first}, text + "\n");
  }
  uint32_t at = lines.front().span.begin;
  for (const Line &l : lines)
    if (!standard(l.module)) {
      at = l.span.begin;
      break;
    }
  return edit({at, at}, text);
}

// Behind the imports at the top of the file, torch's among them; kNone when there is no such place.
uint32_t Planner::introduction_place() const {
  const Function &body = view.function(0);
  uint32_t at = kNone;
  bool torch = false;
  for (Reg r = 0; r < body.count; ++r) {
    const Inst &in = view.at({0, r});
    if (in.op == Op::MakeFunction || in.op == Op::MakeClass)
      break;
    if (in.op != Op::Import && in.op != Op::ImportFrom && in.op != Op::ImportStar)
      continue;
    if (view.region({0, r}) != kNone) {
      // An import in a `try` or an `if`: what follows it may be a part of that.
      if (torch)
        break;
      continue;
    }
    torch |= in.op == Op::Import && name_text(in.a) == "torch";
    uint32_t end = in.span.end;
    // A bracket around the names.
    const size_t from = view.text.rfind("from", in.span.begin);
    const size_t open = view.text.rfind('(', in.span.begin);
    if (in.op == Op::ImportFrom && from != view.text.npos && open != view.text.npos && open > from)
      if (const size_t close = view.text.find(')', end); close != view.text.npos)
        end = uint32_t(close);
    const uint32_t behind = logical_end(end);
    if (introduced_limit != kNone && behind > introduced_limit)
      break;
    at = behind;
  }
  return torch ? at : kNone;
}

// The device variable of a file that had none.
Edit Planner::introduction() const {
  const uint32_t at = introduction_place();
  std::string value = build_text(view.torch_at({0, view.function(0).count - 1}), false, {0, 0});
  if (value.front() == '(' && value.back() == ')')
    value = value.substr(1, value.size() - 2);
  const bool space = at < view.text.size() && view.text[at] != '\n';
  return edit({at, at}, "\n" + introduced + " = " + value + "\n" + (space ? "\n" : ""));
}

} // namespace offside::migrate
