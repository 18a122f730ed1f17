// Plans one file: finds what is tied to CUDA, decides what becomes of each place, and puts the
// edits together.
#pragma once

#include "lint/migrate/catalogue.h"
#include "lint/migrate/evidence.h"
#include "lint/migrate/facts.h"
#include "lint/migrate/plan.h"
#include "lint/migrate/view.h"

#include <map>
#include <optional>
#include <set>

namespace offside::migrate {

using check::Edit;
using check::Safety;

// How a rewritten call is kept from raising on a host without an accelerator.
enum class Guarded : uint8_t { No, Yes };

struct Draft {
  Site site;
  Place place;             // the call, or the name that is used as a value
  std::vector<Edit> edits; // in this file
  Guarded guard = Guarded::No;
  std::string fallback;        // what the guarded call gives on such a host
  uint32_t group = kNone;      // which are rewritten together or not at all
  bool follows_guard = false;  // makes no sense where the test around it stays on CUDA
  std::vector<uint32_t> tests; // it stays as it is where one of these stays on CUDA
  uint32_t wrap = kNone;       // the line of the new test that it goes behind
  bool indexed = false;        // a choice of a device with an index
  bool whole_chain = false;    // replaces all branches at once
  bool annotation = false;     // a name in an annotation
  bool harmless = false;       // staying as it is, it keeps no test on CUDA
  bool deletes = false;        // its statement goes
  Place root;                  // the first name of `torch.cuda.x`
  ir::Span name_span;          // all of it
  Place import;                // the import whose name it is written with
  std::string to;              // the dotted name it becomes, when it is written with such a name
  bool kept() const { return site.outcome != Outcome::Rewritten; }
};

struct Group {
  bool vetoed = false;
  std::string reason;
};

// Something a device can be written as at a place.
struct DeviceText {
  std::string text;
  bool is_string = false; // its value is a text; else a torch.device
  bool either = false;    // nobody knows which
  bool choice = false;    // the accelerator where there is one, else the CPU
  bool introduced = false;
};

// A variable that holds a chosen device.
struct DeviceVariable {
  std::string name; // as written: `device`, `self.device`
  Place store;
  bool is_string = false;
  bool of_self = false;
  bool choice = false; // falls back to the CPU
  bool index = false;
};

// The index in a text that names a device.
struct IndexPart {
  std::string text;
  ir::Span span; // of the expression that gives it; empty when it is written out
};

// Instructions that are about one backend, or one version of torch.
struct ConfinedRange {
  uint32_t function;
  Reg first, last;
  std::string why;
};

// What becomes of an import.
struct ImportChange {
  std::string module, name, bound; // from MODULE import NAME as BOUND
  bool whole = false;              // a module, whose members are used
  bool removed = false;
};

// Functions of the run, by program and index, and what in them stays on CUDA.
using BoundFunctions = std::map<std::pair<uint32_t, uint32_t>, std::string>;

class Planner {
public:
  Planner(const check::Input &input, const placement::Index &index, const Evidence &evidence,
          const Options &options, std::vector<check::Finding> findings,
          const BoundFunctions &elsewhere);
  FilePlan plan();
  // What other files have to know, once plan() is done.
  const std::map<uint32_t, std::string> &bound_here() const { return bound_here_; }
  const std::set<std::pair<uint32_t, uint32_t>> &calls_outside() const { return outside; }

private:
  const check::Input &input;
  const placement::Index &index;
  const Evidence &evidence;
  const Options &options;
  std::vector<check::Finding> findings; // of this file, that have to do with the accelerator API
  const BoundFunctions &elsewhere;
  View view;
  Facts facts;
  std::map<uint32_t, std::string> bound_here_;
  std::set<std::pair<uint32_t, uint32_t>> outside; // functions of other files called here
  const Catalogue &catalogue = Catalogue::builtin();
  std::vector<Draft> drafts;
  std::vector<Group> groups;
  std::vector<DeviceVariable> device_variables;
  std::vector<ir::Span> consumed;           // replaced as a whole: nothing inside is looked at
  std::set<uint32_t> chosen_atoms;          // tests that went into a device choice
  std::map<uint32_t, uint32_t> atom_drafts; // atom -> draft
  std::map<uint32_t, std::string> bound;    // atoms that stay on CUDA, and why
  std::vector<std::pair<Place, std::string>> cuda_bound; // places that need CUDA, and why
  std::vector<ir::Span> refuted;                         // findings of check that do not hold
  std::string introduced;                                // name of a device variable to be made
  uint32_t stream_group = kNone;
  std::set<std::string> patched;       // names of torch that the file replaces
  std::map<Place, Place> disjunctions; // a test -> the `or` with tests of other backends
  std::map<Place, ImportChange> import_changes;
  std::string_view backend = "cuda"; // the one whose calls are rewritten
  char quote = '"';
  std::string indent = "    ";

  // planner.cpp
  Draft draft(Place p, ir::Span span, std::string api, std::string rule, const Row *row = nullptr);
  Draft &add(Draft d);
  void review(Draft &d, std::string reason, std::string suggestion = "");
  bool known_version(Draft &d, int since, std::string_view name);
  Edit edit(ir::Span span, std::string text) const;
  bool is_consumed(ir::Span span) const;
  uint32_t new_group();
  void veto(uint32_t group, std::string reason);
  void settle_groups();
  void take_findings();
  void arguments_of_kept_calls();
  void settle_safety();
  bool imports_torch = false;
  FilePlan compose();
  std::vector<Edit> edits_of(const std::vector<uint32_t> &which, bool whole) const;
  std::vector<uint32_t> components() const;

  // confined.cpp
  void find_confined();
  void confine_handler(Place p);
  std::string confined(Place p) const;
  void find_texts();
  bool read_elsewhere(ir::Name name) const;
  std::map<uint32_t, std::string> confined_functions;
  std::vector<ConfinedRange> confined_ranges;
  std::vector<std::pair<Place, std::string>> confined_tests;
  std::set<uint32_t> environment_functions;    // that use CUDA_VISIBLE_DEVICES
  std::map<uint32_t, std::string> named_tests; // atoms that are about CUDA in so many words

  // names.cpp
  void choose_backend();
  void find_patched();
  bool total_memory(Draft &d, Place name, Place call);
  void names();
  void name(Place p, const Row &row, bool exact);
  void rename(Draft &d, Place name, const Row &row);
  bool rename_to(Draft &d, Place name, std::string_view to);
  bool arguments(Draft &d, Place call, const Row &row);
  std::optional<Edit> drop_argument(Place call, uint32_t k) const;
  std::optional<Edit> add_argument(Place call, std::string_view text, bool first) const;
  void seed(Draft &d, Place call, const Row &row);
  bool seeded_before(Place call, std::string_view seed) const;
  void set_device(Draft &d, Place name, Place call, const Row &row);
  void current_device(Draft &d, Place name, Place call, const Row &row);
  void device_context(Draft &d, Place name, Place call, const Row &row);
  void older(Draft &d, Place name, const Row &row);
  Place call_of(Place name) const;
  // accelerator.cpp
  void accelerator_calls();
  void annotations();

  // streams.cpp
  void stream(Draft &d, Place name, Place call, const Row &row);
  void stream_context(Draft &d, Place call, const Row &row);
  bool surely_stream(Place value, int depth = 0) const;
  void streams();

  // amp.cpp
  void autocast(Draft &d, Place name, Place call, const Row &row);
  void grad_scaler(Draft &d, Place name, Place call, const Row &row);
  void custom_amp(Draft &d, Place name, Place call, const Row &row);
  bool enable_only(Draft &d, Place call, uint32_t position, const std::string &test);
  std::string amp_type(Place p, Draft &d, std::string &enabled);

  // tensors.cpp
  void typed_tensor(Draft &d, Place name, Place call, const Row &row);
  void default_type(Draft &d, Place name, Place call, const Row &row);

  // chains.cpp
  void chains();
  bool chain(Place p);

  // devices.cpp
  void choices();
  bool choice(Place p);
  bool ladder(Place p);
  std::string accelerator(const std::string &torch) const;
  std::string build_text(const std::string &torch, bool string, ir::Span where) const;
  std::string choice_text(const std::string &torch, bool string, ir::Span where) const;
  std::string device_name(Place value, bool &is_string) const; // "cuda:0" of a literal or device
  std::optional<DeviceText> device_for(Place p, bool may_introduce, bool numbered = false);
  bool visible(const DeviceVariable &v, Place p) const;
  void find_device_variables();
  std::string indexed(const std::string &torch, std::string_view index) const;
  std::string as_object(const DeviceText &d, const std::string &torch) const;
  std::string as_type(const DeviceText &d, const std::string &torch) const;
  std::string torch_here(Place p) const; // the name that torch has at a place, "torch" without one

  // literals.cpp
  void mentions(); // mentions.cpp
  void literals();
  void literal(Place p);
  void listed_literal(Place p, Place list);
  void type_literal(Place p);
  bool takes_device(Place call, uint32_t position, std::string_view keyword) const;
  void literal_argument(Place p, Place call, const ir::Arg &arg, uint32_t position);
  bool moved_at_once(Place device) const;
  void stored_literal(Place p, Place store);
  void moves();
  void move(Place p, Place call);
  bool of_torch(Place value) const;
  void storage_mover(Draft &d, Place call);
  void process_group(Place p, Place call);
  bool integer_like(Place p, int depth = 0) const;
  std::optional<IndexPart> index_part(Place p) const; // of "cuda:1", f"cuda:{rank}"
  void put_indexed(Draft &d, ir::Span whole, const IndexPart &index, std::string before,
                   std::string after) const;
  void put_text(Draft &d, Place p, const IndexPart &index, const std::string &torch);
  void mark_index(Place p);

  // guards.cpp
  void comparisons();
  void tests();
  void find_cuda_only();
  std::map<uint32_t, std::string> needs_cuda(); // tests whose code needs CUDA, and why
  // calls.cpp
  void list_functions();
  uint32_t called_function(Place p) const;
  std::map<uint32_t, std::string> bound_functions(std::map<uint32_t, std::string> found) const;
  std::map<ir::Name, uint32_t> functions;                    // of the module
  std::map<std::pair<uint32_t, ir::Name>, uint32_t> methods; // class, name
  void find_outside();
  std::vector<std::pair<Place, std::pair<uint32_t, uint32_t>>> outside_calls;
  void find_packages();
  std::map<uint32_t, std::string> package_functions; // functions that use a package for CUDA alone
  bool meant_for_cpu() const;
  bool reached_untested(uint32_t function) const;
  std::string beside(uint32_t atom) const; // what else the condition of a test asks for
  void find_disjunctions();
  bool asked_by_name(uint32_t atom) const;
  bool comparison_stays(uint32_t atom) const;
  std::string purpose(uint32_t atom, Place value = {}, int depth = 0) const;
  bool test_alternatives(uint32_t atom);
  bool alternatives_known = false;
  std::set<uint32_t> alternatives; // tests whose other side asks for another backend
  std::multimap<uint32_t, ir::Span> rewritten_names; // by offset
  bool refuses(uint32_t atom) const;
  bool chosen_device(Place type) const;
  bool leaves_alone(uint32_t atom) const;
  bool moves_devices() const;
  void guard_calls();
  std::string availability_test(const Draft &d);
  void delete_statements();

  // imports.cpp
  bool bound_in_a_function(std::string_view name) const;
  void settle_imports();
  bool exported(std::string_view name) const;
  bool mentions_beyond_loads(std::string_view name, const std::vector<Place> &loads,
                             Place store) const;
  void edit_imports(std::vector<Edit> &edits, const std::set<Place> &changed) const;
  void drop_unused_imports(std::vector<Edit> &edits) const;
  Edit import_line(const std::string &module) const;
  Edit introduction() const;
  uint32_t introduction_place() const;
  uint32_t introduced_limit = kNone; // the first use in the module's own code
  bool would_be_empty(ir::Span statement, const std::vector<ir::Span> &gone) const;
  bool compared_as_text(ir::Name attribute) const;
  bool variable_compared(Place store) const;

  // text.cpp
  bool delimited(ir::Span span) const;
  std::string parenthesised(ir::Span where, std::string text) const;
  char quote_at(uint32_t offset) const;
  std::string literal_text(std::string_view content, uint32_t offset) const;
  uint32_t line_start(uint32_t offset) const;
  uint32_t line_end(uint32_t offset) const;
  uint32_t logical_start(uint32_t offset) const;
  uint32_t logical_end(uint32_t offset) const;
  bool has_comment(ir::Span span) const;
  bool shown(ir::Span span) const;
  bool part_of_word(ir::Span span) const;
  std::string indentation(uint32_t offset) const;
  bool alone_on_lines(ir::Span statement) const;
  bool in_fstring(uint32_t offset) const;
  std::vector<uint32_t> inner_lines(ir::Span statement) const; // starts of lines outside strings
  std::vector<ir::Span> argument_spans(Place call) const;      // keywords and stars included
  Place statement_of(Place p) const; // the Discard that a call is the value of
  std::vector<ir::Span> fstrings;
  std::vector<ir::Span> quiet; // strings and comments, in order
  bool in_quiet(uint32_t offset) const;
  void find_quiet();
};

} // namespace offside::migrate
