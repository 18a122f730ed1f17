// Packed model tables: plain arrays with offsets into one text, so that the compiled-in model costs
// nothing to start.
//
// The same layout is printed as source by offside-modelc at build time and filled in memory for
// `--model FILE`.
#pragma once

#include "lint/model/draft.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace offside::model {

struct TextRef {
  uint32_t offset = 0, length = 0;
};

struct FlatParam {
  TextRef name;
  uint8_t kind = 0, optional = 0;
};

struct FlatEffect {
  TextRef arg;
  uint32_t effect = 0;
};

struct FlatEntry {
  TextRef name, result_arg, device_arg, rank_arg, grad_arg, type, fields, when, fields_when, op;
  uint32_t integer_fields = 0, integer_fields_when = 0;
  uint32_t param_first = 0, effect_first = 0, base_first = 0;
  uint16_t param_count = 0, effect_count = 0, base_count = 0;
  int16_t since = 0, until = 0;
  uint8_t kind = 0, result = 0, count = 0, device = 0, rank = 0, grad = 0, result_when = 0,
          count_when = 0;
};

struct FlatKeyword {
  TextRef name;
  uint32_t rule = 0;
};

struct FlatRule {
  TextRef op;
  uint32_t arg_first = 0, keyword_first = 0;
  uint16_t arg_count = 0, keyword_count = 0;
  int16_t since = 0, until = 0;
  uint8_t input = 0, rest = 0, cpu_scalars = 1, out_exact = 1;
};

enum class KeyKind : uint8_t { Entry, Alias, Prefix, Rule, Package, Complete };

// What a text leads to: `index` is an entry or the first of a run of rules for one operator;
// aliases carry their target.
struct FlatKey {
  TextRef name, target;
  uint32_t index = 0;
  uint8_t kind = 0;
};

struct Tables {
  std::string_view text;
  std::span<const FlatEntry> entries;
  std::span<const FlatParam> params;
  std::span<const FlatEffect> effects;
  std::span<const TextRef> bases;
  std::span<const FlatRule> rules;
  std::span<const uint8_t> operands;
  std::span<const FlatKeyword> keywords;
  std::span<const FlatKey> keys;
  std::span<const uint32_t> buckets; // open addressing, power of two: 0 = empty, else key index + 1
  std::string_view version;

  std::string_view at(TextRef ref) const { return text.substr(ref.offset, ref.length); }
  const FlatKey *find(KeyKind kind, std::string_view name) const;
};

// Owns what a Tables points to.
struct PackedTables {
  std::string text, version;
  std::vector<FlatEntry> entries;
  std::vector<FlatParam> params;
  std::vector<FlatEffect> effects;
  std::vector<TextRef> bases;
  std::vector<FlatRule> rules;
  std::vector<uint8_t> operands;
  std::vector<FlatKeyword> keywords;
  std::vector<FlatKey> keys;
  std::vector<uint32_t> buckets;
  Tables view() const;
};

uint64_t hash_key(KeyKind kind, std::string_view name);

// Packs checked drafts. Two entries, aliases or prefixes of one name are an error (in `error`, with
// both places). `version` is followed by a hash of everything packed.
std::optional<PackedTables> pack(const DraftModel &model, std::string_view version,
                                 std::string &error);

const Tables &builtin_tables(); // defined in the generated file

} // namespace offside::model
