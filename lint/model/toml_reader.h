// Reads rules/models/*.toml (and `--model FILE`, the same form) into drafts. The form is described
// in docs/models.md.
#pragma once

#include "lint/model/draft.h"

#include <string>
#include <string_view>

namespace offside::model {

// Appends to `model`. Returns "" or "PATH:LINE: what is wrong"; then nothing in `model` is of use.
std::string read_model_file(const std::string &path, DraftModel &model);
std::string read_model_text(std::string_view text, const std::string &path, DraftModel &model);

} // namespace offside::model
