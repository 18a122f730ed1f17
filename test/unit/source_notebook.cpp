// Notebooks: cells, magics, places, edits written back.
#include "lint/source/magics.h"
#include "lint/source/source_file.h"
#include "lint/source/text_edit.h"

#include <gtest/gtest.h>
#include <string>

namespace offside::source {
namespace {

SourceFile good(std::string json) {
  LoadResult result = from_bytes("a.ipynb", std::move(json));
  EXPECT_TRUE(result) << result.error.message;
  return result ? *result.file : SourceFile{};
}

// As Jupyter writes it.
const std::string kNotebook = R"({
 "cells": [
  {
   "cell_type": "markdown",
   "metadata": {},
   "source": ["# Title"]
  },
  {
   "cell_type": "code",
   "execution_count": 1,
   "metadata": {},
   "outputs": [{"text": ["\"source\": [1]"], "data": {"source": ["no"]}}],
   "source": [
    "import torch\n",
    "s = \"é\\n\""
   ]
  },
  {
   "cell_type": "code",
   "metadata": {"tags": []},
   "outputs": [],
   "source": "y = 1\nz = 2\n"
  },
  {
   "cell_type": "code",
   "metadata": {},
   "outputs": [],
   "source": []
  }
 ],
 "metadata": {
  "language_info": {"name": "python"}
 },
 "nbformat": 4,
 "nbformat_minor": 5
}
)";

TEST(Notebook, CodeCellsAreJoined) {
  const SourceFile file = good(kNotebook);
  EXPECT_TRUE(file.is_notebook);
  EXPECT_EQ(file.text, "import torch\ns = \"é\\n\"\ny = 1\nz = 2\n\n\n");
  EXPECT_EQ(file.original(), kNotebook);
}

TEST(Notebook, PlacesAreInCells) {
  const SourceFile file = good(kNotebook);
  auto at = [&](const char *word) {
    return file.place(static_cast<uint32_t>(file.text.find(word)));
  };
  Place place = at("torch");
  EXPECT_EQ(place.cell, 1u);
  EXPECT_EQ(place.line, 1u);
  EXPECT_EQ(place.column, 8u);
  EXPECT_EQ(place.offset, 7u);
  place = at("\\n");
  EXPECT_EQ(place.cell, 1u);
  EXPECT_EQ(place.line, 2u);
  EXPECT_EQ(place.column, 7u);
  EXPECT_EQ(place.offset, 20u);
  place = at("z =");
  EXPECT_EQ(place.cell, 2u);
  EXPECT_EQ(place.line, 2u);
  EXPECT_EQ(place.column, 1u);
  EXPECT_EQ(place.offset, 6u);
  place = file.place(static_cast<uint32_t>(file.text.size() - 1));
  EXPECT_EQ(place.cell, 3u);
  EXPECT_EQ(place.line, 1u);
}

// Applies one replacement and returns the new file.
std::string edited(const std::string &json, const std::string &what, const std::string &with) {
  const SourceFile file = good(json);
  const size_t at = file.text.find(what);
  EXPECT_NE(at, std::string::npos);
  const EditResult result = apply_edits(
      file, {{static_cast<uint32_t>(at), static_cast<uint32_t>(at + what.size()), with}});
  EXPECT_EQ(result.error, "");
  return result.bytes;
}

std::string replaced(std::string text, const std::string &what, const std::string &with) {
  const size_t at = text.find(what);
  EXPECT_NE(at, std::string::npos);
  return text.replace(at, what.size(), with);
}

TEST(Notebook, NoEditChangesNoByte) {
  EXPECT_EQ(apply_edits(good(kNotebook), {}).bytes, kNotebook);
}

TEST(Notebook, EditOfOneLineChangesOneLiteral) {
  EXPECT_EQ(edited(kNotebook, "import torch", "import torch as \"T\""),
            replaced(kNotebook, R"("import torch\n")", R"("import torch as \"T\"\n")"));
  EXPECT_EQ(edited(kNotebook, "s = ", "ä = "), replaced(kNotebook, "\"s = ", "\"ä = "));
}

TEST(Notebook, InsertedLinesFollowTheLayout) {
  EXPECT_EQ(edited(kNotebook, "s =", "t = 0\ns ="),
            replaced(kNotebook, "    \"s =", "    \"t = 0\\n\",\n    \"s ="));
  EXPECT_EQ(edited(kNotebook, "torch\n", "torch\n"), kNotebook);
}

TEST(Notebook, RemovedLines) {
  EXPECT_EQ(edited(kNotebook, "import torch\n", ""),
            replaced(kNotebook, "    \"import torch\\n\",\n", ""));
  EXPECT_EQ(
      edited(kNotebook, "import torch\ns = \"é\\n\"", ""),
      replaced(kNotebook, "[\n    \"import torch\\n\",\n    \"s = \\\"é\\\\n\\\"\"\n   ]", "[]"));
}

TEST(Notebook, SourceAsOneString) {
  EXPECT_EQ(edited(kNotebook, "z = 2", "z = 3"), replaced(kNotebook, "z = 2", "z = 3"));
}

TEST(Notebook, SourceInAnEmptyList) {
  const SourceFile file = good(kNotebook);
  const auto end = static_cast<uint32_t>(file.text.size() - 1);
  EXPECT_EQ(apply_edits(file, {{end, end, "a\nb"}}).bytes,
            replaced(kNotebook, "\"source\": []", R"("source": ["a\n", "b"])"));
}

TEST(Notebook, EditsInSeveralCells) {
  const SourceFile file = good(kNotebook);
  const auto y = static_cast<uint32_t>(file.text.find("y ="));
  EXPECT_EQ(apply_edits(file, {{y, y + 1, "why"}, {0, 6, "from"}, {y + 4, y + 5, "3"}}).bytes,
            replaced(replaced(kNotebook, "import torch", "from torch"), "y = 1", "why = 3"));
}

TEST(Notebook, TheJoiningNewlineStays) {
  const SourceFile file = good(kNotebook);
  const auto s = static_cast<uint32_t>(file.text.find("s ="));
  const auto y = static_cast<uint32_t>(file.text.find("y ="));
  EXPECT_EQ(apply_edits(file, {{s, y, ""}}).bytes,
            replaced(kNotebook, ",\n    \"s = \\\"é\\\\n\\\"\"", ""));
}

TEST(Notebook, EditOverTwoCellsIsAnError) {
  const SourceFile file = good(kNotebook);
  const auto y = static_cast<uint32_t>(file.text.find("y ="));
  EXPECT_NE(apply_edits(file, {{y - 3, y + 1, ""}}).error, "");
}

TEST(Notebook, EscapedFilesStayEscaped) {
  std::string escaped = replaced(kNotebook, "é", "\\u00e9");
  EXPECT_EQ(edited(escaped, "z = 2", "z = 'ü\U0001f600'"),
            replaced(escaped, "z = 2", "z = '\\u00fc\\ud83d\\ude00'"));
  // Only a control character is escaped: that says nothing.
  escaped = replaced(kNotebook, "é", "\\u0007");
  EXPECT_EQ(edited(escaped, "z = 2", "z = 'ü'"), replaced(escaped, "z = 2", "z = 'ü'"));
}

TEST(Notebook, CrlfInCells) {
  const std::string json = R"({"cells":[{"cell_type":"code","source":"a\r\nb\r\n"}],"nbformat":4})";
  EXPECT_EQ(edited(json, "a\r\n", "a\nc\n"), replaced(json, R"(a\r\n)", R"(a\r\nc\r\n)"));
}

TEST(Notebook, CompactFileWithOddLiterals) {
  const std::string json =
      R"({"cells":[{"source":["a = ","1\nb","= 2\n"],"cell_type":"code"}],"nbformat":4})";
  EXPECT_EQ(good(json).text, "a = 1\nb= 2\n\n");
  const std::string after = edited(json, "= 2", "= 3");
  EXPECT_EQ(good(after).text, "a = 1\nb= 3\n\n");
}

TEST(Notebook, FormatThree) {
  const SourceFile file = good(
      R"({"metadata":{},"nbformat":3,"worksheets":[{"cells":[{"cell_type":"code","input":["x = 1"],
          "language":"python","outputs":[]}]}]})");
  EXPECT_EQ(file.text, "x = 1\n");
}

TEST(Notebook, OtherLanguages) {
  EXPECT_EQ(good(R"({"cells":[{"cell_type":"code","source":"x <- 1"}],"nbformat":4,
                     "metadata":{"kernelspec":{"language":"R"}}})")
                .text,
            "      \n");
  EXPECT_EQ(good(R"({"cells":[{"cell_type":"code","source":"select","metadata":{"vscode":
                     {"languageId":"sql"}}},{"cell_type":"code","source":"x"}],"nbformat":4})")
                .text,
            "      \nx\n");
}

TEST(Notebook, NotANotebook) {
  auto error = [](std::string json) { return from_bytes("a.ipynb", std::move(json)).error; };
  EXPECT_EQ(error("").kind, LoadError::Kind::Notebook);
  EXPECT_EQ(error("{}").kind, LoadError::Kind::Notebook);
  EXPECT_EQ(error("[1, 2]").kind, LoadError::Kind::Notebook);
  EXPECT_EQ(error("{\"cells\": [], \"nbformat\": 9}").kind, LoadError::Kind::Notebook);
  const LoadError broken = error("{\"cells\": [\n  {]}");
  EXPECT_EQ(broken.kind, LoadError::Kind::Notebook);
  EXPECT_EQ(broken.line, 2u);
  EXPECT_EQ(broken.column, 4u);
  EXPECT_EQ(error("{\"cells\": [\"\xff\"]}").kind, LoadError::Kind::Notebook);
}

TEST(Notebook, WhatPythonWritesBeyondJson) {
  const std::string json =
      R"({"cells":[{"cell_type":"code","outputs":[NaN,-Infinity,Infinity,"\\ud83d \ud83d NaN"],
          "source":["x = 1\n","y = '\u00e9\ud83d\ude00'"]},
         {"cell_type":"code","source":"s = '\udc00'"}],"nbformat":4})";
  EXPECT_EQ(good(json).text, "x = 1\ny = 'é\U0001f600'\ns = '\ufffd'\n");
  EXPECT_EQ(edited(json, "x = 1", "x = 2"), replaced(json, "x = 1", "x = 2"));
  EXPECT_NE(apply_edits(good(json), {{24, 25, "t"}}).error, ""); // could not be written back
}

TEST(Notebook, EveryPrefixIsAnErrorNotACrash) {
  for (size_t length = 0; length + 2 < kNotebook.size(); ++length)
    EXPECT_FALSE(from_bytes("a.ipynb", kNotebook.substr(0, length))) << length;
}

TEST(Notebook, DeepJson) { EXPECT_FALSE(from_bytes("a.ipynb", std::string(1'000'000, '['))); }

std::string blanked(std::string cell) {
  const size_t size = cell.size();
  blank_magics(cell);
  EXPECT_EQ(cell.size(), size);
  return cell;
}

TEST(Magics, LineMagics) {
  EXPECT_EQ(blanked("%matplotlib inline\nx = 1\n"), "                  \nx = 1\n");
  EXPECT_EQ(blanked("!pip install torch\nx"), "                  \nx");
  EXPECT_EQ(blanked("x?\n?x\nnp.*load*??\n%%x"), "  \n  \n           \n   ");
  EXPECT_EQ(blanked("!pip install \\\n  torch\nx"), "              \n       \nx");
  EXPECT_EQ(blanked("!!ls\n,f a\n;f a\n/f a\n"), "    \n    \n    \n    \n");
  EXPECT_EQ(blanked("%cd x\r\ny\r\n"), "     \r\ny\r\n");
}

TEST(Magics, IndentedMagicsKeepTheBlock) {
  EXPECT_EQ(blanked("if x:\n    !ls -l\n"), "if x:\n    pass  \n");
  EXPECT_EQ(blanked("if x:\n  %cd\n"), "if x:\n  0  \n");
}

TEST(Magics, AssignedMagics) {
  EXPECT_EQ(blanked("a = !ls -l\n"), "a = _i    \n");
  EXPECT_EQ(blanked("a = %time f()\n"), "a = _i       \n");
  EXPECT_EQ(blanked("d['k'] = !ls\n"), "d['k'] = _i \n");
  EXPECT_EQ(blanked("a, b =%x\n"), "a, b =_i\n");
}

TEST(Magics, PythonIsLeftAlone) {
  for (const char *text :
       {"x = (a\n  % b)\n", "x = a \\\n  % b\n", "s = '''\n%x\n!ls\n'''\n", "x = 'a = !ls'\n",
        "x != y\n", "x = y % z\n", "x %= 3\n", "f(a=1, b='?')\n", "x = 1 # why?\n", "a == b\n",
        "f'''\n{x}\n%y\n'''\n", "print('a', x)?'b'\n"})
    EXPECT_EQ(blanked(text), text);
}

TEST(Magics, TimedStatementStays) {
  EXPECT_EQ(blanked("%time y = model(x)\n"), "if 1: y = model(x)\n");
  EXPECT_EQ(blanked("  %time f()\n"), "  if 1: f()\n");
  EXPECT_EQ(blanked("%time for i in x: y\n"), "                   \n");
  EXPECT_EQ(blanked("%timeit -n 3 f()\n"), "                \n");
}

TEST(Magics, CellMagics) {
  EXPECT_EQ(blanked("%%bash\nls\ncd\n"), "      \n  \n  \n");
  EXPECT_EQ(blanked("\n %%writefile a.py\nx = 1"), "\n                 \n     ");
  EXPECT_EQ(blanked("%%time\nx = 1\n!ls\n"), "      \nx = 1\n   \n");
  EXPECT_EQ(blanked("%%capture out\nx = 1\n"), "             \nx = 1\n");
}

} // namespace
} // namespace offside::source
