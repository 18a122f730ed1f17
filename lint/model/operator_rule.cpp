// Judges the devices of one operator call by the operator's measured rule.
#include "lint/model/operator_rule.h"

#include <vector>

namespace offside::model {
namespace {

struct Judged {
  OperandRule rule;
  bool zero_dim;
};

// Does this operand take part in choosing the common device? Free, Index and Cpu operands never do.
// A 0-dimensional ZeroDimFree operand does in `where`, whose every operand is of that kind, and
// does not in `index_put`, where the indexed tensor decides.
bool decides(const OperatorRule &rule, const Judged &operand) {
  switch (operand.rule) {
  case OperandRule::Exact:
  case OperandRule::Scalar:
    return true;
  case OperandRule::ZeroDimFree:
    return rule.input == OperandRule::ZeroDimFree || !operand.zero_dim;
  default:
    return false;
  }
}

// The verdict when every operand's rank is known. TensorIterator (aten/src/ATen/TensorIterator.cpp,
// compute_types) takes the first non-CPU device as the common one and lets a limited number of
// 0-dimensional CPU inputs pass.
Judgement judge_known(const OperatorRule &rule, std::span<const Operand> operands,
                      std::span<const Judged> judged) {
  int common = -1;
  for (int pass = 0; pass < 2 && (common < 0 || operands[common].device == 0); ++pass)
    for (size_t i = 0; i < operands.size(); ++i) {
      // Outputs come first.
      if (operands[i].output != (pass == 0) || !decides(rule, judged[i]))
        continue;
      if (common < 0 || (operands[common].device == 0 && operands[i].device != 0))
        common = int(i);
    }
  Judgement result;
  result.result = common;
  if (common < 0) {
    for (size_t i = 0; i < operands.size() && result.result < 0; ++i)
      if (operands[i].position == 0)
        result.result = int(i);
    if (result.result < 0 && !operands.empty())
      result.result = 0;
  }
  int reference = common >= 0 ? common : result.result;
  unsigned scalars_left = rule.cpu_scalars;
  for (size_t i = 0; i < operands.size(); ++i) {
    bool wrong = false;
    bool differs = reference >= 0 && operands[i].device != operands[reference].device;
    switch (judged[i].rule) {
    case OperandRule::Free:
      break;
    case OperandRule::Exact:
      wrong = differs;
      break;
    case OperandRule::Scalar:
      if (!differs)
        break;
      wrong = !judged[i].zero_dim || operands[i].device != 0 || scalars_left == 0;
      if (!wrong && scalars_left != 255)
        --scalars_left;
      break;
    case OperandRule::ZeroDimFree:
      wrong = differs && !judged[i].zero_dim;
      break;
    case OperandRule::Index:
      wrong = differs && operands[i].device != 0 && !judged[i].zero_dim;
      break;
    case OperandRule::Cpu:
      wrong = operands[i].device != 0;
      break;
    }
    if (!wrong)
      continue;
    result.verdict = Verdict::Error;
    result.culprit = int(i);
    result.against = reference == int(i) ? -1 : reference;
    return result;
  }
  return result;
}

} // namespace

OperandRule rule_for(const OperatorRule &rule, const Operand &operand) {
  if (operand.output && rule.out_exact)
    return OperandRule::Exact;
  if (operand.position == 0)
    return rule.input;
  if (operand.position > 0 && size_t(operand.position) <= rule.args.size())
    return rule.args[operand.position - 1];
  if (operand.position < 0)
    for (auto &[name, value] : rule.keywords)
      if (name == operand.keyword)
        return value;
  return rule.rest;
}

Judgement judge(const OperatorRule &rule, std::span<const Operand> operands) {
  std::vector<Judged> judged;
  std::vector<size_t> open; // operands whose unknown rank can matter
  for (size_t i = 0; i < operands.size(); ++i) {
    Judged one{rule_for(rule, operands[i]), operands[i].zero_dim == ZeroDim::Yes};
    bool rank_matters = one.rule == OperandRule::Scalar || one.rule == OperandRule::ZeroDimFree ||
                        one.rule == OperandRule::Index;
    if (rank_matters && operands[i].zero_dim == ZeroDim::Maybe)
      open.push_back(i);
    judged.push_back(one);
  }
  // Every assignment of the open ranks; beyond a handful, both extremes stand for the rest and a
  // disagreement between them, or any tolerance used up, reads as unknown anyway.
  constexpr size_t kMost = 6;
  uint32_t all = open.size() <= kMost ? (1u << open.size()) : 2;
  bool any_ok = false, any_error = false;
  Judgement ok, error;
  for (uint32_t choice = 0; choice < all; ++choice) {
    for (size_t k = 0; k < open.size(); ++k)
      judged[open[k]].zero_dim = open.size() <= kMost ? (choice >> k) & 1 : choice != 0;
    Judgement one = judge_known(rule, operands, judged);
    if (one.verdict == Verdict::Ok && !any_ok) {
      ok = one;
      any_ok = true;
    } else if (one.verdict == Verdict::Error && !any_error) {
      error = one;
      any_error = true;
    }
  }
  if (!any_error)
    return ok;
  if (!any_ok)
    return error;
  error.verdict = Verdict::Unknown;
  error.result = ok.result;
  return error;
}

} // namespace offside::model
