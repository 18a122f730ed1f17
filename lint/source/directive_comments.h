// Finds the comments that hold one of a few words, without a look at files that have none.
#pragma once

#include "lint/source/python_lines.h"

#include <functional>
#include <initializer_list>
#include <string_view>

namespace offside::source {

// Calls `take(comment, logical line)` for each comment with one of the words (any letter case; the
// words given in lower case), in order. A text without the words is only searched, not scanned.
void for_each_directive_comment(std::string_view text,
                                std::initializer_list<std::string_view> words,
                                const std::function<void(TextSpan, TextSpan)> &take);

} // namespace offside::source
