// Module names of files, and which file an import means.
#include "lint/python/packages.h"
#include "test/unit/python_lowering.h"

#include <filesystem>
#include <fstream>

namespace offside::python {
namespace {

struct Tree {
  explicit Tree(std::vector<std::string> given) : paths(std::move(given)), packages(paths) {}
  std::string resolve(std::string_view module, const std::string &from) const {
    const uint32_t file = packages.resolve(module, index(from));
    return file == ir::kNone ? "nothing" : paths[file];
  }
  size_t index(const std::string &path) const {
    for (size_t i = 0; i < paths.size(); ++i)
      if (paths[i] == path)
        return i;
    ADD_FAILURE() << path;
    return 0;
  }
  std::string module(const std::string &path) const { return packages.module_of(index(path)); }
  std::vector<std::string> paths;
  Packages packages;
};

TEST(PythonPackages, ModuleNames) {
  const Tree t({"r/src/pkg/__init__.py", "r/src/pkg/sub/__init__.py", "r/src/pkg/sub/mod.py",
                "r/tools/run.py", "r/setup.py", "r/notes.txt"});
  EXPECT_EQ(t.module("r/src/pkg/__init__.py"), "pkg");
  EXPECT_EQ(t.module("r/src/pkg/sub/mod.py"), "pkg.sub.mod");
  EXPECT_EQ(t.module("r/tools/run.py"), "tools.run");
  EXPECT_EQ(t.module("r/setup.py"), "setup");
  EXPECT_EQ(t.module("r/notes.txt"), "");
  EXPECT_TRUE(t.packages.is_package(t.index("r/src/pkg/sub/__init__.py")));
  EXPECT_FALSE(t.packages.is_package(t.index("r/src/pkg/sub/mod.py")));
}

TEST(PythonPackages, BesideACopyOfTorchTheModelIsMeant) {
  const Tree t({"r/torch/__init__.py", "r/torch/nn/__init__.py", "r/torch/nn/modules.py", "r/train.py"});
  EXPECT_EQ(t.resolve("torch.nn", "r/train.py"), "nothing");
  EXPECT_EQ(t.resolve("torch.nn", "r/torch/nn/modules.py"), "r/torch/nn/__init__.py");
}

TEST(PythonPackages, SiblingScripts) {
  const Tree t({"train.py", "utils.py", "models/net.py", "models/utils.py"});
  EXPECT_EQ(t.resolve("utils", "train.py"), "utils.py");
  EXPECT_EQ(t.resolve("utils", "models/net.py"), "models/utils.py");
  EXPECT_EQ(t.resolve("models.net", "train.py"), "models/net.py");
}

TEST(PythonPackages, NamespaceFoldersBelowTheCommonRoot) {
  const Tree t({"a/train.py", "a/models/net.py", "a/models/blocks/conv.py"});
  EXPECT_EQ(t.resolve("models.net", "a/models/blocks/conv.py"), "a/models/net.py");
}

TEST(PythonPackages, PathsAreCompared) {
  const Tree t({"./a/../b/x.py", "b//y.py"});
  EXPECT_EQ(t.resolve("y", "./a/../b/x.py"), "b//y.py");
}

TEST(PythonPackages, SrcLayoutFromTests) {
  const Tree t({"src/pkg/__init__.py", "src/pkg/core.py", "tests/test_core.py"});
  EXPECT_EQ(t.resolve("pkg.core", "tests/test_core.py"), "src/pkg/core.py");
  EXPECT_EQ(t.resolve("pkg", "tests/test_core.py"), "src/pkg/__init__.py");
}

TEST(PythonPackages, PackageElsewhereInTheProject) {
  const Tree t({"libs/one/lib/pkg/__init__.py", "libs/one/lib/pkg/a.py", "apps/x/main.py"});
  EXPECT_EQ(t.resolve("pkg.a", "apps/x/main.py"), "libs/one/lib/pkg/a.py");
}

TEST(PythonPackages, OfSeveralTheNearestPackage) {
  const Tree t({"a/l/pkg/__init__.py", "b/l/pkg/__init__.py", "b/run/main.py"});
  EXPECT_EQ(t.resolve("pkg", "b/run/main.py"), "b/l/pkg/__init__.py");
}

TEST(PythonPackages, AbsoluteImportInsideAPackageIsNotASibling) {
  const Tree t({"pkg/__init__.py", "pkg/core.py", "pkg/logging.py", "pkg/helpers.py"});
  EXPECT_EQ(t.resolve("pkg.core", "pkg/helpers.py"), "pkg/core.py");
  EXPECT_EQ(t.resolve("logging", "pkg/core.py"), "nothing");
}

TEST(PythonPackages, LibrariesAreNotProjectFiles) {
  const Tree t({"torch.py", "numpy/array.py", "main.py"});
  EXPECT_EQ(t.resolve("torch", "main.py"), "nothing");
  EXPECT_EQ(t.resolve("numpy.array", "main.py"), "nothing");
}

TEST(PythonPackages, TheProjectMayBeTheLibrary) {
  const Tree t(
      {"torch/__init__.py", "torch/nn/__init__.py", "torch/nn/modules.py", "test/test_nn.py"});
  EXPECT_EQ(t.resolve("torch.nn.modules", "torch/__init__.py"), "torch/nn/modules.py");
  EXPECT_EQ(t.resolve("torch.nn", "torch/nn/modules.py"), "torch/nn/__init__.py");
}

TEST(PythonPackages, PackagesOnDiskCountThoughTheyAreNotGiven) {
  namespace fs = std::filesystem;
  const fs::path root = fs::path(testing::TempDir()) / "offside_python_packages";
  fs::create_directories(root / "pkg" / "sub");
  std::ofstream(root / "pkg" / "__init__.py");
  std::ofstream(root / "pkg" / "sub" / "__init__.py");
  const Packages packages({(root / "pkg" / "sub" / "mod.py").string()});
  EXPECT_EQ(packages.module_of(0), "pkg.sub.mod");
  EXPECT_EQ(packages.resolve("pkg.sub.mod", 0), 0u);
  fs::remove_all(root);
}

TEST(PythonPackages, LeadingDotsAreRelativeToTheFolder) {
  const Tree t({"a/b/c.py", "a/b/d.py", "a/e.py", "a/__init__.py"});
  EXPECT_EQ(t.resolve(".d", "a/b/c.py"), "a/b/d.py");
  EXPECT_EQ(t.resolve("..e", "a/b/c.py"), "a/e.py");
  EXPECT_EQ(t.resolve("..", "a/b/c.py"), "a/__init__.py");
}

// Lowers and links (path, source) pairs; returns the printed import instructions of the last one.
std::string linked(const std::vector<std::pair<std::string, std::string>> &files) {
  std::vector<std::string> paths;
  for (const auto &[path, source] : files)
    paths.push_back(path);
  const Packages packages(paths);
  std::vector<ir::Program> programs;
  for (size_t i = 0; i < files.size(); ++i)
    programs.push_back(
        lower(files[i].second, paths[i], packages.module_of(i), packages.is_package(i)).program);
  link(programs, packages);
  for (uint32_t i = 0; i < programs.size(); ++i)
    EXPECT_EQ(programs[i].id, i);
  const std::string text = ir::print(programs.back(), "");
  std::string out;
  for (size_t at = 0; at < text.size();) {
    const size_t end = text.find('\n', at);
    const std::string line = text.substr(at, end - at);
    if (const size_t import = line.find("= import"); import != std::string::npos)
      out += line.substr(import + 2) + "\n";
    at = end + 1;
  }
  return out;
}

TEST(PythonLink, ImportsOfModulesAndTheirAttributes) {
  EXPECT_EQ(linked({{"a.py", "x = 1"},
                    {"p/__init__.py", ""},
                    {"m.py", "import a\nimport p.q\nfrom a import x\nimport os\n"}}),
            "import a program 0\nimport p submodule p.q program 1\nimport_from a, x program "
            "0\nimport os\n");
}

TEST(PythonLink, SubmoduleOfAPackage) {
  EXPECT_EQ(linked({{"p/__init__.py", ""}, {"p/q.py", ""}, {"m.py", "from p import q\n"}}),
            "import_from p, q submodule program 1\n");
}

TEST(PythonLink, AttributeOfThePackageWinsOverTheSubmodule) {
  EXPECT_EQ(linked({{"p/__init__.py", "from .q import q"},
                    {"p/q.py", "def q(): pass"},
                    {"m.py", "from p import q\n"}}),
            "import_from p, q program 0\n");
}

TEST(PythonLink, PackageImportingItsOwnSubmodule) {
  EXPECT_EQ(linked({{"p/q.py", ""}, {"p/__init__.py", "from . import q\n"}}),
            "import_from p, q submodule program 0\n");
}

TEST(PythonLink, SubmoduleOfANamespaceFolder) {
  EXPECT_EQ(linked({{"models/net.py", ""}, {"m.py", "from models import net\n"}}),
            "import_from models, net submodule program 0\n");
}

TEST(PythonLink, StarImports) {
  EXPECT_EQ(linked({{"a.py", ""}, {"m.py", "from a import *\n"}}), "import_star a program 0\n");
}

TEST(PythonLink, ImportsInsideFunctions) {
  EXPECT_EQ(linked({{"a.py", ""}, {"m.py", "def f():\n    import a\n"}}), "import a program 0\n");
}

} // namespace
} // namespace offside::python
