// Looks names up in the packed tables; an entry is unpacked when it is first asked for.
#include "lint/model/model.h"

#include "lint/model/tables.h"
#include "lint/model/toml_reader.h"

#include <atomic>
#include <deque>
#include <memory>
#include <mutex>

namespace offside::model {
namespace {

constexpr ir::Name kNoName = 0xffffffffu;
constexpr size_t kMostBases = 64; // a project's own file may close bases to a circle

ir::Name name_or_none(std::string_view text) { return text.empty() ? kNoName : ir::intern(text); }

Entry unpack(const Tables &tables, const FlatEntry &flat) {
  Entry entry;
  entry.name = tables.at(flat.name);
  entry.kind = Kind(flat.kind);
  entry.result = Result(flat.result);
  entry.count = flat.count;
  entry.device = Device(flat.device);
  entry.rank = Rank(flat.rank);
  entry.grad = Grad(flat.grad);
  entry.result_arg = name_or_none(tables.at(flat.result_arg));
  entry.device_arg = name_or_none(tables.at(flat.device_arg));
  entry.rank_arg = name_or_none(tables.at(flat.rank_arg));
  entry.grad_arg = name_or_none(tables.at(flat.grad_arg));
  entry.type = tables.at(flat.type);
  entry.fields = tables.at(flat.fields);
  entry.integer_fields = flat.integer_fields;
  entry.when = name_or_none(tables.at(flat.when));
  entry.result_when = Result(flat.result_when);
  entry.count_when = flat.count_when;
  entry.fields_when = tables.at(flat.fields_when);
  entry.integer_fields_when = flat.integer_fields_when;
  entry.op = tables.at(flat.op);
  entry.since = flat.since;
  entry.until = flat.until;
  for (auto &p : tables.params.subspan(flat.param_first, flat.param_count))
    entry.params.push_back({ir::intern(tables.at(p.name)), ParamKind(p.kind), p.optional != 0});
  for (auto &e : tables.effects.subspan(flat.effect_first, flat.effect_count))
    entry.effects.push_back({Effect(e.effect), name_or_none(tables.at(e.arg))});
  for (auto &base : tables.bases.subspan(flat.base_first, flat.base_count))
    entry.bases.push_back(tables.at(base));
  return entry;
}

OperatorRule unpack(const Tables &tables, const FlatRule &flat) {
  OperatorRule rule;
  rule.op = tables.at(flat.op);
  rule.input = OperandRule(flat.input);
  rule.rest = OperandRule(flat.rest);
  rule.cpu_scalars = flat.cpu_scalars;
  rule.out_exact = flat.out_exact != 0;
  rule.since = flat.since;
  rule.until = flat.until;
  for (uint8_t arg : tables.operands.subspan(flat.arg_first, flat.arg_count))
    rule.args.push_back(OperandRule(arg));
  for (auto &keyword : tables.keywords.subspan(flat.keyword_first, flat.keyword_count))
    rule.keywords.emplace_back(ir::intern(tables.at(keyword.name)), OperandRule(keyword.rule));
  return rule;
}

// One set of tables and what has been unpacked from it.
struct Layer {
  std::unique_ptr<PackedTables> owned; // none for the compiled-in tables
  Tables tables;
  std::unique_ptr<std::atomic<const Entry *>[]> entries;
  std::unique_ptr<std::atomic<const OperatorRule *>[]> rules;

  explicit Layer(const Tables &t)
      : tables(t), entries(new std::atomic<const Entry *>[t.entries.size()]()),
        rules(new std::atomic<const OperatorRule *>[t.rules.size()]()) {}
};

// From a name's id to its entry, without a lock. A slot says "not asked yet", "no such entry" or
// the entry.
class NameCache {
public:
  static const Entry *absent() {
    static const Entry entry;
    return &entry;
  }
  const Entry *get(ir::Name name) const {
    const Chunk *chunk =
        name < kLimit ? chunks[name / kChunk].load(std::memory_order_acquire) : nullptr;
    return chunk ? chunk->slots[name % kChunk].load(std::memory_order_acquire) : nullptr;
  }
  void set(ir::Name name, const Entry *entry) {
    if (name >= kLimit)
      return;
    auto &place = chunks[name / kChunk];
    Chunk *chunk = place.load(std::memory_order_acquire);
    if (!chunk) {
      auto fresh = std::make_unique<Chunk>();
      if (place.compare_exchange_strong(chunk, fresh.get()))
        chunk = fresh.release();
    }
    chunk->slots[name % kChunk].store(entry, std::memory_order_release);
  }
  void clear() {
    for (auto &place : chunks)
      delete place.exchange(nullptr);
  }
  ~NameCache() { clear(); }

private:
  static constexpr size_t kChunk = 4096, kLimit = kChunk * 8192;
  struct Chunk {
    std::atomic<const Entry *> slots[kChunk] = {};
  };
  std::atomic<Chunk *> chunks[kLimit / kChunk] = {};
};

} // namespace

struct Model::State {
  std::vector<std::unique_ptr<Layer>> layers; // later ones win
  NameCache cache;
  std::mutex mutex; // guards the two below
  std::deque<Entry> unpacked_entries;
  std::deque<OperatorRule> unpacked_rules;
  std::string version;

  const Entry *entry(Layer &layer, uint32_t index) {
    auto &slot = layer.entries[index];
    if (auto *entry = slot.load(std::memory_order_acquire))
      return entry;
    std::lock_guard lock(mutex);
    if (auto *entry = slot.load(std::memory_order_acquire))
      return entry;
    auto *entry = &unpacked_entries.emplace_back(unpack(layer.tables, layer.tables.entries[index]));
    slot.store(entry, std::memory_order_release);
    return entry;
  }

  const OperatorRule *rule(Layer &layer, uint32_t index) {
    auto &slot = layer.rules[index];
    if (auto *rule = slot.load(std::memory_order_acquire))
      return rule;
    std::lock_guard lock(mutex);
    if (auto *rule = slot.load(std::memory_order_acquire))
      return rule;
    auto *rule = &unpacked_rules.emplace_back(unpack(layer.tables, layer.tables.rules[index]));
    slot.store(rule, std::memory_order_release);
    return rule;
  }

  // `depth` bounds chains of aliases, which a project's own file may close to a circle.
  const Entry *find(std::string_view name, int depth = 0) {
    if (depth > 8)
      return nullptr;
    for (size_t i = layers.size(); i-- > 0;) {
      Layer &layer = *layers[i];
      const FlatKey *key = layer.tables.find(KeyKind::Entry, name);
      if (!key)
        continue;
      if (KeyKind(key->kind) == KeyKind::Entry)
        return entry(layer, key->index);
      return find(layer.tables.at(key->target), depth + 1);
    }
    // A method reached through its class may be a base's: transformers.BertModel.from_pretrained.
    if (size_t dot = name.rfind('.'); dot != name.npos && dot > 0 && depth == 0)
      if (auto *klass = find(name.substr(0, dot), depth + 1); klass && klass->kind == Kind::Class)
        return find_method(*klass, name.substr(dot + 1));
    for (size_t dot = name.rfind('.'); dot != name.npos && dot > 0; dot = name.rfind('.', dot - 1))
      for (size_t i = layers.size(); i-- > 0;)
        if (auto *key = layers[i]->tables.find(KeyKind::Prefix, name.substr(0, dot)))
          return find(std::string(layers[i]->tables.at(key->target)).append(name.substr(dot)),
                      depth + 1);
    return nullptr;
  }

  // Nearest base first, breadth by breadth; a class seen twice adds nothing.
  const Entry *find_method(const Entry &klass, std::string_view method) {
    std::vector<const Entry *> line{&klass};
    std::string text;
    for (size_t i = 0; i < line.size() && i < kMostBases; ++i) {
      text.assign(line[i]->name).append(".").append(method);
      if (auto *entry = find(text, 1))
        return entry;
      for (auto base : line[i]->bases)
        if (auto *entry = find(base))
          line.push_back(entry);
    }
    return nullptr;
  }
};

Model::Model() : state(new State) {
  state->layers.push_back(std::make_unique<Layer>(builtin_tables()));
  state->version = builtin_tables().version;
}

Model::~Model() { delete state; }

Model &Model::builtin() {
  static Model model;
  return model;
}

std::string Model::add_file(const std::string &path) {
  DraftModel drafts;
  std::string error = read_model_file(path, drafts);
  if (!error.empty())
    return error;
  auto packed = pack(drafts, "", error);
  if (!packed)
    return error;
  auto owned = std::make_unique<PackedTables>(std::move(*packed));
  auto layer = std::make_unique<Layer>(owned->view());
  state->version += "+" + owned->version;
  layer->owned = std::move(owned);
  state->layers.push_back(std::move(layer));
  state->cache.clear();
  return {};
}

const Entry *Model::find(ir::Name name) const {
  if (auto *cached = state->cache.get(name))
    return cached == NameCache::absent() ? nullptr : cached;
  const Entry *entry = state->find(ir::name_text(name));
  state->cache.set(name, entry ? entry : NameCache::absent());
  return entry;
}

const Entry *Model::find(std::string_view name) const { return state->find(name); }

const Entry *Model::find_method(const Entry &klass, ir::Name method) const {
  return state->find_method(klass, ir::name_text(method));
}

bool Model::derives(const Entry &klass, std::string_view base) const {
  std::vector<const Entry *> line{&klass};
  for (size_t i = 0; i < line.size() && i < kMostBases; ++i) {
    if (line[i]->name == base)
      return true;
    for (auto name : line[i]->bases) {
      if (name == base)
        return true;
      if (auto *entry = state->find(name))
        line.push_back(entry);
    }
  }
  return false;
}

const OperatorRule *Model::find_operator(std::string_view op, int torch) const {
  for (size_t i = state->layers.size(); i-- > 0;) {
    Layer &layer = *state->layers[i];
    const FlatKey *key = layer.tables.find(KeyKind::Rule, op);
    if (!key)
      continue;
    auto &rules = layer.tables.rules;
    for (uint32_t at = key->index; at < rules.size() && layer.tables.at(rules[at].op) == op; ++at) {
      bool newest = torch == 0;
      if (rules[at].until && (newest || torch > rules[at].until))
        continue;
      if (rules[at].since && !newest && torch < rules[at].since)
        continue;
      return state->rule(layer, at);
    }
  }
  return nullptr;
}

bool Model::knows_package(std::string_view top) const {
  for (auto &layer : state->layers)
    if (layer->tables.find(KeyKind::Package, top))
      return true;
  return false;
}

bool Model::lists_all(std::string_view module) const {
  for (auto &layer : state->layers)
    if (layer->tables.find(KeyKind::Complete, module))
      return true;
  return false;
}

std::string_view Model::version() const { return state->version; }

int operand_position(const Entry &entry, size_t param) {
  if (param >= entry.params.size())
    return -1;
  switch (entry.params[param].kind) {
  case ParamKind::KeywordOnly:
  case ParamKind::Keywords:
    return -1;
  default:
    // Methods are described without self, which is operand 0.
    return int(param) + (entry.name.starts_with("torch.Tensor.") ? 1 : 0);
  }
}

} // namespace offside::model
