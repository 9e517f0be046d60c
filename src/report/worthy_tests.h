#pragma once

#include <cstdint>
#include <vector>

#include "base/hash_set.h"
#include "trace/test.h"
#include "trace/trace.h"

namespace heddle::report {

// The tests of an exploration that were worth most: each one has let two statements of different threads follow each
// other at a location that had not done so before. They are few, and begin the exploration of the program when it has
// been changed. Only the first tests are looked at, so that a long exploration does not pay for this.
class WorthyTests {
 public:
  static constexpr std::uint64_t kMaxLooked = 4096;
  static constexpr std::size_t kMaxKept = 32;

  void observe(const trace::Trace& trace, std::uint32_t depth);
  // The program has finer steps now: schedules until then do not mean them.
  void clear();

  const std::vector<trace::Test>& tests() const { return tests_; }

 private:
  // Has the trace such a pair that no other one had?
  bool has_new_pair(const trace::Trace& trace);

  struct Last {
    trace::ThreadId thread;
    trace::PlaceId place;
  };

  std::uint64_t looked_ = 0;
  base::HashSet pairs_;
  std::vector<Last> last_;  // by location: who was there last, in this trace
  std::vector<trace::Test> tests_;
};

}  // namespace heddle::report
