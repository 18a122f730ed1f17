// Where results go.
#include "lint/cli/output.h"

#include "lint/source/text_edit.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <unistd.h>

namespace offside::cli {

namespace {

bool is_set(const char *name) {
  const char *value = std::getenv(name);
  return value && *value;
}

} // namespace

bool use_color(Color asked, int descriptor) {
  if (asked != Color::Auto)
    return asked == Color::Always;
  if (is_set("NO_COLOR"))
    return false;
  if (is_set("FORCE_COLOR") || is_set("CLICOLOR_FORCE"))
    return true;
  const char *term = std::getenv("TERM");
  return isatty(descriptor) && term && std::string_view(term) != "dumb";
}

void complain(std::string_view message) {
  std::fprintf(stderr, "offside: %.*s\n", static_cast<int>(message.size()), message.data());
}

bool write_output(const std::string &path, std::string_view text) {
  if (path.empty()) {
    const bool written =
        std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
    if (!written && errno != EPIPE) {
      complain("cannot write to standard output: " + std::string(std::strerror(errno)));
      return false;
    }
    return true;
  }
  std::error_code ignored;
  if (std::filesystem::is_regular_file(path, ignored)) {
    if (const auto error = source::write_atomically(path, text)) {
      complain(path + ": " + *error);
      return false;
    }
    return true;
  }
  std::ofstream file(path, std::ios::binary); // new, or a pipe or device
  file << text;
  file.flush();
  if (!file) {
    complain(path + ": cannot be written");
    return false;
  }
  return true;
}

} // namespace offside::cli
