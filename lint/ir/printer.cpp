// Prints Programs.
#include "lint/ir/printer.h"

#include "lint/ir/names.h"
#include "lint/ir/regions.h"

#include <algorithm>
#include <bit>
#include <charconv>

namespace offside::ir {
namespace {

constexpr std::string_view kOpNames[] = {
    "none",        "true",        "false",         "ellipsis",
    "int",         "float",       "str",           "fstring",
    "load_slot",   "store_slot",  "delete_slot",   "load_outer",
    "store_outer", "load_global", "store_global",  "delete_global",
    "load_attr",   "store_attr",  "delete_attr",   "load_item",
    "store_item",  "delete_item", "slice",         "unary",
    "binary",      "compare",     "and",           "or",
    "select",      "call",        "build_tuple",   "build_list",
    "build_set",   "build_dict",  "append",        "append_item",
    "unpack",      "opaque",      "make_function", "make_class",
    "import",      "import_from", "import_star",   "if",
    "else",        "end_if",      "loop",          "next",
    "loop_test",   "end_loop",    "loop_else",     "end_loop_else",
    "break",       "continue",    "try",           "except",
    "catch_type",  "try_else",    "finally",       "end_try",
    "enter",       "exit",        "return",        "raise",
    "assert",      "yield",       "await",         "discard",
    "unsupported",
};
static_assert(std::size(kOpNames) == static_cast<size_t>(Op::Unsupported) + 1);

constexpr std::string_view kUnary[] = {"-", "+", "~", "not"};
constexpr std::string_view kBinary[] = {"+", "-",  "*",  "/", "//", "%", "**",
                                        "@", "<<", ">>", "&", "|",  "^"};
constexpr std::string_view kCompare[] = {"==", "!=", "<",      "<=", ">",
                                         ">=", "is", "is not", "in", "not in"};
constexpr std::string_view kBindingKinds[] = {"function",    "class", "import",
                                              "import_from", "value", "many"};

std::string numbered(std::string_view mark, uint32_t number) {
  std::string out(mark);
  return out += std::to_string(number);
}

std::string quoted(std::string_view text) {
  std::string out = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (c == '\n') {
      out += "\\n";
    } else if (static_cast<unsigned char>(c) < 0x20) {
      constexpr char digits[] = "0123456789abcdef";
      out += "\\x";
      out += digits[c >> 4 & 15];
      out += digits[c & 15];
    } else {
      out += c;
    }
  }
  return out + '"';
}

class Printer {
public:
  Printer(const Program &program, std::string_view text) : program_(program), text_(text) {}

  std::string run() {
    for (uint32_t f = 0; f < program_.functions.size(); ++f)
      function(f);
    bindings();
    for (Span s : program_.broken)
      out_ += numbered("broken ", s.begin) + numbered("..", s.end) + '\n';
    return std::move(out_);
  }

private:
  std::string_view name(Name n) const {
    return n == kNone ? std::string_view("<none>") : name_text(n);
  }
  std::string reg(uint32_t r) const { return r == kNone ? "_" : numbered("%", r); }

  void names(std::string_view title, uint32_t first, uint32_t count) {
    if (count == 0)
      return;
    out_ += title;
    for (uint32_t i = 0; i < count; ++i) {
      out_ += i ? ", " : " ";
      out_ += name_text(program_.decorators[first + i]);
    }
  }

  void function(uint32_t index) {
    const Function &f = program_.functions[index];
    switch (f.kind) {
    case FunctionKind::Module:
      out_ += "module";
      break;
    case FunctionKind::Def:
      out_ += f.is_async ? "async def" : "def";
      break;
    case FunctionKind::Lambda:
      out_ += "lambda";
      break;
    case FunctionKind::ClassBody:
      out_ += "class";
      break;
    }
    out_ += numbered(" #", index) + ' ';
    out_ += name_text(f.qualname);
    if (f.kind == FunctionKind::ClassBody && f.klass < program_.classes.size()) {
      const Class &c = program_.classes[f.klass];
      names(" bases", c.base_first, c.base_count);
      names(" decorators", c.decorator_first, c.decorator_count);
    } else if (f.kind != FunctionKind::Module) {
      parameters(f);
    }
    names(" decorators", f.decorator_first, f.decorator_count);
    if (f.parent != kNone)
      out_ += numbered(" in #", f.parent);
    if (f.is_generator)
      out_ += " generator";
    if (f.has_error)
      out_ += " has_error";
    out_ += '\n';
    slots_ = &f;
    int depth = 1;
    for (uint32_t i = 0; i < f.count; ++i) {
      const Inst &inst = program_.insts[f.first + i];
      if (closes_region(inst.op))
        depth = std::max(1, depth - 1);
      line(inst, i, depth);
      if (opens_region(inst.op))
        ++depth;
    }
  }

  void parameters(const Function &f) {
    out_ += '(';
    for (uint32_t i = 0; i < f.param_count; ++i) {
      const Param &p = program_.params[f.param_first + i];
      if (i)
        out_ += ", ";
      switch (p.kind) {
      case ParamKind::PositionalOnly:
        out_ += "pos ";
        break;
      case ParamKind::Normal:
        break;
      case ParamKind::VarPositional:
        out_ += '*';
        break;
      case ParamKind::KeywordOnly:
        out_ += "kw ";
        break;
      case ParamKind::VarKeyword:
        out_ += "**";
        break;
      }
      out_ += name_text(p.name);
      if (p.annotation != kNone) {
        out_ += ": ";
        out_ += name_text(p.annotation);
      }
      if (p.has_default)
        out_ += " = ...";
    }
    out_ += ')';
    if (f.returns != kNone) {
      out_ += " -> ";
      out_ += name_text(f.returns);
    }
  }

  std::string slot(uint32_t s) const {
    if (s < slots_->slot_count)
      return std::string(name_text(program_.slots[slots_->slot_first + s])) + '.' +
             std::to_string(s);
    return numbered("slot.", s);
  }

  std::string outer_slot(uint32_t s, uint32_t levels) const {
    const Function *f = slots_;
    for (uint32_t i = 0; i < levels && f->parent != kNone; ++i)
      f = &program_.functions[f->parent];
    const std::string where = numbered(" up ", levels);
    if (s < f->slot_count)
      return std::string(name_text(program_.slots[f->slot_first + s])) + '.' + std::to_string(s) +
             where;
    return numbered("slot.", s) + where;
  }

  std::string args(const Inst &i, bool named_defaults = false) const {
    std::string out = "(";
    for (uint32_t k = 0; k < i.c; ++k) {
      const Arg &a = program_.args[i.b + k];
      if (k)
        out += ", ";
      if (a.name == kStar)
        out += '*';
      else if (a.name == kStarStar)
        out += "**";
      else if (a.name != kPositional) {
        out += name_text(a.name);
        out += named_defaults ? " = " : "=";
      }
      out += reg(a.reg);
    }
    return out + ')';
  }

  void line(const Inst &i, uint32_t index, int depth) {
    const size_t start = out_.size();
    out_.append(static_cast<size_t>(depth) * 2, ' ');
    out_ += numbered("%", index) + " = ";
    out_ += op_name(i.op);
    operands(i);
    if (!text_.empty() && i.span.end <= text_.size() && i.span.begin < i.span.end) {
      std::string_view source = text_.substr(i.span.begin, i.span.end - i.span.begin);
      source = source.substr(0, source.find_first_of("\r\n"));
      const size_t width = out_.size() - start;
      out_.append(width < 48 ? 48 - width : 1, ' ');
      out_ += "; ";
      out_ += source.substr(0, 60);
    }
    out_ += '\n';
  }

  void operands(const Inst &i);

  void bindings() {
    if (program_.bindings.empty())
      return;
    std::vector<const Binding *> sorted;
    for (const Binding &b : program_.bindings)
      sorted.push_back(&b);
    std::sort(sorted.begin(), sorted.end(), [](const Binding *a, const Binding *b) {
      return name_text(a->name) < name_text(b->name);
    });
    out_ += "bindings\n";
    for (const Binding *b : sorted) {
      out_ += "  ";
      out_ += name_text(b->name);
      out_ += ": ";
      out_ += kBindingKinds[static_cast<size_t>(b->kind)];
      if (b->index != kNone)
        out_ += numbered(b->kind == BindingKind::Function || b->kind == BindingKind::Class ? " #"
                                                                                           : " %",
                         b->index);
      out_ += '\n';
    }
  }

  const Program &program_;
  std::string_view text_;
  std::string out_;
  const Function *slots_ = nullptr;
};

void Printer::operands(const Inst &i) {
  const auto add = [&](std::string_view text) {
    out_ += ' ';
    out_ += text;
  };
  const auto flag = [&](uint8_t bit, std::string_view text) {
    if (i.flags & bit)
      add(text);
  };
  switch (i.op) {
  case Op::ConstInt:
    add((i.flags & kBig)
            ? "big"
            : std::to_string(static_cast<int64_t>(uint64_t{i.b} << 32 | uint64_t{i.a})));
    break;
  case Op::ConstFloat: {
    char buffer[40];
    const auto end = std::to_chars(buffer, buffer + sizeof buffer,
                                   std::bit_cast<double>(uint64_t{i.b} << 32 | i.a));
    add({buffer, static_cast<size_t>(end.ptr - buffer)});
    break;
  }
  case Op::ConstStr:
    flag(kBytes, "bytes");
    add(quoted(name_text(i.a)));
    break;
  case Op::LoadSlot:
  case Op::DeleteSlot:
    add(slot(i.a));
    break;
  case Op::StoreSlot:
    add(slot(i.a) + ", " + reg(i.b));
    break;
  case Op::LoadOuter:
    add(outer_slot(i.a, i.b));
    break;
  case Op::StoreOuter:
    add(outer_slot(i.a, i.b) + ", " + reg(i.c));
    break;
  case Op::LoadGlobal:
  case Op::DeleteGlobal:
    add(name(i.a));
    break;
  case Op::StoreGlobal:
    add(std::string(name(i.a)) + ", " + reg(i.b));
    break;
  case Op::LoadAttr:
  case Op::DeleteAttr:
    add(reg(i.a) + '.' + std::string(name(i.b)));
    break;
  case Op::StoreAttr:
    add(reg(i.a) + '.' + std::string(name(i.b)) + ", " + reg(i.c));
    break;
  case Op::LoadItem:
  case Op::DeleteItem:
    add(reg(i.a) + '[' + reg(i.b) + ']');
    break;
  case Op::StoreItem:
    add(reg(i.a) + '[' + reg(i.b) + "], " + reg(i.c));
    break;
  case Op::Slice:
    add(reg(i.a) + " : " + reg(i.b) + " : " + reg(i.c));
    break;
  case Op::Unary:
    add(std::string(kUnary[i.aux & 3]) + ' ' + reg(i.a));
    break;
  case Op::Binary:
    add(reg(i.a) + ' ' + (i.aux < std::size(kBinary) ? std::string(kBinary[i.aux]) : "?") +
        ((i.flags & kInPlace) ? "= " : " ") + reg(i.b));
    break;
  case Op::Compare:
    add(reg(i.a) + ' ' + (i.aux < std::size(kCompare) ? std::string(kCompare[i.aux]) : "?") + ' ' +
        reg(i.b));
    break;
  case Op::And:
  case Op::Or:
  case Op::Append:
    add(reg(i.a) + ", " + reg(i.b));
    break;
  case Op::Select:
  case Op::AppendItem:
    add(reg(i.a) + ", " + reg(i.b) + ", " + reg(i.c));
    break;
  case Op::Call:
    add(reg(i.a) + args(i));
    break;
  case Op::FString:
  case Op::BuildTuple:
  case Op::BuildSet:
  case Op::BuildDict:
  case Op::Opaque:
  case Op::Unsupported:
    add(args(i));
    break;
  case Op::BuildList:
    flag(kGenerator, "generator");
    add(args(i));
    break;
  case Op::Unpack:
    add(reg(i.a) + '[' + ((i.flags & kFromEnd) ? numbered("-", i.b + 1) : std::to_string(i.b)) +
        "] of " + std::to_string(i.c));
    flag(kStarred, "starred");
    break;
  case Op::MakeFunction:
    add(numbered("#", i.a) + args(i, true));
    break;
  case Op::MakeClass:
    add(numbered("#", i.a < program_.classes.size() ? program_.classes[i.a].body : i.a) + args(i));
    break;
  case Op::Import:
    add(name(i.a));
    if (i.flags & kSubmodule)
      add("submodule " + std::string(name(i.c)));
    if (i.b != kNone)
      add(numbered("program ", i.b));
    break;
  case Op::ImportFrom:
    add(std::string(name(i.a)) + ", " + std::string(name(i.b)));
    if (i.c != kNone)
      add(numbered(i.spare ? "submodule program " : "program ", i.c));
    break;
  case Op::ImportStar:
    add(name(i.a));
    if (i.c != kNone)
      add(numbered("program ", i.c));
    break;
  case Op::If:
    add(reg(i.a));
    flag(kShortCircuit, "short_circuit");
    break;
  case Op::Loop:
    if (i.a != kNone)
      add(reg(i.a));
    flag(kComprehension, "comprehension");
    flag(kAsync, "async");
    break;
  case Op::EnterContext:
    add(reg(i.a));
    flag(kAsync, "async");
    break;
  case Op::Yield:
    flag(kFrom, "from");
    add(reg(i.a));
    break;
  case Op::Next:
  case Op::LoopTest:
  case Op::CatchType:
  case Op::Return:
  case Op::Await:
  case Op::Discard:
  case Op::Break:
  case Op::Continue:
  case Op::ExitContext:
    add(reg(i.a));
    break;
  case Op::Raise:
  case Op::Assert:
    add(reg(i.a));
    if (i.b != kNone)
      add(reg(i.b));
    break;
  case Op::ConstNone:
  case Op::ConstTrue:
  case Op::ConstFalse:
  case Op::ConstEllipsis:
  case Op::Else:
  case Op::EndIf:
  case Op::EndLoop:
  case Op::LoopElse:
  case Op::EndLoopElse:
  case Op::Try:
  case Op::Except:
  case Op::TryElse:
  case Op::Finally:
  case Op::EndTry:
    break;
  }
}

} // namespace

std::string_view op_name(Op op) { return kOpNames[static_cast<size_t>(op)]; }

std::string print(const Program &program, std::string_view text) {
  return Printer(program, text).run();
}

} // namespace offside::ir
