// Connects the programs of one run: which program each import means.
#include "lint/python/packages.h"

#include "lint/ir/names.h"

namespace offside::python {
namespace {

using namespace ir;

// `from package import name`: the package's own binding wins; without one, a submodule of that name.
void link_import_from(Inst &inst, const std::vector<Program> &programs, const Packages &packages, uint32_t file) {
  const std::string_view module = name_text(inst.a);
  const uint32_t package = packages.resolve(module, file);
  inst.c = package;
  inst.spare = 0;
  if (package != kNone && package != file && programs[package].find_binding(inst.b))
    return;
  std::string submodule(module);
  if (!submodule.empty() && submodule.back() != '.')
    submodule += '.';
  submodule += name_text(inst.b);
  if (const uint32_t found = packages.resolve(submodule, file); found != kNone && found != file) {
    inst.c = found;
    inst.spare = 1;
  }
}

} // namespace

void link(std::vector<Program> &programs, const Packages &packages) {
  for (uint32_t file = 0; file < programs.size(); ++file)
    programs[file].id = file;
  for (uint32_t file = 0; file < programs.size(); ++file) {
    Program &program = programs[file];
    for (Inst &inst : program.insts) {
      switch (inst.op) {
      case Op::Import:
        inst.b = packages.resolve(name_text(inst.a), file);
        break;
      case Op::ImportFrom:
        link_import_from(inst, programs, packages, file);
        break;
      case Op::ImportStar:
        inst.c = packages.resolve(name_text(inst.a), file);
        break;
      default:
        break;
      }
    }
    program.star_programs.clear();
    for (Name module : program.star_imports)
      program.star_programs.push_back(packages.resolve(name_text(module), file));
  }
}

} // namespace offside::python
