// The lexical pass: logical lines and comments.
#include "lint/source/python_lines.h"

#include <gtest/gtest.h>
#include <string>

namespace offside::source {
namespace {

struct Scan {
  std::vector<std::string> lines, comments;
};

Scan scan(std::string_view text) {
  Scan result;
  std::vector<TextSpan> comments;
  for (uint32_t at = 0; at < text.size();) {
    const uint32_t end = scan_logical_line(text, at, comments);
    EXPECT_GT(end, at);
    EXPECT_LE(end, text.size());
    if (end <= at)
      break;
    result.lines.emplace_back(text.substr(at, end - at));
    at = end;
  }
  for (const TextSpan &comment : comments)
    result.comments.emplace_back(text.substr(comment.begin, comment.end - comment.begin));
  return result;
}

using Strings = std::vector<std::string>;

TEST(PythonLines, PhysicalLines) {
  const Scan result = scan("a = 1  # one\n\n# two\nb\n");
  EXPECT_EQ(result.lines, (Strings{"a = 1  # one\n", "\n", "# two\n", "b\n"}));
  EXPECT_EQ(result.comments, (Strings{"# one", "# two"}));
}

TEST(PythonLines, BracketsJoinLines) {
  const Scan result = scan("f(a,  # one\n  [b,\n   {c: d}])  # two\nx\n");
  EXPECT_EQ(result.lines.size(), 2u);
  EXPECT_EQ(result.comments, (Strings{"# one", "# two"}));
}

TEST(PythonLines, BackslashJoinsLines) {
  EXPECT_EQ(scan("a = 1 + \\\n 2\nb\n").lines.size(), 2u);
  EXPECT_EQ(scan("a = 1 + \\\r\n 2\r\nb\r\n").lines.size(), 2u);
  EXPECT_EQ(scan("# no \\\nb\n").lines.size(), 2u);
  EXPECT_EQ(scan("a \\").lines.size(), 1u);
}

TEST(PythonLines, CommentSignInStrings) {
  for (const char *text : {"'# no'", "\"# no\"", "r'\\# no'", "b\"# no\"", "'''a\n# no\n'''",
                           "\"\"\"# no\"\"\"", "'it\\'s # no'", "'\\\\' + '# no'", "r'\\' # no'",
                           "'a\\\n# no'", "\"\"\"a\\\"\"\"# no\"\"\"", "'' '# no'", "''''# no'''",
                           "rb'# no'", "Rb'''\n# no'''", "u'# no'"}) {
    const Scan result = scan(std::string(text) + "  # yes\nx\n");
    EXPECT_EQ(result.comments, Strings{"# yes"}) << text;
    EXPECT_EQ(result.lines.size(), 2u) << text;
  }
}

TEST(PythonLines, FormattedStrings) {
  for (const char *text : {"f'# no'",
                           "f\"{x} # no\"",
                           "f'{{ # no'",
                           "f'{a[\"b\"]}# no'",
                           "f'{d['# no']}'",
                           "f\"{f\"{'# no'}\"}\"",
                           "f'{x:{w}} # no'",
                           "f'{x:#x}'",
                           "f'{x!r:^{w}.{p}}# no'",
                           "f'''{\nx\n} # no\n'''",
                           "f'\\N{NUMBER SIGN}# no'",
                           "rf'\\{x}# no'",
                           "fr'{x}\\'# no'",
                           "f'{x:%Y-%m-%d}# no'",
                           "f'{ {1: 2}[1] }# no'",
                           "f'{(lambda y: y)(1)}# no'",
                           "t'{x}# no'",
                           "f'{x=}# no'",
                           "f'{a:{b:{c}}}# no'",
                           "f\"{x:{'# no'}}\"",
                           "f'{x}' f\"{'# no'}\"",
                           "f'{\nx}# no'",
                           "F'''{x:\n}# no'''",
                           "f'}}# no'"}) {
    const Scan result = scan(std::string(text) + "  # yes\nx\n");
    EXPECT_EQ(result.comments, Strings{"# yes"}) << text;
    EXPECT_EQ(result.lines.size(), 2u) << text;
  }
}

TEST(PythonLines, CommentsInFormattedStringFields) {
  const Scan result = scan("f'''{\n  x  # inner\n}'''  # outer\n");
  EXPECT_EQ(result.comments, (Strings{"# inner", "# outer"}));
}

TEST(PythonLines, IdentifierBeforeQuoteIsNoPrefix) {
  // Python 2's print statement; as an f-string the brace would open a field.
  EXPECT_EQ(scan("printf'{'  # yes\nx\n").comments, Strings{"# yes"});
  EXPECT_EQ(scan("1if'{'else''  # yes\nx\n").comments, Strings{"# yes"});
}

TEST(PythonLines, UnclosedStringEndsWithItsLine) {
  EXPECT_EQ(scan("x = 'abc\ny = 1  # yes\n").comments, Strings{"# yes"});
  EXPECT_EQ(scan("x = f'abc\ny = 1  # yes\n").comments, Strings{"# yes"});
  EXPECT_EQ(scan("x = f'{a'\ny = 1  # yes\n").comments, Strings{"# yes"});
  EXPECT_EQ(scan("x = f'{a:b\ny = 1  # yes\n").comments, Strings{"# yes"});
}

TEST(PythonLines, UnclosedBracketEndsAtAStatement) {
  const Scan result = scan("def f(a:\n    return 1  # one\n\ndef g():\n    pass\n");
  EXPECT_EQ(result.lines[0], "def f(a:\n");
  EXPECT_EQ(result.lines.size(), 5u);
}

TEST(PythonLines, KeywordsInsideTripleQuotedTextDoNot) {
  EXPECT_EQ(scan("f('''\nreturn\n''')\nx\n").lines.size(), 2u);
  EXPECT_EQ(scan("f(f'''\nreturn\n{x}''')\nx\n").lines.size(), 2u);
}

TEST(PythonLines, StrayClosersDoNotMatter) { EXPECT_EQ(scan(")]}\na\n").lines.size(), 2u); }

TEST(PythonLines, CarriageReturnIsNotInTheComment) {
  EXPECT_EQ(scan("x  # one\r\n").comments, Strings{"# one"});
}

TEST(PythonLines, EveryPrefixOfNastyTextEnds) {
  const std::string text = "f'''{a:{b!r}\\N{X}\\\r\n{{ \"\"\" ''' rf\"\\{x}\" \\\r\n 'a\\\r\n' b'' "
                           "# c\r\n(]{)}\n'''\\''' f'\\";
  for (size_t length = 0; length <= text.size(); ++length)
    for (size_t begin = 0; begin < length; ++begin)
      scan(std::string_view(text).substr(begin, length - begin));
}

TEST(PythonLines, DeepNestingIsNoRecursion) {
  std::string text;
  for (int i = 0; i < 100'000; ++i)
    text += "f'{";
  EXPECT_GE(scan(text).lines.size(), 1u);
  EXPECT_EQ(scan(std::string(1'000'000, '(')).lines.size(), 1u);
}

} // namespace
} // namespace offside::source
