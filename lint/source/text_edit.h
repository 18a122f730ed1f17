// Edits to a file's normalised text, and the file's new bytes in its own encoding and line ends.
#pragma once

#include "lint/source/source_file.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace offside::source {

struct TextEdit {
  uint32_t begin = 0, end = 0; // byte range in the normalised text
  std::string text;            // UTF-8; "\n" becomes the file's own line end
};

struct EditResult {
  std::string bytes; // the whole new file
  std::string error; // empty: all went well
  explicit operator bool() const { return error.empty(); }
};

// All edits or none. Order does not matter, insertions at one place are made in the order given.
// Errors: ranges outside the text, inside a character or overlapping; characters that the file's
// encoding does not have; in a notebook, a range that spans cells. Untouched bytes stay untouched.
EditResult apply_edits(const SourceFile &file, std::vector<TextEdit> edits);

// Replaces a file in one step: a new file beside it, synced, then renamed over it, so that a reader
// sees the old bytes or the new ones. A symlink stays and its target is replaced. Mode is kept,
// owner and group where the system allows it. Fails, leaving the old file, when that is not
// writable or not regular. Returns the error.
std::optional<std::string> write_atomically(const std::string &path, std::string_view bytes);

} // namespace offside::source
