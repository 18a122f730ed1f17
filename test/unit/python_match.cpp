// Lowering: match becomes a chain of conditions.
#include "test/unit/python_lowering.h"

namespace offside::python {
namespace {

TEST(PythonMatch, LiteralsAndWildcard) {
  EXPECT_EQ(lowered(R"(
match x:
    case 1: a()
    case "s" | -2: b()
    case None: c()
    case _: d()
)"),
            R"(
%0 = load_global x
%1 = int 1
%2 = compare %0 == %1
%3 = if %2
  %4 = load_global a
  %5 = call %4()
  %6 = discard %5
%7 = else
  %8 = str "s"
  %9 = compare %0 == %8
  %10 = unary not %9
  %11 = if %10 short_circuit
    %12 = int 2
    %13 = unary - %12
    %14 = compare %0 == %13
  %15 = end_if
  %16 = or %9, %14
  %17 = if %16
    %18 = load_global b
    %19 = call %18()
    %20 = discard %19
  %21 = else
    %22 = none
    %23 = compare %0 is %22
    %24 = if %23
      %25 = load_global c
      %26 = call %25()
      %27 = discard %26
    %28 = else
      %29 = load_global d
      %30 = call %29()
      %31 = discard %30
    %32 = end_if
  %33 = end_if
%34 = end_if
)");
}

TEST(PythonMatch, DottedValue) {
  EXPECT_EQ(lowered(R"(
match x:
    case A.b: f()
)"),
            R"(
%0 = load_global x
%1 = load_global A
%2 = load_attr %1.b
%3 = compare %0 == %2
%4 = if %3
  %5 = load_global f
  %6 = call %5()
  %7 = discard %6
%8 = end_if
)");
}

TEST(PythonMatch, Capture) {
  EXPECT_EQ(lowered(R"(
match x:
    case y: f(y)
)"),
            R"(
%0 = load_global x
%1 = store_global y, %0
%2 = load_global f
%3 = load_global y
%4 = call %2(%3)
%5 = discard %4
)");
}

TEST(PythonMatch, GuardSeesCaptures) {
  EXPECT_EQ(lowered(R"(
match x:
    case [a, *b] if a: f(b)
    case _: g()
)"),
            R"(
%0 = load_global x
%1 = opaque (%0)
%2 = if %1 short_circuit
  %3 = unpack %0[0] of 2
  %4 = store_global a, %3
  %5 = unpack %0[1] of 2 starred
  %6 = store_global b, %5
  %7 = load_global a
%8 = end_if
%9 = and %1, %7
%10 = if %9
  %11 = load_global f
  %12 = load_global b
  %13 = call %11(%12)
  %14 = discard %13
%15 = else
  %16 = load_global g
  %17 = call %16()
  %18 = discard %17
%19 = end_if
)");
}

TEST(PythonMatch, ClassPatternIsIsinstance) {
  EXPECT_EQ(lowered(R"(
match x:
    case Tensor(): a()
    case Net(w, dim=d) as n: b(w, d, n)
)"),
            R"(
%0 = load_global x
%1 = load_global isinstance
%2 = load_global Tensor
%3 = call %1(%0, %2)
%4 = if %3
  %5 = load_global a
  %6 = call %5()
  %7 = discard %6
%8 = else
  %9 = load_global isinstance
  %10 = load_global Net
  %11 = call %9(%0, %10)
  %12 = if %11
    %13 = opaque (%0)
    %14 = store_global w, %13
    %15 = load_attr %0.dim
    %16 = store_global d, %15
    %17 = store_global n, %0
    %18 = load_global b
    %19 = load_global w
    %20 = load_global d
    %21 = load_global n
    %22 = call %18(%19, %20, %21)
    %23 = discard %22
  %24 = end_if
%25 = end_if
)");
}

TEST(PythonMatch, ClassPatternWithRefutableParts) {
  EXPECT_EQ(lowered(R"(
match x:
    case Net(1): a()
)"),
            R"(
%0 = load_global x
%1 = load_global isinstance
%2 = load_global Net
%3 = call %1(%0, %2)
%4 = if %3 short_circuit
  %5 = opaque (%0)
%6 = end_if
%7 = and %3, %5
%8 = if %7
  %9 = opaque (%0)
  %10 = load_global a
  %11 = call %10()
  %12 = discard %11
%13 = end_if
)");
}

TEST(PythonMatch, AlternativesCaptureNothingKnown) {
  EXPECT_EQ(lowered(R"(
match x:
    case [a] | {"a": a}: f(a)
)"),
            R"(
%0 = load_global x
%1 = opaque (%0)
%2 = unary not %1
%3 = if %2 short_circuit
  %4 = opaque (%0)
%5 = end_if
%6 = or %1, %4
%7 = if %6
  %8 = opaque (%0)
  %9 = unpack %8[0] of 1
  %10 = store_global a, %9
  %11 = opaque (%0)
  %12 = str "a"
  %13 = load_item %11[%12]
  %14 = store_global a, %13
  %15 = load_global f
  %16 = load_global a
  %17 = call %15(%16)
  %18 = discard %17
%19 = end_if
)");
}

TEST(PythonMatch, MappingPattern) {
  EXPECT_EQ(lowered(R"(
match x:
    case {"k": v, **kw}: f(v, kw)
)"),
            R"(
%0 = load_global x
%1 = opaque (%0)
%2 = if %1
  %3 = str "k"
  %4 = load_item %0[%3]
  %5 = store_global v, %4
  %6 = opaque (%0)
  %7 = store_global kw, %6
  %8 = load_global f
  %9 = load_global v
  %10 = load_global kw
  %11 = call %8(%9, %10)
  %12 = discard %11
%13 = end_if
)");
}

TEST(PythonMatch, SequenceWithoutBrackets) {
  EXPECT_EQ(lowered(R"(
match x, y:
    case 0, a: f(a)
)"),
            R"(
%0 = load_global x
%1 = load_global y
%2 = build_tuple (%0, %1)
%3 = opaque (%2)
%4 = if %3
  %5 = unpack %2[0] of 2
  %6 = unpack %2[1] of 2
  %7 = store_global a, %6
  %8 = load_global f
  %9 = load_global a
  %10 = call %8(%9)
  %11 = discard %10
%12 = end_if
)");
}

TEST(PythonMatch, SoftKeywordsAsNames) {
  EXPECT_EQ(lowered(R"(
match = 3
match[0] = 1
case = type = 2
)"),
            R"(
%0 = int 3
%1 = store_global match, %0
%2 = int 1
%3 = load_global match
%4 = int 0
%5 = store_item %3[%4], %2
%6 = int 2
%7 = store_global case, %6
%8 = store_global type, %6
)");
}

} // namespace
} // namespace offside::python
