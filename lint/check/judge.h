// The judge: watches one run of the engine over a file and keeps candidate findings with what could
// refute them.
#pragma once

#include "lint/check/analysis.h"
#include "lint/check/rewrite.h"
#include "lint/placement/machine.h"

#include <map>
#include <set>
#include <tuple>

namespace offside::check {

using SiteKey = std::tuple<uint32_t, uint32_t, uint32_t>; // program, function, instruction

struct Candidate {
  Finding finding;
  SiteKey site;
  bool symbolic = false; // rests on invented arguments
  bool assumed =
      false; // ... of the very function it is found in, about whose callers nothing was used
  bool placement = false; // one of the conflicts: a site shows at most one of these
  int rank = 0;           // which of several at one site is the best told
  uint64_t cause =
      0; // what is wrong elsewhere (program and offset); told once however often it shows
};

class Judge final : public placement::Observer {
public:
  Judge(const std::vector<Input> &inputs, const placement::Index &index, const Options &options,
        uint32_t main);

  void conflict(const placement::Machine &, const placement::Conflict &) override;
  void agreed(const placement::Machine &, const placement::Site &) override;
  void library_call(const placement::Machine &, const placement::LibraryCall &) override;
  void library_attribute(const placement::Machine &, const placement::Site &, ir::Name) override;
  void discard(const placement::Machine &, const placement::Site &, ir::Reg) override;
  void compare(const placement::Machine &, const placement::Site &, ir::CompareOp, placement::Value,
               placement::Value) override;
  void attribute_load(const placement::Machine &, const placement::Site &, placement::Value,
                      ir::Name) override;
  void attribute_store(const placement::Machine &, const placement::Site &, placement::Value,
                       ir::Name, placement::Value) override;
  void module_call(const placement::Machine &, const placement::Site &, placement::Value,
                   const std::vector<placement::Actual> &) override;
  void accumulate(const placement::Machine &, const placement::Site &, placement::Value,
                  placement::Value) override;
  void append(const placement::Machine &, const placement::Site &, placement::Value,
              placement::Value) override;
  void constructed(const placement::Machine &, placement::Value) override;
  void project_call(const placement::Machine &, const placement::Site &, uint32_t, uint32_t,
                    const std::vector<placement::Actual> &) override;

  // Findings that hold, after refutation and with one placement finding per site. `called_on_cpu`:
  // operations seen in calls within the project with all operands on the CPU, over all files.
  std::vector<Finding> verdicts(const std::set<SiteKey> &called_on_cpu);
  const std::set<SiteKey> &on_cpu() const { return called_sites; }
  // Rules that need no values: over the functions of the main program.
  void static_rules();

private:
  const std::vector<Input> &inputs;
  const placement::Index &index;
  const Options &options;
  uint32_t main;
  std::vector<Candidate> candidates;
  std::set<SiteKey> called_sites;  // operations seen in calls with all operands on the CPU
  std::set<SiteKey> agreed_sites;  // concrete operations seen with all operands on the CPU
  std::set<SiteKey> under_no_grad; // module calls seen with grad mode off
  bool mentions_accelerator = false;

  struct Told { // one side of a conflict, put in words
    std::string name, device;
    std::vector<Label> labels;
  };

  const ir::Inst *inst(const placement::Site &s) const;
  const ir::Inst *inst(uint32_t program, uint32_t function, ir::Reg r) const;
  std::string quote(uint32_t program,
                    ir::Span span) const; // source text of a span, one line, not too long
  Text text(uint32_t program) const;
  std::string torch(uint32_t program,
                    std::string_view dotted) const; // `torch.nn` as the file spells it
  std::string device_text(const placement::Machine &m, placement::Device d) const;
  Label label(uint32_t program, ir::Span span, std::string message) const;
  void evidence(const placement::Machine &m, const placement::Ground &g, std::string name,
                std::vector<Label> &out) const;
  void calls(const placement::Machine &m, std::vector<Label> &out) const;
  bool only_availability(const placement::Machine &m, placement::Guard g) const;
  bool without_accelerator(const placement::Machine &m, placement::Guard g) const;
  const ir::Inst *next_step(const placement::Site &site) const;
  const ir::Inst *stored_once(const placement::Site &site, ir::Reg reg) const;
  Finding make(std::string rule, Severity severity, const placement::Site &site,
               std::string message) const;
  static void fix(Finding &f, Edits edits, Safety safety); // none when there are no edits
  void add(Finding f, const placement::Machine &m, const placement::Site &site,
           bool placement = false, int rank = 0);
  bool is_callee(const placement::Site &s, ir::Reg reg, std::string_view method) const;

  bool host_factory(const placement::Event &made, const placement::Site &site,
                    ir::Span other) const;
  // conflict_edits.cpp
  std::string device_there(const placement::Machine &m, const placement::Conflict &c,
                           const placement::Operand &operand, const placement::Ground &ground,
                           uint32_t before) const;
  void end_conflict(Finding &f, const placement::Machine &m, const placement::Conflict &c,
                    const placement::Operand &culprit, const placement::Operand &other,
                    const placement::Ground &bad, const placement::Ground &good,
                    uint32_t made) const;
  bool takes_device(const placement::Site &site, ir::Span call) const;
  ir::Span stored_value(const placement::Event &stored) const;
  void register_attribute(Finding &f, const placement::Machine &m,
                          const placement::Ground &tensor) const;
  void register_container(Finding &f, const placement::Event &stored, bool modules,
                          bool is_dict) const;
  void move_criterion(Finding &f, const placement::Machine &m, const placement::Conflict &c,
                      const placement::Operand &other, const placement::Ground &bad,
                      const placement::Ground &good) const;
  // host_access.cpp
  void numpy(const placement::Machine &, const placement::LibraryCall &);
  void host_arguments(const placement::Machine &, const placement::LibraryCall &);
  // api_use.cpp
  void generators(const placement::Machine &, const placement::LibraryCall &);
  void cpu_only_arguments(const placement::Machine &, const placement::LibraryCall &);
  void load_without_map_location(const placement::Machine &, const placement::LibraryCall &);
  bool holds_tensors(const placement::LibraryCall &) const;
  bool moved_by_callers(uint32_t program, uint32_t function) const;
  void autocast(const placement::Machine &, const placement::LibraryCall &);
  void misplaced_device(const placement::Machine &, const placement::LibraryCall &);
  void negative_index(const placement::Machine &, const placement::LibraryCall &);
  Edits fall_back(const placement::Site &site) const;
  bool indexes(const placement::Site &site) const;
  bool asks_for_accelerator(const placement::Site &site) const;
  bool asked_for(const placement::Site &site, std::string_view name) const;
  void version(const placement::Machine &, const placement::Site &, ir::Name);
  // training.cpp
  bool in_training_loop(const placement::Site &s, ir::Reg &loop) const;
  void retained(const placement::Machine &, const placement::Site &, placement::Value value,
                ir::Reg target, ir::Span span);
  void retained_by_method(const placement::Machine &m, const placement::Site &site,
                          placement::Value value, ir::Span span);
  bool put_in_eval_mode(const placement::Site &site, ir::Name name) const;
  // static_rules.cpp
  void ignored_device(uint32_t function);
  void import_time_device(uint32_t function);
  void uncalled_availability(uint32_t function);
  void cache_without_device(uint32_t function);
};

std::string plural(size_t n, std::string_view word);

} // namespace offside::check
