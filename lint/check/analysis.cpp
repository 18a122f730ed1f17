// One engine run per file, in parallel; findings merged, sorted and freed of repetitions.
#include "lint/check/analysis.h"
#include "lint/check/judge.h"
#include "lint/source/parallel.h"

#include <algorithm>
#include <memory>

namespace offside::check {

using namespace placement;

namespace {

// Tells two observers.
class Both final : public Observer {
public:
  Both(Observer &one, Observer &other) : one(one), other(other) {}
  void conflict(const Machine &m, const Conflict &c) override {
    one.conflict(m, c);
    other.conflict(m, c);
  }
  void agreed(const Machine &m, const Site &s) override {
    one.agreed(m, s);
    other.agreed(m, s);
  }
  void library_call(const Machine &m, const LibraryCall &c) override {
    one.library_call(m, c);
    other.library_call(m, c);
  }
  void library_attribute(const Machine &m, const Site &s, ir::Name n) override {
    one.library_attribute(m, s, n);
    other.library_attribute(m, s, n);
  }
  void discard(const Machine &m, const Site &s, ir::Reg r) override {
    one.discard(m, s, r);
    other.discard(m, s, r);
  }
  void compare(const Machine &m, const Site &s, ir::CompareOp op, Value l, Value r) override {
    one.compare(m, s, op, l, r);
    other.compare(m, s, op, l, r);
  }
  void attribute_load(const Machine &m, const Site &s, Value v, ir::Name n) override {
    one.attribute_load(m, s, v, n);
    other.attribute_load(m, s, v, n);
  }
  void attribute_store(const Machine &m, const Site &s, Value o, ir::Name n, Value v) override {
    one.attribute_store(m, s, o, n, v);
    other.attribute_store(m, s, o, n, v);
  }
  void module_call(const Machine &m, const Site &s, Value v,
                   const std::vector<Actual> &a) override {
    one.module_call(m, s, v, a);
    other.module_call(m, s, v, a);
  }
  void accumulate(const Machine &m, const Site &s, Value l, Value r) override {
    one.accumulate(m, s, l, r);
    other.accumulate(m, s, l, r);
  }
  void append(const Machine &m, const Site &s, Value c, Value e) override {
    one.append(m, s, c, e);
    other.append(m, s, c, e);
  }
  void constructed(const Machine &m, Value v) override {
    one.constructed(m, v);
    other.constructed(m, v);
  }
  void project_call(const Machine &m, const Site &s, uint32_t p, uint32_t f,
                    const std::vector<Actual> &a) override {
    one.project_call(m, s, p, f, a);
    other.project_call(m, s, p, f, a);
  }

private:
  Observer &one, &other;
};

std::unique_ptr<Judge> judge_file(const std::vector<Input> &inputs, const Index &index,
                                  const Options &options, uint32_t id, Observer *beside) {
  auto owner = std::make_unique<Judge>(inputs, index, options, id);
  Judge &judge = *owner;
  Settings settings;
  settings.torch_version = options.torch_version;
  Both both(judge, beside ? *beside : judge);
  Machine machine(index, beside ? static_cast<Observer &>(both) : judge, settings);
  machine.run_module(id);
  const ir::Program &p = index.program(id);
  for (uint32_t f = 1; f < p.functions.size(); ++f) {
    const ir::Function &fn = p.functions[f];
    // Methods go with their class, closures with the function that makes them.
    bool nested = fn.parent != ir::kNone && p.functions[fn.parent].kind != ir::FunctionKind::Module;
    if (fn.kind == ir::FunctionKind::Def && fn.klass == ir::kNone && !nested)
      machine.run_root(id, f);
  }
  for (uint32_t k = 0; k < p.classes.size(); ++k)
    machine.run_class(id, k);
  judge.static_rules();
  return owner;
}

} // namespace

// One operation seen from two files may be told by two rules, which are two words for one conflict:
// the surer one stays.
static void drop_retold(std::vector<Finding> &sorted) {
  static constexpr std::string_view conflicts[] = {"DEV101", "DEV102", "DEV103", "DEV105",
                                                   "DEV107", "DEV109", "DEV120"};
  const auto is_conflict = [](const Finding &f) {
    return std::find(std::begin(conflicts), std::end(conflicts), f.rule) != std::end(conflicts);
  };
  std::vector<Finding> kept;
  for (Finding &f : sorted) {
    Finding *same = nullptr;
    for (size_t k = kept.size();
         k-- > 0 && !same && kept[k].path == f.path && kept[k].span.begin == f.span.begin;)
      if (kept[k].span.end == f.span.end && is_conflict(kept[k]) && is_conflict(f))
        same = &kept[k];
    if (!same)
      kept.push_back(std::move(f));
    else if (f.severity > same->severity)
      *same = std::move(f);
  }
  sorted = std::move(kept);
}

std::vector<Finding> analyze(const std::vector<Input> &inputs, const Options &options,
                             const Watch *watch) {
  std::vector<const ir::Program *> programs;
  for (const Input &i : inputs)
    programs.push_back(i.program);
  Index index(programs, model::Model::builtin());
  std::vector<std::unique_ptr<Judge>> judges(inputs.size());
  // Large files first, so that no thread is left alone with one at the end.
  std::vector<uint32_t> order(inputs.size());
  for (uint32_t k = 0; k < order.size(); ++k)
    order[k] = k;
  std::stable_sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
    return programs[a]->insts.size() > programs[b]->insts.size();
  });
  for_each_index(order.size(), thread_count(options.threads), [&](size_t k) {
    judges[order[k]] =
        judge_file(inputs, index, options, order[k], watch ? watch->observer(order[k]) : nullptr);
  });

  std::set<SiteKey> called_on_cpu;
  for (auto &judge : judges)
    called_on_cpu.insert(judge->on_cpu().begin(), judge->on_cpu().end());
  std::vector<Finding> all;
  for (auto &judge : judges) {
    for (Finding &f : judge->verdicts(called_on_cpu))
      all.push_back(std::move(f));
    judge.reset();
  }
  auto key = [](const Finding &f) { return std::tie(f.path, f.span.begin, f.span.end, f.rule); };
  std::stable_sort(all.begin(), all.end(), [&](const Finding &a, const Finding &b) {
    if (key(a) != key(b))
      return key(a) < key(b);
    return std::tuple(-int(a.severity), std::cref(a.message).get()) <
           std::tuple(-int(b.severity), std::cref(b.message).get());
  });
  all.erase(std::unique(all.begin(), all.end(),
                        [&](const Finding &a, const Finding &b) { return key(a) == key(b); }),
            all.end());
  drop_retold(all);
  if (watch)
    watch->finished(index, all);
  return all;
}

std::string dump_placement(const std::vector<Input> &inputs, size_t file, const Options &options) {
  std::vector<const ir::Program *> programs;
  for (const Input &i : inputs)
    programs.push_back(i.program);
  Index index(programs, model::Model::builtin());
  Judge judge(inputs, index, options, uint32_t(file));
  Settings settings;
  settings.torch_version = options.torch_version;
  Machine machine(index, judge, settings);
  machine.run_module(uint32_t(file));
  std::string out;
  for (auto &[name, value] : machine.module_names())
    if (!name.starts_with("__"))
      out += name + ": " + machine.describe(value) + "\n";
  return out;
}

} // namespace offside::check
