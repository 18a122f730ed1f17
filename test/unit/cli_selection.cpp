// Which rules are on.
#include "lint/cli/selection.h"

#include <gtest/gtest.h>

namespace offside::cli {
namespace {

std::vector<Selector> selectors(const std::vector<std::string> &texts) {
  std::vector<Selector> out;
  for (const std::string &text : texts)
    out.push_back(parse_selector(text).value());
  return out;
}

SelectionLayer layer(std::optional<std::vector<std::string>> select,
                     const std::vector<std::string> &extend = {},
                     const std::vector<std::string> &ignore = {}) {
  SelectionLayer out;
  if (select)
    out.select = selectors(*select);
  out.extend_select = selectors(extend);
  out.ignore = selectors(ignore);
  return out;
}

bool on(const Selection &selection, std::string_view code) {
  return selection.enabled[rule_index(code).value()];
}

TEST(Selection, EveryRuleIsOnByDefault) {
  EXPECT_EQ(resolve({}).enabled.count(), check::rules().size());
  EXPECT_TRUE(resolve({}).asked_for.none());
}

TEST(Selection, TakesCodesPrefixesAndNamesInAnyCase) {
  EXPECT_EQ(parse_selector("dev101")->rules, parse_selector("Mixed-Devices")->rules);
  EXPECT_EQ(parse_selector("DEV101")->rules.count(), 1u);
  EXPECT_GT(parse_selector("DEV1")->rules.count(), 10u);
  EXPECT_EQ(parse_selector("all")->rules.count(), check::rules().size());
  EXPECT_FALSE(parse_selector("DEV9"));
  EXPECT_FALSE(parse_selector("D"));
  EXPECT_FALSE(parse_selector(""));
  EXPECT_FALSE(parse_selector("mixed"));
}

TEST(Selection, TheMoreSpecificSelectorWins) {
  const Selection without = resolve({layer({{"DEV1"}}, {}, {"DEV101"})});
  EXPECT_FALSE(on(without, "DEV101"));
  EXPECT_TRUE(on(without, "DEV102"));
  EXPECT_FALSE(on(without, "DEV201"));
  const Selection only = resolve({layer({{"DEV101"}}, {}, {"DEV1"})});
  EXPECT_TRUE(on(only, "DEV101"));
  EXPECT_FALSE(on(only, "DEV102"));
}

TEST(Selection, SelectReplacesWhatCameBeforeAndTheRestRefinesIt) {
  const SelectionLayer config = layer({{"DEV1", "DEV2"}}, {}, {"DEV102"});
  const Selection refined = resolve({config, layer(std::nullopt, {"DEV401"}, {"DEV101"})});
  EXPECT_FALSE(on(refined, "DEV101"));
  EXPECT_FALSE(on(refined, "DEV102"));
  EXPECT_TRUE(on(refined, "DEV104"));
  EXPECT_TRUE(on(refined, "DEV401"));
  const Selection replaced = resolve({config, layer({{"DEV102"}})});
  EXPECT_EQ(replaced.enabled.count(), 1u);
  EXPECT_TRUE(on(replaced, "DEV102"));
}

TEST(Selection, RemembersWhatWasAskedFor) {
  const Selection selection = resolve({layer({{"ALL"}}, {"DEV117"})});
  EXPECT_EQ(selection.enabled.count(), check::rules().size());
  EXPECT_EQ(selection.asked_for, parse_selector("DEV117")->rules);
}

TEST(Selection, SuggestsTheNearestRule) {
  EXPECT_EQ(nearest_rule("mixed-device"), "mixed-devices");
  EXPECT_EQ(nearest_rule("DVE101"), "DEV101");
  EXPECT_EQ(nearest_rule("something else entirely"), "");
  EXPECT_EQ(nearest("ingore", {"select", "ignore"}), "ignore");
}

} // namespace
} // namespace offside::cli
