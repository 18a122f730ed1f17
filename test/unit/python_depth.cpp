// Lowering: deep nesting costs neither the stack nor the rest of the file.
#include "test/unit/python_lowering.h"

namespace offside::python {
namespace {

std::string times(int n, std::string_view piece) {
  std::string out;
  for (int i = 0; i < n; ++i)
    out += piece;
  return out;
}

bool is_deep(const std::string &source) { return lower_source(source).too_deep; }

TEST(PythonDepth, LeftLeaningChainsHaveNoLimit) {
  EXPECT_FALSE(is_deep("x = a" + times(20000, ".b") + "\n"));
  EXPECT_FALSE(is_deep("x = a" + times(20000, " + b") + "\n"));
  EXPECT_FALSE(is_deep("x = a" + times(20000, "()") + "\n"));
  EXPECT_FALSE(is_deep("x = a" + times(20000, "[0]") + "\n"));
  EXPECT_FALSE(is_deep("x = a" + times(5000, " and b") + "\n"));
  EXPECT_FALSE(is_deep("x = a" + times(5000, " < b") + "\n"));
  EXPECT_FALSE(is_deep("x = " + times(10000, "a = ") + "b\n"));
  EXPECT_FALSE(is_deep("if a: pass\n" + times(10000, "elif b: pass\n")));
}

TEST(PythonDepth, ParenthesesAndPrefixesHaveNoLimit) {
  EXPECT_FALSE(is_deep("x = " + times(10000, "(") + "a" + times(10000, ")") + "\n"));
  EXPECT_FALSE(is_deep("x = " + times(10000, "not ") + "a\n"));
  EXPECT_FALSE(is_deep("x = " + times(10000, "-") + "a\n"));
}

TEST(PythonDepth, OtherNestingEndsInUnsupported) {
  for (const std::string &source : {
           "x = " + times(10000, "f(") + times(10000, ")") + "\n",
           "x = " + times(10000, "[") + times(10000, "]") + "\n",
           "x = " + times(10000, "{a: ") + "b" + times(10000, "}") + "\n",
           "x = a" + times(10000, " ** a") + "\n",
           "x = " + times(10000, "lambda: ") + "a\n",
           "x = " + times(10000, "a if b else ") + "c\n",
           "x = " + times(5000, "a[") + "b" + times(5000, "]") + "\n",
           times(10000, "(") + "a," + times(10000, ",)") + " = b\n",
       }) {
    const LowerResult r = lower_source(source + "def after(): return 1\n");
    EXPECT_TRUE(r.too_deep || r.program.has_syntax_error) << source.substr(0, 30);
  }
}

TEST(PythonDepth, WhatFollowsIsLowered) {
  const LowerResult r =
      lower_source("x = " + times(2000, "f(") + times(2000, ")") + "\ndef after(): return 1\n");
  EXPECT_TRUE(r.too_deep);
  EXPECT_NE(r.program.find_binding(ir::intern("after")), nullptr);
}

TEST(PythonDepth, UnclosedBrackets) {
  lower_source(times(10000, "("));
  lower_source(times(10000, "f(["));
  lower_source(times(3000, "def f(:\n"));
}

TEST(PythonDepth, NestedDefinitions) {
  std::string source;
  for (int i = 0; i < 300; ++i)
    source += times(i, " ") + (i % 2 ? "class C:\n" : "def f(x):\n");
  source += times(300, " ") + "pass\n";
  lower_source(source);
}

} // namespace
} // namespace offside::python
