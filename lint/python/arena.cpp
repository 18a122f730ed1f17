// A bump allocator with free lists by size class behind ts_set_allocator.
#include "lint/python/arena.h"

#include <tree_sitter/api.h>

#include <array>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <vector>

namespace offside::python {
namespace {

// Every allocation is preceded by its size class. Classes 0..63 hold 16·(class+1) bytes; above,
// powers of two.
constexpr size_t kHeader = 16; // keeps what follows aligned
constexpr uint32_t kSmallClasses = 64;
constexpr uint32_t kClasses = kSmallClasses + 40;
constexpr size_t kBlock = size_t{1} << 20;
constexpr size_t kKept = size_t{8} << 20; // bytes a thread keeps between files

struct Free {
  Free *next;
};

uint32_t class_of(size_t size) {
  if (size <= 16 * kSmallClasses)
    return size == 0 ? 0 : static_cast<uint32_t>((size - 1) / 16);
  return kSmallClasses + static_cast<uint32_t>(std::bit_width(size - 1)) - 11;
}

size_t class_size(uint32_t size_class) {
  return size_class < kSmallClasses ? 16 * (size_t{size_class} + 1)
                                    : size_t{1} << (size_class - kSmallClasses + 11);
}

struct Block {
  char *data;
  size_t size;
};

class Arena {
public:
  ~Arena() {
    for (const Block &b : blocks_)
      std::free(b.data);
  }

  void *allocate(size_t size) {
    requested_ += size;
    const uint32_t cls = class_of(size);
    if (Free *f = free_[cls]) {
      free_[cls] = f->next;
      return f;
    }
    const size_t need = kHeader + class_size(cls);
    if (need > left_)
      add_block(need);
    char *at = bump_;
    bump_ += need;
    left_ -= need;
    std::memcpy(at, &cls, sizeof cls);
    return at + kHeader;
  }

  static uint32_t class_at(const void *p) {
    uint32_t cls;
    std::memcpy(&cls, static_cast<const char *>(p) - kHeader, sizeof cls);
    return cls;
  }

  void release(void *p) {
    const uint32_t cls = class_at(p);
    Free *f = static_cast<Free *>(p);
    f->next = free_[cls];
    free_[cls] = f;
  }

  void reset() {
    free_.fill(nullptr);
    size_t kept = 0;
    size_t out = 0;
    for (const Block &b : blocks_) {
      if (kept + b.size <= kKept) {
        kept += b.size;
        blocks_[out++] = b;
      } else {
        std::free(b.data);
      }
    }
    blocks_.resize(out);
    used_ = 0;
    left_ = 0;
    bump_ = nullptr;
    requested_ = 0;
  }

  uint64_t requested() const { return requested_; }

private:
  void add_block(size_t need) {
    while (used_ < blocks_.size() && blocks_[used_].size < need)
      ++used_;
    if (used_ == blocks_.size()) {
      const size_t size = need > kBlock ? need : kBlock;
      char *data = static_cast<char *>(std::malloc(size));
      if (!data)
        std::abort(); // tree-sitter's own behaviour when memory ends
      blocks_.push_back({data, size});
    }
    bump_ = blocks_[used_].data;
    left_ = blocks_[used_].size;
    ++used_;
  }

  char *bump_ = nullptr;
  size_t left_ = 0;
  size_t used_ = 0; // blocks in use
  uint64_t requested_ = 0;
  std::vector<Block> blocks_;
  std::array<Free *, kClasses> free_{};
};

thread_local Arena arena;

void *arena_malloc(size_t size) { return arena.allocate(size); }

void *arena_calloc(size_t count, size_t size) {
  void *p = arena.allocate(count * size);
  std::memset(p, 0, count * size);
  return p;
}

void arena_free(void *p) {
  if (p)
    arena.release(p);
}

void *arena_realloc(void *p, size_t size) {
  if (!p)
    return arena.allocate(size);
  const size_t had = class_size(Arena::class_at(p));
  if (size <= had)
    return p;
  void *wider = arena.allocate(size);
  std::memcpy(wider, p, had);
  arena.release(p);
  return wider;
}

} // namespace

ArenaScope::ArenaScope() {
  static std::once_flag once;
  std::call_once(once,
                 [] { ts_set_allocator(arena_malloc, arena_calloc, arena_realloc, arena_free); });
}

ArenaScope::~ArenaScope() { arena.reset(); }

uint64_t ArenaScope::bytes_requested() { return arena.requested(); }

} // namespace offside::python
