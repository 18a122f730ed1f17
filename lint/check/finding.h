// A finding: one judgement with its evidence, its help and its edits. Spans are byte ranges in a
// file's normalised text.
#pragma once

#include "lint/ir/ir.h"

#include <cstdint>
#include <string>
#include <vector>

namespace offside::check {

enum class Severity : uint8_t { Note, Warning, Error };
enum class Safety : uint8_t { None, Unsafe, Safe };

struct Label { // one link of the chain of evidence
  std::string path;
  ir::Span span;
  std::string message; // "`scale` is on the CPU: made here without `device=`"
};

struct Edit {
  std::string path;
  ir::Span span;
  std::string text;
};

struct Finding {
  std::string rule; // "DEV101"
  Severity severity = Severity::Warning;
  std::string path;
  ir::Span span;
  std::string message;
  std::vector<Label> labels;
  std::vector<std::string> help;
  std::vector<Edit> edits;
  Safety safety = Safety::None;
};

} // namespace offside::check
