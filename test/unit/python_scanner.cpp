// What third_party/adapt_scanner.py changes in the grammar's scanner.
#include "python_lowering.h"

namespace offside::python {
namespace {

TEST(PythonScanner, BlocksIndentedByMoreThan255ColumnsEndWhereTheyEnd) {
  const std::string inner(300, ' '), outer(100, ' ');
  EXPECT_EQ(lowered("if a:\n" + outer + "if b:\n" + inner + "x = 1\n" + outer + "y = 2\nz = 3\n"),
            lowered("if a:\n  if b:\n    x = 1\n  y = 2\nz = 3\n"));
}

TEST(PythonScanner, TemplateStringsOfEveryPrefix) {
  for (const char *literal : {"t'{x}'", "T'{x}'", "rt\"{x!r}\"", "tr'''{x:>{w}}'''", "Rt'\\{x}'"})
    EXPECT_TRUE(lower_source(std::string("s = ") + literal + "\n").syntax_errors.empty())
        << literal;
}

} // namespace
} // namespace offside::python
