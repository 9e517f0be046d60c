#pragma once

#include <linux/futex.h>
#include <sys/syscall.h>

#include <atomic>
#include <climits>
#include <cstddef>
#include <cstdint>
#include <ctime>

#include "abi/spinning.h"

namespace heddle::abi {

// This many tests are in flight at once, plus one that somebody waits for.
inline constexpr std::size_t kTestsAhead = 15;
inline constexpr std::size_t kSlots = kTestsAhead + 1;

// How the two sides of the channel pass tests and traces to each other: a queue of numbered tests, each in a slot. The
// explorer counts the tests it has sent, the target those it has answered, in the same order.
//
// Neither side makes a system call as long as the other is busy anyway. A side with nothing to do watches for a while
// whether something arrives (abi/spinning.h), and then sleeps on the other's count. The target is woken when there are
// several tests for it or the explorer is about to wait; the explorer when all of those in flight have been answered,
// or half of them if there are several targets. So on a busy machine, where they share a core, each does several tests
// in a row before it is the other's turn.
//
// Invariants: (1) answered <= sent <= answered + kSlots, as numbers that may wrap around; (2) each side writes only its
// own count, except for the explorer while there is no target.
struct Turns {
  enum class State : std::uint32_t { kStarting, kReady, kQuit };

  std::atomic<State> state{State::kStarting};  // kStarting until the target waits for tests
  std::atomic<std::uint32_t> sent{0};
  std::atomic<std::uint32_t> answered{0};
  std::atomic<std::uint32_t> dropped{0};  // tests below this number need not be run
  std::atomic<std::uint32_t> target_sleeps{0};
  std::atomic<std::uint32_t> explorer_sleeps{0};
  std::atomic<std::uint32_t> wake_at{0};  // the explorer wants to be woken once this many are answered
  std::uint32_t slots[kSlots] = {};       // by number, modulo kSlots

  static bool is_before(std::uint32_t a, std::uint32_t b) { return static_cast<std::int32_t>(a - b) < 0; }

  std::uint32_t& slot_of(std::uint32_t test) { return slots[test % kSlots]; }

  // --- the explorer's side; `System` calls the system as ::syscall does

  // Sends a test that has been written into a slot. Returns its number.
  template <class System>
  std::uint32_t send(std::uint32_t slot, System system) {
    const std::uint32_t test = sent.load(std::memory_order_relaxed);
    slot_of(test) = slot;
    sent.store(test + 1);
    if (test + 1 - answered.load(std::memory_order_relaxed) > kTestsAhead / 2) wake_target(system);
    return test;
  }

  // Must be called before the explorer waits.
  template <class System>
  void wake_target(System system) {
    if (target_sleeps.load() != 0) system(SYS_futex, &sent, FUTEX_WAKE, INT_MAX, nullptr, nullptr, 0);
  }

  bool is_answered(std::uint32_t test) const { return is_before(test, answered.load(std::memory_order_acquire)); }

  // Sleeps until the test may have been answered, and at most `left` of the later ones have not, or some time has
  // passed.
  template <class System>
  void sleep_until_answered(std::uint32_t test, std::uint32_t left, const timespec& longest, System system) {
    const std::uint32_t enough = sent.load(std::memory_order_relaxed) - left;
    wake_at.store(is_before(test, enough) ? enough : test + 1);
    explorer_sleeps.store(1);
    const std::uint32_t now = answered.load();
    if (!is_before(test, now)) system(SYS_futex, &answered, FUTEX_WAIT, now, &longest, nullptr, 0);
    explorer_sleeps.store(0);
  }

  // The same, until there is a target.
  template <class System>
  void sleep_until_ready(const timespec& longest, System system) {
    explorer_sleeps.store(1);
    if (state.load() == State::kStarting)
      system(SYS_futex, &answered, FUTEX_WAIT, answered.load(), &longest, nullptr, 0);
    explorer_sleeps.store(0);
  }

  // --- the target's side

  template <class System>
  void be_ready(System system) {
    state.store(State::kReady);
    if (explorer_sleeps.load() != 0) system(SYS_futex, &answered, FUTEX_WAKE, INT_MAX, nullptr, nullptr, 0);
  }

  // False if there is none and the target should exit. `is_alone`: is the explorer gone?
  template <class System, class IsAlone>
  bool wait_for_test(Spinning& spinning, System system, IsAlone is_alone) {
    const std::uint32_t done = answered.load(std::memory_order_relaxed);
    const auto has_come = [&] { return sent.load(std::memory_order_acquire) != done; };
    if (spinning.wait(has_come)) return true;
    while (!has_come()) {
      if (state.load() == State::kQuit || is_alone()) return false;
      target_sleeps.store(1);
      if (sent.load() == done) system(SYS_futex, &sent, FUTEX_WAIT, done, nullptr, nullptr, 0);
      target_sleeps.store(0);
    }
    return true;
  }

  // The oldest test that has not been answered.
  std::uint32_t test_at_hand() const { return answered.load(std::memory_order_relaxed); }
  bool is_dropped(std::uint32_t test) const { return is_before(test, dropped.load(std::memory_order_relaxed)); }

  template <class System>
  void answer(System system) {
    const std::uint32_t now = answered.load(std::memory_order_relaxed) + 1;
    answered.store(now);
    if (explorer_sleeps.load() == 0) return;
    if (!is_before(now, wake_at.load()) || now == sent.load())
      system(SYS_futex, &answered, FUTEX_WAKE, INT_MAX, nullptr, nullptr, 0);
  }
};

}  // namespace heddle::abi
