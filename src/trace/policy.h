#pragma once

#include <array>
#include <cstdint>

#include "base/rng.h"
#include "trace/ids.h"
#include "trace/test.h"
#include "trace/thread_set.h"

namespace heddle::trace {

// Makes the decisions that a test leaves open, according to its policy. Owned by an executor, reset for each run.
// Allocates nothing, so it also works inside tested programs.
class Picker {
 public:
  void reset(const Policy& policy) {
    kind_ = policy.kind;
    delayed_ = policy.kind == Policy::Kind::kDelay ? policy.delayed : ThreadSet();
    if (is_random()) reset_random(policy);
  }

  // The thread that goes next, one of `enabled`, which is not empty. `current` took the last step (none at the start);
  // `step` is the number of steps taken so far in the run.
  ThreadId pick(const ThreadSet& enabled, ThreadId current, std::uint32_t step) {
    if (kind_ == Policy::Kind::kRunOn) [[likely]]
      return current.valid() && enabled.contains(current) ? current : enabled.first();
    return is_random() ? pick_random(enabled, current, step) : pick_not_delayed(enabled, current);
  }

  // Which of `count` outcomes of a step: the first, unless the policy is random.
  std::int64_t pick_outcome(std::int64_t count) {
    return is_random() ? static_cast<std::int64_t>(rng_.below(static_cast<std::uint64_t>(count))) : 0;
  }

  // The value of an input that the test does not mention: 0, unless the policy is random. Half of the random
  // ones are small, because programs mostly branch on small numbers.
  std::int32_t pick_input();

 private:
  bool is_random() const { return kind_ == Policy::Kind::kRandom || kind_ == Policy::Kind::kPct; }
  void reset_random(const Policy& policy);
  ThreadId pick_not_delayed(const ThreadSet& enabled, ThreadId current) const;
  ThreadId pick_random(const ThreadSet& enabled, ThreadId current, std::uint32_t step);
  ThreadId pick_by_priority(const ThreadSet& enabled, ThreadId current, std::uint32_t step);

  Policy::Kind kind_ = Policy::Kind::kRunOn;
  ThreadSet delayed_;
  base::Rng rng_{0};
  // PCT (Burckhardt, Kothari, Musuvathi, Nagarakatte, ASPLOS 2010, section 2.3): every thread has a random
  // initial priority above all those that change points give; the i-th change point gives the thread that took
  // step k_i the priority d - i.
  std::array<std::uint64_t, kMaxThreads> priority_{};
  std::array<std::uint32_t, kMaxPctDepth> change_points_{};  // k_1 .. k_(d-1)
  std::uint32_t change_point_count_ = 0;
};

}  // namespace heddle::trace
