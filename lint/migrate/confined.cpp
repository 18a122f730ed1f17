// Code that is about one backend on purpose: it stays as it is.
#include "lint/migrate/planner.h"

#include <algorithm>
#include <cctype>

namespace offside::migrate {

using namespace ir;

namespace {

constexpr std::string_view kOthers[] = {"xpu", "npu", "mps",  "mlu",    "musa",   "hpu",    "mtia",
                                        "xla", "tpu", "sdaa", "neuron", "habana", "ascend", "rocm"};

std::string lower(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(),
                 [](unsigned char c) { return char(std::tolower(c)); });
  return out;
}

bool letter(char c) { return std::isalpha(static_cast<unsigned char>(c)); }

// As a word of its own, or a part of a name that underscores set off.
bool says(const std::string &text, std::string_view word) {
  for (size_t at = 0; (at = text.find(word, at)) != text.npos; at += word.size())
    if ((at == 0 || !letter(text[at - 1])) &&
        (at + word.size() == text.size() || !letter(text[at + word.size()])))
      return true;
  return false;
}

std::string_view other_backend(const std::string &text) {
  for (std::string_view word : kOthers)
    if (says(text, word))
      return word;
  return "";
}

// `if TORCH_2_4:`, `version.parse(torch.__version__) >= ...`, `hasattr(torch, "accelerator")`.
bool asks_version(const std::string &condition) {
  for (std::string_view word :
       {"version", "torch_greater", "torch_ge", "torch_1_", "torch_2_", "hasattr(torch", "_torch_2",
        "is_torch_greater", "pt2", "has_native_amp"})
    if (condition.find(word) != condition.npos)
      return true;
  return condition.find("hasattr(") != condition.npos &&
         condition.find("accelerator") != condition.npos;
}

} // namespace

// What the conditions of `if` statements say about the code in them.
void Planner::find_confined() {
  for (uint32_t f = 0; f < view.functions(); ++f) {
    const Function &fn = view.function(f);
    // A function or class that says whose it is.
    const std::string name = lower(name_text(fn.qualname));
    for (std::string_view word : {"cuda", "nccl", "nvml", "nvidia", "xpu", "npu", "mps", "hpu"})
      if (says(name, word) && f != 0) {
        // test_cuda_..., a test that is skipped without a GPU, may become a test of any
        // accelerator.
        if (says(name, "test") || name.find("test_") != name.npos)
          continue;
        confined_functions.try_emplace(f, "`" + std::string(name_text(fn.qualname)) +
                                              "` is about " + std::string(word) + " by its name");
      }
    // class CUDAAccelerator, class CudaTimer
    const std::string_view written = name_text(fn.qualname);
    if (f != 0 && fn.kind == FunctionKind::ClassBody && name.find("test") == name.npos &&
        (written.find("CUDA") != written.npos || written.find("Cuda") != written.npos))
      confined_functions.try_emplace(f, "`" + std::string(written) + "` is about CUDA by its name");
    for (Reg r = 0; r < fn.count; ++r) {
      const Place p{f, r};
      const Inst &in = view.at(p);
      if (in.op == Op::ConstStr &&
          name_text(in.a).find("CUDA_VISIBLE_DEVICES") != std::string_view::npos && f != 0)
        environment_functions.insert(f);
      if (in.op == Op::Except)
        confine_handler(p);
      if (in.op != Op::If || in.c == kNone)
        continue;
      const std::string condition = lower(view.source(Place{f, in.a}));
      const bool has_else = view.at({f, in.b}).op == Op::Else;
      if (asks_version(condition)) {
        // The other side is for an older torch, or this one is.
        const Reg first = has_else ? in.b + 1 : r + 1;
        confined_ranges.push_back({f, first, in.c, "a form for another version of torch"});
        if (!has_else || condition.find("<") != condition.npos ||
            condition.find("not ") != condition.npos)
          confined_ranges.push_back({f, r + 1, in.b, "a form for another version of torch"});
        continue;
      }
      if (in.flags & kShortCircuit)
        continue;
      // if provider == "CUDAExecutionProvider":
      if (view.source(Place{f, in.a}).find("CUDA") != std::string_view::npos &&
          facts.implied({f, in.a}, true).empty() && facts.implied({f, in.a}, false).empty())
        confined_ranges.push_back({f, r, in.b, "its condition is about CUDA by name"});
      // One question about several is no branch.
      Reg asked = in.a;
      if (const Inst &test = view.at({f, asked});
          test.op == Op::Unary && UnaryOp(test.aux) == UnaryOp::Not)
        asked = test.a;
      if (std::any_of(disjunctions.begin(), disjunctions.end(), [&](const auto &d) {
            return d.second == Place{f, asked};
          }))
        continue;
      const std::string_view other = other_backend(condition);
      if (other.empty() || facts.own == other)
        continue;
      // The whole chain that this `if` is part of.
      Reg first = r, last = in.c;
      for (Reg up = view.region({f, r}); up != kNone; up = view.region({f, up})) {
        const Inst &open = view.at({f, up});
        if (open.op != Op::Else)
          break;
        const Inst &outer = view.at({f, open.a});
        if (outer.op != Op::If || outer.c != last + 1)
          break;
        first = open.a;
        last = outer.c;
      }
      const std::string why = "one branch of several, another is for " + std::string(other);
      confined_ranges.push_back({f, first, last, why});
      // The test at the top of the chain stands before it.
      confined_tests.emplace_back(Place{f, view.at({f, first}).a}, why);
      // Early returns: `if a: return ...`, `if b: return ...`
      if (facts.leaves(f, r + 1, in.b)) {
        for (Reg q = 0; q < fn.count; ++q) {
          const Inst &sibling = view.at({f, q});
          if (sibling.op == Op::If && !(sibling.flags & kShortCircuit) && q != r &&
              sibling.c != kNone && view.region({f, q}) == view.region({f, first}) &&
              facts.leaves(f, q + 1, sibling.b)) {
            confined_ranges.push_back({f, q, sibling.c, why});
            confined_tests.emplace_back(Place{f, sibling.a}, why);
          }
        }
      }
    }
  }
  // A class is about what its name says, all its methods with it.
  for (uint32_t f = 0; f < view.functions(); ++f)
    for (uint32_t up = view.function(f).parent; up != kNone && up != 0;
         up = view.function(up).parent)
      if (const auto it = confined_functions.find(up); it != confined_functions.end())
        confined_functions.try_emplace(f, it->second);
}

// except (ImportError, AttributeError): what an older torch has.
void Planner::confine_handler(Place p) {
  const Inst &in = view.at(p);
  for (Reg r = p.reg + 1; r < view.function(p.function).count && r < in.b; ++r)
    if (const Inst &type = view.at({p.function, r}); type.op == Op::CatchType) {
      const std::string_view text = view.source(type.span);
      // What torch.cuda raises without CUDA; the accelerator API raises RuntimeError.
      if (text.find("AssertionError") != text.npos)
        confined_ranges.push_back({p.function, in.a, view.at({p.function, in.a}).b,
                                   "a handler for AssertionError waits for what it raises"});
      for (std::string_view error :
           {"ImportError", "AttributeError", "TypeError", "ModuleNotFoundError"})
        if (text.find(error) != text.npos) {
          confined_ranges.push_back({p.function, r, in.b, "a form for another version of torch"});
          return;
        }
      return;
    }
}

// Whether another file of the run reads an attribute of that name.
bool Planner::read_elsewhere(Name name) const {
  for (const ir::Program *other : index.programs)
    if (other != &view.program)
      for (const Inst &in : other->insts)
        if (in.op == Op::LoadAttr && in.b == name)
          return true;
  return false;
}

// Why a place stays as it is, "" when nothing says so.
std::string Planner::confined(Place p) const {
  if (p.function == kNone)
    return "";
  if (const auto it = confined_functions.find(p.function); it != confined_functions.end())
    return it->second;
  for (const ConfinedRange &range : confined_ranges)
    if (range.function == p.function && range.first <= p.reg && p.reg <= range.last)
      return range.why;
  for (const auto &[test, why] : confined_tests) {
    if (test.function != p.function)
      continue;
    const Span span = view.at(test).span, own = view.at(p).span;
    if (span.begin <= own.begin && own.end <= span.end)
      return why;
  }
  return "";
}

// More that keeps the tests around it on CUDA: texts that name it for somebody else, devices by
// their bare number.
void Planner::find_texts() {
  const auto message = [&](Place p) { // for people to read
    for (int depth = 0; depth < 4; ++depth) {
      if (view.uses(p).empty())
        return true;
      const Use use = view.uses(p)[0];
      const Place by{p.function, use.by};
      const Inst &in = view.at(by);
      switch (in.op) {
      case Op::Discard:
      case Op::Raise:
      case Op::Assert:
        return true;
      case Op::FString:
      case Op::Binary:
      case Op::Opaque:
      case Op::Select:
        p = by;
        continue;
      case Op::Call: {
        if (use.arg == kNone) { // "...".format(x)
          p = by;
          continue;
        }
        const std::string callee = lower(view.source(Place{by.function, in.a}));
        for (std::string_view word :
             {"print", "warn", "info", "debug", "error", "log", "exception", "write", "skip",
              "fail", "message", "echo", "critical", "raises", "title"})
          if (callee.find(word) != callee.npos)
            return true;
        return false;
      }
      case Op::LoadAttr: // "...".format
        p = by;
        continue;
      default:
        return false;
      }
    }
    return false;
  };
  for (uint32_t f = 0; f < view.functions(); ++f)
    for (Reg r = 0; r < view.function(f).count; ++r) {
      const Place p{f, r};
      const Inst &in = view.at(p);
      if (in.op == Op::ConstStr && !(in.flags & kBytes) && !facts.at(p).empty() &&
          !is_consumed(in.span)) {
        const std::string_view text = name_text(in.a);
        const bool device = text == "cuda" || text.starts_with("cuda:"); // see literals
        if (!device && lower(text).find("cuda") != std::string::npos && !message(p))
          cuda_bound.emplace_back(p, "the code behind it names CUDA in a text");
      }
      // device = 0
      if ((in.op == Op::StoreSlot || in.op == Op::StoreGlobal || in.op == Op::StoreAttr) &&
          !facts.at(p).empty()) {
        const Place value{f, in.op == Op::StoreAttr ? in.c : in.b};
        const std::string target = lower(view.source(p));
        const Inst &v = view.at(value);
        const bool number =
            v.op == Op::ConstInt ||
            (v.op == Op::ConstStr && !name_text(v.a).empty() &&
             name_text(v.a).find_first_not_of("0123456789") == std::string_view::npos);
        if (number && target.ends_with("device"))
          cuda_bound.emplace_back(p, "the code behind it names a device by its number");
      }
      // args.cuda = torch.cuda.is_available(), and another file asks for args.cuda
      if (in.op == Op::StoreAttr && !view.source(p).starts_with("self."))
        if (const auto known = facts.implied({f, in.c}, true);
            !known.empty() && read_elsewhere(in.b))
          for (const Known &k : known)
            named_tests.try_emplace(k.atom,
                                    "`" + std::string(view.source(p)) + "` is used in other files");
      // f(cuda=torch.cuda.is_available())
      if (in.op == Op::Call)
        for (const Arg &arg : view.arguments(in))
          if (arg.name < kStarStar && lower(name_text(arg.name)).find("cuda") != std::string::npos)
            for (const Known &k : facts.implied({f, arg.reg}, true))
              named_tests.try_emplace(k.atom,
                                      "`" + std::string(name_text(arg.name)) + "=` is about CUDA");
      // assert torch.cuda.is_available(), "only CUDA is supported"
      if (in.op == Op::Assert && in.b != kNone) {
        const std::string words = lower(view.source(Place{f, in.b}));
        if (words.find("cuda") != words.npos &&
            (words.find("requir") != words.npos || words.find("only") != words.npos ||
             words.find("support") != words.npos || words.find("need") != words.npos ||
             words.find("must") != words.npos))
          for (const Known &k : facts.implied({f, in.a}, true))
            named_tests.try_emplace(k.atom, "its message asks for CUDA");
      }
    }
  for (uint32_t atom = 0; atom < facts.atoms.size(); ++atom) {
    const Place p = facts.atoms[atom].place;
    if (environment_functions.contains(p.function))
      named_tests.try_emplace(atom, "CUDA_VISIBLE_DEVICES is used with it");
  }
}

} // namespace offside::migrate
