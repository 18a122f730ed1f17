// The 152 operator calls that were run under PyTorch 2.15 with simulated accelerators, judged by
// the operator table.
//
// Each row: what it shows, the operator, its operands, PyTorch's answer. An operand is
// `position:device`, where the device is c (CPU), g (first accelerator) or h (second one), a 0
// after it says that the tensor is 0-dimensional, and o in front of the position that it is an
// output; a keyword takes the place of the position. The answer is ERR or the device of the result.
// Rows with an entry instead of an operator check what the model says of the entry's result.
#include "lint/model/operator_rule.h"
#include "lint/model/vocabulary.h"

#include <gtest/gtest.h>

#include <charconv>
#include <sstream>

namespace offside::model {
namespace {

struct OperatorCase {
  const char *name, *op, *operands, *answer;
};

constexpr OperatorCase kCases[] = {
    {"add cuda+cpu", "add", "0:g 1:c", "ERR"},
    {"add cpu+cuda", "add", "0:c 1:g", "ERR"},
    {"add cuda+cpu0d", "add", "0:g 1:c0", "g"},
    {"add cpu0d+cuda", "add", "0:c0 1:g", "g"},
    {"add cpu+cuda0d", "add", "0:c 1:g0", "ERR"},
    {"add cuda0d+cpu0d", "add", "0:g0 1:c0", "g"},
    {"add cuda0+cuda1", "add", "0:g 1:h", "ERR"},
    {"add cuda0+cuda1 0d", "add", "0:g 1:h0", "ERR"},
    {"add_ cuda,cpu0d", "add_", "o0:g 1:c0", "g"},
    {"add_ cpu0d.add_(cuda0d)", "add_", "o0:c0 1:g0", "ERR"},
    {"add_ cpu3.add_(cuda0d)", "add_", "o0:c 1:g0", "ERR"},
    {"add_ cuda0d.add_(cpu0d)", "add_", "o0:g0 1:c0", "g"},
    {"add out=cpu", "add", "0:g 1:g oout:c", "ERR"},
    {"add out=cuda, both cpu0d", "add", "0:c0 1:c0 oout:g0", "ERR"},
    {"pow cuda,cpu0d", "pow", "0:g 1:c0", "g"},
    {"pow cpu0d,cuda", "pow", "0:c0 1:g", "g"},
    {"eq cuda,cpu0d", "eq", "0:g 1:c0", "g"},
    {"logaddexp cuda,cpu0d", "logaddexp", "0:g 1:c0", "ERR"},
    {"hypot cuda,cpu0d", "hypot", "0:g 1:c0", "g"},
    {"maximum cuda,cpu0d", "maximum", "0:g 1:c0", "g"},
    {"maximum cuda,cpu", "maximum", "0:g 1:c", "ERR"},
    {"clamp cuda,min=cpu0d", "clamp", "0:g min:c0", "ERR"},
    {"addcmul cuda,cuda,cpu0d", "addcmul", "0:g 1:g 2:c0", "g"},
    {"lerp cuda,cuda,w=cpu0d", "lerp", "0:g 1:g 2:c0", "g"},
    {"lerp cuda,end cpu0d,w=cpu0d", "lerp", "0:g 1:c0 2:c0", "ERR"},
    {"where cond cuda, cpu0d, cpu0d", "where", "0:g 1:c0 2:c0", "g"},
    {"where cond cuda, cpu3, cuda3", "where", "0:g 1:c 2:g", "ERR"},
    {"where cond cpu3, cuda,cuda", "where", "0:c 1:g 2:g", "ERR"},
    {"where cond cuda, 1.0, cpu0d", "where", "0:g 2:c0", "g"},
    {"mm cuda,cpu", "mm", "0:g 1:c", "ERR"},
    {"matmul cuda,cpu", "matmul", "0:g 1:c", "ERR"},
    {"addmm bias cpu", "addmm", "0:c 1:g 2:g", "ERR"},
    {"linear x cpu w cuda", "nn.functional.linear", "0:c 1:g 2:g", "ERR"},
    {"linear bias cpu", "nn.functional.linear", "0:g 1:g 2:c", "ERR"},
    {"conv2d x cpu w cuda", "nn.functional.conv2d", "0:c 1:g", "ERR"},
    {"conv2d bias cpu", "nn.functional.conv2d", "0:g 1:g 2:c", "ERR"},
    {"batch_norm rm cpu", "nn.functional.batch_norm", "0:g 1:c 2:c", "ERR"},
    {"layer_norm w cpu", "nn.functional.layer_norm", "0:g 2:c 3:c", "ERR"},
    {"embedding idx cpu w cuda", "nn.functional.embedding", "0:c 1:g", "ERR"},
    {"embedding idx cuda w cpu", "nn.functional.embedding", "0:g 1:c", "ERR"},
    {"embedding 0d idx cpu w cuda", "nn.functional.embedding", "0:c0 1:g", "ERR"},
    {"index cuda[cpu]", "__getitem__", "0:g 1:c", "g"},
    {"index cpu[cuda]", "__getitem__", "0:c 1:g", "ERR"},
    {"index cuda0[cuda1]", "__getitem__", "0:g 1:h", "ERR"},
    {"index cuda[cpu 0d int]", "__getitem__", "0:g 1:c0", "g"},
    {"index cpu[cuda 0d int]", "__getitem__", "0:c 1:g0", "c"},
    {"index_put cuda[cpu idx]=cuda", "index_put_", "o0:g 1:c 2:g", "g"},
    {"index_put cpu[cuda idx]=cpu", "index_put_", "o0:c 1:g 2:c", "c"},
    {"setitem cuda[cuda idx]=cpu3", "__setitem__", "o0:g 1:g 2:c", "ERR"},
    {"setitem cuda[cuda idx]=cpu0d", "__setitem__", "o0:g 1:g 2:c0", "g"},
    {"setitem cpu[cpu idx]=cuda0d", "__setitem__", "o0:c 1:c 2:g0", "c"},
    {"setitem cuda[0:3]=cpu3", "copy_", "o0:g 1:c", "g"},
    {"setitem cpu[0:3]=cuda3", "copy_", "o0:c 1:g", "c"},
    {"setitem cuda[0]=cpu0d", "copy_", "o0:g 1:c0", "g"},
    {"setitem mask cuda = 1.0", "__setitem__", "o0:g 1:g", "g"},
    {"setitem mask cpu on cuda = 1.0", "__setitem__", "o0:g 1:c", "g"},
    {"index_select cuda,cpu idx", "index_select", "0:g 2:c", "ERR"},
    {"index_select cuda,cpu 0d idx", "index_select", "0:g 2:c0", "ERR"},
    {"gather cuda, cpu idx", "gather", "0:g 2:c", "ERR"},
    {"scatter src cpu", "scatter", "0:g 2:g 3:c", "ERR"},
    {"scatter_add idx cpu", "scatter_add_", "o0:g 2:c 3:g", "ERR"},
    {"index_add src cpu", "index_add_", "o0:g 2:g 3:c", "ERR"},
    {"index_copy src cpu", "index_copy_", "o0:g 2:g 3:c", "ERR"},
    {"masked_fill mask cpu", "masked_fill", "0:g 1:c", "ERR"},
    {"masked_fill value cpu0d", "masked_fill", "0:g 1:g 2:c0", "g"},
    {"masked_fill value cuda0d self cpu", "masked_fill", "0:c 1:c 2:g0", "ERR"},
    {"masked_select mask cpu", "masked_select", "0:g 1:c", "ERR"},
    {"cat cuda,cpu", "cat", "0:g 0:c", "ERR"},
    {"cat cpu,cuda", "cat", "0:c 0:g", "ERR"},
    {"stack cuda,cpu", "stack", "0:g 0:c", "ERR"},
    {"stack cuda0d,cpu0d", "stack", "0:g0 0:c0", "ERR"},
    {"cross_entropy target cpu", "nn.functional.cross_entropy", "0:g 1:c", "ERR"},
    {"cross_entropy weight cpu", "nn.functional.cross_entropy", "0:g 1:g weight:c", "ERR"},
    {"nll_loss target cpu", "nn.functional.nll_loss", "0:g 1:c", "ERR"},
    {"mse_loss target cpu", "nn.functional.mse_loss", "0:g 1:c", "ERR"},
    {"mse_loss target cpu0d", "nn.functional.mse_loss", "0:g 1:c0", "ERR"},
    {"l1_loss target cpu", "nn.functional.l1_loss", "0:g 1:c", "ERR"},
    {"bce target cpu", "nn.functional.binary_cross_entropy", "0:g 1:c", "ERR"},
    {"bce_logits target cpu", "nn.functional.binary_cross_entropy_with_logits", "0:g 1:c", "ERR"},
    {"bce_logits pos_weight cpu", "nn.functional.binary_cross_entropy_with_logits",
     "0:g 1:g pos_weight:c", "ERR"},
    {"smooth_l1 cpu", "nn.functional.smooth_l1_loss", "0:g 1:c", "ERR"},
    {"huber cpu", "nn.functional.huber_loss", "0:g 1:c", "ERR"},
    {"kl_div cpu", "nn.functional.kl_div", "0:g 1:c", "ERR"},
    {"copy_ cuda<-cpu", "copy_", "o0:g 1:c", "g"},
    {"copy_ cpu<-cuda", "copy_", "o0:c 1:g", "c"},
    {"fill_ cuda,cpu0d", "fill_", "o0:g 1:c0", "g"},
    {"fill_ cpu,cuda0d", "fill_", "o0:c 1:g0", "c"},
    {"normal(mean cuda, std cpu)", "normal", "0:g 1:c", "ERR"},
    {"bernoulli_ p cpu", "bernoulli_", "o0:g 1:c", "g"},
    {"bucketize cuda, cpu boundaries", "bucketize", "0:g 1:c", "ERR"},
    {"searchsorted cpu,cuda", "searchsorted", "0:c 1:g", "ERR"},
    {"isin cuda,cpu", "isin", "0:g 1:c", "ERR"},
    {"bincount w cpu", "bincount", "0:g 1:c", "ERR"},
    {"equal cuda,cpu", "equal", "0:g 1:c", "ERR"},
    {"allclose cuda,cpu", "allclose", "0:g 1:c", "ERR"},
    {"pin_memory cuda", "pin_memory", "0:g", "ERR"},
    {"pin_memory cpu", "pin_memory", "0:c", "c"},
    {"pack_padded lengths cuda", "pack_padded_sequence", "0:c 1:g", "ERR"},
    {"prelu w cpu", "nn.functional.prelu", "0:g 1:c", "ERR"},
    {"grid_sample grid cpu", "nn.functional.grid_sample", "0:g 1:c", "ERR"},
    {"sdpa mask cpu", "nn.functional.scaled_dot_product_attention", "0:g 1:g 2:g attn_mask:c",
     "ERR"},
    {"sdpa kv cpu", "nn.functional.scaled_dot_product_attention", "0:g 1:c 2:c", "ERR"},
    {"einsum", "einsum", "0:g 0:c", "ERR"},
    {"cdist", "cdist", "0:g 1:c", "ERR"},
    {"dot", "dot", "0:g 1:c", "ERR"},
    {"meshgrid", "meshgrid", "0:g 0:c", "ERR"},
    {"block_diag", "block_diag", "0:g 0:c", "ERR"},
    {"repeat_interleave rep cpu", "repeat_interleave", "0:g 1:c", "ERR"},
    {"take_along_dim", "take_along_dim", "0:g 1:c", "ERR"},
    {"heaviside cpu0d", "heaviside", "0:g 1:c0", "g"},
    {"dropout", "nn.functional.dropout", "0:g", "g"},
    {"nonzero", "nonzero", "0:g", "g"},
    {"sort", "sort", "0:g", "g"},
    {"view_as/expand_as", "expand_as", "0:g 1:c", "g"},
    {"broadcast_tensors", "broadcast_tensors", "0:g 0:c", "g"},
    {"complex", "complex", "0:g 1:c", "ERR"},
    {"LSTM x cpu", "lstm", "0:c 2:g", "ERR"},
    {"LSTM h cpu", "lstm", "0:g 1:c 1:c 2:g", "ERR"},
    {"Linear module", "nn.functional.linear", "0:c 1:g 2:g", "ERR"},
    {"foreach_add", "_foreach_add", "0:g 1:c", "ERR"},
    {"set_", "set_", "o0:c 1:g", "ERR"},
};

int device_of(char letter) { return letter == 'c' ? 0 : letter == 'g' ? 1 : 2; }

std::vector<Operand> parse_operands(const char *text) {
  std::vector<Operand> operands;
  std::istringstream items(text);
  for (std::string item; items >> item;) {
    Operand operand;
    if (item[0] == 'o') {
      operand.output = true;
      item.erase(0, 1);
    }
    size_t colon = item.find(':');
    std::string where = item.substr(0, colon);
    auto [end, code] = std::from_chars(where.data(), where.data() + where.size(), operand.position);
    if (code != std::errc()) {
      operand.position = -1;
      operand.keyword = ir::intern(where);
    }
    operand.device = device_of(item[colon + 1]);
    operand.zero_dim = item.size() > colon + 2 ? ZeroDim::Yes : ZeroDim::No;
    operands.push_back(operand);
  }
  return operands;
}

TEST(OperatorCases, AgreeWithPyTorch) {
  for (auto &c : kCases) {
    const OperatorRule *rule = Model::builtin().find_operator(c.op);
    ASSERT_TRUE(rule) << c.name;
    std::vector<Operand> operands = parse_operands(c.operands);
    Judgement judgement = judge(*rule, operands);
    bool error = std::string_view(c.answer) == "ERR";
    EXPECT_EQ(judgement.verdict, error ? Verdict::Error : Verdict::Ok) << c.name;
    if (error) {
      ASSERT_GE(judgement.culprit, 0) << c.name;
      EXPECT_NE(judgement.culprit, judgement.against) << c.name;
    } else {
      ASSERT_GE(judgement.result, 0) << c.name;
      EXPECT_EQ(operands[judgement.result].device, device_of(c.answer[0])) << c.name;
    }
  }
}

// The remaining cases fail nowhere or concern no operator: what the model says of the call's
// result.
struct EntryCase {
  const char *name, *entry;
  Result result;
  Device device;
  const char *argument;
};

constexpr EntryCase kEntries[] = {
    {"full fill=cuda0d", "torch.full", Result::Tensor, Device::Factory, ""},
    {"torch.tensor(cuda)", "torch.tensor", Result::Tensor, Device::Data, "data"},
    {"torch.tensor(cuda,device=cpu)", "torch.tensor", Result::Tensor, Device::Data, "data"},
    {"as_tensor(cuda)", "torch.as_tensor", Result::Tensor, Device::Data, "data"},
    {"torch.tensor([..],device=cuda)", "torch.tensor", Result::Tensor, Device::Data, "data"},
    {"zeros_like cuda", "torch.zeros_like", Result::Tensor, Device::Like, "input"},
    {"zeros_like cuda device=cpu", "torch.zeros_like", Result::Tensor, Device::Like, "input"},
    {"new_zeros cuda", "torch.Tensor.new_zeros", Result::Tensor, Device::Like, "self"},
    {"new_tensor cuda", "torch.Tensor.new_tensor", Result::Tensor, Device::Like, "self"},
    {"to(other)", "torch.Tensor.to", Result::Tensor, Device::To, ""},
    {".cuda()", "torch.Tensor.cuda", Result::Tensor, Device::Argument, "device"},
    {".cuda(1)", "torch.Tensor.cuda", Result::Tensor, Device::Argument, "device"},
    {".cpu()", "torch.Tensor.cpu", Result::Tensor, Device::Cpu, ""},
    {"type_as", "torch.Tensor.type_as", Result::Tensor, Device::Same, "other"},
    {"randperm device cuda", "torch.randperm", Result::Tensor, Device::Factory, ""},
    {"multinomial", "torch.multinomial", Result::Tensor, Device::Same, "input"},
    {"item cuda", "torch.Tensor.item", Result::Number, Device::None, ""},
    {"tolist", "torch.Tensor.tolist", Result::Host, Device::None, ""},
    {"numpy cuda", "torch.Tensor.numpy", Result::Array, Device::None, ""},
    {"numpy cpu", "torch.Tensor.numpy", Result::Array, Device::None, ""},
    {"np.asarray cuda", "numpy.asarray", Result::Array, Device::None, ""},
    {"len", "torch.Tensor.__len__", Result::Int, Device::None, ""},
    {"one_hot", "torch.nn.functional.one_hot", Result::Tensor, Device::Same, "tensor"},
    {"clip_grad_norm_", "torch.nn.utils.clip_grad_norm_", Result::Tensor, Device::Unknown, ""},
    {"is_cuda", "torch.Tensor.is_cuda", Result::Bool, Device::Same, "self"},
    {"get_device", "torch.Tensor.get_device", Result::Int, Device::Same, "self"},
};

TEST(OperatorCases, EntriesSayWhatTheResultIs) {
  for (auto &c : kEntries) {
    const Entry *entry = Model::builtin().find(std::string_view(c.entry));
    ASSERT_TRUE(entry) << c.name;
    EXPECT_EQ(word(entry->result), word(c.result)) << c.name;
    EXPECT_EQ(word(entry->device), word(c.device)) << c.name;
    EXPECT_EQ(ir::name_text(entry->device_arg), c.argument) << c.name;
  }
}

TEST(OperatorCases, EveryMeasuredCaseIsHere) {
  // float(t), bool(t), iter(t), print(t) and `t.data = u` are the front end's and the engine's
  // business.
  constexpr size_t kElsewhere = 5;
  EXPECT_EQ(std::size(kCases) + std::size(kEntries) + kElsewhere, 152u);
}

} // namespace
} // namespace offside::model
