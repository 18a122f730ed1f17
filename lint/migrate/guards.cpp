// Tests for a device: which may ask for any accelerator, and which calls need one.
#include "lint/migrate/planner.h"

#include <algorithm>
#include <cctype>

namespace offside::migrate {

using namespace ir;

namespace {

// Packages that work on CUDA alone.
constexpr std::string_view kCudaPackages[] = {"bitsandbytes",
                                              "flash_attn",
                                              "apex",
                                              "pynvml",
                                              "cupy",
                                              "numba.cuda",
                                              "triton",
                                              "tensorrt",
                                              "torch_tensorrt",
                                              "nvidia",
                                              "xformers",
                                              "transformer_engine",
                                              "cuda",
                                              "pycuda",
                                              "deep_gemm",
                                              "flashinfer",
                                              "torch.utils.cpp_extension"};

bool of_package(std::string_view dotted, std::string_view package) {
  return dotted.starts_with(package) &&
         (dotted.size() == package.size() || dotted[package.size()] == '.');
}

bool says_cuda(std::string_view name) {
  for (std::string_view word :
       {"cuda", "CUDA", "nvml", "nccl", "triton", "nvidia", "flash_attn", "bnb"})
    if (name.find(word) != name.npos)
      return true;
  return false;
}

} // namespace

// What else keeps code on CUDA, beside the names of the catalogue that stay.
void Planner::find_cuda_only() {
  for (uint32_t f = 0; f < view.functions(); ++f)
    for (Reg r = 0; r < view.function(f).count; ++r) {
      const Place p{f, r};
      if (facts.at(p).empty())
        continue;
      const Inst &in = view.at(p);
      const std::string_view dotted = view.dotted(p);
      if (in.op == Op::LoadAttr) {
        if (dotted == "torch.float64" || dotted == "torch.double")
          cuda_bound.emplace_back(p,
                                  "the code behind it uses float64, which some accelerators lack");
        else if (dotted.empty() && name_text(in.b) == "double" && call_of(p).function != kNone)
          cuda_bound.emplace_back(p,
                                  "the code behind it uses float64, which some accelerators lack");
      }
      for (std::string_view package : kCudaPackages)
        if (of_package(dotted, package))
          cuda_bound.emplace_back(p, "the code behind it uses `" + std::string(package) + "`");
      if (in.op == Op::Import || in.op == Op::ImportFrom)
        continue;
      // A function that somebody passed in.
      if (in.op == Op::Call && in.a < r) {
        const Inst &callee = view.at({f, in.a});
        if ((callee.op == Op::LoadSlot || callee.op == Op::LoadOuter) && view.parameter({f, in.a}))
          cuda_bound.emplace_back(p, "the code behind it calls `" +
                                         std::string(view.source(Place{f, in.a})) +
                                         "`, which is not known");
      }
      // A function of the program whose name says that it is for CUDA.
      if (in.op == Op::Call && in.a < r && dotted.empty()) {
        const Inst &callee = view.at({f, in.a});
        const Name name =
            callee.op == Op::LoadAttr ? callee.b
            : callee.op == Op::LoadSlot || callee.op == Op::LoadGlobal || callee.op == Op::LoadOuter
                ? view.variable({f, in.a})
                : kNone;
        if (name != kNone && name_text(name) != "cuda" && says_cuda(name_text(name)) &&
            facts.atom_at(p) == kNone && view.dotted({f, in.a}).empty())
          cuda_bound.emplace_back(p, "the code behind it calls `" + std::string(name_text(name)) +
                                         "`");
      }
    }
}

// Whether the other side of an `if` on this test asks for another kind of accelerator: taking in
// that kind here would change which side runs.
bool Planner::test_alternatives(uint32_t atom) const {
  const Place call = facts.atoms[atom].place;
  for (uint32_t f = 0; f < view.functions(); ++f)
    for (Reg r = 0; r < view.function(f).count; ++r) {
      const Inst &in = view.at({f, r});
      if (in.op != Op::If)
        continue;
      bool tested = false;
      for (const Known &k : facts.implied({f, in.a}, true))
        tested |= k.atom == atom && k.truth;
      if (!tested || in.b == kNone || view.at({f, in.b}).op != Op::Else)
        continue;
      for (Reg q = in.b + 1; q < in.c; ++q) {
        const uint32_t other = facts.atom_at({f, q});
        if (other != kNone && !facts.is_accelerator(other))
          return true;
        // `"mps" if ... else "cpu"` through a variable
        for (const Known &k : facts.at({f, q}))
          if (k.truth && !facts.is_accelerator(k.atom) && facts.atoms[k.atom].place != call)
            return true;
      }
    }
  return false;
}

// torch.cuda.is_available() or torch.xpu.is_available(): one question.
void Planner::find_disjunctions() {
  for (uint32_t f = 0; f < view.functions(); ++f)
    for (Reg r = view.function(f).count; r-- > 0;) {
      const Place p{f, r};
      if (view.at(p).op != Op::Or)
        continue;
      std::vector<Place> operands;
      bool tests = true;
      uint32_t own = kNone, others = 0;
      std::vector<Reg> open{r};
      while (!open.empty() && tests) {
        const Inst &in = view.at({f, open.back()});
        const Reg at = open.back();
        open.pop_back();
        if (in.op == Op::Or) {
          open.push_back(in.a);
          open.push_back(in.b);
          continue;
        }
        const uint32_t atom = facts.atom_at({f, at});
        tests = atom != kNone && facts.atoms[atom].kind == Atom::Available;
        if (!tests)
          break;
        if (facts.atoms[atom].backend == backend)
          own = atom;
        else
          ++others;
      }
      if (tests && own != kNone && others > 0)
        disjunctions.try_emplace(facts.atoms[own].place, p);
    }
}

// What else the condition around a test asks for that is CUDA's own: `torch.cuda.is_available() and
// is_sm_at_least_89()`.
std::string Planner::beside(uint32_t atom) const {
  const Place call = facts.atoms[atom].place;
  Place whole = call;
  if (const auto either = disjunctions.find(call); either != disjunctions.end())
    whole = either->second;
  const Span own = view.at(whole).span;
  for (bool up = true; up;) {
    up = false;
    for (const Use &u : view.uses(whole)) {
      const Place by{whole.function, u.by};
      const Inst &in = view.at(by);
      if (in.op == Op::And || in.op == Op::Or ||
          (in.op == Op::Unary && UnaryOp(in.aux) == UnaryOp::Not)) {
        whole = by;
        up = true;
        break;
      }
    }
  }
  const Span span = view.at(whole).span;
  std::string rest(view.source(span));
  const auto blank = [&](Span s) {
    if (span.begin <= s.begin && s.end <= span.end)
      rest.replace(s.begin - span.begin, s.end - s.begin, s.end - s.begin, ' ');
  };
  blank(own);
  for (const Draft &d : drafts)
    if (!d.kept())
      blank(d.name_span);
  std::transform(rest.begin(), rest.end(), rest.begin(),
                 [](char c) { return char(std::tolower(c)); });
  // Other tests of the same kind go with this one.
  for (std::string_view same : {".cuda.is_available()", ".cuda.device_count()", "no_cuda",
                                "use_cuda", "args.cuda", "is_available()"})
    for (size_t at; (at = rest.find(same)) != rest.npos;)
      rest.erase(at, same.size());
  for (std::string_view word :
       {"cuda", "sm_",    "sm8",          "sm9",   "capability", "hip", "rocm", "nvidia",
        "nvml", "triton", "bitsandbytes", "bnb",   "flash",      "xpu", "mps",  "npu",
        "hpu",  "mtia",   "apex",         "cudnn", "nccl",       "nvtx"})
    if (rest.find(word) != rest.npos)
      return "the same condition asks for something of CUDA's own";
  return "";
}

// The functions that calls in a file can reach by name.
static void list_functions(const View &view, std::map<Name, uint32_t> &functions,
                           std::map<std::pair<uint32_t, Name>, uint32_t> &methods) {
  for (uint32_t f = 1; f < view.functions(); ++f) {
    const Function &fn = view.function(f);
    if (fn.kind != FunctionKind::Def)
      continue;
    if (fn.klass != kNone)
      methods.try_emplace({fn.klass, fn.name}, f);
    else if (fn.parent == 0)
      functions.try_emplace(fn.name, f);
  }
}

// The function of this file that an instruction calls: by its name, as a method of `self`, or the
// constructor of a class.
static uint32_t called_function(const View &view, const std::map<Name, uint32_t> &functions,
                                const std::map<std::pair<uint32_t, Name>, uint32_t> &methods,
                                Place p) {
  const Inst &in = view.at(p);
  const Inst *callee = in.op == Op::Call ? view.find(p.function, in.a) : nullptr;
  if (!callee)
    return kNone;
  if (callee->op == Op::LoadGlobal) {
    if (const auto it = functions.find(callee->a); it != functions.end())
      return it->second;
    for (uint32_t k = 0; k < view.program.classes.size(); ++k)
      if (view.program.classes[k].name == callee->a)
        if (const auto it = methods.find({k, intern("__init__")}); it != methods.end())
          return it->second;
    return kNone;
  }
  if (callee->op == Op::LoadAttr && view.function(p.function).klass != kNone &&
      view.source(Place{p.function, callee->a}) == "self")
    if (const auto it = methods.find({view.function(p.function).klass, callee->b});
        it != methods.end())
      return it->second;
  return kNone;
}

// Calls of functions in other files of the run.
void Planner::find_outside() {
  for (uint32_t f = 0; f < view.functions(); ++f)
    for (Reg r = 0; r < view.function(f).count; ++r) {
      const Inst &in = view.at({f, r});
      if (in.op != Op::Call || in.a >= r)
        continue;
      const Inst &callee = view.at({f, in.a});
      placement::Resolved found;
      if (callee.op == Op::LoadGlobal) {
        found = placement::resolve_name(index, view.program.id, callee.a);
      } else if (callee.op == Op::LoadAttr && view.at({f, callee.a}).op == Op::LoadGlobal) {
        found = placement::resolve_name(index, view.program.id, view.at({f, callee.a}).a);
        if (found.kind == placement::Resolved::Module)
          found = placement::resolve_member(index, found, callee.b);
        else
          found = {};
      }
      if (found.kind != placement::Resolved::Function || found.program == view.program.id)
        continue;
      outside.insert({found.program, found.index});
      outside_calls.push_back({{f, r}, {found.program, found.index}});
    }
}

// Functions that work with a package for CUDA alone.
void Planner::find_packages() {
  for (uint32_t f = 1; f < view.functions(); ++f)
    for (Reg r = 0; r < view.function(f).count; ++r) {
      const Inst &in = view.at({f, r});
      std::string_view name = view.dotted({f, r});
      if (in.op == Op::ImportFrom || in.op == Op::Import)
        name = name_text(in.a);
      for (std::string_view package : kCudaPackages)
        if (of_package(name, package))
          package_functions.try_emplace(f, package);
    }
}

// Whether the file is also for hosts without an accelerator: it asks, or falls back to the CPU.
bool Planner::meant_for_cpu() const {
  return std::any_of(facts.atoms.begin(), facts.atoms.end(),
                     [](const Atom &a) { return a.kind == Atom::Available; }) ||
         std::any_of(device_variables.begin(), device_variables.end(),
                     [](const DeviceVariable &v) { return v.choice; });
}

// Whether a function is known to be called without a test for a device.
bool Planner::reached_untested(uint32_t function) const {
  if (function == 0)
    return true;
  std::map<Name, uint32_t> functions;
  std::map<std::pair<uint32_t, Name>, uint32_t> methods;
  list_functions(view, functions, methods);
  for (uint32_t f = 0; f < view.functions(); ++f)
    for (Reg r = 0; r < view.function(f).count; ++r)
      if (called_function(view, functions, methods, {f, r}) == function && !facts.available({f, r}))
        return true;
  return false;
}

// Whether a function of this file has a parameter for a device at that position.
bool Planner::takes_device(Place call, uint32_t position, std::string_view keyword) const {
  std::map<Name, uint32_t> functions;
  std::map<std::pair<uint32_t, Name>, uint32_t> methods;
  list_functions(view, functions, methods);
  const uint32_t callee = called_function(view, functions, methods, call);
  if (callee == kNone || !keyword.empty())
    return false;
  const Function &fn = view.function(callee);
  if (fn.klass != kNone)
    ++position; // self
  return position < fn.param_count &&
         name_text(view.program.params[fn.param_first + position].name).find("device") !=
             std::string_view::npos;
}

// The functions of this file that hold something that stays on CUDA, calls included.
static std::map<uint32_t, std::string> bound_functions(const View &view,
                                                       std::map<uint32_t, std::string> found) {
  std::map<Name, uint32_t> functions;
  std::map<std::pair<uint32_t, Name>, uint32_t> methods;
  list_functions(view, functions, methods);
  if (found.empty())
    return found;
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t f = 1; f < view.functions(); ++f) {
      if (found.contains(f))
        continue;
      for (Reg r = 0; r < view.function(f).count; ++r) {
        const uint32_t callee = called_function(view, functions, methods, {f, r});
        const auto it = callee == kNone ? found.end() : found.find(callee);
        if (it == found.end())
          continue;
        found[f] = it->second;
        changed = true;
        break;
      }
    }
  }
  return found;
}

// The tests whose code needs CUDA, and why.
std::map<uint32_t, std::string> Planner::needs_cuda() {
  std::map<uint32_t, std::string> out;
  std::map<uint32_t, std::string> functions;
  const auto behind = [&](Place p, const std::string &why) {
    if (p.function == kNone)
      return;
    for (const Known &k : facts.at(p))
      if (k.truth)
        out.try_emplace(k.atom, why);
  };
  std::map<uint32_t, std::string> inert;
  std::set<uint32_t> rewritten;
  for (const Draft &d : drafts) {
    if (d.place.function == kNone)
      continue;
    if (!d.kept()) {
      for (const Known &k : facts.at(d.place))
        if (k.truth)
          rewritten.insert(k.atom);
      continue;
    }
    if (d.site.outcome == Outcome::Portable)
      continue;
    if (d.harmless) {
      if (d.site.category == Category::None)
        for (const Known &k : facts.at(d.place))
          if (k.truth)
            inert.try_emplace(k.atom, "guards `" + d.site.api + "`, which stays");
      continue;
    }
    behind(d.place, "guards `" + d.site.api + "`, which stays");
    // A test that stays does not keep its function's callers: what it guards does.
    if (facts.atom_at(d.place) == kNone)
      functions.try_emplace(d.place.function, d.site.api);
  }
  for (const auto &[place, why] : cuda_bound)
    behind(place, why);
  for (const auto &[place, callee] : outside_calls)
    if (const auto it = elsewhere.find(callee); it != elsewhere.end()) {
      behind(place, "the code behind it calls a function where `" + it->second + "` stays");
      functions.try_emplace(place.function, it->second);
    }
  functions = bound_functions(view, std::move(functions));
  bound_here_ = functions;
  if (!functions.empty()) {
    std::map<Name, uint32_t> of_module;
    std::map<std::pair<uint32_t, Name>, uint32_t> methods;
    list_functions(view, of_module, methods);
    for (uint32_t f = 0; f < view.functions(); ++f)
      for (Reg r = 0; r < view.function(f).count; ++r) {
        const Place p{f, r};
        if (facts.at(p).empty())
          continue;
        const uint32_t callee = called_function(view, of_module, methods, p);
        if (const auto it = callee == kNone ? functions.end() : functions.find(callee);
            it != functions.end())
          behind(p, "the code behind it calls `" +
                        std::string(name_text(view.function(callee).name)) + "`, where `" +
                        it->second + "` stays");
      }
  }
  for (const auto &[atom, why] : inert)
    if (!rewritten.contains(atom))
      out.try_emplace(atom, why);
  for (uint32_t atom = 0; atom < facts.atoms.size(); ++atom) {
    if (out.contains(atom) || facts.atoms[atom].kind == Atom::DeviceType ||
        facts.atoms[atom].kind == Atom::IsCuda || facts.atoms[atom].kind == Atom::NotCpu)
      continue;
    if (const auto named = named_tests.find(atom); named != named_tests.end())
      out.emplace(atom, named->second);
    else if (const std::string why = beside(atom); !why.empty())
      out.emplace(atom, why);
    else if (test_alternatives(atom))
      out.emplace(atom, "the branches of the chain differ in more than the device");
  }
  return out;
}

// Decides about every test, until nothing changes any more: what stays behind a test keeps the test
// on CUDA, and a test that stays keeps what makes sense only with it.
void Planner::tests() {
  for (uint32_t k = 0; k < drafts.size(); ++k)
    if (const uint32_t atom =
            drafts[k].place.function == kNone ? kNone : facts.atom_at(drafts[k].place);
        atom != kNone &&
        (facts.atoms[atom].kind == Atom::Available || facts.atoms[atom].kind == Atom::Count))
      atom_drafts[atom] = k;
  for (bool changed = true; changed;) {
    changed = false;
    settle_groups();
    const std::map<uint32_t, std::string> needed = needs_cuda();
    for (uint32_t atom = 0; atom < facts.atoms.size(); ++atom) {
      if (bound.contains(atom) || facts.atoms[atom].backend != backend ||
          facts.atoms[atom].kind == Atom::DeviceType || facts.atoms[atom].kind == Atom::IsCuda ||
          chosen_atoms.contains(atom))
        continue;
      const auto need = needed.find(atom);
      std::string why = need == needed.end() ? "" : need->second;
      if (why.empty()) {
        const auto own = atom_drafts.find(atom);
        if (own == atom_drafts.end() || !drafts[own->second].kept())
          continue;
        why = drafts[own->second].site.reason;
      }
      bound[atom] = why;
      changed = true;
      if (const auto own = atom_drafts.find(atom);
          own != atom_drafts.end() && !drafts[own->second].kept())
        review(drafts[own->second], why);
    }
    for (Draft &d : drafts) {
      if (d.kept())
        continue;
      for (const uint32_t test : d.tests)
        if (bound.contains(test)) {
          review(d, "the test it goes with stays on CUDA");
          changed = true;
          break;
        }
      if (d.kept() || !d.follows_guard)
        continue;
      for (const Known &k : facts.at(d.place))
        if (k.truth && bound.contains(k.atom) && !drafts_cuda_elsewhere(d, k.atom)) {
          review(d, "the test around it stays on CUDA");
          changed = true;
          break;
        }
    }
  }
}

// Whether a place is known to have an accelerator by another test as well, one that is rewritten.
bool Planner::drafts_cuda_elsewhere(const Draft &d, uint32_t atom) const {
  for (const Known &k : facts.at(d.place))
    if (k.truth && k.atom != atom && facts.is_accelerator(k.atom) && !bound.contains(k.atom) &&
        (facts.atoms[k.atom].kind == Atom::Available || facts.atoms[k.atom].kind == Atom::Count))
      return true;
  return false;
}

// Whether the code behind a test does nothing but fetch tensors to the host.
bool Planner::leaves_alone(uint32_t atom) const {
  const uint32_t f = facts.atoms[atom].place.function;
  bool fetches = false;
  for (Reg r = 0; r < view.function(f).count; ++r) {
    const Place p{f, r};
    const auto known = facts.at(p);
    const Inst &in = view.at(p);
    if (in.op != Op::Call ||
        std::find(known.begin(), known.end(), Known{atom, true}) == known.end())
      continue;
    const Inst &callee = view.at({f, in.a});
    const std::string_view name =
        callee.op == Op::LoadAttr ? name_text(callee.b) : std::string_view();
    if (name != "cpu" && name != "numpy" && name != "detach" && name != "item" &&
        name != "tolist" && name != "float")
      return false;
    fetches |= name == "cpu";
  }
  return fetches;
}

// Whether the file's tensors go to an accelerator that this plan chooses.
bool Planner::moves_devices() const {
  return std::any_of(drafts.begin(), drafts.end(), [](const Draft &d) {
    return !d.kept() &&
           (d.site.api == "device choice" || d.site.api == ".cuda()" || d.site.api == "\"cuda\"");
  });
}

// Whether the side of an `if` where a test is false raises.
bool Planner::refuses(uint32_t atom) const {
  for (uint32_t f = 0; f < view.functions(); ++f)
    for (Reg r = 0; r < view.function(f).count; ++r) {
      const Inst &in = view.at({f, r});
      if (in.op != Op::If || (in.flags & kShortCircuit) || in.b == kNone)
        continue;
      const auto known = facts.implied({f, in.a}, true);
      const bool asked = std::any_of(known.begin(), known.end(),
                                     [&](const Known &k) { return k.atom == atom && !k.truth; });
      for (Reg q = r + 1; asked && q < in.b; ++q)
        if (view.at({f, q}).op == Op::Raise)
          return true;
    }
  return false;
}

// `device.type == "cuda"` around code that is rewritten.
void Planner::comparisons() {
  for (uint32_t atom = 0; atom < facts.atoms.size(); ++atom) {
    const Atom &a = facts.atoms[atom];
    if (a.kind != Atom::DeviceType && a.kind != Atom::IsCuda)
      continue;
    const Inst &in = view.at(a.place);
    if (is_consumed(in.span))
      continue;
    const bool attribute = a.kind == Atom::IsCuda;
    Draft d = draft(a.place, in.span, attribute ? ".is_cuda" : "device comparison", "DEV302");
    d.site.category = Category::Meaning;
    const std::string suggestion =
        attribute ? "`" + std::string(view.source(Place{a.place.function, in.a})) +
                        ".device.type != \"cpu\"` where any accelerator will do"
                  : "compare the type with \"cpu\" where any accelerator will do";
    // Code behind it that is rewritten wants it to hold on any accelerator.
    bool wanted = false;
    std::string why;
    const auto behind = [&](Place p) {
      if (p.function == kNone)
        return false;
      const auto known = facts.at(p);
      return std::find(known.begin(), known.end(), Known{atom, true}) != known.end();
    };
    for (const Draft &other : drafts)
      if (behind(other.place)) {
        wanted |= !other.kept() && other.place != a.place;
        if (other.kept() && other.site.outcome != Outcome::Portable && !other.harmless)
          why = "guards `" + other.site.api + "`, which stays";
      }
    for (const auto &[place, reason] : cuda_bound)
      if (behind(place))
        why = reason;
    if (why.empty() && test_alternatives(atom))
      why = "the branches of the chain differ in more than the device";
    if (why.empty() && refuses(atom))
      why = "what is not on CUDA is refused";
    bool rewritten = false;
    // Where an accelerator is there for sure, its type is what to compare with.
    const bool sure = [&] {
      for (const Known &k : facts.at(a.place))
        if (k.truth && facts.is_accelerator(k.atom) && !bound.contains(k.atom) &&
            (facts.atoms[k.atom].kind == Atom::Available ||
             facts.atoms[k.atom].kind == Atom::Count))
          return true;
      return false;
    }();
    if (why.empty() && sure && options.torch_version >= 206) {
      const std::string torch = torch_here(a.place);
      if (attribute) {
        const Span object = view.at({a.place.function, in.a}).span;
        d.edits.push_back(
            edit({object.end, in.span.end}, ".device.type == " + accelerator(torch) + ".type"));
        rewritten = view.source(Span{object.end, in.span.end}) == ".is_cuda" && delimited(in.span);
      } else if (in.op == Op::Compare &&
                 (CompareOp(in.aux) == CompareOp::Eq || CompareOp(in.aux) == CompareOp::Ne)) {
        const Place text{a.place.function, in.b};
        const std::string_view device = view.source(Place{a.place.function, in.a});
        const auto index = index_part(text);
        if (view.at(text).op == Op::ConstStr && name_text(view.at(text).a) == "cuda" &&
            device.ends_with(".type")) {
          d.edits.push_back(edit(view.at(text).span, accelerator(torch) + ".type"));
          rewritten = true;
        } else if (index && device.starts_with("str(")) {
          put_text(d, text, *index, torch);
          rewritten = true;
        }
      }
      if (rewritten) {
        d.site.reason = "the accelerator that the test around it asked for";
        d.follows_guard = true;
      } else {
        d.edits.clear();
      }
    }
    if (!rewritten && why.empty() && attribute && (wanted || leaves_alone(atom))) {
      const Span object = view.at({a.place.function, in.a}).span;
      const bool bare =
          std::all_of(view.uses(a.place).begin(), view.uses(a.place).end(), [&](const Use &u) {
            const Op op = view.at({a.place.function, u.by}).op;
            return op == Op::If || op == Op::And || op == Op::Or || op == Op::Unary ||
                   op == Op::Select || op == Op::LoopTest || op == Op::Return ||
                   op == Op::StoreSlot || op == Op::StoreGlobal;
          });
      const bool written = view.source(Span{object.end, in.span.end}) == ".is_cuda";
      if (written && moves_devices()) {
        if (!bare)
          d.edits.push_back(edit({in.span.begin, in.span.begin}, "("));
        d.edits.push_back(
            edit({object.end, in.span.end},
                 ".device.type != " + literal_text("cpu", in.span.begin) + (bare ? "" : ")")));
        d.site.reason = "the code behind it works on any accelerator";
        rewritten = true;
      }
    }
    if (!rewritten && why.empty() && wanted && in.op == Op::Compare) {
      const Place left{a.place.function, in.a}, right{a.place.function, in.b};
      const Inst &text = view.at(right);
      const Inst &device = view.at(left);
      const bool type = device.op == Op::LoadAttr && name_text(device.b) == "type";
      bool choice = false; // a text that was chosen between CUDA and CPU
      for (const DeviceVariable &v : device_variables)
        if (v.is_string && v.choice && v.name == view.source(left) && !v.of_self) {
          const std::vector<Place> loads = view.loads_of(v.store);
          choice |= std::find(loads.begin(), loads.end(), left) != loads.end();
        }
      const auto op = CompareOp(in.aux);
      if (text.op == Op::ConstStr && name_text(text.a) == "cuda" && (type || choice) &&
          (op == CompareOp::Eq || op == CompareOp::Ne)) {
        d.edits.push_back(edit({device.span.end, text.span.end},
                               std::string(op == CompareOp::Eq ? " != " : " == ") +
                                   literal_text("cpu", text.span.begin)));
        d.site.reason = "the code behind it works on any accelerator";
        // Brackets between the operands would be lost.
        std::string between;
        for (const char c : view.source(Span{device.span.end, text.span.begin}))
          if (c != ' ')
            between += c;
        const auto &uses = view.uses(a.place);
        const bool asserted = std::any_of(uses.begin(), uses.end(), [&](const Use &u) {
          return view.at({a.place.function, u.by}).op == Op::Assert;
        });
        rewritten = !asserted && between == (op == CompareOp::Eq ? "==" : "!=");
      }
    }
    if (!rewritten) {
      d.edits.clear();
      review(d,
             why.empty() ? attribute ? "may ask for a CUDA kernel, or for any accelerator"
                                     : "may mean CUDA, or any accelerator"
                         : why,
             suggestion);
    }
    add(std::move(d));
  }
}

// --- calls that need a test of their own

// By the name that the call itself is written with.
std::string Planner::availability_test(const Draft &d) {
  if (d.import.function != kNone)
    if (const auto it = import_changes.find(d.import); it != import_changes.end() && it->second.whole)
      return it->second.bound + ".is_available()";
  return torch_here(d.place) + ".accelerator.is_available()";
}

void Planner::guard_calls() {
  struct Wrapped {
    Span statement;
    uint32_t draft;
  };
  std::vector<Wrapped> wrapped;
  for (uint32_t k = 0; k < drafts.size(); ++k) {
    Draft &d = drafts[k];
    if (d.kept() || d.guard == Guarded::No)
      continue;
    const Span call = view.at(d.place).span;
    const std::string test = availability_test(d);
    const Place statement = statement_of(d.place);
    if (statement.function != kNone) {
      const Span span = view.at(statement).span;
      const std::string_view text = view.source(span);
      // A line of its own that is no continuation: not the body of `if x: call()` nor after `;`.
      const bool own = span.begin == call.begin && alone_on_lines(span) &&
                       !in_fstring(span.begin) && text.find("\"\"\"") == text.npos &&
                       text.find("'''") == text.npos && text.find('\\') == text.npos;
      if (own) {
        wrapped.push_back({span, k});
        continue;
      }
    }
    // As an expression.
    std::string before, after = " if " + test + " else " + d.fallback;
    if (!delimited(call)) {
      before = "(";
      after += ")";
    }
    if (!before.empty())
      d.edits.push_back(edit({call.begin, call.begin}, before));
    d.edits.push_back(edit({call.end, call.end}, after));
  }
  std::sort(wrapped.begin(), wrapped.end(), [](const Wrapped &a, const Wrapped &b) {
    return a.statement.begin < b.statement.begin;
  });
  for (size_t k = 0; k < wrapped.size(); ++k) {
    Draft &d = drafts[wrapped[k].draft];
    const Span span = wrapped[k].statement;
    const std::string margin = indentation(span.begin);
    const std::string test = availability_test(d);
    // One test for statements that follow each other.
    bool goes_on = false;
    if (k > 0) {
      const Span last = wrapped[k - 1].statement;
      goes_on = line_end(last.end) == line_start(span.begin) && indentation(last.begin) == margin &&
                view.region(drafts[wrapped[k - 1].draft].place) == view.region(d.place);
    }
    const uint32_t start = line_start(span.begin);
    d.wrap = goes_on ? drafts[wrapped[k - 1].draft].wrap : start;
    std::string head;
    if (!goes_on)
      head = margin + "if " + test + ":\n";
    d.edits.push_back(edit({start, start}, head + indent));
    for (const uint32_t line : inner_lines(span))
      if (view.text[line] != '\n')
        d.edits.push_back(edit({line, line}, indent));
  }
}

// Statements that go, with their lines; blocks are not left empty.
void Planner::delete_statements() {
  std::vector<Span> gone;
  for (const Draft &d : drafts)
    if (d.deletes && !d.kept())
      gone.push_back(view.at(statement_of(d.place)).span);
  const auto inside = [&](Span s) {
    return std::any_of(gone.begin(), gone.end(),
                       [&](Span g) { return g.begin <= s.begin && s.end <= g.end; });
  };
  // The last instruction of a block, exclusive, and its first.
  const auto block = [&](Place p) -> std::pair<Reg, Reg> {
    const Reg open = view.region(p);
    if (open == kNone)
      return {0, view.function(p.function).count};
    Reg r = open + 1;
    while (r < view.function(p.function).count && (view.region({p.function, r}) == open || [&] {
             for (Reg up = view.region({p.function, r}); up != kNone;
                  up = view.region({p.function, up}))
               if (up == open)
                 return true;
             return false;
           }()))
      ++r;
    return {open + 1, r};
  };
  std::vector<Place> removed_blocks;
  for (Draft &d : drafts) {
    if (!d.deletes || d.kept())
      continue;
    const Place statement = statement_of(d.place);
    const Span span = view.at(statement).span;
    const Reg open = view.region(statement);
    const auto [first, last] = block(statement);
    bool empty = true;
    for (Reg r = first; r < last && empty; ++r) {
      const Inst &in = view.at({statement.function, r});
      empty = inside(in.span) || (in.op == Op::Return && (in.flags & kSynthetic)) ||
              in.span.begin == in.span.end;
    }
    if (statement.function == 0 && open == kNone)
      empty = false;
    if (!alone_on_lines(span)) {
      d.edits.push_back(edit(span, "pass"));
      continue;
    }
    const Span lines{line_start(span.begin), line_end(span.end)};
    if (!empty) {
      d.edits.push_back(edit(lines, ""));
      continue;
    }
    // The only statements of an `if` that did nothing but ask for a device: it goes as well.
    const Inst *test = open == kNone ? nullptr : view.find(statement.function, open);
    const uint32_t atom = test && test->op == Op::If && !(test->flags & kShortCircuit)
                              ? facts.exactly({statement.function, test->a})
                              : kNone;
    if (atom != kNone && view.at({statement.function, test->b}).op != Op::Else) {
      const Place opened{statement.function, open};
      if (std::find(removed_blocks.begin(), removed_blocks.end(), opened) != removed_blocks.end())
        continue; // with the first of them
      const uint32_t condition = view.at({statement.function, test->a}).span.begin;
      const size_t word = view.text.rfind("if", condition);
      uint32_t end = lines.end;
      for (const Span &g : gone)
        if (g.begin >= span.begin && g.end <= view.at({statement.function, test->c}).span.end)
          end = std::max(end, line_end(g.end));
      const Span whole{word == view.text.npos ? 0 : line_start(uint32_t(word)), end};
      const std::string_view text = view.source(whole);
      const bool elif =
          word != view.text.npos && word >= 2 && view.text.substr(word - 2, 2) == "el";
      // The block around it must keep something.
      const auto [outer_first, outer_last] = block({statement.function, open});
      bool lonely = !(statement.function == 0 && view.region({statement.function, open}) == kNone);
      for (Reg r = outer_first; r < outer_last && lonely; ++r) {
        const Inst &in = view.at({statement.function, r});
        lonely = (whole.begin <= in.span.begin && in.span.end <= whole.end) ||
                 (in.op == Op::Return && (in.flags & kSynthetic));
      }
      if (word != view.text.npos && word >= line_start(condition) && !elif && !lonely &&
          text.find('#') == text.npos) {
        removed_blocks.push_back(opened);
        d.edits.push_back(edit(whole, ""));
        consumed.push_back(whole);
        continue;
      }
    }
    review(d,
           "`torch.manual_seed` with the same seed seeds every device already: the branch would be "
           "empty");
  }
}

} // namespace offside::migrate
