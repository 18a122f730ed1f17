// `--verify`: the findings in a file against its `# expect: DEV101` comments.
#pragma once

#include "lint/check/finding.h"
#include "lint/source/source_file.h"

#include <functional>
#include <span>
#include <string>
#include <vector>

namespace offside::cli {

// One line per difference between what a file expects and the findings in it: "path:line: missing
// DEV101", "path:line: surplus DEV104: message". What is `hidden` is no difference where no comment
// names it.
std::vector<std::string>
compare(const source::SourceFile &file, std::span<const check::Finding> findings,
        const std::function<bool(const check::Finding &)> &hidden = nullptr);

} // namespace offside::cli
