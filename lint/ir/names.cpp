// The name table: 64 shards of open-addressed hash sets over text arenas, read without locks, with
// a small cache per thread in front so that the names every file repeats (self, x, torch) never
// touch a lock.
#include "lint/ir/names.h"

#include <array>
#include <atomic>
#include <cstring>
#include <memory>
#include <mutex>
#include <vector>

namespace offside::ir {
namespace {

constexpr uint32_t kShardBits = 6;
constexpr uint32_t kShards = 1u << kShardBits;
constexpr uint32_t kChunkBits = 9; // entries per published block of the id → text table
constexpr uint32_t kChunk = 1u << kChunkBits;
constexpr uint32_t kMaxChunks = 1u << 11;
constexpr size_t kArenaBlock = 1u << 14;

uint64_t load_tail(const char *p, size_t n) {
  uint64_t v = 0;
  std::memcpy(&v, p, n);
  return v;
}

uint64_t mix(uint64_t a, uint64_t b) {
  unsigned __int128 m = static_cast<unsigned __int128>(a) * b;
  return static_cast<uint64_t>(m) ^ static_cast<uint64_t>(m >> 64);
}

uint64_t hash_text(std::string_view text) {
  const char *p = text.data();
  size_t n = text.size();
  uint64_t h = 0x9e3779b97f4a7c15ull ^ n;
  for (; n >= 8; p += 8, n -= 8)
    h = mix(h ^ load_tail(p, 8), 0xbf58476d1ce4e5b9ull);
  if (n)
    h = mix(h ^ load_tail(p, n), 0x94d049bb133111ebull);
  return h ^ (h >> 29);
}

struct Entry {
  const char *data;
  uint32_t size;
  uint32_t hash;
};

struct Chunk {
  std::array<Entry, kChunk> entries;
};

// One shard. Writers hold the mutex; readers go from an id they were given to `chunks`, whose
// pointers are published with release order before the id leaves the lock.
struct alignas(64) Shard {
  std::mutex mutex;
  std::array<std::atomic<Chunk *>, kMaxChunks> chunks{};
  std::vector<uint32_t> slots = std::vector<uint32_t>(256, 0); // index + 1
  uint32_t count = 0;
  char *arena = nullptr;
  size_t arena_left = 0;

  const Entry &entry(uint32_t index) const {
    return chunks[index >> kChunkBits]
        .load(std::memory_order_acquire)
        ->entries[index & (kChunk - 1)];
  }

  const char *store(std::string_view text) {
    if (text.size() > kArenaBlock / 4) {
      char *own = new char[text.size()];
      std::memcpy(own, text.data(), text.size());
      return own;
    }
    if (text.size() > arena_left) {
      arena = new char[kArenaBlock];
      arena_left = kArenaBlock;
    }
    char *at = arena;
    if (!text.empty())
      std::memcpy(at, text.data(), text.size());
    arena += text.size();
    arena_left -= text.size();
    return at;
  }

  void grow() {
    std::vector<uint32_t> wider(slots.size() * 2, 0);
    const size_t mask = wider.size() - 1;
    for (uint32_t slot : slots) {
      if (!slot)
        continue;
      size_t at = entry(slot - 1).hash & mask;
      while (wider[at])
        at = (at + 1) & mask;
      wider[at] = slot;
    }
    slots.swap(wider);
  }

  uint32_t find_or_add(std::string_view text, uint32_t hash, const char *&stored) {
    std::lock_guard lock(mutex);
    size_t mask = slots.size() - 1;
    size_t at = hash & mask;
    for (; slots[at]; at = (at + 1) & mask) {
      const Entry &e = entry(slots[at] - 1);
      if (e.hash == hash && std::string_view(e.data, e.size) == text) {
        stored = e.data;
        return slots[at] - 1;
      }
    }
    const uint32_t index = count;
    if ((index >> kChunkBits) >= kMaxChunks)
      return ~0u; // over 60 million distinct names: the caller gets an id without text
    if ((index & (kChunk - 1)) == 0)
      chunks[index >> kChunkBits].store(new Chunk(), std::memory_order_release);
    stored = store(text);
    chunks[index >> kChunkBits].load(std::memory_order_relaxed)->entries[index & (kChunk - 1)] = {
        stored, static_cast<uint32_t>(text.size()), hash};
    ++count;
    slots[at] = index + 1;
    if (count * 4 > slots.size() * 3)
      grow();
    return index;
  }
};

// Never destroyed: names outlive every static that might print one.
Shard *shards() {
  static Shard *const table = new Shard[kShards];
  return table;
}

struct Cached {
  const char *data = nullptr;
  uint32_t size = 0;
  uint32_t hash = 0;
  uint32_t name = 0;
};
constexpr size_t kCacheSize = 4096;
thread_local std::array<Cached, kCacheSize> cache;

} // namespace

uint32_t intern(std::string_view text) {
  const uint64_t wide = hash_text(text);
  const uint32_t hash = static_cast<uint32_t>(wide);
  Cached &c = cache[(wide >> 32) & (kCacheSize - 1)];
  if (c.data && c.hash == hash && std::string_view(c.data, c.size) == text)
    return c.name;
  const uint32_t shard = static_cast<uint32_t>(wide >> 58) & (kShards - 1);
  const char *stored = nullptr;
  const uint32_t index = shards()[shard].find_or_add(text, hash, stored);
  if (index == ~0u)
    return 0xfffffff0u;
  const uint32_t name = (index << kShardBits) | shard;
  c = {stored, static_cast<uint32_t>(text.size()), hash, name};
  return name;
}

std::string_view name_text(uint32_t name) {
  const uint32_t index = name >> kShardBits;
  if ((index >> kChunkBits) >= kMaxChunks)
    return {};
  const Shard &shard = shards()[name & (kShards - 1)];
  const Chunk *chunk = shard.chunks[index >> kChunkBits].load(std::memory_order_acquire);
  if (!chunk)
    return {};
  const Entry &e = chunk->entries[index & (kChunk - 1)];
  return e.data ? std::string_view(e.data, e.size) : std::string_view();
}

} // namespace offside::ir
