// What a library name does to devices, as data. Entries come from rules/models/*.toml and from the
// measured operator tables; they are compiled into the binary and looked up by qualified name
// ("torch.arange", "torch.Tensor.to", "torch.nn.Linear"). The vocabulary is closed: the engine has
// one rule per word below and knows no library by name.
#pragma once

#include "lint/ir/ir.h"
#include "lint/ir/names.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace offside::model {

enum class Kind : uint8_t { Function, Class, Attribute, Module };

// TOML `result = "..."`.
enum class Result : uint8_t {
  Unknown, // "unknown" (default)
  None,    // "none"
  Bool,    // "bool"
  Int,     // "int"; with a device rule: an index that means this device when it is used as one
           // (current_device)
  Float,   // "float"
  Str,     // "str"
  Number,  // "number": int or float or bool (e.g. Tensor.item)
  Shape,   // "shape": tuple of ints
  Device,  // "device": a torch.device made from the arguments (device rule says which)
  Dtype,   // "dtype"
  Tensor,  // "tensor"
  Tensors, // "tensors:3" or "tensors:values,indices" (named tuple): fixed tuple of tensors on one
           // device
  TensorList, // "tensor-list": sequence of tensors on one device, length unknown
  Array,      // "array": numpy array or anything else that lives on the host and is no tensor
  Instance,   // "instance:torch.Generator": an object of a modelled class (type = its name)
  Self,       // "self": the receiver itself
  Argument,   // "arg:NAME": that argument itself
  Element,    // "element:NAME": an element of that container argument (or of self)
  List,       // "list:NAME": a list of elements of argument NAME (sorted, list, reversed)
  State, // "state": a dict of tensors on the device the device rule gives (state_dict, checkpoints)
  Host,  // "host": a host object of no interest (plots, data frames): its methods are unknown and
         // silent
  Raises,    // "raises": does not return
  Instances, // "instances:matplotlib.figure.Figure,matplotlib.axes.Axes": a tuple of such objects
             // (`type` holds the list)
  Pairs,     // "pairs": iterator of (name, tensor) pairs (named_parameters)
};

// TOML `device = "..."`: the device of the tensors in the result.
enum class Device : uint8_t {
  None,    // no tensor in the result
  Factory, // "factory": `device=` argument when given and not None, else the default device
  Cpu,     // "cpu": always the CPU
  Cuda,    // "cuda": always CUDA, current index
  Common,  // "common": common device of the tensor arguments (the operator's rule)
  Same,    // "same:NAME": device of tensor argument NAME
  Like,    // "like:NAME": `device=` when given and not None, else as argument NAME
  Data, // "data:NAME": `device=`, else device of NAME when it is a tensor, else the default device
  Argument, // "arg:NAME": the device value in argument NAME; missing or None: the current
            // accelerator
  To,       // "to": Tensor.to/Module.to argument forms (device, dtype or other tensor first)
  Module,   // "module": the device of the receiver's parameters, or of the receiver when it is no
            // module
  Saved,    // "saved": torch.load: map_location when given, else unknown
  Unknown,  // "unknown"
};

// TOML `rank = "..."`: is the result 0-dimensional?
enum class Rank : uint8_t {
  Maybe,     // "?" (default)
  Zero,      // "0"
  NonZero,   // "n"
  Same,      // "same:NAME"
  Broadcast, // "broadcast": 0 iff all tensor operands are 0-dim
  Reduce,    // "reduce": 0 when neither `dim` nor `keepdim` is given, else maybe; also
             // reduction="none" -> maybe
  Size,      // "size": factory with sizes: 0 for an empty size, n for any given size
  Data,      // "data:NAME": number literal 0, list n, tensor same
};

// TOML `grad = "..."`: does the result require grad?
enum class Grad : uint8_t {
  Any,      // "any" (default for tensors): when grad mode is on and any tensor operand requires it
  No,       // "no"
  Yes,      // "yes"
  Argument, // "arg": `requires_grad=` argument
  Same,     // "same:NAME"
};

// TOML `effects = ["...", "...:NAME"]`. NAME is an argument name, or "self".
enum class Effect : uint8_t {
  ResultNeeded, // "result-needed": dropping the result is a bug (Tensor.to, detach, ...): DEV104
  InPlace,      // "in-place": writes into self (methods ending in _, out=); result on self's device
  MovesSelf,    // "moves-self": moves receiver in place to the device rule's device and returns it
                // (Module.to, BatchEncoding.to)
  NoGrad,       // "no-grad": a context manager and decorator that turns grad mode off
  EnableGrad,   // "enable-grad"
  SetGrad,      // "set-grad:NAME": grad mode := argument (context manager and function)
  DefaultDevice, // "default-device:NAME": sets the default device for factories, for the rest of
                 // the run or, as a context manager, inside
  CurrentDevice, // "current-device:NAME": what index-less cuda means (set_device;
                 // torch.cuda.device(i) as a context manager)
  DefaultType,   // "default-type:NAME": set_default_tensor_type
  Detach,        // "detach": result does not require grad
  RequiresGrad,  // "requires-grad:NAME": sets self's requires_grad to the argument (default True)
  Host,  // "host:NAME" or "host:*": argument(s) are read on the host: a tensor there must be on the
         // CPU (numpy, sklearn, matplotlib ...): DEV203/201
  Numpy, // "numpy": self is turned into a numpy array (Tensor.numpy): DEV201/202
  Sync,  // "sync": waits for the accelerator (DEV204)
  RegisterBuffer,    // "register-buffer"
  RegisterParameter, // "register-parameter"
  RegisterModule,    // "register-module"
  Parameter,         // "parameter": result is a parameter (nn.Parameter)
  Buffer,            // "buffer": result is a buffer (nn.Buffer)
  Available, // "available:FACT": a boolean fact about the run ("cuda", "mps", "xpu", "accelerator",
             // "npu")
  Backward,  // "backward": frees the graph of self
  Optimizer, // "optimizer:NAME": constructs an optimizer over NAME
  EagerState,    // "eager-state": optimizer that allocates its state when constructed (Adagrad)
  OptimizerStep, // "optimizer-step"
  Loader,  // "loader:NAME": iterating yields batches of dataset NAME (through collate_fn), on the
           // CPU
  Dataset, // "dataset": a host-side data set
  CpuGenerator, // "cpu-generator:NAME": this generator argument must be on the CPU (random_split,
                // samplers, DataLoader): DEV112
  Generator,    // "generator:NAME": generator device type must equal the result's device: DEV112
  OnCpu,        // "on-cpu:NAME": tensor argument must be on the CPU (pack_padded_sequence lengths,
                // pin_memory self ...): DEV114/113
  Pin,          // "pin": pins self's memory: must be on the CPU (DEV113)
  Eval,         // "eval": Module.eval / Module.train(False)
  Train,        // "train"
  Prepare,      // "prepare": returns its arguments moved to the accelerator (accelerate's prepare)
  MovesBatch,   // "moves-batch": batches it yields are already on the right device
  UserManaged,  // "framework-moves": objects of this class have batches and modules moved by a
                // framework (Lightning, Trainer)
  LossModule,   // "loss": a criterion (its weight arguments: DEV120)
  ParameterWeight, // "weight:NAME": constructor argument kept as a buffer of the module (loss
                   // weights)
  IsTensor,        // "is-tensor": asks whether its first argument is a tensor
  Saves,           // "saves:NAME": keeps argument NAME in the file argument `f`, for a load that follows
  CopiesState,     // "copies-state": state_dict and friends
  Callback,        // "calls:NAME": calls function argument NAME
  DataParallel,    // "data-parallel": wraps argument `module` and moves the inputs of a call to its
                   // replicas (DP, DDP, FSDP)
  CudaOnly,        // "cuda-only": raises without CUDA
  AcceleratorOnly, // "accelerator-only": raises without an accelerator
  MaybeNone,       // "maybe-none": None on a machine without accelerator (current_accelerator)
  AutocastDevice,  // "autocast-device:NAME": device type of autocast / GradScaler
  ContextManager,  // "context-manager": only has an effect in a with statement
  Deepcopy,        // "deepcopy:NAME": independent copy of NAME
  EmptyCache,      // "empty-cache"
  NoParameters,    // "no-parameters": a module without parameters and buffers (ReLU, Dropout,
                   // Flatten): its call never mixes devices
  Escapes,   // "escapes:NAME" or "escapes:*": the callee may move or change that argument in ways
             // nobody knows (Trainer)
  Container, // "container": a module made of the modules (or parameters) in its arguments
             // (Sequential, ModuleList, ParameterDict)
};

struct EffectUse {
  Effect effect;
  ir::Name arg = 0xffffffffu;
};

enum class ParamKind : uint8_t { Positional, Normal, Variadic, KeywordOnly, Keywords };
struct Param {
  ir::Name name;
  ParamKind kind;
  bool optional;
};

struct Entry {
  std::string_view name; // "torch.Tensor.to"
  Kind kind = Kind::Function;
  Result result = Result::Unknown;
  uint8_t count = 0; // Tensors
  Device device = Device::None;
  Rank rank = Rank::Maybe;
  Grad grad = Grad::Any;
  ir::Name result_arg = 0xffffffffu, device_arg = 0xffffffffu, rank_arg = 0xffffffffu,
           grad_arg = 0xffffffffu;
  std::string_view type; // Instance: class name; Class: what instances are ("module", "optimizer",
                         // ...), see `is`
  std::string_view fields; // Tensors: "values,indices" or ""
  uint32_t integer_fields =
      0; // bit i: field i holds integers and so never requires grad (indices, counts, ...)
  // A second result when an argument is given and is no tensor: TOML `when = "dim"`,
  // `result_when = "tensors:values,indices"`. (No tensor: torch.max(a, b) puts `other` where `dim`
  // goes.)
  ir::Name when = 0xffffffffu;
  Result result_when = Result::Unknown;
  uint8_t count_when = 0;
  std::string_view fields_when;
  uint32_t integer_fields_when = 0;
  std::string_view op; // row of the operand-rule table that judges its tensor arguments, "" = none
  std::vector<Param> params; // without self for methods
  std::vector<EffectUse> effects;
  std::vector<std::string_view> bases; // Class: qualified base names, nearest first
  int16_t since = 0, until = 0;        // torch version as major*100+minor; 0 = always
  bool has(Effect e) const {
    for (auto &u : effects)
      if (u.effect == e)
        return true;
    return false;
  }
  const EffectUse *find(Effect e) const {
    for (auto &u : effects)
      if (u.effect == e)
        return &u;
    return nullptr;
  }
};

// One operand's rule, from measurements (rules/models/aten_devices.tsv, operand rules).
enum class OperandRule : uint8_t {
  Free,   // any device
  Exact,  // the common device; a 0-dim CPU tensor is no exception
  Scalar, // the common device, but one 0-dim CPU tensor is tolerated beside an accelerator tensor
  ZeroDimFree, // any device when 0-dim, else the common device (where, index_put value)
  Index,       // CPU or the indexed tensor's device; 0-dim anywhere
  Cpu,         // must be on the CPU
};

struct OperatorRule {
  std::string_view op;
  OperandRule input = OperandRule::Exact; // self / first tensor argument
  std::vector<OperandRule>
      args; // further positional arguments in order (non-tensor positions: Free)
  std::vector<std::pair<ir::Name, OperandRule>> keywords;
  OperandRule rest = OperandRule::Exact; // arguments not listed
  uint8_t cpu_scalars = 1; // how many 0-dim CPU operands are tolerated (255 = any number)
  bool out_exact = true;
  int16_t since = 0, until = 0; // torch versions the rule holds for, major*100+minor; 0 = open end
};

// Where an argument stands for the operator table: 0 is `self` or the first argument, i is
// OperatorRule::args[i-1]. -1 when the parameter can only be given by keyword: look in
// OperatorRule::keywords.
int operand_position(const Entry &entry, size_t param);

class Model {
public:
  static Model &builtin(); // compiled in; loaded once
  Model(const Model &) = delete;
  Model &operator=(const Model &) = delete;
  ~Model();
  // --model FILE: "" or an error message with its line. Entries of a file win over all earlier
  // ones. Call it before any look-up from another thread; entries handed out before stay valid.
  std::string add_file(const std::string &path);
  const Entry *find(ir::Name qualified) const; // resolves aliases
  const Entry *find(std::string_view qualified) const;
  const Entry *find_method(const Entry &klass, ir::Name method) const; // along bases
  bool derives(const Entry &klass,
               std::string_view base) const; // name equal or among transitive bases
  // The rule that holds for a torch version (major*100+minor; 0 = the newest the tables know).
  const OperatorRule *find_operator(std::string_view op, int torch = 0) const;
  bool
  knows_package(std::string_view top) const; // is `top` (e.g. "sklearn") a modelled library at all
  bool lists_all(std::string_view module)
      const;                        // does the model name everything public in this module (DEV306)
  std::string_view version() const; // content hash + torch version of the tables

private:
  Model();
  struct State;
  State *state;
};

} // namespace offside::model
