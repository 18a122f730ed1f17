// The form in which the rows of rules/migrations are compiled in: text only, so that nothing runs
// before the first look-up.
#pragma once

#include "lint/migrate/catalogue.h"

#include <span>
#include <string_view>

namespace offside::migrate {

struct FlatParam {
  std::string_view from, to; // `to` empty: left out
  bool positional, keyword;
};

struct FlatRow {
  std::string_view name, to, on_cpu, dtype, why, suggestion, backends, twin_of;
  const FlatParam *params;
  uint16_t param_count;
  int16_t since;
  Category category;
  How how;
  bool takes_more, missing;
};

std::span<const FlatRow> builtin_rows(); // sorted by name

} // namespace offside::migrate
