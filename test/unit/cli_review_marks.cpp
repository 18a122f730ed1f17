// Where `TODO(offside)` comments go.
#include "lint/cli/review_marks.h"

#include <gtest/gtest.h>

namespace offside::cli {
namespace {

// Marks every `@` of the text, and takes them away from it first.
std::string marked(std::string text, const std::string &reason = "why") {
  std::vector<ReviewPlace> places;
  for (std::size_t at = 0; (at = text.find('@', at)) != text.npos;) {
    text.erase(at, 1);
    places.push_back({static_cast<uint32_t>(at), reason});
  }
  const source::LoadResult file = source::from_bytes("a.py", text);
  const source::EditResult result =
      source::apply_edits(*file.file, review_marks(*file.file, places));
  EXPECT_EQ(result.error, "");
  return result.bytes;
}

TEST(ReviewMarks, StandAtTheEndOfTheLine) {
  EXPECT_EQ(marked("@f()\ng()\n"), "f()  # TODO(offside): why\ng()\n");
  EXPECT_EQ(marked("x = @f()"), "x = f()  # TODO(offside): why");
  EXPECT_EQ(marked("@f()   \n"), "f()  # TODO(offside): why   \n");
  EXPECT_EQ(marked("@f()\r\ng()\r\n"), "f()  # TODO(offside): why\r\ng()\r\n");
}

TEST(ReviewMarks, FollowAComment) {
  EXPECT_EQ(marked("@f()  # noqa: E501\n"), "f()  # noqa: E501  # TODO(offside): why\n");
  EXPECT_EQ(marked("@f('#')\n"), "f('#')  # TODO(offside): why\n");
}

TEST(ReviewMarks, ComeOncePerLine) {
  EXPECT_EQ(marked("@f(); @g()\n"), "f(); g()  # TODO(offside): why\n");
  EXPECT_EQ(marked("@f()  # TODO(offside): why\n"), "f()  # TODO(offside): why\n");
  EXPECT_EQ(marked("@f()  # x  # TODO(offside): old\n"), "f()  # x  # TODO(offside): old\n");
  EXPECT_EQ(marked("g(@1,\n  @2)\n"), "g(1,  # TODO(offside): why\n  2)  # TODO(offside): why\n");
}

TEST(ReviewMarks, KeepOutOfStrings) {
  EXPECT_EQ(marked("x = @f('''\n# no\n''')\n"), "x = f('''\n# no\n''')  # TODO(offside): why\n");
  EXPECT_EQ(marked("x = f'''{@f()}\n'''\n"), "x = f'''{f()}\n'''  # TODO(offside): why\n");
  EXPECT_EQ(marked("x = @f(), '''TODO(offside):\n'''\n"),
            "x = f(), '''TODO(offside):\n'''  # TODO(offside): why\n");
}

TEST(ReviewMarks, KeepAwayFromBackslashes) {
  EXPECT_EQ(marked("x = @f() + \\\n  1\n"), "x = f() + \\\n  1  # TODO(offside): why\n");
  EXPECT_EQ(marked("x = @f()  # a comment \\\n"),
            "x = f()  # a comment \\  # TODO(offside): why\n");
}

TEST(ReviewMarks, KeepAReasonOnOneLine) {
  EXPECT_EQ(marked("@f()\n", "a\nb"), "f()  # TODO(offside): a b\n");
}

TEST(ReviewMarks, SurviveCodeThatDoesNotEnd) {
  EXPECT_EQ(marked("f(@1"), "f(1  # TODO(offside): why");
  EXPECT_EQ(marked("x = '''@"), "x = '''");
  EXPECT_EQ(marked("@"), "");
}

} // namespace
} // namespace offside::cli
