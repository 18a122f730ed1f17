// One line on the terminal that says how far a long run is.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <mutex>
#include <string_view>

namespace offside::cli {

// Stays silent for the first second, and altogether when standard error is no terminal. Threads may call step().
class Progress {
public:
  explicit Progress(bool wanted);
  ~Progress(); // wipes the line
  Progress(const Progress &) = delete;
  Progress &operator=(const Progress &) = delete;

  void phase(std::string_view what, std::size_t total);
  void step();

private:
  void draw();
  const bool active;
  const std::chrono::steady_clock::time_point start = std::chrono::steady_clock::now();
  std::atomic<int64_t> next_draw_ms{1000};
  std::atomic<std::size_t> done{0};
  std::size_t total = 0;
  std::string_view what;
  bool drawn = false;
  std::mutex lock;
};

} // namespace offside::cli
