// `--verify`: the findings in a file against its `# expect: DEV101` comments.
#pragma once

#include "lint/check/finding.h"
#include "lint/source/source_file.h"

#include <span>
#include <string>
#include <vector>

namespace offside::cli {

// One line per difference between what a file expects and the findings in it: "path:line: missing
// DEV101", "path:line: surplus DEV104: message".
std::vector<std::string> compare(const source::SourceFile &file,
                                 std::span<const check::Finding> findings);

} // namespace offside::cli
