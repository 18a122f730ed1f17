// Mutable abstract objects: instances, modules, lists, dicts, and where a library object keeps its
// device.
#pragma once

#include "lint/placement/value.h"

#include <vector>

namespace offside::placement {

enum class Shape : uint8_t { Instance, Library, List, Set, Dict, Iterator };

struct Attribute {
  ir::Name name;
  Value value;
  bool registered = false; // parameter, buffer or submodule of a module
  bool in_init = false;    // stored while the constructor ran
  uint32_t origin = 0;     // the store
};

struct DictItem {
  Value key; // ground constant
  Value value;
};

struct Object {
  Shape shape = Shape::Instance;
  bool module = false;       // behaves as torch.nn.Module
  bool symbolic = false;     // stands for any instance: unknown attributes are unknown, not missing
  bool exact = true;         // elements/items are all there is
  bool constructing = false; // __init__ is running
  bool unregistered_ok = false;
  bool moved = false;                              // a module that was moved by .to()/.cuda()
  bool frozen = false;                             // a module whose parameters may not require grad
  uint32_t state_origin = 0;                       // an optimizer whose state exists: what made it
  uint32_t loop_level = 0;                         // loops around its creation
  uint32_t program = ir::kNone, klass = ir::kNone; // Instance
  const model::Entry *entry = nullptr; // Library: its class; Instance: nearest library base
  Value device = kUnbound;  // Library modules, loaders, generators: a Device value (or choice)
  Value summary = kUnbound; // an element at an unknown position
  Value subject = kUnbound; // Library: what it was made from (data set of a loader, parameters of
                            // an optimizer, ...)
  uint32_t origin = 0;
  Guard birth{}; // path condition when it was made
  std::vector<Attribute> attributes{};
  std::vector<Value> elements{};
  std::vector<DictItem> items{};
  std::vector<Value> children{}; // library containers of modules
};

} // namespace offside::placement
