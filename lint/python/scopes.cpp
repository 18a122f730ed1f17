// Name binding analysis and lookup.
#include "lint/python/scopes.h"

#include <array>

namespace offside::python {
namespace {

// Kinds that find_bindings stops at.
constexpr std::array<bool, static_cast<size_t>(Kind::Count)> kInteresting = [] {
  std::array<bool, static_cast<size_t>(Kind::Count)> table{};
  for (Kind k : {Kind::Assignment,
                 Kind::AugmentedAssignment,
                 Kind::For,
                 Kind::ForIn,
                 Kind::NamedExpression,
                 Kind::AsPattern,
                 Kind::Import,
                 Kind::ImportFrom,
                 Kind::Def,
                 Kind::Class,
                 Kind::Lambda,
                 Kind::Global,
                 Kind::Nonlocal,
                 Kind::Delete,
                 Kind::CasePattern,
                 Kind::SplatPattern,
                 Kind::KeywordPattern,
                 Kind::UnionPattern,
                 Kind::DictPattern,
                 Kind::TypeAlias,
                 Kind::ClassPattern})
    table[static_cast<size_t>(k)] = true;
  return table;
}();

class Finder {
public:
  Finder(Tree &tree, std::vector<FoundBinding> &found) : tree_(tree), found_(found) {}

  void scan(NodeId begin, NodeId end) {
    for (NodeId n = begin; n < end;) {
      const Node &node = tree_[n];
      if (!kInteresting[static_cast<size_t>(node.kind)]) {
        ++n;
        continue;
      }
      n = visit(n, node);
    }
  }

private:
  void bind(uint32_t symbol) { found_.push_back({symbol, BindHow::Binds}); }

  // Names in an assignment target; objects and indices of attribute and item targets are reads.
  void targets(NodeId n) {
    for (const NodeId end = tree_[n].next; n < end;) {
      switch (tree_[n].kind) {
      case Kind::Identifier:
        bind(tree_[n].id);
        ++n;
        break;
      case Kind::Attribute:
      case Kind::Subscript:
      case Kind::Call:
        n = tree_[n].next;
        break;
      default:
        ++n;
      }
    }
  }

  // A name in a pattern: a capture unless dotted.
  void capture(NodeId n) {
    const std::string_view text = tree_.slice(tree_[n]);
    if (text.find('.') == std::string_view::npos)
      bind(tree_.symbols.add(text));
  }

  void imports(NodeId n, bool from) {
    NodeId c = tree_.first_child(n);
    if (from) { // behind the words before it comes the module
      while (c != kNoNode && c < tree_[n].next && tree_[c].kind == Kind::Token)
        c = tree_[c].next;
      if (c != kNoNode && c < tree_[n].next)
        c = tree_[c].next;
    }
    for (; c != kNoNode && c < tree_[n].next; c = tree_[c].next) {
      if (tree_[c].kind == Kind::AliasedImport) {
        for (NodeId a = c + 1; a < tree_[c].next; a = tree_[a].next)
          if (tree_[a].kind == Kind::Identifier)
            bind(tree_[a].id);
      } else if (tree_[c].kind == Kind::DottedName) {
        std::string_view text = tree_.slice(tree_[c]);
        bind(tree_.symbols.add(text.substr(0, text.find_first_of(". \t\\\r\n"))));
      }
    }
  }

  void definition(NodeId n) {
    for (NodeId c = n + 1; c < tree_[n].next; c = tree_[c].next) {
      if (tree_[c].kind == Kind::Identifier) {
        bind(tree_[c].id);
        return;
      }
    }
  }

  // Returns the node to go on with.
  NodeId visit(NodeId n, const Node &node) {
    const NodeId first = tree_.first_child(n);
    switch (node.kind) {
    case Kind::Assignment:
    case Kind::AugmentedAssignment:
    case Kind::NamedExpression:
      if (first != kNoNode)
        targets(first);
      return n + 1;
    case Kind::For: {
      NodeId c = first;
      if (c != kNoNode && tree_[c].kind == Kind::Token && c + 1 < node.next)
        ++c; // async
      if (c != kNoNode)
        targets(c);
      return n + 1;
    }
    case Kind::ForIn: {
      NodeId c = first;
      if (c != kNoNode && tree_[c].kind == Kind::Token && c + 1 < node.next)
        ++c;
      return c == kNoNode ? node.next : tree_[c].next;
    }
    case Kind::AsPattern:
      for (NodeId c = n + 1; c < node.next; c = tree_[c].next)
        if (tree_[c].kind == Kind::AsPatternTarget || tree_[c].kind == Kind::Identifier)
          last_ = c, seen_ = true;
      if (seen_)
        targets(last_);
      seen_ = false;
      return n + 1;
    case Kind::Delete:
      for (NodeId c = n + 1; c < node.next; c = tree_[c].next)
        targets(c);
      return n + 1;
    case Kind::TypeAlias:
      if (first != kNoNode && tree_[first].kind == Kind::Type) {
        std::string_view text = tree_.slice(tree_[first]);
        bind(tree_.symbols.add(text.substr(0, text.find_first_of("[ \t"))));
      }
      return node.next;
    case Kind::Import:
      imports(n, false);
      return node.next;
    case Kind::ImportFrom:
      imports(n, true);
      return node.next;
    case Kind::Def:
    case Kind::Class:
      definition(n);
      return node.next;
    case Kind::Lambda:
      return node.next;
    case Kind::Global:
    case Kind::Nonlocal:
      for (NodeId c = n + 1; c < node.next; c = tree_[c].next)
        if (tree_[c].kind == Kind::Identifier)
          found_.push_back(
              {tree_[c].id, node.kind == Kind::Global ? BindHow::Global : BindHow::Nonlocal});
      return node.next;
    case Kind::SplatPattern:
      for (NodeId c = n + 1; c < node.next; c = tree_[c].next)
        if (tree_[c].kind == Kind::Identifier)
          bind(tree_[c].id);
      return node.next;
    case Kind::CasePattern:
    case Kind::KeywordPattern:
    case Kind::UnionPattern:
    case Kind::DictPattern:
      for (NodeId c = n + 1; c < node.next; c = tree_[c].next)
        if (tree_[c].kind == Kind::DottedName)
          capture(c);
      return n + 1;
    case Kind::ClassPattern:
      return first == kNoNode ? node.next : tree_[first].next; // the class is a read
    default:
      return n + 1;
    }
  }

  Tree &tree_;
  std::vector<FoundBinding> &found_;
  NodeId last_ = 0;
  bool seen_ = false;
};

} // namespace

void find_bindings(Tree &tree, NodeId begin, NodeId end, std::vector<FoundBinding> &found) {
  Finder(tree, found).scan(begin, end);
}

void Scopes::reset(uint32_t symbol_count) {
  head_.assign(symbol_count, 0);
  entries_.clear();
  frames_.clear();
}

void Scopes::enter_frame(bool is_class_body) {
  frames_.push_back({is_class_body, 0, entries_.size()});
}

void Scopes::leave_frame() {
  unwind(frames_.back().first_entry);
  frames_.pop_back();
}

void Scopes::push(uint32_t symbol, uint32_t slot, EntryKind kind) {
  if (symbol >= head_.size())
    head_.resize(symbol + 1, 0);
  entries_.push_back({symbol, head_[symbol], depth(), slot, kind});
  head_[symbol] = static_cast<uint32_t>(entries_.size());
}

void Scopes::unwind(size_t mark) {
  while (entries_.size() > mark) {
    head_[entries_.back().symbol] = entries_.back().previous;
    entries_.pop_back();
  }
}

void Scopes::declare_slot(uint32_t symbol, uint32_t slot) { push(symbol, slot, EntryKind::Slot); }
void Scopes::declare_inner(uint32_t symbol, uint32_t slot) { push(symbol, slot, EntryKind::Inner); }
void Scopes::declare_global(uint32_t symbol) { push(symbol, 0, EntryKind::Global); }
void Scopes::declare_nonlocal(uint32_t symbol) { push(symbol, 0, EntryKind::Nonlocal); }

bool Scopes::declared_here(uint32_t symbol) const {
  for (uint32_t e = symbol < head_.size() ? head_[symbol] : 0; e; e = entries_[e - 1].previous) {
    const Entry &entry = entries_[e - 1];
    if (entry.frame != depth())
      return false;
    if (entry.kind != EntryKind::Inner)
      return true;
  }
  return false;
}

Place Scopes::find(uint32_t symbol) const {
  const uint32_t here = depth();
  for (uint32_t e = symbol < head_.size() ? head_[symbol] : 0; e; e = entries_[e - 1].previous) {
    const Entry &entry = entries_[e - 1];
    const Frame &frame = frames_[entry.frame];
    if (entry.kind == EntryKind::Nonlocal)
      continue;
    // A class body's names are seen by its own statements only: not by functions in it, nor by its
    // comprehensions.
    if (frame.is_class_body && entry.kind != EntryKind::Inner &&
        (entry.frame != here || frame.comprehensions > 0))
      continue;
    if (entry.kind == EntryKind::Global)
      return {Place::Global};
    if (entry.frame == here)
      return {Place::Slot, entry.slot};
    return {Place::Outer, entry.slot, here - entry.frame};
  }
  return {Place::Global};
}

} // namespace offside::python
