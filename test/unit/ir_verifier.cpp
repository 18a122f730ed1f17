// The verifier finds each kind of broken promise, and the printer shows programs as text.
#include "lint/ir/names.h"
#include "lint/ir/printer.h"
#include "lint/ir/verifier.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace offside::ir {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;

Program module_of(std::vector<Inst> insts, std::vector<Arg> args = {},
                  std::vector<Name> slots = {}) {
  Program p;
  p.insts = std::move(insts);
  p.args = std::move(args);
  p.slots = std::move(slots);
  Function f{};
  f.name = f.qualname = intern("<module>");
  f.kind = FunctionKind::Module;
  f.count = static_cast<uint32_t>(p.insts.size());
  f.slot_count = static_cast<uint32_t>(p.slots.size());
  p.functions.push_back(f);
  return p;
}

Inst inst(Op op, uint32_t a = kNone, uint32_t b = kNone, uint32_t c = kNone) {
  return {op, 0, 0, 0, a, b, c, {}};
}

void expect_violation(const Program &p, const char *what) {
  EXPECT_THAT(verify(p), Contains(HasSubstr(what)));
}

TEST(IrVerifier, AcceptsAWellFormedProgram) {
  EXPECT_THAT(
      verify(module_of({inst(Op::ConstTrue), inst(Op::If, 0, 2, 3), inst(Op::Else, 1, kNone, 3),
                        inst(Op::EndIf, 1), inst(Op::Return)})),
      IsEmpty());
}

TEST(IrVerifier, EmptyProgram) { expect_violation(Program(), "no module function"); }

TEST(IrVerifier, OperandBeforeItsDefinition) {
  expect_violation(module_of({inst(Op::Discard, 1), inst(Op::ConstNone), inst(Op::Return)}),
                   "not defined yet");
}

TEST(IrVerifier, MissingOperand) {
  expect_violation(module_of({inst(Op::Discard), inst(Op::Return)}), "missing operand");
}

TEST(IrVerifier, ArgumentsOutOfRange) {
  expect_violation(module_of({inst(Op::BuildTuple, kNone, 0, 1), inst(Op::Return)}),
                   "arguments out of range");
}

TEST(IrVerifier, SlotOutOfRange) {
  expect_violation(module_of({inst(Op::LoadSlot, 0), inst(Op::Return)}), "slot out of range");
}

TEST(IrVerifier, OuterLevelThatIsNotThere) {
  expect_violation(module_of({inst(Op::LoadOuter, 0, 1), inst(Op::Return)}), "no such outer level");
}

TEST(IrVerifier, RegionLeftOpen) {
  expect_violation(module_of({inst(Op::ConstTrue), inst(Op::EnterContext, 0), inst(Op::Return)}),
                   "left open");
}

TEST(IrVerifier, RegionsThatCross) {
  expect_violation(module_of({inst(Op::ConstTrue), inst(Op::If, 0, 3, 3), inst(Op::EnterContext, 0),
                              inst(Op::EndIf, 1), inst(Op::ExitContext, 2), inst(Op::Return)}),
                   "does not close the innermost region");
}

TEST(IrVerifier, UnlinkedIf) {
  expect_violation(module_of({inst(Op::ConstTrue), inst(Op::If, 0, 4, 4), inst(Op::EndIf, 1),
                              inst(Op::ConstTrue), inst(Op::Return)}),
                   "not linked");
}

TEST(IrVerifier, NextOutsideALoop) {
  expect_violation(module_of({inst(Op::ConstTrue), inst(Op::Next, 0), inst(Op::Return)}),
                   "not first in the body");
}

TEST(IrVerifier, BreakOutsideItsLoop) {
  expect_violation(module_of({inst(Op::Loop, kNone, 1), inst(Op::EndLoop, 0), inst(Op::Break, 0),
                              inst(Op::Return)}),
                   "not inside its loop");
}

TEST(IrVerifier, BodyWithoutReturn) {
  expect_violation(module_of({inst(Op::ConstTrue)}), "does not end in a return");
}

TEST(IrVerifier, UnsortedBindings) {
  Program p = module_of({inst(Op::Return)});
  const Name a = intern("verifier a"), b = intern("verifier b");
  p.bindings = {{std::max(a, b), BindingKind::Many, 0},
                {std::min(a, b), BindingKind::Many, 0}};
  expect_violation(p, "not sorted");
}

TEST(IrVerifier, StopsAfterAHundred) {
  std::vector<Inst> insts(500, inst(Op::Discard));
  EXPECT_LE(verify(module_of(insts)).size(), 102u);
}

TEST(IrPrinter, ShowsSourceBesideInstructions) {
  Program p = module_of(
      {inst(Op::ConstInt, 5, 0), inst(Op::StoreGlobal, intern("x"), 0), inst(Op::Return)});
  p.insts[0].span = {4, 5};
  p.insts[1].span = {0, 5};
  EXPECT_EQ(print(p, "x = 5\n"), "module #0 <module>\n"
                                 "  %0 = int 5                                    ; 5\n"
                                 "  %1 = store_global x, %0                       ; x = 5\n"
                                 "  %2 = return _\n");
}

TEST(IrPrinter, NegativeAndHugeIntegers) {
  Program p = module_of(
      {inst(Op::ConstInt, 0xffffffffu, 0xffffffffu), inst(Op::ConstInt, 0, 1), inst(Op::Return)});
  EXPECT_THAT(print(p, ""), HasSubstr("%0 = int -1\n  %1 = int 4294967296\n"));
}

TEST(IrPrinter, QuotesStrings) {
  Program p = module_of({inst(Op::ConstStr, intern("a\n\"\\\x01")), inst(Op::Return)});
  EXPECT_THAT(print(p, ""), HasSubstr("str \"a\\n\\\"\\\\\\x01\""));
}

TEST(IrPrinter, EveryOperationHasAName) {
  for (int op = 0; op <= static_cast<int>(Op::Unsupported); ++op)
    EXPECT_FALSE(op_name(static_cast<Op>(op)).empty()) << op;
}

} // namespace
} // namespace offside::ir
