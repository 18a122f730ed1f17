// Lowering: statements become regions.
#include "test/unit/python_lowering.h"

namespace offside::python {
namespace {

TEST(PythonControlFlow, IfElifElse) {
  EXPECT_EQ(lowered(R"(
if a: b()
elif c: d()
else: e()
)"),
            R"(
%0 = load_global a
%1 = if %0
  %2 = load_global b
  %3 = call %2()
  %4 = discard %3
%5 = else
  %6 = load_global c
  %7 = if %6
    %8 = load_global d
    %9 = call %8()
    %10 = discard %9
  %11 = else
    %12 = load_global e
    %13 = call %12()
    %14 = discard %13
  %15 = end_if
%16 = end_if
)");
}

TEST(PythonControlFlow, ForElse) {
  EXPECT_EQ(lowered(R"(
for i, j in xs:
    if i: break
    continue
else:
    f()
)"),
            R"(
%0 = load_global xs
%1 = loop %0
  %2 = next %1
  %3 = unpack %2[0] of 2
  %4 = store_global i, %3
  %5 = unpack %2[1] of 2
  %6 = store_global j, %5
  %7 = load_global i
  %8 = if %7
    %9 = break %1
  %10 = end_if
  %11 = continue %1
%12 = end_loop
%13 = loop_else
  %14 = load_global f
  %15 = call %14()
  %16 = discard %15
%17 = end_loop_else
)");
}

TEST(PythonControlFlow, While) {
  EXPECT_EQ(lowered(R"(
while a < 3:
    a += 1
else:
    f()
)"),
            R"(
%0 = loop
  %1 = load_global a
  %2 = int 3
  %3 = compare %1 < %2
  %4 = loop_test %3
  %5 = load_global a
  %6 = int 1
  %7 = binary %5 += %6
  %8 = store_global a, %7
%9 = end_loop
%10 = loop_else
  %11 = load_global f
  %12 = call %11()
  %13 = discard %12
%14 = end_loop_else
)");
}

TEST(PythonControlFlow, BreakLeavesTheInnerLoop) {
  EXPECT_EQ(lowered(R"(
for a in b:
    for c in d: break
    break
)"),
            R"(
%0 = load_global b
%1 = loop %0
  %2 = next %1
  %3 = store_global a, %2
  %4 = load_global d
  %5 = loop %4
    %6 = next %5
    %7 = store_global c, %6
    %8 = break %5
  %9 = end_loop
  %10 = break %1
%11 = end_loop
)");
}

TEST(PythonControlFlow, TryExceptElseFinally) {
  EXPECT_EQ(lowered(R"(
try: a()
except E as e: b(e)
except: c()
else: d()
finally: g()
)"),
            R"(
%0 = try
  %1 = load_global a
  %2 = call %1()
  %3 = discard %2
%4 = except
  %5 = load_global E
  %6 = catch_type %5
  %7 = store_global e, %6
  %8 = load_global b
  %9 = load_global e
  %10 = call %8(%9)
  %11 = discard %10
  %12 = delete_global e
%13 = except
  %14 = catch_type _
  %15 = load_global c
  %16 = call %15()
  %17 = discard %16
%18 = try_else
  %19 = load_global d
  %20 = call %19()
  %21 = discard %20
%22 = finally
  %23 = load_global g
  %24 = call %23()
  %25 = discard %24
%26 = end_try
)");
}

TEST(PythonControlFlow, TryFinally) {
  EXPECT_EQ(lowered(R"(
try: a()
finally: b()
)"),
            R"(
%0 = try
  %1 = load_global a
  %2 = call %1()
  %3 = discard %2
%4 = finally
  %5 = load_global b
  %6 = call %5()
  %7 = discard %6
%8 = end_try
)");
}

TEST(PythonControlFlow, ExceptStar) {
  EXPECT_EQ(lowered(R"(
try: a()
except* (E, F): b()
)"),
            R"(
%0 = try
  %1 = load_global a
  %2 = call %1()
  %3 = discard %2
%4 = except
  %5 = load_global E
  %6 = load_global F
  %7 = build_tuple (%5, %6)
  %8 = catch_type %7
  %9 = load_global b
  %10 = call %9()
  %11 = discard %10
%12 = end_try
)");
}

TEST(PythonControlFlow, ExceptSeveralWithoutParentheses) {
  EXPECT_EQ(lowered(R"(
try: a()
except E, F: b()
)"),
            R"(
%0 = try
  %1 = load_global a
  %2 = call %1()
  %3 = discard %2
%4 = except
  %5 = load_global E
  %6 = load_global F
  %7 = build_tuple (%5, %6)
  %8 = catch_type %7
  %9 = load_global b
  %10 = call %9()
  %11 = discard %10
%12 = end_try
)");
}

TEST(PythonControlFlow, WithItemsNest) {
  EXPECT_EQ(lowered(R"(
with a() as b, c as (d, e):
    f()
)"),
            R"(
%0 = load_global a
%1 = call %0()
%2 = enter %1
  %3 = store_global b, %2
  %4 = load_global c
  %5 = enter %4
    %6 = unpack %5[0] of 2
    %7 = store_global d, %6
    %8 = unpack %5[1] of 2
    %9 = store_global e, %8
    %10 = load_global f
    %11 = call %10()
    %12 = discard %11
  %13 = exit %5
%14 = exit %2
)");
}

TEST(PythonControlFlow, ParenthesizedWith) {
  EXPECT_EQ(lowered(R"(
with (a() as b, c):
    f()
)"),
            R"(
%0 = load_global a
%1 = call %0()
%2 = enter %1
  %3 = store_global b, %2
  %4 = load_global c
  %5 = enter %4
    %6 = load_global f
    %7 = call %6()
    %8 = discard %7
  %9 = exit %5
%10 = exit %2
)");
}

TEST(PythonControlFlow, AsyncForAndWith) {
  EXPECT_EQ(lowered(R"(
async def f():
    async with a as b:
        async for c in b:
            await c
)",
                    "f"),
            R"(
%0 = load_global a
%1 = enter %0 async
  %2 = store_slot b.0, %1
  %3 = load_slot b.0
  %4 = loop %3 async
    %5 = next %4
    %6 = store_slot c.1, %5
    %7 = load_slot c.1
    %8 = await %7
    %9 = discard %8
  %10 = end_loop
%11 = exit %1
)");
}

TEST(PythonControlFlow, AsyncComprehension) {
  EXPECT_EQ(lowered(R"(
async def f():
    return [x async for x in y]
)",
                    "f"),
            R"(
%0 = build_list ()
%1 = load_global y
%2 = loop %1 comprehension async
  %3 = next %2
  %4 = store_slot x.0, %3
  %5 = load_slot x.0
  %6 = append %0, %5
%7 = end_loop
%8 = return %0
)");
}

TEST(PythonControlFlow, AssertEvaluatesItsMessageOnFailure) {
  EXPECT_EQ(lowered("assert a, f()"),
            R"(
%0 = load_global a
%1 = unary not %0
%2 = if %1 short_circuit
  %3 = load_global f
  %4 = call %3()
%5 = end_if
%6 = assert %0 %4
)");
}

TEST(PythonControlFlow, RaiseFrom) {
  EXPECT_EQ(lowered("raise A from b"),
            R"(
%0 = load_global A
%1 = load_global b
%2 = raise %0 %1
)");
}

TEST(PythonControlFlow, Reraise) {
  EXPECT_EQ(lowered("raise"),
            R"(
%0 = raise _
)");
}

TEST(PythonControlFlow, YieldAndYieldFrom) {
  EXPECT_EQ(lowered(R"(
def f():
    x = yield
    yield x, 1
    yield from x
)",
                    "f"),
            R"(
%0 = yield _
%1 = store_slot x.0, %0
%2 = load_slot x.0
%3 = int 1
%4 = build_tuple (%2, %3)
%5 = yield %4
%6 = discard %5
%7 = load_slot x.0
%8 = yield from %7
%9 = discard %8
)");
}

TEST(PythonControlFlow, DocstringsAndBareConstantsLeaveNothing) {
  EXPECT_EQ(lowered(R"(
"""doc"""
...
1
)"),
            R"(
)");
}

TEST(PythonControlFlow, BareTupleIsEvaluated) {
  EXPECT_EQ(lowered("a, b"),
            R"(
%0 = load_global a
%1 = load_global b
%2 = build_tuple (%0, %1)
%3 = discard %2
)");
}

TEST(PythonControlFlow, SemicolonsAndOneLiners) {
  EXPECT_EQ(lowered("a = 1; b = 2;"),
            R"(
%0 = int 1
%1 = store_global a, %0
%2 = int 2
%3 = store_global b, %2
)");
}

TEST(PythonControlFlow, ImplicitReturn) {
  EXPECT_EQ(lowered("def f(): pass", "f"),
            R"(
)");
}

} // namespace
} // namespace offside::python
