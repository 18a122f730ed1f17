// What Python's json module writes beyond JSON, made JSON of the same length.
#pragma once

#include <string>
#include <string_view>

namespace offside::source {

// `NaN`, `Infinity` and `-Infinity` become numbers, escapes of half a surrogate pair become
// `\ufffd`. Notebooks have both in their outputs. No byte changes its place.
std::string strict_json(std::string_view lenient);

} // namespace offside::source
