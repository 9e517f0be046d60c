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

// A moment of one thread: the thread in 10 bits, its clock in 22, more than a run has operations. Clocks begin at 1, so
// that 0 is not a moment.
struct Epoch {
  static constexpr int kClockBits = 22;
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

// What is known about each thread: the clocks of threads 0 .. width-1; nothing is known about the others, and their
// entries have no meaning. The width makes the cost of a join proportional to the number of threads; it is a multiple
// of kStep, so that a join processes that many clocks at once. The memory belongs to HappensBefore, which ensures that
// there is room.
struct VectorClock {
  static constexpr std::uint32_t kStep = 4;
  static_assert(trace::kMaxThreads % kStep == 0);

  std::uint32_t* clocks = nullptr;  // aligned for groups of kStep
  std::uint32_t width = 0;
  std::uint32_t capacity = 0;

  bool covers(Epoch e) const { return e.thread() < width && e.clock() <= clocks[e.thread()]; }

  void join(const VectorClock& other) {
    for (; width < other.width; width += kStep) *four(width) = Four{};
    for (std::uint32_t i = 0; i < other.width; i += kStep) {
      const Four mine = *four(i);
      const Four theirs = *other.four(i);
      *four(i) = mine > theirs ? mine : theirs;
    }
  }

  void assign(const VectorClock& other) {
    width = other.width;
    for (std::uint32_t i = 0; i < width; i += kStep) *four(i) = *other.four(i);
  }

  void set(std::size_t thread, std::uint32_t clock) {
    for (; width <= thread; width += kStep) *four(width) = Four{};
    clocks[thread] = clock;
  }

 private:
  // Signed, because there is a comparison for that: clocks are smaller than 2^31.
  using Four [[gnu::vector_size(16), gnu::may_alias]] = std::int32_t;

  Four* four(std::uint32_t first) const { return reinterpret_cast<Four*>(clocks + first); }
};

}  // namespace heddle::runtime
