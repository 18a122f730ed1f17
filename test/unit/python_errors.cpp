// Lowering: syntax errors take out what they broke and nothing else.
#include "test/unit/python_lowering.h"

#include <fstream>
#include <gmock/gmock.h>
#include <sstream>

namespace offside::python {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

std::vector<std::string> functions(const LowerResult &r) {
  std::vector<std::string> out;
  for (const ir::Function &f : r.program.functions)
    if (f.kind != ir::FunctionKind::Module)
      out.emplace_back(ir::name_text(f.qualname));
  return out;
}

std::vector<std::string> broken(std::string_view source) {
  std::vector<std::string> out;
  for (ir::Span s : lower_source(source).program.broken)
    out.emplace_back(source.substr(s.begin, s.end - s.begin));
  return out;
}

std::string input(const std::string &name) {
  std::ifstream file(std::string(OFFSIDE_SOURCE_ROOT "/test/parsing/Inputs/") + name,
                     std::ios::binary);
  EXPECT_TRUE(file) << name;
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

TEST(PythonErrors, HealthyTextHasNone) {
  const LowerResult r = lower_source("def f(): pass\n");
  EXPECT_FALSE(r.program.has_syntax_error);
  EXPECT_TRUE(r.syntax_errors.empty());
  EXPECT_TRUE(r.program.broken.empty());
}

TEST(PythonErrors, UnclosedParenthesisOfADefKeepsTheNextFunction) {
  const LowerResult r = lower_source(input("broken.py"));
  EXPECT_TRUE(r.program.has_syntax_error);
  EXPECT_FALSE(r.syntax_errors.empty());
  EXPECT_THAT(functions(r), ElementsAre("g"));
  EXPECT_FALSE(r.program.functions[1].has_error);
  EXPECT_EQ(lowered(input("broken.py"), "g"),
            lowered("def g():\n    return torch.device(\"cuda\")\n", "g"));
}

TEST(PythonErrors, UnclosedCallWithoutAnEndTakesTheRest) {
  EXPECT_THAT(broken(input("broken2.py")), ElementsAre("x = torch.zeros(3,\ny = x.cuda()\nz = 2"));
}

TEST(PythonErrors, UnclosedCallEndsAtTheNextStatementKeyword) {
  const std::string_view source =
      "def f():\n    x = g(1,\n    return x\n\ndef h():\n    return 2\n";
  EXPECT_THAT(broken(source), ElementsAre("x = g(1,", "return x"));
  EXPECT_THAT(functions(lower_source(source)), ElementsAre("f", "h"));
}

TEST(PythonErrors, UnclosedMethodKeepsItsSiblings) {
  const std::string_view source = "class C:\n"
                                  "    def a(self): pass\n"
                                  "    @d\n"
                                  "    def b(self:\n"
                                  "        return 1\n"
                                  "    def c(self): pass\n";
  EXPECT_THAT(functions(lower_source(source)), ElementsAre("C", "C.a", "C.c"));
  EXPECT_THAT(broken(source), ElementsAre("@d\n    def b(self:\n        return 1"));
}

TEST(PythonErrors, KeywordsDeeperThanTheStatementDoNotEndIt) {
  EXPECT_FALSE(lower_source("x = [a\n     for b in c\n     if d]\n").program.has_syntax_error);
}

TEST(PythonErrors, LocalErrorLeavesTheOtherFunctions) {
  const std::string_view source =
      "def f():\n    a = = 1\n    b = 2\n    return b\n\ndef g():\n    return 1\n";
  EXPECT_THAT(broken(source), ElementsAre("a = = 1", "b = 2", "return b"));
  const LowerResult r = lower_source(source);
  EXPECT_TRUE(r.program.functions[1].has_error);
  EXPECT_FALSE(r.program.functions[2].has_error);
}

TEST(PythonErrors, NamesOfBrokenStatementsBecomeUnknown) {
  EXPECT_EQ(lowered("def f():\n    a = 1\n    if c:\n        a = = 2\n    return a\n", "f"),
            R"(
%0 = int 1
%1 = store_slot a.0, %0
%2 = load_global c
%3 = if %2
  %4 = unsupported ()
  %5 = store_slot a.0, %4
%6 = end_if
%7 = load_slot a.0
%8 = return %7
)");
}

TEST(PythonErrors, NamesOfLostStatementsBecomeUnknown) {
  EXPECT_EQ(lowered("def f():\n    a = 1\n    if c:\n        a = g(\n    return a\n", "f"),
            R"(
%0 = int 1
%1 = store_slot a.0, %0
%2 = load_global c
%3 = if %2
%4 = end_if
%5 = unsupported ()
%6 = store_slot a.0, %5
%7 = load_slot a.0
%8 = return %7
)");
}

TEST(PythonErrors, FallingOffTheEndOfAnIncompleteBodyReturnsTheUnknown) {
  EXPECT_EQ(lowered("def f():\n    a = = 1\n", "f"), R"(
%0 = unsupported ()
%1 = store_slot a.0, %0
%2 = unsupported ()
%3 = return %2
)");
}

TEST(PythonErrors, BrokenConditionTakesItsBody) {
  EXPECT_THAT(broken("if x = 1:\n    a()\nb()\n").front(),
              testing::StartsWith("if x = 1:\n    a()"));
}

TEST(PythonErrors, ImportsAfterAnErrorAreKept) {
  const LowerResult r = lower_source("x = = 1\nimport torch\n");
  EXPECT_NE(r.program.find_binding(ir::intern("torch")), nullptr);
}

TEST(PythonErrors, MissingTokenIsAnError) {
  const LowerResult r = lower_source("if x\n    a()\n");
  EXPECT_TRUE(r.program.has_syntax_error);
  EXPECT_FALSE(r.syntax_errors.empty());
}

TEST(PythonErrors, ErrorsAreListedInOrderAndCapped) {
  std::string source;
  for (int i = 0; i < 300; ++i)
    source += "a = = 1\n";
  const LowerResult r = lower_source(source);
  EXPECT_LE(r.syntax_errors.size(), 100u);
  for (size_t i = 1; i < r.syntax_errors.size(); ++i)
    EXPECT_LE(r.syntax_errors[i - 1].begin, r.syntax_errors[i].begin);
}

TEST(PythonErrors, HopelessTextIsGivenUpAsAWhole) {
  std::string source;
  uint32_t random = 1;
  while (source.size() < 400000) {
    random = random * 1664525 + 1013904223;
    source += "()[]{}:,\"'\n =+-*/abc def class if"[random >> 16 & 31];
  }
  const LowerResult r = lower_source(source);
  ASSERT_EQ(r.program.broken.size(), 1u);
  EXPECT_EQ(r.program.broken[0].end - r.program.broken[0].begin, source.size());
  EXPECT_FALSE(parse_only(source));
}

TEST(Python2, IsRecognised) {
  for (const char *source : {"print 'x'\n", "print >>f, 'x'\n", "exec 'x'\n", "raise E, 'm'\n",
                             "a = 10L\n", "a = `b`\n", "if a <> b: pass\n"}) {
    const LowerResult r = lower_source(std::string("def f(): pass\n") + source);
    EXPECT_TRUE(r.python2) << source;
    EXPECT_THAT(functions(r), IsEmpty()) << source;
  }
}

TEST(Python2, IsNotSuspected) {
  for (const char *source : {"print('x')\n", "print\n", "print(a) if b else c\n", "exec('x')\n",
                             "raise E\n", "try: pass\nexcept A, B: pass\n", "print -1\n", "<>\n"})
    EXPECT_FALSE(lower_source(source).python2) << source;
}

TEST(PythonParsing, EveryInputIsLowered) {
  struct Expectation {
    const char *name;
    bool has_error;
  };
  for (auto [name, has_error] : {
           Expectation{"async.py", false},
           {"bom.py", false},
           {"broken.py", true},
           {"broken2.py", true},
           {"comments.py", false},
           {"cont.py", true},
           {"crlf.py", false},
           {"crlf_comment.py", false},
           {"deep_attr.py", false},
           {"deep_binop.py", false},
           {"deep_indent.py", true},
           {"deep_paren.py", false},
           {"formfeed.py", false},
           {"fstr2.py", false},
           {"fstr_pep701.py", false},
           {"latin1.py", false},
           {"magics.py", true},
           {"match.py", false},
           {"modern.py", false},
           {"nested_f.py", false},
           {"nul.py", true},
           {"pep758.py", false},
           {"py2.py", false},
           {"tabcol.py", false},
           {"tabs8.py", false},
           {"tabs_mixed.py", false},
           {"tmp.py", true},
           {"tstr.py", false},
           {"unicode.py", false},
       }) {
    const LowerResult r = lower_source(input(name));
    EXPECT_EQ(r.program.has_syntax_error, has_error) << name;
    EXPECT_EQ(parse_only(input(name)), !has_error) << name;
  }
}

TEST(PythonParsing, CarriageReturnsLeaveNoTrace) {
  EXPECT_EQ(lowered("import torch\r\nif x:\r\n    y = 1\r\n"),
            lowered("import torch\nif x:\n    y = 1\n"));
}

TEST(PythonParsing, EmptyAndBlankTexts) {
  for (const char *source : {"", "\n", "   ", "# comment", "\n\n#\n", "\t\n"}) {
    const LowerResult r = lower_source(source);
    EXPECT_FALSE(r.program.has_syntax_error) << '"' << source << '"';
    EXPECT_EQ(r.program.functions.size(), 1u);
  }
}

} // namespace
} // namespace offside::python
