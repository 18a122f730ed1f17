// Lowering: what the headers of functions, classes and programs say, beside their instructions.
#include "test/unit/python_lowering.h"

#include <gmock/gmock.h>

namespace offside::python {
namespace {

using ir::FunctionKind;
using ir::name_text;
using ir::ParamKind;
using testing::ElementsAre;
using testing::HasSubstr;

const ir::Function &function(const ir::Program &p, std::string_view qualname) {
  for (const ir::Function &f : p.functions)
    if (name_text(f.qualname) == qualname)
      return f;
  ADD_FAILURE() << "no function " << qualname;
  return p.functions[0];
}

std::vector<std::string> annotations(std::string_view source) {
  const LowerResult r = lower_source(source);
  std::vector<std::string> out;
  for (const ir::Param &p : r.program.params)
    out.emplace_back(p.annotation == ir::kNone ? "-" : name_text(p.annotation));
  return out;
}

std::vector<std::string> texts(const ir::Program &p, uint32_t first, uint32_t count) {
  std::vector<std::string> out;
  for (uint32_t i = 0; i < count; ++i)
    out.emplace_back(name_text(p.decorators[first + i]));
  return out;
}

TEST(PythonHeaders, ParameterKinds) {
  const LowerResult r = lower_source("def f(a, /, b, *c, d, **e): pass\ndef g(a, *, b): pass");
  std::vector<ParamKind> kinds;
  for (const ir::Param &p : r.program.params)
    kinds.push_back(p.kind);
  EXPECT_THAT(kinds, ElementsAre(ParamKind::PositionalOnly, ParamKind::Normal,
                                 ParamKind::VarPositional, ParamKind::KeywordOnly,
                                 ParamKind::VarKeyword, ParamKind::Normal, ParamKind::KeywordOnly));
}

TEST(PythonHeaders, AnnotationsNameWhatWasImported) {
  EXPECT_THAT(annotations("import torch as T\n"
                          "from torch import nn, Tensor as X\n"
                          "from typing import Optional\n"
                          "def f(a: T.Tensor, b: nn.Module, c: X = None, d: Optional[X] = None,\n"
                          "      e: 'T.Tensor' = None, *g: X, h: int | None = 0, i=1): pass\n"),
              ElementsAre("torch.Tensor", "torch.nn.Module", "torch.Tensor",
                          "typing.Optional[torch.Tensor]", "torch.Tensor", "torch.Tensor",
                          "int|None", "-"));
}

TEST(PythonHeaders, AnnotationsFollowModuleAliases) {
  EXPECT_THAT(annotations("import torch\nTensor = torch.Tensor\ndef f(x: Tensor): pass"),
              ElementsAre("torch.Tensor"));
}

TEST(PythonHeaders, AttributesInAnnotationsAreNotNames) {
  EXPECT_THAT(annotations("import torch as T\nimport a\ndef f(x: a.T): pass"), ElementsAre("a.T"));
}

TEST(PythonHeaders, LiteralStringsStayQuoted) {
  EXPECT_THAT(annotations("from typing import Literal\ndef f(x: Literal['cuda', \"cpu\"]): pass"),
              ElementsAre("typing.Literal['cuda', \"cpu\"]"));
}

TEST(PythonHeaders, TypeParametersHideImports) {
  EXPECT_THAT(annotations("import torch as T\ndef f[T](x: T): pass\ndef g(x: T): pass"),
              ElementsAre("T", "torch"));
}

TEST(PythonHeaders, ReturnAnnotation) {
  const LowerResult r = lower_source("import torch\ndef f() -> \"torch.Tensor\": pass");
  EXPECT_EQ(name_text(function(r.program, "f").returns), "torch.Tensor");
}

TEST(PythonHeaders, DecoratorsByDottedNameOutermostFirst) {
  const LowerResult r = lower_source("import torch as T\nclass C:\n"
                                     "    @T.no_grad()\n    @property\n    def p(self): pass\n"
                                     "    @p.setter\n    def p(self, v): pass\n");
  const ir::Function &f = r.program.functions[2];
  EXPECT_THAT(texts(r.program, f.decorator_first, f.decorator_count),
              ElementsAre("torch.no_grad", "property"));
  const ir::Function &g = r.program.functions[3];
  EXPECT_THAT(texts(r.program, g.decorator_first, g.decorator_count), ElementsAre("p.setter"));
}

TEST(PythonHeaders, BasesByDottedName) {
  const LowerResult r = lower_source("from torch import nn\nfrom typing import Generic\n"
                                     "class C(nn.Module, Generic[T], metaclass=M): pass");
  const ir::Class &c = r.program.classes.at(0);
  EXPECT_THAT(texts(r.program, c.base_first, c.base_count),
              ElementsAre("torch.nn.Module", "typing.Generic[T]"));
}

TEST(PythonHeaders, NestingOfFunctionsAndClasses) {
  const LowerResult r =
      lower_source("def f():\n    class C:\n        def m(self):\n            def h(): pass\n");
  const ir::Program &p = r.program;
  const ir::Function &body = function(p, "f.<locals>.C");
  EXPECT_EQ(body.kind, FunctionKind::ClassBody);
  EXPECT_EQ(p.classes.at(0).body, static_cast<uint32_t>(&body - p.functions.data()));
  const ir::Function &m = function(p, "f.<locals>.C.m");
  EXPECT_EQ(m.klass, 0u);
  EXPECT_EQ(&p.functions[m.parent], &body);
  EXPECT_EQ(function(p, "f.<locals>.C.m.<locals>.h").klass, ir::kNone);
}

TEST(PythonHeaders, AsyncAndGenerator) {
  const LowerResult r = lower_source("async def f(): yield 1\ndef g():\n    def h(): yield\n");
  EXPECT_TRUE(function(r.program, "f").is_async);
  EXPECT_TRUE(function(r.program, "f").is_generator);
  EXPECT_FALSE(function(r.program, "g").is_generator);
  EXPECT_TRUE(function(r.program, "g.<locals>.h").is_generator);
}

TEST(PythonHeaders, SpansAreBytesOfTheText) {
  const std::string_view source = "é = 1\ndef føø(): pass\n";
  const LowerResult r = lower_source(source);
  const ir::Span s = function(r.program, "føø").name_span;
  EXPECT_EQ(source.substr(s.begin, s.end - s.begin), "føø");
}

std::string bindings(std::string_view source) {
  const std::string text = ir::print(lower_source(source).program, "");
  const size_t at = text.find("bindings\n");
  return at == std::string::npos ? "" : text.substr(at + 9);
}

TEST(PythonBindings, KindsOfSingleBindings) {
  EXPECT_EQ(
      bindings("import a\nfrom b import c\nd = 1\ndef e(): pass\nclass f: pass\n"),
      "  a: import %0\n  c: import_from %2\n  d: value %5\n  e: function #1\n  f: class #0\n");
}

TEST(PythonBindings, SecondBindingMakesMany) {
  EXPECT_EQ(bindings("a = 1\na = 2\n"), "  a: many %3\n");
  EXPECT_EQ(bindings("a = 1\na += 2\n"), "  a: many %5\n");
  EXPECT_EQ(bindings("def a(): pass\na = wrap(a)\n"), "  a: many %5\n");
}

TEST(PythonBindings, ConditionalValueIsMany) {
  EXPECT_EQ(bindings("if x:\n    a = 1\n"), "  a: many %3\n");
}

TEST(PythonBindings, ConditionalDefinitionOfOneNameKeepsItsKind) {
  EXPECT_EQ(bindings("if x:\n    def f(): pass\n"), "  f: function #1\n");
  EXPECT_EQ(bindings("try:\n    import a\nexcept E: pass\n"), "  a: import %1\n");
}

TEST(PythonBindings, ImportWithFallbackPointsAtTheImport) {
  EXPECT_EQ(bindings("try:\n    import a\nexcept E:\n    a = None\n"), "  a: many %1\n");
}

TEST(PythonBindings, AssignedByAFunctionIsMany) {
  EXPECT_EQ(bindings("a = None\ndef f():\n    global a\n    a = 1\n"),
            "  a: many %1\n  f: function #1\n");
  EXPECT_EQ(bindings("def f():\n    global a\n    a = 1\n"), "  a: many %2\n  f: function #1\n");
}

TEST(PythonBindings, FindBinding) {
  const LowerResult r = lower_source("b = 1\na = 2\nc = 3\n");
  const ir::Binding *b = r.program.find_binding(ir::intern("b"));
  ASSERT_NE(b, nullptr);
  EXPECT_EQ(b->kind, ir::BindingKind::Value);
  EXPECT_EQ(r.program.find_binding(ir::intern("nowhere to be found")), nullptr);
}

} // namespace
} // namespace offside::python
