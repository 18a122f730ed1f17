// Where results go: standard output or a file, in colour or not.
#pragma once

#include "lint/cli/options.h"

#include <string>
#include <string_view>

namespace offside::cli {

// Colours are for terminals that can show them: `--color` first, then NO_COLOR,
// CLICOLOR_FORCE/FORCE_COLOR and TERM.
bool use_color(Color asked, int descriptor);

// Writes everything or says why not, on standard error. A closed pipe (`offside check | head`) is
// no failure.
bool write_output(const std::string &path, std::string_view text);

// "offside: message" on standard error.
void complain(std::string_view message);

} // namespace offside::cli
