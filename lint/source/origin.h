// How a file's normalised text came from its bytes: encoding, offset steps, notebook cells.
// Shared by the loader and the writers of edits; nobody outside this folder needs it.
#pragma once

#include "lint/source/notebook.h"
#include "lint/source/source_file.h"

namespace offside::source {

// From `text` on (up to the next step) the file offset is `file + (offset - text)`.
struct OffsetStep {
  uint32_t text;
  uint64_t file;
};

struct Origin {
  Encoding encoding = Encoding::Utf8;
  std::string encoding_name = "utf-8"; // as declared
  bool bom = false;
  std::string bytes; // the file as read; empty when it equals the text (after the BOM)
  std::vector<OffsetStep> steps;
  NotebookLayout notebook;
};

} // namespace offside::source
