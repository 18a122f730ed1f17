// A file with the edits of its plan made.
#include "lint/cli/file_rewrite.h"

#include <gtest/gtest.h>

namespace offside::cli {
namespace {

using migrate::FilePlan;
using migrate::Outcome;
using migrate::Site;

class Rewriting : public testing::Test {
protected:
  void start(const std::string &bytes, const std::string &path = "a.py") {
    source::LoadResult loaded = source::from_bytes(path, bytes);
    ASSERT_TRUE(loaded) << loaded.error.message;
    file.path = plan.path = path;
    file.source = std::make_unique<source::SourceFile>(std::move(*loaded.file));
  }
  ir::Span span_of(const std::string &what) const {
    const auto at = static_cast<uint32_t>(file.source->text.find(what));
    return {at, at + static_cast<uint32_t>(what.size())};
  }
  Site &site(const std::string &what, Outcome outcome) {
    Site &site = plan.sites.emplace_back();
    site.path = file.path;
    site.span = span_of(what);
    site.outcome = outcome;
    site.reason = "why";
    return site;
  }
  void edit(const std::string &what, const std::string &with) {
    site(what, Outcome::Rewritten);
    plan.edits.push_back({file.path, span_of(what), with});
  }
  std::string text_at(const FileRewrite &rewrite, std::size_t site) const {
    const ir::Span span = rewrite.places[site];
    return rewrite.source->text.substr(span.begin, span.end - span.begin);
  }
  File file;
  FilePlan plan;
};

TEST_F(Rewriting, KeepsLineEnds) {
  start("a()\r\nb()\r\nc()\r\n");
  edit("a()", "if x:\n    a()");
  const FileRewrite done = rewrite(file, plan, false);
  EXPECT_EQ(done.error, "");
  EXPECT_EQ(done.before, "a()\r\nb()\r\nc()\r\n");
  EXPECT_EQ(done.after, "if x:\r\n    a()\r\nb()\r\nc()\r\n");
}

TEST_F(Rewriting, PlacesMoveWithTheEditsAndMarks) {
  start("a()\r\nb()\r\nc()\r\nd()\r\n");
  edit("a()", "if x:\n    a()");
  site("b()", Outcome::Review);
  edit("c()", "cc()");
  site("d()", Outcome::NoEquivalent);
  const FileRewrite done = rewrite(file, plan, true);
  EXPECT_EQ(done.after, "if x:\r\n    a()\r\nb()  # TODO(offside): why\r\ncc()\r\nd()\r\n");
  ASSERT_EQ(done.places.size(), 4u);
  EXPECT_EQ(text_at(done, 0), "if x:\r\n    a()");
  EXPECT_EQ(text_at(done, 1), "b()");
  EXPECT_EQ(text_at(done, 2), "cc()");
  EXPECT_EQ(text_at(done, 3), "d()");
}

TEST_F(Rewriting, AMarkMayStandOnALineThatIsEdited) {
  start("a(); b()\n");
  site("a()", Outcome::Review);
  edit("b()", "bb()");
  EXPECT_EQ(rewrite(file, plan, true).after, "a(); bb()  # TODO(offside): why\n");
}

TEST_F(Rewriting, RefusesToBreakTheSyntax) {
  start("x = 1\na()\n");
  edit("a()", "def (");
  const FileRewrite done = rewrite(file, plan, false);
  EXPECT_EQ(done.error, "the rewrite would break its syntax in line 2");
}

TEST_F(Rewriting, RefusesWhatTheEncodingDoesNotHave) {
  start("# coding: latin-1\na('\xe9')\n");
  edit("a(", "\xe2\x82\xac(");
  EXPECT_NE(rewrite(file, plan, false).error.find("encoding"), std::string::npos);
}

TEST_F(Rewriting, WithoutEditsNothingChanges) {
  start("\xef\xbb\xbf"
        "a()\r\n");
  site("a()", Outcome::Portable);
  const FileRewrite done = rewrite(file, plan, true);
  EXPECT_EQ(done.error, "");
  EXPECT_EQ(done.after, done.before);
}

} // namespace
} // namespace offside::cli
