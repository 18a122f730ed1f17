// A guard: a conjunction of yes/no facts about one run of the program, as two 64-bit masks.
#pragma once

#include <bit>
#include <cstdint>

namespace offside::placement {

struct Guard {
  uint64_t pos = 0, neg = 0; // facts that hold, facts that do not

  bool empty() const { return !(pos | neg); }
  int size() const { return std::popcount(pos) + std::popcount(neg); }
  bool contradicts(Guard o) const { return (pos & o.neg) | (neg & o.pos); }
  bool implies(Guard o) const { return (pos & o.pos) == o.pos && (neg & o.neg) == o.neg; }
  Guard operator&(Guard o) const { return {pos | o.pos, neg | o.neg}; }
  Guard minus(Guard o) const { return {pos & ~o.pos, neg & ~o.neg}; }
  uint64_t facts() const { return pos | neg; }
  bool operator==(const Guard &) const = default;
  static Guard literal(int fact, bool holds) {
    return holds ? Guard{uint64_t(1) << fact, 0} : Guard{0, uint64_t(1) << fact};
  }
};

} // namespace offside::placement
