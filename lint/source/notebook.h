// Jupyter notebooks: code cells to one normalised text, and edits back into the cells.
//
// Cells are joined by newlines in order; cells of another language and what only IPython
// understands are blanked by text of the same length (magics.h), so an offset in the text is an
// offset in a cell. Writing back replaces the string literals of changed cells in the file's own
// bytes; every other byte (outputs, indentation, key order, final newline) stays as it was.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace offside::source {

struct LoadError;
struct TextEdit;

struct Cell {
  uint32_t number = 0;          // code cells counted from 1
  uint32_t begin = 0, end = 0;  // in the normalised text, without the joining newline
  uint32_t first_text_line = 1; // from 1
  // Where the cell's `source` is in the file: the whole value, and its string literals (one when it
  // is a string, any number when it is a list of lines).
  struct Literal {
    uint64_t begin, end; // with the quotes
  };
  uint64_t source_begin = 0, source_end = 0;
  bool is_list = false;
  std::vector<Literal> literals;
};

struct NotebookLayout {
  std::vector<Cell> cells;
  bool escapes_non_ascii = false; // json.dumps(ensure_ascii=True) wrote it
  // The cell around a text offset; the joining newline belongs to the cell before it.
  const Cell *find(uint32_t text_offset) const;
};

// Fills `text` and `layout`; the error's kind is None when all went well. Formats 3 and 4 are read.
// A notebook in another language than Python gives an empty text.
LoadError read_notebook(std::string_view json, std::string &text, NotebookLayout &layout);

// The notebook's new bytes, or an error. Edits are sorted, do not overlap, and each lies in one
// cell (it may also take the newline that joins the cell to the next: that newline is kept).
struct NotebookEditResult {
  std::string bytes;
  std::string error; // empty: all went well
};
NotebookEditResult edit_notebook(std::string_view json, const NotebookLayout &layout,
                                 const std::vector<TextEdit> &edits);

} // namespace offside::source
