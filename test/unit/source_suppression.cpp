// Comments that silence findings, unused ones, expectations.
#include "lint/source/expectation.h"
#include "lint/source/suppression.h"

#include <gtest/gtest.h>
#include <string>

namespace offside::source {
namespace {

// The text with one finding of DEV101 (mixed-devices) where `@` stands; without the `@`.
struct Case {
  std::string text;
  uint32_t at;
  Suppressions suppressions;
  explicit Case(std::string marked) : text(std::move(marked)), at(0) {
    const size_t mark = text.find('@');
    if (mark != text.npos) {
      at = static_cast<uint32_t>(mark);
      text.erase(mark, 1);
    }
    suppressions = Suppressions(text);
  }
  bool silenced(std::string_view code = "DEV101", std::string_view name = "mixed-devices") {
    return suppressions.matches(code, name, at, at + 1);
  }
  std::string fixed() const {
    SourceFile file;
    file.text = text;
    std::vector<TextEdit> edits;
    for (const UnusedSuppression &unused : suppressions.unused())
      edits.push_back(unused.removal);
    const EditResult result = apply_edits(file, edits);
    EXPECT_EQ(result.error, "");
    return result.bytes;
  }
};

bool silenced(const std::string &marked) { return Case(marked).silenced(); }

TEST(Suppression, BlanketNoqa) {
  EXPECT_TRUE(silenced("@x  # noqa\n"));
  EXPECT_TRUE(silenced("@x  #noqa\n"));
  EXPECT_TRUE(silenced("@x  # NOQA\n"));
  EXPECT_TRUE(silenced("@x  # NoQA some text\n"));
  EXPECT_TRUE(silenced("@x  # text # noqa\n"));
  EXPECT_TRUE(silenced("@x  # noqa # text\n"));
  EXPECT_TRUE(silenced("@x  # type: ignore # noqa"));
  EXPECT_TRUE(silenced("@x  # noqa\r\n"));
}

TEST(Suppression, NotANoqa) {
  EXPECT_FALSE(silenced("@x  # text noqa\n"));
  EXPECT_FALSE(silenced("@x  # noqaDEV101\n"));
  EXPECT_FALSE(silenced("@x  # noqas\n"));
  EXPECT_FALSE(silenced("@x  # noqa, because\n"));
  EXPECT_FALSE(silenced("@x = '# noqa'\n"));
  EXPECT_FALSE(silenced("@x = '''\n# noqa\n'''\n"));
  EXPECT_FALSE(silenced("@x\n# noqa\n"));
  EXPECT_FALSE(silenced("# noqa\n@x\n"));
}

TEST(Suppression, NoqaWithCodes) {
  EXPECT_TRUE(silenced("@x  # noqa: DEV101\n"));
  EXPECT_TRUE(silenced("@x  # noqa:DEV101\n"));
  EXPECT_TRUE(silenced("@x  # noqa : DEV101\n"));
  EXPECT_TRUE(silenced("@x  # noqa: dev101\n"));
  EXPECT_TRUE(silenced("@x  # noqa: E501, DEV101\n"));
  EXPECT_TRUE(silenced("@x  # noqa: E501 DEV101\n"));
  EXPECT_TRUE(silenced("@x  # noqa: E501,DEV101 on purpose\n"));
  EXPECT_TRUE(silenced("@x  # noqa: E501,,DEV101\n"));
  EXPECT_TRUE(silenced("@x  # noqa: E501DEV101\n"));
  EXPECT_TRUE(silenced("@x  # noqa: DEV101# text\n"));
  EXPECT_FALSE(silenced("@x  # noqa: DEV102\n"));
  EXPECT_FALSE(silenced("@x  # noqa: E501\n"));
  EXPECT_FALSE(silenced("@x  # noqa: DEV1\n"));
  EXPECT_FALSE(silenced("@x  # noqa: DEV1010\n"));
  EXPECT_FALSE(silenced("@x  # noqa: E501 see DEV101\n")); // text ends the codes
}

TEST(Suppression, NoqaWithoutAValidCodeSilencesNothing) {
  for (const char *text :
       {"@x  # noqa:\n", "@x  # noqa: mixed-devices\n", "@x  # noqa: because\n",
        "@x  # noqa: DEV101x\n", "@x  # noqa: DEV101: text\n", "@x  # noqaDEV101\n"}) {
    Case c(text);
    EXPECT_FALSE(c.silenced()) << text;
    EXPECT_TRUE(c.suppressions.unused().empty()) << text;
    // Other tools complain about the rest.
    EXPECT_EQ(c.suppressions.invalid().size(), c.text.find("DEV") == c.text.npos ? 0u : 1u) << text;
  }
}

TEST(Suppression, WholeFileNoqa) {
  EXPECT_TRUE(silenced("# ruff: noqa\n\n@x\n"));
  EXPECT_TRUE(silenced("# flake8: noqa\n@x\n"));
  EXPECT_TRUE(silenced("@x\n# ruff: noqa\n"));
  EXPECT_TRUE(silenced("#flake8:NOQA\n@x\n"));
  EXPECT_TRUE(silenced("# flake8: noqa: DEV101\n@x\n"));
  EXPECT_TRUE(silenced("# ruff: noqa: E501, DEV101\n@x\n"));
  EXPECT_FALSE(silenced("# flake8: noqa: E501\n@x\n"));
  EXPECT_FALSE(silenced("# ruff: noqa:\n@x\n"));
  EXPECT_FALSE(silenced("# ruff: isort: skip_file\n@x\n"));
}

TEST(Suppression, OffsideIgnore) {
  EXPECT_TRUE(silenced("@x  # offside: ignore\n"));
  EXPECT_TRUE(silenced("@x  # offside: ignore on purpose\n"));
  EXPECT_TRUE(silenced("@x  #offside:ignore[DEV101]\n"));
  EXPECT_TRUE(silenced("@x  # offside: ignore[DEV101] on purpose\n"));
  EXPECT_TRUE(silenced("@x  # offside: ignore[DEV102, mixed-devices]\n"));
  EXPECT_TRUE(silenced("@x  # offside: ignore[DEV102,DEV101]\n"));
  EXPECT_FALSE(silenced("@x  # offside: ignore[DEV102]\n"));
  EXPECT_FALSE(silenced("# offside: ignore\n@x\n"));
  EXPECT_TRUE(silenced("# offside: ignore-file\n@x\n"));
  EXPECT_TRUE(silenced("# offside: ignore-file[mixed-devices] generated\n@x\n"));
  EXPECT_FALSE(silenced("# offside: ignore-file[DEV102]\n@x\n"));
}

TEST(Suppression, BrokenOffsideDirectives) {
  for (const char *text : {"@x  # offside: ignor\n", "@x  # offside: ignore[DEV101\n",
                           "@x  # offside: ignore[]\n", "@x  # offside: ignore-files\n"}) {
    Case c(text);
    EXPECT_FALSE(c.silenced()) << text;
    ASSERT_EQ(c.suppressions.invalid().size(), 1u) << text;
    EXPECT_EQ(c.suppressions.invalid()[0].span.begin, 3u);
  }
  EXPECT_TRUE(Case("x  # offside line\n").suppressions.invalid().empty());
}

TEST(Suppression, HoldsForTheWholeLogicalLine) {
  EXPECT_TRUE(silenced("f(\n  a,\n  @b,\n)  # noqa\ng()\n"));
  EXPECT_TRUE(silenced("@f(\n  a,\n)  # noqa: DEV101\n"));
  EXPECT_TRUE(silenced("f(  # noqa: DEV101\n  @a,\n)\n"));
  EXPECT_TRUE(silenced("@x = \\\n  1  # noqa\n"));
  EXPECT_TRUE(silenced("@x = '''\ntext\n'''  # noqa\n"));
  EXPECT_TRUE(silenced("@x = f'''\n{a}\n'''  # noqa\n"));
  EXPECT_FALSE(silenced("f(\n  a,\n)  # noqa\n@g()\n"));
  EXPECT_FALSE(silenced("if x:  # noqa\n  @y\n"));
  EXPECT_FALSE(silenced("@z\nif x:  # noqa\n  y\n"));
}

TEST(Suppression, EitherEndOfTheRangeCounts) {
  Case c("for x in y:\n  f()  # noqa\ng()\n");
  const auto end = static_cast<uint32_t>(c.text.find(")  #") + 1);
  EXPECT_TRUE(c.suppressions.matches("DEV101", "", 0, end));
  EXPECT_FALSE(c.suppressions.matches("DEV101", "", 0, 11));
}

TEST(Suppression, TheEndOfTheTextIsOnItsLastLine) {
  Case c("x(  # noqa: DEV002");
  const auto end = static_cast<uint32_t>(c.text.size());
  EXPECT_TRUE(c.suppressions.matches("DEV002", "syntax-error", end, end));
  EXPECT_FALSE(Suppressions("").matches("DEV002", "syntax-error", 0, 0));
}

TEST(Suppression, UnusedCodesAreRemoved) {
  auto fixed = [](const std::string &text) { return Case(text).fixed(); };
  EXPECT_EQ(fixed("x  # noqa: DEV101\n"), "x\n");
  EXPECT_EQ(fixed("x  # noqa: DEV101"), "x");
  EXPECT_EQ(fixed("x  # noqa: DEV101\r\ny\r\n"), "x\r\ny\r\n");
  EXPECT_EQ(fixed("x  # noqa: DEV101, E501\n"), "x  # noqa: E501\n");
  EXPECT_EQ(fixed("x  # noqa: E501,DEV101 text\n"), "x  # noqa: E501 text\n");
  EXPECT_EQ(fixed("x  # noqa: E501,DEV101,F401\n"), "x  # noqa: E501, F401\n");
  EXPECT_EQ(fixed("x  # noqa: DEV101 # text\n"), "x  # text\n");
  EXPECT_EQ(fixed("x  # noqa: DEV101 text\n"), "x  # text\n");
  EXPECT_EQ(fixed("x  # text # noqa: DEV101\n"), "x  # text\n");
  EXPECT_EQ(fixed("x\n  # noqa: DEV101\ny\n"), "x\ny\n");
  EXPECT_EQ(fixed("x\n# noqa: DEV101"), "x\n");
  EXPECT_EQ(fixed("# noqa: DEV101\n"), "");
  EXPECT_EQ(fixed("# ruff: noqa: DEV101\nx\n"), "x\n");
  EXPECT_EQ(fixed("x  # offside: ignore[DEV101] reason\n"), "x\n");
  EXPECT_EQ(fixed("x  # offside: ignore\n"), "x\n");
  EXPECT_EQ(fixed("x  # offside: ignore[DEV101] reason # noqa: E501\n"), "x  # noqa: E501\n");
  EXPECT_EQ(fixed("# offside: ignore-file\nx\n"), "x\n");
  EXPECT_EQ(fixed("f(a,  # noqa: DEV101\n  b)\n"), "f(a,\n  b)\n");
}

TEST(Suppression, TwoUnusedDirectivesInAComment) {
  Case c("x  # noqa: DEV101 # offside: ignore[DEV102]\n");
  const auto unused = c.suppressions.unused();
  ASSERT_EQ(unused.size(), 2u);
  SourceFile file;
  file.text = c.text;
  EXPECT_EQ(apply_edits(file, {unused[0].removal}).bytes, "x  # offside: ignore[DEV102]\n");
  EXPECT_EQ(apply_edits(file, {unused[1].removal}).bytes, "x  # noqa: DEV101\n");
}

TEST(Suppression, OtherToolsAndBareNoqaAreLeftAlone) {
  for (const char *text : {"x  # noqa\n", "x  # noqa: E501\n", "# ruff: noqa\n",
                           "# flake8: noqa: F401\n", "x  # noqa: DEV001\n"})
    EXPECT_EQ(Case(text).fixed(), text);
}

TEST(Suppression, UsedCodesStay) {
  Case c("@x  # noqa: DEV101, DEV102\n");
  EXPECT_TRUE(c.silenced());
  const auto unused = c.suppressions.unused();
  ASSERT_EQ(unused.size(), 1u);
  EXPECT_EQ(unused[0].codes, std::vector<std::string>{"DEV102"});
  EXPECT_EQ(c.text.substr(unused[0].span.begin), "# noqa: DEV101, DEV102\n");
  EXPECT_EQ(c.fixed(), "x  # noqa: DEV101\n");
}

TEST(Suppression, EveryCommentThatSilencesIsUsed) {
  Case c("# offside: ignore-file[DEV101]\n@x  # noqa: DEV101 # offside: ignore[mixed-devices]\n");
  EXPECT_TRUE(c.silenced());
  EXPECT_TRUE(c.suppressions.unused().empty());
}

TEST(Suppression, RulesThatDidNotRunAreNotUnused) {
  Case c("x  # noqa: DEV101, DEV204\n");
  const auto unused = c.suppressions.unused([](std::string_view code) { return code == "DEV101"; });
  ASSERT_EQ(unused.size(), 1u);
  EXPECT_EQ(unused[0].codes, std::vector<std::string>{"DEV101"});
  EXPECT_EQ(unused[0].removal.text, "DEV204");
}

TEST(Suppression, TextWithoutTheWordsHasNone) {
  EXPECT_TRUE(Suppressions("q = 1  # equal\n").empty());
  EXPECT_TRUE(Suppressions("").empty());
}

std::vector<std::string> expectations(const std::string &text) {
  SourceFile file;
  file.text = text;
  std::vector<std::string> result;
  const Expectations read = read_expectations(file);
  for (const Expectation &e : read.expected)
    result.push_back(e.code + "@" + std::to_string(file.text_line(e.line_start)));
  for (const InvalidExpectation &e : read.invalid)
    result.push_back("!" + e.message);
  return result;
}

using Strings = std::vector<std::string>;

TEST(Expectation, OnItsLineAndAround) {
  EXPECT_EQ(expectations("x\ny  # expect: DEV101\n"), Strings{"DEV101@2"});
  EXPECT_EQ(expectations("# expect+1: DEV101, DEV201\nx\n"), (Strings{"DEV101@2", "DEV201@2"}));
  EXPECT_EQ(expectations("x\n\n# expect-2:DEV101\n"), Strings{"DEV101@1"});
  EXPECT_EQ(expectations("x  # expect: DEV101, DEV101\n"), (Strings{"DEV101@1", "DEV101@1"}));
  EXPECT_EQ(expectations("x  # text # expect: mixed-devices # noqa\n"), Strings{"mixed-devices@1"});
  EXPECT_EQ(expectations("f(\n  a,  # expect: DEV101\n)\n"), Strings{"DEV101@2"});
  EXPECT_EQ(expectations("x  # expect: DEV101\r\n"), Strings{"DEV101@1"});
}

TEST(Expectation, ProseAndStringsAreNone) {
  EXPECT_EQ(expectations("x = '# expect: DEV101'\n"), Strings{});
  EXPECT_EQ(expectations("# we expect: DEV101\n"), Strings{});
  EXPECT_EQ(expectations("# expected: x\n# expect the worst\n# expect+: x\n"), Strings{});
}

TEST(Expectation, BrokenOnesAreErrors) {
  EXPECT_EQ(expectations("x  # expect:\n"), Strings{"!expected rule codes after 'expect:'"});
  EXPECT_EQ(expectations("x  # expect-1: DEV101\n"),
            Strings{"!this expectation points outside the file"});
  EXPECT_EQ(expectations("x  # expect+9: DEV101\n"),
            Strings{"!this expectation points outside the file"});
  EXPECT_EQ(expectations("x  # expect: DEV101 (why)\n"),
            (Strings{"DEV101@1", "!expected rule codes after 'expect:'"}));
}

} // namespace
} // namespace offside::source
