#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "trace/ids.h"

namespace heddle::trace {

// Counters whose threads look only for one sum: reference counts, whose last user sees 0 (trace::Count). Additions to
// such a location form groups: the longest parts of an execution, restricted to the location, that consist of additions
// and in which no thread finds that sum, in whatever order they happen (docs/how-it-runs.md).
//
// What the sum can be in the meantime is bounded thread by thread: each thread takes its steps in their order, and no
// other order is assumed. The bound only gets worse when additions join the group.

// How an addition fits into a group.
struct CountPlace {
  bool fits = false;
  std::int32_t room = 0;  // by how much the others may yet come nearer to the sum so that it still fits
  std::int32_t dip = 0;   // by how much it comes nearer itself; never positive
};

// One addition, and the group that it would join, told from the last addition to the first. Owned by whoever asks, and
// used again: it is large.
class CountGroup {
 public:
  // Numbers are smaller than this where additions commute, so that no counter wraps around.
  static constexpr std::int64_t kBound = std::int64_t{1} << 30;
  // Added at once, and as many times as there are operations in a run.
  static constexpr std::int64_t kMostAdded = 256;

  // For another addition, with no group.
  void begin(ThreadId thread, std::int64_t amount) {
    own_ = {.thread = thread};
    before_ = {};
    size_ = 0;
    low_ = high_ = 0;
    own_.prepend(amount);
  }

  void prepend(ThreadId thread, std::int64_t amount) {
    if (thread == own_.thread) {
      own_.prepend(amount);
      before_.prepend(amount);
      return;
    }
    std::size_t i = 0;
    while (i < size_ && others_[i].thread != thread) ++i;
    if (i == size_) others_[size_++] = {.thread = thread};
    low_ -= others_[i].low;
    high_ -= others_[i].high;
    others_[i].prepend(amount);
    low_ += others_[i].low;
    high_ += others_[i].high;
  }

  // `base`: the number before the group; `end`: the sum that is looked for.
  CountPlace place(std::int64_t base, std::int64_t end) const {
    const bool is_above = base > end;
    const std::int64_t distance = is_above ? base - end : end - base;
    const std::int64_t others = is_above ? low_ : -high_;
    const std::int64_t with = is_above ? own_.low : -own_.high;
    const std::int64_t without = is_above ? before_.low : -before_.high;
    const std::int64_t room = distance + others + with - 1;
    if (room < 0 || room >= kBound) return {};
    return {true, static_cast<std::int32_t>(room), static_cast<std::int32_t>(with - without)};
  }

 private:
  // The additions of one thread.
  struct Part {
    ThreadId thread;
    std::int64_t low = 0;   // the lowest of the sums of the first few of them, or 0
    std::int64_t high = 0;  // the highest

    void prepend(std::int64_t amount) {
      low = std::min<std::int64_t>(0, amount + low);
      high = std::max<std::int64_t>(0, amount + high);
    }
  };

  Part own_;                                // with the addition itself
  Part before_;                             // and without
  std::array<Part, kMaxThreads> others_{};  // the first size_ of them
  std::size_t size_ = 0;
  std::int64_t low_ = 0;
  std::int64_t high_ = 0;
};

}  // namespace heddle::trace
