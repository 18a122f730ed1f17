// One line on the terminal that says how far a long run is.
#include "lint/cli/progress.h"

#include <cstdio>
#include <unistd.h>

namespace offside::cli {

Progress::Progress(bool wanted) : active(wanted && isatty(STDERR_FILENO)) {}

Progress::~Progress() {
  if (drawn)
    std::fputs("\r\x1b[K", stderr);
}

void Progress::phase(std::string_view new_what, std::size_t new_total) {
  const std::lock_guard guard(lock);
  what = new_what;
  total = new_total;
  done = 0;
}

void Progress::step() {
  ++done;
  if (!active)
    return;
  const auto elapsed = std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - start);
  int64_t due = next_draw_ms;
  if (elapsed.count() >= due && next_draw_ms.compare_exchange_strong(due, elapsed.count() + 100))
    draw();
}

void Progress::draw() {
  const std::lock_guard guard(lock);
  std::fprintf(stderr, "\r\x1b[K%.*s %zu of %zu", static_cast<int>(what.size()), what.data(), done.load(), total);
  std::fflush(stderr);
  drawn = true;
}

} // namespace offside::cli
