// Comparisons of a device with "cuda", and `.is_cuda`.
#include "lint/migrate/planner.h"

#include <algorithm>

namespace offside::migrate {

using namespace ir;

// Whether `device.type` is of a device that the file chooses, or of one that a tensor or the caller
// has brought along as the place to work on.
bool Planner::chosen_device(Place type) const {
  const Inst &in = view.at(type);
  if (in.op != Op::LoadAttr)
    return false;
  const Place device{type.function, in.a};
  const std::string_view name = view.source(device);
  for (const DeviceVariable &v : device_variables)
    if (v.name == name)
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
    // "cuda" in name: not about a device as far as the words say.
    if (a.backend == "text" && view.source(in.span).find("dev") == std::string_view::npos &&
        view.source(in.span).find("DEV") == std::string_view::npos)
      continue;
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
        // torch.device(f"cuda:{torch.cuda.current_device()}"): what had no index gets one.
        if (other.site.api == "torch.cuda.current_device" && in.op == Op::Compare &&
            !chosen_device({a.place.function, in.a}))
          why = "the code behind it makes a device of its own";
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
    // The file's own choice is between the accelerator and the CPU.
    if (in.op == Op::Compare)
      for (const DeviceVariable &v : device_variables)
        if (v.choice && !v.of_self) {
          const Place left{a.place.function, in.a};
          const Place device =
              view.at(left).op == Op::LoadAttr ? Place{left.function, view.at(left).a} : left;
          const std::vector<Place> loads = view.loads_of(v.store);
          wanted |= std::find(loads.begin(), loads.end(), device) != loads.end();
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
        // A device that the file chose is the accelerator or the CPU; another may be "meta" as
        // well.
        const bool own = choice || chosen_device(left);
        d.edits.push_back(edit({device.span.end, text.span.end},
                               own ? std::string(op == CompareOp::Eq ? " != " : " == ") +
                                         literal_text("cpu", text.span.begin)
                                   : std::string(op == CompareOp::Eq ? " not in (" : " in (") +
                                         literal_text("cpu", text.span.begin) + ", " +
                                         literal_text("meta", text.span.begin) + ")"));
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

} // namespace offside::migrate
