// Chooses which edits of a run's findings can be made together.
#pragma once

#include "lint/check/finding.h"
#include "lint/source/text_edit.h"

#include <cstddef>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace offside::cli {

struct ChosenFixes {
  std::map<std::string, std::vector<source::TextEdit>> edits; // by path
  std::size_t findings = 0;                                   // how many are fixed by them
};

// Takes findings in order; one whose edits would touch what an earlier one changes waits for the next round, and so
// does one that edits a file for which `may_edit` is false (it waits forever). A finding's edits are made all or none.
ChosenFixes choose_fixes(std::span<const check::Finding> findings, bool unsafe,
                         const std::function<bool(std::string_view path)> &may_edit);

} // namespace offside::cli
