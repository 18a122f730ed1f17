// The engine on programs that hold themselves, call themselves or grow without end: each run ends,
// and what else the file does is still judged.
#include "lint/check/analysis.h"
#include "lint/python/lower.h"
#include "lint/python/packages.h"
#include "lint/source/source_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <list>
#include <utility>

namespace offside::check {
namespace {

std::string times(int n, std::string_view piece) {
  std::string out;
  for (int i = 0; i < n; ++i)
    out += piece;
  return out;
}

// Every `#` in `piece` becomes the number of its repetition, every `<` the one before.
std::string numbered(int first, int last, std::string_view piece) {
  std::string out;
  for (int i = first; i < last; ++i)
    for (char c : piece)
      out += c == '#' ? std::to_string(i) : c == '<' ? std::to_string(i - 1) : std::string(1, c);
  return out;
}

using Files = std::vector<std::pair<std::string, std::string>>; // path, text

std::vector<std::string> rules_of(const Files &files) {
  std::vector<std::string> paths;
  std::list<source::SourceFile> sources;
  for (const auto &[path, text] : files) {
    paths.push_back(path);
    auto loaded = source::from_bytes(path, text);
    EXPECT_TRUE(bool(loaded)) << path;
    sources.push_back(std::move(*loaded.file));
  }
  const python::Packages packages(paths);
  std::vector<ir::Program> programs;
  size_t n = 0;
  for (const source::SourceFile &file : sources) {
    programs.push_back(
        python::lower(file.text, file.path, packages.module_of(n), packages.is_package(n)).program);
    ++n;
  }
  python::link(programs, packages);
  std::vector<Input> inputs;
  n = 0;
  for (const source::SourceFile &file : sources)
    inputs.push_back({file.path, &file, &programs[n++]});
  Options options;
  options.threads = 1;
  std::vector<std::string> out;
  for (const Finding &f : analyze(inputs, options))
    out.push_back(f.rule);
  return out;
}

const std::string kHead = "import torch\nfrom torch import nn\n";
// A function of its own, judged whatever the rest of the file does.
const std::string kWrong =
    "def wrong():\n    return torch.zeros(2, device=\"cuda\") + torch.zeros(2)\n";

// The rules that fire beside the one wrong function, which must be found.
std::vector<std::string> beside(const std::string &program) {
  std::vector<std::string> rules = rules_of({{"a.py", kHead + program + kWrong}});
  auto found = std::find_if(rules.begin(), rules.end(),
                            [](const std::string &r) { return r == "DEV101" || r == "DEV102"; });
  EXPECT_NE(found, rules.end()) << program.substr(0, 200);
  if (found != rules.end())
    rules.erase(found);
  return rules;
}

using testing::IsEmpty;

TEST(CheckHostilePrograms, AnIteratorMadeOfItsOwnKind) {
  EXPECT_THAT(
      beside("class A:\n    def __iter__(self):\n        return A()\nfor x in A():\n    x\n"),
      IsEmpty());
}

TEST(CheckHostilePrograms, AnObjectCalledThroughAnObjectOfItsOwnKind) {
  EXPECT_THAT(beside("class A:\n    __call__ = A()\nA()(1)\n"), IsEmpty());
}

TEST(CheckHostilePrograms, AModuleThatHoldsItself) {
  EXPECT_THAT(
      beside("s = nn.Sequential(nn.ReLU())\ns.append(s)\ns(torch.zeros(2))\ns.to(\"cuda\")\n"),
      IsEmpty());
  EXPECT_THAT(beside("s = nn.Sequential()\nd = "
                     "nn.DataParallel(s)\ns.append(d)\nd(torch.zeros(2))\nd.to(\"cuda\")\n"),
              IsEmpty());
}

TEST(CheckHostilePrograms, ModulesThatHoldEachOtherTwiceOver) {
  const std::string tower = "import copy\ns0 = nn.Sequential(nn.ReLU())\n" +
                            numbered(1, 40, "s# = nn.Sequential(s<, s<)\n");
  EXPECT_THAT(beside(tower + "s39.to(\"cuda\")\n"), IsEmpty());
  EXPECT_THAT(beside(tower + "s39(torch.zeros(2))\n"), IsEmpty());
  EXPECT_THAT(beside(tower + "copy.deepcopy(s39)\n"), IsEmpty());
  EXPECT_THAT(
      beside(
          "s0 = nn.Sequential(nn.ReLU())\n" +
          numbered(1, 12, "s# = nn.Sequential(s<, s<, s<, s<, s<, s<, s<, s<, s<, s<, s<, s<)\n") +
          "for p in s11.parameters():\n    p\n"),
      IsEmpty());
}

TEST(CheckHostilePrograms, ListsAndDictsThatHoldEachOtherManyTimes) {
  EXPECT_THAT(beside("import copy\na0 = [1]\n" +
                     numbered(1, 9, "a# = [" + times(30, "a<, ") + "]\n") + "copy.deepcopy(a8)\n"),
              IsEmpty());
  EXPECT_THAT(
      beside(
          "d0 = {}\n" +
          numbered(1, 6,
                   "d# = {" +
                       times(1, "'a': d<, 'b': d<, 'c': d<, 'd': d<, 'e': d<, 'f': d<, 'g': d<") +
                       "}\n") +
          "torch.save(d5, 'f')\ntorch.load('f', map_location='cpu')\n"),
      IsEmpty());
  EXPECT_THAT(beside("a = []\na.append(a)\na += a\nd = {}\nd['d'] = d\ntorch.stack(a)\nfor x in "
                     "a:\n    a.append((x, a))\n"),
              IsEmpty());
}

TEST(CheckHostilePrograms, TuplesThatDouble) {
  const std::string pairs =
      "import os\nx = (1,)\ny = (1,)\n" + times(60, "x = (x, x)\ny = (y, y)\n");
  EXPECT_THAT(beside(pairs + "z = x if os.getenv('A') else y\nif z == x:\n    z\n"), IsEmpty());
  EXPECT_THAT(beside(pairs + "def f():\n    global x\n    x = y\n    return f'{x}'\nf()\n"),
              IsEmpty());
  EXPECT_THAT(beside("x = (1, 2)\n" + times(60, "x = x + x\n") + times(60, "x = x * 8\n")),
              IsEmpty());
}

TEST(CheckHostilePrograms, TuplesNestedDeeply) {
  EXPECT_THAT(beside("import os\nx = (1,)\ny = (1,)\n" + times(40000, "x = (x,)\ny = (y,)\n") +
                     "z = x if os.getenv('A') else y\nz = f'{x}'\n"),
              IsEmpty());
}

TEST(CheckHostilePrograms, TextsThatDouble) {
  EXPECT_THAT(beside("s = 'ab'\n" + times(60, "s = s + s\n") + times(60, "s = f'{s}{s}'\n") +
                     times(60, "s = ('{}' + s).format(s)\n")),
              IsEmpty());
  EXPECT_THAT(beside("x = torch" + times(20000, ".a") + "\n"), IsEmpty());
  EXPECT_THAT(beside("class A(" + times(10000, "a.") + "b):\n    pass\n"), IsEmpty());
}

TEST(CheckHostilePrograms, FunctionsWrappedThousandsOfTimes) {
  EXPECT_THAT(beside("import functools\np = print\n" +
                     times(20000, "p = functools.partial(p, 1)\n") + "p(2)\n"),
              IsEmpty());
  EXPECT_THAT(
      beside("def f(x):\n    return x\n" + times(20000, "f = torch.no_grad()(f)\n") + "f(2)\n"),
      IsEmpty());
}

TEST(CheckHostilePrograms, TablesOfData) {
  const std::string numbers = numbered(0, 50000, "#, ");
  EXPECT_THAT(beside("x = [" + numbers + "]\n" + times(20, "x[1]\n") +
                     "for y in x:\n    y\ntorch.tensor(x)\n"),
              IsEmpty());
  EXPECT_THAT(beside("x = (" + numbers + ")\n" + times(20, "x[z]\n") +
                     "for y in x:\n    y\ntorch.tensor(x)\n"),
              IsEmpty());
  EXPECT_THAT(beside("x = (" + numbered(0, 3000, "torch.zeros(#, device=\"cuda:1\"), ") +
                     ")\ntorch.cat(x)\n"),
              IsEmpty());
}

TEST(CheckHostilePrograms, OneConflictAmongManyOperands) {
  EXPECT_THAT(beside("x = (" +
                     numbered(0, 3000, "torch.zeros(2), torch.zeros(2, device=\"cuda:1\"), ") +
                     ")\ntorch.cat(x)\n"),
              testing::SizeIs(1));
}

TEST(CheckHostilePrograms, TheLowestInteger) {
  EXPECT_THAT(beside("x = -9223372036854775807 - 1\ny = -x\nz = (1, 2)[x]\n"), IsEmpty());
}

TEST(CheckHostilePrograms, FilesThatImportEverythingOfEachOther) {
  Files files{{"a.py", kHead + kWrong}, {"p/__init__.py", ""}};
  for (int i = 0; i < 30; ++i)
    files.emplace_back("p/m" + std::to_string(i) + ".py",
                       numbered(0, 30, "from p.m# import *\n") +
                           "import torch\nclass K(Missing):\n    def f(self):\n        return "
                           "missing(torch.zeros(2))\n");
  EXPECT_THAT(rules_of(files), testing::SizeIs(1));
}

// An optimizer with state from the start, made by a constructor nobody calls.
TEST(CheckHostilePrograms, AnOptimizerOfItsOwnModule) {
  EXPECT_THAT(beside("class M(nn.Module):\n    def __init__(self):\n        super().__init__()\n   "
                     "     self.l = nn.Linear(2, 2)\n"
                     "        self.opt = torch.optim.Adagrad(self.parameters())\n"),
              IsEmpty());
}

// The optimizer is made in a file with fewer functions than the one that moves the model.
TEST(CheckHostilePrograms, AnOptimizerOfAnotherFile) {
  EXPECT_THAT(
      rules_of(
          {{"a.py", "import torch\ndef make(m):\n    return torch.optim.Adagrad(m.parameters())\n"},
           {"b.py", kHead + "from a import make\n" + numbered(0, 300, "def f#():\n    pass\n") +
                        "def run():\n    m = nn.Linear(2, 2)\n    o = make(m)\n    m.cuda()\n    "
                        "o.step()\nrun()\n"}}),
      testing::ElementsAre("DEV110"));
}

// What a call leaves behind rests on a condition that only the callee looked at: it must not be
// taken for the next one.
TEST(CheckHostilePrograms, ConditionsOfACallThatIsOver) {
  const std::string run =
      "def run(flag):\n    setup(flag)\n    n = 1\n    if flag.other:\n        n = 2\n";
  const std::string placed = "torch.zeros(n, device=\"cuda\" if flag.gpu else \"cpu\")\n";
  EXPECT_THAT(
      beside("def setup(flag):\n    if flag.gpu:\n        torch.set_default_device(\"cuda\")\n" +
             run + "    return torch.zeros(n) + " + placed),
      IsEmpty());
}

TEST(CheckHostilePrograms, AClassOfManyBases) {
  EXPECT_THAT(
      beside(numbered(0, 1500, "class B#:\n    pass\n") + "class C(" + numbered(0, 1500, "B#, ") +
             "):\n" +
             numbered(0, 300, "    def m#(self):\n        return self.z#.cuda() + self.m#()\n")),
      IsEmpty());
}

} // namespace
} // namespace offside::check
