// How a finding looks in a terminal.
#include "lint/report/report.h"

#include <gtest/gtest.h>

#include <map>

namespace offside::report {
namespace {

using check::Finding;
using check::Severity;

class TextReport : public testing::Test {
protected:
  void file(const std::string &path, const std::string &text) {
    source::SourceFile &file = files[path];
    file.path = path;
    file.text = text;
  }
  ir::Span span(const std::string &path, const std::string &what, std::size_t from = 0) const {
    const std::size_t at = files.at(path).text.find(what, from);
    EXPECT_NE(at, std::string::npos) << what;
    return {static_cast<uint32_t>(at), static_cast<uint32_t>(at + what.size())};
  }
  Finding finding(const std::string &path, const std::string &what,
                  const std::string &message = "message") const {
    Finding finding;
    finding.rule = "DEV101";
    finding.severity = Severity::Error;
    finding.path = path;
    finding.span = span(path, what);
    finding.message = message;
    return finding;
  }
  void label(Finding &finding, const std::string &path, const std::string &what,
             const std::string &message) const {
    finding.labels.push_back({path, span(path, what), message});
  }
  std::string print(const std::vector<Finding> &findings,
                    TextOptions options = {false, false}) const {
    Results results;
    results.findings = findings;
    results.files = files.size();
    results.source_of = [this](std::string_view path) -> const source::SourceFile * {
      const auto at = files.find(std::string(path));
      return at == files.end() ? nullptr : &at->second;
    };
    return text(results, options);
  }
  std::map<std::string, source::SourceFile> files;
};

TEST_F(TextReport, MarksTheOperationAndLabelsItsOperands) {
  file("a.py", "x = torch.ones(3, device=\"cuda\")\ny = torch.ones(3)\n\n\nz = x + y\n");
  Finding f = finding("a.py", "x + y", "`x` is on cuda, `y` is on the CPU");
  label(f, "a.py", "torch.ones(3)", "`y` is made on the CPU here");
  label(f, "a.py", "torch.ones(3, device=\"cuda\")", "`x` is made on cuda here");
  f.help = {"make it there: `torch.ones(3, device=x.device)`"};
  EXPECT_EQ(print({f}), R"(error[DEV101]: `x` is on cuda, `y` is on the CPU
 --> a.py:5:5
  |
1 | x = torch.ones(3, device="cuda")
  |     ---------------------------- `x` is made on cuda here
2 | y = torch.ones(3)
  |     ------------- `y` is made on the CPU here
...
5 | z = x + y
  |     ^^^^^
  |
  = help: make it there: `torch.ones(3, device=x.device)`

)");
}

TEST_F(TextReport, ShowsASingleLineBetweenTwoMarkedOnes) {
  file("a.py", "x\n\ny\n" + std::string(200, 'b') + "\nz\n");
  Finding f = finding("a.py", "z");
  label(f, "a.py", "x", "first");
  label(f, "a.py", "y", "second");
  EXPECT_EQ(print({f}), R"(error[DEV101]: message
 --> a.py:5:1
  |
1 | x
  | - first
2 |
3 | y
  | - second
4 | )" + std::string(120, 'b') +
                            R"(...
5 | z
  | ^

)");
}

TEST_F(TextReport, StacksLabelsOfOneLine) {
  file("a.py", "return alpha + beta\n");
  Finding f = finding("a.py", "alpha + beta");
  label(f, "a.py", "alpha", "first");
  label(f, "a.py", "beta", "second");
  EXPECT_EQ(print({f}), R"(error[DEV101]: message
 --> a.py:1:8
  |
1 | return alpha + beta
  |        ^^^^^^^^^^^^
  |        |       |
  |        |       second
  |        first

)");
}

TEST_F(TextReport, PutsTheLastLabelBesideItsMark) {
  file("a.py", "f(alpha)  # beta\n");
  Finding f = finding("a.py", "f");
  label(f, "a.py", "alpha", "first");
  label(f, "a.py", "beta", "second");
  EXPECT_EQ(print({f}), R"(error[DEV101]: message
 --> a.py:1:1
  |
1 | f(alpha)  # beta
  | ^ -----     ---- second
  |   |
  |   first

)");
}

TEST_F(TextReport, LabelOnTheOperationItselfStandsAtItsCarets) {
  file("a.py", "x.cuda()\n");
  Finding f = finding("a.py", "x.cuda()");
  label(f, "a.py", "x.cuda()", "dropped");
  EXPECT_EQ(print({f}), R"(error[DEV101]: message
 --> a.py:1:1
  |
1 | x.cuda()
  | ^^^^^^^^ dropped

)");
}

TEST_F(TextReport, ShowsLabelsInOtherFilesAsTheirOwnBlock) {
  file("a.py", "make() + x\n");
  file("b/c.py", "\n\n\n\n\n\n\n\n\n\ndef make():\n    return torch.ones(3)\n");
  Finding f = finding("a.py", "make() + x");
  label(f, "b/c.py", "torch.ones(3)", "made on the CPU here");
  EXPECT_EQ(print({f}), R"(error[DEV101]: message
  --> a.py:1:1
   |
 1 | make() + x
   | ^^^^^^^^^^
   |
  ::: b/c.py:12:12
   |
12 |     return torch.ones(3)
   |            ------------- made on the CPU here

)");
}

TEST_F(TextReport, CutsASpanOfManyLinesToItsFirst) {
  file("a.py", "f(\n  1,\n)\n");
  EXPECT_EQ(print({finding("a.py", "f(\n  1,\n)")}),
            "error[DEV101]: message\n --> a.py:1:1\n  |\n1 | f(\n  | ^^\n\n");
}

TEST_F(TextReport, AlignsCaretsAfterTabsAndWideCharacters) {
  file("a.py", "\tname = \"日本\"; x.cuda()\n");
  EXPECT_EQ(print({finding("a.py", "x.cuda()")}), "error[DEV101]: message\n --> a.py:1:15\n  |\n"
                                                  "1 |     name = \"日本\"; x.cuda()\n"
                                                  "  |                    ^^^^^^^^\n\n");
}

TEST_F(TextReport, CutsLongLinesAroundTheMark) {
  file("a.py", std::string(300, 'a') + " x.cuda() " + std::string(300, 'b') + "\n");
  const std::string out = print({finding("a.py", "x.cuda()")});
  EXPECT_NE(out.find("1 | ..." + std::string(23, 'a') + " x.cuda() bbb"), std::string::npos) << out;
  EXPECT_NE(out.find("bbb...\n  |" + std::string(28, ' ') + "^^^^^^^^\n"), std::string::npos)
      << out;
  EXPECT_EQ(out.find(std::string(130, 'b')), std::string::npos);
}

TEST_F(TextReport, AnEmptySpanStillGetsACaret) {
  file("a.py", "f(\n");
  Finding f = finding("a.py", "f(");
  f.span = {2, 2};
  EXPECT_EQ(print({f}), "error[DEV101]: message\n --> a.py:1:3\n  |\n1 | f(\n  |   ^\n\n");
  f.span = {100, 90}; // outside the file: the end is the nearest place there is
  EXPECT_NE(print({f}).find(" --> a.py:2:1\n"), std::string::npos);
}

TEST_F(TextReport, SendsNoControlCharactersOfTheFileToTheTerminal) {
  file("a.py", "x = \"\x1b[31m\xff\"; y\n");
  const std::string out = print({finding("a.py", "y", "quotes \x1b[31m")});
  EXPECT_EQ(out.find('\x1b'), std::string::npos);
  EXPECT_EQ(out.find('\xff'), std::string::npos);
  EXPECT_NE(out.find("\n  |               ^\n"), std::string::npos) << out;
}

TEST_F(TextReport, PathsWithoutSourceAreStillNamed) {
  Finding f;
  f.rule = "DEV002";
  f.path = "gone.py";
  f.message = "message";
  EXPECT_EQ(print({f}), "warning[DEV002]: message\n --> gone.py:1:1\n\n");
}

TEST_F(TextReport, ColoursOnlyWhenAsked) {
  file("a.py", "x\n");
  EXPECT_EQ(print({finding("a.py", "x")}).find('\x1b'), std::string::npos);
  EXPECT_NE(print({finding("a.py", "x")}, {true, false}).find("\x1b[1;31merror[DEV101]\x1b[0m"),
            std::string::npos);
}

TEST_F(TextReport, ClosesWithASummary) {
  file("a.py", "x\n");
  Finding error = finding("a.py", "x"), warning = error;
  warning.severity = Severity::Warning;
  warning.safety = check::Safety::Safe;
  warning.edits = {{"a.py", {0, 1}, "y"}};
  const std::string out = print({error, warning, warning}, {false, true});
  EXPECT_NE(out.find("found 1 error, 2 warnings in 1 file\n2 fixable with --fix\n"),
            std::string::npos)
      << out;
  EXPECT_EQ(print({}, {false, true}), "no problems found in 1 file\n");
}

} // namespace
} // namespace offside::report
