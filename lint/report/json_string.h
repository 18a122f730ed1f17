// Writes text as a JSON string: valid UTF-8 out, whatever bytes come in.
#pragma once

#include <string>
#include <string_view>

namespace offside::report {

// Appends `text` with its quotes. Bytes that are no UTF-8 become U+FFFD, since a JSON reader may
// reject the whole document for one bad path name.
void append_json(std::string &out, std::string_view text);

} // namespace offside::report
