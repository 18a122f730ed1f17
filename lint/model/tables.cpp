// Packs model drafts into flat tables and finds keys in them.
#include "lint/model/tables.h"

#include "lint/model/vocabulary.h"

#include <algorithm>
#include <unordered_map>

namespace offside::model {
namespace {

class Packer {
public:
  std::optional<PackedTables> run(const DraftModel &model, std::string_view version,
                                  std::string &error) {
    for (auto &draft : model.entries) {
      if (!claim(KeyKind::Entry, draft.name, draft.place, error))
        return std::nullopt;
      key(KeyKind::Entry, draft.name, uint32_t(out.entries.size()));
      entry(draft);
    }
    for (auto &alias : model.aliases) {
      if (!claim(alias.prefix ? KeyKind::Prefix : KeyKind::Entry, alias.name, alias.place, error))
        return std::nullopt;
      key(alias.prefix ? KeyKind::Prefix : KeyKind::Alias, alias.name, 0).target =
          text(alias.target);
    }
    // The versions of one operator's rule stand side by side.
    std::vector<const DraftRule *> rules;
    for (auto &rule : model.rules)
      rules.push_back(&rule);
    std::stable_sort(rules.begin(), rules.end(), [](auto *a, auto *b) { return a->op < b->op; });
    for (auto *rule : rules) {
      if (out.rules.empty() || view(out.rules.back().op) != rule->op)
        key(KeyKind::Rule, rule->op, uint32_t(out.rules.size()));
      operator_rule(*rule);
    }
    for (auto &name : model.packages)
      if (claim(KeyKind::Package, name, {}, error))
        key(KeyKind::Package, name, 0);
    for (auto &name : model.complete)
      if (claim(KeyKind::Complete, name, {}, error))
        key(KeyKind::Complete, name, 0);
    error.clear();
    fill_buckets();
    out.version = std::string(version) + content_hash();
    return std::move(out);
  }

private:
  PackedTables out;
  std::unordered_map<std::string, TextRef> texts;
  std::unordered_map<std::string, std::string> places;

  std::string_view view(TextRef ref) const {
    return std::string_view(out.text).substr(ref.offset, ref.length);
  }

  TextRef text(const std::string &value) {
    if (value.empty())
      return {};
    auto [it, fresh] = texts.try_emplace(value);
    if (fresh) {
      it->second = {uint32_t(out.text.size()), uint32_t(value.size())};
      out.text += value;
    }
    return it->second;
  }

  bool claim(KeyKind kind, const std::string &name, const std::string &place, std::string &error) {
    auto [it, fresh] = places.try_emplace(char('0' + int(kind)) + name, place);
    if (!fresh)
      error = place + ": '" + name + "' is already described at " + it->second;
    return fresh;
  }

  FlatKey &key(KeyKind kind, const std::string &name, uint32_t index) {
    return out.keys.emplace_back(FlatKey{text(name), {}, index, uint8_t(kind)});
  }

  void entry(const Draft &draft) {
    FlatEntry flat;
    flat.name = text(draft.name);
    flat.kind = uint8_t(draft.kind);
    flat.result = uint8_t(draft.result.result);
    flat.count = draft.result.count;
    flat.fields = text(draft.result.fields);
    flat.integer_fields = integer_fields(draft.result.fields);
    flat.result_arg = text(draft.result.arg);
    flat.type = text(draft.result.type.empty() ? draft.result_when.type : draft.result.type);
    flat.device = uint8_t(draft.device);
    flat.device_arg = text(draft.device_arg);
    flat.rank = uint8_t(draft.rank);
    flat.rank_arg = text(draft.rank_arg);
    flat.grad = uint8_t(draft.grad);
    flat.grad_arg = text(draft.grad_arg);
    flat.when = text(draft.when);
    flat.result_when = uint8_t(draft.result_when.result);
    flat.count_when = draft.result_when.count;
    flat.fields_when = text(draft.result_when.fields);
    flat.integer_fields_when = integer_fields(draft.result_when.fields);
    flat.op = text(draft.op);
    flat.since = draft.since;
    flat.until = draft.until;
    flat.param_first = uint32_t(out.params.size());
    flat.param_count = uint16_t(draft.params.size());
    for (auto &p : draft.params)
      out.params.push_back({text(p.name), uint8_t(p.kind), uint8_t(p.optional)});
    flat.effect_first = uint32_t(out.effects.size());
    flat.effect_count = uint16_t(draft.effects.size());
    for (auto &e : draft.effects)
      out.effects.push_back({text(e.arg), uint32_t(e.effect)});
    flat.base_first = uint32_t(out.bases.size());
    flat.base_count = uint16_t(draft.bases.size());
    for (auto &base : draft.bases)
      out.bases.push_back(text(base));
    out.entries.push_back(flat);
  }

  void operator_rule(const DraftRule &rule) {
    FlatRule flat;
    flat.op = text(rule.op);
    flat.input = uint8_t(rule.input);
    flat.rest = uint8_t(rule.rest);
    flat.cpu_scalars = rule.cpu_scalars;
    flat.out_exact = rule.out_exact;
    flat.since = rule.since;
    flat.until = rule.until;
    flat.arg_first = uint32_t(out.operands.size());
    flat.arg_count = uint16_t(rule.args.size());
    for (auto arg : rule.args)
      out.operands.push_back(uint8_t(arg));
    flat.keyword_first = uint32_t(out.keywords.size());
    flat.keyword_count = uint16_t(rule.keywords.size());
    for (auto &[name, value] : rule.keywords)
      out.keywords.push_back({text(name), uint32_t(value)});
    out.rules.push_back(flat);
  }

  void fill_buckets() {
    size_t size = 16;
    while (size < out.keys.size() * 2)
      size *= 2;
    out.buckets.assign(size, 0);
    for (size_t i = 0; i < out.keys.size(); ++i) {
      size_t at = hash_key(KeyKind(out.keys[i].kind), view(out.keys[i].name)) & (size - 1);
      while (out.buckets[at])
        at = (at + 1) & (size - 1);
      out.buckets[at] = uint32_t(i + 1);
    }
  }

  std::string content_hash() const {
    uint64_t hash = hash_key(KeyKind::Entry, out.text);
    auto mix = [&](const auto &items) {
      for (auto byte : std::span((const uint8_t *)items.data(), items.size() * sizeof(items[0])))
        hash = (hash ^ byte) * 0x100000001b3u;
    };
    mix(out.buckets);
    mix(out.operands);
    for (auto &e : out.entries)
      for (uint8_t byte : {e.kind, e.result, e.count, e.device, e.rank, e.grad, e.result_when})
        hash = (hash ^ byte) * 0x100000001b3u;
    static constexpr char kDigits[] = "0123456789abcdef";
    std::string digits;
    for (int shift = 28; shift >= 0; shift -= 4)
      digits += kDigits[(hash >> shift) & 15];
    return digits;
  }
};

// Entries and aliases share one name space.
KeyKind space(KeyKind kind) { return kind == KeyKind::Alias ? KeyKind::Entry : kind; }

} // namespace

uint64_t hash_key(KeyKind kind, std::string_view name) {
  uint64_t hash = 0xcbf29ce484222325u + uint64_t(space(kind));
  for (unsigned char c : name)
    hash = (hash ^ c) * 0x100000001b3u;
  return hash ^ (hash >> 29);
}

const FlatKey *Tables::find(KeyKind kind, std::string_view name) const {
  if (buckets.empty())
    return nullptr;
  size_t mask = buckets.size() - 1;
  for (size_t i = hash_key(kind, name) & mask; buckets[i]; i = (i + 1) & mask) {
    const FlatKey &key = keys[buckets[i] - 1];
    if (space(KeyKind(key.kind)) == space(kind) && at(key.name) == name)
      return &key;
  }
  return nullptr;
}

Tables PackedTables::view() const {
  return {text, entries, params, effects, bases, rules, operands, keywords, keys, buckets, version};
}

std::optional<PackedTables> pack(const DraftModel &model, std::string_view version,
                                 std::string &error) {
  return Packer().run(model, version, error);
}

} // namespace offside::model
