// Which parameters of a function nobody calls are tensors: judged by what the body does with them.
#include "lint/placement/machine.h"

#include <algorithm>
#include <array>

namespace offside::placement {

using ir::kNone;
using ir::name_text;
using ir::Op;

// Methods and attributes that tensors have and numpy arrays, numbers, lists and modules do not.
static bool tensor_only(std::string_view n) {
  static constexpr std::array words = {
      "unsqueeze",      "permute",       "detach",    "dim",           "numel",
      "contiguous",     "expand",        "expand_as", "view",          "view_as",
      "masked_fill",    "masked_fill_",  "new_zeros", "new_ones",      "new_full",
      "new_empty",      "new_tensor",    "is_cuda",   "requires_grad", "unbind",
      "index_select",   "gather",        "scatter",   "scatter_",      "scatter_add_",
      "softmax",        "log_softmax",   "sigmoid",   "relu",          "bmm",
      "matmul",         "unfold",        "flip",      "type_as",       "is_floating_point",
      "chunk",          "masked_select", "topk",      "logsumexp",     "backward",
      "clamp",          "clamp_",        "abs_",      "add_",          "mul_",
      "div_",           "sub_",          "zero_",     "fill_",         "copy_",
      "requires_grad_", "sqrt"};
  return std::find(words.begin(), words.end(), n) != words.end();
}

static bool tensor_annotation(std::string_view a) {
  if (a.find("Tensor") == std::string_view::npos)
    return false;
  // Containers and unions with numbers are something else.
  for (std::string_view w :
       {"List", "list", "Tuple", "tuple", "Dict", "dict", "Callable", "Sequence", "Iterable",
        "Iterator", "float", "int", "ndarray", "TensorDict", "Union[str", "Type["})
    if (a.find(w) != std::string_view::npos)
      return false;
  return true;
}

uint64_t Machine::tensor_parameters(uint32_t program, uint32_t function, bool forward) const {
  const ir::Program &p = index.program(program);
  const ir::Function &f = p.functions[function];
  const ir::Inst *code = p.insts.data() + f.first;
  uint64_t mask = 0, other = 0;
  std::array<uint32_t, 64> slot_of{};
  uint32_t n = std::min<uint32_t>(f.param_count, 64);
  for (uint32_t k = 0; k < n; ++k) {
    const ir::Param &param = p.params[f.param_first + k];
    slot_of[k] =
        param.kind == ir::ParamKind::VarPositional || param.kind == ir::ParamKind::VarKeyword
            ? kNone
            : param.slot;
    if (param.annotation != kNone) {
      if (tensor_annotation(name_text(param.annotation)))
        mask |= uint64_t(1) << k;
      else
        other |= uint64_t(1) << k;
    }
  }
  auto param_of = [&](ir::Reg r) -> int {
    if (r >= f.count || code[r].op != Op::LoadSlot)
      return -1;
    for (uint32_t k = 0; k < n; ++k)
      if (slot_of[k] == code[r].a)
        return int(k);
    return -1;
  };
  std::array<uint8_t, 64> device_only{}, uses{};
  for (uint32_t i = 0; i < f.count; ++i) {
    const ir::Inst &in = code[i];
    if (in.op == Op::LoadAttr) {
      int k = param_of(in.a);
      if (k < 0)
        continue;
      std::string_view attr = name_text(in.b);
      if (attr == "device")
        device_only[size_t(k)] |= 1; // modules and pipelines have one as well
      else if (attr == "size" || attr == "mean" || attr == "sum") {
        // numpy and PIL have an attribute `size`; only tensors call it with a dimension or for all
        // of them.
        for (uint32_t k2 = i + 1; k2 < std::min(i + 8, f.count) && attr == "size"; ++k2)
          if (code[k2].op == Op::Call && code[k2].a == i)
            uses[size_t(k)] |= 2;
      } else if (tensor_only(attr))
        uses[size_t(k)] |= 2;
      else if (attr == "shape" || attr == "ndim" || attr == "T")
        uses[size_t(k)] |= 1;
      else if (attr == "parameters" || attr == "state_dict" || attr == "items" || attr == "keys" ||
               attr == "get" || attr == "append" || attr == "config" || attr == "eval" ||
               attr == "train" || attr == "forward" || attr == "nodes" || attr == "tocsr" ||
               attr == "astype" || attr == "columns")
        other |= uint64_t(1) << k;
    } else if (in.op == Op::Call && forward) {
      // self.layer(x), F.relu(x), torch.cat(...)
      // A layer of this module or a function of torch; a method of the class takes what it likes.
      const ir::Inst *callee =
          in.a < f.count && code[in.a].op == Op::LoadAttr ? &code[in.a] : nullptr;
      bool layer = callee && callee->a < f.count && code[callee->a].op == Op::LoadSlot &&
                   code[callee->a].a == 0 && f.klass != kNone &&
                   !index.lookup({program, f.klass}, callee->b).member;
      bool torch = false;
      if (callee && callee->a < f.count && code[callee->a].op == Op::LoadGlobal) {
        Resolved r = resolve_name(index, program, code[callee->a].a);
        torch = r.kind == Resolved::Library && name_text(r.library).starts_with("torch");
      }
      if (layer || torch)
        for (uint32_t a = 0; a < in.c; ++a)
          if (int k = param_of(p.args[in.b + a].reg);
              k >= 0 && p.args[in.b + a].name == ir::kPositional)
            uses[size_t(k)] |= 4;
    } else if (in.op == Op::LoadItem || in.op == Op::Loop) {
      continue;
    }
  }
  for (uint32_t k = 0; k < n; ++k) {
    bool strong = uses[k] & 2, weak = uses[k] & 1;
    if (strong || (weak && device_only[k]) || (forward && ((uses[k] & 4) || weak)))
      mask |= uint64_t(1) << k;
  }
  return mask & ~other;
}

} // namespace offside::placement
