// The signature part of an aten schema, as far as the model needs it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace offside::model {

struct SchemaParam {
  std::string name;
  std::string type;      // alias annotations removed: "Tensor", "Tensor?[]", "int[1]?"
  bool written = false;  // "Tensor(a!)"
  bool optional = false; // has a default
  bool keyword_only = false;
  bool is_tensor() const { return type.starts_with("Tensor"); }
};

struct Schema {
  std::vector<SchemaParam> params;
  std::vector<SchemaParam> results; // names may be empty
};

// "(Tensor self, int dim, *, bool keepdim=False) -> (Tensor values, Tensor indices)"; empty when
// malformed.
std::optional<Schema> parse_schema(std::string_view text);

} // namespace offside::model
