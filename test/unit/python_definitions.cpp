// Lowering: functions, classes and decorators.
#include "test/unit/python_lowering.h"

namespace offside::python {
namespace {

TEST(PythonDefinitions, DefaultsAndMakeFunction) {
  EXPECT_EQ(lowered("def f(a, b=1, *c, d=2, **e): pass"),
            R"(
%0 = int 1
%1 = int 2
%2 = make_function #1(b = %0, d = %1)
%3 = store_global f, %2
)");
}

TEST(PythonDefinitions, DecoratorsApplyInnermostFirst) {
  EXPECT_EQ(lowered(R"(
@a
@b(1)
def f(): pass
)"),
            R"(
%0 = load_global a
%1 = load_global b
%2 = int 1
%3 = call %1(%2)
%4 = make_function #1()
%5 = call %3(%4)
%6 = call %0(%5)
%7 = store_global f, %6
)");
}

TEST(PythonDefinitions, ClassWithBasesAndKeywords) {
  EXPECT_EQ(lowered("class C(A, *B, metaclass=M): pass"),
            R"(
%0 = load_global A
%1 = load_global B
%2 = load_global M
%3 = make_class #1(%0, *%1, metaclass=%2)
%4 = store_global C, %3
)");
}

TEST(PythonDefinitions, DecoratedClass) {
  EXPECT_EQ(lowered(R"(
@d
class C: pass
)"),
            R"(
%0 = load_global d
%1 = make_class #1()
%2 = call %0(%1)
%3 = store_global C, %2
)");
}

TEST(PythonDefinitions, NestedDefinitions) {
  EXPECT_EQ(lowered(R"(
def f():
    class C:
        def m(self): pass
)",
                    "f.<locals>.C"),
            R"(
%0 = make_function #3()
%1 = store_slot m.0, %0
)");
}

TEST(PythonDefinitions, LambdaYield) {
  EXPECT_EQ(lowered("r = lambda: (yield)", "<lambda>"),
            R"(
%0 = yield _
%1 = return %0
)");
}

TEST(PythonDefinitions, TypeParametersOfAClass) {
  EXPECT_EQ(lowered("class C[T: int, *Ts, **P](B[T]): pass"),
            R"(
%0 = opaque ()
%1 = store_slot T.0, %0
%2 = opaque ()
%3 = store_slot Ts.1, %2
%4 = opaque ()
%5 = store_slot P.2, %4
%6 = load_global B
%7 = load_slot T.0
%8 = load_item %6[%7]
%9 = make_class #1(%8)
%10 = store_global C, %9
)");
}

TEST(PythonDefinitions, TypeParameterDefault) {
  EXPECT_EQ(lowered("class C[T = int]: pass"),
            R"(
%0 = opaque ()
%1 = store_slot T.0, %0
%2 = make_class #1()
%3 = store_global C, %2
)");
}

} // namespace
} // namespace offside::python
