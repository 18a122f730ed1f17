// One file as the planner looks at it: what each instruction names, who uses it, what encloses it.
#pragma once

#include "lint/check/analysis.h"
#include "lint/ir/names.h"

#include <string>
#include <string_view>
#include <vector>

namespace offside::migrate {

using ir::kNone;
using ir::Reg;

struct Place { // an instruction
  uint32_t function = kNone;
  Reg reg = kNone;
  bool operator==(const Place &) const = default;
  auto operator<=>(const Place &) const = default;
};

// A use of a value: by which instruction, and as which of its arguments.
struct Use {
  Reg by;
  uint32_t arg = kNone; // index into the arguments of a call or display; kNone: a plain operand
};

class View {
public:
  View(const check::Input &input);

  const check::Input &input;
  const ir::Program &program;
  std::string_view text;

  uint32_t functions() const { return uint32_t(program.functions.size()); }
  const ir::Function &function(uint32_t f) const { return program.functions[f]; }
  const ir::Inst &at(Place p) const { return program.insts[function(p.function).first + p.reg]; }
  const ir::Inst *find(uint32_t f, Reg r) const;
  std::string_view source(ir::Span span) const {
    return span.begin <= span.end && span.end <= text.size()
               ? text.substr(span.begin, span.end - span.begin)
               : std::string_view();
  }
  std::string_view source(Place p) const { return source(at(p).span); }
  const std::vector<Use> &uses(Place p) const { return users[p.function][p.reg]; }
  std::span<const ir::Arg> arguments(const ir::Inst &in) const {
    return {program.args.data() + in.b, in.c};
  }
  const ir::Arg *argument(const ir::Inst &call, std::string_view name, uint32_t position) const;

  // The library name an instruction stands for, "" for none: `T.cuda.Stream` under `import torch as
  // T` is "torch.cuda.Stream". A name that reaches it through a variable (`fn =
  // torch.cuda.synchronize`) has `variable` set.
  std::string_view dotted(Place p) const;
  bool through_variable(Place p) const { return indirect[p.function][p.reg]; }
  // The import that an expression's first name is bound by, as an instruction of its function;
  // kNone for none.
  Place import_of(Place p) const;
  // The first name of `torch.cuda.x`.
  Place root(Place p) const;
  // How `torch` is written at a place, "" when the file has no name for it there.
  std::string torch_at(Place p) const;

  // The innermost If, Else, Loop, Try, Except, ... around an instruction; kNone at the top.
  Reg region(Place p) const { return regions[p.function][p.reg]; }
  // The only value a variable ever gets (a local, global or enclosing one, not a parameter), or
  // kNone.
  Place only_value(Place load) const;
  // The only value stored to an attribute of that name in this file, class bodies included.
  Place only_attribute(ir::Name name) const;
  // The parameter that a load reads and nothing else stores to; null for none.
  const ir::Param *parameter(Place load) const;
  // The name of the variable that a load reads.
  ir::Name variable(Place load) const;
  // Every load of the variable that a store writes, in this file.
  std::vector<Place> loads_of(Place store) const;
  bool binds(uint32_t function, std::string_view name) const; // as a local variable
  bool module_binds(std::string_view name) const;
  bool mentions(std::string_view word) const; // as a whole word, anywhere in the text

private:
  struct Variable { // where a load or store goes: a slot of a function or a global
    uint32_t function = kNone;
    uint32_t slot = kNone;
    ir::Name global = kNone;
    auto operator<=>(const Variable &) const = default;
  };
  Variable variable_of(Place p) const;
  void index(uint32_t f);
  void name(uint32_t f);
  void operands(uint32_t f, Reg by);

  struct Stores {
    Variable variable;
    std::vector<Place> places, loads;
    bool other = false; // deleted, or bound in a way that is no plain store
  };
  const Stores *stores(const Variable &v) const;

  std::vector<std::vector<std::vector<Use>>> users;
  std::vector<std::vector<Reg>> regions;
  std::vector<std::vector<ir::Name>> names;
  std::vector<std::vector<bool>> indirect;
  std::vector<std::vector<Place>> imports;
  std::vector<Stores> variables;                                   // sorted
  std::vector<std::pair<ir::Name, std::vector<Place>>> attributes; // values stored, sorted
};

} // namespace offside::migrate
