// Included before tree-sitter's sources in place of its atomic.h: reference counts without atomic instructions, which
// cost a tenth of parsing. A tree here never leaves the thread that parsed it.
#define TREE_SITTER_ATOMIC_H_
#include <stddef.h>
#include <stdint.h>

static inline size_t atomic_load(const volatile size_t *p) { return *p; }
static inline uint32_t atomic_inc(volatile uint32_t *p) { return *p += 1; }
static inline uint32_t atomic_dec(volatile uint32_t *p) { return *p -= 1; }
