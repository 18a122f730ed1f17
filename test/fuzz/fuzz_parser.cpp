// The parser door: any bytes as a file, through decoding (or notebook cells) and lowering.
#include "lint/python/lower.h"
#include "lint/source/source_file.h"

#include <cstddef>
#include <cstdint>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  using namespace offside;
  std::string bytes(reinterpret_cast<const char *>(data), size);
  bool notebook = size != 0 && data[0] == '{';
  auto loaded = source::from_bytes(notebook ? "fuzz.ipynb" : "fuzz.py", std::move(bytes));
  if (loaded)
    python::lower(loaded.file->text, loaded.file->path, "fuzz", false);
  return 0;
}
