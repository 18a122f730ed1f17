// What the lowering tests share: source in, one function's IR as text out.
#pragma once

#include "lint/ir/names.h"
#include "lint/ir/printer.h"
#include "lint/ir/verifier.h"
#include "lint/python/lower.h"

#include <gtest/gtest.h>
#include <string>
#include <string_view>

namespace offside::python {

// The program of `source`, verified.
inline LowerResult lower_source(std::string_view source, std::string module = "m",
                                bool is_package = false) {
  LowerResult result = lower(source, "m.py", std::move(module), is_package);
  for (const std::string &violation : ir::verify(result.program))
    ADD_FAILURE() << violation;
  return result;
}

// The printed instructions of the function with this qualified name, not indented, after a line
// end; without the `return` that ends every body that falls off its end.
inline std::string lowered(std::string_view source, std::string_view qualname = "<module>") {
  const LowerResult result = lower_source(source);
  const ir::Program &program = result.program;
  const std::string text = ir::print(program, "");
  std::string out = "\n";
  bool inside = false;
  uint32_t index = 0;
  size_t at = 0;
  while (at < text.size()) {
    const size_t end = text.find('\n', at);
    const std::string_view line(text.data() + at, end - at);
    at = end + 1;
    if (!line.starts_with("  ")) {
      inside = index < program.functions.size() &&
               ir::name_text(program.functions[index].qualname) == qualname;
      ++index;
    } else if (inside && !line.ends_with(" = return _")) {
      out += line.substr(2);
      out += '\n';
    }
  }
  return out;
}

} // namespace offside::python
