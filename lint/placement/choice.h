// Mapping over the alternatives of a value: the templates behind Machine::map and Machine::map2.
#pragma once

#include "lint/placement/known_names.h"
#include "lint/placement/machine.h"

namespace offside::placement {

// While it lives, the machine stands on one alternative of a value.
struct Under {
  Machine &m;
  Guard saved;
  bool loose;
  Under(Machine &machine, Guard g, bool is_loose) : m(machine), saved(machine.pc), loose(is_loose) {
    m.pc = m.pc & g;
    m.doubt += loose;
  }
  ~Under() {
    m.pc = saved;
    m.doubt -= loose;
  }
};

template <class F> Value Machine::map(Value v, F f) {
  if (at(v).kind != Kind::Choice)
    return f(v);
  AltList out;
  for (const Alternative &alt : alternatives(v)) {
    Under here(*this, alt.guard, alt.loose);
    Value r = f(alt.value);
    for (const Alternative &inner : alternatives(r))
      if (!alt.guard.contradicts(inner.guard))
        out.push_back({alt.guard & inner.guard, inner.value, alt.loose || inner.loose});
  }
  return choose(std::move(out));
}

template <class F> Value Machine::map2(Value a, Value b, F f) {
  if (at(a).kind != Kind::Choice && at(b).kind != Kind::Choice)
    return f(a, b);
  AltList out, left = alternatives(a), right = alternatives(b);
  for (const Alternative &x : left)
    for (const Alternative &y : right) {
      if (x.guard.contradicts(y.guard))
        continue;
      Under here(*this, x.guard & y.guard, x.loose || y.loose);
      Value r = f(x.value, y.value);
      for (const Alternative &z : alternatives(r))
        if (!z.guard.contradicts(x.guard & y.guard))
          out.push_back({x.guard & y.guard & z.guard, z.value, x.loose || y.loose || z.loose});
    }
  return choose(std::move(out));
}

} // namespace offside::placement
