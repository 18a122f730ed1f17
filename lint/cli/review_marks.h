// `# TODO(offside): reason` comments for the places that a person has to look at.
#pragma once

#include "lint/source/source_file.h"
#include "lint/source/text_edit.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace offside::cli {

struct ReviewPlace {
  uint32_t offset = 0; // in the file's text
  std::string reason;
};

// Insertions of one comment for each line with a place, at the line's end, or at the first end
// after it where a comment can stand: not in a string and not behind a backslash. A line that has
// such a comment gets no other one. Places are sorted by offset.
std::vector<source::TextEdit> review_marks(const source::SourceFile &file,
                                           std::span<const ReviewPlace> places);

} // namespace offside::cli
