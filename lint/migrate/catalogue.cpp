// Look-ups in the rows of rules/migrations that are compiled in.
#include "lint/migrate/catalogue.h"

#include "lint/ir/ir.h"
#include "lint/ir/names.h"
#include "lint/migrate/catalogue_rows.h"

#include <algorithm>
#include <string>

namespace offside::migrate {
namespace {

Param param_of(const FlatParam &flat) {
  return {ir::intern(flat.from), flat.to.empty() ? ir::kNone : ir::intern(flat.to), flat.positional,
          flat.keyword};
}

Row row_of(const FlatRow &flat) {
  Row row;
  row.name = flat.name;
  row.category = flat.category;
  row.how = flat.how;
  row.to = flat.to;
  row.since = flat.since;
  row.on_cpu = flat.on_cpu;
  row.dtype = flat.dtype;
  row.why = flat.why;
  row.suggestion = flat.suggestion;
  row.backends = flat.backends;
  row.missing = flat.missing;
  row.twin_of = flat.twin_of;
  row.takes_more = flat.takes_more;
  for (const FlatParam &param : std::span(flat.params, flat.param_count))
    row.params.push_back(param_of(param));
  return row;
}

} // namespace

const Catalogue &Catalogue::builtin() {
  static const Catalogue catalogue = [] {
    Catalogue c;
    c.all.reserve(builtin_rows().size());
    for (const FlatRow &flat : builtin_rows())
      c.all.push_back(row_of(flat));
    return c;
  }();
  return catalogue;
}

const Row *Catalogue::find(std::string_view dotted) const {
  auto at = std::lower_bound(all.begin(), all.end(), dotted,
                             [](const Row &row, std::string_view name) { return row.name < name; });
  return at != all.end() && at->name == dotted ? &*at : nullptr;
}

const Row *Catalogue::match(std::string_view dotted) const {
  if (const Row *row = find(dotted))
    return row;
  for (size_t dot; (dot = dotted.rfind('.')) != dotted.npos;) {
    dotted = dotted.substr(0, dot);
    if (const Row *row = find(std::string(dotted) + ".*"))
      return row;
    if (const Row *row = find(dotted)) // a member: torch.cuda.Event.record
      return row;
  }
  return nullptr;
}

} // namespace offside::migrate
