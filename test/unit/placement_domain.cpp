// The parts of the placement domain that stand alone: guards, devices, lists of alternatives.
#include "lint/placement/alternatives.h"
#include "lint/placement/device.h"
#include "lint/placement/guard.h"

#include <gtest/gtest.h>

namespace offside::placement {
namespace {

TEST(PlacementGuard, LiteralsExcludeTheirOpposite) {
  const Guard yes = Guard::literal(3, true), no = Guard::literal(3, false), other = Guard::literal(5, true);
  EXPECT_TRUE(yes.contradicts(no));
  EXPECT_FALSE(yes.contradicts(other));
  EXPECT_TRUE((yes & other).implies(yes));
  EXPECT_FALSE(yes.implies(yes & other));
  EXPECT_EQ((yes & other).minus(yes), other);
  EXPECT_EQ((yes & other).size(), 2);
}

TEST(PlacementDevice, TypesAndIndices) {
  const Device cpu = Device::cpu(), cuda = Device::cuda(), first = Device::cuda(0), second = Device::cuda(1);
  EXPECT_EQ(relate(cpu, cuda, false), Relation::Different);
  EXPECT_EQ(relate(first, second, false), Relation::OtherIndex);
  EXPECT_EQ(relate(cuda, first, false), Relation::Same);
  // Without set_device the current device is 0.
  EXPECT_EQ(relate(cuda, second, false), Relation::OtherIndex);
  EXPECT_EQ(relate(cuda, second, true), Relation::Same);
  EXPECT_EQ(relate(Device::cuda(kAnyIndex), second, false), Relation::Maybe);
}

TEST(PlacementDevice, SymbolsMeetOnlyTheCpuForSure) {
  const Device x = Device::symbol(7), y = Device::symbol(8);
  EXPECT_EQ(relate(x, x, false), Relation::Same);
  EXPECT_EQ(relate(x, y, false), Relation::Maybe);
  EXPECT_EQ(relate(x, Device::cpu(), false), Relation::Latent);
  EXPECT_EQ(relate(x, Device::cuda(), false), Relation::Maybe);
  EXPECT_EQ(relate(Device::unknown(), Device::cpu(), false), Relation::Maybe);
  EXPECT_EQ(relate(Device::make(DeviceType::Meta), Device::cpu(), false), Relation::Maybe);
}

TEST(PlacementAlternatives, GrowsBeyondItsOwnStorage) {
  AltList list;
  for (Value v = 0; v < 20; ++v)
    list.push_back({Guard::literal(int(v), true), v, v % 2 == 0});
  ASSERT_EQ(list.size(), 20u);
  EXPECT_EQ(list[19].value, 19u);
  AltList copy = list, moved = std::move(list);
  EXPECT_TRUE(list.empty());
  copy.erase_if([](const Alternative &a) { return a.loose; });
  EXPECT_EQ(copy.size(), 10u);
  EXPECT_EQ(copy[0].value, 1u);
  EXPECT_EQ(moved.size(), 20u);
  moved.push_back(moved[0]); // an element of the list itself
  EXPECT_EQ(moved[20].value, 0u);
  moved = AltList{{Guard{}, 5, false}};
  EXPECT_EQ(moved.size(), 1u);
  EXPECT_EQ(moved.front().value, 5u);
}

TEST(PlacementAlternatives, ShortListsMoveByValue) {
  AltList list{{Guard{}, 1, false}, {Guard{}, 2, false}};
  AltList moved = std::move(list);
  list.push_back({Guard{}, 9, false});
  EXPECT_EQ(moved.size(), 2u);
  EXPECT_EQ(moved[1].value, 2u);
  EXPECT_EQ(list.size(), 1u);
}

} // namespace
} // namespace offside::placement
