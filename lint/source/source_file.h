// One input file: its bytes, the normalised text the front ends see, and the way back from text to
// places people know.
//
// The *normalised text* is UTF-8 without BOM, lone CR line ends turned into LF, notebook code cells
// joined by newlines (magics blanked by text of the same length), other encodings transcoded. All
// spans in the engine are byte offsets into this text. CRLF is kept.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace offside::source {

enum class Encoding : uint8_t { Utf8, Latin1, Cp1252, Ascii, Other };
enum class LineEnd : uint8_t { Lf, CrLf, Cr };

struct Place {         // what reports print
  uint32_t line = 1;   // from 1; in a notebook within its cell
  uint32_t column = 1; // from 1, in code points
  uint64_t offset = 0; // byte offset in the file as it is on disk (notebook: in the cell's text)
  uint32_t cell = 0;   // notebook code cell from 1, else 0
};

struct LoadError {
  enum class Kind : uint8_t { None, Missing, Unreadable, TooLarge, Binary, Encoding, Notebook };
  Kind kind = Kind::None;
  std::string message; // lower case, no path, no full stop: "is not valid UTF-8 and declares no …"
  uint32_t line = 0;   // from 1, where in the file the trouble is; 0: the file as a whole
  uint32_t column = 0; // from 1, in bytes
};

struct Origin;     // how the text came from the bytes, see origin.h
struct LoadResult; // a SourceFile or a LoadError, below

// `text` and `path` may be set by hand (tests do), but `text` must not change once a place, a line
// or a line start was asked for: line starts are found on first use, then kept. Any number of
// threads may ask at the same time.
class SourceFile {
public:
  std::string path; // as given; "-" replaced by --stdin-filename
  std::string text; // normalised
  bool is_notebook = false;

  Place place(uint32_t text_offset) const;
  // The text line around an offset, without its line end.
  std::string_view line(uint32_t text_offset) const;
  uint32_t line_start(uint32_t text_offset) const;

  // Line of the normalised text, from 1 (in a notebook counted through all cells), and its start;
  // nothing for a line the text does not have.
  uint32_t text_line(uint32_t text_offset) const;
  std::optional<uint32_t> start_of_text_line(uint32_t text_line) const;

  Encoding encoding() const;
  bool has_bom() const;
  LineEnd line_end() const; // the first one in the text; Lf when there is none

  // The bytes on disk behind a text span, and all of them (not for notebooks, whose cells lie
  // scattered in JSON: `original()` gives the file, `original_span()` gives nothing).
  std::string original() const;
  std::string_view original_span(uint32_t begin, uint32_t end) const;
  // False when an edit may not begin or end here: inside a character.
  bool is_boundary(uint32_t text_offset) const;

  const Origin *origin() const { return origin_.get(); }

private:
  struct LineIndex;
  friend LoadResult from_bytes(std::string path, std::string bytes);

  const std::vector<uint32_t> &line_starts() const;
  uint64_t file_offset(uint32_t text_offset) const;

  std::shared_ptr<LineIndex> lines_ = new_line_index();
  std::shared_ptr<const Origin> origin_; // null for what came as plain UTF-8 without BOM
  static std::shared_ptr<LineIndex> new_line_index();
};

struct LoadResult {
  std::optional<SourceFile> file; // set when there was no error
  LoadError error;
  explicit operator bool() const { return file.has_value(); }
};

struct BytesResult {
  std::string bytes;
  LoadError error; // kind None: all went well
};

// Reads a regular file or a pipe. Anything else (folder, device) is Unreadable.
BytesResult read_bytes(const std::string &path);
LoadResult load(const std::string &path);

// A name that ends in ".ipynb" makes the bytes a notebook.
LoadResult from_bytes(std::string path, std::string bytes);

} // namespace offside::source
