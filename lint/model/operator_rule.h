// Judges the devices of one operator call by the operator's measured rule.
#pragma once

#include "lint/model/model.h"

#include <span>

namespace offside::model {

enum class ZeroDim : uint8_t { No, Maybe, Yes };

// One tensor argument whose device is known. Elements of a list argument are separate operands of
// one position.
struct Operand {
  int position = 0;               // see operand_position(); -1: given by keyword only
  ir::Name keyword = 0xffffffffu; // then this name
  int device = 0;                 // 0 = CPU; equal numbers, equal accelerator devices
  ZeroDim zero_dim = ZeroDim::Maybe;
  bool output = false; // out=, or the receiver of an in-place method
};

enum class Verdict : uint8_t {
  Ok,      // runs, whatever is not known
  Error,   // fails, whatever is not known
  Unknown, // depends on whether some operand is 0-dimensional
};

struct Judgement {
  Verdict verdict = Verdict::Ok;
  int culprit = -1; // Error and Unknown: index of the operand that stands on another device ...
  int against = -1; // ... than this one
  int result =
      -1; // index of the operand whose device the result has when the call runs; -1: no operands
};

OperandRule rule_for(const OperatorRule &rule, const Operand &operand);
Judgement judge(const OperatorRule &rule, std::span<const Operand> operands);

} // namespace offside::model
