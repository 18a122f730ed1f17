// The words of the model files and the enumerators they stand for, both ways.
#include "lint/model/vocabulary.h"

#include <array>
#include <charconv>

namespace offside::model {
namespace {

// Whether a word is followed by ":NAME".
enum class Tail : uint8_t { No, Maybe, Yes };

template <class E> struct Word {
  std::string_view text;
  E value;
  Tail tail = Tail::No;
};

constexpr Word<Result> kResults[] = {
    {"unknown", Result::Unknown},
    {"none", Result::None},
    {"bool", Result::Bool},
    {"int", Result::Int},
    {"float", Result::Float},
    {"str", Result::Str},
    {"number", Result::Number},
    {"shape", Result::Shape},
    {"device", Result::Device},
    {"dtype", Result::Dtype},
    {"tensor", Result::Tensor},
    {"tensors", Result::Tensors, Tail::Yes},
    {"tensor-list", Result::TensorList},
    {"array", Result::Array},
    {"instance", Result::Instance, Tail::Maybe},
    {"self", Result::Self},
    {"arg", Result::Argument, Tail::Yes},
    {"element", Result::Element, Tail::Yes},
    {"list", Result::List, Tail::Yes},
    {"state", Result::State},
    {"host", Result::Host},
    {"raises", Result::Raises},
    {"pairs", Result::Pairs},
    {"instances", Result::Instances, Tail::Yes},
};

constexpr Word<Device> kDevices[] = {
    {"none", Device::None},
    {"factory", Device::Factory},
    {"cpu", Device::Cpu},
    {"cuda", Device::Cuda},
    {"common", Device::Common},
    {"same", Device::Same, Tail::Yes},
    {"like", Device::Like, Tail::Yes},
    {"data", Device::Data, Tail::Yes},
    {"arg", Device::Argument, Tail::Maybe},
    {"to", Device::To},
    {"module", Device::Module},
    {"saved", Device::Saved},
    {"unknown", Device::Unknown},
};

constexpr Word<Rank> kRanks[] = {
    {"?", Rank::Maybe},
    {"0", Rank::Zero},
    {"n", Rank::NonZero},
    {"same", Rank::Same, Tail::Yes},
    {"broadcast", Rank::Broadcast},
    {"reduce", Rank::Reduce},
    {"size", Rank::Size},
    {"data", Rank::Data, Tail::Yes},
};

constexpr Word<Grad> kGrads[] = {
    {"any", Grad::Any},
    {"no", Grad::No},
    {"yes", Grad::Yes},
    {"arg", Grad::Argument},
    {"same", Grad::Same, Tail::Yes},
};

constexpr Word<Effect> kEffects[] = {
    {"result-needed", Effect::ResultNeeded},
    {"in-place", Effect::InPlace},
    {"moves-self", Effect::MovesSelf},
    {"no-grad", Effect::NoGrad},
    {"enable-grad", Effect::EnableGrad},
    {"set-grad", Effect::SetGrad, Tail::Yes},
    {"default-device", Effect::DefaultDevice, Tail::Yes},
    {"current-device", Effect::CurrentDevice, Tail::Yes},
    {"default-type", Effect::DefaultType, Tail::Yes},
    {"detach", Effect::Detach},
    {"requires-grad", Effect::RequiresGrad, Tail::Maybe},
    {"host", Effect::Host, Tail::Yes},
    {"numpy", Effect::Numpy},
    {"sync", Effect::Sync},
    {"register-buffer", Effect::RegisterBuffer},
    {"register-parameter", Effect::RegisterParameter},
    {"register-module", Effect::RegisterModule},
    {"parameter", Effect::Parameter},
    {"buffer", Effect::Buffer},
    {"available", Effect::Available, Tail::Yes},
    {"backward", Effect::Backward, Tail::Maybe},
    {"optimizer", Effect::Optimizer, Tail::Yes},
    {"eager-state", Effect::EagerState},
    {"optimizer-step", Effect::OptimizerStep, Tail::Maybe},
    {"loader", Effect::Loader, Tail::Yes},
    {"dataset", Effect::Dataset},
    {"cpu-generator", Effect::CpuGenerator, Tail::Yes},
    {"generator", Effect::Generator, Tail::Yes},
    {"on-cpu", Effect::OnCpu, Tail::Yes},
    {"pin", Effect::Pin},
    {"eval", Effect::Eval},
    {"train", Effect::Train},
    {"prepare", Effect::Prepare},
    {"moves-batch", Effect::MovesBatch},
    {"framework-moves", Effect::UserManaged},
    {"loss", Effect::LossModule},
    {"weight", Effect::ParameterWeight, Tail::Yes},
    {"is-tensor", Effect::IsTensor},
    {"saves", Effect::Saves, Tail::Yes},
    {"copies-state", Effect::CopiesState},
    {"calls", Effect::Callback, Tail::Yes},
    {"data-parallel", Effect::DataParallel},
    {"cuda-only", Effect::CudaOnly},
    {"accelerator-only", Effect::AcceleratorOnly},
    {"maybe-none", Effect::MaybeNone},
    {"autocast-device", Effect::AutocastDevice, Tail::Yes},
    {"context-manager", Effect::ContextManager},
    {"deepcopy", Effect::Deepcopy, Tail::Yes},
    {"empty-cache", Effect::EmptyCache},
    {"no-parameters", Effect::NoParameters},
    {"escapes", Effect::Escapes, Tail::Yes},
    {"container", Effect::Container},
};

constexpr Word<OperandRule> kOperandRules[] = {
    {"free", OperandRule::Free},     {"exact", OperandRule::Exact},
    {"scalar", OperandRule::Scalar}, {"0d-free", OperandRule::ZeroDimFree},
    {"index", OperandRule::Index},   {"cpu", OperandRule::Cpu},
};

std::string_view trim(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\n'))
    text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\n'))
    text.remove_suffix(1);
  return text;
}

template <class E, size_t N> std::string_view word_of(const Word<E> (&words)[N], E value) {
  for (auto &w : words)
    if (w.value == value)
      return w.text;
  return "?";
}

template <class E, size_t N>
std::optional<std::pair<E, std::string>> parse(const Word<E> (&words)[N], std::string_view text,
                                               WordError &error) {
  text = trim(text);
  size_t colon = text.find(':');
  std::string_view head = text.substr(0, colon);
  std::string_view tail = colon == text.npos ? std::string_view() : text.substr(colon + 1);
  for (auto &w : words) {
    if (w.text != head)
      continue;
    if (w.tail == Tail::No && colon != text.npos) {
      error.text = "'" + std::string(head) + "' takes no ':' part";
      return std::nullopt;
    }
    if (w.tail == Tail::Yes && tail.empty()) {
      error.text = "'" + std::string(head) + "' needs a name: '" + std::string(head) + ":NAME'";
      return std::nullopt;
    }
    return std::pair{w.value, std::string(tail)};
  }
  error.text = "unknown word '" + std::string(head) + "'; known are";
  for (auto &w : words)
    error.text += (&w == words ? " " : ", ") + std::string(w.text);
  return std::nullopt;
}

} // namespace

std::optional<DraftResult> parse_result(std::string_view text, WordError &error) {
  auto parsed = parse(kResults, text, error);
  if (!parsed)
    return std::nullopt;
  DraftResult result{parsed->first, 0, {}, {}, {}};
  std::string &tail = parsed->second;
  switch (result.result) {
  case Result::Tensors: {
    unsigned count = 0;
    auto [end, code] = std::from_chars(tail.data(), tail.data() + tail.size(), count);
    if (code == std::errc() && end == tail.data() + tail.size()) {
      if (count == 0 || count > 32) {
        error.text = "'tensors:N' needs N from 1 to 32";
        return std::nullopt;
      }
      result.count = uint8_t(count);
      break;
    }
    result.count = 1;
    for (char c : tail)
      if (c == ',')
        ++result.count;
    result.fields = tail;
    break;
  }
  case Result::Instance:
  case Result::Instances:
    result.type = tail;
    break;
  default:
    result.arg = tail;
  }
  return result;
}

std::optional<std::pair<Device, std::string>> parse_device(std::string_view text,
                                                           WordError &error) {
  return parse(kDevices, text, error);
}
std::optional<std::pair<Rank, std::string>> parse_rank(std::string_view text, WordError &error) {
  return parse(kRanks, text, error);
}
std::optional<std::pair<Grad, std::string>> parse_grad(std::string_view text, WordError &error) {
  return parse(kGrads, text, error);
}
std::optional<DraftEffect> parse_effect(std::string_view text, WordError &error) {
  auto parsed = parse(kEffects, text, error);
  if (!parsed)
    return std::nullopt;
  return DraftEffect{parsed->first, std::move(parsed->second)};
}
std::optional<OperandRule> parse_operand_rule(std::string_view text, WordError &error) {
  auto parsed = parse(kOperandRules, text, error);
  if (!parsed)
    return std::nullopt;
  return parsed->first;
}

std::optional<std::vector<DraftParam>> parse_params(std::string_view text, WordError &error) {
  std::vector<DraftParam> params;
  bool keyword_only = false;
  while (!(text = trim(text)).empty()) {
    size_t comma = text.find(',');
    std::string_view item = trim(text.substr(0, comma));
    text = comma == text.npos ? std::string_view() : text.substr(comma + 1);
    if (item == "*") {
      keyword_only = true;
      continue;
    }
    if (item == "/") {
      for (auto &p : params)
        p.kind = ParamKind::Positional;
      continue;
    }
    DraftParam param;
    param.kind = keyword_only ? ParamKind::KeywordOnly : ParamKind::Normal;
    if (item.starts_with("**")) {
      param.kind = ParamKind::Keywords;
      param.optional = true;
      item.remove_prefix(2);
    } else if (item.starts_with("*")) {
      param.kind = ParamKind::Variadic;
      param.optional = true;
      keyword_only = true;
      item.remove_prefix(1);
    }
    if (item.ends_with("=")) {
      param.optional = true;
      item.remove_suffix(1);
    }
    bool good = !item.empty();
    for (char c : item)
      good &=
          c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    if (!good) {
      error.text =
          "bad parameter '" + std::string(item) + "'; write names as 'a, b=, *, c=, **rest'";
      return std::nullopt;
    }
    param.name = item;
    for (auto &p : params)
      if (p.name == param.name) {
        error.text = "parameter '" + param.name + "' is named twice";
        return std::nullopt;
      }
    params.push_back(std::move(param));
  }
  return params;
}

std::optional<int16_t> parse_torch_version(std::string_view text, WordError &error) {
  unsigned major = 0, minor = 0;
  const char *end = text.data() + text.size();
  auto first = std::from_chars(text.data(), end, major);
  if (first.ec == std::errc() && first.ptr != end && *first.ptr == '.') {
    auto second = std::from_chars(first.ptr + 1, end, minor);
    if (second.ec == std::errc() && second.ptr == end && major < 100 && minor < 100)
      return int16_t(major * 100 + minor);
  }
  error.text = "bad version '" + std::string(text) + "'; write \"MAJOR.MINOR\"";
  return std::nullopt;
}

std::string_view word(Result value) { return word_of(kResults, value); }
std::string_view word(Device value) { return word_of(kDevices, value); }
std::string_view word(Rank value) { return word_of(kRanks, value); }
std::string_view word(Grad value) { return word_of(kGrads, value); }
std::string_view word(Effect value) { return word_of(kEffects, value); }
std::string_view word(OperandRule value) { return word_of(kOperandRules, value); }

uint32_t integer_fields(std::string_view fields) {
  static constexpr std::string_view kInteger[] = {
      "indices", "inverse_indices", "counts", "pivots", "info", "rank", "exponent", "batch_sizes"};
  uint32_t mask = 0, bit = 1;
  while (!fields.empty() && bit) {
    size_t comma = fields.find(',');
    std::string_view field = trim(fields.substr(0, comma));
    for (auto name : kInteger)
      if (field == name)
        mask |= bit;
    bit <<= 1;
    fields = comma == fields.npos ? std::string_view() : fields.substr(comma + 1);
  }
  return mask;
}

} // namespace offside::model
