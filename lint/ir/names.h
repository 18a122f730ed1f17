// The process-wide table of names: equal text, equal id. Thread-safe. Ids depend on arrival order, so nothing that is
// printed may be ordered by them.
#pragma once

#include <cstdint>
#include <string_view>

namespace offside::ir {

uint32_t intern(std::string_view text);      // copies the text on first sight
std::string_view name_text(uint32_t name);   // valid for the life of the process; "" for ids never handed out

} // namespace offside::ir
