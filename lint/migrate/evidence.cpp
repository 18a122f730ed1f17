// What the engine saw at the places a migration cares about.
#include "lint/migrate/evidence.h"

namespace offside::migrate {

using namespace placement;

void Evidence::library_call(const Machine &m, const LibraryCall &c) {
  if (c.site.program != program)
    return;
  const Key key{c.site.function, c.site.inst};
  if (c.receiver != kUnbound)
    torch_methods.insert(key);
  if (c.actuals->empty())
    return;
  const Actual &first = c.actuals->front();
  uint8_t kinds = 0;
  for (const Alternative &a : m.alternatives(first.value))
    switch (m.at(a.value).kind) {
    case placement::Kind::Int:
    case placement::Kind::Number:
      kinds |= Integer;
      break;
    case placement::Kind::Device:
      kinds |= DeviceValue;
      break;
    case placement::Kind::Str:
    case placement::Kind::Text:
      kinds |= TextValue;
      break;
    case placement::Kind::None:
      kinds |= NoneValue;
      break;
    case placement::Kind::Unknown:
      break;
    default:
      kinds |= Other;
    }
  first_argument[key] |= kinds;
}

void Evidence::project_call(const Machine &, const Site &site, uint32_t, uint32_t,
                            const std::vector<Actual> &) {
  if (site.program == program)
    own_methods.insert({site.function, site.inst});
}

} // namespace offside::migrate
