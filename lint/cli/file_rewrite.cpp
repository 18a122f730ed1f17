// Makes the edits of a plan.
#include "lint/cli/file_rewrite.h"

#include "lint/cli/review_marks.h"
#include "lint/python/lower.h"
#include "lint/source/text_edit.h"

#include <algorithm>
#include <vector>

namespace offside::cli {

namespace {

using source::SourceFile;
using source::TextEdit;

// How long a new text is in the file's normalised text, which keeps CRLF.
int64_t length_in(const SourceFile &file, const std::string &text) {
  auto length = static_cast<int64_t>(text.size());
  if (!file.is_notebook && file.line_end() == source::LineEnd::CrLf)
    for (std::size_t i = 0; i < text.size(); ++i)
      length += text[i] == '\n' && (i == 0 || text[i - 1] != '\r');
  return length;
}

enum class Side : uint8_t { Begin, End };

// Where the end of a place is in the new text. What stood inside a replaced range is at its
// beginning, and what is inserted beside a place does not belong to it.
uint32_t moved(const SourceFile &before, const std::vector<TextEdit> &edits, uint32_t offset,
               Side side) {
  int64_t shift = 0;
  for (const TextEdit &edit : edits) {
    if (edit.begin > offset || (side == Side::End && edit.begin == offset))
      break;
    if (edit.end > offset)
      return static_cast<uint32_t>(edit.begin + shift);
    shift += length_in(before, edit.text) - (edit.end - edit.begin);
  }
  return static_cast<uint32_t>(offset + shift);
}

void move(const SourceFile &before, const std::vector<TextEdit> &edits,
          std::vector<ir::Span> &spans) {
  for (ir::Span &span : spans)
    span = {moved(before, edits, span.begin, Side::Begin),
            span.end > span.begin ? moved(before, edits, span.end, Side::End)
                                  : moved(before, edits, span.begin, Side::Begin)};
}

// Makes edits, which are sorted. Returns "", or why that cannot be.
std::string apply(FileRewrite &rewrite, const SourceFile &from,
                  const std::vector<TextEdit> &edits) {
  source::EditResult result = source::apply_edits(from, edits);
  if (!result)
    return result.error;
  source::LoadResult loaded = source::from_bytes(from.path, result.bytes);
  if (!loaded)
    return "the rewritten file " + loaded.error.message;
  move(from, edits, rewrite.places);
  rewrite.after = std::move(result.bytes);
  rewrite.source = std::make_unique<SourceFile>(std::move(*loaded.file));
  return {};
}

std::vector<TextEdit> marks_for(const FileRewrite &rewrite, const migrate::FilePlan &plan) {
  std::vector<ReviewPlace> places;
  for (std::size_t i = 0; i < plan.sites.size(); ++i)
    if (plan.sites[i].outcome == migrate::Outcome::Review)
      places.push_back({rewrite.places[i].begin, plan.sites[i].reason});
  std::stable_sort(places.begin(), places.end(),
                   [](const ReviewPlace &a, const ReviewPlace &b) { return a.offset < b.offset; });
  return review_marks(*rewrite.source, places);
}

} // namespace

FileRewrite rewrite(const File &file, const migrate::FilePlan &plan, bool mark) {
  FileRewrite out;
  out.before = file.source->original();
  for (const migrate::Site &site : plan.sites)
    out.places.push_back(site.span);
  std::vector<TextEdit> edits;
  for (const check::Edit &edit : plan.edits)
    edits.push_back({edit.span.begin, edit.span.end, edit.text});
  out.error = apply(out, *file.source, edits);
  if (mark && out.error.empty()) {
    const SourceFile edited = *out.source;
    out.error = apply(out, edited, marks_for(out, plan));
  }
  if (out.error.empty() && out.after != out.before) {
    const python::LowerResult parsed = python::lower(out.source->text, file.path, "", false);
    if (!parsed.syntax_errors.empty() || parsed.python2)
      out.error =
          "the rewrite would break its syntax in line " +
          std::to_string(
              out.source
                  ->place(parsed.syntax_errors.empty() ? 0 : parsed.syntax_errors.front().begin)
                  .line);
  }
  return out;
}

} // namespace offside::cli
