// The engine: any bytes as a project of one file, through every phase to findings.
#include "lint/check/analysis.h"
#include "lint/python/lower.h"
#include "lint/python/packages.h"
#include "lint/source/source_file.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  using namespace offside;
  std::string bytes(reinterpret_cast<const char *>(data), size);
  auto loaded = source::from_bytes("fuzz.py", std::move(bytes));
  if (!loaded)
    return 0;
  const source::SourceFile &file = *loaded.file;
  std::vector<ir::Program> programs;
  programs.push_back(python::lower(file.text, file.path, "fuzz", false).program);
  python::link(programs, python::Packages({file.path}));
  check::Options options;
  options.threads = 1;
  for (const auto &finding : check::analyze({{file.path, &file, &programs[0]}}, options))
    if (finding.span.begin > finding.span.end || finding.span.end > file.text.size())
      std::abort(); // a finding that no report could show
  return 0;
}
