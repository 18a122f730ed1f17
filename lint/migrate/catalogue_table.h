// The migration catalogue as a page: `offside migrate --table` and docs/migration-catalogue.md.
#pragma once

#include <string>

namespace offside::migrate {

std::string catalogue_table(); // Markdown; a line per name, by module

} // namespace offside::migrate
