// Which edits of a run can be made together, and what files expect of `--verify`.
#include "lint/cli/expectations.h"
#include "lint/cli/fixes.h"

#include <gtest/gtest.h>

namespace offside::cli {
namespace {

using check::Finding;
using check::Safety;

Finding finding(std::vector<check::Edit> edits, Safety safety = Safety::Safe) {
  Finding finding;
  finding.path = "a.py";
  finding.edits = std::move(edits);
  finding.safety = safety;
  return finding;
}

ChosenFixes choose(const std::vector<Finding> &findings, bool unsafe = false) {
  return choose_fixes(findings, unsafe, [](std::string_view path) { return path != "locked.py"; });
}

TEST(Fixes, TakesSafeOnesUnlessToldOtherwise) {
  const std::vector<Finding> both = {finding({{"a.py", {0, 1}, "x"}}),
                                     finding({{"a.py", {5, 6}, "y"}}, Safety::Unsafe),
                                     finding({{"a.py", {8, 9}, "z"}}, Safety::None)};
  EXPECT_EQ(choose(both).findings, 1u);
  EXPECT_EQ(choose(both, true).findings, 2u);
  EXPECT_EQ(choose(both, true).edits.at("a.py").size(), 2u);
}

TEST(Fixes, LeavesOverlapsToTheNextRound) {
  const ChosenFixes chosen =
      choose({finding({{"a.py", {0, 5}, "x"}}), finding({{"a.py", {4, 6}, "y"}}),
              finding({{"a.py", {5, 5}, "touching"}}), finding({{"a.py", {7, 8}, "z"}})});
  EXPECT_EQ(chosen.findings, 2u);
  EXPECT_EQ(chosen.edits.at("a.py").size(), 2u);
}

TEST(Fixes, TheSameEditTwiceIsMadeOnce) {
  const ChosenFixes chosen =
      choose({finding({{"a.py", {3, 3}, ".cpu()"}}), finding({{"a.py", {3, 3}, ".cpu()"}})});
  EXPECT_EQ(chosen.findings, 2u);
  EXPECT_EQ(chosen.edits.at("a.py").size(), 1u);
}

TEST(Fixes, AFindingIsFixedWholeOrNotAtAll) {
  EXPECT_TRUE(choose({finding({{"a.py", {0, 1}, "x"}, {"locked.py", {0, 1}, "y"}})}).edits.empty());
  const ChosenFixes chosen = choose(
      {finding({{"b.py", {0, 4}, "x"}}), finding({{"a.py", {0, 1}, "y"}, {"b.py", {2, 3}, "z"}})});
  EXPECT_EQ(chosen.findings, 1u);
  EXPECT_FALSE(chosen.edits.contains("a.py"));
}

// A run on one text in memory; each round gets the findings that `find` makes of it.
class FixerTest : public testing::Test {
protected:
  void start(const std::string &text) {
    project.add("a.py", text);
    project.sort();
    project.read({});
  }
  bool round(const std::vector<check::Edit> &edits) {
    const std::vector<Finding> findings = {finding(edits)};
    const bool again = fixer.round(findings);
    project.link();
    return again;
  }
  Project project;
  Fixer fixer{false,
              [this](std::string_view path) { return project.find(path) ? &project : nullptr; }};
};

TEST_F(FixerTest, EditsInRounds) {
  start("import torch\nx.cuda()\n");
  EXPECT_TRUE(round({{"a.py", {13, 13}, "x = "}}));
  EXPECT_EQ(project.find("a.py")->source->text, "import torch\nx = x.cuda()\n");
  EXPECT_TRUE(round({{"a.py", {13, 14}, "y"}}));
  EXPECT_FALSE(round({}));
  EXPECT_EQ(fixer.text_of("a.py"), "import torch\ny = x.cuda()\n");
  EXPECT_EQ(fixer.originals.at("a.py"), "import torch\nx.cuda()\n");
  EXPECT_EQ(fixer.fixed, 2u);
}

TEST_F(FixerTest, AFileThatWouldNotParseIsLeftAsItWas) {
  start("import torch\nx.cuda()\n");
  EXPECT_TRUE(round({{"a.py", {13, 13}, "x = "}}));
  EXPECT_TRUE(round({{"a.py", {13, 14}, "x = ("}}));
  EXPECT_EQ(fixer.text_of("a.py"), "import torch\nx.cuda()\n");
  EXPECT_EQ(fixer.messages,
            std::vector<std::string>{"a.py: left as it was: a fix would break its syntax"});
  EXPECT_FALSE(round({{"a.py", {13, 13}, "x = "}})) << "not tried again";
  EXPECT_EQ(fixer.fixed, 1u);
}

TEST_F(FixerTest, ABrokenFileIsNotEdited) {
  start("import torch\nx.cuda()\ndef f(:\n");
  EXPECT_FALSE(round({{"a.py", {13, 13}, "x = "}}));
}

TEST(Expectations, DifferencesAreListedByLine) {
  source::SourceFile file;
  file.path = "a.py";
  file.text = "x\ny  # expect: DEV101, mixed-devices\nz  # expect: DEV104\n";
  const auto on = [](uint32_t offset, const char *rule) {
    Finding finding;
    finding.rule = rule;
    finding.span = {offset, offset + 1};
    finding.message = "message";
    return finding;
  };
  const std::vector<Finding> exact = {on(2, "DEV101"), on(2, "DEV101"), on(37, "DEV104")};
  EXPECT_TRUE(compare(file, exact).empty());
  const std::vector<Finding> wrong = {on(0, "DEV102"), on(2, "DEV101")};
  EXPECT_EQ(compare(file, wrong),
            (std::vector<std::string>{"a.py:1: surplus DEV102: message", "a.py:2: missing DEV101",
                                      "a.py:3: missing DEV104"}));
}

} // namespace
} // namespace offside::cli
