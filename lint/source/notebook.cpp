// Jupyter notebooks: finding code cells and where their source strings are in the JSON.
#include "lint/source/notebook.h"

#include "lint/source/lenient_json.h"
#include "lint/source/magics.h"
#include "lint/source/source_file.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace offside::source {
namespace {

// An iterator that tells its latest position to the outside. The JSON library hands out events
// without positions; when it reports a string, a bracket or a brace it has read exactly that far.
class TrackedIterator {
public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char *;
  using reference = const char &;

  TrackedIterator(const char *at, const char **latest) : at_(at), latest_(latest) {}
  reference operator*() const { return *at_; }
  TrackedIterator &operator++() {
    *latest_ = ++at_;
    return *this;
  }
  TrackedIterator operator++(int) {
    TrackedIterator before = *this;
    ++*this;
    return before;
  }
  bool operator==(const TrackedIterator &other) const { return at_ == other.at_; }
  bool operator!=(const TrackedIterator &other) const { return at_ != other.at_; }

private:
  const char *at_;
  const char **latest_;
};

struct FoundCell {
  Cell cell;
  std::string source;
  std::string language; // "" unless the cell names one
  bool is_code = false;
};

// Walks the JSON once and keeps what concerns code cells.
class CellFinder {
public:
  std::vector<FoundCell> cells;
  std::string language;
  bool saw_cells = false;
  int64_t format = 0;
  bool failed = false;
  uint64_t error_at = 0;

  CellFinder(std::string_view json, const char *const *latest) : json_(json), latest_(latest) {}

  bool null() { return skip(); }
  bool boolean(bool) { return skip(); }
  bool number_integer(int64_t value) { return number(value); }
  bool number_unsigned(uint64_t value) { return number(static_cast<int64_t>(value)); }
  bool number_float(double, const std::string &) { return skip(); }
  bool binary(const nlohmann::json::binary_t &) { return skip(); }
  bool parse_error(size_t position, const std::string &, const nlohmann::json::exception &) {
    failed = true;
    error_at = position;
    return false;
  }

  bool key(std::string &name) {
    key_ = name;
    if (top() == Context::Cell && (name == "source" || name == "input")) {
      current_.cell.literals.clear(); // of two equal keys the last counts
      current_.source.clear();
    }
    return skip();
  }

  bool string(std::string &value) {
    switch (top()) {
    case Context::Cell:
      if (key_ == "cell_type")
        current_.is_code = value == "code";
      else if (key_ == "source" || key_ == "input")
        add_literal(value);
      else if (key_ == "language")
        current_.language = value;
      break;
    case Context::CellSource:
      add_literal(value);
      break;
    case Context::CellEditor:
      if (key_ == "languageId")
        current_.language = value;
      break;
    case Context::Language:
      if (key_ == "name")
        language = value;
      break;
    case Context::Kernel:
      if (key_ == "language" && language.empty())
        language = value;
      break;
    default:
      break;
    }
    return skip();
  }

  bool start_object(size_t) {
    Context context = Context::Other;
    if (stack_.empty())
      context = Context::Root;
    else if (top() == Context::Cells)
      context = Context::Cell;
    else if (top() == Context::Worksheets)
      context = Context::Worksheet;
    else if (top() == Context::Root && key_ == "metadata")
      context = Context::Metadata;
    else if (top() == Context::Metadata && key_ == "language_info")
      context = Context::Language;
    else if (top() == Context::Metadata && key_ == "kernelspec")
      context = Context::Kernel;
    else if (top() == Context::Cell && key_ == "metadata")
      context = Context::CellMetadata;
    else if (top() == Context::CellMetadata && key_ == "vscode")
      context = Context::CellEditor;
    if (context == Context::Cell)
      current_ = {};
    stack_.push_back(context);
    return skip();
  }

  bool end_object() {
    if (top() == Context::Cell && current_.is_code)
      cells.push_back(std::move(current_));
    return pop();
  }

  bool start_array(size_t) {
    Context context = Context::Other;
    if ((top() == Context::Root || top() == Context::Worksheet) && key_ == "cells") {
      context = Context::Cells;
      saw_cells = true;
    } else if (top() == Context::Root && key_ == "worksheets") {
      context = Context::Worksheets;
      saw_cells = true;
    } else if (top() == Context::Cell && (key_ == "source" || key_ == "input")) {
      context = Context::CellSource;
      current_.cell.is_list = true;
      current_.cell.source_begin = position() - 1;
    }
    stack_.push_back(context);
    return skip();
  }

  bool end_array() {
    if (top() == Context::CellSource)
      current_.cell.source_end = position();
    return pop();
  }

private:
  enum class Context : uint8_t {
    Other,
    Root,
    Worksheets,
    Worksheet,
    Cells,
    Cell,
    CellSource,
    CellMetadata,
    CellEditor,
    Metadata,
    Language,
    Kernel
  };

  Context top() const { return stack_.empty() ? Context::Other : stack_.back(); }
  uint64_t position() const { return static_cast<uint64_t>(*latest_ - json_.data()); }
  bool skip() {
    last_ = position();
    return true;
  }
  bool pop() {
    stack_.pop_back();
    return skip();
  }
  bool number(int64_t value) {
    if (top() == Context::Root && key_ == "nbformat")
      format = value;
    return skip();
  }

  // Only blanks, commas and colons lie between the previous event and a string.
  void add_literal(const std::string &value) {
    Cell &cell = current_.cell;
    const uint64_t begin = json_.find('"', last_);
    cell.literals.push_back({begin, position()});
    if (!cell.is_list) {
      cell.source_begin = begin;
      cell.source_end = position();
    }
    current_.source += value;
  }

  std::string_view json_;
  const char *const *latest_;
  uint64_t last_ = 0; // end of the previous event
  std::vector<Context> stack_;
  std::string key_;
  FoundCell current_;
};

CellFinder find_cells(std::string_view json) {
  const char *latest = json.data();
  CellFinder finder(json, &latest);
  nlohmann::json::sax_parse(TrackedIterator(json.data(), &latest),
                            TrackedIterator(json.data() + json.size(), &latest), &finder);
  return finder;
}

bool is_python(std::string_view language) {
  std::string lower;
  for (char c : language)
    lower.push_back(c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c);
  return lower.empty() || lower == "ipython" || lower.substr(0, 6) == "python";
}

LoadError syntax_error(std::string_view json, uint64_t position) {
  LoadError error{LoadError::Kind::Notebook, "is not a notebook: its JSON is broken here", 1, 1};
  const uint64_t at = std::min<uint64_t>(position > 0 ? position - 1 : 0, json.size());
  for (char c : json.substr(0, at)) {
    error.column = c == '\n' ? 1 : error.column + 1;
    error.line += c == '\n';
  }
  return error;
}

// What ensure_ascii=True leaves behind: no byte above 0x7f, and an escape for a character that
// would otherwise have been written as it is.
bool escapes_non_ascii(std::string_view json) {
  if (std::any_of(json.begin(), json.end(), [](char c) { return (c & 0x80) != 0; }))
    return false;
  for (size_t i = json.find("\\u"); i != json.npos; i = json.find("\\u", i + 2))
    if (json.compare(i + 2, 2, "00") != 0 || (i + 4 < json.size() && json[i + 4] >= '8'))
      return true;
  return false;
}

// The cell's text as the front end sees it, byte for byte as long as the source.
std::string normalised_cell(std::string source) {
  for (size_t i = 0; i < source.size(); ++i) {
    const bool lone_cr = source[i] == '\r' && (i + 1 == source.size() || source[i + 1] != '\n');
    if (lone_cr)
      source[i] = '\n';
    else if (source[i] == '\0')
      source[i] = ' ';
  }
  blank_magics(source);
  return source;
}

void blank_all(std::string &text) {
  std::replace_if(
      text.begin(), text.end(), [](char c) { return c != '\n'; }, ' ');
}

} // namespace

const Cell *NotebookLayout::find(uint32_t text_offset) const {
  auto after =
      std::upper_bound(cells.begin(), cells.end(), text_offset,
                       [](uint32_t offset, const Cell &cell) { return offset < cell.begin; });
  return after == cells.begin() ? nullptr : &*(after - 1);
}

LoadError read_notebook(std::string_view json, std::string &text, NotebookLayout &layout) {
  std::string repaired; // of the same length, so that places in it are places in the file
  CellFinder finder = find_cells(json);
  if (finder.failed) {
    repaired = strict_json(json);
    finder = find_cells(repaired);
    if (finder.failed)
      return syntax_error(json, finder.error_at);
  }
  if (!finder.saw_cells)
    return {LoadError::Kind::Notebook, "is not a notebook: it has no list of cells", 0, 0};
  if (finder.format > 4)
    return {LoadError::Kind::Notebook,
            "is a notebook of format " + std::to_string(finder.format) +
                "; formats up to 4 are understood",
            0, 0};

  layout.escapes_non_ascii = escapes_non_ascii(json);
  const bool python = is_python(finder.language);
  uint32_t text_line = 1;
  for (FoundCell &found : finder.cells) {
    std::string cell = normalised_cell(std::move(found.source));
    if (!python || !is_python(found.language))
      blank_all(cell);
    found.cell.number = static_cast<uint32_t>(layout.cells.size() + 1);
    found.cell.begin = static_cast<uint32_t>(text.size());
    found.cell.first_text_line = text_line;
    text += cell;
    found.cell.end = static_cast<uint32_t>(text.size());
    text += '\n';
    text_line += static_cast<uint32_t>(std::count(cell.begin(), cell.end(), '\n')) + 1;
    layout.cells.push_back(std::move(found.cell));
  }
  return {};
}

} // namespace offside::source
