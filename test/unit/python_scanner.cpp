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

TEST(PythonScanner, LongRunsOfCommentsTakeNoLongerThanTheirLines) {
  std::string comments;
  for (int i = 0; i < 200000; ++i)
    comments += "  # a comment, it's \"one\" of many\n";
  EXPECT_EQ(
      lowered("if a:\n  x = 1\n" + comments + "  y = 2\nz = [\n" + comments + "]\n" + comments),
      lowered("if a:\n  x = 1\n  y = 2\nz = [\n]\n"));
  EXPECT_TRUE(lower_source("x = \"\"\"\n" + comments + "\"\"\"\nz = 1\n").syntax_errors.empty());
}

TEST(PythonScanner, ARunOfHashesInAStringIsKept) {
  std::string hashes;
  for (int i = 0; i < 300; ++i)
    hashes += "# text\n";
  EXPECT_EQ(lowered("x = \"\"\"" + hashes + "\"\"\"\n" + hashes + "y = 1\n"),
            lowered("x = \"\"\"" + hashes + "\"\"\"\ny = 1\n"));
}

} // namespace
} // namespace offside::python
