// The state of lowering one file. Its members are spread over lower_*.cpp by what they lower.
#pragma once

#include "lint/ir/ir.h"
#include "lint/ir/names.h"
#include "lint/python/lower.h"
#include "lint/python/scopes.h"
#include "lint/python/tree.h"

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace offside::python {

// Levels of nesting lowered before giving up with Unsupported. Chains that nest to the left (a.b.c,
// a + b + c) and parentheses do not count.
inline constexpr uint32_t kMaxDepth = 800;

class Lowering {
public:
  // Lowers tree into result.program. Reusable: buffers are kept.
  void run(Tree &tree, LowerResult &result, std::string_view module, bool is_package);

private:
  using Reg = ir::Reg;
  using Op = ir::Op;

  // A function under construction. Frames are stacked and reused.
  struct Frame {
    uint32_t function = 0;
    ir::FunctionKind kind = ir::FunctionKind::Module;
    std::vector<ir::Inst> insts;
    std::vector<ir::Name> slots;
    std::vector<bool> assigned; // class bodies: slots stored so far
    std::vector<Reg> loops;
    uint32_t regions = 0; // open If, Loop and Try regions
    bool is_generator = false;
    bool incomplete = false; // statements were left out: what falls off the end is unknown
  };

  struct ModuleBinding {
    ir::Binding binding;
    uint32_t at; // the instruction in the module function that binds, kNone when only functions do
    bool import_first; // the first binding was an import: its instruction stays the index when
                       // others follow
  };

  class DepthGuard {
  public:
    explicit DepthGuard(Lowering &l) : lowering_(l) { ++lowering_.depth_; }
    ~DepthGuard() { --lowering_.depth_; }
    DepthGuard(const DepthGuard &) = delete;
    DepthGuard &operator=(const DepthGuard &) = delete;

  private:
    Lowering &lowering_;
  };

  // --- building (lower.cpp)
  Frame &frame() { return *frames_[scopes_.depth()]; }
  ir::Span span(NodeId n) const { return {tree_->nodes[n].begin, tree_->nodes[n].end}; }
  Reg emit(Op op, ir::Span span, uint32_t a = ir::kNone, uint32_t b = ir::kNone,
           uint32_t c = ir::kNone, uint8_t flags = 0, uint8_t aux = 0);
  ir::Inst &inst(Reg r) { return frame().insts[r]; }
  Reg next_reg() { return static_cast<Reg>(frame().insts.size()); }
  Reg emit_args(Op op, ir::Span span, uint32_t a, size_t args_base,
                uint8_t flags = 0); // takes pending args
  Reg open_if(Reg condition, ir::Span span, uint8_t flags = 0);
  Reg open_else(Reg open, ir::Span span);
  void close_if(Reg open, Reg els, ir::Span span);
  Reg negate(Reg value, ir::Span span);
  uint32_t new_slot(ir::Name name);
  void enter_frame(uint32_t function, ir::FunctionKind kind);
  void leave_frame();
  void declare_bindings(NodeId begin, NodeId end);
  bool too_deep(ir::Span where, Reg &result);
  void withhold(NodeId n);
  void add_broken(ir::Span where);
  bool withhold_lost(uint32_t to, uint32_t column);
  uint32_t column_of(uint32_t offset) const;
  void finish();

  // --- names (lower_store.cpp)
  Reg load(uint32_t symbol, ir::Span span);
  void store_name(uint32_t symbol, Reg value, ir::Span span,
                  ir::BindingKind kind = ir::BindingKind::Value, uint32_t index = ir::kNone);
  void delete_name(uint32_t symbol, ir::Span span, uint8_t flags = 0);
  void bind_module_name(uint32_t symbol, ir::BindingKind kind, uint32_t index, uint32_t at);
  void store(NodeId target, Reg value);
  void store_elements(NodeId target, Reg value);
  void remove(NodeId target);
  bool is_single_without_comma(NodeId n) const;
  bool comma_between(uint32_t begin, uint32_t end) const;

  // --- expressions (lower_expr.cpp)
  NodeId operand(NodeId n, uint32_t index) const; // the index-th child that is not a token
  bool is_starred(NodeId n) const;
  Reg expr(NodeId n);
  Reg expr_leaf(NodeId n);
  Reg apply(NodeId n, Reg operand);
  Reg call(NodeId n, Reg callee);
  void push_arguments(NodeId list);
  Reg index_of(NodeId subscript);
  Reg slice(NodeId n);
  Reg boolean(NodeId n, Reg left);
  Reg comparison(NodeId n);
  Reg conditional(NodeId n);
  Reg display(NodeId n, Op op);
  Reg dictionary(NodeId n);
  Reg comprehension(NodeId n);
  void comprehension_clauses(NodeId clause, NodeId end, NodeId body, Reg result, bool first);
  Reg number(NodeId n);
  Reg string(NodeId n);
  void string_pieces(NodeId n, struct StringParts &parts);
  void format_pieces(NodeId n);
  Reg constant_string(std::string_view text, ir::Span span, uint8_t flags = 0);
  Reg tuple_of_children(NodeId n);
  Reg yield(NodeId n);
  Reg unsupported(ir::Span span);

  // --- statements (lower_stmt.cpp)
  void statements(NodeId begin, NodeId end, uint32_t column);
  void suite(NodeId block);
  void statement(NodeId n);
  void expression_statement(NodeId n);
  Reg assignment(NodeId n);
  Reg right_hand_side(NodeId n);
  Reg augmented_assignment(NodeId n);
  void return_statement(NodeId n);
  void raise_statement(NodeId n);
  void assert_statement(NodeId n);
  void if_statement(NodeId n);
  void for_statement(NodeId n);
  void while_statement(NodeId n);
  void loop_else(NodeId clause, Reg loop);
  void try_statement(NodeId n);
  void except_clause(NodeId n);
  void with_statement(NodeId n);
  void break_or_continue(NodeId n, Op op);
  bool is_damaged_beyond_use(NodeId n) const;
  bool comma_after_single(NodeId statement, NodeId child) const;
  bool is_plain_string(NodeId n) const;

  // --- patterns (lower_match.cpp)
  void match_statement(NodeId n);
  void match_case(NodeId n, Reg subject, const std::function<void(Reg, ir::Span)> &open);
  Reg pattern_condition(NodeId pattern, Reg subject);
  bool always_matches(NodeId pattern) const;
  void pattern_captures(NodeId pattern, Reg subject);
  void capture_elements(NodeId begin, NodeId end, Reg subject);
  Reg pattern_value(NodeId n);
  Reg opaque(Reg from, ir::Span span);

  // --- definitions (lower_def.cpp)
  void decorated(NodeId n);
  void function(NodeId n, const std::vector<Reg> &decorators, NodeId decorated);
  void class_definition(NodeId n, const std::vector<Reg> &decorators, NodeId decorated);
  Reg lambda(NodeId n);
  Reg make_function(NodeId n, NodeId parameters, NodeId returns, NodeId body, ir::FunctionKind kind,
                    NodeId name, NodeId decorated);
  void push_defaults(NodeId parameters);
  void declare_parameters(uint32_t function, NodeId parameters);
  Reg apply_decorators(Reg value, const std::vector<Reg> &decorators, NodeId decorated);
  void decorator_texts(NodeId decorated, uint32_t &first, uint32_t &count);
  void declare_type_parameters(NodeId list);
  void leave_type_parameters(size_t mark, size_t aliases);
  ir::Name qualified(std::string_view name);

  // --- imports (lower_import.cpp)
  void import_statement(NodeId n);
  void import_from_statement(NodeId n);
  std::string absolute_module(NodeId n);
  void set_alias(uint32_t symbol, ir::Name dotted);
  void note_alias(NodeId target, NodeId value);

  // --- annotation text (annotation.cpp)
  ir::Name resolved_text(std::string_view text);

  Tree *tree_ = nullptr;
  LowerResult *result_ = nullptr;
  ir::Program *program_ = nullptr;
  std::string_view module_;
  bool is_package_ = false;
  uint32_t depth_ = 0;
  Scopes scopes_;
  std::vector<std::unique_ptr<Frame>> frames_;
  std::vector<ir::Arg> pending_; // arguments of the calls and displays being lowered
  std::vector<NodeId> spine_;
  size_t lost_taken_ = 0; // Tree::lost before this were met
  std::vector<FoundBinding> found_;
  std::vector<ir::Name> aliases_; // by symbol: the dotted name it was imported as, or kNone
  std::vector<ModuleBinding> bindings_;
  std::vector<uint32_t> binding_of_;   // by symbol: index in bindings_ + 1, or 0
  std::vector<std::string> qualnames_; // by frame depth
  std::vector<std::pair<uint32_t, ir::Name>>
      hidden_aliases_; // of imports that open type parameters hide
};

} // namespace offside::python
