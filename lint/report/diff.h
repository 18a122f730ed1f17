// A unified diff between two texts, line by line.
#pragma once

#include <string>
#include <string_view>

namespace offside::report {

// "" when the texts are equal; else headers `--- path`, `+++ path` and hunks with three lines of
// context.
std::string unified_diff(std::string_view path, std::string_view before, std::string_view after,
                         bool color);

} // namespace offside::report
