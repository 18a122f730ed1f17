// The plan of a migration: for every place that is tied to CUDA, what becomes of it and why.
#pragma once

#include "lint/check/analysis.h"
#include "lint/check/finding.h"
#include "lint/migrate/catalogue.h"

#include <functional>
#include <string>
#include <vector>

namespace offside::migrate {

struct Options {
  int torch_version = 215;    // major*100+minor: the oldest torch the project runs on
  bool unsafe_fixes = false;  // also edits that need a second look
  bool support_older = false; // forms that are newer than torch_version, behind a hasattr test
  unsigned threads = 0;       // 0 = one per core
  // Whether a place has to stay as it is: a comment says so, or the file is not ours. Such a place
  // gets the outcome Kept and no edits, and no other place's edits touch it. Empty: none has to.
  // Threads may call it.
  std::function<bool(const check::Input &file, ir::Span span, std::string_view rule)> suppressed;
};

enum class Outcome : uint8_t {
  Rewritten,    // edits are in the plan
  Review,       // left for a person; `reason` says why, `suggestion` what to write
  NoEquivalent, // stays: nothing replaces it
  Portable,     // accelerator API already
  Kept,         // left on purpose: Options::suppressed said so
};
std::string_view
outcome_name(Outcome o); // "rewritten", "review", "no-equivalent", "portable", "kept"

// One place in a program.
struct Site {
  std::string path;
  ir::Span span;    // in the file's normalised text
  std::string api;  // "torch.cuda.empty_cache", ".cuda()", "\"cuda\"", "DataParallel", ...
  std::string rule; // the rule that reports it under `check`: "DEV301"; "" = none does
  Outcome outcome = Outcome::Review;
  Category category = Category::Person;
  check::Safety safety = check::Safety::None; // of its edits
  std::string reason;                         // one sentence
  std::string suggestion;                     // "" = none
  std::vector<check::Edit> edits; // what this place needs to change, the others with it included
  bool of_check = false;          // a finding of `check` already
};

struct FilePlan {
  std::string path;
  std::vector<Site> sites;        // by offset
  std::vector<check::Edit> edits; // of all rewritten sites together: sorted, not overlapping
  std::vector<ir::Span> refuted;  // places where DEV307 does not hold: a test leads there
};

// One plan per input, in the same order; the same for any number of threads.
std::vector<FilePlan> plan(const std::vector<check::Input> &inputs, const Options &options);
// ... with the findings of `check`, which come from the same run of the engine.
std::vector<FilePlan> plan(const std::vector<check::Input> &inputs, const Options &options,
                           std::vector<check::Finding> &findings);

// The findings of `check`, those that the plan has reason for among them. Suppressions are not
// applied here.
std::vector<check::Finding> findings(const std::vector<check::Input> &inputs,
                                     const check::Options &options);

} // namespace offside::migrate
