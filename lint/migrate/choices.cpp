// Choices of a device: conditional expressions and chains of `if`.
#include "lint/migrate/planner.h"

#include <algorithm>
#include <cctype>

namespace offside::migrate {

using namespace ir;

// `torch.device("cuda" if torch.cuda.is_available() else "cpu")` and its relatives.
bool Planner::choice(Place p) {
  const Inst &in = view.at(p);
  if (in.op != Op::Select || is_consumed(in.span))
    return false;
  // A key is no device: names["cuda" if torch.cuda.is_available() else "cpu"].
  for (const Use &u : view.uses(p))
    if (const Inst &by = view.at({p.function, u.by});
        by.op == Op::LoadItem || by.op == Op::StoreItem || by.op == Op::BuildDict ||
        (by.op == Op::FString && part_of_word(in.span))) {
      bool string = false;
      if (device_name({p.function, in.b}, string).empty())
        return false;
      Draft d = draft(p, in.span, "device choice", "DEV302");
      review(d, "a key, not a device");
      consumed.push_back(in.span);
      add(std::move(d));
      return true;
    }
  struct Arm {
    Place test, value;
  };
  std::vector<Arm> arms;
  Place rest = p;
  bool negated = false;
  while (view.at(rest).op == Op::Select) {
    const Inst &s = view.at(rest);
    Place test{p.function, s.a}, yes{p.function, s.b}, no{p.function, s.c};
    if (view.at(test).op == Op::Unary && UnaryOp(view.at(test).aux) == UnaryOp::Not) {
      test.reg = view.at(test).a;
      std::swap(yes, no);
      negated = true;
    }
    arms.push_back({test, yes});
    rest = no;
  }
  bool strings = false, string = false;
  if (device_name(rest, strings) != "cpu")
    return false;
  bool pure = true, direct = true, cuda = false, any_index = false;
  std::string index;
  std::vector<uint32_t> tests;
  for (const Arm &arm : arms) {
    const std::string name = device_name(arm.value, string);
    std::string type = name.substr(0, name.find(':'));
    if (name.empty()) { // f"cuda:{slot}"
      const auto number = index_part(arm.value);
      if (!number || arms.size() > 1)
        return false;
      index = number->text;
      type = "cuda";
      string = true;
    } else if (name.find(':') != name.npos) {
      index = name.substr(name.find(':') + 1);
    }
    any_index |= !index.empty();
    if (string != strings)
      return false;
    const uint32_t atom = facts.exactly(arm.test);
    bool fits = false;
    if (atom != kNone) {
      fits = facts.atoms[atom].backend == type ||
             (facts.atoms[atom].backend == "accelerator" && type == "cuda");
      tests.push_back(atom);
      direct &= facts.atoms[atom].place == arm.test;
    } else {
      pure = false;
      for (const Known &k : facts.implied(arm.test, true)) {
        fits |= k.truth && facts.is_accelerator(k.atom);
        tests.push_back(k.atom);
      }
    }
    cuda |= type == "cuda";
    if (!fits)
      return false;
  }
  if (!cuda || (arms.size() > 1 && (!pure || any_index)) || (negated && !pure))
    return false;
  // `torch.device(...)` around a choice of texts.
  Place whole = p;
  bool object = !strings;
  if (strings && view.uses(p).size() == 1) {
    const Place by{p.function, view.uses(p)[0].by};
    const Inst &call = view.at(by);
    if (call.op == Op::Call && call.c == 1 &&
        view.dotted({by.function, call.a}) == "torch.device") {
      whole = by;
      object = true;
    }
  }
  Span span = view.at(whole).span;
  if (const size_t walrus = view.source(span).find(":=");
      whole == p && walrus != std::string_view::npos) {
    // (where := "cuda" if available else "cpu"): the name stays.
    span.begin += uint32_t(walrus) + 2;
    while (view.text[span.begin] == ' ')
      ++span.begin;
  }
  Draft d = draft(whole, span, "device choice", "DEV302");
  d.whole_chain = arms.size() > 1;
  d.site.category = Category::Meaning;
  d.site.reason = "takes whichever accelerator there is";
  for (const Use &u : view.uses(whole))
    if (const Inst &by = view.at({whole.function, u.by});
        by.op == Op::StoreAttr && !object && compared_as_text(by.b)) {
      review(d, "it is compared with \"cuda\" as a text elsewhere");
      add(std::move(d));
      consumed.push_back(span);
      return true;
    }
  if (!known_version(d, 206, "torch.accelerator")) {
    add(std::move(d));
    consumed.push_back(span);
    return true;
  }
  const std::string torch = torch_here(p);
  if (view.source(span).find('#') != std::string_view::npos) {
    review(d, "a comment stands inside", "`" + choice_text(torch, !object, span) + "`");
    add(std::move(d));
    consumed.push_back(span);
    return true;
  }
  const std::string cpu = literal_text("cpu", span.begin);
  if (!direct || !pure)
    d.tests = tests;
  d.indexed = !index.empty();
  if (!index.empty()) {
    if (!pure || !object || !strings || index.find("cuda") != index.npos)
      return false; // the texts are looked at one by one
    // The accelerator is asked for once, in a statement of its own where there is room for one.
    const auto &uses = view.uses(whole);
    const Place by = uses.size() == 1 ? Place{whole.function, uses[0].by} : Place{};
    const bool room = by.function != kNone &&
                      view.function(whole.function).kind != FunctionKind::Lambda &&
                      (view.at(by).op == Op::Return || view.at(by).op == Op::StoreSlot ||
                       view.at(by).op == Op::StoreGlobal) &&
                      alone_on_lines({std::min(view.at(by).span.begin, span.begin), span.end}) &&
                      !view.mentions("acc") && options.torch_version >= 207;
    if (room) {
      const uint32_t start = std::min(view.at(by).span.begin, span.begin);
      d.edits.push_back(
          edit({start, start}, "acc = " + torch +
                                   ".accelerator.current_accelerator(check_available=True)\n" +
                                   indentation(start)));
      d.edits.push_back(edit(span, torch + ".device(acc.type, " + index +
                                       ") if acc is not None else " + torch + ".device(" + cpu +
                                       ")"));
    } else {
      d.edits.push_back(edit(span, parenthesised(span, indexed(torch, index) + " if " + torch +
                                                           ".accelerator.is_available() else " +
                                                           torch + ".device(" + cpu + ")")));
    }
  } else if (pure) {
    d.edits.push_back(edit(span, choice_text(torch, !object, span)));
  } else {
    // The test stays: what stands before and behind it changes.
    const Span test = view.at(arms[0].test).span;
    const std::string first = accelerator(torch) + (object ? "" : ".type") + " if ";
    const std::string last = " else " + (object ? torch + ".device(" + cpu + ")" : cpu);
    uint32_t begin = test.begin, end = test.end;
    // Brackets around the test stay with it.
    const std::string_view between = view.text.substr(span.begin, test.begin - span.begin);
    const size_t word = between.rfind("if");
    if (word == between.npos)
      return false;
    begin = span.begin + uint32_t(word) + 2;
    const std::string_view behind = view.text.substr(test.end, span.end - test.end);
    const size_t other = behind.find("else");
    if (other == behind.npos)
      return false;
    end = test.end + uint32_t(other);
    while (end > test.end && view.text[end - 1] == ' ')
      --end;
    while (begin < test.begin && view.text[begin] == ' ')
      ++begin;
    const bool brackets = !delimited(span);
    d.edits.push_back(edit({span.begin, begin}, (brackets ? "(" : "") + first));
    d.edits.push_back(edit({end, span.end}, last + (brackets ? ")" : "")));
    consumed.push_back({span.begin, begin});
    consumed.push_back({end, span.end});
    add(std::move(d));
    return true;
  }
  if (direct)
    for (const uint32_t atom : tests)
      chosen_atoms.insert(atom);
  consumed.push_back(span);
  add(std::move(d));
  return true;
}

// A chain of `if` statements whose branches differ in nothing but the device.
bool Planner::ladder(Place p) {
  const uint32_t f = p.function;
  if (view.at(p).op != Op::If || (view.at(p).flags & kShortCircuit))
    return false;
  // What a block stores, when it does nothing else.
  const auto stored = [&](Reg first, Reg last) -> Place {
    Place store;
    for (Reg r = first; r < last; ++r) {
      const Inst &in = view.at({f, r});
      switch (in.op) {
      case Op::LoadSlot:
      case Op::LoadGlobal:
      case Op::LoadOuter:
      case Op::LoadAttr:
      case Op::ConstStr:
        break;
      case Op::Call:
        if (view.dotted({f, in.a}) != "torch.device")
          return {};
        break;
      case Op::StoreSlot:
      case Op::StoreGlobal:
      case Op::StoreAttr:
      case Op::Return:
        if (store.function != kNone)
          return {};
        store = {f, r};
        break;
      default:
        return {};
      }
    }
    return store;
  };
  const auto value_of = [&](Place store) {
    const Inst &in = view.at(store);
    return Place{f, in.op == Op::Return ? in.a : in.op == Op::StoreAttr ? in.c : in.b};
  };
  std::vector<Place> stores;
  std::vector<uint32_t> tests;
  bool cuda = false;
  bool strings = false;
  Place open = p;
  uint32_t end = 0;
  bool closed = false; // an `else`, or a return behind the chain
  Reg after = kNone;
  while (true) {
    const Inst &in = view.at(open);
    const uint32_t atom = facts.exactly({f, in.a});
    if (atom == kNone || facts.atoms[atom].place != Place{f, in.a})
      return false;
    const bool has_else = view.at({f, in.b}).op == Op::Else;
    const Place store = stored(open.reg + 1, in.b);
    if (store.function == kNone || value_of(store).reg == kNone)
      return false;
    bool string = false;
    const std::string name = device_name(value_of(store), string);
    if (name.empty() || name.find(':') != name.npos ||
        (facts.atoms[atom].backend != name &&
         !(facts.atoms[atom].backend == "accelerator" && name == "cuda")))
      return false;
    if (!stores.empty() && string != strings)
      return false;
    strings = string;
    cuda |= name == "cuda";
    stores.push_back(store);
    tests.push_back(atom);
    end = view.at({f, in.c}).span.end;
    after = in.c + 1;
    if (!has_else) {
      // Early returns: the next statement goes on.
      if (view.at(store).op != Op::Return)
        return false;
      Reg next = after;
      while (next < view.function(f).count && view.at({f, next}).op != Op::If &&
             view.at({f, next}).op != Op::Return && view.region({f, next}) == view.region(p))
        ++next;
      if (next >= view.function(f).count || view.region({f, next}) != view.region(p))
        return false;
      if (view.at({f, next}).op == Op::If && !(view.at({f, next}).flags & kShortCircuit)) {
        open = {f, next};
        continue;
      }
      if (view.at({f, next}).op != Op::Return || (view.at({f, next}).flags & kSynthetic))
        return false;
      const Place last = stored(after, next + 1);
      if (last != Place{f, next} || device_name(value_of(last), string) != "cpu" ||
          string != strings)
        return false;
      stores.push_back(last);
      end = view.at(last).span.end;
      closed = true;
      break;
    }
    // `elif`, or `else`
    Reg inner = in.b + 1;
    while (inner < in.c && view.at({f, inner}).op != Op::If)
      ++inner;
    if (inner < in.c && view.at({f, inner}).c + 1 == in.c) {
      open = {f, inner};
      continue;
    }
    const Place last = stored(in.b + 1, in.c);
    if (last.function == kNone || device_name(value_of(last), string) != "cpu" || string != strings)
      return false;
    stores.push_back(last);
    closed = true;
    break;
  }
  if (!cuda || !closed)
    return false;
  for (const Place &s : stores)
    if (view.at(s).op != view.at(stores[0]).op ||
        (view.at(s).op != Op::Return && view.source(s) != view.source(stores[0])))
      return false;
  // From the word `if` to the end of the last branch.
  const uint32_t test = view.at({f, view.at(p).a}).span.begin;
  const size_t word = view.text.rfind("if", test);
  if (word == view.text.npos || word < line_start(test))
    return false;
  // The end of the whole chain: of the outermost `if`.
  if (view.at(stores.back()).op != Op::Return || view.at(p).b != view.at(p).c)
    end = std::max(end, view.at({f, view.at(p).c}).span.end);
  Span span{uint32_t(word), end};
  while (span.end > span.begin && std::isspace(static_cast<unsigned char>(view.text[span.end - 1])))
    --span.end;
  Draft d = draft(p, span, "device choice", "DEV302");
  d.site.category = Category::Meaning;
  d.site.reason = "takes whichever accelerator there is";
  if (!known_version(d, 206, "torch.accelerator")) {
    add(std::move(d));
    consumed.push_back(span);
    return true;
  }
  if (view.source(span).find('#') != std::string_view::npos || !alone_on_lines(span))
    return false;
  const std::string torch = torch_here(p);
  const bool returns = view.at(stores[0]).op == Op::Return;
  const std::string target = returns ? "return " : std::string(view.source(stores[0])) + " = ";
  std::string value = choice_text(torch, strings, span);
  if (value.front() == '(' && value.back() == ')') // a statement of its own needs no brackets
    value = value.substr(1, value.size() - 2);
  d.edits.push_back(edit(span, target + value));
  d.place = stores[0];
  d.whole_chain = true;
  for (const uint32_t atom : tests)
    chosen_atoms.insert(atom);
  consumed.push_back(span);
  if (!returns) {
    DeviceVariable v;
    v.name = std::string(view.source(stores[0]));
    v.store = {f, view.at(p).c}; // after the chain
    v.is_string = strings;
    v.choice = true;
    v.of_self = v.name.starts_with("self.");
    device_variables.push_back(v);
  }
  add(std::move(d));
  return true;
}

void Planner::choices() {
  for (uint32_t f = 0; f < view.functions(); ++f)
    for (Reg r = 0; r < view.function(f).count; ++r) {
      const Op op = view.at({f, r}).op;
      if (op == Op::If && !is_consumed(view.at({f, r}).span))
        ladder({f, r});
    }
  for (uint32_t f = 0; f < view.functions(); ++f)
    // The outermost of nested choices comes last.
    for (Reg r = view.function(f).count; r-- > 0;)
      choice({f, r});
}

} // namespace offside::migrate
