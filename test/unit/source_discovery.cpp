// Which files a run looks at.
#include "lint/source/discovery.h"
#include "lint/source/ignore_rules.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

namespace offside::source {
namespace {

namespace fs = std::filesystem;
using Strings = std::vector<std::string>;

std::optional<bool> verdict(const std::string &rules, const std::string &path,
                            bool folder = false) {
  return IgnoreRules(std::string_view(rules)).verdict(path, folder);
}

TEST(IgnoreRules, NamesMatchAtAnyDepth) {
  EXPECT_EQ(verdict("a.py\n", "a.py"), true);
  EXPECT_EQ(verdict("a.py\n", "x/y/a.py"), true);
  EXPECT_EQ(verdict("a.py\n", "ba.py"), std::nullopt);
  EXPECT_EQ(verdict("*.pyc", "x/a.pyc"), true);
  EXPECT_EQ(verdict("a?c", "x/abc"), true);
}

TEST(IgnoreRules, SlashesAnchor) {
  EXPECT_EQ(verdict("/a.py", "a.py"), true);
  EXPECT_EQ(verdict("/a.py", "x/a.py"), std::nullopt);
  EXPECT_EQ(verdict("x/a.py", "x/a.py"), true);
  EXPECT_EQ(verdict("x/a.py", "y/x/a.py"), std::nullopt);
  EXPECT_EQ(verdict("x/*.py", "x/a.py"), true);
  EXPECT_EQ(verdict("x/*.py", "x/y/a.py"), std::nullopt);
}

TEST(IgnoreRules, TrailingSlashMeansFolders) {
  EXPECT_EQ(verdict("x/", "x", true), true);
  EXPECT_EQ(verdict("x/", "x", false), std::nullopt);
  EXPECT_EQ(verdict("x/", "y/x", true), true);
  EXPECT_EQ(verdict("/x/", "y/x", true), std::nullopt);
}

TEST(IgnoreRules, DoubleStars) {
  EXPECT_EQ(verdict("**/x", "x"), true);
  EXPECT_EQ(verdict("**/x", "a/b/x"), true);
  EXPECT_EQ(verdict("x/**", "x/a/b"), true);
  EXPECT_EQ(verdict("x/**", "x", true), std::nullopt);
  EXPECT_EQ(verdict("a/**/b", "a/b"), true);
  EXPECT_EQ(verdict("a/**/b", "a/x/y/b"), true);
  EXPECT_EQ(verdict("a/**/b", "a/x/y/c"), std::nullopt);
  EXPECT_EQ(verdict("a/**/b/**/c", "a/b/x/b/y/c"), true);
  EXPECT_EQ(verdict("a**b", "axxb"), true);
  EXPECT_EQ(verdict("/**", "a/b"), true);
  EXPECT_EQ(verdict("x/a**", "x/a/b"), std::nullopt);
}

TEST(IgnoreRules, LastMatchWins) {
  EXPECT_EQ(verdict("*.py\n!a.py\n", "a.py"), false);
  EXPECT_EQ(verdict("*.py\n!a.py\n", "b.py"), true);
  EXPECT_EQ(verdict("!a.py\n*.py\n", "a.py"), true);
}

TEST(IgnoreRules, CommentsBlanksAndEscapes) {
  EXPECT_EQ(verdict("# a\n\n   \n", "a"), std::nullopt);
  EXPECT_EQ(verdict("\\#a", "#a"), true);
  EXPECT_EQ(verdict("\\!a", "!a"), true);
  EXPECT_EQ(verdict("a  ", "a"), true);
  EXPECT_EQ(verdict("a\\ ", "a "), true);
  EXPECT_EQ(verdict("a\\*", "a*"), true);
  EXPECT_EQ(verdict("a\\*", "ab"), std::nullopt);
  EXPECT_EQ(verdict("a\r\nb\r\n", "b"), true);
  EXPECT_EQ(verdict("\xef\xbb\xbf"
                    "a\n",
                    "a"),
            true);
  EXPECT_EQ(verdict("/\n!\n!/\n", "a", true), std::nullopt);
}

TEST(IgnoreRules, Sets) {
  EXPECT_EQ(verdict("a[0-9].py", "a7.py"), true);
  EXPECT_EQ(verdict("a[0-9].py", "ab.py"), std::nullopt);
  EXPECT_EQ(verdict("a[!0-9]", "ab"), true);
  EXPECT_EQ(verdict("a[^b]", "ab"), std::nullopt);
  EXPECT_EQ(verdict("*.py[cod]", "a.pyc"), true);
  EXPECT_EQ(verdict("*.py[cod]", "a.py"), std::nullopt);
  EXPECT_EQ(verdict("a[]]", "a]"), true);
  EXPECT_EQ(verdict("a[[:digit:]x-]", "a5"), true);
  EXPECT_EQ(verdict("a[[:digit:]x-]", "a-"), true);
  EXPECT_EQ(verdict("a[b", "a[b"), std::nullopt);
}

TEST(IgnoreRules, ManyStarsAreNotExponential) {
  std::string glob, path;
  for (int i = 0; i < 200; ++i) {
    glob += "*a";
    path += "a";
  }
  EXPECT_FALSE(glob_matches(glob + "b", std::string(5000, 'a')));
  std::string deep, folders;
  for (int i = 0; i < 100; ++i) {
    deep += "**/a/";
    folders += "a/";
  }
  EXPECT_FALSE(glob_matches(deep + "b", folders + folders + folders + "a"));
}

class Discovery : public testing::Test {
protected:
  void SetUp() override {
    std::string pattern = testing::TempDir() + "offside-walk-XXXXXX";
    ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
    root = fs::canonical(pattern);
    before = fs::current_path();
    fs::current_path(root);
  }
  void TearDown() override {
    fs::current_path(before);
    std::error_code ignored;
    fs::remove_all(root, ignored);
  }
  void write(const std::string &path, const std::string &text = "") const {
    if (const fs::path parent = fs::path(path).parent_path(); !parent.empty())
      fs::create_directories(parent);
    std::ofstream(path) << text;
  }
  Strings find(const Strings &paths, const DiscoveryOptions &options = {}) {
    Discovered result = discover(paths, options);
    messages.clear();
    for (const DiscoveryMessage &m : result.messages)
      messages.push_back(m.path + ": " + m.text + (m.named ? " (named)" : ""));
    return result.files;
  }
  fs::path root, before;
  Strings messages;
};

TEST_F(Discovery, PythonFilesSorted) {
  for (const char *name :
       {"b.py", "a/z.py", "a.py", "a/b.pyi", "c.ipynb", "d.txt", "e.pyc", "a-b.py"})
    write(name);
  EXPECT_EQ(find({"."}), (Strings{"a-b.py", "a.py", "a/b.pyi", "a/z.py", "b.py", "c.ipynb"}));
  EXPECT_EQ(messages, Strings{});
}

TEST_F(Discovery, PathsAreShownAsNamed) {
  write("a/b.py");
  EXPECT_EQ(find({"a"}), Strings{"a/b.py"});
  EXPECT_EQ(find({"a/"}), Strings{"a/b.py"});
  EXPECT_EQ(find({"./a//."}), Strings{"a/b.py"});
  EXPECT_EQ(find({"./a/b.py"}), Strings{"a/b.py"});
  EXPECT_EQ(find({"a/../a"}), Strings{"a/../a/b.py"});
  EXPECT_EQ(find({root.string()}), Strings{root.string() + "/a/b.py"});
}

TEST_F(Discovery, EachFileOnce) {
  write("a/b.py");
  EXPECT_EQ(find({"a", "a/b.py", ".", "./a/"}), Strings{"a/b.py"});
}

TEST_F(Discovery, NamedFilesOfAnySuffix) {
  write("script");
  write("build/x.txt");
  EXPECT_EQ(find({"script", "build/x.txt"}), (Strings{"build/x.txt", "script"}));
}

TEST_F(Discovery, MissingPathIsAMessage) {
  write("a.py");
  EXPECT_EQ(find({"a.py", "none.py"}), Strings{"a.py"});
  EXPECT_EQ(messages, Strings{"none.py: cannot be read: No such file or directory (named)"});
}

TEST_F(Discovery, SkippedFolders) {
  for (const char *folder : {".git", ".hg", ".tox", ".nox", ".venv", "venv", "node_modules",
                             "lib/site-packages", "__pycache__", ".mypy_cache", ".ruff_cache",
                             "build", "dist", "x.egg-info", ".eggs", ".ipynb_checkpoints"})
    write(std::string(folder) + "/a.py");
  write("env/pyvenv.cfg");
  write("env/a.py");
  write("conda/conda-meta/history");
  write("conda/a.py");
  write(".github/a.py");
  write("environment/a.py");
  EXPECT_EQ(find({"."}), (Strings{".github/a.py", "environment/a.py"}));
}

TEST_F(Discovery, BuildAsAPackage) {
  write("tools/build/__init__.py");
  write("tools/build/a.py");
  write("tools/dist/a.py");
  EXPECT_EQ(find({"."}), (Strings{"tools/build/__init__.py", "tools/build/a.py"}));
}

TEST_F(Discovery, NamedFoldersAreNeverSkipped) {
  write("build/lib/a.py");
  write("env/pyvenv.cfg");
  write("env/b.py");
  write("x/site-packages/torch/c.py");
  EXPECT_EQ(find({"build", "env", "x/site-packages"}),
            (Strings{"build/lib/a.py", "env/b.py", "x/site-packages/torch/c.py"}));
  EXPECT_EQ(find({"x/site-packages/torch"}), Strings{"x/site-packages/torch/c.py"});
}

TEST_F(Discovery, Gitignore) {
  fs::create_directory(".git");
  write(".gitignore", "/out/\n*_gen.py\n!keep_gen.py\n");
  write("sub/.gitignore", "local.py\n!again_gen.py\n");
  for (const char *name : {"a.py", "a_gen.py", "keep_gen.py", "out/b.py", "sub/out/c.py",
                           "sub/local.py", "sub/again_gen.py", "local.py"})
    write(name);
  EXPECT_EQ(find({"."}),
            (Strings{"a.py", "keep_gen.py", "local.py", "sub/again_gen.py", "sub/out/c.py"}));
  EXPECT_EQ(find({"sub"}), (Strings{"sub/again_gen.py", "sub/out/c.py"}));
  DiscoveryOptions all;
  all.respect_gitignore = false;
  EXPECT_EQ(find({"."}, all).size(), 8u);
}

TEST_F(Discovery, InfoExclude) {
  write(".git/info/exclude", "private.py\n");
  write("a/private.py");
  write("a/public.py");
  EXPECT_EQ(find({"."}), Strings{"a/public.py"});
  EXPECT_EQ(find({"a"}), Strings{"a/public.py"});
  write(".gitignore", "!private.py\n");
  EXPECT_EQ(find({"."}).size(), 2u);
}

TEST_F(Discovery, RulesEndAtARepository) {
  fs::create_directory(".git");
  write(".gitignore", "a.py\n");
  write("inner/.git", "gitdir: elsewhere\n");
  write("inner/a.py");
  write("a.py");
  EXPECT_EQ(find({"."}), Strings{"inner/a.py"});
  EXPECT_EQ(find({"inner"}), Strings{"inner/a.py"});
}

TEST_F(Discovery, RulesAboveAFolderOutsideARepositoryDoNotHold) {
  write(".gitignore", "a.py\n");
  write("sub/a.py");
  EXPECT_EQ(find({"sub"}), Strings{"sub/a.py"});
  EXPECT_EQ(find({"."}), Strings{});
}

TEST_F(Discovery, NamedFolderWinsOverGitignore) {
  fs::create_directory(".git");
  write(".gitignore", "/data/\nother/**\n*_gen.py\nmore/*\n");
  for (const char *name : {"data/x/a.py", "data/x/a_gen.py", "other/b/b.py", "more/c/c.py"})
    write(name);
  EXPECT_EQ(find({"."}), Strings{});
  EXPECT_EQ(find({"data"}), Strings{"data/x/a.py"});
  EXPECT_EQ(find({"data/x"}), Strings{"data/x/a.py"});
  EXPECT_EQ(find({"other"}), Strings{"other/b/b.py"});
  EXPECT_EQ(find({"other/b"}), Strings{"other/b/b.py"});
  EXPECT_EQ(find({"more"}), Strings{"more/c/c.py"});
  EXPECT_EQ(find({"more/c"}), Strings{"more/c/c.py"});
  EXPECT_EQ(find({"data/x/a_gen.py"}), Strings{"data/x/a_gen.py"});
}

TEST_F(Discovery, NamedFolderKeepsItsAllowList) {
  fs::create_directory(".git");
  write(".gitignore", "src/*\n!src/keep.py\n");
  write("src/keep.py");
  write("src/other.py");
  EXPECT_EQ(find({"."}), Strings{"src/keep.py"});
  EXPECT_EQ(find({"src"}), Strings{"src/keep.py"});
  write(".gitignore", "*\n!*/\n!*.py\n*_gen.py\n");
  write("src/x_gen.py");
  EXPECT_EQ(find({"src"}), (Strings{"src/keep.py", "src/other.py"}));
}

TEST_F(Discovery, GitignoreNeedNotBeUtf8) {
  write(".gitignore", "# coding: utf-16 \xe9\nb.py\n");
  write("a.py");
  write("b.py");
  EXPECT_EQ(find({"."}), Strings{"a.py"});
}

TEST_F(Discovery, IgnoredFolderIsNotReadForReinclusion) {
  fs::create_directory(".git");
  write(".gitignore", "out/\n!out/a.py\n");
  write("out/a.py");
  EXPECT_EQ(find({"."}), Strings{});
}

TEST_F(Discovery, ExcludeSetting) {
  for (const char *name : {"a.py", "tests/a.py", "pkg/tests/b.py", "pkg/gen/c.py", "gen/d.py"})
    write(name);
  DiscoveryOptions options;
  options.exclude = {{".", {"tests", "/gen/"}}};
  EXPECT_EQ(find({"."}, options), (Strings{"a.py", "pkg/gen/c.py"}));
  options.exclude = {{"pkg", {"/gen", "*.pyi"}}};
  EXPECT_EQ(find({"."}, options), (Strings{"a.py", "gen/d.py", "pkg/tests/b.py", "tests/a.py"}));
  options.exclude = {{".", {"tests"}}};
  EXPECT_EQ(find({"tests", "pkg/tests/b.py"}, options), (Strings{"pkg/tests/b.py", "tests/a.py"}));
}

TEST_F(Discovery, SymbolicLinks) {
  write("real/a.py");
  fs::create_symlink("a.py", "real/alias.py");
  fs::create_symlink("..", "real/loop");
  fs::create_symlink("real", "linked");
  fs::create_symlink("self.py", "self.py");
  write("outside.txt", "x");
  fs::create_symlink("outside.txt", "link.py");
  EXPECT_EQ(find({"."}), (Strings{"link.py", "real/a.py"}));
  EXPECT_EQ(messages.size(), 1u); // self.py
  EXPECT_EQ(find({"linked"}), Strings{"linked/a.py"});
  EXPECT_EQ(find({"real/loop/real"}), Strings{"real/loop/real/a.py"});
}

TEST_F(Discovery, OddNamesAndFolders) {
  write("a b.py");
  write("\xff.py");
  write("new\nline.py");
  fs::create_directory("folder.py");
  write("folder.py/x.py");
  ASSERT_EQ(::mkfifo("pipe.py", 0600), 0);
  EXPECT_EQ(find({"."}), (Strings{"a b.py", "folder.py/x.py", "new\nline.py", "\xff.py"}));
}

TEST_F(Discovery, DeepFolders) {
  std::string path = "d";
  for (int i = 0; i < 200; ++i)
    path += "/d";
  write(path + "/a.py");
  EXPECT_EQ(find({"."}).size(), 1u);
}

TEST_F(Discovery, UnreadableFolder) {
  if (::geteuid() == 0)
    GTEST_SKIP() << "the superuser reads everything";
  write("closed/a.py");
  write("b.py");
  ::chmod("closed", 0);
  EXPECT_EQ(find({"."}), Strings{"b.py"});
  EXPECT_EQ(messages, Strings{"closed: cannot be read: Permission denied"});
  EXPECT_EQ(find({"closed"}), Strings{});
  EXPECT_EQ(messages, Strings{"closed: cannot be read: Permission denied (named)"});
  ::chmod("closed", 0700);
}

} // namespace
} // namespace offside::source
