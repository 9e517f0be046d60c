#pragma once

#include <cstdint>
#include <vector>

#include "trace/ids.h"
#include "trace/operation.h"
#include "trace/thread_set.h"

namespace heddle::trace {

// One decision of the explorer: the thread that takes its next step, and the outcome where there are several
// (kNoChoice leaves it to the policy). For kCreate and kJoin the choice is fixed by the program and ignored.
struct Step {
  ThreadId thread;
  std::int32_t choice = kNoChoice;

  friend bool operator==(const Step&, const Step&) = default;
};

// The value of the n-th kInput of a thread. Inputs that a test does not mention are 0, or random under
// Policy::kRandom and Policy::kPct.
struct InputValue {
  ThreadId thread;
  std::uint32_t nth = 0;
  std::int64_t value = 0;

  friend bool operator==(const InputValue&, const InputValue&) = default;
};

// Threads that cannot be told apart: created in a row by one thread, to do the same thing. Whatever happens when
// `thread` takes its first step before `before` also happens with their roles exchanged. See docs/symmetry.md.
struct Twin {
  ThreadId thread;
  ThreadId before;  // the last one created before it

  friend bool operator==(const Twin&, const Twin&) = default;
};

// The largest Policy::pct_depth.
inline constexpr std::uint32_t kMaxPctDepth = 64;

// How the free run continues after the schedule prefix.
struct Policy {
  enum class Kind : std::uint8_t {
    kRunOn,   // no preemption: continue with the same thread while it is enabled, then take the lowest enabled one
    kRandom,  // a random enabled thread at each step
    kPct,     // probabilistic concurrency testing: random priorities with depth - 1 change points
    kDelay,   // as kRunOn, but the threads in `delayed` go only when nobody else can (race flipping)
  };
  Kind kind = Kind::kRunOn;
  std::uint64_t seed = 0;
  std::uint32_t pct_depth = 3;
  std::uint32_t pct_length = 100;  // the number of steps among which the change points are drawn
  ThreadSet delayed;

  friend bool operator==(const Policy&, const Policy&) = default;
};

inline constexpr std::uint32_t kDefaultDepth = 1000;

// What an Executor runs: a schedule prefix, inputs, and a policy for the free run after the prefix.
struct Test {
  std::vector<Step> schedule;
  std::vector<InputValue> inputs;
  Policy policy;
  // Threads asleep at the end of the prefix: they take no step until somebody takes a step that is dependent
  // with their next one. If only sleeping threads are enabled, the run ends as kAsleep.
  ThreadSet sleep;
  // A thread that has taken this many steps is cut: it takes no further one in this run.
  std::uint32_t depth = kDefaultDepth;
  // Twins take their first steps in the order in which they were created: see Twin.
  bool orders_twins = false;
  // Do additions whose threads only look for one sum commute where they do not find it (trace/counts.h)?
  bool counts_commute = false;
  // Inputs have values but no expressions: nothing is decided, and the run is as fast as the program. What it covers
  // (Trace::edges) is the same.
  bool concrete = false;

  // Clears the schedule and inputs; the bound stays.
  void clear() {
    schedule.clear();
    inputs.clear();
    policy = {};
    sleep.clear();
    orders_twins = counts_commute = concrete = false;
  }

  friend bool operator==(const Test&, const Test&) = default;
};

}  // namespace heddle::trace
