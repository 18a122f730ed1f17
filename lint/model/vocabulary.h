// The words of the model files and the enumerators they stand for, both ways.
#pragma once

#include "lint/model/draft.h"

#include <optional>
#include <string>
#include <string_view>

namespace offside::model {

struct WordError {
  std::string text; // what is wrong, without a place
};

// Each takes the text of one TOML value, e.g. "tensors:values,indices", "same:self", "host:*",
// "start, end=, *, out=". On failure the result is empty and `error` says why, with the words that
// would have been right.
std::optional<DraftResult> parse_result(std::string_view text, WordError &error);
std::optional<std::pair<Device, std::string>> parse_device(std::string_view text, WordError &error);
std::optional<std::pair<Rank, std::string>> parse_rank(std::string_view text, WordError &error);
std::optional<std::pair<Grad, std::string>> parse_grad(std::string_view text, WordError &error);
std::optional<DraftEffect> parse_effect(std::string_view text, WordError &error);
std::optional<OperandRule> parse_operand_rule(std::string_view text, WordError &error);
std::optional<std::vector<DraftParam>> parse_params(std::string_view text, WordError &error);
std::optional<int16_t> parse_torch_version(std::string_view text, WordError &error); // "2.8" -> 208

// The word of an enumerator, for listings and messages.
std::string_view word(Result value);
std::string_view word(Device value);
std::string_view word(Rank value);
std::string_view word(Grad value);
std::string_view word(Effect value);
std::string_view word(OperandRule value);

// Which of the comma-separated fields hold integers, by their names as PyTorch spells them.
uint32_t integer_fields(std::string_view fields);

} // namespace offside::model
