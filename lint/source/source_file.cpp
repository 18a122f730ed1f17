// Loading a file into normalised text, and places in it.
#include "lint/source/source_file.h"

#include "lint/source/encoding.h"
#include "lint/source/origin.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <mutex>
#include <sys/stat.h>
#include <unistd.h>

namespace offside::source {

struct SourceFile::LineIndex {
  std::once_flag once;
  std::vector<uint32_t> starts;
};

namespace {

constexpr std::string_view kBom = "\xef\xbb\xbf";
constexpr uint64_t kMaxBytes = 0xfffffff0u; // text offsets are 32 bits
constexpr uint64_t kMaxText =
    16u << 20; // more is data in the shape of a program; the parser takes up to 150 bytes for each

LoadError error_at(LoadError::Kind kind, std::string message, std::string_view bytes, uint64_t at) {
  LoadError error{kind, std::move(message), 1, 1};
  for (uint64_t i = 0; i < at; ++i) {
    const bool lone_cr = bytes[i] == '\r' && (i + 1 == bytes.size() || bytes[i + 1] != '\n');
    if (bytes[i] == '\n' || lone_cr) {
      ++error.line;
      error.column = 1;
    } else {
      ++error.column;
    }
  }
  return error;
}

std::string hexadecimal(char c) {
  constexpr std::string_view digits = "0123456789abcdef";
  const auto byte = static_cast<unsigned char>(c);
  return {'0', 'x', digits[byte >> 4], digits[byte & 15]};
}

// Python takes a lone CR as a line end, everywhere. Returns whether there was one.
bool replace_lone_cr(std::string &text) {
  bool replaced = false;
  for (size_t i = text.find('\r'); i != text.npos; i = text.find('\r', i + 1)) {
    if (i + 1 < text.size() && text[i + 1] == '\n')
      continue;
    text[i] = '\n';
    replaced = true;
  }
  return replaced;
}

bool has_lone_cr(std::string_view text) {
  for (size_t i = text.find('\r'); i != text.npos; i = text.find('\r', i + 1))
    if (i + 1 == text.size() || text[i + 1] != '\n')
      return true;
  return false;
}

bool ends_with(std::string_view text, std::string_view tail) {
  return text.size() >= tail.size() && text.substr(text.size() - tail.size()) == tail;
}

LoadResult failure(LoadError error) {
  LoadResult result;
  result.error = std::move(error);
  return result;
}

// The bytes of a Python file into `text`; `origin` is filled when they are not plain UTF-8.
LoadError normalise(std::string bytes, std::string &text, std::shared_ptr<Origin> &origin) {
  using Kind = LoadError::Kind;
  if (bytes.size() >= 2 &&
      (bytes.compare(0, 2, "\xff\xfe") == 0 || bytes.compare(0, 2, "\xfe\xff") == 0))
    return error_at(Kind::Encoding, "is UTF-16, which Python does not accept; save it as UTF-8",
                    bytes, 0);
  if (const size_t nul = bytes.find('\0'); nul != bytes.npos)
    return error_at(Kind::Binary, "is binary: it contains a NUL byte", bytes, nul);

  const bool bom = bytes.compare(0, kBom.size(), kBom) == 0;
  const auto declared = declared_encoding(std::string_view(bytes).substr(bom ? kBom.size() : 0));
  const EncodingName name = declared ? resolve_encoding(*declared) : EncodingName{};
  if (!name.known)
    return error_at(Kind::Encoding, "declares the unknown encoding '" + *declared + "'", bytes, 0);
  if (bom && name.encoding != Encoding::Utf8)
    return error_at(Kind::Encoding,
                    "begins with a UTF-8 byte order mark but declares the encoding '" + *declared +
                        "'",
                    bytes, 0);

  if (name.encoding == Encoding::Utf8) {
    if (const size_t bad = find_invalid_utf8(bytes); bad != bytes.npos)
      return error_at(Kind::Encoding,
                      declared ? "is not valid UTF-8: byte " + hexadecimal(bytes[bad])
                               : "is not valid UTF-8 and declares no encoding: byte " +
                                     hexadecimal(bytes[bad]),
                      bytes, bad);
    const bool lone_cr = has_lone_cr(bytes);
    if (bom || lone_cr) {
      origin = std::make_shared<Origin>();
      origin->bom = bom;
      if (lone_cr)
        origin->bytes = bytes;
      if (bom)
        bytes.erase(0, kBom.size());
      replace_lone_cr(bytes);
    }
    text = std::move(bytes);
    return {};
  }

  Decoded decoded = decode(bytes, name);
  if (!decoded.error.empty())
    return error_at(Kind::Encoding,
                    "is not valid " + *declared + ": byte " +
                        hexadecimal(bytes[decoded.error_offset]),
                    bytes, decoded.error_offset);
  if (decoded.text.size() > kMaxBytes)
    return {Kind::TooLarge, "is larger than 4 GiB as UTF-8", 0, 0};
  replace_lone_cr(decoded.text);
  origin = std::make_shared<Origin>();
  origin->encoding = name.encoding;
  origin->encoding_name = *declared;
  origin->steps = std::move(decoded.steps);
  origin->bytes = std::move(bytes);
  text = std::move(decoded.text);
  return {};
}

} // namespace

LoadResult from_bytes(std::string path, std::string bytes) {
  if (bytes.size() > kMaxBytes)
    return failure({LoadError::Kind::TooLarge, "is larger than 4 GiB", 0, 0});
  LoadResult result;
  SourceFile file;
  file.path = std::move(path);
  const bool fits = bytes.size() <= kMaxText;
  std::shared_ptr<Origin> origin;
  if (ends_with(file.path, ".ipynb")) {
    origin = std::make_shared<Origin>();
    file.is_notebook = true;
    result.error = read_notebook(bytes, file.text, origin->notebook);
    origin->bytes = std::move(bytes);
  } else if (fits) {
    result.error = normalise(std::move(bytes), file.text, origin);
  }
  if (result.error.kind == LoadError::Kind::None &&
      (file.text.size() > kMaxText || !(fits || file.is_notebook)))
    result.error = {LoadError::Kind::TooLarge, "has more than 16 MiB of source text", 0, 0};
  file.origin_ = std::move(origin);
  if (result.error.kind == LoadError::Kind::None)
    result.file = std::move(file);
  return result;
}

LoadResult load(const std::string &path) {
  BytesResult read = read_bytes(path);
  if (read.error.kind != LoadError::Kind::None)
    return failure(std::move(read.error));
  return from_bytes(path, std::move(read.bytes));
}

BytesResult read_bytes(const std::string &path) {
  using Kind = LoadError::Kind;
  auto failure = [](Kind kind, std::string message) {
    return BytesResult{{}, {kind, std::move(message), 0, 0}};
  };
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY);
  if (fd < 0)
    return failure(errno == ENOENT || errno == ENOTDIR ? Kind::Missing : Kind::Unreadable,
                   std::string("cannot be read: ") + std::strerror(errno));
  struct Closer {
    int fd;
    ~Closer() { ::close(fd); }
  } closer{fd};

  struct stat info {};
  if (::fstat(fd, &info) != 0)
    return failure(Kind::Unreadable, std::string("cannot be read: ") + std::strerror(errno));
  if (S_ISDIR(info.st_mode))
    return failure(Kind::Unreadable, "is a directory");
  if (!S_ISREG(info.st_mode) && !S_ISFIFO(info.st_mode))
    return failure(Kind::Unreadable, "is not a regular file");
  if (static_cast<uint64_t>(info.st_size) > kMaxBytes)
    return failure(Kind::TooLarge, "is larger than 4 GiB");

  // One byte more than the size, so that the end is usually seen without growing.
  std::string bytes(static_cast<size_t>(info.st_size) + 1, '\0');
  size_t filled = 0;
  while (true) {
    if (filled == bytes.size()) {
      if (bytes.size() > kMaxBytes)
        return failure(Kind::TooLarge, "is larger than 4 GiB");
      bytes.resize(bytes.size() * 2 + 4096);
    }
    const ssize_t count = ::read(fd, bytes.data() + filled, bytes.size() - filled);
    if (count < 0 && errno == EINTR)
      continue;
    if (count < 0)
      return failure(Kind::Unreadable, std::string("cannot be read: ") + std::strerror(errno));
    if (count == 0)
      break;
    filled += static_cast<size_t>(count);
  }
  bytes.resize(filled);
  return {std::move(bytes), {}};
}

std::shared_ptr<SourceFile::LineIndex> SourceFile::new_line_index() {
  return std::make_shared<LineIndex>();
}

const std::vector<uint32_t> &SourceFile::line_starts() const {
  std::call_once(lines_->once, [this] {
    lines_->starts.push_back(0);
    for (size_t i = text.find('\n'); i != text.npos; i = text.find('\n', i + 1))
      lines_->starts.push_back(static_cast<uint32_t>(i + 1));
  });
  return lines_->starts;
}

uint32_t SourceFile::text_line(uint32_t text_offset) const {
  const auto &starts = line_starts();
  return static_cast<uint32_t>(std::upper_bound(starts.begin(), starts.end(), text_offset) -
                               starts.begin());
}

std::optional<uint32_t> SourceFile::start_of_text_line(uint32_t text_line) const {
  const auto &starts = line_starts();
  if (text_line == 0 || text_line > starts.size())
    return std::nullopt;
  return starts[text_line - 1];
}

uint32_t SourceFile::line_start(uint32_t text_offset) const {
  return line_starts()[text_line(text_offset) - 1];
}

std::string_view SourceFile::line(uint32_t text_offset) const {
  const auto &starts = line_starts();
  const uint32_t number = text_line(text_offset);
  const uint32_t begin = starts[number - 1];
  uint32_t end = number < starts.size() ? starts[number] - 1 : static_cast<uint32_t>(text.size());
  if (end > begin && text[end - 1] == '\r')
    --end;
  return std::string_view(text).substr(begin, end - begin);
}

Place SourceFile::place(uint32_t text_offset) const {
  text_offset = std::min(text_offset, static_cast<uint32_t>(text.size()));
  Place place;
  const uint32_t number = text_line(text_offset);
  const uint32_t begin = line_starts()[number - 1];
  place.line = number;
  for (uint32_t i = begin; i < text_offset; ++i)
    place.column += (static_cast<unsigned char>(text[i]) & 0xc0) != 0x80;
  if (is_notebook && origin_) {
    if (const Cell *cell = origin_->notebook.find(text_offset)) {
      place.cell = cell->number;
      place.line = number - cell->first_text_line + 1;
      place.offset = text_offset - cell->begin;
    }
  } else {
    place.offset = file_offset(text_offset);
  }
  return place;
}

namespace {

// The first step behind an offset.
std::vector<OffsetStep>::const_iterator step_after(const std::vector<OffsetStep> &steps,
                                                   uint32_t text_offset) {
  return std::upper_bound(
      steps.begin(), steps.end(), text_offset,
      [](uint32_t offset, const OffsetStep &step) { return offset < step.text; });
}

} // namespace

uint64_t SourceFile::file_offset(uint32_t text_offset) const {
  if (!origin_)
    return text_offset;
  const auto &steps = origin_->steps;
  const auto after = step_after(steps, text_offset);
  const OffsetStep start = {0, origin_->bom ? kBom.size() : 0};
  const OffsetStep &step = after == steps.begin() ? start : *(after - 1);
  const uint64_t offset = step.file + (text_offset - step.text);
  // Inside a character that is longer in UTF-8 than in the file.
  return after == steps.end() ? offset : std::min(offset, after->file);
}

Encoding SourceFile::encoding() const { return origin_ ? origin_->encoding : Encoding::Utf8; }
bool SourceFile::has_bom() const { return origin_ && origin_->bom; }

LineEnd SourceFile::line_end() const {
  const size_t end = text.find('\n');
  if (end == text.npos)
    return LineEnd::Lf;
  if (end > 0 && text[end - 1] == '\r')
    return LineEnd::CrLf;
  if (!is_notebook && origin_ && !origin_->bytes.empty() &&
      origin_->bytes[file_offset(static_cast<uint32_t>(end))] == '\r')
    return LineEnd::Cr;
  return LineEnd::Lf;
}

std::string SourceFile::original() const {
  if (origin_ && !origin_->bytes.empty())
    return origin_->bytes;
  return has_bom() ? std::string(kBom) + text : text;
}

std::string_view SourceFile::original_span(uint32_t begin, uint32_t end) const {
  if (is_notebook || end < begin || end > text.size())
    return {};
  if (!origin_ || origin_->bytes.empty())
    return std::string_view(text).substr(begin, end - begin);
  const uint64_t from = file_offset(begin);
  return std::string_view(origin_->bytes).substr(from, file_offset(end) - from);
}

bool SourceFile::is_boundary(uint32_t text_offset) const {
  if (text_offset >= text.size())
    return text_offset == text.size();
  if ((static_cast<unsigned char>(text[text_offset]) & 0xc0) == 0x80)
    return false;
  if (!origin_ || origin_->steps.empty() || text_offset == 0 || (text[text_offset - 1] & 0x80) == 0)
    return true;
  // Behind each character of a transcoded file that is not ASCII there is a step; where there is
  // none, one character of the file became two.
  const auto after = step_after(origin_->steps, text_offset);
  return after != origin_->steps.begin() && (after - 1)->text == text_offset;
}

} // namespace offside::source
