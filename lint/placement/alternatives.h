// A list of alternatives: almost always one to four of them, kept without touching the heap.
#pragma once

#include "lint/ir/ir.h"
#include "lint/placement/guard.h"

#include <algorithm>
#include <cstring>
#include <initializer_list>
#include <type_traits>

namespace offside::placement {

using Value = uint32_t; // index into Values; 0 is the anonymous Unknown

struct Alternative {
  Guard guard;
  Value value;        // ground
  bool loose = false; // the guard is incomplete: this alternative only may be taken
};
static_assert(std::is_trivially_copyable_v<Alternative>);

class AltList {
public:
  using value_type = Alternative;

  AltList() = default;
  AltList(std::initializer_list<Alternative> list) : AltList(list.begin(), list.end()) {}
  AltList(const Alternative *first, const Alternative *last) { append(first, last); }
  AltList(const AltList &other) : AltList(other.begin(), other.end()) {}
  AltList(AltList &&other) noexcept { take(other); }
  AltList &operator=(AltList other) noexcept {
    release();
    take(other);
    return *this;
  }
  ~AltList() { release(); }

  Alternative *begin() { return data_; }
  Alternative *end() { return data_ + size_; }
  const Alternative *begin() const { return data_; }
  const Alternative *end() const { return data_ + size_; }
  size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  Alternative &operator[](size_t i) { return data_[i]; }
  const Alternative &operator[](size_t i) const { return data_[i]; }
  Alternative &front() { return data_[0]; }
  const Alternative &front() const { return data_[0]; }

  void push_back(const Alternative &a) { append(&a, &a + 1); }
  void append(const Alternative *first, const Alternative *last) {
    size_t more = size_t(last - first);
    if (size_ + more > capacity_) {
      size_t capacity = std::max<size_t>(size_t(capacity_) * 2, size_ + more);
      auto *grown = new Alternative[capacity];
      std::copy(begin(), end(), grown);
      std::copy(first, last,
                grown + size_); // before the old storage goes: `first` may point into it
      release();
      data_ = grown;
      capacity_ = uint32_t(capacity);
    } else {
      std::copy(first, last, data_ + size_);
    }
    size_ += uint32_t(more);
  }
  void erase(Alternative *at) {
    std::copy(at + 1, end(), at);
    --size_;
  }
  template <class P> void erase_if(P dropped) {
    size_ = uint32_t(std::remove_if(begin(), end(), dropped) - begin());
  }

private:
  static constexpr uint32_t kInline = 4;
  void release() {
    if (data_ != inline_data())
      delete[] data_;
  }
  void take(AltList &other) {
    size_ = other.size_;
    capacity_ = other.capacity_;
    if (other.data_ == other.inline_data()) {
      data_ = inline_data();
      std::copy(other.begin(), other.end(), data_);
    } else {
      data_ = other.data_;
    }
    other.data_ = other.inline_data();
    other.size_ = 0;
    other.capacity_ = kInline;
  }

  Alternative *inline_data() { return reinterpret_cast<Alternative *>(inline_); }

  alignas(
      Alternative) unsigned char inline_[kInline * sizeof(Alternative)]; // left as it is until used
  Alternative *data_ = inline_data();
  uint32_t size_ = 0, capacity_ = kInline;
};

} // namespace offside::placement
