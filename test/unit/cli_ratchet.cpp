// The ratchet file: reading, printing, comparing, and where it lies.
#include "lint/cli/ratchet.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>

namespace offside::cli {
namespace {

namespace fs = std::filesystem;

TEST(RatchetFile, ReadsWhatItPrints) {
  const PlaceCounts counts = {{"a \"b\".py", {{"\"cuda\"", 3}, {".cuda()", 1}}},
                              {"src/é.py", {{"torch.cuda.Event", 12}}}};
  const RatchetRead read = parse_ratchet(print_ratchet(counts));
  EXPECT_EQ(read.error, "");
  EXPECT_EQ(read.counts, counts);
}

TEST(RatchetFile, PrintsSortedLinesAndLeavesEmptyFilesOut) {
  EXPECT_EQ(print_ratchet({{"b.py", {{"x", 1}}}, {"a.py", {{"z", 2}, {"y", 1}}}, {"c.py", {}}}),
            "{\n  \"version\": 1,\n  \"files\": {\n    \"a.py\": {\n      \"y\": 1,\n"
            "      \"z\": 2\n    },\n    \"b.py\": {\n      \"x\": 1\n    }\n  }\n}\n");
  EXPECT_EQ(print_ratchet({}), "{\n  \"version\": 1,\n  \"files\": {}\n}\n");
}

TEST(RatchetFile, SaysWhatIsWrong) {
  EXPECT_EQ(parse_ratchet("{\n  \"version\" 1}").error, "2:13: is not valid JSON");
  EXPECT_EQ(parse_ratchet("").error, "1:1: is not valid JSON");
  EXPECT_NE(parse_ratchet("[]").error, "");
  EXPECT_NE(parse_ratchet("{\"version\": 1}").error, "");
  EXPECT_NE(parse_ratchet("{\"files\": {}}").error, "");
  EXPECT_NE(parse_ratchet("{\"version\": 1, \"files\": []}").error, "");
  EXPECT_NE(parse_ratchet("{\"version\": 2, \"files\": {}}").error, "");
  EXPECT_NE(parse_ratchet("{\"version\": \"1\", \"files\": {}}").error, "");
  EXPECT_NE(parse_ratchet("{\"version\": 1, \"files\": {\"a.py\": 3}}").error, "");
  for (const char *count : {"0", "-1", "1.5", "\"1\"", "null"})
    EXPECT_EQ(parse_ratchet("{\"version\": 1, \"files\": {\"a.py\": {\"x\": " + std::string(count) +
                            "}}}")
                  .error,
              "wants a number above 0 for `x` of `a.py`")
        << count;
}

TEST(RatchetFile, ComparesTheFilesOfTheRunOnly) {
  const PlaceCounts recorded = {{"a.py", {{"gone", 2}, {"less", 5}, {"more", 1}, {"same", 1}}},
                                {"other.py", {{"x", 1}}}};
  const PlaceCounts present = {{"a.py", {{"less", 3}, {"more", 2}, {"new", 1}, {"same", 1}}},
                               {"b.py", {{"x", 1}}},
                               {"clean.py", {}}};
  const RatchetComparison compared = compare(recorded, present);
  ASSERT_EQ(compared.more.size(), 3u);
  EXPECT_EQ(compared.more[0].api, "more");
  EXPECT_EQ(compared.more[0].recorded, 1u);
  EXPECT_EQ(compared.more[0].present, 2u);
  EXPECT_EQ(compared.more[1].api, "new");
  EXPECT_EQ(compared.more[1].recorded, 0u);
  EXPECT_EQ(compared.more[2].file, "b.py");
  ASSERT_EQ(compared.fewer.size(), 2u);
  EXPECT_EQ(compared.fewer[0].api, "gone");
  EXPECT_EQ(compared.fewer[0].present, 0u);
  EXPECT_EQ(compared.fewer[1].api, "less");
}

TEST(RatchetFile, AFileThatBecameCleanHasFewer) {
  const RatchetComparison compared = compare({{"a.py", {{"x", 2}}}}, {{"a.py", {}}});
  EXPECT_TRUE(compared.more.empty());
  ASSERT_EQ(compared.fewer.size(), 1u);
}

class RatchetPlace : public testing::Test {
protected:
  void SetUp() override {
    std::string pattern = (fs::temp_directory_path() / "ratchet-XXXXXX").string();
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    folder = pattern;
    fs::create_directories(folder / "project/src/deep");
  }
  void TearDown() override { fs::remove_all(folder); }
  void touch(const std::string &name) { std::ofstream(folder / name) << "x"; }
  std::string found_from(const std::string &name) const {
    return fs::path(default_ratchet((folder / name).string()))
        .lexically_relative(folder)
        .generic_string();
  }
  fs::path folder;
};

TEST_F(RatchetPlace, IsTheTopOfTheProject) {
  touch("project/pyproject.toml");
  EXPECT_EQ(found_from("project/src/deep"), "project/offside-migrate.json");
  EXPECT_EQ(found_from("project"), "project/offside-migrate.json");
}

TEST_F(RatchetPlace, IsWhereOneLiesAlready) {
  touch("project/pyproject.toml");
  touch("offside-migrate.json");
  EXPECT_EQ(found_from("project/src"), "offside-migrate.json");
  touch("project/src/offside-migrate.json");
  EXPECT_EQ(found_from("project/src/deep"), "project/src/offside-migrate.json");
}

TEST(RatchetKey, CountsFromItsFolder) {
  EXPECT_EQ(ratchet_key("/p/offside-migrate.json", "/p/src/a.py"), "src/a.py");
  EXPECT_EQ(ratchet_key("/p/ci/cuda.json", "/p/src/a.py"), "../src/a.py");
}

} // namespace
} // namespace offside::cli
