// Names the engine asks for all the time, interned once.
#pragma once

#include "lint/ir/names.h"

namespace offside::placement {

struct KnownNames {
  uint32_t self = ir::intern("self");
  uint32_t device = ir::intern("device");
  uint32_t requires_grad = ir::intern("requires_grad");
  uint32_t call = ir::intern("__call__");
  uint32_t forward = ir::intern("forward");
  uint32_t enter = ir::intern("__enter__");
  uint32_t iter = ir::intern("__iter__");
  uint32_t getitem = ir::intern("__getitem__");
  uint32_t init = ir::intern("__init__");
  uint32_t index = ir::intern("index");
  uint32_t file = ir::intern("f");
  uint32_t name = ir::intern("name");
  uint32_t tensor = ir::intern("tensor");
  uint32_t param = ir::intern("param");
  uint32_t module = ir::intern("module");
  uint32_t dim = ir::intern("dim");
  uint32_t map_location = ir::intern("map_location");
  uint32_t collate_fn = ir::intern("collate_fn");
  uint32_t other = ir::intern("other");
  uint32_t is_none = ir::intern("is None");
};

inline const KnownNames &known() {
  static const KnownNames names;
  return names;
}

} // namespace offside::placement
