// Texts that are about CUDA without being devices: what a person has to look at.
#include "lint/migrate/planner.h"

namespace offside::migrate {

using namespace ir;

void Planner::mentions() {
  for (uint32_t f = 0; f < view.functions(); ++f)
    for (Reg r = 0; r < view.function(f).count; ++r) {
      const Place p{f, r};
      const Inst &in = view.at(p);
      if (in.op != Op::ConstStr || (in.flags & kBytes) || view.uses(p).size() != 1)
        continue;
      const std::string_view text = name_text(in.a);
      const Use use = view.uses(p)[0];
      const Inst &by = view.at({f, use.by});
      if (text == "CUDA_VISIBLE_DEVICES" && by.op != Op::Discard) {
        Draft d = draft(p, in.span, "CUDA_VISIBLE_DEVICES", "");
        d.site.category = Category::None;
        review(d, "a variable of CUDA's own: other vendors have others");
        d.harmless = true;
        add(std::move(d));
        continue;
      }
      if (by.op != Op::Call || use.arg == kNone)
        continue;
      const std::string_view callee = view.source(Place{f, by.a});
      const Arg &arg = view.program.args[by.b + use.arg];
      // mock.patch("torch.cuda.is_available", ...)
      if (text.starts_with("torch.cuda.") && use.arg == 0 && arg.name == kPositional &&
          (callee == "patch" || callee.ends_with(".patch") || callee.ends_with("setattr"))) {
        Draft d = draft(p, in.span, std::string(text), "");
        review(d,
               "the name is given as a text: where its calls are rewritten, it no longer reaches "
               "them");
        d.harmless = true;
        add(std::move(d));
      }
      // parser.add_argument("--device", default="cuda")
      if (text == "cuda" && callee.ends_with("add_argument") && arg.name < kStarStar &&
          name_text(arg.name) == "default") {
        Draft d = draft(p, in.span, "\"cuda\"", "");
        review(d, "a default of the command line, on which callers may rely",
               "`default=None`, and the accelerator where none is given");
        add(std::move(d));
      }
    }
}

} // namespace offside::migrate
