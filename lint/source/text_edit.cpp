// Applying edits to the bytes of a file.
#include "lint/source/text_edit.h"

#include "lint/source/encoding.h"
#include "lint/source/origin.h"

#include <algorithm>

namespace offside::source {
namespace {

std::string check_edits(const SourceFile &file, const std::vector<TextEdit> &edits) {
  uint32_t last_end = 0;
  for (const TextEdit &edit : edits) {
    if (edit.begin > edit.end || edit.end > file.text.size())
      return "an edit lies outside the text";
    if (!file.is_boundary(edit.begin) || !file.is_boundary(edit.end))
      return "an edit begins or ends inside a character";
    if (edit.begin < last_end)
      return "two edits overlap";
    if (find_invalid_utf8(edit.text) != std::string_view::npos)
      return "the text of an edit is not UTF-8";
    last_end = edit.end;
  }
  return {};
}

std::string with_line_ends(std::string_view text, LineEnd line_end) {
  std::string out;
  out.reserve(text.size());
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\n' || line_end == LineEnd::Lf)
      out += text[i];
    else if (line_end == LineEnd::Cr)
      out += '\r';
    else
      out += i > 0 && text[i - 1] == '\r' ? "\n" : "\r\n";
  }
  return out;
}

} // namespace

EditResult apply_edits(const SourceFile &file, std::vector<TextEdit> edits) {
  std::stable_sort(edits.begin(), edits.end(), [](const TextEdit &a, const TextEdit &b) {
    return a.begin != b.begin ? a.begin < b.begin : a.end < b.end;
  });
  EditResult result;
  result.error = check_edits(file, edits);
  if (!result.error.empty())
    return result;

  if (file.is_notebook && file.origin()) {
    NotebookEditResult notebook =
        edit_notebook(file.origin()->bytes, file.origin()->notebook, edits);
    return {std::move(notebook.bytes), std::move(notebook.error)};
  }

  EncodingName name;
  if (file.encoding() != Encoding::Utf8)
    name = resolve_encoding(file.origin()->encoding_name);
  const LineEnd line_end = file.line_end();
  if (file.has_bom())
    result.bytes = "\xef\xbb\xbf";
  uint32_t done = 0;
  for (const TextEdit &edit : edits) {
    result.bytes += file.original_span(done, edit.begin);
    const auto encoded = encode(with_line_ends(edit.text, line_end), name);
    if (!encoded)
      return {"", "the edit needs a character that the encoding " + file.origin()->encoding_name +
                      " does not have"};
    result.bytes += *encoded;
    done = edit.end;
  }
  result.bytes += file.original_span(done, static_cast<uint32_t>(file.text.size()));
  return result;
}

} // namespace offside::source
