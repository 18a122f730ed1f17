// One line on the terminal that says how far a long run is.
#include "lint/cli/progress.h"

#include <chrono>
#include <cstdio>
#include <unistd.h>

namespace offside::cli {

using namespace std::chrono_literals;

Progress::Progress(bool wanted) {
  if (!wanted || !isatty(STDERR_FILENO))
    return;
  clock = std::jthread([this](const std::stop_token &stop) {
    std::unique_lock guard(lock);
    for (auto pause = 1000ms;
         !wake.wait_for(guard, stop, pause, [] { return false; }) && !stop.stop_requested();
         pause = 100ms)
      draw();
  });
}

Progress::~Progress() {
  if (!clock.joinable())
    return;
  clock.request_stop();
  clock.join();
  if (drawn)
    std::fputs("\r\x1b[K", stderr);
}

void Progress::phase(std::string_view new_what, std::size_t new_total) {
  const std::lock_guard guard(lock);
  what = new_what;
  total = new_total;
  done = 0;
}

void Progress::draw() {
  if (what.empty())
    return;
  const std::size_t now = done.load(std::memory_order_relaxed);
  if (now)
    std::fprintf(stderr, "\r\x1b[K%s %zu of %zu files", what.c_str(), now, total);
  else
    std::fprintf(stderr, "\r\x1b[K%s %zu files", what.c_str(), total);
  std::fflush(stderr);
  drawn = true;
}

} // namespace offside::cli
