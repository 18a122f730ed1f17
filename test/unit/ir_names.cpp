// The name table: equal text, equal id, also across threads.
#include "lint/ir/names.h"

#include <gtest/gtest.h>
#include <string>
#include <thread>
#include <vector>

namespace offside::ir {
namespace {

TEST(IrNames, EqualTextHasEqualIds) {
  const std::string text = "some_name";
  EXPECT_EQ(intern("some_name"), intern(text));
  EXPECT_NE(intern("some_name"), intern("some_nam"));
  EXPECT_NE(intern("some_name"), intern("some_namf"));
  EXPECT_EQ(name_text(intern("some_name")), "some_name");
}

TEST(IrNames, TextIsCopied) {
  std::string text = "changes later";
  const uint32_t id = intern(text);
  text[0] = 'X';
  EXPECT_EQ(name_text(id), "changes later");
}

TEST(IrNames, EmptyLongAndBinaryTexts) {
  EXPECT_EQ(name_text(intern("")), "");
  const std::string big(100000, 'x');
  EXPECT_EQ(name_text(intern(big)), big);
  const std::string binary("a\0b", 3);
  EXPECT_EQ(name_text(intern(binary)), binary);
  EXPECT_NE(intern(binary), intern("a"));
}

TEST(IrNames, UnknownIdsHaveNoText) {
  EXPECT_EQ(name_text(0xffffffffu), "");
  EXPECT_EQ(name_text(0xfffffffeu), "");
}

TEST(IrNames, ThreadsAgree) {
  constexpr int kThreads = 4, kNames = 20000;
  std::vector<std::vector<uint32_t>> ids(kThreads);
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t)
    threads.emplace_back([t, &ids] {
      for (int i = 0; i < kNames; ++i)
        ids[t].push_back(intern("threads agree " + std::to_string((i * (t + 1)) % kNames)));
    });
  for (std::thread &t : threads)
    t.join();
  for (int t = 0; t < kThreads; ++t)
    for (int i = 0; i < kNames; ++i)
      ASSERT_EQ(ids[t][i], ids[0][(i * (t + 1)) % kNames]);
  for (int i = 0; i < kNames; ++i)
    ASSERT_EQ(name_text(ids[0][i]), "threads agree " + std::to_string(i));
}

} // namespace
} // namespace offside::ir
