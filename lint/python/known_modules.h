// Top-level module names that belong to Python or to well-known libraries.
#pragma once

#include <string_view>

namespace offside::python {

bool is_standard_module(std::string_view top_level);
bool is_known_library(std::string_view top_level);

} // namespace offside::python
