// Functions, lambdas, classes and their decorators.
#include "lint/python/lowering.h"

namespace offside::python {

using namespace ir;

ir::Name Lowering::qualified(std::string_view name) {
  std::string text = qualnames_.back();
  text += name;
  return intern(text);
}

void Lowering::decorated(NodeId n) {
  const Tree &tree = *tree_;
  std::vector<Reg> decorators; // in source order: outermost first
  for (NodeId c = n + 1; c < tree[n].next; c = tree[c].next) {
    switch (tree[c].kind) {
    case Kind::Decorator:
      decorators.push_back(expr(operand(c, 0)));
      break;
    case Kind::Def:
      function(c, decorators, n);
      return;
    case Kind::Class:
      class_definition(c, decorators, n);
      return;
    default:
      break;
    }
  }
  unsupported(span(n));
}

ir::Reg Lowering::apply_decorators(Reg value, const std::vector<Reg> &decorators,
                                   NodeId decorated) {
  if (decorators.empty())
    return value;
  const Tree &tree = *tree_;
  std::vector<Span> spans;
  for (NodeId c = decorated + 1; c < tree[decorated].next; c = tree[c].next)
    if (tree[c].kind == Kind::Decorator)
      spans.push_back(span(c));
  for (size_t i = decorators.size(); i-- > 0;) {
    const size_t base = pending_.size();
    pending_.push_back({value});
    value = emit_args(Op::Call, spans[i], decorators[i], base, kSynthetic);
  }
  return value;
}

// The dotted text of each decorator: of the callee when it is a call.
void Lowering::decorator_texts(NodeId decorated, uint32_t &first, uint32_t &count) {
  first = static_cast<uint32_t>(program_->decorators.size());
  count = 0;
  if (decorated == kNoNode)
    return;
  const Tree &tree = *tree_;
  for (NodeId c = decorated + 1; c < tree[decorated].next; c = tree[c].next) {
    if (tree[c].kind != Kind::Decorator)
      continue;
    NodeId what = operand(c, 0);
    while (what != kNoNode &&
           (tree[what].kind == Kind::Call || tree[what].kind == Kind::Parenthesized))
      what = operand(what, 0);
    program_->decorators.push_back(what == kNoNode ? intern("")
                                                   : resolved_text(tree.slice(tree[what])));
    ++count;
  }
}

void Lowering::function(NodeId n, const std::vector<Reg> &decorators, NodeId decorated) {
  const Tree &tree = *tree_;
  NodeId name = kNoNode, parameters = kNoNode, returns = kNoNode, body = kNoNode;
  const size_t mark = scopes_.mark();
  const size_t aliases = hidden_aliases_.size();
  for (NodeId c = n + 1; c < tree[n].next; c = tree[c].next) {
    switch (tree[c].kind) {
    case Kind::Identifier:
      name = c;
      break;
    case Kind::TypeParameter:
      declare_type_parameters(c);
      break;
    case Kind::Parameters:
      parameters = c;
      break;
    case Kind::Type:
      returns = c;
      break;
    case Kind::Block:
      body = c;
      break;
    default:
      break;
    }
  }
  const uint32_t index = static_cast<uint32_t>(program_->functions.size());
  Reg value;
  if (too_deep(span(n), value)) {
    leave_type_parameters(mark, aliases);
    if (name != kNoNode)
      store_name(tree[name].id, value, span(name));
    return;
  }
  value = make_function(n, parameters, returns, body, FunctionKind::Def, name, decorated);
  leave_type_parameters(mark, aliases);
  value = apply_decorators(value, decorators, decorated);
  if (name != kNoNode)
    store_name(tree[name].id, value, span(name), BindingKind::Function, index);
}

ir::Reg Lowering::lambda(NodeId n) {
  const Tree &tree = *tree_;
  NodeId parameters = kNoNode, body = kNoNode;
  for (NodeId c = n + 1; c < tree[n].next; c = tree[c].next) {
    if (tree[c].kind == Kind::LambdaParameters)
      parameters = c;
    else if (tree[c].kind != Kind::Token)
      body = c;
  }
  return make_function(n, parameters, kNoNode, body, FunctionKind::Lambda, kNoNode, kNoNode);
}

ir::Reg Lowering::make_function(NodeId n, NodeId parameters, NodeId returns, NodeId body,
                                FunctionKind kind, NodeId name, NodeId decorated) {
  DepthGuard guard(*this);
  const Tree &tree = *tree_;
  const uint32_t index = static_cast<uint32_t>(program_->functions.size());
  const Function &parent = program_->functions[frame().function];
  Function f{};
  const std::string_view text = name == kNoNode ? "<lambda>" : tree.slice(tree[name]);
  f.name = name == kNoNode ? intern(text) : tree.symbols.name(tree[name].id);
  f.qualname = qualified(text);
  f.kind = kind;
  f.is_async = tree.first_child(n) != kNoNode && tree[n + 1].kind == Kind::Token &&
               tree[n + 1].id == static_cast<uint32_t>(Token::Async);
  f.has_error = tree[n].has_error;
  f.parent = frame().function;
  f.klass =
      parent.kind == FunctionKind::ClassBody && kind == FunctionKind::Def ? parent.klass : kNone;
  f.span = span(n);
  f.name_span = name == kNoNode ? Span{tree[n].begin, tree[n].begin + 6} : span(name);
  f.returns = returns == kNoNode ? kNone : resolved_text(tree.slice(tree[returns]));
  decorator_texts(decorated, f.decorator_first, f.decorator_count);
  program_->functions.push_back(f);

  const size_t base = pending_.size();
  if (parameters != kNoNode)
    push_defaults(parameters);
  const Reg value = emit_args(Op::MakeFunction, span(n), index, base);

  enter_frame(index, kind);
  qualnames_.push_back(qualnames_.back() + std::string(text) + ".<locals>.");
  if (parameters != kNoNode)
    declare_parameters(index, parameters);
  if (body != kNoNode) {
    const NodeId end = tree[body].next;
    declare_bindings(body, end);
    if (kind == FunctionKind::Lambda) {
      const Reg result = expr(body);
      emit(Op::Return, span(body), result);
    } else {
      suite(body);
    }
  }
  qualnames_.pop_back();
  leave_frame();
  return value;
}

void Lowering::push_defaults(NodeId parameters) {
  const Tree &tree = *tree_;
  for (NodeId c = parameters + 1; c < tree[parameters].next; c = tree[c].next) {
    if (tree[c].kind != Kind::DefaultParameter && tree[c].kind != Kind::TypedDefaultParameter)
      continue;
    const NodeId name = tree.first_child(c);
    NodeId value = kNoNode;
    for (NodeId part = name; name != kNoNode && part < tree[c].next; part = tree[part].next)
      if (part != name && tree[part].kind != Kind::Type && tree[part].kind != Kind::Token)
        value = part;
    if (value == kNoNode)
      continue;
    const Reg reg = expr(value);
    pending_.push_back({reg, tree[name].kind == Kind::Identifier ? tree.symbols.name(tree[name].id)
                                                                 : kPositional});
  }
}

void Lowering::declare_parameters(uint32_t function, NodeId parameters) {
  const Tree &tree = *tree_;
  const uint32_t first = static_cast<uint32_t>(program_->params.size());
  bool keyword_only = false;
  for (NodeId c = parameters + 1; c < tree[parameters].next; c = tree[c].next) {
    NodeId name = c;
    NodeId type = kNoNode;
    Param param{};
    param.annotation = kNone;
    param.kind = keyword_only ? ParamKind::KeywordOnly : ParamKind::Normal;
    param.span = span(c);
    switch (tree[c].kind) {
    case Kind::PositionalSeparator:
      for (size_t i = first; i < program_->params.size(); ++i)
        if (program_->params[i].kind == ParamKind::Normal)
          program_->params[i].kind = ParamKind::PositionalOnly;
      continue;
    case Kind::KeywordSeparator:
      keyword_only = true;
      continue;
    case Kind::DefaultParameter:
    case Kind::TypedDefaultParameter:
      param.has_default = true;
      [[fallthrough]];
    case Kind::TypedParameter:
      name = tree.first_child(c);
      for (NodeId part = c + 1; part < tree[c].next; part = tree[part].next)
        if (tree[part].kind == Kind::Type)
          type = part;
      break;
    default:
      break;
    }
    if (name == kNoNode)
      continue;
    if (tree[name].kind == Kind::ListSplatPattern) {
      param.kind = ParamKind::VarPositional;
      keyword_only = true;
      name = operand(name, 0);
    } else if (tree[name].kind == Kind::DictSplatPattern) {
      param.kind = ParamKind::VarKeyword;
      name = operand(name, 0);
    }
    if (name == kNoNode || tree[name].kind != Kind::Identifier)
      continue; // Python 2's tuple parameters
    param.name = tree.symbols.name(tree[name].id);
    param.slot = new_slot(param.name);
    scopes_.declare_slot(tree[name].id, param.slot);
    if (type != kNoNode)
      param.annotation = resolved_text(tree.slice(tree[type]));
    program_->params.push_back(param);
  }
  program_->functions[function].param_first = first;
  program_->functions[function].param_count =
      static_cast<uint32_t>(program_->params.size()) - first;
}

// PEP 695 parameters are visible in the definition only; their values are nobody's business.
void Lowering::declare_type_parameters(NodeId list) {
  const Tree &tree = *tree_;
  for (NodeId c = list + 1; c < tree[list].next; c = tree[c].next) {
    std::string_view text = tree.slice(tree[c]);
    while (!text.empty() && text.front() == '*')
      text.remove_prefix(1);
    text = text.substr(0, text.find_first_of(":= \t\r\n"));
    if (text.empty())
      continue;
    const uint32_t symbol = tree_->symbols.add(text);
    const uint32_t slot = new_slot(tree.symbols.name(symbol));
    scopes_.declare_inner(symbol, slot);
    store_name(symbol, opaque(kNone, span(c)), span(c));
    if (symbol < aliases_.size()) {
      hidden_aliases_.push_back({symbol, aliases_[symbol]});
      set_alias(symbol, kNone);
    }
  }
}

void Lowering::leave_type_parameters(size_t mark, size_t aliases) {
  for (; hidden_aliases_.size() > aliases; hidden_aliases_.pop_back())
    set_alias(hidden_aliases_.back().first, hidden_aliases_.back().second);
  scopes_.unwind(mark);
}

void Lowering::class_definition(NodeId n, const std::vector<Reg> &decorators, NodeId decorated) {
  DepthGuard guard(*this);
  const Tree &tree = *tree_;
  NodeId name = kNoNode, bases = kNoNode, body = kNoNode;
  const size_t mark = scopes_.mark();
  const size_t aliases = hidden_aliases_.size();
  for (NodeId c = n + 1; c < tree[n].next; c = tree[c].next) {
    switch (tree[c].kind) {
    case Kind::Identifier:
      name = c;
      break;
    case Kind::TypeParameter:
      declare_type_parameters(c);
      break;
    case Kind::ArgumentList:
      bases = c;
      break;
    case Kind::Block:
      body = c;
      break;
    default:
      break;
    }
  }
  Reg value;
  if (name == kNoNode || too_deep(span(n), value)) {
    leave_type_parameters(mark, aliases);
    value = unsupported(span(n));
    if (name != kNoNode)
      store_name(tree[name].id, value, span(name));
    return;
  }
  const std::string_view text = tree.slice(tree[name]);
  const uint32_t index = static_cast<uint32_t>(program_->classes.size());
  const uint32_t body_index = static_cast<uint32_t>(program_->functions.size());
  Class klass{};
  klass.name = tree.symbols.name(tree[name].id);
  klass.qualname = qualified(text);
  klass.body = body_index;
  klass.parent = frame().function;
  klass.span = span(n);
  klass.name_span = span(name);
  klass.base_first = static_cast<uint32_t>(program_->decorators.size());
  for (NodeId c = bases; bases != kNoNode && c < tree[bases].next;
       c = c == bases ? c + 1 : tree[c].next) {
    if (c == bases || tree[c].kind == Kind::KeywordArgument || tree[c].kind == Kind::ListSplat ||
        tree[c].kind == Kind::DictSplat)
      continue;
    program_->decorators.push_back(resolved_text(tree.slice(tree[c])));
    ++klass.base_count;
  }
  decorator_texts(decorated, klass.decorator_first, klass.decorator_count);
  program_->classes.push_back(klass);

  Function f{};
  f.name = klass.name;
  f.qualname = klass.qualname;
  f.kind = FunctionKind::ClassBody;
  f.has_error = tree[n].has_error;
  f.parent = frame().function;
  f.klass = index;
  f.span = klass.span;
  f.name_span = klass.name_span;
  program_->functions.push_back(f);

  const size_t base = pending_.size();
  if (bases != kNoNode)
    push_arguments(bases);
  value = emit_args(Op::MakeClass, span(n), index, base);

  enter_frame(body_index, FunctionKind::ClassBody);
  qualnames_.push_back(qualnames_.back() + std::string(text) + ".");
  if (body != kNoNode) {
    declare_bindings(body, tree[body].next);
    suite(body);
  }
  qualnames_.pop_back();
  leave_frame();
  leave_type_parameters(mark, aliases);
  value = apply_decorators(value, decorators, decorated);
  store_name(tree[name].id, value, span(name), BindingKind::Class, index);
}

} // namespace offside::python
