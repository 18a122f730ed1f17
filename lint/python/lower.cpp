// Entry point of lowering, and the building blocks the other lower_*.cpp share.
#include "lint/python/lowering.h"

#include <algorithm>
#include <utility>

namespace offside::python {

using namespace ir;

ir::Reg Lowering::emit(Op op, Span span, uint32_t a, uint32_t b, uint32_t c, uint8_t flags,
                       uint8_t aux) {
  std::vector<Inst> &insts = frame().insts;
  insts.push_back({op, flags, aux, 0, a, b, c, span});
  return static_cast<Reg>(insts.size() - 1);
}

ir::Reg Lowering::emit_args(Op op, Span span, uint32_t a, size_t args_base, uint8_t flags) {
  const uint32_t first = static_cast<uint32_t>(program_->args.size());
  const uint32_t count = static_cast<uint32_t>(pending_.size() - args_base);
  program_->args.insert(program_->args.end(), pending_.begin() + static_cast<ptrdiff_t>(args_base),
                        pending_.end());
  pending_.resize(args_base);
  return emit(op, span, a, first, count, flags);
}

ir::Reg Lowering::open_if(Reg condition, Span span, uint8_t flags) {
  ++frame().regions;
  return emit(Op::If, span, condition, kNone, kNone, flags);
}

ir::Reg Lowering::open_else(Reg open, Span span) {
  const Reg els = emit(Op::Else, span, open, kNone, kNone, inst(open).flags);
  inst(open).b = els;
  return els;
}

void Lowering::close_if(Reg open, Reg els, Span span) {
  const Reg end = emit(Op::EndIf, {span.end, span.end}, open, kNone, kNone, inst(open).flags);
  if (els == kNone)
    inst(open).b = end;
  else
    inst(els).c = end;
  inst(open).c = end;
  --frame().regions;
}

ir::Reg Lowering::negate(Reg value, Span span) {
  return emit(Op::Unary, span, value, kNone, kNone, kSynthetic, static_cast<uint8_t>(UnaryOp::Not));
}

uint32_t Lowering::new_slot(Name name) {
  Frame &f = frame();
  f.slots.push_back(name);
  f.assigned.push_back(false);
  return static_cast<uint32_t>(f.slots.size() - 1);
}

void Lowering::enter_frame(uint32_t function, FunctionKind kind) {
  scopes_.enter_frame(kind == FunctionKind::ClassBody);
  while (frames_.size() <= scopes_.depth())
    frames_.push_back(std::make_unique<Frame>());
  Frame &f = frame();
  f.function = function;
  f.kind = kind;
  f.insts.clear();
  f.slots.clear();
  f.assigned.clear();
  f.loops.clear();
  f.regions = 0;
  f.is_generator = false;
  f.incomplete = false;
}

void Lowering::leave_frame() {
  Frame &f = frame();
  Function &function = program_->functions[f.function];
  if (f.insts.empty() || f.insts.back().op != Op::Return) {
    const Span end{function.span.end, function.span.end};
    const Reg value = f.incomplete ? unsupported(end) : kNone;
    emit(Op::Return, end, value, kNone, kNone, kSynthetic);
  }
  function.first = static_cast<uint32_t>(program_->insts.size());
  function.count = static_cast<uint32_t>(f.insts.size());
  program_->insts.insert(program_->insts.end(), f.insts.begin(), f.insts.end());
  function.slot_first = static_cast<uint32_t>(program_->slots.size());
  function.slot_count = static_cast<uint32_t>(f.slots.size());
  program_->slots.insert(program_->slots.end(), f.slots.begin(), f.slots.end());
  function.is_generator = f.is_generator;
  scopes_.leave_frame();
}

// Gives the names that a body binds their slots. Module-level names are globals and need none.
void Lowering::declare_bindings(NodeId begin, NodeId end) {
  found_.clear();
  find_bindings(*tree_, begin, end, found_);
  const bool is_module = scopes_.depth() == 0;
  for (const FoundBinding &b : found_) {
    if (is_module || scopes_.declared_here(b.symbol))
      continue;
    switch (b.how) {
    case BindHow::Binds:
      scopes_.declare_slot(b.symbol, new_slot(tree_->symbols.name(b.symbol)));
      break;
    case BindHow::Global:
      scopes_.declare_global(b.symbol);
      break;
    case BindHow::Nonlocal:
      scopes_.declare_nonlocal(b.symbol);
      break;
    }
  }
}

bool Lowering::too_deep(Span where, Reg &result) {
  if (depth_ < kMaxDepth)
    return false;
  result_->too_deep = true;
  result = emit(Op::Unsupported, where, kNone, static_cast<uint32_t>(program_->args.size()), 0);
  return true;
}

ir::Reg Lowering::unsupported(Span where) {
  return emit(Op::Unsupported, where, kNone, static_cast<uint32_t>(program_->args.size()), 0);
}

void Lowering::finish() {
  Program &p = *program_;
  p.bindings.reserve(bindings_.size());
  for (const ModuleBinding &b : bindings_) {
    p.bindings.push_back(b.binding);
    if (b.binding.index == kNone) // bound by functions only: the end of the module stands for them
      p.bindings.back().index = p.functions[0].count - 1;
  }
  std::sort(p.bindings.begin(), p.bindings.end(),
            [](const Binding &a, const Binding &b) { return a.name < b.name; });
  p.star_programs.assign(p.star_imports.size(), kNone);
  std::sort(p.broken.begin(), p.broken.end(), [](Span a, Span b) { return a.begin < b.begin; });
  p.insts.shrink_to_fit();
  p.args.shrink_to_fit();
  p.functions.shrink_to_fit();
  p.classes.shrink_to_fit();
  p.params.shrink_to_fit();
  p.slots.shrink_to_fit();
  p.decorators.shrink_to_fit();
}

namespace {

// Only Python 2 has these.
bool is_python2(const Tree &tree) {
  for (NodeId n = 0; n < tree.nodes.size(); ++n) {
    const Node &node = tree[n];
    switch (node.kind) {
    case Kind::Print:
    case Kind::Exec:
      if (!node.has_error)
        return true;
      break;
    case Kind::Comparison:
      for (NodeId c = n + 1; c < node.next; c = tree[c].next)
        if (tree[c].kind == Kind::Token && tree[c].id == static_cast<uint32_t>(Token::Ne2))
          return true;
      break;
    case Kind::StringStart:
      if (tree.text[node.end - 1] == '`')
        return true;
      break;
    case Kind::Integer:
      if (node.end > node.begin && (tree.text[node.end - 1] | 0x20) == 'l')
        return true;
      break;
    case Kind::Raise:
      if (node.next > n + 1 && tree[n + 1].kind == Kind::ExpressionList)
        return true;
      break;
    default:
      break;
    }
  }
  return false;
}

} // namespace

void Lowering::run(Tree &tree, LowerResult &result, std::string_view module, bool is_package) {
  tree_ = &tree;
  result_ = &result;
  program_ = &result.program;
  module_ = module;
  is_package_ = is_package;
  depth_ = 0;
  scopes_.reset(tree.symbols.size());
  pending_.clear();
  spine_.clear();
  lost_taken_ = 0;
  hidden_aliases_.clear();
  bindings_.clear();
  binding_of_.assign(tree.symbols.size(), 0);
  aliases_.assign(tree.symbols.size(), kNone);
  qualnames_.assign(1, std::string());

  Program &p = *program_;
  p.has_syntax_error = tree.has_error;
  Function &body = p.functions.emplace_back();
  body.name = body.qualname = intern("<module>");
  body.kind = FunctionKind::Module;
  body.has_error = tree.has_error;
  body.span = {0, static_cast<uint32_t>(tree.text.size())};
  body.name_span = {0, 0};
  result.python2 = is_python2(tree);
  enter_frame(0, FunctionKind::Module);
  if (!result.python2) {
    if (tree[0].kind == Kind::Error)
      withhold(0);
    else
      statements(1, tree[0].next, 0);
  }
  leave_frame();
  finish();
}

constexpr size_t kKeptSize = size_t{4} << 20;

LowerResult lower(std::string_view text, std::string path, std::string module, bool is_package) {
  thread_local Tree tree;
  thread_local Lowering lowering;
  LowerResult result;
  parse(text, tree);
  result.program.path = std::move(path);
  result.program.module = module;
  result.syntax_errors = tree.syntax_errors;
  lowering.run(tree, result, module, is_package);
  if (text.size() > kKeptSize) { // do not hold on to what one huge file needed
    tree = Tree();
    lowering = Lowering();
  }
  return result;
}

} // namespace offside::python
