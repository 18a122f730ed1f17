// The gated abstract interpreter: walks a function once, with a stack of path conditions, and keeps
// one state whose stores are guarded by them. Calls to functions of the project are inlined with
// abstract arguments within a budget.
#pragma once

#include "lint/placement/heap.h"
#include "lint/placement/index.h"
#include "lint/placement/observer.h"

#include <memory>
#include <string>
#include <unordered_map>
#include <unordered_set>

namespace offside::placement {

struct Settings {
  int torch_version = 215;
  uint32_t root_steps = 4000;     // instructions per root with invented arguments, calls included
  uint32_t module_steps = 300000; // ... of a module body, whose values are real
  uint32_t root_depth = 4;        // calls within calls, likewise
  uint32_t module_depth = 12;
  uint32_t work_per_step =
      8; // objects that may be looked through for each of those instructions, on average
};

enum class EventKind : uint8_t {
  Made,             // factory without a device
  MadeOn,           // factory or constructor with a device
  Moved,            // .to/.cuda/.cpu
  Batch,            // element of a loader, data set, tokenizer
  Input,            // parameter of a function without callers
  Stored,           // kept in an attribute of a plain object
  StoredRegistered, // in a module, as parameter or buffer
  StoredInit,       // in a module, as a plain attribute, by its constructor
  StoredLate,       // in a module, as a plain attribute, later
  ModuleMade,
  ModuleMoved,
  Computed,  // result of an operation
  Converted, // from numpy, load, ...
  Argument,  // passed to a call
};

struct Event {
  EventKind kind;
  uint32_t program;
  ir::Span span;
  uint32_t parent = 0; // earlier event
  ir::Name name = ir::kNone;
};

struct Fact {
  uint64_t key = 0;
  Guard when_true, when_false; // what the fact implies
  uint32_t identity = 0;       // what it is about, for messages
  bool opaque = true;          // a condition at its own place that no other code shares
  bool selector =
      false; // which member of a collection an iteration looks at: each is looked at in turn
  Guard host_true{}, host_false{}; // what the fact says about the host: CUDA is an accelerator
};

struct Identity {
  uint32_t parent = 0;
  ir::Name name = ir::kNone;
  uint8_t kind = 0;
  uint64_t key = 0;
  uint64_t extra = 0; // kCompareId: identity of the other side
};

enum IdentityKind : uint8_t {
  kInputs = 1,
  kParamId,
  kAttrId,
  kItemId,
  kCallId,
  kGlobalId,
  kCompareId,
  kAvailableId,
  kFreshId
};
inline constexpr uint32_t kInputsIdentity = 1; // device of the inputs of a function without callers

struct Truth {
  bool can_be_true = true, can_be_false = true;
  Guard when_true, when_false;
  bool exact = true; // when_true/when_false say all there is to say
};

struct Frame {
  uint32_t program, function;
  const ir::Program *p;
  const ir::Function *f;
  const ir::Inst *code;
  uint32_t regs; // first register in the register stack
  uint32_t env;
  Guard base; // path condition at entry
  AltList returns;
  std::vector<Value> yields;
  Value self = kUnbound;
  uint32_t loop_depth = 0;
  uint32_t iteration = 0; // counts loop passes, to tell identities of different passes apart
  bool broke = false;
};

struct Activation {
  uint32_t program, function;
  Site call_site; // where the caller stands; program kNone for a root
};

struct Environment {
  uint32_t slots, count, parent; // parent + 1, 0 = none
  uint32_t program, function;
  Guard base; // path condition when its function was entered
  int blur;
};

// How a loop's elements are produced in the current pass.
struct LoopState {
  uint32_t loop;            // instruction index
  Value element = kUnbound; // of this pass when the iterable's elements are known
};

class Machine {
public:
  Machine(const Index &index, Observer &observer, const Settings &settings);

  // Evaluates the module body of `program`; its globals stay for the roots that follow.
  void run_module(uint32_t program);
  // Evaluates a function with symbolic arguments; the state is rolled back afterwards.
  void run_root(uint32_t program, uint32_t function);
  // Evaluates the methods of a class with one symbolic instance that its constructor made.
  void run_class(uint32_t program, uint32_t klass);

  // --- what observers may ask
  // -------------------------------------------------------------------------------------
  const Index &index;
  const model::Model &model;
  Settings settings;
  Values values;
  std::vector<Object> objects;
  std::vector<Event> events;
  std::vector<Fact> facts;
  std::vector<Identity> identities;
  std::vector<Activation> stack; // calls in progress, outermost first
  std::vector<Environment> environments;
  std::vector<Value> slots;
  std::vector<Value> registers;
  uint32_t main_program = ir::kNone;
  bool symbolic_root = false; // the current root has invented arguments
  bool current_device_set = false;
  Tri grad_mode = Tri::Yes;
  Guard pc;
  int blur = 0;  // conditions on the path that no fact stands for
  int doubt = 0; // alternatives stood on that may not be taken at all

  const Ground &at(Value v) const {
    return values[v == kUnbound ? kUnknown : v];
  }                                    // unbound reads as unknown
  AltList alternatives(Value v) const; // of a value, pruned by the path condition
  std::string identity_text(uint32_t identity, int depth = 0) const;
  std::string guard_text(Guard g) const;
  Value default_device_value() const { return default_device; }
  Value reg(const Frame &f, ir::Reg r) const {
    return r == ir::kNone ? kUnknown : registers[f.regs + r];
  }
  Value argument(const model::Entry *e, const std::vector<Actual> &actuals, ir::Name name,
                 const Actual **which = nullptr) const;
  bool is_module(Value v) const;
  bool is_tensor(Value v) const { return at(v).kind == Kind::Tensor; }
  bool all_tensors(Value v) const; // whichever alternative holds
  Object *object(Value v) { return at(v).kind == Kind::Object ? &objects[at(v).a] : nullptr; }
  const Object *object(Value v) const {
    return at(v).kind == Kind::Object ? &objects[at(v).a] : nullptr;
  }
  bool derives(const Object &o, std::string_view base) const;
  Value module_device(Value module, int depth = 0);
  Truth truth(Value v);
  const Attribute *find_attribute(const Object &o, ir::Name name) const;
  // Does the guard say that the value a symbol stands for is None, or names no accelerator?
  bool not_given(Device symbol, Guard g) const;
  AltList devices(Value v); // a value used as a device; alternatives are Device or None values
  std::string describe(Value v, int depth = 0) const;              // for developers
  std::vector<std::pair<std::string, Value>> module_names() const; // of the main program, sorted
  bool aborted() const { return steps_left == 0; }

private:
  Observer &observer;
  uint32_t steps_left = 0;
  uint32_t work_left = 0;
  uint32_t call_depth = 0;
  uint32_t nesting =
      0; // calls and iterations that lead to each other without a project function in between
  uint32_t regions = 0; // bodies within bodies that are being walked, calls included
  uint64_t fresh_counter = 0;
  std::unordered_map<uint64_t, uint32_t> identity_table;
  std::unordered_map<uint64_t, Value> global_cache; // (program, name) -> value, of the current root
  std::unordered_map<uint64_t, Resolved> resolved_cache; // (program, name), for all roots
  std::unordered_map<uint64_t, ir::Name> joined_names;   // (base, attribute) -> "base.attribute"
  std::vector<std::pair<uint32_t, Object>> undo; // older objects as they were before this root
  std::unordered_set<uint32_t> undo_ids;         // ... which ones
  std::vector<std::pair<uint32_t, Value>>
      undo_slots; // slots of environments that are older than the root
  uint32_t environment_mark = 0;
  std::vector<std::pair<ir::Name, Value>> undo_globals; // kUnbound: was absent
  std::vector<uint64_t> cached_globals;                 // keys added to global_cache in this root
  std::vector<Value> closures;  // functions made inside functions, to be visited if never called
  std::vector<uint64_t> called; // (program, function) of project functions entered in this root
  std::vector<LoopState> loops;
  uint64_t escaped_facts = 0; // facts in guards of values stored outside of the running function
  uint32_t object_mark = 0;   // objects below are older than the root
  std::unordered_map<ir::Name, Value> globals; // of the main program, once run_module went over it
  bool module_done = false;
  Value default_device = kUnbound;
  struct Context {
    Value manager;
    Value saved_default;
    Tri saved_grad;
    bool saved_current;
  };
  std::vector<Context> contexts;

  // Pays for looking through objects that hold each other; false when the root has had its share
  // and is given up.
  bool spend(size_t n) {
    if (work_left > n)
      return work_left -= uint32_t(n), true;
    work_left = steps_left = 0;
    return false;
  }
  struct Deeper { // one level more while it lives
    uint32_t &depth;
    explicit Deeper(uint32_t &counter) : depth(counter) { ++depth; }
    ~Deeper() { --depth; }
  };
  static constexpr uint32_t kMaxNesting = 64, kMaxRegions = 1000;

  // values.cpp
  Value none() { return none_; }
  Value boolean(bool b) { return b ? true_ : false_; }
  Value integer(int64_t i);
  Value text(ir::Name n);
  Value unknown(uint32_t identity, bool negated = false);
  Value number(uint32_t identity = 0);
  Value device_value(Device d, uint32_t origin = 0);
  Value tensor(Device d, Tri rank0, Tri grad, uint8_t flags, uint32_t origin);
  Value choose(AltList alts);
  bool same(Value a, Value b) const;
  bool same_ground(Value a, Value b) const;
  Value prune(Value v);
  Value gated(Value old, Value fresh, Guard delta, bool blurred);
  template <class F> Value map(Value v, F f);
  template <class F> Value map2(Value a, Value b, F f);
  Value none_, true_, false_, ellipsis_, dtype_, host_, array_, text_, number_;

  // conditions.cpp
  uint32_t identity(uint8_t kind, uint32_t parent, ir::Name name, uint64_t extra = 0);
  uint32_t fresh_identity(ir::Name name = ir::kNone);
  int fact(uint64_t key, uint32_t identity, bool opaque);
  struct Implied { // facts, -1 for none
    int by_truth = -1, by_falsehood = -1;
  };
  Implied implied_facts(uint32_t condition);
  Guard close(Guard g, bool host = false) const;
  Value negate(Value v);
  Value compare(Frame &f, const ir::Inst &in, ir::Reg at);
  uint64_t content_hash(Value v) const;
  uint32_t identity_of(Value v);

  // walk.cpp
  bool exec(Frame &f, uint32_t i, uint32_t end);
  bool exec_if(Frame &f, uint32_t &i);
  bool exec_loop(Frame &f, uint32_t &i);
  bool exec_try(Frame &f, uint32_t &i);
  void evaluate(Frame &f, uint32_t i);
  void set(Frame &f, uint32_t i, Value v) { registers[f.regs + i] = v; }
  void store_slot(uint32_t env, uint32_t slot, Value v);
  Value load_slot(Frame &f, uint32_t slot);
  Value load_global(uint32_t program, ir::Name name);
  void store_global(uint32_t program, ir::Name name, Value v);
  uint32_t outer_env(const Frame &f, uint32_t levels) const;
  Value pure(uint32_t program, uint32_t function, ir::Reg r);
  void pure_step(Frame &f, ir::Reg r, int depth);
  Value resolved(const Resolved &r, ir::Name name);
  void open_frame(Frame &f, uint32_t program, uint32_t function, uint32_t parent_env);
  void close_frame(const Frame &f);
  Site site(const Frame &f, uint32_t inst) const;
  Value guarded_pick(Value condition, Value yes, Value no);
  Value passing(Value v, bool as);
  Value fstring(Frame &f, const ir::Inst &in);
  uint32_t event(EventKind kind, uint32_t program, ir::Span span, uint32_t parent = 0,
                 ir::Name name = ir::kNone);
  Value enter_context(Frame &f, uint32_t i, Value manager);
  void exit_context(size_t depth);

  // attributes.cpp
  Value load_attribute(Frame &f, uint32_t i, Value object, ir::Name name);
  Value attribute_of_ground(Frame &f, uint32_t i, Value ground, ir::Name name);
  Value instance_attribute(Frame &f, uint32_t i, Value self, ir::Name name);
  Value class_member(Frame &f, uint32_t i, ClassRef c, ir::Name name, Value self,
                     ClassRef after = {});
  void store_attribute(Frame &f, uint32_t i, Value object, ir::Name name, Value v);
  void set_attribute(uint32_t object, ir::Name name, Value v, bool registered, uint32_t origin);
  Object &mutate(uint32_t object);
  Guard delta(const Object &o) const { return pc.minus(o.birth); }

  // containers.cpp
  Value load_item(Frame &f, uint32_t i, Value object, Value index);
  void store_item(Frame &f, uint32_t i, Value object, Value index, Value v);
  Value defaulted_item(Frame &f, uint32_t i, Value dict, Value key);
  Value member_of_library(Frame &f, uint32_t i, Value v);
  Value element_of(Frame &f, uint32_t i, Value iterable, uint64_t pass);
  bool known_elements(Value iterable, std::vector<Value> &out);
  Value batch_of(Frame &f, uint32_t i, Value source);
  Value rows_of(Value tensor);
  Value new_object(Object o);
  Value new_list(std::span<const Value> elements, bool exact = true);
  Value list_summary(const Object &o);
  Value one_of(std::vector<Value> members);
  void append(Value list, Value element);
  void set_dict(Value dict, Value key, Value v);
  Value get_dict(const Object &d, Value key);
  Value join(Value a, Value b);
  Value unpack(Frame &f, const ir::Inst &in, uint32_t i);

  // calls.cpp
  Value call(Frame &f, uint32_t i);
  Value invoke(Frame &f, uint32_t i, Value callee, std::vector<Actual> &args);
  Value invoke_ground(Frame &f, uint32_t i, Value callee, std::vector<Actual> &args);
  Value call_function(Frame &f, uint32_t i, Value fn, Value self, std::vector<Actual> &args);
  Value run_body(uint32_t program, uint32_t function, uint32_t parent_env, Value fn, Value self,
                 std::vector<Actual> &args, Site from);
  Value construct(Frame &f, uint32_t i, Value klass, std::vector<Actual> &args);
  Value builtin(Frame &f, uint32_t i, ir::Name name, std::vector<Actual> &args, bool &handled);
  Value function_value(uint32_t program, uint32_t function, uint32_t env_plus_one);
  std::vector<Actual> actuals(Frame &f, const ir::Inst &in);
  Value prototype(ClassRef c);
  void obscure(Frame &f, uint32_t i, uint32_t object);
  Value symbolic_argument(uint32_t program, uint32_t function, const ir::Param &p,
                          bool module_forward);
  Value container_method(Frame &f, uint32_t i, Value self, ir::Name name, std::vector<Actual> &args,
                         bool &handled);

  void note_escape(Value v);
  void escape(Frame &f, uint32_t i, Value v, int depth = 0);
  Value default_of(uint32_t program, uint32_t function, Value fn, ir::Name param);
  void begin_root(uint32_t steps, uint32_t depth);
  ir::Name joined(ir::Name base, ir::Name attribute);
  ir::Name entry_name(const model::Entry &e);
  std::unordered_map<const model::Entry *, ir::Name> entry_names;
  struct Marks {
    size_t values, pool, choices, objects, events, facts, identities, environments, slots;
    Value default_device;
    bool current;
  };
  Marks mark();
  void rollback(const Marks &m);
  void evaluate_root(uint32_t program, uint32_t function, Value self);
  uint64_t facts_in_use() const;
  void visit_closures(uint32_t program);

  // evidence.cpp
  uint64_t tensor_parameters(uint32_t program, uint32_t function, bool forward) const;

  // library.cpp
  Value call_library(Frame &f, uint32_t i, ir::Name name, Value receiver,
                     std::vector<Actual> &args);
  Value library_result(Frame &f, uint32_t i, const model::Entry &e, Value receiver,
                       std::vector<Actual> &args);
  AltList result_devices(Frame &f, uint32_t i, const model::Entry &e, Value receiver,
                         std::vector<Actual> &args, Value common);
  void apply_effects(Frame &f, uint32_t i, const model::Entry &e, Value receiver,
                     std::vector<Actual> &args, Value &result);
  Value library_attribute(Frame &f, uint32_t i, ir::Name qualified);
  Value entries_of(Value v);
  bool place_batches(Value loader, Value given);
  Tri rank_of(Frame &f, const model::Entry &e, Value receiver, std::vector<Actual> &args,
              ir::Name *of = nullptr);
  Value move_tensor(Frame &f, uint32_t i, Value t, const AltList &targets, ir::Name how);

  // modules.cpp
  void move_module(Frame &f, uint32_t i, Value module, Value device, int depth = 0);
  std::vector<uint32_t> moving; // modules a move is in the middle of
  Value moved_tensor(Frame &f, uint32_t i, Value t, const AltList &targets);
  Value call_module(Frame &f, uint32_t i, Value module, std::vector<Actual> &args);
  Value deep_copy(Value v, int depth = 0);
  Value relocate(Frame &f, uint32_t i, Value v, const AltList &targets, int depth = 0);
  std::unordered_map<uint64_t, Value> saved; // by file: what torch.save put there
  void keep_weights(Frame &f, uint32_t i, const model::Entry &e, std::vector<Actual> &args,
                    Value object);

  // operations.cpp
  Value operation(Frame &f, uint32_t i, std::string_view name, std::vector<Operand> &operands,
                  Tri result_rank, bool in_place);
  void judge(Frame &f, uint32_t i, std::string_view name, std::vector<Operand> &operands,
             ConflictKind kind = ConflictKind::Mixed);
  Value combine(Value a, Value b, bool &poison);
  Value binary(Frame &f, uint32_t i);
  void flatten(std::vector<Operand> &out, const Operand &o, int depth = 0);
};

} // namespace offside::placement
