// What keeps code on CUDA beside the names of the catalogue.
#include "lint/migrate/planner.h"

#include <algorithm>

namespace offside::migrate {

using namespace ir;

namespace {

// Packages that work on CUDA alone.
constexpr std::string_view kCudaPackages[] = {"bitsandbytes",
                                              "flash_attn",
                                              "apex",
                                              "pynvml",
                                              "cupy",
                                              "numba.cuda",
                                              "triton",
                                              "tensorrt",
                                              "torch_tensorrt",
                                              "nvidia",
                                              "xformers",
                                              "transformer_engine",
                                              "cuda",
                                              "pycuda",
                                              "deep_gemm",
                                              "flashinfer",
                                              "torch.utils.cpp_extension"};

bool of_package(std::string_view dotted, std::string_view package) {
  return dotted.starts_with(package) &&
         (dotted.size() == package.size() || dotted[package.size()] == '.');
}

bool says_cuda(std::string_view name) {
  for (std::string_view word :
       {"cuda", "CUDA", "nvml", "nccl", "triton", "nvidia", "flash_attn", "bnb"})
    if (name.find(word) != name.npos)
      return true;
  return false;
}

} // namespace

// What else keeps code on CUDA, beside the names of the catalogue that stay.
void Planner::find_cuda_only() {
  for (uint32_t f = 0; f < view.functions(); ++f)
    for (Reg r = 0; r < view.function(f).count; ++r) {
      const Place p{f, r};
      if (facts.at(p).empty())
        continue;
      const Inst &in = view.at(p);
      const std::string_view dotted = view.dotted(p);
      if (in.op == Op::LoadAttr) {
        if (dotted == "torch.float64" || dotted == "torch.double")
          cuda_bound.emplace_back(p,
                                  "the code behind it uses float64, which some accelerators lack");
        else if (dotted.empty() && name_text(in.b) == "double" && call_of(p).function != kNone)
          cuda_bound.emplace_back(p,
                                  "the code behind it uses float64, which some accelerators lack");
      }
      for (std::string_view package : kCudaPackages)
        if (of_package(dotted, package))
          cuda_bound.emplace_back(p, "the code behind it uses `" + std::string(package) + "`");
      if (in.op == Op::Import || in.op == Op::ImportFrom)
        continue;
      // A function that somebody passed in.
      if (in.op == Op::Call && in.a < r) {
        const Inst &callee = view.at({f, in.a});
        if ((callee.op == Op::LoadSlot || callee.op == Op::LoadOuter) && view.parameter({f, in.a}))
          cuda_bound.emplace_back(p, "the code behind it calls `" +
                                         std::string(view.source(Place{f, in.a})) +
                                         "`, which is not known");
      }
      // A function of the program whose name says that it is for CUDA.
      if (in.op == Op::Call && in.a < r && dotted.empty()) {
        const Inst &callee = view.at({f, in.a});
        const Name name =
            callee.op == Op::LoadAttr ? callee.b
            : callee.op == Op::LoadSlot || callee.op == Op::LoadGlobal || callee.op == Op::LoadOuter
                ? view.variable({f, in.a})
                : kNone;
        if (name != kNone && name_text(name) != "cuda" && says_cuda(name_text(name)) &&
            facts.atom_at(p) == kNone && view.dotted({f, in.a}).empty())
          cuda_bound.emplace_back(p, "the code behind it calls `" + std::string(name_text(name)) +
                                         "`");
      }
    }
}

// Functions that work with a package for CUDA alone.
void Planner::find_packages() {
  for (uint32_t f = 1; f < view.functions(); ++f)
    for (Reg r = 0; r < view.function(f).count; ++r) {
      const Inst &in = view.at({f, r});
      std::string_view name = view.dotted({f, r});
      if (in.op == Op::ImportFrom || in.op == Op::Import)
        name = name_text(in.a);
      // A kernel: rows_forward_cuda(...)
      if (in.op == Op::Call && in.a < r && view.dotted({f, in.a}).empty()) {
        const Inst &callee = view.at({f, in.a});
        const Name called =
            callee.op == Op::LoadAttr ? callee.b
            : callee.op == Op::LoadGlobal || callee.op == Op::LoadSlot || callee.op == Op::LoadOuter
                ? view.variable({f, in.a})
                : kNone;
        const std::string_view text = called == kNone ? std::string_view() : name_text(called);
        if (text.ends_with("_cuda") && !text.starts_with("to_") && !text.starts_with("is_") &&
            !text.starts_with("use_") && !text.starts_with("has_") && !text.starts_with("move_") &&
            !text.starts_with("test_") && !text.starts_with("require"))
          package_functions.try_emplace(f, text);
      }
      if (name.empty() && in.op == Op::LoadGlobal && name_text(in.a) != "cuda")
        name = name_text(in.a); // bound in a `try`, perhaps to None
      for (std::string_view package : kCudaPackages)
        if (of_package(name, package))
          package_functions.try_emplace(f, package);
    }
}

} // namespace offside::migrate
