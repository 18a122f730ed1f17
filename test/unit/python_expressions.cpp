// Lowering: expressions become registers.
#include "test/unit/python_lowering.h"

namespace offside::python {
namespace {

TEST(PythonExpressions, AttributeCallItem) {
  EXPECT_EQ(lowered("a.b(c)[d]"),
            R"(
%0 = load_global a
%1 = load_attr %0.b
%2 = load_global c
%3 = call %1(%2)
%4 = load_global d
%5 = load_item %3[%4]
%6 = discard %5
)");
}

TEST(PythonExpressions, CallArguments) {
  EXPECT_EQ(lowered("f(1, *a, k=2, **b)"),
            R"(
%0 = load_global f
%1 = int 1
%2 = load_global a
%3 = int 2
%4 = load_global b
%5 = call %0(%1, *%2, k=%3, **%4)
%6 = discard %5
)");
}

TEST(PythonExpressions, CallWithGenerator) {
  EXPECT_EQ(lowered("f(x for x in y)"),
            R"(
%0 = load_global f
%1 = build_list generator ()
%2 = load_global y
%3 = loop %2 comprehension
  %4 = next %3
  %5 = store_slot x.0, %4
  %6 = load_slot x.0
  %7 = append %1, %6
%8 = end_loop
%9 = call %0(%1)
%10 = discard %9
)");
}

TEST(PythonExpressions, BinaryAndUnary) {
  EXPECT_EQ(lowered("-a @ b // ~c"),
            R"(
%0 = load_global a
%1 = unary - %0
%2 = load_global b
%3 = binary %1 @ %2
%4 = load_global c
%5 = unary ~ %4
%6 = binary %3 // %5
%7 = discard %6
)");
}

TEST(PythonExpressions, LeftToRight) {
  EXPECT_EQ(lowered("a + b - c"),
            R"(
%0 = load_global a
%1 = load_global b
%2 = binary %0 + %1
%3 = load_global c
%4 = binary %2 - %3
%5 = discard %4
)");
}

TEST(PythonExpressions, AndEvaluatesItsRightUnderTheLeft) {
  EXPECT_EQ(lowered("r = a and b"),
            R"(
%0 = load_global a
%1 = if %0 short_circuit
  %2 = load_global b
%3 = end_if
%4 = and %0, %2
%5 = store_global r, %4
)");
}

TEST(PythonExpressions, OrEvaluatesItsRightUnderTheNegatedLeft) {
  EXPECT_EQ(lowered("r = a or b"),
            R"(
%0 = load_global a
%1 = unary not %0
%2 = if %1 short_circuit
  %3 = load_global b
%4 = end_if
%5 = or %0, %3
%6 = store_global r, %5
)");
}

TEST(PythonExpressions, ChainOfAnd) {
  EXPECT_EQ(lowered("r = a and b and c"),
            R"(
%0 = load_global a
%1 = if %0 short_circuit
  %2 = load_global b
%3 = end_if
%4 = and %0, %2
%5 = if %4 short_circuit
  %6 = load_global c
%7 = end_if
%8 = and %4, %6
%9 = store_global r, %8
)");
}

TEST(PythonExpressions, Comparison) {
  EXPECT_EQ(lowered("r = a is not b"),
            R"(
%0 = load_global a
%1 = load_global b
%2 = compare %0 is not %1
%3 = store_global r, %2
)");
}

TEST(PythonExpressions, ChainedComparisonEvaluatesTheMiddleOnce) {
  EXPECT_EQ(lowered("r = a < b <= c"),
            R"(
%0 = load_global a
%1 = load_global b
%2 = compare %0 < %1
%3 = if %2 short_circuit
  %4 = load_global c
  %5 = compare %1 <= %4
%6 = end_if
%7 = and %2, %5
%8 = store_global r, %7
)");
}

TEST(PythonExpressions, ConditionalExpression) {
  EXPECT_EQ(lowered("r = a if c else b"),
            R"(
%0 = load_global c
%1 = if %0 short_circuit
  %2 = load_global a
%3 = else
  %4 = load_global b
%5 = end_if
%6 = select %0, %2, %4
%7 = store_global r, %6
)");
}

TEST(PythonExpressions, Displays) {
  EXPECT_EQ(lowered("r = (a, *b), [c], {d, e}"),
            R"(
%0 = load_global a
%1 = load_global b
%2 = build_tuple (%0, *%1)
%3 = load_global c
%4 = build_list (%3)
%5 = load_global d
%6 = load_global e
%7 = build_set (%5, %6)
%8 = build_tuple (%2, %4, %7)
%9 = store_global r, %8
)");
}

TEST(PythonExpressions, DictionaryDisplay) {
  EXPECT_EQ(lowered(R"(r = {"k": v, **more})"),
            R"(
%0 = str "k"
%1 = load_global v
%2 = load_global more
%3 = build_dict (%0, %1, **%2)
%4 = store_global r, %3
)");
}

TEST(PythonExpressions, StarInBareTupleCoversTheWholeElement) {
  EXPECT_EQ(lowered("r = *f(a).b, c"),
            R"(
%0 = load_global f
%1 = load_global a
%2 = call %0(%1)
%3 = load_attr %2.b
%4 = load_global c
%5 = build_tuple (*%3, %4)
%6 = store_global r, %5
)");
}

TEST(PythonExpressions, StarBeforeABracketInBareTuple) {
  EXPECT_EQ(lowered("r = *[a], *(b)(c)"),
            R"(
%0 = load_global a
%1 = build_list (%0)
%2 = load_global b
%3 = load_global c
%4 = call %2(%3)
%5 = build_tuple (*%1, *%4)
%6 = store_global r, %5
)");
}

TEST(PythonExpressions, Slices) {
  EXPECT_EQ(lowered("r = x[1:2, ::3, ...]"),
            R"(
%0 = load_global x
%1 = int 1
%2 = int 2
%3 = slice %1 : %2 : _
%4 = int 3
%5 = slice _ : _ : %4
%6 = ellipsis
%7 = build_tuple (%3, %5, %6)
%8 = load_item %0[%7]
%9 = store_global r, %8
)");
}

TEST(PythonExpressions, SingleIndexWithCommaIsATuple) {
  EXPECT_EQ(lowered("r = x[1,]"),
            R"(
%0 = load_global x
%1 = int 1
%2 = build_tuple (%1)
%3 = load_item %0[%2]
%4 = store_global r, %3
)");
}

TEST(PythonExpressions, StarInIndex) {
  EXPECT_EQ(lowered("r = x[*a]"),
            R"(
%0 = load_global x
%1 = load_global a
%2 = build_tuple (*%1)
%3 = load_item %0[%2]
%4 = store_global r, %3
)");
}

TEST(PythonExpressions, ListComprehension) {
  EXPECT_EQ(lowered("r = [f(x) for x in xs if x]"),
            R"(
%0 = build_list ()
%1 = load_global xs
%2 = loop %1 comprehension
  %3 = next %2
  %4 = store_slot x.0, %3
  %5 = load_slot x.0
  %6 = if %5
    %7 = load_global f
    %8 = load_slot x.0
    %9 = call %7(%8)
    %10 = append %0, %9
  %11 = end_if
%12 = end_loop
%13 = store_global r, %0
)");
}

TEST(PythonExpressions, NestedComprehensionClauses) {
  EXPECT_EQ(lowered("r = {a: b for a in p for b in a}"),
            R"(
%0 = build_dict ()
%1 = load_global p
%2 = loop %1 comprehension
  %3 = next %2
  %4 = store_slot a.0, %3
  %5 = load_slot a.0
  %6 = loop %5 comprehension
    %7 = next %6
    %8 = store_slot b.1, %7
    %9 = load_slot a.0
    %10 = load_slot b.1
    %11 = append_item %0, %9, %10
  %12 = end_loop
%13 = end_loop
%14 = store_global r, %0
)");
}

TEST(PythonExpressions, SetComprehensionWithTargets) {
  EXPECT_EQ(lowered("r = {a for a, *b in p}"),
            R"(
%0 = build_set ()
%1 = load_global p
%2 = loop %1 comprehension
  %3 = next %2
  %4 = unpack %3[0] of 2
  %5 = store_slot a.0, %4
  %6 = unpack %3[1] of 2 starred
  %7 = store_slot b.1, %6
  %8 = load_slot a.0
  %9 = append %0, %8
%10 = end_loop
%11 = store_global r, %0
)");
}

TEST(PythonExpressions, GeneratorExpression) {
  EXPECT_EQ(lowered("r = (x for x in xs)"),
            R"(
%0 = build_list generator ()
%1 = load_global xs
%2 = loop %1 comprehension
  %3 = next %2
  %4 = store_slot x.0, %3
  %5 = load_slot x.0
  %6 = append %0, %5
%7 = end_loop
%8 = store_global r, %0
)");
}

TEST(PythonExpressions, ComprehensionOverBareTuple) {
  EXPECT_EQ(lowered("r = [i for i in (a, b)]"),
            R"(
%0 = build_list ()
%1 = load_global a
%2 = load_global b
%3 = build_tuple (%1, %2)
%4 = loop %3 comprehension
  %5 = next %4
  %6 = store_slot i.0, %5
  %7 = load_slot i.0
  %8 = append %0, %7
%9 = end_loop
%10 = store_global r, %0
)");
}

TEST(PythonExpressions, Walrus) {
  EXPECT_EQ(lowered("f(n := g(), n)"),
            R"(
%0 = load_global f
%1 = load_global g
%2 = call %1()
%3 = store_global n, %2
%4 = load_global n
%5 = call %0(%2, %4)
%6 = discard %5
)");
}

TEST(PythonExpressions, LambdaBody) {
  EXPECT_EQ(lowered("r = lambda a, *b, c=1, **d: a", "<lambda>"),
            R"(
%0 = load_slot a.0
%1 = return %0
)");
}

TEST(PythonExpressions, LambdaDefaultsAreEvaluatedOutside) {
  EXPECT_EQ(lowered("r = lambda c=d: c"),
            R"(
%0 = load_global d
%1 = make_function #1(c = %0)
%2 = store_global r, %1
)");
}

TEST(PythonExpressions, FStringPieces) {
  EXPECT_EQ(lowered(R"(r = f"a{x}b{y!r:>{w}}" "c")"),
            R"(
%0 = str "a"
%1 = load_global x
%2 = str "b"
%3 = load_global y
%4 = load_global w
%5 = str "c"
%6 = fstring (%0, %1, %2, %3, %4, %5)
%7 = store_global r, %6
)");
}

TEST(PythonExpressions, FStringWithDoubledBraces) {
  EXPECT_EQ(lowered(R"(r = f"{{{x}}}")"),
            R"(
%0 = str "{"
%1 = load_global x
%2 = str "}"
%3 = fstring (%0, %1, %2)
%4 = store_global r, %3
)");
}

TEST(PythonExpressions, FStringWithoutInterpolationIsAString) {
  EXPECT_EQ(lowered(R"(r = f"a{{b}}")"),
            R"(
%0 = str "a{b}"
%1 = store_global r, %0
)");
}

TEST(PythonExpressions, NestedQuotesInFString) {
  EXPECT_EQ(lowered(R"(r = f"{d["k"]}")"),
            R"(
%0 = load_global d
%1 = str "k"
%2 = load_item %0[%1]
%3 = fstring (%2)
%4 = store_global r, %3
)");
}

TEST(PythonExpressions, TemplateStringIsOpaque) {
  EXPECT_EQ(lowered(R"(r = t"hello {name}")"),
            R"(
%0 = str "hello "
%1 = load_global name
%2 = opaque (%0, %1)
%3 = store_global r, %2
)");
}

TEST(PythonExpressions, ParenthesesLeaveNoTrace) {
  EXPECT_EQ(lowered("r = (((a)))"),
            R"(
%0 = load_global a
%1 = store_global r, %0
)");
}

} // namespace
} // namespace offside::python
