// Loading: encodings, line ends, what is rejected, and places.
#include "lint/source/source_file.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <gtest/gtest.h>
#include <string>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

namespace offside::source {
namespace {

using Kind = LoadError::Kind;
using namespace std::string_literals;

SourceFile good(std::string bytes, std::string path = "a.py") {
  LoadResult result = from_bytes(std::move(path), std::move(bytes));
  EXPECT_TRUE(result) << result.error.message;
  return result ? *result.file : SourceFile{};
}

LoadError bad(std::string bytes, std::string path = "a.py") {
  LoadResult result = from_bytes(std::move(path), std::move(bytes));
  EXPECT_FALSE(result);
  return result.error;
}

void expect_place(const SourceFile &file, uint32_t at, uint32_t line, uint32_t column,
                  uint64_t offset) {
  const Place place = file.place(at);
  EXPECT_EQ(place.line, line) << at;
  EXPECT_EQ(place.column, column) << at;
  EXPECT_EQ(place.offset, offset) << at;
  EXPECT_EQ(place.cell, 0u);
}

TEST(SourceFile, TooLargeToParse) {
  const std::string program(17u << 20, '\n');
  EXPECT_EQ(bad(program).kind, Kind::TooLarge);
  EXPECT_EQ(bad(program).message, "has more than 16 MiB of source text");
  EXPECT_EQ(good(program.substr(0, 16u << 20)).text.size(), 16u << 20);
  // What a notebook shows is no source text.
  const std::string picture =
      "{\"cells\": [{\"cell_type\": \"code\", \"source\": [\"x = 1\"], \"outputs\": [\"" +
      std::string(17u << 20, 'A') +
      "\"]}], \"metadata\": {}, \"nbformat\": 4, \"nbformat_minor\": 5}";
  EXPECT_EQ(good(picture, "a.ipynb").text.substr(0, 5), "x = 1");
}

TEST(SourceFile, PlainTextIsKept) {
  const SourceFile file = good("import torch\nx = 1\n");
  EXPECT_EQ(file.text, "import torch\nx = 1\n");
  EXPECT_EQ(file.path, "a.py");
  EXPECT_FALSE(file.is_notebook);
  EXPECT_EQ(file.encoding(), Encoding::Utf8);
  EXPECT_EQ(file.line_end(), LineEnd::Lf);
  expect_place(file, 0, 1, 1, 0);
  expect_place(file, 7, 1, 8, 7);
  expect_place(file, 12, 1, 13, 12); // the line end belongs to its line
  expect_place(file, 13, 2, 1, 13);
  expect_place(file, 19, 3, 1, 19); // after the last line end
  expect_place(file, 1000, 3, 1, 19);
}

TEST(SourceFile, LinesComeWithoutTheirEnds) {
  const SourceFile file = good("a = 1\r\n\n  bc = 2");
  EXPECT_EQ(file.line(0), "a = 1");
  EXPECT_EQ(file.line(6), "a = 1");
  EXPECT_EQ(file.line(7), "");
  EXPECT_EQ(file.line(12), "  bc = 2");
  EXPECT_EQ(file.line(99), "  bc = 2");
  EXPECT_EQ(file.line_start(12), 8u);
  EXPECT_EQ(file.text_line(12), 3u);
  EXPECT_EQ(file.start_of_text_line(3), 8u);
  EXPECT_EQ(file.start_of_text_line(4), std::nullopt);
  EXPECT_EQ(file.start_of_text_line(0), std::nullopt);
}

TEST(SourceFile, EmptyFile) {
  const SourceFile file = good("");
  expect_place(file, 0, 1, 1, 0);
  EXPECT_EQ(file.line(0), "");
  EXPECT_EQ(file.line_end(), LineEnd::Lf);
}

TEST(SourceFile, ColumnsAreCodePoints) {
  const SourceFile file = good("s = '\u00e9\U0001f600' + x\n");
  expect_place(file, 5, 1, 6, 5);
  expect_place(file, 7, 1, 7, 7);
  expect_place(file, 11, 1, 8, 11);
}

TEST(SourceFile, TextSetByHandHasPlaces) {
  SourceFile file;
  file.text = "a\nb\n";
  expect_place(file, 2, 2, 1, 2);
}

TEST(SourceFile, ByteOrderMarkIsNotInTheText) {
  const SourceFile file = good("\xef\xbb\xbfimport torch\nx = 1\n");
  EXPECT_EQ(file.text, "import torch\nx = 1\n");
  EXPECT_TRUE(file.has_bom());
  expect_place(file, 0, 1, 1, 3);
  expect_place(file, 13, 2, 1, 16);
  EXPECT_EQ(file.original(), "\xef\xbb\xbfimport torch\nx = 1\n");
}

TEST(SourceFile, ByteOrderMarkWithUtf8Cookie) {
  EXPECT_EQ(good("\xef\xbb\xbf# coding: utf-8\n").text, "# coding: utf-8\n");
}

TEST(SourceFile, ByteOrderMarkAgainstCookieIsRejected) {
  const LoadError error = bad("\xef\xbb\xbf# coding: latin-1\n");
  EXPECT_EQ(error.kind, Kind::Encoding);
  EXPECT_NE(error.message.find("latin-1"), std::string::npos);
}

TEST(SourceFile, CrlfIsKept) {
  const SourceFile file = good("a\r\nb\r\n");
  EXPECT_EQ(file.text, "a\r\nb\r\n");
  EXPECT_EQ(file.line_end(), LineEnd::CrLf);
  expect_place(file, 3, 2, 1, 3);
}

TEST(SourceFile, LoneCrBecomesLf) {
  const SourceFile file = good("import torch\rif x:\r    y = 1\r");
  EXPECT_EQ(file.text, "import torch\nif x:\n    y = 1\n");
  EXPECT_EQ(file.line_end(), LineEnd::Cr);
  expect_place(file, 23, 3, 5, 23);
  EXPECT_EQ(file.original(), "import torch\rif x:\r    y = 1\r");
}

TEST(SourceFile, MixedLineEnds) {
  const SourceFile file = good("a\rb\r\r\nc\nd\r");
  EXPECT_EQ(file.text, "a\nb\n\r\nc\nd\n");
  EXPECT_EQ(file.place(6).line, 4u);
}

TEST(SourceFile, ByteOrderMarkAndLoneCr) {
  const SourceFile file = good("\xef\xbb\xbf"s + "a\rb\r");
  EXPECT_EQ(file.text, "a\nb\n");
  expect_place(file, 2, 2, 1, 5);
  EXPECT_EQ(file.original_span(0, 2), "a\r");
}

TEST(SourceFile, FormFeedIsAnOrdinaryCharacter) {
  const SourceFile file = good("a = 1\n\f\nb = 2\n");
  expect_place(file, 8, 3, 1, 8);
}

TEST(SourceFile, Latin1IsTranscodedWithOffsets) {
  const SourceFile file = good("# -*- coding: latin-1 -*-\ns = \"caf\xe9\xe8\"; x\n");
  EXPECT_EQ(file.encoding(), Encoding::Latin1);
  EXPECT_EQ(file.text, "# -*- coding: latin-1 -*-\ns = \"caf\u00e9\u00e8\"; x\n");
  const auto x = static_cast<uint32_t>(file.text.find("; x") + 2);
  expect_place(file, x, 2, 14, 39);
  const auto quote = static_cast<uint32_t>(file.text.find("\";"));
  expect_place(file, quote, 2, 11, 36);
  EXPECT_EQ(file.original_span(quote - 4, quote), "\xe9\xe8");
}

TEST(SourceFile, Cp1252HasItsOwnCharacters) {
  const SourceFile file = good("# coding: cp1252\ns = '\x80\x9f\xe9'\n");
  EXPECT_EQ(file.encoding(), Encoding::Cp1252);
  EXPECT_EQ(file.text, "# coding: cp1252\ns = '\u20ac\u0178\u00e9'\n");
  const LoadError error = bad("# coding: cp1252\ns = '\x81'\n");
  EXPECT_EQ(error.line, 2u);
  EXPECT_EQ(error.column, 6u);
}

TEST(SourceFile, AsciiRejectsOtherBytes) {
  EXPECT_EQ(good("# coding: us-ascii\n").encoding(), Encoding::Ascii);
  EXPECT_EQ(bad("# coding: ascii\n# \xc3\xa9\n").kind, Kind::Encoding);
}

TEST(SourceFile, OtherEncodingsGoThroughIconv) {
  const SourceFile koi = good("# coding: koi8-r\ns = '\xc1\xc2'; x\n");
  EXPECT_EQ(koi.encoding(), Encoding::Other);
  EXPECT_EQ(koi.text, "# coding: koi8-r\ns = '\u0430\u0431'; x\n");
  expect_place(koi, static_cast<uint32_t>(koi.text.find("; x")), 2, 9, 25);

  const SourceFile japanese = good("# coding: shift_jis\ns = '\x83\x5c\\'; x\n");
  EXPECT_EQ(japanese.text, "# coding: shift_jis\ns = '\u30bd\\'; x\n"); // 0x5c is a second byte
  expect_place(japanese, static_cast<uint32_t>(japanese.text.find("; x")), 2, 9, 29);

  const SourceFile chinese = good("# coding: gb18030\ns = '\x81\x30\x81\x30'; x\n");
  EXPECT_EQ(chinese.text, "# coding: gb18030\ns = '\u0080'; x\n");
  expect_place(chinese, static_cast<uint32_t>(chinese.text.find("; x")), 2, 8, 28);

  EXPECT_EQ(bad("# coding: euc-jp\n# \xff\n").line, 2u);
}

TEST(SourceFile, CookieForms) {
  auto is_latin = [](std::string head) {
    return good(head + "s = '\xe9'\n").encoding() == Encoding::Latin1;
  };
  EXPECT_TRUE(is_latin("# coding=latin-1\n"));
  EXPECT_TRUE(is_latin("# vim: set fileencoding=latin-1 :\n"));
  EXPECT_TRUE(is_latin("#!/usr/bin/env python\n# -*- coding: ISO-8859-1 -*-\n"));
  EXPECT_TRUE(is_latin("\n\t\f # encoding: latin_1\n"));
  EXPECT_TRUE(is_latin("\r\n# coding: l1\r\n"));
  EXPECT_TRUE(is_latin("# coding: iso-8859-1-unix\n"));
  EXPECT_TRUE(is_latin("# encoding of coding: latin1\n"));
}

TEST(SourceFile, CookieOnlyInCommentsOfTheFirstTwoLines) {
  EXPECT_EQ(good("x = 'coding: latin-1'\n").encoding(), Encoding::Utf8);
  EXPECT_EQ(good("\n\n# coding: latin-1\n").encoding(), Encoding::Utf8);
  EXPECT_EQ(good("import torch\n# coding: latin-1\n").encoding(), Encoding::Utf8);
  EXPECT_EQ(good("# coding latin-1\n").encoding(), Encoding::Utf8);
}

TEST(SourceFile, Utf8Cookies) {
  for (const char *name : {"utf-8", "utf8", "UTF-8", "utf_8", "utf-8-unix", "U8", "utf-8-sig"})
    EXPECT_EQ(good("# coding: "s + name + "\n# \u00e9\n").encoding(), Encoding::Utf8) << name;
}

TEST(SourceFile, UnknownEncodingIsNamed) {
  const LoadError error = bad("# coding: klingon\nx = 1\n");
  EXPECT_EQ(error.kind, Kind::Encoding);
  EXPECT_NE(error.message.find("klingon"), std::string::npos);
}

TEST(SourceFile, EncodingsThatDoNotKeepAsciiAreRejected) {
  for (const char *name : {"utf-16", "utf-32", "cp037", "utf-7"})
    EXPECT_EQ(bad("# coding: "s + name + "\nx = 1\n").kind, Kind::Encoding) << name;
}

TEST(SourceFile, Utf16IsRejected) {
  EXPECT_NE(bad("\xff\xfei\0m\0"s).message.find("UTF-16"), std::string::npos);
  EXPECT_NE(bad("\xfe\xff\0i\0m"s).message.find("UTF-16"), std::string::npos);
}

TEST(SourceFile, InvalidUtf8HasItsPlace) {
  const LoadError error = bad("import torch\r\ns = \"caf\xe9\"\n");
  EXPECT_EQ(error.kind, Kind::Encoding);
  EXPECT_EQ(error.line, 2u);
  EXPECT_EQ(error.column, 9u);
  EXPECT_NE(error.message.find("0xe9"), std::string::npos);
}

TEST(SourceFile, MalformedUtf8OfEveryKind) {
  for (const char *bytes :
       {"\x80", "\xc0\x80", "\xc1\xbf", "\xe0\x80\x80", "\xed\xa0\x80", "\xf0\x80\x80\x80",
        "\xf4\x90\x80\x80", "\xf5\x80\x80\x80", "\xc3", "\xe2\x82", "\xf0\x9f\x98", "\xff"}) {
    EXPECT_EQ(bad("# 0123456789 "s + bytes).kind, Kind::Encoding);
    EXPECT_EQ(bad("# 0123456789 "s + bytes + " and more text").kind, Kind::Encoding);
  }
  EXPECT_EQ(good("# \xed\x9f\xbf \xee\x80\x80 \xf4\x8f\xbf\xbf 0123456789").text.size(), 25u);
}

TEST(SourceFile, NulIsBinary) {
  const LoadError error = bad("a = 1\nb\0c\n"s);
  EXPECT_EQ(error.kind, Kind::Binary);
  EXPECT_EQ(error.line, 2u);
  EXPECT_EQ(error.column, 2u);
  EXPECT_EQ(bad("# coding: latin-1\n\0"s).kind, Kind::Binary);
}

TEST(SourceFile, ThreadsMayAskForPlacesAtOnce) {
  std::string text;
  for (int i = 0; i < 2000; ++i)
    text += "line\n";
  const SourceFile file = good(text);
  std::vector<std::thread> threads;
  std::vector<uint32_t> lines(4);
  for (size_t t = 0; t < lines.size(); ++t)
    threads.emplace_back([&, t] { lines[t] = file.place(static_cast<uint32_t>(t * 5000)).line; });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(lines, (std::vector<uint32_t>{1, 1001, 2001, 2001}));
}

class LoadFromDisk : public testing::Test {
protected:
  void SetUp() override {
    std::string pattern = testing::TempDir() + "offside-load-XXXXXX";
    ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
  }
  void TearDown() override {
    for (const std::string &name : names_)
      std::remove((folder_ + "/" + name).c_str());
    ::rmdir(folder_.c_str());
  }
  std::string path(const std::string &name) {
    names_.push_back(name);
    return folder_ + "/" + name;
  }
  std::string folder_;
  std::vector<std::string> names_;
};

TEST_F(LoadFromDisk, ReadsTheWholeFile) {
  const std::string name = path("a.py");
  std::ofstream(name) << std::string(100'000, 'x') << "\n";
  const LoadResult result = load(name);
  ASSERT_TRUE(result);
  EXPECT_EQ(result.file->text.size(), 100'001u);
  EXPECT_EQ(result.file->path, name);
}

TEST_F(LoadFromDisk, MissingFile) {
  const LoadResult result = load(folder_ + "/nothing.py");
  EXPECT_EQ(result.error.kind, Kind::Missing);
  EXPECT_FALSE(result);
}

TEST_F(LoadFromDisk, FolderIsNoFile) { EXPECT_EQ(load(folder_).error.message, "is a directory"); }

TEST_F(LoadFromDisk, DeviceIsNoFile) {
  EXPECT_EQ(load("/dev/zero").error.message, "is not a regular file");
}

TEST_F(LoadFromDisk, UnreadableFile) {
  if (::geteuid() == 0)
    GTEST_SKIP() << "the superuser reads everything";
  const std::string name = path("a.py");
  std::ofstream(name) << "x = 1\n";
  ::chmod(name.c_str(), 0);
  EXPECT_EQ(load(name).error.kind, Kind::Unreadable);
}

TEST_F(LoadFromDisk, PipeIsReadToItsEnd) {
  const std::string name = path("pipe.py");
  ASSERT_EQ(::mkfifo(name.c_str(), 0600), 0);
  std::thread writer([&] { std::ofstream(name) << std::string(70'000, 'y'); });
  const LoadResult result = load(name);
  writer.join();
  ASSERT_TRUE(result);
  EXPECT_EQ(result.file->text.size(), 70'000u);
}

} // namespace
} // namespace offside::source
