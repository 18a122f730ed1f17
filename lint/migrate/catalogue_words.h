// The words of rules/migrations and the enumerators they stand for, both ways.
#pragma once

#include "lint/migrate/catalogue.h"

#include <optional>
#include <string>

namespace offside::migrate {

std::optional<Category> category_of(std::string_view word);
std::optional<How> how_of(std::string_view word);

std::string category_words(); // "same, guard, ...", for messages
std::string how_words();

// Whether a use that is rewritten this way needs `to`.
bool needs_target(How how);

} // namespace offside::migrate
