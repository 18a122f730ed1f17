// Connects the programs of one run: which program each import means.
#include "lint/ir/names.h"
#include "lint/python/packages.h"

namespace offside::python {
namespace {

using namespace ir;

// Links the imports of one program. Runs of `from m import a, b, c` look m up once.
class Linker {
public:
  Linker(const std::vector<Program> &programs, const Packages &packages, uint32_t file)
      : programs_(programs), packages_(packages), file_(file) {}

  void run(Program &program) {
    for (Inst &inst : program.insts) {
      switch (inst.op) {
      case Op::Import:
        inst.b = module(inst.a);
        break;
      case Op::ImportFrom:
        import_from(inst);
        break;
      case Op::ImportStar:
        inst.c = module(inst.a);
        break;
      default:
        break;
      }
    }
    program.star_programs.clear();
    for (Name star : program.star_imports)
      program.star_programs.push_back(module(star));
  }

private:
  uint32_t module(Name name) {
    if (name != last_name_) {
      last_name_ = name;
      last_ = packages_.resolve(name_text(name), file_);
    }
    return last_;
  }

  // The package's own binding wins; without one, a submodule of that name.
  void import_from(Inst &inst) {
    const uint32_t package = module(inst.a);
    inst.c = package;
    inst.spare = 0;
    if (package != kNone) {
      if (!packages_.is_package(package))
        return;
      if (package != file_ && programs_[package].find_binding(inst.b))
        return;
    }
    std::string submodule(name_text(inst.a));
    if (!submodule.empty() && submodule.back() != '.')
      submodule += '.';
    submodule += name_text(inst.b);
    const uint32_t found = packages_.resolve(submodule, file_);
    if (found != kNone && found != file_) {
      inst.c = found;
      inst.spare = 1;
    }
  }

  const std::vector<Program> &programs_;
  const Packages &packages_;
  uint32_t file_;
  Name last_name_ = kNone;
  uint32_t last_ = kNone;
};

} // namespace

void link(std::vector<Program> &programs, const Packages &packages) {
  for (uint32_t file = 0; file < programs.size(); ++file) {
    programs[file].id = file;
    Linker(programs, packages, file).run(programs[file]);
  }
}

} // namespace offside::python
