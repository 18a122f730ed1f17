// A flat copy of the syntax tree in source order, which lowering reads instead of tree-sitter's: 20
// bytes a node, children by index, identifiers already numbered.
#pragma once

#include "lint/ir/ir.h"
#include "lint/python/syntax.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace offside::python {

using NodeId = uint32_t;
inline constexpr NodeId kNoNode = 0xffffffffu;

struct Node {
  uint32_t begin, end;
  NodeId next; // the node after this one's subtree: its next sibling, or its parent's end
  uint32_t id; // Identifier: its symbol; Token: which
  Kind kind;
  bool has_error; // an error lies in the subtree
};

// The identifiers of one file, numbered densely by first appearance.
class Symbols {
public:
  void clear();
  uint32_t add(std::string_view text);
  bool find(std::string_view text, uint32_t &symbol) const;
  ir::Name name(uint32_t symbol) const { return entries_[symbol].name; }
  std::string_view text(uint32_t symbol) const {
    return {entries_[symbol].data, entries_[symbol].size};
  }
  uint32_t size() const { return static_cast<uint32_t>(entries_.size()); }

private:
  struct Entry {
    const char *data;
    uint32_t size;
    uint32_t hash;
    ir::Name name;
  };
  void grow();
  std::vector<Entry> entries_;
  std::vector<uint32_t> slots_; // symbol + 1
};

struct Tree {
  std::string_view text;
  std::vector<Node> nodes; // nodes[0] is the module
  Symbols symbols;
  std::vector<ir::Span> syntax_errors;
  std::vector<ir::Span> lost; // broken statements that are not in the tree, see repairs.h
  bool has_error = false;     // of the text, not only of the tree

  const Node &operator[](NodeId n) const { return nodes[n]; }
  NodeId first_child(NodeId n) const { return n + 1 < nodes[n].next ? n + 1 : kNoNode; }
  std::string_view slice(const Node &n) const { return text.substr(n.begin, n.end - n.begin); }
};

// Parses into `tree`, whose storage is reused.
void parse(std::string_view text, Tree &tree);

} // namespace offside::python
