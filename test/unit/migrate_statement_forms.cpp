// Rewrites in every place a statement or an expression can stand: the result parses, keeps its
// comments and texts, and is left alone by a second run.
#include "lint/cli/file_rewrite.h"
#include "lint/cli/project.h"
#include "lint/migrate/plan.h"

#include <gtest/gtest.h>

namespace offside::cli {
namespace {

struct Result {
  std::string text, error;
};

Result migrated(const std::string &text, int version = 215, bool older = false) {
  Project project;
  project.add("a.py", text);
  project.read({});
  project.link();
  const std::vector<check::Input> inputs = {
      {"a.py", &project.source(0), &project.programs.front()}};
  migrate::Options options;
  options.torch_version = version;
  options.unsafe_fixes = true;
  options.support_older = older;
  options.threads = 1;
  const std::vector<migrate::FilePlan> plans = migrate::plan(inputs, options);
  if (plans.front().edits.empty())
    return {text, ""};
  FileRewrite done = rewrite(project.files.front(), plans.front(), false);
  return {done.after, done.error};
}

// A rewrite that has to be as told, and has to be the last one.
void becomes(const std::string &before, const std::string &after) {
  const Result result = migrated(before);
  EXPECT_EQ(result.error, "") << before;
  EXPECT_EQ(result.text, after);
  EXPECT_EQ(migrated(after).text, after) << "in a second run";
}

void stays(const std::string &text) { becomes(text, text); }

std::string filled(std::string frame, const std::string &code) {
  for (size_t at = 0; (at = frame.find('@', at)) != frame.npos; at += code.size())
    frame.replace(at, 1, code);
  return frame;
}

// No way to say what comes out for each pair: it parses (else there is an error) and is stable.
void holds(const std::string &text) {
  for (const bool older : {false, true}) {
    const int version = older ? 204 : 215;
    const Result once = migrated(text, version, older);
    EXPECT_EQ(once.error, "") << text;
    if (!once.error.empty())
      continue;
    const Result twice = migrated(once.text, version, older);
    EXPECT_EQ(twice.error, "") << once.text;
    EXPECT_EQ(twice.text, once.text);
  }
}

TEST(MigratedStatements, StandAnywhere) {
  const char *statements[] = {
      "torch.cuda.empty_cache()",
      "torch.cuda.manual_seed_all(0)",
      "torch.cuda.set_device(0)",
      "x = torch.cuda.max_memory_allocated()",
      "torch.set_default_tensor_type(torch.cuda.FloatTensor)",
      "from torch.cuda import empty_cache; empty_cache()",
      "scaler = torch.cuda.amp.GradScaler()",
      "x = torch.ones(1).cuda()",
  };
  const char *places[] = {
      "@\n",
      "a = 1; @  # note\n",
      "@; a = 1;\n",
      "if a: @; a = 2\nelse: @\n",
      "if a: \\\n    @\n",
      "a = 1; \\\n@\n",
      "if a:  # c1\n    # c2\n    @  # c3\n    # c4\nb = 1\n",
      "for i in a:\n    @\nelse:\n    @\n",
      "while a: @\nelse: @\n",
      "try:\n    @\nexcept Exception:\n    @\nelse:\n    @\nfinally:\n    @\n",
      "try: @\nfinally: @\n",
      "with a: @\n",
      "def f():\n    \"\"\"doc\"\"\"\n    @\n",
      "async def f():\n    async with a: @\n    async for b in a: @\n",
      "class A: @\n",
      "match a:\n    case 1:\n        @\n    case _: @\n",
      "if torch.cuda.is_available():\n    @\nelse:\n    a = 3\n",
      "if not torch.cuda.is_available():\n    a = 3\nelse:\n    @\n",
      "if a:\n\t@\n\tif a:\n\t\t@\n",
      "def f():\n    global x, scaler, device\n    @\n",
      "a = 1\r\nif a:\r\n    @\r\n",
      "a = 1\n@",
  };
  for (const char *place : places)
    for (const char *statement : statements)
      holds("import torch\n\na = 1\ntorch.manual_seed(0)\n" + filled(place, statement));
}

TEST(MigratedExpressions, StandAnywhere) {
  const char *expressions[] = {
      "torch.cuda.empty_cache()",
      "torch.cuda.memory_allocated()",
      "torch.cuda.is_available()",
      "torch.cuda.is_available() and torch.cuda.device_count() > 1",
      "\"cuda\" if torch.cuda.is_available() else \"cpu\"",
      "torch.device('cuda:0' if torch.cuda.is_available() else 'cpu')",
      "torch.ones(1).cuda()",
      "lambda: torch.cuda.empty_cache()",
  };
  const char *places[] = {
      "x = @\n",
      "x: object = @\n",
      "x = @, @\n",
      "x = (  # c1\n    # c2\n    @  # c3\n    # c4\n)  # c5\n",
      "x = {\"a\": (@), **{\"b\": @}}\n",
      "print(*[@], **dict(sep=str(@)))\n",
      "def f(a=@, *, b=@): return a\n",
      "x = lambda a=@: a\n",
      "x = [(@) for _ in \"ab\"]\n",
      "x = list((@) for _ in \"ab\")\n",
      "x = (@) if a else (@)\n",
      "x = a and (@)\n",
      "x = not (@)\n",
      "print((x := (@)), x)\n",
      "def f(): return @\n",
      "def f():\n    x = yield @\n",
      "assert (@) or True, (@)\n",
      "if (@): pass\n",
      "while (@): break\n",
      "for x in [@]: pass\n",
      "match (@):\n    case _ if (@): pass\n",
      "x = \\\n    (@) \\\n\n",
      "x = (@).__class__\n",
      "x = \"%s\" % (@,)\n",
  };
  for (const char *place : places)
    for (const char *expression : expressions)
      holds("import torch\n\na = 1\n" + filled(place, expression));
}

TEST(MigratedExpressions, StandInFormattedTexts) {
  becomes("import torch\nprint(f'{torch.cuda.device_count():>{torch.cuda.device_count() + 4}}')\n",
          "import torch\n"
          "print(f'{torch.accelerator.device_count():>{torch.accelerator.device_count() + 4}}')\n");
  becomes(
      "import torch\nprint(rf\"\\d{torch.cuda.is_available()!r}\" 'torch.cuda.is_available()')\n",
      "import torch\nprint(rf\"\\d{torch.accelerator.is_available()!r}\" "
      "'torch.cuda.is_available()')\n");
  // A text in a text takes the other quotes.
  becomes("import torch\nprint(f\"{'cuda' if torch.cuda.is_available() else 'cpu'}\")\n",
          "import torch\nprint(f\"{(torch.accelerator.current_accelerator(check_available=True) or "
          "torch.device('cpu')).type}\")\n");
  stays("import torch\nprint(f\"{{torch.cuda.is_available()}}\")\n");
  // `=` prints the code itself.
  stays("import torch\nprint(f\"{torch.cuda.is_available()=}\", f\"{torch.cuda.device_count() = "
        "!s}\")\n");
}

TEST(MigratedComments, AreKept) {
  becomes("import torch\n"
          "if (  # d1\n"
          "    torch.cuda.is_available()  # d2\n"
          "    and  # d3\n"
          "    torch.cuda.device_count() > 1  # d4\n"
          "):  # d5\n"
          "    # d6\n"
          "    torch.cuda.synchronize()  # d7\n"
          "    # d8\n",
          "import torch\n"
          "if (  # d1\n"
          "    torch.accelerator.is_available()  # d2\n"
          "    and  # d3\n"
          "    torch.accelerator.device_count() > 1  # d4\n"
          "):  # d5\n"
          "    # d6\n"
          "    torch.accelerator.synchronize()  # d7\n"
          "    # d8\n");
  becomes("import torch\ntorch.cuda.empty_cache(  # inside\n)  # after\n",
          "import torch\nif torch.accelerator.is_available():\n"
          "    torch.accelerator.empty_cache(  # inside\n    )  # after\n");
  stays("import torch\n"
        "device = (\n"
        "    \"cuda\"  # e2\n"
        "    if torch.cuda.is_available()\n"
        "    # e4\n"
        "    else \"cpu\"\n"
        ")\n");
  stays("import torch\n(torch\n # c1\n .cuda  # c2\n .empty_cache())\n");
}

TEST(MigratedNames, OfTheirOwnStay) {
  stays("import torch\ndef f(torch):\n    torch.cuda.empty_cache()\n");
  stays("import torch\nfor torch in a: torch.cuda.empty_cache()\n");
  stays("import torch\nclass cuda:\n    def is_available(self): return 3\ncuda().is_available()\n");
  stays("import torch\nclass M:\n    def cuda(self, d=None): return 5\nprint(M().cuda(0))\n");
  stays("import torch\nexec('torch.cuda.empty_cache()')\n\"\"\"\n>>> "
        "torch.cuda.empty_cache()\n\"\"\"\n");
  stays("import torch\nx = []  # type: torch.cuda.FloatTensor\n");
  stays("import torch\ngetattr(torch.cuda, \"empty_cache\")()\n");
  stays("from torch.cuda import *\nif is_available(): synchronize()\n");
  stays("try:\n    from torch.cuda import empty_cache\nexcept ImportError:\n"
        "    def empty_cache(): pass\nempty_cache()\n");
}

TEST(MigratedNames, KeepTheirAlias) {
  becomes("import torch as cuda\nprint(cuda.cuda.is_available())\n",
          "import torch as cuda\nprint(cuda.accelerator.is_available())\n");
  becomes("import torch.cuda as torch\ntorch.empty_cache()\n",
          "import torch.accelerator as torch\nif torch.is_available():\n    torch.empty_cache()\n");
  becomes("from torch import cuda\naccelerator = 3\ncuda.synchronize()\n",
          "from torch import accelerator as cuda\naccelerator = 3\ncuda.synchronize()\n");
}

TEST(MigratedNames, MayBeWrittenInAnyScript) {
  becomes("import torch as τ\n名 = τ.cuda.device_count(); print(\"😀\", 名); τ.cuda.synchronize()\n",
          "import torch as τ\n名 = τ.accelerator.device_count(); print(\"😀\", 名); "
          "τ.accelerator.synchronize()\n");
}

// A call of unknown arguments is not taken apart.
TEST(MigratedCalls, KeepTheirStars) {
  stays("import torch\ndef f(*a, **k):\n    torch.cuda.memory_allocated(*a)\n"
        "    torch.cuda.set_device(*a)\n    torch.cuda.synchronize(**k)\n");
}

TEST(MigratedLines, AreIndentedAsTheirBlock) {
  becomes("import torch\nclass A:\n\tdef f(self):\n\t\ttorch.cuda.empty_cache()\n",
          "import torch\nclass A:\n\tdef f(self):\n\t\tif torch.accelerator.is_available():\n"
          "\t\t\ttorch.accelerator.empty_cache()\n");
  becomes("import torch\r\ntorch.cuda.empty_cache()\r\n",
          "import torch\r\nif torch.accelerator.is_available():\r\n"
          "    torch.accelerator.empty_cache()\r\n");
  becomes("import torch\n\f\ntorch.cuda.empty_cache()",
          "import torch\n\f\nif torch.accelerator.is_available():\n"
          "    torch.accelerator.empty_cache()");
}

} // namespace
} // namespace offside::cli
