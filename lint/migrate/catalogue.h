// What each name of `torch.cuda` and its twins becomes: the rows of rules/migrations, compiled in.
#pragma once

#include "lint/ir/ir.h"

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace offside::migrate {

// What separates a call from its replacement.
enum class Category : uint8_t {
  Same,    // "same": the same wherever there is an accelerator
  Guard,   // "guard": harmless on a host without one, where the replacement raises
  Meaning, // "meaning": changes meaning; `why` says how
  Person,  // "person": only a person can decide; `why` says what about
  None,    // "none": no equivalent; stays
};
std::string_view category_name(Category c); // the word in the TOML

// TOML `how`: the rule that rewrites a use. The vocabulary is closed: the planner has one rule per
// word and knows no name of torch.cuda by itself.
enum class How : uint8_t {
  Keep,          // "keep": stays as it is
  Rename,        // "rename": another name, arguments by `params`
  Available,     // "available": is_available and device_count: as rename, and a fact about the host
  Module,        // "module": `torch.get_device_module(device).X`, where the backend has it
  Seed,          // "seed": seeds the device generators
  Stream,        // "stream": Stream, current_stream, set_stream, ...: moves with the events
  Event,         // "event"
  StreamContext, // "stream-context": `with torch.cuda.stream(s)` -> `with s`
  DeviceContext, // "device-context": `with torch.cuda.device(i)`
  SetDevice,     // "set-device": takes an index, or a device with one
  CurrentDevice, // "current-device": an index, or a device where one is wanted
  Autocast,      // "autocast": needs a device type, as a string
  GradScaler,    // "grad-scaler": likewise, first argument
  CustomAmp,     // "custom-amp": custom_fwd, custom_bwd
  TypedTensor,   // "typed-tensor": torch.cuda.FloatTensor; `dtype` says which
  DefaultType,   // "default-type": torch.set_default_tensor_type
  Graph,         // "graph": the CUDA graph API: stays, and what it captures with it
};
std::string_view how_name(How h); // the word in the TOML

// How a parameter of the old call is given to the new one.
struct Param {
  ir::Name from;
  ir::Name to;             // the same name mostly; kNone: left out
  bool positional = false; // the new one takes it by position only
  bool keyword = false;    // ... by keyword only
};

struct Row {
  std::string_view name; // "torch.cuda.empty_cache"
  Category category = Category::Person;
  How how = How::Keep;
  std::string_view to;         // "torch.accelerator.empty_cache", or ""
  int16_t since = 0;           // torch version that has `to`, major*100+minor; 0 = every one
  std::string_view on_cpu;     // what the old call gives on a host without an accelerator, as an
                               // expression ("0", "None", "{}"); "" = it raises
  std::string_view dtype;      // TypedTensor
  std::string_view why;        // one sentence: what changes, or why it stays
  std::string_view suggestion; // text for a person, "" = none
  std::string_view backends;   // Module: the torch.BACKEND modules that have the name: "cuda xpu"
  bool missing = false;        // torch has no such name, though it looks as if it had
  std::string_view twin_of;    // the row that it repeats for another module, "" = none
  std::vector<Param> params;   // of the old call, in order
  bool takes_more = false;     // has parameters beyond these that are passed on as they are
};

class Catalogue {
public:
  static const Catalogue &builtin();
  const Row *find(std::string_view dotted) const; // exact name, else null
  // The nearest row for a name below a known module: `torch.cuda.nvtx.range` finds itself or
  // "torch.cuda.nvtx.*", a name of torch.cuda nobody lists finds "torch.cuda.*".
  const Row *match(std::string_view dotted) const;
  std::span<const Row> rows() const { return all; } // sorted by name

private:
  std::vector<Row> all;
};

} // namespace offside::migrate
