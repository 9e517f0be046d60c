#pragma once

#include <cstdint>
#include <cstring>

#include "trace/ids.h"

namespace heddle::runtime {

// The memory orders of C++, numbered as heddle_order in abi/instrumented.h.
enum class Order : std::uint8_t { kRelaxed, kConsume, kAcquire, kRelease, kAcqRel, kSeqCst };

constexpr bool acquires(Order order) {
  return order == Order::kConsume || order == Order::kAcquire || order == Order::kAcqRel || order == Order::kSeqCst;
}
constexpr bool releases(Order order) {
  return order == Order::kRelease || order == Order::kAcqRel || order == Order::kSeqCst;
}

// A moment of one thread: the thread in 6 bits, its clock in 26. Clocks begin at 1, so that 0 is no moment.
struct Epoch {
  static constexpr int kClockBits = 26;
  static constexpr std::uint32_t kLastClock = (std::uint32_t{1} << kClockBits) - 1;

  std::uint32_t value = 0;

  constexpr Epoch() = default;
  constexpr Epoch(std::size_t thread, std::uint32_t clock)
      : value(static_cast<std::uint32_t>(thread) << kClockBits | clock) {}

  constexpr std::uint32_t thread() const { return value >> kClockBits; }
  constexpr std::uint32_t clock() const { return value & kLastClock; }
  constexpr bool valid() const { return value != 0; }

  friend constexpr bool operator==(Epoch, Epoch) = default;
};
static_assert(trace::kMaxThreads <= std::size_t{1} << (32 - Epoch::kClockBits));

// What is known of each thread: the clocks of threads 0 .. width-1; nothing is known of the others, and their entries
// have no meaning. The width makes a join cost as much as there are threads.
struct VectorClock {
  std::uint32_t width = 0;
  std::uint32_t clocks[trace::kMaxThreads];

  bool covers(Epoch e) const { return e.thread() < width && e.clock() <= clocks[e.thread()]; }

  void join(const VectorClock& other) {
    const std::uint32_t common = width < other.width ? width : other.width;
    for (std::uint32_t i = 0; i < common; ++i) {
      if (clocks[i] < other.clocks[i]) clocks[i] = other.clocks[i];
    }
    for (std::uint32_t i = common; i < other.width; ++i) clocks[i] = other.clocks[i];
    if (width < other.width) width = other.width;
  }

  void assign(const VectorClock& other) {
    width = other.width;
    for (std::uint32_t i = 0; i < width; ++i) clocks[i] = other.clocks[i];
  }

  void set(std::size_t thread, std::uint32_t clock) {
    for (; width <= thread; ++width) clocks[width] = 0;
    clocks[thread] = clock;
  }
};

}  // namespace heddle::runtime
