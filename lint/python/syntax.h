// The node kinds of the Python grammar that lowering tells apart, as a dense enum so that it can
// switch on them.
#pragma once

#include <cstdint>

namespace offside::python {

// name in the enum, name in the grammar
#define OFFSIDE_PYTHON_KINDS(X)                                                                    \
  X(Module, "module")                                                                              \
  X(Block, "block")                                                                                \
  X(Import, "import_statement")                                                                    \
  X(ImportFrom, "import_from_statement")                                                           \
  X(FutureImport, "future_import_statement")                                                       \
  X(RelativeImport, "relative_import")                                                             \
  X(AliasedImport, "aliased_import")                                                               \
  X(WildcardImport, "wildcard_import")                                                             \
  X(DottedName, "dotted_name")                                                                     \
  X(Print, "print_statement")                                                                      \
  X(Exec, "exec_statement")                                                                        \
  X(Assert, "assert_statement")                                                                    \
  X(ExpressionStatement, "expression_statement")                                                   \
  X(NamedExpression, "named_expression")                                                           \
  X(Return, "return_statement")                                                                    \
  X(Delete, "delete_statement")                                                                    \
  X(Raise, "raise_statement")                                                                      \
  X(Pass, "pass_statement")                                                                        \
  X(Break, "break_statement")                                                                      \
  X(Continue, "continue_statement")                                                                \
  X(Global, "global_statement")                                                                    \
  X(Nonlocal, "nonlocal_statement")                                                                \
  X(TypeAlias, "type_alias_statement")                                                             \
  X(If, "if_statement")                                                                            \
  X(Elif, "elif_clause")                                                                           \
  X(Else, "else_clause")                                                                           \
  X(Match, "match_statement")                                                                      \
  X(Case, "case_clause")                                                                           \
  X(For, "for_statement")                                                                          \
  X(While, "while_statement")                                                                      \
  X(Try, "try_statement")                                                                          \
  X(Except, "except_clause")                                                                       \
  X(Finally, "finally_clause")                                                                     \
  X(With, "with_statement")                                                                        \
  X(WithClause, "with_clause")                                                                     \
  X(WithItem, "with_item")                                                                         \
  X(Def, "function_definition")                                                                    \
  X(Class, "class_definition")                                                                     \
  X(Decorated, "decorated_definition")                                                             \
  X(Decorator, "decorator")                                                                        \
  X(Parameters, "parameters")                                                                      \
  X(LambdaParameters, "lambda_parameters")                                                         \
  X(DefaultParameter, "default_parameter")                                                         \
  X(TypedParameter, "typed_parameter")                                                             \
  X(TypedDefaultParameter, "typed_default_parameter")                                              \
  X(PositionalSeparator, "positional_separator")                                                   \
  X(KeywordSeparator, "keyword_separator")                                                         \
  X(TypeParameter, "type_parameter")                                                               \
  X(Type, "type")                                                                                  \
  X(ArgumentList, "argument_list")                                                                 \
  X(KeywordArgument, "keyword_argument")                                                           \
  X(ListSplat, "list_splat")                                                                       \
  X(DictSplat, "dictionary_splat")                                                                 \
  X(ListSplatPattern, "list_splat_pattern")                                                        \
  X(DictSplatPattern, "dictionary_splat_pattern")                                                  \
  X(ExpressionList, "expression_list")                                                             \
  X(PatternList, "pattern_list")                                                                   \
  X(TuplePattern, "tuple_pattern")                                                                 \
  X(ListPattern, "list_pattern")                                                                   \
  X(AsPattern, "as_pattern")                                                                       \
  X(AsPatternTarget, "as_pattern_target")                                                          \
  X(CasePattern, "case_pattern")                                                                   \
  X(UnionPattern, "union_pattern")                                                                 \
  X(DictPattern, "dict_pattern")                                                                   \
  X(KeywordPattern, "keyword_pattern")                                                             \
  X(SplatPattern, "splat_pattern")                                                                 \
  X(ClassPattern, "class_pattern")                                                                 \
  X(ComplexPattern, "complex_pattern")                                                             \
  X(Not, "not_operator")                                                                           \
  X(Boolean, "boolean_operator")                                                                   \
  X(Binary, "binary_operator")                                                                     \
  X(Unary, "unary_operator")                                                                       \
  X(Comparison, "comparison_operator")                                                             \
  X(Lambda, "lambda")                                                                              \
  X(Assignment, "assignment")                                                                      \
  X(AugmentedAssignment, "augmented_assignment")                                                   \
  X(Yield, "yield")                                                                                \
  X(Await, "await")                                                                                \
  X(Attribute, "attribute")                                                                        \
  X(Subscript, "subscript")                                                                        \
  X(Slice, "slice")                                                                                \
  X(Ellipsis, "ellipsis")                                                                          \
  X(Call, "call")                                                                                  \
  X(List, "list")                                                                                  \
  X(Set, "set")                                                                                    \
  X(Tuple, "tuple")                                                                                \
  X(Dictionary, "dictionary")                                                                      \
  X(Pair, "pair")                                                                                  \
  X(ListComprehension, "list_comprehension")                                                       \
  X(SetComprehension, "set_comprehension")                                                         \
  X(DictComprehension, "dictionary_comprehension")                                                 \
  X(Generator, "generator_expression")                                                             \
  X(Parenthesized, "parenthesized_expression")                                                     \
  X(ForIn, "for_in_clause")                                                                        \
  X(IfClause, "if_clause")                                                                         \
  X(Conditional, "conditional_expression")                                                         \
  X(ConcatenatedString, "concatenated_string")                                                     \
  X(String, "string")                                                                              \
  X(StringStart, "string_start")                                                                   \
  X(StringContent, "string_content")                                                               \
  X(Interpolation, "interpolation")                                                                \
  X(FormatExpression, "format_expression")                                                         \
  X(FormatSpecifier, "format_specifier")                                                           \
  X(Integer, "integer")                                                                            \
  X(Float, "float")                                                                                \
  X(True, "true")                                                                                  \
  X(False, "false")                                                                                \
  X(None, "none")                                                                                  \
  X(Identifier, "identifier")

enum class Kind : uint8_t {
  Skip,  // punctuation, comments: not kept in the tree
  Error, // the parser could not fit this text
  Token, // an operator or keyword that lowering needs; which one is in Node::id
  Other, // a named node that lowering has no case for
#define OFFSIDE_KIND(name, text) name,
  OFFSIDE_PYTHON_KINDS(OFFSIDE_KIND)
#undef OFFSIDE_KIND
      Count
};

// What a Token node is. The first thirteen follow ir::BinaryOp, the next ten ir::CompareOp.
enum class Token : uint8_t {
  Add,
  Sub,
  Mul,
  Div,
  FloorDiv,
  Mod,
  Pow,
  MatMul,
  LShift,
  RShift,
  BitAnd,
  BitOr,
  BitXor,
  Eq,
  Ne,
  Lt,
  Le,
  Gt,
  Ge,
  Is,
  IsNot,
  In,
  NotIn,
  Ne2, // <>, Python 2 only
  Invert,
  And,
  Or,
  Colon,
  Async,
  From,
  Underscore,
};

struct SymbolInfo {
  Kind kind = Kind::Skip;
  Token token = Token::Add;
  bool is_leaf = false; // nothing below it matters to lowering
};

// What each symbol of the grammar means here; index by TSSymbol. Built once.
const SymbolInfo *symbol_table();

} // namespace offside::python
