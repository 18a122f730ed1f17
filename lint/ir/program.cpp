// Lookups in a Program.
#include "lint/ir/ir.h"

#include <algorithm>

namespace offside::ir {

const Binding *Program::find_binding(Name name) const {
  auto it = std::lower_bound(bindings.begin(), bindings.end(), name,
                             [](const Binding &b, Name n) { return b.name < n; });
  return it != bindings.end() && it->name == name ? &*it : nullptr;
}

} // namespace offside::ir
