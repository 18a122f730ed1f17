// Lowering: assignments store into names, attributes, items and patterns.
#include "test/unit/python_lowering.h"

namespace offside::python {
namespace {

TEST(PythonAssignments, Targets) {
  EXPECT_EQ(lowered("a = b.c = d[0] = v"),
            R"(
%0 = load_global v
%1 = store_global a, %0
%2 = load_global b
%3 = store_attr %2.c, %0
%4 = load_global d
%5 = int 0
%6 = store_item %4[%5], %0
)");
}

TEST(PythonAssignments, Unpacking) {
  EXPECT_EQ(lowered("a, (b, *c), d = v"),
            R"(
%0 = load_global v
%1 = unpack %0[0] of 3
%2 = store_global a, %1
%3 = unpack %0[1] of 3
%4 = unpack %3[0] of 2
%5 = store_global b, %4
%6 = unpack %3[1] of 2 starred
%7 = store_global c, %6
%8 = unpack %0[2] of 3
%9 = store_global d, %8
)");
}

TEST(PythonAssignments, ElementsAfterAStarCountFromTheEnd) {
  EXPECT_EQ(lowered("a, *b, c, d = v"),
            R"(
%0 = load_global v
%1 = unpack %0[0] of 4
%2 = store_global a, %1
%3 = unpack %0[1] of 4 starred
%4 = store_global b, %3
%5 = unpack %0[-2] of 4
%6 = store_global c, %5
%7 = unpack %0[-1] of 4
%8 = store_global d, %7
)");
}

TEST(PythonAssignments, ListTargetAndOneElementTuple) {
  EXPECT_EQ(lowered("[a] = b, = v"),
            R"(
%0 = load_global v
%1 = unpack %0[0] of 1
%2 = store_global a, %1
%3 = unpack %0[0] of 1
%4 = store_global b, %3
)");
}

TEST(PythonAssignments, ParenthesizedTargetIsNoTuple) {
  EXPECT_EQ(lowered("(a) = v"),
            R"(
%0 = load_global v
%1 = store_global a, %0
)");
}

TEST(PythonAssignments, AnnotatedWithValue) {
  EXPECT_EQ(lowered("a: int = 1"),
            R"(
%0 = int 1
%1 = store_global a, %0
)");
}

TEST(PythonAssignments, AnnotationAloneDoesNothing) {
  EXPECT_EQ(lowered("a: int"),
            R"(
)");
}

TEST(PythonAssignments, AnnotationInAClassBodyDeclaresAField) {
  EXPECT_EQ(lowered("class C:\n    a: int\n    b: int = 0\n", "C"),
            R"(
%0 = unsupported ()
%1 = store_slot a.0, %0
%2 = int 0
%3 = store_slot b.1, %2
)");
}

TEST(PythonAssignments, AugmentedName) {
  EXPECT_EQ(lowered("a += b"),
            R"(
%0 = load_global a
%1 = load_global b
%2 = binary %0 += %1
%3 = store_global a, %2
)");
}

TEST(PythonAssignments, AugmentedAttributeEvaluatesItsObjectOnce) {
  EXPECT_EQ(lowered("f().x *= 2"),
            R"(
%0 = load_global f
%1 = call %0()
%2 = load_attr %1.x
%3 = int 2
%4 = binary %2 *= %3
%5 = store_attr %1.x, %4
)");
}

TEST(PythonAssignments, AugmentedItemEvaluatesItsIndexOnce) {
  EXPECT_EQ(lowered("a[i()] @= b"),
            R"(
%0 = load_global a
%1 = load_global i
%2 = call %1()
%3 = load_item %0[%2]
%4 = load_global b
%5 = binary %3 @= %4
%6 = store_item %0[%2], %5
)");
}

TEST(PythonAssignments, Delete) {
  EXPECT_EQ(lowered("del a, b.c, d[0]"),
            R"(
%0 = delete_global a
%1 = load_global b
%2 = delete_attr %1.c
%3 = load_global d
%4 = int 0
%5 = delete_item %3[%4]
)");
}

TEST(PythonAssignments, TypeAliasIsOpaque) {
  EXPECT_EQ(lowered("type X[T] = list[T]"),
            R"(
%0 = opaque ()
%1 = store_global X, %0
)");
}

} // namespace
} // namespace offside::python
