// From the engine's findings to the ones a user sees: selection, severities, suppressions, and the
// findings about files and comments themselves (DEV001, DEV002).
#pragma once

#include "lint/check/finding.h"
#include "lint/cli/config.h"
#include "lint/cli/project.h"

#include <functional>
#include <string_view>
#include <vector>

namespace offside::cli {

struct FileRules {
  RuleSet enabled;   // after per-file ignores and severities "off"
  RuleSet asked_for; // notes of these are shown without --show-notes
  const Settings *settings = nullptr;
};

// What holds for one file: the configuration's layers, then the command line's.
FileRules rules_for(const std::string &absolute_path, const Settings &settings,
                    const SelectionLayer &command_line);

// Findings of one file, in; those left plus DEV001 and DEV002, sorted by offset and rule, out.
std::vector<check::Finding> shown(const File &file, const ir::Program &program,
                                  const FileRules &rules, std::vector<check::Finding> findings);

} // namespace offside::cli
