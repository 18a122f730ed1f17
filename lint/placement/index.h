// What can be known about a run's classes and functions before evaluating anything: members, bases,
// method resolution.
#pragma once

#include "lint/ir/ir.h"
#include "lint/model/model.h"

#include <span>
#include <unordered_map>
#include <vector>

namespace offside::placement {

struct ClassRef {
  uint32_t program = ir::kNone, klass = ir::kNone;
  bool operator==(const ClassRef &) const = default;
};

struct Member { // a name of a class body
  ir::Name name;
  uint32_t function = ir::kNone; // a def, else:
  ir::Reg value = ir::kNone;     // register of the class body function holding the value
};

struct ClassInfo {
  std::vector<Member> members;
  std::vector<ClassRef> bases;                 // in the project
  std::vector<const model::Entry *> libraries; // modelled bases
  bool unknown_base = false;                   // some base is neither
  bool module = false, framework = false, dataset = false;
  bool dataclass = false;
  std::vector<ir::Name>
      restored;                  // attributes that methods other than the constructor store, sorted
  std::vector<uint32_t> by_name; // members in the order of their names, when there are many
  const Member *find(ir::Name name) const;
  bool stores_again(ir::Name name) const;
};

struct FunctionTraits { // from the decorators
  bool is_static = false, is_class = false, property = false, setter = false, no_grad = false,
       context = false;
  ir::Reg made_at = ir::kNone;  // its MakeFunction in the enclosing function
  bool touches_tensors = false; // mentions something of torch, or a word of moving and placing
  bool overload = false, abstract = false, jit = false, cached = false, fixture = false,
       opaque = false;
};

class Index {
public:
  Index(std::span<const ir::Program *const> programs, const model::Model &model);

  const ir::Program &program(uint32_t id) const { return *programs[id]; }
  const ClassInfo &info(ClassRef c) const { return classes[c.program][c.klass]; }
  const FunctionTraits &traits(uint32_t program, uint32_t function) const {
    return functions[program][function];
  }
  // The class that holds `name` in method resolution order, starting after `after` when given.
  struct Found {
    ClassRef owner;
    const Member *member = nullptr;
  };
  Found lookup(ClassRef c, ir::Name name, ClassRef after = {}) const;
  std::vector<ClassRef> order(ClassRef c) const; // method resolution order, project classes only
  const model::Entry *library_base(ClassRef c) const; // nearest modelled base
  bool any_unknown_base(ClassRef c) const;

  uint32_t module_named(ir::Name dotted) const; // program or kNone

  std::vector<const ir::Program *> programs;
  std::vector<std::vector<ClassInfo>> classes;
  std::vector<std::vector<FunctionTraits>> functions;
  const model::Model &model;

private:
  void collect_members(uint32_t program);
  void resolve_bases(uint32_t program);
  void derive_traits(uint32_t program);
  void collect_restored(uint32_t program);
  std::unordered_map<ir::Name, uint32_t> by_module;
};

inline constexpr size_t kLongestName = 512; // of a library: longer ones are not worth a look

// Follows a dotted text such as "torch.nn.Module" or "pkg.mod.Base" from a program's module level.
struct Resolved {
  enum Kind : uint8_t { Nothing, Function, Class, Module, Library, Value } kind = Nothing;
  uint32_t program = ir::kNone,
           index = ir::kNone;   // Function, Class, Module; Value: binding instruction
  ir::Name library = ir::kNone; // Library: qualified name
};
Resolved resolve_name(const Index &index, uint32_t program, ir::Name name);
Resolved resolve_dotted(const Index &index, uint32_t program, std::string_view dotted);
Resolved resolve_member(const Index &index, const Resolved &base, ir::Name attribute);

} // namespace offside::placement
