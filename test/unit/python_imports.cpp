// Lowering: imports and the absolute names of relative ones.
#include "test/unit/python_lowering.h"

namespace offside::python {
namespace {

// The absolute module that a lone `from MODULE import x` in a file means.
std::string module_of_import(std::string_view source, std::string module, bool is_package) {
  const LowerResult r = lower_source(source, std::move(module), is_package);
  for (const ir::Inst &i : r.program.insts)
    if (i.op == ir::Op::ImportFrom || i.op == ir::Op::ImportStar)
      return std::string(ir::name_text(i.a));
  return "no import";
}

TEST(PythonImports, PlainDottedAndAliased) {
  EXPECT_EQ(lowered("import a, b.c, d.e as f"),
            R"(
%0 = import a
%1 = store_global a, %0
%2 = import b submodule b.c
%3 = store_global b, %2
%4 = import d.e
%5 = store_global f, %4
)");
}

TEST(PythonImports, From) {
  EXPECT_EQ(lowered("from a.b import (c, d as e,)\nfrom g import *"),
            R"(
%0 = import_from a.b, c
%1 = store_global c, %0
%2 = import_from a.b, d
%3 = store_global e, %2
%4 = import_star g
)");
}

TEST(PythonImports, FutureImportsLeaveNothing) {
  EXPECT_EQ(lowered("from __future__ import annotations"), "\n");
}

TEST(PythonImports, BlanksInDottedNames) {
  EXPECT_EQ(lowered("from a . b import c"), "\n%0 = import_from a.b, c\n%1 = store_global c, %0\n");
}

TEST(PythonImports, RelativeFromAModule) {
  EXPECT_EQ(module_of_import("from . import x", "p.q.m", false), "p.q");
  EXPECT_EQ(module_of_import("from .n import x", "p.q.m", false), "p.q.n");
  EXPECT_EQ(module_of_import("from ..n.o import x", "p.q.m", false), "p.n.o");
  EXPECT_EQ(module_of_import("from ..n import *", "p.q.m", false), "p.n");
}

TEST(PythonImports, RelativeFromAPackage) {
  EXPECT_EQ(module_of_import("from . import x", "p.q", true), "p.q");
  EXPECT_EQ(module_of_import("from .n import x", "p.q", true), "p.q.n");
  EXPECT_EQ(module_of_import("from .. import x", "p.q", true), "p");
}

TEST(PythonImports, RelativeFromATopLevelModuleIsItsSibling) {
  EXPECT_EQ(module_of_import("from .n import x", "m", false), "n");
}

TEST(PythonImports, RelativeStaysRelativeWhenItLeadsOutside) {
  EXPECT_EQ(module_of_import("from ...n import x", "p.m", false), "...n");
  EXPECT_EQ(module_of_import("from .n import x", "", false), ".n");
}

TEST(PythonImports, StarImportsAreListedInOrder) {
  const LowerResult r = lower_source("from b import *\nfrom a import *\n");
  ASSERT_EQ(r.program.star_imports.size(), 2u);
  EXPECT_EQ(ir::name_text(r.program.star_imports[0]), "b");
  EXPECT_EQ(ir::name_text(r.program.star_imports[1]), "a");
  EXPECT_EQ(r.program.star_programs, std::vector<uint32_t>(2, ir::kNone));
}

} // namespace
} // namespace offside::python
