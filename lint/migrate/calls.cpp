// Calls of functions of the project: what they may reach.
#include "lint/migrate/planner.h"

#include <algorithm>

namespace offside::migrate {

using namespace ir;

// The functions that calls in a file can reach by name.
void Planner::list_functions() {
  for (uint32_t f = 1; f < view.functions(); ++f) {
    const Function &fn = view.function(f);
    if (fn.kind != FunctionKind::Def)
      continue;
    if (fn.klass != kNone)
      methods.try_emplace({fn.klass, fn.name}, f);
    else if (fn.parent == 0)
      functions.try_emplace(fn.name, f);
  }
}

// The function of this file that an instruction calls: by its name, as a method of `self`, or the
// constructor of a class.
uint32_t Planner::called_function(Place p) const {
  const Inst &in = view.at(p);
  const Inst *callee = in.op == Op::Call ? view.find(p.function, in.a) : nullptr;
  if (!callee)
    return kNone;
  if (callee->op == Op::LoadGlobal) {
    if (const auto it = functions.find(callee->a); it != functions.end())
      return it->second;
    for (uint32_t k = 0; k < view.program.classes.size(); ++k)
      if (view.program.classes[k].name == callee->a)
        if (const auto it = methods.find({k, intern("__init__")}); it != methods.end())
          return it->second;
    return kNone;
  }
  if (callee->op == Op::LoadAttr && view.function(p.function).klass != kNone &&
      view.source(Place{p.function, callee->a}) == "self")
    if (const auto it = methods.find({view.function(p.function).klass, callee->b});
        it != methods.end())
      return it->second;
  return kNone;
}

// Calls of functions in other files of the run.
void Planner::find_outside() {
  for (uint32_t f = 0; f < view.functions(); ++f)
    for (Reg r = 0; r < view.function(f).count; ++r) {
      const Inst &in = view.at({f, r});
      if (in.op != Op::Call || in.a >= r)
        continue;
      const Inst &callee = view.at({f, in.a});
      placement::Resolved found;
      if (callee.op == Op::LoadGlobal) {
        found = placement::resolve_name(index, view.program.id, callee.a);
      } else if (callee.op == Op::LoadAttr && view.at({f, callee.a}).op == Op::LoadGlobal) {
        found = placement::resolve_name(index, view.program.id, view.at({f, callee.a}).a);
        if (found.kind == placement::Resolved::Module)
          found = placement::resolve_member(index, found, callee.b);
        else
          found = {};
      }
      if (found.kind != placement::Resolved::Function || found.program == view.program.id)
        continue;
      outside.insert({found.program, found.index});
      outside_calls.push_back({{f, r}, {found.program, found.index}});
    }
}

// Whether a function is known to be called without a test for a device.
bool Planner::reached_untested(uint32_t function) const {
  if (function == 0)
    return true;
  for (uint32_t f = 0; f < view.functions(); ++f)
    for (Reg r = 0; r < view.function(f).count; ++r)
      if (called_function({f, r}) == function && !facts.available({f, r}))
        return true;
  return false;
}

// Whether a function of this file has a parameter for a device at that position.
bool Planner::takes_device(Place call, uint32_t position, std::string_view keyword) const {
  const uint32_t callee = called_function(call);
  if (callee == kNone || !keyword.empty())
    return false;
  const Function &fn = view.function(callee);
  if (fn.klass != kNone)
    ++position; // self
  return position < fn.param_count &&
         name_text(view.program.params[fn.param_first + position].name).find("device") !=
             std::string_view::npos;
}

// The functions of this file that hold something that stays on CUDA, calls included.
std::map<uint32_t, std::string>
Planner::bound_functions(std::map<uint32_t, std::string> found) const {
  if (found.empty())
    return found;
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t f = 1; f < view.functions(); ++f) {
      if (found.contains(f))
        continue;
      for (Reg r = 0; r < view.function(f).count; ++r) {
        const uint32_t callee = called_function({f, r});
        const auto it = callee == kNone ? found.end() : found.find(callee);
        if (it == found.end())
          continue;
        found[f] = it->second;
        changed = true;
        break;
      }
    }
  }
  return found;
}

} // namespace offside::migrate
