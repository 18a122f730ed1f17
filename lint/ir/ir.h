// The intermediate representation: one Program per file, structured instructions in flat arrays, no language in sight.
//
// A function body is a flat run of instructions. Control flow is *structured*: regions open and close with paired
// instructions (If/Else/EndIf, Loop/EndLoop, Try/Except/Finally/EndTry, EnterContext/ExitContext), so that one forward
// walk with a stack of path conditions evaluates a body. The value of an instruction is named by its index in its
// function (a Reg). Every instruction carries the byte range of its source in the file's normalised text.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace offside::ir {

using Reg = uint32_t;
using Name = uint32_t; // index into the process-wide name table, see names.h
inline constexpr uint32_t kNone = 0xffffffffu;

// Markers that stand in Arg::name.
inline constexpr Name kPositional = kNone;
inline constexpr Name kStar = 0xfffffffeu;     // *args in a call, *x in a display
inline constexpr Name kStarStar = 0xfffffffdu; // **kwargs in a call or dict display

enum class Op : uint8_t {
  // Constants. ConstInt: a = low, b = high 32 bits of an int64 (flag kBig when it does not fit; value then 0).
  // ConstFloat: a, b = bits of the double. ConstStr: a = name of the decoded content (flag kBytes for bytes).
  ConstNone, ConstTrue, ConstFalse, ConstEllipsis, ConstInt, ConstFloat, ConstStr,
  FString,     // b, c = args: the pieces (ConstStr and interpolated values) in order
  // Variables. Slots are per function; LoadOuter reaches the slot of a lexically enclosing function (b levels up).
  LoadSlot,    // a = slot
  StoreSlot,   // a = slot, b = value
  DeleteSlot,  // a = slot
  LoadOuter,   // a = slot, b = levels up (>= 1)
  StoreOuter,  // a = slot, b = levels up, c = value
  LoadGlobal,  // a = name (module global, else builtin)
  StoreGlobal, // a = name, b = value
  DeleteGlobal,// a = name
  // Attributes and items.
  LoadAttr,    // a = object, b = name
  StoreAttr,   // a = object, b = name, c = value
  DeleteAttr,  // a = object, b = name
  LoadItem,    // a = object, b = index
  StoreItem,   // a = object, b = index, c = value
  DeleteItem,  // a = object, b = index
  Slice,       // a, b, c = lower, upper, step or kNone
  // Operators.
  Unary,       // aux = UnaryOp, a
  Binary,      // aux = BinaryOp, a, b; flag kInPlace for `a += b` (the store follows as its own instruction)
  Compare,     // aux = CompareOp, a, b (a chain `a < b < c` is And(a<b, b<c))
  And, Or,     // a, b; b was evaluated inside `If a` / `If not a` with flag kShortCircuit
  Select,      // a = condition, b = then value, c = else value; the arms were evaluated inside an If region
  // Calls and displays. Operands are Program::args[b .. b+c).
  Call,        // a = callee
  BuildTuple, BuildList, BuildSet, // elements; kStar for unpacking
  BuildDict,   // alternating key, value (both kPositional); one kStarStar arg for `**d`
  Append,      // a = list or set under construction (comprehension), b = element
  AppendItem,  // a = dict under construction, b = key, c = value
  Unpack,      // a = iterable, b = index, c = number of targets; element b of a fixed-length unpacking; flag kStarred:
               // the starred target (a list); elements after a starred target have flag kFromEnd and b counts from the
               // end (0 is the last)
  Opaque,      // b, c = args: a value nobody can know, made from these
  // Definitions.
  MakeFunction,// a = function index; b, c = args: default values, Arg::name = parameter name. Decorators follow as Calls
  MakeClass,   // a = class index; b, c = args: bases (kPositional) and keywords. Runs the class body function
  Import,      // a = dotted name, b = program index or kNone (set by linking); `import a.b` w/o `as` binds `a`: a = "a"
               // and flag kSubmodule with c = name of the full dotted path
  ImportFrom,  // a = absolute dotted module, b = attribute name, c = program index of the module or kNone (set by
               // linking). Inst::spare = 1: the name is no attribute but the submodule b, and c is that module's program.
               // A relative module keeps its leading dots when the file's own module name is unknown
  ImportStar,  // a = absolute dotted module, c = program index or kNone
  // Control. Indices are function-relative instruction indices.
  If,          // a = condition, b = matching Else or EndIf, c = EndIf; flag kShortCircuit for and/or/conditional
               // expressions, kAssertLike never set here
  Else,        // a = If, c = EndIf
  EndIf,       // a = If
  Loop,        // a = iterable or kNone for `while`, b = EndLoop; flag kComprehension, kAsync
  Next,        // a = Loop: the element of this iteration (first in the body of a `for`)
  LoopTest,    // a = condition: leaves the loop when false (after the condition's instructions, `while` only)
  EndLoop,     // a = Loop
  LoopElse,    // a = Loop, b = EndLoopElse: the else clause of a loop
  EndLoopElse, // a = LoopElse
  Break, Continue, // a = Loop
  Try,         // b = first Except, TryElse, Finally or EndTry; c = EndTry
  Except,      // a = Try, b = next clause or EndTry. The clause's type expressions come next, then CatchType, then body
  CatchType,   // a = type value or kNone (bare except): value is the caught exception
  TryElse,     // a = Try, b = next clause
  Finally,     // a = Try, b = EndTry
  EndTry,      // a = Try
  EnterContext,// a = manager: value is what `as` binds; flag kAsync
  ExitContext, // a = EnterContext
  Return,      // a = value or kNone
  Raise,       // a = exception or kNone, b = cause or kNone
  Assert,      // a = condition, b = message or kNone
  Yield,       // a = value or kNone; flag kFrom
  Await,       // a = value
  Discard,     // a = value of an expression statement; range = the statement
  Unsupported, // b, c = args: syntax that could not be lowered; value unknown
};

enum Flag : uint8_t {
  kInPlace = 1, kBytes = 1, kBig = 1, kShortCircuit = 1, kComprehension = 1, kGenerator = 1, kStarred = 1, kFrom = 1,
  kSubmodule = 1,
  kFromEnd = 2, kAsync = 2,
  kSynthetic = 4, // no source of its own (implicit return, desugaring)
};

enum class UnaryOp : uint8_t { Neg, Pos, Invert, Not };
enum class BinaryOp : uint8_t { Add, Sub, Mul, Div, FloorDiv, Mod, Pow, MatMul, LShift, RShift, BitAnd, BitOr, BitXor };
enum class CompareOp : uint8_t { Eq, Ne, Lt, Le, Gt, Ge, Is, IsNot, In, NotIn };

struct Span { uint32_t begin = 0, end = 0; };

struct Inst {
  Op op;
  uint8_t flags = 0;
  uint8_t aux = 0;
  uint8_t spare = 0;
  uint32_t a = kNone, b = kNone, c = kNone;
  Span span; // byte range in the normalised text
};
static_assert(sizeof(Inst) == 24);

struct Arg {
  Reg reg;
  Name name = kPositional; // keyword, kPositional, kStar or kStarStar
};

enum class ParamKind : uint8_t { PositionalOnly, Normal, VarPositional, KeywordOnly, VarKeyword };
struct Param {
  Name name;
  uint32_t slot;
  ParamKind kind;
  bool has_default;
  Name annotation; // source text with imports resolved as far as this file allows ("torch.Tensor"), or kNone
  Span span;
};

enum class FunctionKind : uint8_t { Module, Def, Lambda, ClassBody };
struct Function {
  Name name, qualname;      // "forward", "Net.forward"; the module body is "<module>"
  FunctionKind kind;
  bool is_async = false, is_generator = false, has_error = false; // has_error: a broken region lies inside
  uint32_t parent = kNone;  // lexically enclosing function (a ClassBody counts)
  uint32_t klass = kNone;   // the class whose body directly holds this def, or whose body this is
  uint32_t first = 0, count = 0;        // instructions
  uint32_t param_first = 0, param_count = 0;
  uint32_t slot_first = 0, slot_count = 0; // names of slots in Program::slots; parameters come first
  uint32_t decorator_first = 0, decorator_count = 0; // Program::decorators: dotted text of each, outermost first
  Name returns = kNone;     // annotation text
  Span span, name_span;
};

struct Class {
  Name name, qualname;
  uint32_t body;            // its ClassBody function
  uint32_t parent;          // enclosing function
  uint32_t base_first = 0, base_count = 0; // Program::decorators: dotted text of each positional base, imports resolved
  uint32_t decorator_first = 0, decorator_count = 0;
  Span span, name_span;
};

// How a module-level name gets its value: enough to resolve most names without evaluating the module.
enum class BindingKind : uint8_t { Function, Class, Import, ImportFrom, Value, Many };
struct Binding {
  Name name;
  BindingKind kind; // Many: bound more than once or conditionally
  // Function, class, or the index of the binding instruction in the module function. Many: the last one; the import when
  // that came first (`try: import x` … `x = None`); the module's final Return when only functions bind it (`global x`).
  uint32_t index;
};

struct Program {
  std::string path;          // as given on the command line
  std::string module;        // dotted module name within its project, "" when unknown
  uint32_t id = kNone;       // index in the run's program table, set by linking
  bool has_syntax_error = false;
  std::vector<Inst> insts;
  std::vector<Arg> args;
  std::vector<Function> functions; // [0] is the module body
  std::vector<Class> classes;
  std::vector<Param> params;
  std::vector<Name> slots;
  std::vector<Name> decorators;
  std::vector<Binding> bindings;   // sorted by name
  std::vector<Name> star_imports;  // dotted modules, in order
  std::vector<uint32_t> star_programs; // their programs or kNone, set by linking
  std::vector<Span> broken;        // byte ranges withheld because of syntax errors
  const Binding *find_binding(Name name) const;
};

} // namespace offside::ir
