// What a run has to say, and the formats that say it. A report prints what it is given: it neither
// judges nor reorders.
#pragma once

#include "lint/check/finding.h"
#include "lint/check/rules.h"
#include "lint/source/source_file.h"

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>

namespace offside::report {

// The file behind a path of a finding, label or edit; null when it cannot be shown.
using SourceOf = std::function<const source::SourceFile *(std::string_view path)>;

struct Results {
  std::span<const check::Finding> findings; // sorted by path, offset, rule
  SourceOf source_of;
  std::size_t files = 0;        // files checked, those without findings included
  std::size_t hidden_notes = 0; // notes left out of `findings`
  std::size_t fixed = 0;        // findings that --fix removed in this run
  std::string_view version;     // of Offside
};

struct Counts {
  std::size_t errors = 0, warnings = 0, notes = 0;
  std::size_t safe = 0, unsafe = 0; // findings with edits
};
Counts count(std::span<const check::Finding> findings);

struct TextOptions {
  bool color = false;
  bool summary = true; // the closing line
};

std::string text(const Results &results, const TextOptions &options);
std::string json(const Results &results);
std::string github(const Results &results);
std::string sarif(const Results &results);

// Findings per rule, most frequent first.
std::string statistics_text(const Results &results);
std::string statistics_json(const Results &results);

} // namespace offside::report
