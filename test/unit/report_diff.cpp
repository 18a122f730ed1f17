// Unified diffs.
#include "lint/report/diff.h"

#include <gtest/gtest.h>

namespace offside::report {
namespace {

TEST(Diff, EqualTextsHaveNone) { EXPECT_EQ(unified_diff("a.py", "x\n", "x\n", false), ""); }

TEST(Diff, ShowsThreeLinesOfContext) {
  EXPECT_EQ(
      unified_diff("a.py", "1\n2\n3\n4\n5\n6\n7\n8\n9\n", "1\n2\n3\n4\nfive\n6\n7\n8\n9\n", false),
      "--- a.py\n+++ a.py\n@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n");
}

TEST(Diff, SeparatesDistantChanges) {
  EXPECT_EQ(
      unified_diff("a", "a\n1\n2\n3\n4\n5\n6\n7\n8\nb\n", "A\n1\n2\n3\n4\n5\n6\n7\n8\nB\n", false),
      "--- a\n+++ a\n@@ -1,4 +1,4 @@\n-a\n+A\n 1\n 2\n 3\n@@ -7,4 +7,4 @@\n 6\n 7\n 8\n-b\n+B\n");
}

TEST(Diff, JoinsCloseChanges) {
  EXPECT_EQ(unified_diff("a", "a\n1\n2\nb\n", "A\n1\n2\nB\nC\n", false),
            "--- a\n+++ a\n@@ -1,4 +1,5 @@\n-a\n+A\n 1\n 2\n-b\n+B\n+C\n");
}

TEST(Diff, InsertsAndDeletes) {
  EXPECT_EQ(unified_diff("a", "", "x\n", false), "--- a\n+++ a\n@@ -0,0 +1 @@\n+x\n");
  EXPECT_EQ(unified_diff("a", "x\n", "", false), "--- a\n+++ a\n@@ -1 +0,0 @@\n-x\n");
}

TEST(Diff, NamesAMissingLineEnd) {
  EXPECT_EQ(unified_diff("a", "x", "y", false), "--- a\n+++ a\n@@ -1 +1 @@\n-x\n\\ No newline at "
                                                "end of file\n+y\n\\ No newline at end of file\n");
}

} // namespace
} // namespace offside::report
