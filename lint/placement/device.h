// Where storage lives: a device type with an index, or a symbol that stands for a device nobody
// spelled out.
#pragma once

#include <cstdint>

namespace offside::placement {

// Indices beside real ones: not given, some index nobody knows, and the current one as a tensor's
// device tells it.
inline constexpr int kNoIndex = -1, kAnyIndex = -2, kCurrentIndex = -3;

enum class DeviceType : uint8_t { Unknown, Cpu, Cuda, Xpu, Mps, Npu, Other, Meta, Symbol };

// Packed: type, index (255 = none) and, for symbols, the identity they stand for.
struct Device {
  uint32_t bits = 0;

  static Device make(DeviceType t, int index = -1) {
    return {uint32_t(t) << 28 | uint32_t(uint8_t(index)) << 20};
  }
  static Device symbol(uint32_t identity) {
    return {uint32_t(DeviceType::Symbol) << 28 | (identity & 0xfffff)};
  }
  static Device unknown() { return {0}; }
  static Device cpu() { return make(DeviceType::Cpu); }
  static Device cuda(int index = -1) { return make(DeviceType::Cuda, index); }

  DeviceType type() const { return DeviceType(bits >> 28); }
  int index() const { return type() == DeviceType::Symbol ? -1 : int(int8_t(bits >> 20 & 0xff)); }
  uint32_t identity() const { return bits & 0xfffff; }
  bool is_unknown() const { return type() == DeviceType::Unknown; }
  bool is_cpu() const { return type() == DeviceType::Cpu; }
  bool is_symbol() const { return type() == DeviceType::Symbol; }
  bool is_accelerator() const { return type() >= DeviceType::Cuda && type() <= DeviceType::Other; }
  bool operator==(const Device &) const = default;
};

enum class Relation : uint8_t {
  Same,
  Maybe,      // nothing can be said
  Latent,     // one is the CPU, the other a symbol: different once the symbol is an accelerator
  OtherIndex, // two accelerators of one type with different indices
  Different,  // different types
};

// `current_set`: the program chooses the current CUDA device somewhere, so a bare "cuda" may be any
// index.
inline Relation relate(Device a, Device b, bool current_set) {
  if (a.is_unknown() || b.is_unknown() || a.type() == DeviceType::Meta ||
      b.type() == DeviceType::Meta)
    return Relation::Maybe;
  if (a == b)
    return Relation::Same;
  if (a.is_symbol() || b.is_symbol())
    return a.is_cpu() || b.is_cpu() ? Relation::Latent : Relation::Maybe;
  if (a.type() != b.type())
    return Relation::Different;
  if (a.is_cpu())
    return Relation::Same;
  int i = a.index(), j = b.index();
  if (i == kAnyIndex || j == kAnyIndex)
    return Relation::Maybe;
  if (i >= 0 && j >= 0)
    return Relation::OtherIndex;
  return (i < 0 ? j : i) > 0 && !current_set ? Relation::OtherIndex : Relation::Same;
}

} // namespace offside::placement
