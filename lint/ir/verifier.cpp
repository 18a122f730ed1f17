// The IR verifier.
#include "lint/ir/verifier.h"

#include "lint/ir/names.h"
#include "lint/ir/printer.h"
#include "lint/ir/regions.h"

namespace offside::ir {
namespace {

constexpr size_t kMaxViolations = 100;

std::string numbered(uint32_t function) { return std::string(1, '#') += std::to_string(function); }

class Verifier {
public:
  explicit Verifier(const Program &program) : p_(program) {}

  std::vector<std::string> run() {
    if (p_.functions.empty()) {
      out_.push_back("no module function");
      return std::move(out_);
    }
    if (p_.functions[0].kind != FunctionKind::Module || p_.functions[0].parent != kNone)
      out_.push_back("function 0 is not the module");
    for (uint32_t f = 0; f < p_.functions.size(); ++f)
      function(f);
    for (const Class &c : p_.classes) {
      if (c.body >= p_.functions.size() || p_.functions[c.body].kind != FunctionKind::ClassBody)
        out_.push_back("class without body function");
      if (c.parent >= p_.functions.size())
        out_.push_back("class without enclosing function");
      if (!within(c.base_first, c.base_count, p_.decorators.size()) ||
          !within(c.decorator_first, c.decorator_count, p_.decorators.size()))
        out_.push_back("class texts out of range");
    }
    for (size_t i = 0; i < p_.bindings.size(); ++i)
      binding(p_.bindings[i], i);
    if (p_.star_programs.size() != p_.star_imports.size())
      out_.push_back("star_programs does not match star_imports");
    return std::move(out_);
  }

private:
  static bool within(uint32_t first, uint32_t count, size_t size) {
    return uint64_t{first} + count <= size;
  }

  void binding(const Binding &b, size_t at) {
    if (at > 0 && !(p_.bindings[at - 1].name < b.name))
      out_.push_back("bindings not sorted by name");
    size_t limit = p_.functions[0].count;
    if (b.kind == BindingKind::Function)
      limit = p_.functions.size();
    else if (b.kind == BindingKind::Class)
      limit = p_.classes.size();
    if (b.index >= limit)
      out_.push_back("binding of " + std::string(name_text(b.name)) + " out of range");
  }

  void bad(const std::string &what) {
    if (out_.size() < kMaxViolations)
      out_.push_back(numbered(function_) + " %" + std::to_string(at_) + ' ' +
                     std::string(op_name(insts_[at_].op)) + ": " + what);
  }

  void function(uint32_t index) {
    const Function &f = p_.functions[index];
    function_ = index;
    f_ = &f;
    if (!within(f.first, f.count, p_.insts.size()) ||
        !within(f.slot_first, f.slot_count, p_.slots.size()) ||
        !within(f.param_first, f.param_count, p_.params.size()) ||
        !within(f.decorator_first, f.decorator_count, p_.decorators.size())) {
      out_.push_back(numbered(index) + ": header out of range");
      return;
    }
    if (index > 0 && f.parent >= index)
      out_.push_back(numbered(index) + ": parent does not come first");
    if (f.klass != kNone && f.klass >= p_.classes.size())
      out_.push_back(numbered(index) + ": class out of range");
    for (uint32_t i = 0; i < f.param_count; ++i)
      if (p_.params[f.param_first + i].slot != i)
        out_.push_back(numbered(index) + ": parameters do not come first in the slots");
    insts_ = p_.insts.data() + f.first;
    open_.clear();
    for (at_ = 0; at_ < f.count; ++at_) {
      const Inst &i = insts_[at_];
      if (i.span.begin > i.span.end)
        bad("span runs backwards");
      operands(i);
      regions(i);
    }
    at_ = f.count ? f.count - 1 : 0;
    if (f.count == 0)
      out_.push_back(numbered(index) + ": empty");
    else if (!open_.empty())
      bad("region left open");
    else if (insts_[at_].op != Op::Return)
      bad("does not end in a return");
  }

  void reg(uint32_t r, bool optional = false) {
    if (r == kNone) {
      if (!optional)
        bad("missing operand");
    } else if (r >= at_) {
      bad(std::to_string(r) + " is not defined yet");
    }
  }

  void args(const Inst &i) {
    if (!within(i.b, i.c, p_.args.size())) {
      bad("arguments out of range");
      return;
    }
    for (uint32_t k = 0; k < i.c; ++k)
      reg(p_.args[i.b + k].reg);
  }

  void slot(uint32_t s) {
    if (s >= f_->slot_count)
      bad("slot out of range");
  }

  void outer(uint32_t s, uint32_t levels) {
    const Function *f = f_;
    for (uint32_t l = 0; l < levels; ++l) {
      if (f->parent == kNone) {
        bad("no such outer level");
        return;
      }
      f = &p_.functions[f->parent];
    }
    if (levels == 0 || s >= f->slot_count)
      bad("outer slot out of range");
  }

  void operands(const Inst &i);
  void regions(const Inst &i);

  // Checks that the innermost open region is `a` and has one of the given ops at its head.
  bool innermost(uint32_t head) {
    if (open_.empty() || open_.back() != head) {
      bad("does not close the innermost region");
      return false;
    }
    return true;
  }

  const Program &p_;
  const Function *f_ = nullptr;
  const Inst *insts_ = nullptr;
  uint32_t function_ = 0;
  uint32_t at_ = 0;
  std::vector<uint32_t> open_; // heads: If, Loop, LoopElse, Try, EnterContext
  std::vector<std::string> out_;
};

void Verifier::operands(const Inst &i) {
  switch (i.op) {
  case Op::FString:
  case Op::BuildTuple:
  case Op::BuildList:
  case Op::BuildSet:
  case Op::BuildDict:
  case Op::Opaque:
  case Op::Unsupported:
    args(i);
    break;
  case Op::Call:
    reg(i.a);
    args(i);
    break;
  case Op::MakeFunction:
    args(i);
    if (i.a >= p_.functions.size() || p_.functions[i.a].parent != function_)
      bad("makes a function of another");
    break;
  case Op::MakeClass:
    args(i);
    if (i.a >= p_.classes.size() || p_.classes[i.a].parent != function_)
      bad("makes a class of another");
    break;
  case Op::LoadSlot:
  case Op::DeleteSlot:
    slot(i.a);
    break;
  case Op::StoreSlot:
    slot(i.a);
    reg(i.b);
    break;
  case Op::LoadOuter:
    outer(i.a, i.b);
    break;
  case Op::StoreOuter:
    outer(i.a, i.b);
    reg(i.c);
    break;
  case Op::StoreGlobal:
    reg(i.b);
    break;
  case Op::LoadAttr:
  case Op::DeleteAttr:
  case Op::Unary:
  case Op::Unpack:
  case Op::Await:
  case Op::Discard:
  case Op::LoopTest:
  case Op::EnterContext:
    reg(i.a);
    break;
  case Op::StoreAttr:
    reg(i.a);
    reg(i.c);
    break;
  case Op::LoadItem:
  case Op::DeleteItem:
  case Op::Binary:
  case Op::Compare:
  case Op::And:
  case Op::Or:
  case Op::Append:
    reg(i.a);
    reg(i.b);
    break;
  case Op::StoreItem:
  case Op::Select:
  case Op::AppendItem:
    reg(i.a);
    reg(i.b);
    reg(i.c);
    break;
  case Op::Slice:
    reg(i.a, true);
    reg(i.b, true);
    reg(i.c, true);
    break;
  case Op::If:
    reg(i.a);
    break;
  case Op::Loop:
  case Op::CatchType:
  case Op::Return:
  case Op::Yield:
    reg(i.a, true);
    break;
  case Op::Raise:
    reg(i.a, true);
    reg(i.b, true);
    break;
  case Op::Assert:
    reg(i.a);
    reg(i.b, true);
    break;
  default:
    break;
  }
}

void Verifier::regions(const Inst &i) {
  const auto is = [&](uint32_t r, Op op) { return r < f_->count && insts_[r].op == op; };
  switch (i.op) {
  case Op::If:
    if (!is(i.c, Op::EndIf) || (i.b != i.c && !is(i.b, Op::Else)))
      bad("not linked to its end");
    open_.push_back(at_);
    break;
  case Op::Else:
    if (innermost(i.a) &&
        (insts_[i.a].op != Op::If || insts_[i.a].b != at_ || insts_[i.a].c != i.c))
      bad("not linked with its if");
    break;
  case Op::EndIf:
    if (innermost(i.a)) {
      if (insts_[i.a].op != Op::If || insts_[i.a].c != at_)
        bad("not linked with its if");
      open_.pop_back();
    }
    break;
  case Op::Loop:
    if (!is(i.b, Op::EndLoop))
      bad("not linked to its end");
    open_.push_back(at_);
    break;
  case Op::Next:
    if (i.a + 1 != at_ || !is(i.a, Op::Loop) || insts_[i.a].a == kNone)
      bad("not first in the body of a for loop");
    break;
  case Op::EndLoop:
    if (innermost(i.a)) {
      if (insts_[i.a].op != Op::Loop || insts_[i.a].b != at_)
        bad("not linked with its loop");
      open_.pop_back();
    }
    break;
  case Op::LoopElse:
    if (!is(i.b, Op::EndLoopElse) || !is(i.a, Op::Loop) || insts_[i.a].b + 1 != at_)
      bad("does not follow its loop");
    open_.push_back(at_);
    break;
  case Op::EndLoopElse:
    if (innermost(i.a)) {
      if (insts_[i.a].op != Op::LoopElse || insts_[i.a].b != at_)
        bad("not linked with its else");
      open_.pop_back();
    }
    break;
  case Op::Break:
  case Op::Continue: {
    bool found = false;
    for (uint32_t r : open_)
      found |= r == i.a && insts_[r].op == Op::Loop;
    if (!found)
      bad("not inside its loop");
    break;
  }
  case Op::Try:
    if (!is(i.c, Op::EndTry) || i.b <= at_ || i.b > i.c)
      bad("not linked to its end");
    open_.push_back(at_);
    break;
  case Op::Except:
  case Op::TryElse:
  case Op::Finally:
    if (innermost(i.a) && (insts_[i.a].op != Op::Try || i.b <= at_ || i.b > insts_[i.a].c))
      bad("not linked with its try");
    break;
  case Op::EndTry:
    if (innermost(i.a)) {
      if (insts_[i.a].op != Op::Try || insts_[i.a].c != at_)
        bad("not linked with its try");
      open_.pop_back();
    }
    break;
  case Op::EnterContext:
    open_.push_back(at_);
    break;
  case Op::ExitContext:
    if (innermost(i.a)) {
      if (insts_[i.a].op != Op::EnterContext)
        bad("leaves what was not entered");
      open_.pop_back();
    }
    break;
  default:
    break;
  }
}

} // namespace

std::vector<std::string> verify(const Program &program) { return Verifier(program).run(); }

} // namespace offside::ir
