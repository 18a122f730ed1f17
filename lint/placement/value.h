// Abstract values: immutable ground values in one growing table, and choices between them under
// guards.
#pragma once

#include "lint/ir/ir.h"
#include "lint/placement/alternatives.h"
#include "lint/placement/device.h"
#include "lint/placement/guard.h"

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace offside::model {
struct Entry;
}

namespace offside::placement {

inline constexpr Value kUnknown = 0;
inline constexpr Value kUnbound = 0xffffffffu; // a slot never stored to

enum class Kind : uint8_t {
  Unknown, // a = identity (0 = none); negated: the boolean opposite of that identity
  None,
  Ellipsis,
  Bool,   // a = 0/1
  Int,    // a = low, b = high 32 bits
  Number, // a number nobody knows; a = identity
  Str,    // a = name of the text
  Text,   // a string nobody knows; a = identity
  Dtype,
  Device,   // a = Device bits
  Tensor,   // a = Device bits, see the flag fields
  Tuple,    // a = first in the pool, b = count
  Array,    // numpy array or another host object that converts tensors; a = device bits unused
  Host,     // a host object of no interest
  Object,   // a = heap object
  Function, // a = program, b = function, c = environment + 1 (0 = none)
  Bound,    // a = receiver value, b = function value
  Class,    // a = program, b = class
  Library,  // a = qualified name
  Method,   // a = receiver value, b = qualified name of a library method
  Module,   // a = program: a project module
  Super,    // a = self value, b = program, c = class to start after
  Partial,  // a = function value, b = first in the pool (args), c = count
  Wrapped,  // a = function value, b = library decorator name (torch.no_grad ...)
  Choice,   // a = first alternative, b = count
};

enum class Tri : uint8_t { No, Yes, Maybe };

enum TensorFlag : uint8_t {
  kParameter = 1,    // nn.Parameter
  kBuffer = 2,       // registered buffer
  kBatch = 4,        // comes from a loader, data set or tokenizer
  kAssumed = 8,      // a parameter of a function without callers, thought to be a tensor
  kIndexLike = 16,   // made by nonzero/argmax/randperm ...: integer
  kLoss = 32,        // result of a criterion
  kMade = 64,        // made by a factory that named no device
  kWholeBatch = 128, // a batch that was not taken apart yet: may be a dict or an object
};

struct Ground {
  Kind kind = Kind::Unknown;
  Tri rank0 = Tri::Maybe;
  Tri grad = Tri::No;
  uint8_t flags = 0; // TensorFlag; Unknown: 1 = negated
  uint32_t a = 0, b = 0, c = 0;
  uint32_t origin = 0; // event, 0 = none; Function: object of its defaults + 1; Tuple: its size,
                       // members' members included
  Device device() const { return {a}; }
};

class Values {
public:
  Values() { grounds.emplace_back(); }
  const Ground &operator[](Value v) const { return grounds[v]; }
  Value add(const Ground &g) {
    grounds.push_back(g);
    return Value(grounds.size() - 1);
  }
  std::span<const Value> tuple(const Ground &g) const { return {pool.data() + g.a, g.b}; }
  Value make_tuple(std::span<const Value> items) {
    Ground g{.kind = Kind::Tuple};
    // The items may live in this very pool, which is about to grow.
    std::vector<Value> copy(items.begin(), items.end());
    g.a = uint32_t(pool.size());
    g.b = uint32_t(copy.size());
    uint64_t size = 1;
    for (Value v : copy)
      size += weight(v);
    g.origin = uint32_t(std::min<uint64_t>(size, UINT32_MAX));
    pool.insert(pool.end(), copy.begin(), copy.end());
    return add(g);
  }
  std::span<const Alternative> alternatives(const Ground &g) const {
    return {choices.data() + g.a, g.b};
  }
  // How many values a walk through this one meets. Tuples that hold one another twice soon hold
  // more than can be walked.
  uint64_t weight(Value v) const {
    if (v >= grounds.size())
      return 1;
    const Ground &g = grounds[v];
    uint64_t sum = 1;
    switch (g.kind) {
    case Kind::Tuple:
      return g.origin;
    case Kind::Bound:
    case Kind::Method:
    case Kind::Super:
      return sum + weight(g.a);
    case Kind::Choice:
      for (const Alternative &a : alternatives(g))
        sum += weight(a.value);
      return sum;
    default:
      return sum;
    }
  }
  // A tuple that large is only ever the same as itself.
  bool unwieldy(const Ground &g) const { return g.kind == Kind::Tuple && g.origin > 1024; }

  std::vector<Ground> grounds;
  std::vector<Value> pool;
  std::vector<Alternative> choices;
};

inline constexpr size_t kMaxAlternatives = 8;
inline constexpr size_t kLongestText = 4096,
                        kLongestTuple = 4096; // that are put together from parts
inline constexpr size_t kMaxMembers =
    64; // of a collection that are told apart, operands of one operation

} // namespace offside::placement
