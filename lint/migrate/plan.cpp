// Plans all files of a run, on all threads, with what one run of the engine saw.
#include "lint/migrate/plan.h"
#include "lint/migrate/planner.h"
#include "lint/source/parallel.h"

#include <algorithm>
#include <memory>

namespace offside::migrate {

namespace {

// Whether a file can hold anything to migrate.
bool mentions(std::string_view text) {
  for (std::string_view word : {"cuda", "accelerator", "nccl", "DataParallel", "torch.xpu",
                                "torch.npu", "torch.mps", "torch.mtia", "backends.mps"})
    if (text.find(word) != text.npos)
      return true;
  return false;
}

// Findings of `check` that are about the accelerator API: their fixes are part of a migration.
bool of_migration(std::string_view rule) {
  return rule == "DEV306" || rule == "DEV307" || rule == "DEV309" || rule == "DEV311";
}

} // namespace

std::vector<FilePlan> plan(const std::vector<check::Input> &inputs, const Options &options) {
  std::vector<check::Finding> ignored;
  return plan(inputs, options, ignored);
}

std::vector<FilePlan> plan(const std::vector<check::Input> &inputs, const Options &options,
                           std::vector<check::Finding> &findings) {
  std::vector<std::unique_ptr<Evidence>> evidence(inputs.size());
  for (uint32_t k = 0; k < inputs.size(); ++k)
    if (mentions(inputs[k].source->text))
      evidence[k] = std::make_unique<Evidence>(k);
  check::Options engine;
  engine.torch_version = options.torch_version;
  engine.threads = options.threads;
  std::vector<FilePlan> plans(inputs.size());
  check::Watch watch;
  watch.observer = [&](uint32_t file) -> placement::Observer * { return evidence[file].get(); };
  watch.finished = [&](const placement::Index &index, const std::vector<check::Finding> &found) {
    std::map<std::string_view, std::vector<check::Finding>> by_path;
    for (const check::Finding &f : found)
      if (of_migration(f.rule))
        by_path[f.path].push_back(f);
    // What stays in a function of one file keeps tests around its calls in another.
    BoundFunctions elsewhere;
    std::vector<std::map<uint32_t, std::string>> stays(inputs.size());
    std::vector<std::set<std::pair<uint32_t, uint32_t>>> calls(inputs.size());
    std::vector<bool> due(inputs.size());
    for (size_t k = 0; k < inputs.size(); ++k) {
      plans[k].path = inputs[k].path;
      due[k] = evidence[k] != nullptr;
    }
    constexpr int most_rounds = 4;
    for (int round = 0; round < most_rounds; ++round) {
      for_each_index(inputs.size(), thread_count(options.threads), [&](size_t k) {
        if (!due[k])
          return;
        const auto own = by_path.find(inputs[k].path);
        Planner planner(inputs[k], index, *evidence[k], options,
                        own == by_path.end() ? std::vector<check::Finding>{} : own->second,
                        elsewhere);
        plans[k] = planner.plan();
        stays[k] = planner.bound_here();
        calls[k] = planner.calls_outside();
      });
      std::set<std::pair<uint32_t, uint32_t>> fresh;
      for (uint32_t k = 0; k < inputs.size(); ++k)
        for (const auto &[function, why] : stays[k])
          if (elsewhere.try_emplace({k, function}, why).second)
            fresh.insert({k, function});
      bool again = false;
      for (size_t k = 0; k < inputs.size(); ++k) {
        due[k] =
            evidence[k] && std::any_of(calls[k].begin(), calls[k].end(),
                                       [&](const auto &callee) { return fresh.contains(callee); });
        again |= due[k];
      }
      if (!again)
        break;
    }
  };
  findings = check::analyze(inputs, engine, &watch);
  std::map<std::string_view, const FilePlan *> planned;
  for (const FilePlan &p : plans)
    if (!p.refuted.empty())
      planned.emplace(p.path, &p);
  std::erase_if(findings, [&](const check::Finding &f) {
    const auto it = f.rule == "DEV307" ? planned.find(f.path) : planned.end();
    return it != planned.end() &&
           std::any_of(it->second->refuted.begin(), it->second->refuted.end(),
                       [&](ir::Span s) { return s.begin == f.span.begin && s.end == f.span.end; });
  });
  return plans;
}

} // namespace offside::migrate
