// IPython's additions to Python in a notebook cell, replaced by Python of the same length.
#pragma once

#include <string>

namespace offside::source {

// Replaces in place; size and line ends stay.
// - `%%magic` on the first line: the whole cell becomes blank, except under magics that run the
// cell
//   as Python (`%%time`, `%%capture`, …), where only that line does.
// - `%magic`, `!command`, `?name`, `name?` and IPython's other line escapes become blank at column
//   0, else `pass` or `0`, so that an enclosing block keeps a body.
// - `%time statement` keeps the statement, as the body of an `if 1:`.
// - `a = %magic` and `a = !command` become `a = _i`: IPython's name for the last input, which no
//   program binds, so its value is unknown.
void blank_magics(std::string &cell);

} // namespace offside::source
