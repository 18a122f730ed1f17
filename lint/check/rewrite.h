// Edits on source text that several rules share. Each handles the plain form only and gives nothing
// for any other: a fix that is not sure of what it changes is no fix.
#pragma once

#include "lint/check/finding.h"
#include "lint/ir/ir.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace offside::check {

// The text a span points into, and the path its edits name.
struct Text {
  std::string path;
  std::string_view text;

  std::string_view at(ir::Span span) const;
};

using Edits = std::vector<Edit>;

// `f(a)` -> `f(a, device=x)`; an argument for `f()` and after a trailing comma too.
Edits add_argument(const Text &in, ir::Span call, std::string_view argument);

// `x` -> `x.cpu()`, `a + b` -> `(a + b).cpu()`.
Edits append_method(const Text &in, ir::Span expression, std::string_view suffix);

// `x.numpy()` -> `x.cpu().numpy()`, `(a + b).numpy()` -> `(a + b).cpu().numpy()`; `receiver` is
// what stands before the dot.
Edits insert_method(const Text &in, ir::Span receiver, std::string_view method);

// `x.pin_memory()` -> `x`; `receiver` is what stands before the dot.
Edits drop_method(const Text &in, ir::Span receiver, ir::Span call);

// `nn.Parameter(t).to(d)` -> `nn.Parameter((t).to(d))`; `inner` is the call that takes one
// argument.
Edits move_method_inside(const Text &in, ir::Span argument, ir::Span inner, ir::Span outer);

// `self.mean = value` -> `self.register_buffer("mean", value, persistent=False)`.
Edits register_buffer(const Text &in, ir::Span target, ir::Span value);

// `value` -> `before value after`.
Edits wrap(const Text &in, ir::Span expression, std::string_view before, std::string_view after);

// A line above a `def`, indented like it.
Edits decorate(const Text &in, ir::Span function, std::string_view decorator);

// Replaces the end of a dotted name: `torch.accelerator.set_device` with (`set_device`,
// `set_device_index`).
Edits rename_attribute(const Text &in, ir::Span attribute, std::string_view from,
                       std::string_view to);

// How a file reaches a dotted library name: "nn" or "torch.nn" for `torch.nn`, "" when it does not
// import it.
std::string spelled(const ir::Program &program, std::string_view dotted);

// Whether a text is one operand as it stands: a name, a call, an item, a literal, something in
// brackets.
bool is_primary(std::string_view text);
bool is_name(std::string_view text);

} // namespace offside::check
