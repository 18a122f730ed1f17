// What the engine saw at the places a migration cares about.
#pragma once

#include "lint/placement/machine.h"

#include <map>
#include <set>
#include <string>

namespace offside::migrate {

// Of one file, from one run of the engine.
class Evidence final : public placement::Observer {
public:
  explicit Evidence(uint32_t program) : program(program) {}

  using Key = std::pair<uint32_t, ir::Reg>; // function, instruction
  enum Kind : uint8_t { Integer = 1, DeviceValue = 2, TextValue = 4, NoneValue = 8, Other = 16 };

  uint32_t program;
  std::set<Key> own_methods;             // calls that run a method of the project
  std::map<Key, uint8_t> first_argument; // kinds of the first argument of calls into torch
  std::set<Key> torch_methods;           // calls of methods of tensors and modules

  void conflict(const placement::Machine &, const placement::Conflict &) override {}
  void agreed(const placement::Machine &, const placement::Site &) override {}
  void library_call(const placement::Machine &, const placement::LibraryCall &) override;
  void library_attribute(const placement::Machine &, const placement::Site &, ir::Name) override {}
  void discard(const placement::Machine &, const placement::Site &, ir::Reg) override {}
  void compare(const placement::Machine &, const placement::Site &, ir::CompareOp, placement::Value,
               placement::Value) override {}
  void attribute_load(const placement::Machine &, const placement::Site &, placement::Value,
                      ir::Name) override {}
  void attribute_store(const placement::Machine &, const placement::Site &, placement::Value,
                       ir::Name, placement::Value) override {}
  void module_call(const placement::Machine &, const placement::Site &, placement::Value,
                   const std::vector<placement::Actual> &) override {}
  void accumulate(const placement::Machine &, const placement::Site &, placement::Value,
                  placement::Value) override {}
  void append(const placement::Machine &, const placement::Site &, placement::Value,
              placement::Value) override {}
  void constructed(const placement::Machine &, placement::Value) override {}
  void project_call(const placement::Machine &, const placement::Site &, uint32_t, uint32_t,
                    const std::vector<placement::Actual> &) override;
};

} // namespace offside::migrate
