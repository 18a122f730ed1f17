// Which names a scope binds, and what a name means at a point: CPython's rules, decided before
// lowering a body.
#pragma once

#include "lint/python/tree.h"

#include <vector>

namespace offside::python {

// How a statement makes a name belong to a scope.
enum class BindHow : uint8_t { Binds, Global, Nonlocal };

struct FoundBinding {
  uint32_t symbol;
  BindHow how;
};

// Appends the names bound by the nodes [begin, end) in the scope they stand in: assignments, loops,
// imports, `with`, `except`, `match`, `del`, definitions, walrus; not those inside nested
// functions, lambdas and classes, nor the variables of comprehensions. Interns names of imports,
// which the tree keeps as text.
void find_bindings(Tree &tree, NodeId begin, NodeId end, std::vector<FoundBinding> &found);

// Where a name lives, seen from the function being lowered.
struct Place {
  enum Kind : uint8_t { Slot, Outer, Global } kind;
  uint32_t slot = 0;
  uint32_t levels = 0;
};

// The scopes that are open at the point of lowering. One entry per (scope, name); a name's
// innermost entry is found in constant time. Frames are numbered by depth: 0 is the module, each
// nested function, lambda or class body adds one.
class Scopes {
public:
  void reset(uint32_t symbol_count);

  void enter_frame(bool is_class_body);
  void leave_frame();
  uint32_t depth() const { return static_cast<uint32_t>(frames_.size()) - 1; }

  // Declares `symbol` in the current frame: as a slot, or as global/nonlocal by declaration.
  void declare_slot(uint32_t symbol, uint32_t slot);
  void declare_global(uint32_t symbol);
  void declare_nonlocal(uint32_t symbol);
  bool declared_here(uint32_t symbol) const;

  // Comprehension variables (and type parameters) live in slots of the enclosing function but have
  // a scope of their own: declare between mark() and unwind(). In a class body, names of the class
  // are invisible while `comprehensions` is above zero.
  size_t mark() const { return entries_.size(); }
  void declare_inner(uint32_t symbol, uint32_t slot);
  void unwind(size_t mark);
  void enter_comprehension() { ++frames_.back().comprehensions; }
  void leave_comprehension() { --frames_.back().comprehensions; }

  Place find(uint32_t symbol) const;

private:
  enum class EntryKind : uint8_t { Slot, Inner, Global, Nonlocal };
  struct Entry {
    uint32_t symbol;
    uint32_t previous; // entry + 1 of the same symbol further out
    uint32_t frame;
    uint32_t slot;
    EntryKind kind;
  };
  struct Frame {
    bool is_class_body;
    uint32_t comprehensions = 0;
    size_t first_entry;
  };
  void push(uint32_t symbol, uint32_t slot, EntryKind kind);

  std::vector<uint32_t> head_; // by symbol: entry + 1
  std::vector<Entry> entries_;
  std::vector<Frame> frames_;
};

} // namespace offside::python
