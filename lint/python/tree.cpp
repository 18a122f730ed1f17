// Runs tree-sitter and flattens its tree with one cursor walk.
#include "lint/python/tree.h"

#include "lint/ir/names.h"
#include "lint/python/arena.h"
#include "lint/python/lower.h"
#include "lint/python/repairs.h"

#include <tree_sitter/api.h>

#include <algorithm>
#include <cstring>
#include <utility>

extern "C" const TSLanguage *tree_sitter_python(void);

namespace offside::python {
namespace {

constexpr size_t kMaxErrors = 100;

uint32_t hash_identifier(std::string_view text) {
  uint64_t h = text.size() * 0x9e3779b97f4a7c15ull;
  const char *p = text.data();
  size_t n = text.size();
  for (; n >= 8; p += 8, n -= 8) {
    uint64_t v;
    std::memcpy(&v, p, 8);
    h = (h ^ v) * 0xbf58476d1ce4e5b9ull;
    h ^= h >> 32;
  }
  uint64_t v = 0;
  std::memcpy(&v, p, n);
  h = (h ^ v) * 0x94d049bb133111ebull;
  return static_cast<uint32_t>(h >> 32);
}

// Recovery from errors can take time quadratic in the length of text that is no Python. Parsing
// stops when it has asked for more memory in all than this; Python needs 20 bytes per byte of text,
// at worst 70 on real code.
constexpr uint64_t kWorkPerByte = 150;
constexpr uint64_t kWorkAlways = 256u << 20;

// A parser for one file; its memory belongs to the surrounding ArenaScope.
class Parser {
public:
  explicit Parser(std::string_view text) : text_(text), parser_(ts_parser_new()) {
    ts_parser_set_language(parser_, tree_sitter_python());
    budget_ = ArenaScope::bytes_requested() + kWorkAlways + kWorkPerByte * text.size();
    const TSInput input{this, read, TSInputEncodingUTF8, nullptr};
    const TSParseOptions options{this, is_hopeless};
    tree_ = ts_parser_parse_with_options(parser_, nullptr, input, options);
  }
  ~Parser() { ts_parser_delete(parser_); } // frees the scanner, which does not live in the arena
  Parser(const Parser &) = delete;
  Parser &operator=(const Parser &) = delete;
  bool gave_up() const { return !tree_; }
  bool failed() const { return gave_up() || ts_node_has_error(root()); }
  TSNode root() const { return ts_tree_root_node(tree_); }

private:
  static const char *read(void *self, uint32_t at, TSPoint, uint32_t *size) {
    const std::string_view text = static_cast<Parser *>(self)->text_;
    const size_t begin = std::min<size_t>(at, text.size());
    *size = static_cast<uint32_t>(text.size() - begin);
    return text.data() + begin;
  }
  static bool is_hopeless(TSParseState *state) {
    return ArenaScope::bytes_requested() > static_cast<Parser *>(state->payload)->budget_;
  }

  std::string_view text_;
  uint64_t budget_ = 0;
  TSParser *parser_;
  TSTree *tree_;
};

void flatten(TSNode root, Tree &tree) {
  const SymbolInfo *table = symbol_table();
  const bool errors = tree.has_error;
  std::vector<Node> &nodes = tree.nodes;
  static thread_local std::vector<NodeId> open;
  open.clear();
  TSTreeCursor cursor = ts_tree_cursor_new(root);
  for (;;) {
    const TSNode node = ts_tree_cursor_current_node(&cursor);
    const TSSymbol symbol = ts_node_symbol(node);
    SymbolInfo info;
    if (symbol == static_cast<TSSymbol>(-1))
      info.kind = Kind::Error;
    else
      info = table[symbol];
    bool has_error = false;
    if (errors && ts_node_has_error(node)) {
      has_error = true;
      const bool missing = ts_node_is_missing(node);
      if ((missing || info.kind == Kind::Error) && tree.syntax_errors.size() < kMaxErrors)
        tree.syntax_errors.push_back({ts_node_start_byte(node), ts_node_end_byte(node)});
      if (missing)
        info.is_leaf = true;
    }
    if (info.kind != Kind::Skip) {
      const NodeId index = static_cast<NodeId>(nodes.size());
      Node &n = nodes.emplace_back();
      n.begin = ts_node_start_byte(node);
      n.end = ts_node_end_byte(node);
      n.next = index + 1;
      n.id = info.kind == Kind::Identifier ? tree.symbols.add(tree.slice(n))
                                           : static_cast<uint32_t>(info.token);
      n.kind = info.kind;
      n.has_error = has_error;
      if (!info.is_leaf && ts_tree_cursor_goto_first_child(&cursor)) {
        open.push_back(index);
        continue;
      }
    }
    while (!open.empty() && !ts_tree_cursor_goto_next_sibling(&cursor)) {
      ts_tree_cursor_goto_parent(&cursor);
      nodes[open.back()].next = static_cast<NodeId>(nodes.size());
      open.pop_back();
    }
    if (open.empty())
      break;
  }
}

// The tree of a text that could not be parsed at all: an error from end to end.
void give_up(Tree &tree) {
  const auto size = static_cast<uint32_t>(tree.text.size());
  tree.syntax_errors.push_back({0, size});
  tree.nodes.push_back({0, size, 1, 0, Kind::Error, true});
}

} // namespace

void Symbols::clear() {
  entries_.clear();
  slots_.assign(slots_.empty() || slots_.size() > (1u << 16) ? 1024 : slots_.size(), 0);
}

void Symbols::grow() {
  slots_.assign(slots_.size() * 2, 0);
  const size_t mask = slots_.size() - 1;
  for (uint32_t i = 0; i < entries_.size(); ++i) {
    size_t at = entries_[i].hash & mask;
    while (slots_[at])
      at = (at + 1) & mask;
    slots_[at] = i + 1;
  }
}

uint32_t Symbols::add(std::string_view text) {
  const uint32_t hash = hash_identifier(text);
  const size_t mask = slots_.size() - 1;
  size_t at = hash & mask;
  for (; slots_[at]; at = (at + 1) & mask) {
    const Entry &e = entries_[slots_[at] - 1];
    if (e.hash == hash && std::string_view(e.data, e.size) == text)
      return slots_[at] - 1;
  }
  const ir::Name name = ir::intern(text);
  // The interned copy outlives the file's text.
  entries_.push_back({ir::name_text(name).data(), static_cast<uint32_t>(text.size()), hash, name});
  slots_[at] = static_cast<uint32_t>(entries_.size());
  if (entries_.size() * 2 > slots_.size())
    grow();
  return static_cast<uint32_t>(entries_.size()) - 1;
}

bool Symbols::find(std::string_view text, uint32_t &symbol) const {
  const uint32_t hash = hash_identifier(text);
  const size_t mask = slots_.size() - 1;
  for (size_t at = hash & mask; slots_[at]; at = (at + 1) & mask) {
    const Entry &e = entries_[slots_[at] - 1];
    if (e.hash == hash && std::string_view(e.data, e.size) == text) {
      symbol = slots_[at] - 1;
      return true;
    }
  }
  return false;
}

void parse(std::string_view text, Tree &tree) {
  tree.text = text;
  tree.nodes.clear();
  tree.symbols.clear();
  tree.syntax_errors.clear();
  tree.lost.clear();
  ArenaScope scope;
  const std::string quiet = without_comment_runs(text);
  const std::string_view parsed = quiet.empty() ? text : std::string_view(quiet);
  Parser parser(parsed);
  tree.has_error = parser.failed();
  if (tree.has_error) {
    Repaired again = repaired(parsed);
    if (!again.text.empty()) {
      Parser second(again.text);
      if (!second.gave_up()) {
        tree.has_error = second.failed() || !again.lost.empty();
        tree.lost = std::move(again.lost);
        tree.syntax_errors = tree.lost;
        flatten(second.root(), tree);
        std::sort(tree.syntax_errors.begin(), tree.syntax_errors.end(),
                  [](ir::Span a, ir::Span b) { return a.begin < b.begin; });
        if (tree.syntax_errors.size() > kMaxErrors)
          tree.syntax_errors.resize(kMaxErrors);
        return;
      }
    }
  }
  if (parser.gave_up())
    give_up(tree);
  else
    flatten(parser.root(), tree);
}

bool parse_only(std::string_view text) {
  ArenaScope scope;
  const std::string quiet = without_comment_runs(text);
  Parser parser(quiet.empty() ? text : std::string_view(quiet));
  if (parser.gave_up())
    return false;
  const TSNode root = parser.root();
  TSTreeCursor cursor = ts_tree_cursor_new(root);
  for (;;) {
    if (ts_tree_cursor_goto_first_child(&cursor))
      continue;
    bool done = false;
    while (!ts_tree_cursor_goto_next_sibling(&cursor)) {
      if (!ts_tree_cursor_goto_parent(&cursor)) {
        done = true;
        break;
      }
    }
    if (done)
      break;
  }
  return !ts_node_has_error(root);
}

} // namespace offside::python
