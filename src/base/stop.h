#pragma once

#include <atomic>
#include <cstdint>
#include <functional>

// The one request to stop before the work is done: a limit was reached, or a signal arrived. Long-running code polls it
// now and then, which costs one load.

namespace heddle::base {

enum class StopReason : std::uint32_t { kNone, kInterrupted, kTime, kMemory, kProgram, kChanged };

// Thrown by poll_stop. Only the exploration loop and the verbs catch it.
struct Stopped {};

namespace internal {
inline std::atomic<std::uint32_t> own_stop = 0;
inline std::atomic<std::uint32_t>* stop = &own_stop;  // signal handlers need it, so it is global
}  // namespace internal

inline bool stop_requested() { return internal::stop->load(std::memory_order_relaxed) != 0; }
inline StopReason stop_reason() { return static_cast<StopReason>(internal::stop->load(std::memory_order_relaxed)); }

inline void poll_stop() {
  if (stop_requested()) [[unlikely]]
    throw Stopped{};
}

// The first reason counts. May be called by signal handlers.
void request_stop(StopReason reason);

// Keeps the request in this word from then on, in memory shared with other processes.
void share_stop(std::atomic<std::uint32_t>* word);

// While it exists, another thread calls `interrupt` when the work should stop, perhaps more than once: for calls into
// libraries, which do not poll.
class StopListener {
 public:
  explicit StopListener(std::function<void()> interrupt);
  ~StopListener();
  StopListener(const StopListener&) = delete;
  StopListener& operator=(const StopListener&) = delete;

  // Calls all of them.
  static void notify();

 private:
  std::function<void()> interrupt_;
  StopListener* next_ = nullptr;
};

}  // namespace heddle::base
