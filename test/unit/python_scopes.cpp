// Lowering: names are slots, outer slots or globals by CPython's rules.
#include "test/unit/python_lowering.h"

namespace offside::python {
namespace {

TEST(PythonScopes, LocalBecauseAssignedLater) {
  EXPECT_EQ(lowered(R"(
def f():
    print(x)
    x = 1
)",
                    "f"),
            R"(
%0 = load_global print
%1 = load_slot x.0
%2 = call %0(%1)
%3 = discard %2
%4 = int 1
%5 = store_slot x.0, %4
)");
}

TEST(PythonScopes, GlobalDeclaration) {
  EXPECT_EQ(lowered(R"(
def f():
    global x
    x = x + 1
)",
                    "f"),
            R"(
%0 = load_global x
%1 = int 1
%2 = binary %0 + %1
%3 = store_global x, %2
)");
}

TEST(PythonScopes, NonlocalDeclaration) {
  EXPECT_EQ(lowered(R"(
def f():
    x = 0
    def g():
        nonlocal x
        x += 1
)",
                    "f.<locals>.g"),
            R"(
%0 = load_outer x.0 up 1
%1 = int 1
%2 = binary %0 += %1
%3 = store_outer x.0 up 1, %2
)");
}

TEST(PythonScopes, FreeNameOfAnEnclosingFunction) {
  EXPECT_EQ(lowered(R"(
def f(a):
    def g():
        def h():
            return a
)",
                    "f.<locals>.g.<locals>.h"),
            R"(
%0 = load_outer a.0 up 2
%1 = return %0
)");
}

TEST(PythonScopes, ClassBodyCountsAsALevelButHidesItsNames) {
  EXPECT_EQ(lowered(R"(
def f(a, b):
    class C:
        a = 1
        def m(self):
            return a, b
)",
                    "f.<locals>.C.m"),
            R"(
%0 = load_outer a.0 up 2
%1 = load_outer b.1 up 2
%2 = build_tuple (%0, %1)
%3 = return %2
)");
}

TEST(PythonScopes, ClassBodyNamesAreItsSlots) {
  EXPECT_EQ(lowered(R"(
class C:
    a = 1
    b = a
)",
                    "C"),
            R"(
%0 = int 1
%1 = store_slot a.0, %0
%2 = load_slot a.0
%3 = store_slot b.1, %2
)");
}

TEST(PythonScopes, ClassBodyReadsTheGlobalBeforeItBinds) {
  EXPECT_EQ(lowered(R"(
class C:
    x = x
    y = x
)",
                    "C"),
            R"(
%0 = load_global x
%1 = store_slot x.0, %0
%2 = load_slot x.0
%3 = store_slot y.1, %2
)");
}

TEST(PythonScopes, ComprehensionVariablesAreFresh) {
  EXPECT_EQ(lowered(R"(
def f(x):
    y = [x for x in x]
    return x
)",
                    "f"),
            R"(
%0 = build_list ()
%1 = load_slot x.0
%2 = loop %1 comprehension
  %3 = next %2
  %4 = store_slot x.2, %3
  %5 = load_slot x.2
  %6 = append %0, %5
%7 = end_loop
%8 = store_slot y.1, %0
%9 = load_slot x.0
%10 = return %9
)");
}

TEST(PythonScopes, ComprehensionInClassBodySeesOnlyItsFirstIterable) {
  EXPECT_EQ(lowered(R"(
class C:
    xs = 1
    n = 2
    ys = [n for x in xs]
)",
                    "C"),
            R"(
%0 = int 1
%1 = store_slot xs.0, %0
%2 = int 2
%3 = store_slot n.1, %2
%4 = build_list ()
%5 = load_slot xs.0
%6 = loop %5 comprehension
  %7 = next %6
  %8 = store_slot x.3, %7
  %9 = load_global n
  %10 = append %4, %9
%11 = end_loop
%12 = store_slot ys.2, %4
)");
}

TEST(PythonScopes, LambdaInComprehensionSeesItsVariable) {
  EXPECT_EQ(lowered(R"(
def f(xs):
    return [lambda: x for x in xs]
)",
                    "f.<locals>.<lambda>"),
            R"(
%0 = load_outer x.1 up 1
%1 = return %0
)");
}

TEST(PythonScopes, WalrusInComprehensionBindsOutside) {
  EXPECT_EQ(lowered(R"(
def f(xs):
    [y := x for x in xs]
    return y
)",
                    "f"),
            R"(
%0 = build_list ()
%1 = load_slot xs.0
%2 = loop %1 comprehension
  %3 = next %2
  %4 = store_slot x.2, %3
  %5 = load_slot x.2
  %6 = store_slot y.1, %5
  %7 = append %0, %5
%8 = end_loop
%9 = discard %0
%10 = load_slot y.1
%11 = return %10
)");
}

TEST(PythonScopes, ModuleComprehensionUsesSlots) {
  EXPECT_EQ(lowered("r = [x for x in y]"),
            R"(
%0 = build_list ()
%1 = load_global y
%2 = loop %1 comprehension
  %3 = next %2
  %4 = store_slot x.0, %3
  %5 = load_slot x.0
  %6 = append %0, %5
%7 = end_loop
%8 = store_global r, %0
)");
}

// `from torch.nn import x` inside a function binds x, not torch.
TEST(PythonScopes, TheModuleOfAnImportIsNotBound) {
  EXPECT_EQ(lowered(R"(
def f():
    from torch.nn import functional, init as i
    return torch, functional, i
)",
                    "f"),
            R"(
%0 = import_from torch.nn, functional
%1 = store_slot functional.0, %0
%2 = import_from torch.nn, init
%3 = store_slot i.1, %2
%4 = load_global torch
%5 = load_slot functional.0
%6 = load_slot i.1
%7 = build_tuple (%4, %5, %6)
%8 = return %7
)");
}

TEST(PythonScopes, ExceptAliasAndImportAreLocal) {
  EXPECT_EQ(lowered(R"(
def f():
    import a.b
    try: pass
    except E as e: pass
    return a, e
)",
                    "f"),
            R"(
%0 = import a submodule a.b
%1 = store_slot a.0, %0
%2 = try
%3 = except
  %4 = load_global E
  %5 = catch_type %4
  %6 = store_slot e.1, %5
  %7 = delete_slot e.1
%8 = end_try
%9 = load_slot a.0
%10 = load_slot e.1
%11 = build_tuple (%9, %10)
%12 = return %11
)");
}

TEST(PythonScopes, LoopAndWithTargetsAreLocal) {
  EXPECT_EQ(lowered(R"(
def f():
    for i in r: pass
    with c as d: pass
    return i, d
)",
                    "f"),
            R"(
%0 = load_global r
%1 = loop %0
  %2 = next %1
  %3 = store_slot i.0, %2
%4 = end_loop
%5 = load_global c
%6 = enter %5
  %7 = store_slot d.1, %6
%8 = exit %6
%9 = load_slot i.0
%10 = load_slot d.1
%11 = build_tuple (%9, %10)
%12 = return %11
)");
}

TEST(PythonScopes, GlobalInOuterFunctionIsGlobalInside) {
  EXPECT_EQ(lowered(R"(
def f():
    global x
    x = 1
    def g(): return x
)",
                    "f.<locals>.g"),
            R"(
%0 = load_global x
%1 = return %0
)");
}

TEST(PythonScopes, DefaultsSeeTheEnclosingScope) {
  EXPECT_EQ(lowered(R"(
def f(a):
    def g(a=a): return a
)",
                    "f"),
            R"(
%0 = load_slot a.0
%1 = make_function #2(a = %0)
%2 = store_slot g.1, %1
)");
}

TEST(PythonScopes, TypeParametersAreLocalToTheDefinition) {
  EXPECT_EQ(lowered("def f[T](x: T): return T", "f"),
            R"(
%0 = load_outer T.0 up 1
%1 = return %0
)");
}

} // namespace
} // namespace offside::python
