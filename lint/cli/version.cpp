// `offside --version`: the tool, its parser, and what it knows of libraries.
#include "lint/cli/options.h"
#include "lint/model/model.h"

namespace offside::cli {

std::string_view version() { return OFFSIDE_VERSION; }

std::string version_text() {
  return "offside " OFFSIDE_VERSION "\n"
         "parser: tree-sitter " OFFSIDE_TREE_SITTER_VERSION
         ", tree-sitter-python " OFFSIDE_TREE_SITTER_PYTHON_VERSION "\nmodel: " +
         std::string(model::Model::builtin().version());
}

} // namespace offside::cli
