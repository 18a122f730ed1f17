// The reports that programs read: JSON, SARIF, GitHub annotations.
#include "lint/report/json_string.h"
#include "lint/report/report.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <map>

namespace offside::report {
namespace {

using nlohmann::json;

class MachineReport : public testing::Test {
protected:
  void SetUp() override {
    add("dir/a b.py", "# é\nx = torch.ones(3)\ny = f(\n  x)\n");
    finding.rule = "DEV101";
    finding.severity = check::Severity::Error;
    finding.path = "dir/a b.py";
    finding.span = {5, 22}; // `x = torch.ones(3)`; the é before it is two bytes
    finding.message = "50 % \"sure\"";
    finding.labels = {{"dir/a b.py", {9, 22}, "made here"}};
    finding.help = {"one", "two"};
    finding.edits = {{"dir/a b.py", {21, 21}, ", device=d"}};
    finding.safety = check::Safety::Unsafe;
  }
  void add(const std::string &path, const std::string &text) {
    files[path].path = path;
    files[path].text = text;
  }
  Results run_results() const {
    Results results;
    results.findings = {&finding, 1};
    results.files = 7;
    results.version = "1.2.3";
    results.source_of = [this](std::string_view path) -> const source::SourceFile * {
      const auto at = files.find(std::string(path));
      return at == files.end() ? nullptr : &at->second;
    };
    return results;
  }
  std::string fingerprint() const {
    return json::parse(
        sarif(run_results()))["runs"][0]["results"][0]["partialFingerprints"]["offsideFinding/v1"];
  }
  std::map<std::string, source::SourceFile> files;
  check::Finding finding;
};

TEST_F(MachineReport, JsonHasTheWholeFinding) {
  const json expected = json::parse(R"({
    "version": 1,
    "findings": [{
      "rule": "DEV101", "name": "mixed-devices", "severity": "error", "path": "dir/a b.py",
      "start": {"line": 2, "column": 1, "offset": 5}, "end": {"line": 2, "column": 18, "offset": 22},
      "message": "50 % \"sure\"",
      "labels": [{"path": "dir/a b.py", "start": {"line": 2, "column": 5, "offset": 9},
                  "end": {"line": 2, "column": 18, "offset": 22}, "message": "made here"}],
      "help": ["one", "two"],
      "edits": [{"path": "dir/a b.py", "start": {"line": 2, "column": 17, "offset": 21},
                 "end": {"line": 2, "column": 17, "offset": 21}, "text": ", device=d"}],
      "safety": "unsafe"
    }],
    "summary": {"files": 7, "errors": 1, "warnings": 0, "notes": 0, "fixable": 0, "unsafe_fixable": 1, "fixed": 0}
  })");
  EXPECT_EQ(json::parse(report::json(run_results())), expected);
}

TEST_F(MachineReport, JsonColumnsCountCodePoints) {
  finding.span = {4, 4}; // the end of line 1, after the two bytes of é
  EXPECT_EQ(json::parse(report::json(run_results()))["findings"][0]["start"],
            json::parse(R"({"line": 1, "column": 4, "offset": 4})"));
}

TEST_F(MachineReport, AnEmptyRunIsStillADocument) {
  Results empty;
  empty.source_of = [](std::string_view) { return nullptr; };
  EXPECT_EQ(json::parse(report::json(empty))["findings"], json::array());
  EXPECT_EQ(json::parse(sarif(empty))["runs"][0]["results"], json::array());
  EXPECT_EQ(github(empty), "");
}

TEST_F(MachineReport, JsonStringsAreValidUtf8) {
  std::string out;
  append_json(out, "a\xff\n\x01\xe2\x82"); // a bad byte, controls, a truncated character
  EXPECT_EQ(out, "\"a\\ufffd\\n\\u0001\\ufffd\\ufffd\"");
}

TEST_F(MachineReport, GithubAnnotatesTheRange) {
  EXPECT_EQ(github(run_results()),
            "::error title=offside (DEV101),file=dir/a b.py,line=2,col=1,endLine=2,endColumn=18::"
            "DEV101 50 %25 \"sure\"%0Adir/a b.py:2: made here%0Ahelp: one%0Ahelp: two\n");
}

TEST_F(MachineReport, GithubOmitsColumnsOfSeveralLines) {
  finding.span = {27, 34};
  finding.severity = check::Severity::Note;
  const std::string out = github(run_results());
  EXPECT_TRUE(out.starts_with("::notice title=offside (DEV101),file=dir/a b.py,line=3,endLine=4::"))
      << out;
}

TEST_F(MachineReport, GithubEscapesProperties) {
  add("a,b:c.py", "x\n");
  finding.path = "a,b:c.py";
  finding.span = {0, 1};
  EXPECT_NE(github(run_results()).find("file=a%2Cb%3Ac.py,"), std::string::npos);
}

TEST_F(MachineReport, SarifHasRuleResultAndFix) {
  const json document = json::parse(sarif(run_results()));
  EXPECT_EQ(document["version"], "2.1.0");
  const json &driver = document["runs"][0]["tool"]["driver"];
  EXPECT_EQ(driver["semanticVersion"], "1.2.3");
  EXPECT_EQ(driver["rules"][0]["id"], "DEV101");
  EXPECT_NE(driver["rules"][0]["help"]["markdown"].get<std::string>().find("## What it does"),
            std::string::npos);
  const json &result = document["runs"][0]["results"][0];
  EXPECT_EQ(result["level"], "error");
  EXPECT_EQ(result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"], "dir/a%20b.py");
  EXPECT_EQ(result["locations"][0]["physicalLocation"]["region"],
            json::parse(R"({"startLine": 2, "startColumn": 1, "endLine": 2, "endColumn": 18})"));
  EXPECT_EQ(result["relatedLocations"][0]["message"]["text"], "made here");
  const json &change = result["fixes"][0]["artifactChanges"][0];
  EXPECT_EQ(change["replacements"][0]["insertedContent"]["text"], ", device=d");
  EXPECT_EQ(change["replacements"][0]["deletedRegion"]["startColumn"], 17);
}

TEST_F(MachineReport, FingerprintSurvivesMovedLinesOnly) {
  const std::string before = fingerprint();
  files.clear();
  add("dir/a b.py", "\n\nif c:\n    x = torch.ones(3)\n"); // lower down and indented
  finding.span = {12, 29};
  finding.labels.clear();
  finding.edits.clear();
  EXPECT_EQ(fingerprint(), before);
  files.clear();
  add("dir/a b.py", "# é\nx = torch.ones(4)\n");
  EXPECT_NE(fingerprint(), before);
}

TEST_F(MachineReport, EqualLinesHaveTheirOwnFingerprints) {
  const std::vector<check::Finding> twice = {finding, finding};
  Results both = run_results();
  both.findings = twice;
  const json results = json::parse(sarif(both))["runs"][0]["results"];
  EXPECT_NE(results[0]["partialFingerprints"], results[1]["partialFingerprints"]);
}

TEST_F(MachineReport, StatisticsCountPerRule) {
  EXPECT_EQ(statistics_text(run_results()), "     1  DEV101  mixed-devices\n");
  finding.safety = check::Safety::Safe;
  EXPECT_EQ(statistics_text(run_results()), "     1  DEV101  mixed-devices  (1 fixable)\n");
  EXPECT_EQ(
      json::parse(statistics_json(run_results())),
      json::parse(R"([{"rule": "DEV101", "name": "mixed-devices", "count": 1, "fixable": 1}])"));
}

} // namespace
} // namespace offside::report
