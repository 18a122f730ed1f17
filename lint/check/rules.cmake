# offside_rules: the rule table, generated from the front matter and text of rules/DEV*.md.
find_package(Python3 REQUIRED COMPONENTS Interpreter)

file(GLOB OFFSIDE_RULE_PAGES CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/rules/DEV*.md)
set(OFFSIDE_RULE_TABLE ${CMAKE_CURRENT_BINARY_DIR}/rule_table.cpp)
add_custom_command(
  OUTPUT ${OFFSIDE_RULE_TABLE}
  COMMAND Python3::Interpreter ${PROJECT_SOURCE_DIR}/tools/embed_rules.py
          ${PROJECT_SOURCE_DIR}/rules ${OFFSIDE_RULE_TABLE}
  DEPENDS ${PROJECT_SOURCE_DIR}/tools/embed_rules.py ${OFFSIDE_RULE_PAGES}
  COMMENT "Embedding the rule pages"
  VERBATIM)

add_library(offside_rules STATIC ${CMAKE_CURRENT_LIST_DIR}/rules.cpp ${OFFSIDE_RULE_TABLE})
target_include_directories(offside_rules PUBLIC ${PROJECT_SOURCE_DIR})
target_compile_features(offside_rules PUBLIC cxx_std_20)
