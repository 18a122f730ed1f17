// Statement lists with syntax errors in them: what is kept, and what is left out without anything
// wrong taking its place.
#include "lint/python/lowering.h"

#include <algorithm>
#include <cctype>

namespace offside::python {

using namespace ir;

namespace {

// Statements that stand for themselves, whatever went wrong before them in their list.
bool is_definition(Kind kind) {
  return kind == Kind::Def || kind == Kind::Class || kind == Kind::Decorated ||
         kind == Kind::Import || kind == Kind::ImportFrom || kind == Kind::FutureImport;
}

bool is_clause(Kind kind) {
  return kind == Kind::Elif || kind == Kind::Else || kind == Kind::Except ||
         kind == Kind::Finally || kind == Kind::Case || kind == Kind::Def || kind == Kind::Class;
}

bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || (c & 0x80);
}

bool has_statement_list(Kind kind) {
  switch (kind) {
  case Kind::If:
  case Kind::For:
  case Kind::While:
  case Kind::Try:
  case Kind::With:
  case Kind::Decorated:
  case Kind::Match:
    return true;
  default:
    return is_clause(kind);
  }
}

} // namespace

// Whether the error inside statement n lies outside its statement lists: then nothing in it can be
// trusted. Otherwise the lists deal with it.
bool Lowering::is_damaged_beyond_use(NodeId n) const {
  const Tree &tree = *tree_;
  if (!has_statement_list(tree[n].kind))
    return true;
  for (NodeId c = n + 1; c < tree[n].next; c = tree[c].next) {
    if (!tree[c].has_error || tree[c].kind == Kind::Block)
      continue;
    if (!is_clause(tree[c].kind) || is_damaged_beyond_use(c))
      return true;
  }
  return false;
}

void Lowering::statements(NodeId begin, NodeId end, uint32_t column) {
  const Tree &tree = *tree_;
  if (!tree.has_error) {
    for (NodeId n = begin; n < end; n = tree[n].next)
      statement(n);
    return;
  }
  bool damaged = false; // after a broken statement only definitions that parsed are trusted
  for (NodeId n = begin; n < end; n = tree[n].next) {
    damaged |= withhold_lost(tree[n].begin, column);
    if (tree[n].has_error && is_damaged_beyond_use(n)) {
      damaged = true;
      withhold(n);
    } else if (damaged && !is_definition(tree[n].kind)) {
      withhold(n);
    } else {
      statement(n);
    }
  }
  // What is lost after the last statement belongs to this list when it is indented like it.
  withhold_lost(end < tree.nodes.size() ? tree[end].begin : static_cast<uint32_t>(tree.text.size()),
                column);
}

uint32_t Lowering::column_of(uint32_t offset) const {
  const size_t line = tree_->text.substr(0, offset).rfind('\n');
  return offset - (line == std::string_view::npos ? 0 : static_cast<uint32_t>(line) + 1);
}

void Lowering::add_broken(Span where) {
  std::vector<Span> &broken = program_->broken;
  if (!broken.empty() && broken.back().end >= where.begin && broken.back().begin <= where.begin)
    broken.back().end = std::max(broken.back().end, where.end);
  else
    broken.push_back(where);
  frame().incomplete = true;
  program_->functions[frame().function].has_error = true;
}

// Keeps a broken statement out: what it may have bound becomes unknown.
void Lowering::withhold(NodeId n) {
  const Span where = span(n);
  add_broken(where);
  const Reg value = unsupported(where);
  std::vector<FoundBinding> bound;
  find_bindings(*tree_, n, tree_->nodes[n].next, bound);
  for (const FoundBinding &b : bound)
    if (b.how == BindHow::Binds)
      store_name(b.symbol, value, where);
}

// The same for the next statements that are not in the tree (Tree::lost), up to the offset `to`,
// unless they are indented less than `column`. Every local name in their text and every global that
// seems assigned may have been bound. Returns whether one was indented like this list's own
// statements.
bool Lowering::withhold_lost(uint32_t to, uint32_t column) {
  bool of_this_list = false;
  for (; lost_taken_ < tree_->lost.size(); ++lost_taken_) {
    const Span lost = tree_->lost[lost_taken_];
    if (lost.begin >= to || column_of(lost.begin) < column)
      break;
    of_this_list |= column_of(lost.begin) == column;
    add_broken(lost);
    const Reg value = unsupported(lost);
    const std::string_view text = tree_->text.substr(lost.begin, lost.end - lost.begin);
    std::string_view previous;
    for (size_t i = 0; i < text.size();) {
      size_t end = i;
      while (end < text.size() && is_word(text[end]))
        ++end;
      if (end == i) {
        ++i;
        continue;
      }
      const std::string_view word = text.substr(i, end - i);
      const size_t after = std::min(text.find_first_not_of(' ', end), text.size());
      const bool assigned =
          (after + 1 < text.size() && text[after] == '=' && text[after + 1] != '=') ||
          previous == "def" || previous == "class";
      const bool is_attribute = i > 0 && text[i - 1] == '.';
      uint32_t symbol = 0;
      if (!is_attribute && tree_->symbols.find(word, symbol) &&
          (assigned || scopes_.find(symbol).kind == Place::Slot))
        store_name(symbol, value, lost);
      previous = word;
      i = end;
    }
  }
  return of_this_list;
}

} // namespace offside::python
