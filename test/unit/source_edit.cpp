// Edits: bytes in the file's own encoding and line ends, and the atomic replacement.
#include "lint/source/text_edit.h"

#include <cstdio>
#include <cstdlib>
#include <dirent.h>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <sys/stat.h>
#include <unistd.h>

namespace offside::source {
namespace {

SourceFile good(std::string bytes) {
  LoadResult result = from_bytes("a.py", std::move(bytes));
  EXPECT_TRUE(result) << result.error.message;
  return result ? *result.file : SourceFile{};
}

// Replaces the first `what` in the text.
EditResult replace(const std::string &bytes, const std::string &what, const std::string &with) {
  const SourceFile file = good(bytes);
  const size_t at = file.text.find(what);
  EXPECT_NE(at, std::string::npos);
  return apply_edits(file,
                     {{static_cast<uint32_t>(at), static_cast<uint32_t>(at + what.size()), with}});
}

TEST(TextEdit, ReplaceInsertDelete) {
  const SourceFile file = good("abc = def\n");
  EXPECT_EQ(apply_edits(file, {}).bytes, "abc = def\n");
  EXPECT_EQ(apply_edits(file, {{6, 9, "x"}, {0, 3, "longer"}}).bytes, "longer = x\n");
  EXPECT_EQ(apply_edits(file, {{0, 0, "1"}, {0, 0, "2"}, {10, 10, "3"}}).bytes, "12abc = def\n3");
  EXPECT_EQ(apply_edits(file, {{0, 10, ""}}).bytes, "");
  EXPECT_EQ(apply_edits(file, {{3, 6, ""}, {3, 3, "_"}}).bytes, "abc_def\n");
}

TEST(TextEdit, WrongEditsChangeNothing) {
  const SourceFile file = good("s = 'é'\n");
  EXPECT_EQ(apply_edits(file, {{0, 3, ""}, {2, 4, ""}}).error, "two edits overlap");
  EXPECT_EQ(apply_edits(file, {{0, 100, ""}}).error, "an edit lies outside the text");
  EXPECT_EQ(apply_edits(file, {{3, 2, ""}}).error, "an edit lies outside the text");
  EXPECT_EQ(apply_edits(file, {{6, 7, ""}}).error, "an edit begins or ends inside a character");
  EXPECT_EQ(apply_edits(file, {{0, 0, "\xff"}}).error, "the text of an edit is not UTF-8");
}

TEST(TextEdit, ByteOrderMarkStays) {
  EXPECT_EQ(replace("\xef\xbb\xbfx = 1\n", "x", "y").bytes, "\xef\xbb\xbfy = 1\n");
}

TEST(TextEdit, LineEndsOfTheFile) {
  EXPECT_EQ(replace("a\r\nb\r\n", "b", "b\nc").bytes, "a\r\nb\r\nc\r\n");
  EXPECT_EQ(replace("a\r\nb\r\n", "b", "b\r\nc").bytes, "a\r\nb\r\nc\r\n");
  EXPECT_EQ(replace("a\rb\r", "b", "b\nc").bytes, "a\rb\rc\r");
  EXPECT_EQ(replace("a\rb\r\nc\n", "c", "d").bytes, "a\rb\r\nd\n");
  EXPECT_EQ(replace("a\nb\n", "b", "b\nc").bytes, "a\nb\nc\n");
}

TEST(TextEdit, EncodingOfTheFile) {
  EXPECT_EQ(replace("# coding: latin-1\ns = '\xe9'; x\n", "x", "'ü'").bytes,
            "# coding: latin-1\ns = '\xe9'; '\xfc'\n");
  EXPECT_EQ(replace("# coding: latin-1\ns = '\xe9'; x\n", "é", "è").bytes,
            "# coding: latin-1\ns = '\xe8'; x\n");
  EXPECT_EQ(replace("# coding: cp1252\rs = '\xe9'\r", "é", "€\n").bytes,
            "# coding: cp1252\rs = '\x80\r'\r");
  EXPECT_EQ(replace("# coding: koi8-r\ns = '\xc1'; x\n", "x", "б").bytes,
            "# coding: koi8-r\ns = '\xc1'; \xc2\n");
  EXPECT_EQ(replace("# coding: shift_jis\ns = '\x83\x5c'; x\n", "x", "ソ").bytes,
            "# coding: shift_jis\ns = '\x83\x5c'; \x83\x5c\n");
}

TEST(TextEdit, CharactersTheEncodingLacks) {
  for (const char *head :
       {"# coding: latin-1\n", "# coding: ascii\n", "# coding: koi8-r\n", "# coding: cp1252\n"}) {
    const EditResult result = replace(std::string(head) + "x\n", "x\n", "\u4e2d\n");
    EXPECT_EQ(result.bytes, "");
    EXPECT_NE(result.error.find("does not have"), std::string::npos) << head;
  }
  EXPECT_FALSE(replace("# coding: latin-1\nx\n", "x\n", "€"));
}

class WriteAtomically : public testing::Test {
protected:
  void SetUp() override {
    std::string pattern = testing::TempDir() + "offside-write-XXXXXX";
    ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
    folder = pattern;
  }
  void TearDown() override {
    ::chmod(folder.c_str(), 0700);
    for (const std::string &name : names())
      ::unlink((folder + "/" + name).c_str());
    ::rmdir(folder.c_str());
  }
  std::vector<std::string> names() const {
    std::vector<std::string> result;
    DIR *handle = ::opendir(folder.c_str());
    while (const dirent *entry = ::readdir(handle))
      if (entry->d_name[0] != '.' || std::string(entry->d_name).size() > 2)
        result.emplace_back(entry->d_name);
    ::closedir(handle);
    return result;
  }
  static std::string content(const std::string &path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  std::string make(const std::string &name, const std::string &text, mode_t mode) {
    const std::string path = folder + "/" + name;
    std::ofstream(path) << text;
    ::chmod(path.c_str(), mode);
    return path;
  }
  static mode_t mode(const std::string &path) {
    struct stat info {};
    EXPECT_EQ(::lstat(path.c_str(), &info), 0);
    return info.st_mode & 07777;
  }
  std::string folder;
};

TEST_F(WriteAtomically, ReplacesAndKeepsTheMode) {
  const std::string path = make("a.py", "old", 0751);
  EXPECT_EQ(write_atomically(path, std::string("new\0text", 8)), std::nullopt);
  EXPECT_EQ(content(path), std::string("new\0text", 8));
  EXPECT_EQ(mode(path), 0751u);
  EXPECT_EQ(names().size(), 1u);
}

TEST_F(WriteAtomically, NewFile) {
  const std::string path = folder + "/new.py";
  EXPECT_EQ(write_atomically(path, "x"), std::nullopt);
  EXPECT_EQ(content(path), "x");
}

TEST_F(WriteAtomically, SymbolicLinkStays) {
  const std::string target = make("real.py", "old", 0640);
  const std::string link = folder + "/link.py";
  ASSERT_EQ(::symlink("real.py", link.c_str()), 0);
  EXPECT_EQ(write_atomically(link, "new"), std::nullopt);
  struct stat info {};
  ASSERT_EQ(::lstat(link.c_str(), &info), 0);
  EXPECT_TRUE(S_ISLNK(info.st_mode));
  EXPECT_EQ(content(target), "new");
  EXPECT_EQ(mode(target), 0640u);
}

TEST_F(WriteAtomically, DanglingLinkIsAnError) {
  const std::string link = folder + "/link.py";
  ASSERT_EQ(::symlink("nothing.py", link.c_str()), 0);
  EXPECT_NE(write_atomically(link, "new"), std::nullopt);
}

TEST_F(WriteAtomically, FolderIsAnError) {
  EXPECT_EQ(write_atomically(folder, "x"), "cannot be written: it is not a regular file");
  EXPECT_NE(write_atomically(folder + "/none/a.py", "x"), std::nullopt);
}

TEST_F(WriteAtomically, ReadOnlyFileAndFolder) {
  if (::geteuid() == 0)
    GTEST_SKIP() << "the superuser writes everything";
  const std::string path = make("a.py", "old", 0444);
  EXPECT_NE(write_atomically(path, "new"), std::nullopt);
  ::chmod(path.c_str(), 0644);
  ::chmod(folder.c_str(), 0500);
  EXPECT_NE(write_atomically(path, "new"), std::nullopt);
  EXPECT_EQ(content(path), "old");
}

} // namespace
} // namespace offside::source
