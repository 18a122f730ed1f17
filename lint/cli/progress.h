// One line on the terminal that says how far a long run is.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

namespace offside::cli {

// Stays silent for the first second, and altogether when standard error is no terminal. Threads may
// call step().
class Progress {
public:
  explicit Progress(bool wanted);
  ~Progress(); // wipes the line
  Progress(const Progress &) = delete;
  Progress &operator=(const Progress &) = delete;

  // "reading 17 of 230 files"; without steps in between "checking 230 files".
  void phase(std::string_view what, std::size_t total);
  void step() { done.fetch_add(1, std::memory_order_relaxed); }

private:
  void draw(); // under the lock
  std::atomic<std::size_t> done{0};
  std::size_t total = 0;
  std::string what;
  bool drawn = false;
  std::mutex lock;
  std::condition_variable_any wake;
  std::jthread clock; // draws now and then; last, so that it ends first
};

} // namespace offside::cli
