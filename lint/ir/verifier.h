// Checks that a Program keeps the promises of ir.h. For tests and fuzzing; the engine relies on
// them unchecked.
#pragma once

#include "lint/ir/ir.h"

#include <string>
#include <vector>

namespace offside::ir {

// One line per broken promise, empty when there is none: indices in range, regions nested and
// linked both ways, operands defined before their use, functions and slots laid out as their
// headers say. At most 100.
std::vector<std::string> verify(const Program &program);

} // namespace offside::ir
