// Runs independent work on a few threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace offside {

inline unsigned thread_count(unsigned asked) {
  return asked ? asked : std::max(1u, std::thread::hardware_concurrency());
}

// Calls work(i) for every i below `count`, in no order; each call writes to its own place only, so
// the result does not depend on `threads`. The first exception is rethrown here after all threads
// have stopped.
template <typename Work> void for_each_index(std::size_t count, unsigned threads, Work work) {
  std::atomic<std::size_t> next{0};
  std::exception_ptr failure;
  std::mutex failure_lock;
  const auto run = [&] {
    try {
      for (std::size_t i; (i = next.fetch_add(1, std::memory_order_relaxed)) < count;)
        work(i);
    } catch (...) {
      const std::lock_guard lock(failure_lock);
      if (!failure)
        failure = std::current_exception();
      next = count;
    }
  };
  const std::size_t helpers = std::min<std::size_t>(threads, count);
  std::vector<std::jthread> pool;
  for (std::size_t i = 1; i < helpers; ++i)
    pool.emplace_back(run);
  run();
  pool.clear();
  if (failure)
    std::rethrow_exception(failure);
}

} // namespace offside
