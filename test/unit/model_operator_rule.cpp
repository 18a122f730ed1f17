// Judging operands: what an unknown rank leaves open, and where the result is.
#include "lint/model/operator_rule.h"

#include <gtest/gtest.h>

namespace offside::model {
namespace {

Operand at(int position, int device, ZeroDim rank = ZeroDim::No) {
  return {position, 0xffffffffu, device, rank};
}

const OperatorRule &rule(std::string_view op) { return *Model::builtin().find_operator(op); }

TEST(OperatorRule, UnknownRankOfACpuOperandDecidesNothing) {
  std::vector<Operand> operands{at(0, 1), at(1, 0, ZeroDim::Maybe)};
  Judgement judgement = judge(rule("mul"), operands);
  EXPECT_EQ(judgement.verdict, Verdict::Unknown);
  EXPECT_EQ(judgement.result, 0); // if it runs at all, it runs on the accelerator
}

TEST(OperatorRule, UnknownRankDoesNotMatterToExactOperators) {
  std::vector<Operand> operands{at(0, 1, ZeroDim::Maybe), at(1, 0, ZeroDim::Maybe)};
  EXPECT_EQ(judge(rule("matmul"), operands).verdict, Verdict::Error);
}

TEST(OperatorRule, UnknownRankOfTheAcceleratorOperandDoesNotMatter) {
  std::vector<Operand> operands{at(0, 1, ZeroDim::Maybe), at(1, 0, ZeroDim::Yes)};
  EXPECT_EQ(judge(rule("add"), operands).verdict, Verdict::Ok);
}

TEST(OperatorRule, OneCpuScalarIsTolerated) {
  std::vector<Operand> operands{at(0, 0, ZeroDim::Yes), at(1, 0, ZeroDim::Yes),
                                at(-1, 1, ZeroDim::Yes)};
  operands[2].output = true;
  Judgement judgement = judge(rule("add"), operands);
  EXPECT_EQ(judgement.verdict, Verdict::Error);
  EXPECT_EQ(judgement.culprit, 1);
}

TEST(OperatorRule, CulpritAndItsOpposite) {
  std::vector<Operand> operands{at(0, 0), at(1, 2)};
  Judgement judgement = judge(rule("mm"), operands);
  EXPECT_EQ(judgement.verdict, Verdict::Error);
  EXPECT_EQ(judgement.culprit, 0);
  EXPECT_EQ(judgement.against, 1);
}

TEST(OperatorRule, OnTheSameDeviceEverythingRuns) {
  for (std::string_view op :
       {"add", "mm", "where", "__getitem__", "index_put_", "masked_fill", "cat"})
    for (int device : {0, 1}) {
      std::vector<Operand> operands{at(0, device, ZeroDim::Maybe), at(1, device, ZeroDim::Maybe)};
      EXPECT_EQ(judge(rule(op), operands).verdict, Verdict::Ok) << op;
    }
}

TEST(OperatorRule, NoOperands) {
  Judgement judgement = judge(rule("add"), {});
  EXPECT_EQ(judgement.verdict, Verdict::Ok);
  EXPECT_EQ(judgement.result, -1);
}

TEST(OperatorRule, AKeywordFindsItsRule) {
  std::vector<Operand> operands{at(0, 1), at(1, 1), at(-1, 0, ZeroDim::Yes)};
  operands[2].keyword = ir::intern("pos_weight");
  EXPECT_EQ(judge(rule("nn.functional.binary_cross_entropy_with_logits"), operands).verdict,
            Verdict::Ok);
  operands[2].zero_dim = ZeroDim::No;
  EXPECT_EQ(judge(rule("nn.functional.binary_cross_entropy_with_logits"), operands).verdict,
            Verdict::Error);
}

} // namespace
} // namespace offside::model
