// Configuration files, and the torch version a project declares.
#include "lint/cli/config.h"
#include "lint/cli/torch_floor.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <unistd.h>

namespace offside::cli {
namespace {

namespace fs = std::filesystem;

class ConfigTest : public testing::Test {
protected:
  void SetUp() override {
    root = fs::temp_directory_path() /
           ("offside-config-" +
            std::string(testing::UnitTest::GetInstance()->current_test_info()->name()) + "-" +
            std::to_string(getpid()));
    fs::create_directories(root / ".git");
  }
  void TearDown() override { fs::remove_all(root); }
  std::string write(const std::string &name, const std::string &text) {
    fs::create_directories((root / name).parent_path());
    std::ofstream(root / name) << text;
    return (root / name).string();
  }
  std::string at(const std::string &name) const { return (root / name).string(); }

  // The only error of a configuration with this text, "line:column: message".
  std::string error_of(const std::string &text) {
    std::vector<ConfigError> errors;
    read_config(write("offside.toml", text), errors);
    EXPECT_EQ(errors.size(), 1u) << text;
    if (errors.empty())
      return {};
    EXPECT_EQ(errors[0].path, at("offside.toml"));
    return std::to_string(errors[0].line) + ":" + std::to_string(errors[0].column) + ": " +
           errors[0].message;
  }
  Settings read(const std::string &text) {
    std::vector<ConfigError> errors;
    Settings settings = read_config(write("offside.toml", text), errors);
    EXPECT_TRUE(errors.empty()) << to_string(errors[0]);
    return settings;
  }
  fs::path root;
};

TEST_F(ConfigTest, ReadsEveryKey) {
  write("models/own.toml", "");
  const Settings settings =
      read("select = ['DEV1']\nextend-select = ['DEV401']\nignore = ['host-factory']\n"
           "exclude = ['third_party']\nextend-exclude = ['gen_*.py']\n"
           "torch-version = '2.6'\nmodels = ['models/own.toml']\n"
           "[per-file-ignores]\n'tests/**' = ['ALL']\n"
           "[severity]\nDEV1 = 'error'\nDEV104 = 'off'\nDEV105 = 'note'\n");
  const Selection selection = resolve(settings.layers);
  EXPECT_TRUE(selection.enabled[*rule_index("DEV101")]);
  EXPECT_FALSE(selection.enabled[*rule_index("DEV102")]);
  EXPECT_TRUE(selection.enabled[*rule_index("DEV401")]);
  EXPECT_TRUE(settings.excludes(at("a/third_party/b.py")));
  EXPECT_TRUE(settings.excludes(at("a/gen_x.py")));
  EXPECT_FALSE(settings.excludes(at("a/b.py")));
  EXPECT_EQ(settings.torch_version, 206);
  EXPECT_EQ(settings.models, std::vector<std::string>{at("models/own.toml")});
  EXPECT_TRUE(settings.ignored_for(at("tests/a/b.py")).any());
  EXPECT_TRUE(settings.ignored_for(at("src/tests/b.py")).none());
  EXPECT_EQ(settings.severity[*rule_index("DEV102")], Level::Error);
  EXPECT_EQ(settings.severity[*rule_index("DEV104")], Level::Off);
  EXPECT_EQ(settings.severity[*rule_index("DEV105")], Level::Note);
  EXPECT_EQ(settings.severity[*rule_index("DEV201")], Level::Default);
}

TEST_F(ConfigTest, UnknownThingsAreErrorsWithTheirPlace) {
  EXPECT_EQ(error_of("\nignroe = []\n"), "2:1: unknown key `ignroe`; did you mean `ignore`?");
  EXPECT_EQ(error_of("select = ['DEV1', 'mixed-device']\n"),
            "1:19: unknown rule `mixed-device`; did you mean `mixed-devices`?");
  EXPECT_EQ(error_of("select = 'DEV1'\n"), "1:10: a rule selection wants a list of strings");
  EXPECT_EQ(error_of("[severity]\nDEV101 = 'fatal'\n"),
            "2:10: a severity is \"off\", \"note\", \"warning\" or \"error\"");
  EXPECT_EQ(error_of("[severity]\nDEV901 = 'off'\n").substr(0, 26), "2:1: unknown rule `DEV901`");
  EXPECT_EQ(error_of("torch-version = 2.6\n"),
            "1:17: torch-version wants a string such as \"2.6\"");
  EXPECT_EQ(error_of("models = ['none.toml']\n"), "1:11: no such file: none.toml");
  EXPECT_EQ(error_of("extend = 'none.toml'\n"), "1:10: no such file: none.toml");
  EXPECT_EQ(error_of("exclude = [1]\n"), "1:12: an exclusion wants a list of strings");
  EXPECT_EQ(error_of("[per-file-ignores]\n'a' = ['DEV0x']\n").substr(0, 25),
            "2:8: unknown rule `DEV0x`");
}

TEST_F(ConfigTest, BrokenTomlIsAnErrorWithItsPlace) {
  EXPECT_TRUE(error_of("ignore = []\nselect = [\n").starts_with("2:12: "));
}

TEST_F(ConfigTest, ExtendBuildsOnTheOtherFile) {
  write("base/base.toml", "select = ['DEV1']\nexclude = ['x/z', 'w']\ntorch-version = '2.5'\n");
  const Settings settings =
      read("extend = 'base/base.toml'\nignore = ['DEV101']\nextend-exclude = ['y']\n");
  const Selection selection = resolve(settings.layers);
  EXPECT_FALSE(selection.enabled[*rule_index("DEV101")]);
  EXPECT_TRUE(selection.enabled[*rule_index("DEV102")]);
  EXPECT_FALSE(selection.enabled[*rule_index("DEV201")]);
  EXPECT_EQ(settings.torch_version, 205);
  EXPECT_TRUE(settings.excludes(at("base/x/z")));
  EXPECT_FALSE(settings.excludes(at("x/z"))); // relative to the file that says it
  EXPECT_TRUE(settings.excludes(at("w")));
  EXPECT_TRUE(settings.excludes(at("y")));
}

TEST_F(ConfigTest, ExcludeReplacesWhatWasExtended) {
  write("base.toml", "exclude = ['x']\n");
  const Settings settings = read("extend-exclude = ['z']\nexclude = ['y']\nextend = 'base.toml'\n");
  EXPECT_FALSE(settings.excludes(at("x")));
  EXPECT_TRUE(settings.excludes(at("y")));
  EXPECT_TRUE(settings.excludes(at("z")));
}

TEST_F(ConfigTest, FilesThatExtendEachOtherAreAnError) {
  write("other.toml", "extend = 'offside.toml'\n");
  std::vector<ConfigError> errors;
  read_config(write("offside.toml", "extend = 'other.toml'\n"), errors);
  ASSERT_EQ(errors.size(), 1u);
  EXPECT_EQ(errors[0].message, "these configurations extend each other");
}

TEST_F(ConfigTest, TheNearestFileAppliesWhole) {
  write("pyproject.toml", "[project]\nname = 'x'\n[tool.offside]\nignore = ['DEV1']\n");
  write("sub/.offside.toml", "ignore = ['DEV2']\n");
  write("sub/offside.toml", "ignore = ['DEV3']\n"); // the dotted one goes first
  write("sub/deep/pyproject.toml", "[tool.ruff]\nselect = ['offside']\n"); // not ours
  Configurations configurations;
  EXPECT_EQ(configurations.of(at("a.py")).path, at("pyproject.toml"));
  EXPECT_EQ(configurations.of(at("sub/a.py")).path, at("sub/.offside.toml"));
  EXPECT_EQ(configurations.of(at("sub/deep/a.py")).path, at("sub/.offside.toml"));
  EXPECT_TRUE(configurations.errors.empty());
  EXPECT_EQ(Configurations(Configurations::Mode::Isolated).of(at("a.py")).path, "");
  Configurations one(Configurations::Mode::File, at("sub/offside.toml"));
  EXPECT_EQ(one.of(at("a.py")).path, at("sub/offside.toml"));
}

TEST(Glob, MatchesNamesAnywhereAndPathsFromTheirFolder) {
  const auto match = [](const char *glob, const char *path) {
    return matches({"/r", {glob}}, path);
  };
  EXPECT_TRUE(match("a.py", "/r/x/a.py"));
  EXPECT_TRUE(match("tests", "/r/x/tests/deep/a.py"));
  EXPECT_TRUE(match("test_*.py", "/r/test_a.py"));
  EXPECT_FALSE(match("test_*.py", "/r/test_a/b.py"));
  EXPECT_TRUE(match("x/*.py", "/r/x/a.py"));
  EXPECT_FALSE(match("x/*.py", "/r/y/x/a.py"));
  EXPECT_FALSE(match("x/*.py", "/r/x/y/a.py"));
  EXPECT_TRUE(match("x/", "/r/x/y/a.py"));
  EXPECT_TRUE(match("/x", "/r/x/y/a.py"));
  EXPECT_FALSE(match("/x", "/r/y/x/a.py"));
  EXPECT_TRUE(match("**/x/*.py", "/r/x/a.py"));
  EXPECT_TRUE(match("**/x/*.py", "/r/y/z/x/a.py"));
  EXPECT_FALSE(match("**/x/*.py", "/r/yx/a.py"));
  EXPECT_TRUE(match("x/**", "/r/x/y/a.py"));
  EXPECT_TRUE(match("x/**/a.py", "/r/x/a.py"));
  EXPECT_TRUE(match("x/**/a.py", "/r/x/1/2/a.py"));
  EXPECT_TRUE(match("a?[b-d].py", "/r/axc.py"));
  EXPECT_FALSE(match("a?[!b-d].py", "/r/axc.py"));
  EXPECT_FALSE(match("x/*.py", "/elsewhere/x/a.py"));
  EXPECT_TRUE(match("*.py", "/elsewhere/x/a.py"));
}

TEST(TorchVersion, IsMajorAndMinor) {
  EXPECT_EQ(parse_torch_version("2.6"), 206);
  EXPECT_EQ(parse_torch_version("2.15.1"), 215);
  EXPECT_EQ(parse_torch_version("2.1.0+cu121"), 201);
  EXPECT_EQ(parse_torch_version("2.7rc1"), 207);
  for (const char *wrong : {"", "2", "2.", "two", "2.x", "2.6x", ".6", "2.100", "-2.6"})
    EXPECT_FALSE(parse_torch_version(wrong)) << wrong;
}

TEST(TorchFloor, ReadsRequirements) {
  EXPECT_EQ(torch_floor_of_requirement("torch>=2.6"), 206);
  EXPECT_EQ(
      torch_floor_of_requirement("  torch [extra] >= 2.6, < 3 ; python_version > '3.8'  # why"),
      206);
  EXPECT_EQ(torch_floor_of_requirement("torch==2.1.*"), 201);
  EXPECT_EQ(torch_floor_of_requirement("torch~=2.3.0"), 203);
  EXPECT_EQ(torch_floor_of_requirement("torch (>=1.13)"), 113);
  for (const char *none : {"torch", "torch<3", "torch!=2.5", "torchvision>=0.15",
                           "torch-geometric>=2.3", "# torch>=2", "torch @ file:///x", ""})
    EXPECT_FALSE(torch_floor_of_requirement(none)) << none;
}

TEST(TorchFloor, ReadsPyproject) {
  EXPECT_EQ(torch_floor_of_pyproject("[project]\ndependencies = ['numpy', 'torch>=2.4']\n"), 204);
  EXPECT_EQ(torch_floor_of_pyproject(
                "[project]\n[project.optional-dependencies]\na = ['torch>=2.4']\nb = ['torch>=2']"
                "\nc = ['torch>=2.2']\n"),
            202);
  EXPECT_EQ(torch_floor_of_pyproject("[tool.poetry.dependencies]\ntorch = '^2.3'\n"), 203);
  EXPECT_EQ(torch_floor_of_pyproject("[tool.poetry.dependencies]\ntorch = {version = '>=2.2'}\n"),
            202);
  EXPECT_FALSE(torch_floor_of_pyproject("[project]\ndependencies = ['torch']\n"));
  EXPECT_FALSE(torch_floor_of_pyproject("torch = ["));
}

TEST_F(ConfigTest, TheNearestDeclarationDecides) {
  write("requirements.txt", "numpy\ntorch>=2.4\n");
  write("requirements-dev.txt", "torch>=2.7\n");
  write("sub/pyproject.toml", "[project]\ndependencies = ['torch>=2.1']\n");
  write("sub/requirements.txt", "torch>=2.0\n");
  TorchFloors floors;
  EXPECT_EQ(floors.of(at("a/b/c.py")), 204);
  EXPECT_EQ(floors.of(at("sub/c.py")), 201);
}

TEST_F(ConfigTest, ARepositoryEndsTheSearch) {
  write("requirements.txt", "torch>=2.4\n");
  fs::create_directories(root / "inner/.git");
  EXPECT_FALSE(TorchFloors().of(at("inner/c.py")));
}

} // namespace
} // namespace offside::cli
