// Which files of a run are lowered, and what a user sees of the findings in them.
#include "lint/cli/project.h"
#include "lint/cli/shown_findings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace offside::cli {
namespace {

using check::Finding;
using check::Severity;
using testing::ElementsAre;

TEST(Prefilter, WantsAWordOfOurs) {
  EXPECT_TRUE(may_matter("import torch\n"));
  EXPECT_TRUE(may_matter("from transformers import pipeline\n"));
  EXPECT_TRUE(may_matter("x = 1  # noqa: DEV101\n"));
  EXPECT_FALSE(may_matter("import numpy as np\n"));
  EXPECT_FALSE(may_matter(""));
}

class ProjectTest : public testing::Test {
protected:
  void read(const std::vector<std::pair<std::string, std::string>> &files, Reading reading = {}) {
    for (const auto &[path, text] : files)
      project.add(path, text);
    project.sort();
    project.read(reading);
  }
  std::vector<std::string> lowered() const {
    std::vector<std::string> out;
    for (const File &file : project.files)
      if (file.lowered)
        out.push_back(file.path);
    return out;
  }
  std::vector<Finding> shown(std::vector<Finding> findings, const Settings &settings = {}) {
    const File &file = project.files[0];
    const FileRules rules = rules_for("/r/" + file.path, settings, {});
    return cli::shown(file, project.programs[0], rules, std::move(findings));
  }
  static Finding at(uint32_t offset, const char *rule = "DEV104") {
    Finding finding;
    finding.rule = rule;
    finding.severity = Severity::Error;
    finding.path = "a.py";
    finding.span = {offset, offset + 1};
    return finding;
  }
  static std::vector<std::string> rules(const std::vector<Finding> &findings) {
    std::vector<std::string> out;
    for (const Finding &finding : findings)
      out.push_back(finding.rule);
    return out;
  }
  Project project;
};

TEST_F(ProjectTest, LowersWhatMattersAndWhatItImports) {
  read({{"main.py", "import torch, config\nfrom pkg import make\n"},
        {"config.py", "import settings\n"},
        {"settings.py", "x = 1\n"},
        {"pkg/__init__.py", "from .impl import make\n"},
        {"pkg/impl.py", "from . import deeper\n"},
        {"pkg/deeper.py", ""},
        {"other.py", "x = 1\n"}});
  EXPECT_THAT(lowered(), ElementsAre("config.py", "main.py", "pkg/__init__.py", "pkg/impl.py"));
  for (const ir::Program &program : project.programs)
    EXPECT_FALSE(program.functions.empty()) << program.path << " has no module body";
  EXPECT_EQ(project.source(project.index_of(*project.find("other.py"))).text, "");
}

TEST_F(ProjectTest, LowersEverythingWhenAsked) {
  read({{"a.py", "x = 1\n"}}, {.every_file = true});
  EXPECT_THAT(lowered(), ElementsAre("a.py"));
}

TEST_F(ProjectTest, ImportsOfFilesLeftOutLeadNowhere) {
  read({{"main.py", "import torch, numpy\n"}, {"numpy/__init__.py", "x = 1\n"}});
  EXPECT_THAT(lowered(), ElementsAre("main.py"));
  for (const ir::Inst &inst : project.programs[project.index_of(*project.find("main.py"))].insts)
    if (inst.op == ir::Op::Import) {
      EXPECT_EQ(inst.b, ir::kNone);
    }
}

TEST_F(ProjectTest, ThreadsDoNotChangeWhatIsRead) {
  std::vector<std::pair<std::string, std::string>> files;
  for (int i = 0; i < 200; ++i)
    files.emplace_back("f" + std::to_string(i) + ".py",
                       "import torch\ndef f" + std::to_string(i) + "(): pass\n");
  read(files, {.threads = 8});
  for (const File &file : project.files)
    EXPECT_EQ(project.programs[project.index_of(file)].path, file.path);
}

TEST_F(ProjectTest, SuppressionsSilenceAndUnusedOnesAreReported) {
  read({{"a.py", "import torch\nx  # noqa: DEV104\ny  # noqa: DEV101\n"}});
  const std::vector<Finding> left = shown({at(13)});
  ASSERT_THAT(rules(left), ElementsAre("DEV001"));
  EXPECT_EQ(left[0].message, "this suppression of `DEV101` silences nothing");
  EXPECT_EQ(left[0].safety, check::Safety::Safe);
  ASSERT_EQ(left[0].edits.size(), 1u);
}

TEST_F(ProjectTest, SuppressionsOfRulesThatAreOffAreNotUnused) {
  read({{"a.py", "import torch\ny  # noqa: DEV101\n"}});
  Settings settings;
  settings.layers.push_back({std::nullopt, {}, {*parse_selector("DEV101")}});
  EXPECT_TRUE(shown({}, settings).empty());
}

TEST_F(ProjectTest, SettingsSelectAndGrade) {
  read({{"a.py", "import torch\nx\ny\n"}});
  Settings settings;
  settings.severity[*rule_index("DEV104")] = Level::Note;
  settings.severity[*rule_index("DEV101")] = Level::Off;
  const std::vector<Finding> left = shown({at(15, "DEV201"), at(13), at(13, "DEV101")}, settings);
  ASSERT_THAT(rules(left), ElementsAre("DEV104", "DEV201"));
  EXPECT_EQ(left[0].severity, Severity::Note);
  EXPECT_EQ(left[1].severity, Severity::Error);
  settings.per_file_ignores.push_back({{"/r", {"a.py"}}, parse_selector("DEV2")->rules});
  EXPECT_THAT(rules(shown({at(15, "DEV201"), at(13)}, settings)), ElementsAre("DEV104"));
}

TEST_F(ProjectTest, SyntaxErrorsAreOneFinding) {
  read({{"a.py", "import torch\nx  # noqa: DEV101\n)\ndef f(): pass\n)\n"}});
  const std::vector<Finding> left = shown({});
  ASSERT_THAT(rules(left), ElementsAre("DEV002"));
  EXPECT_EQ(left[0].message,
            "this is not valid Python, here and in 1 more place; findings in 2 lines are withheld");
}

} // namespace
} // namespace offside::cli
