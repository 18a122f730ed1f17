// Reads the measured operator tables (rules/models/*.tsv): entries for every Python name of an aten
// operator, and the operand rules. Build time only.
#pragma once

#include "lint/model/draft.h"

#include <string>
#include <string_view>

namespace offside::model {

// Both return "" or "PATH:LINE: what is wrong" and append to `model`.
std::string read_operand_rules(std::string_view text, const std::string &path, DraftModel &model);

// Call it last: names that `model` describes already are left alone, operators without a measured
// rule get the one of their class, and keyword rules of measured operators are completed from the
// parameter names.
std::string read_aten_devices(std::string_view text, const std::string &path, DraftModel &model);

} // namespace offside::model
