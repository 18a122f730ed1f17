// What the engine tells whoever judges: one call per thing that happened, with values, places and
// path conditions.
#pragma once

#include "lint/model/model.h"
#include "lint/placement/value.h"

#include <string_view>
#include <vector>

namespace offside::placement {

class Machine;

struct Site {
  uint32_t program = ir::kNone;
  uint32_t function = ir::kNone;
  ir::Reg inst = ir::kNone;
  ir::Span span;
};

struct Operand {
  Value value = kUnknown;    // may be a choice
  ir::Span span;             // where it is written
  ir::Name role = ir::kNone; // argument name, "self", ... or none
  model::OperandRule rule = model::OperandRule::Exact;
  bool parameter_of_module = false; // stands for the parameters of the called module
};

enum class ConflictKind : uint8_t { Mixed, Index, Generator, MustBeCpu, Weight, Optimizer };

struct Conflict {
  ConflictKind kind = ConflictKind::Mixed;
  Site site;
  std::string_view operation; // "+", "torch.cat", "nn.Linear"
  Operand left, right;
  Value left_ground = kUnknown, right_ground = kUnknown;
  Relation relation = Relation::Different;
  Guard guard; // under which both are as said
};

// One argument of a call as written.
struct Actual {
  ir::Name name = ir::kPositional; // keyword, kPositional, kStar, kStarStar
  Value value = kUnknown;
  ir::Span span;
  ir::Reg reg = ir::kNone;
};

struct LibraryCall {
  Site site;
  ir::Name name;             // qualified name as reached
  const model::Entry *entry; // may be null
  Value receiver = kUnbound; // for methods
  ir::Span receiver_span;
  const std::vector<Actual> *actuals;
  Value result = kUnknown;
  bool as_context = false;
};

class Observer {
public:
  virtual ~Observer() = default;
  virtual void conflict(const Machine &, const Conflict &) = 0;
  virtual void agreed(const Machine &,
                      const Site &) = 0; // an operation whose operands all lie on the CPU for sure
  virtual void library_call(const Machine &, const LibraryCall &) = 0;
  virtual void library_attribute(const Machine &, const Site &, ir::Name qualified) = 0;
  virtual void discard(const Machine &, const Site &, ir::Reg value) = 0;
  virtual void compare(const Machine &, const Site &, ir::CompareOp, Value left, Value right) = 0;
  virtual void attribute_load(const Machine &, const Site &, Value object,
                              ir::Name name) = 0; // of a choice
  virtual void attribute_store(const Machine &, const Site &, Value object, ir::Name name,
                               Value value) = 0;
  virtual void module_call(const Machine &, const Site &, Value module,
                           const std::vector<Actual> &) = 0;
  virtual void accumulate(const Machine &, const Site &, Value left, Value right) = 0;
  virtual void append(const Machine &, const Site &, Value container, Value element) = 0;
  // A module's constructor is done: `self` has the attributes it leaves behind.
  virtual void constructed(const Machine &, Value self) = 0;
  virtual void project_call(const Machine &, const Site &, uint32_t program, uint32_t function,
                            const std::vector<Actual> &) = 0;
};

} // namespace offside::placement
