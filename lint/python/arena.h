// The memory tree-sitter works in: one arena per thread, emptied as a whole after each file.
#pragma once

#include <cstdint>

namespace offside::python {

// While an ArenaScope lives, tree-sitter's allocations on this thread come from the thread's arena.
// Its end forgets them all at once, so trees need no walk to be freed; no parser or tree may
// outlive it. Scopes do not nest.
class ArenaScope {
public:
  ArenaScope();
  ~ArenaScope();
  ArenaScope(const ArenaScope &) = delete;
  ArenaScope &operator=(const ArenaScope &) = delete;

  // Bytes asked for on this thread since its scope began: a measure of the work done, the same on
  // every machine.
  static uint64_t bytes_requested();
};

} // namespace offside::python
