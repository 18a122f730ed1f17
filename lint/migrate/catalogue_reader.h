// Reads rules/migrations/*.toml into rows. The form is described in torch_cuda.toml there.
#pragma once

#include "lint/migrate/catalogue.h"

#include <string>
#include <string_view>
#include <vector>

namespace offside::migrate {

struct RowParam {
  std::string from, to; // `to` empty: left out
  bool positional = false, keyword = false;
};

// One row, its twins and further modules being rows of their own.
struct RowText {
  std::string name, place; // place: "FILE:LINE"
  Category category = Category::Person;
  How how = How::Keep;
  std::string to, on_cpu, dtype, why, suggestion, backends, twin_of;
  std::vector<RowParam> params;
  int16_t since = 0;
  bool takes_more = false, missing = false;
};

// Appends to `rows`. Returns "" or "PATH:LINE: what is wrong"; then nothing in `rows` is of use.
std::string read_catalogue(std::string_view text, const std::string &path,
                           std::vector<RowText> &rows);

// Sorts by name. Returns "" or what is wrong: a name with two rows.
std::string sort_catalogue(std::vector<RowText> &rows);

} // namespace offside::migrate
