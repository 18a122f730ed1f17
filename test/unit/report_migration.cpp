// The reports of a migration.
#include "lint/report/migration_report.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <map>

namespace offside::report {
namespace {

using migrate::FilePlan;
using migrate::Outcome;
using migrate::Site;
using nlohmann::json;

class MigrationReport : public testing::Test {
protected:
  void SetUp() override {
    add("a,\"b\".py", "import torch\nf(\"<cuda>\")\n");
    site(Outcome::Review, "f", 13).reason = "`x` is <unknown> | \"maybe\"";
    plans.back().sites.back().suggestion = "a = b\nc";
    site(Outcome::Rewritten, "torch.cuda.x", 0);
    site(Outcome::Kept, "f", 13).reason = "a comment";
    add("z.py", "");
    site(Outcome::Portable, "torch.accelerator.x", 0);
    site(Outcome::NoEquivalent, "f", 0).reason = "no *twin*";
  }
  void add(const std::string &path, const std::string &text) {
    files[path].path = path;
    files[path].text = text;
    plans.emplace_back().path = path;
  }
  Site &site(Outcome outcome, const std::string &api, uint32_t at) {
    Site &site = plans.back().sites.emplace_back();
    site.path = plans.back().path;
    site.span = {at, at};
    site.api = api;
    site.outcome = outcome;
    return site;
  }
  Migration migration(bool written = false) const {
    Migration out;
    out.files = plans;
    out.files_read = 7;
    out.written = written;
    out.version = "1.2.3";
    out.source_of = [this](std::string_view path) -> const source::SourceFile * {
      const auto at = files.find(std::string(path));
      return at == files.end() ? nullptr : &at->second;
    };
    return out;
  }
  std::map<std::string, source::SourceFile> files;
  std::vector<FilePlan> plans;
};

TEST(ShareDone, LeavesOutWhatCannotBeDone) {
  PlaceCount places;
  EXPECT_EQ(share_text(places.share_done(true)), "-");
  places.add(Outcome::NoEquivalent);
  places.add(Outcome::Kept);
  EXPECT_EQ(share_text(places.share_done(true)), "-");
  places.add(Outcome::Portable);
  EXPECT_EQ(share_text(places.share_done(false)), "100.0 %");
  places.add(Outcome::Rewritten);
  places.add(Outcome::Review);
  EXPECT_EQ(share_text(places.share_done(false)), "33.3 %");
  EXPECT_EQ(share_text(places.share_done(true)), "66.6 %");
}

TEST(ShareDone, IsNeverRoundedUpToAll) {
  PlaceCount places;
  for (int i = 0; i < 5000; ++i)
    places.add(Outcome::Portable);
  places.add(Outcome::Review);
  EXPECT_EQ(share_text(places.share_done(true)), "99.9 %");
}

TEST_F(MigrationReport, SummaryCountsInWords) {
  EXPECT_EQ(
      migration_summary(migration()),
      "1 place can be rewritten in 1 file, 1 needs review, 1 has no equivalent, 1 is portable "
      "already, 1 is kept on purpose");
  EXPECT_EQ(migration_summary(migration(true)).substr(0, 27), "1 place rewritten in 1 file");
  plans.clear();
  EXPECT_EQ(migration_summary(migration()), "nothing is tied to CUDA in 7 files");
}

TEST_F(MigrationReport, JsonHoldsEverything) {
  plans[0].sites[1].edits = {{"z.py", {0, 0}, "x\n"}};
  const json root = json::parse(migration_json(migration()));
  EXPECT_EQ(root["version"], 1);
  EXPECT_EQ(root["offside"], "1.2.3");
  ASSERT_EQ(root["apis"].size(), 3u);
  EXPECT_EQ(root["apis"][0]["api"], "f"); // the most frequent one first
  EXPECT_EQ(root["apis"][0]["review"], 1);
  EXPECT_EQ(root["apis"][0]["kept"], 1);
  EXPECT_EQ(root["apis"][0]["no_equivalent"], 1);
  ASSERT_EQ(root["files"].size(), 2u);
  EXPECT_EQ(root["files"][0]["path"], "a,\"b\".py");
  EXPECT_EQ(root["files"][0]["share_before"], 0.0);
  EXPECT_EQ(root["files"][0]["share_after"], 50.0);
  ASSERT_EQ(root["places"].size(), 5u);
  const json &place = root["places"][0];
  EXPECT_EQ(place["start"], json({{"line", 2}, {"column", 1}, {"offset", 13}}));
  EXPECT_EQ(place["outcome"], "review");
  EXPECT_EQ(place["reason"], "`x` is <unknown> | \"maybe\"");
  EXPECT_EQ(place["suggestion"], "a = b\nc");
  EXPECT_EQ(place["edits"], json::array());
  EXPECT_EQ(root["places"][1]["edits"][0]["text"], "x\n");
  EXPECT_EQ(root["summary"]["files"], 7);
  EXPECT_EQ(root["summary"]["share_before"], 33.3);
  EXPECT_EQ(root["summary"]["written"], false);
}

TEST_F(MigrationReport, JsonOfNothingIsValid) {
  plans.clear();
  const json root = json::parse(migration_json(migration()));
  EXPECT_EQ(root["places"], json::array());
  EXPECT_EQ(root["summary"]["share_before"], nullptr);
}

TEST_F(MigrationReport, CsvQuotesWhatNeedsIt) {
  const std::string csv = migration_csv(migration());
  EXPECT_TRUE(csv.starts_with(
      "path,line,column,cell,api,rule,outcome,category,safety,reason,suggestion\r\n"));
  EXPECT_NE(csv.find("\r\n\"a,\"\"b\"\".py\",2,1,,f,,review,person,none,"
                     "\"`x` is <unknown> | \"\"maybe\"\"\",\"a = b\nc\"\r\n"),
            csv.npos)
      << csv;
  EXPECT_NE(csv.find("\r\nz.py,1,1,,torch.accelerator.x,,portable,person,none,,\r\n"), csv.npos);
}

TEST_F(MigrationReport, HtmlIsEscaped) {
  const std::string html = migration_html(migration());
  EXPECT_NE(html.find("<code>a,&quot;b&quot;.py:2:1</code>"), html.npos) << html;
  EXPECT_NE(html.find("<code>x</code> is &lt;unknown&gt; | &quot;maybe&quot;"), html.npos);
  EXPECT_NE(html.find("<pre>f(&quot;&lt;cuda&gt;&quot;)</pre>"), html.npos);
  EXPECT_EQ(html.find("<cuda>"), html.npos);
  EXPECT_EQ(html.find("<script"), html.npos);
  EXPECT_EQ(html.find("http"), html.npos);
}

TEST_F(MigrationReport, HtmlReplacesBadBytes) {
  plans[0].sites[0].reason = "a\xff\x1b[0m";
  EXPECT_NE(migration_html(migration()).find("a\xef\xbf\xbd\xef\xbf\xbd[0m"), std::string::npos);
}

TEST_F(MigrationReport, MarkdownEscapesItsOwnSigns) {
  plans[0].sites[0].api = "a|b`c";
  const std::string md = migration_markdown(migration());
  EXPECT_NE(md.find("| ``a\\|b`c`` | 0 | 1 |"), md.npos) << md;
  EXPECT_NE(md.find("`x` is \\<unknown> | \"maybe\""), md.npos);
  EXPECT_NE(md.find("\n\n  ~~~python\n  a = b\n  c\n  ~~~\n"), md.npos);
  EXPECT_NE(md.find("no \\*twin\\*"), md.npos);
  EXPECT_NE(md.find("Done: 33.3 %; 66.6 % after `offside migrate --write`."), md.npos);
}

TEST_F(MigrationReport, MarkdownAfterWritingCountsItAsDone) {
  EXPECT_NE(migration_markdown(migration(true)).find("Done: 66.6 %. (7 files read"),
            std::string::npos);
}

} // namespace
} // namespace offside::report
