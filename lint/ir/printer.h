// IR as text, for `offside dump ir` and tests.
#pragma once

#include "lint/ir/ir.h"

#include <string>
#include <string_view>

namespace offside::ir {

// One line per instruction: register, operation, operands, and the first line of its source as a
// comment. Regions indent. `text` is the normalised text that the spans refer to; when it is empty
// no source is shown. Does not depend on name ids.
std::string print(const Program &program, std::string_view text);

// The name of an operation, as the printer writes it.
std::string_view op_name(Op op);

} // namespace offside::ir
