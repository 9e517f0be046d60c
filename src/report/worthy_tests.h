#pragma once

#include <cstdint>
#include <vector>

#include "base/hash_set.h"
#include "trace/test.h"
#include "trace/trace.h"

namespace heddle::report {

// The most valuable tests of an exploration: each one made two statements of different threads follow each other at a
// location for the first time. There are few of them, and the exploration begins with them after the program has been
// changed. Only the first tests are considered, so that a long exploration does not pay for this.
class WorthyTests {
 public:
  static constexpr std::uint64_t kMaxLooked = 4096;
  static constexpr std::size_t kMaxKept = 32;

  void observe(const trace::Trace& trace, std::uint32_t depth);
  // The program has finer steps now: earlier schedules do not refer to these.
  void clear();

  const std::vector<trace::Test>& tests() const { return tests_; }

 private:
  // Does the trace have such a pair that no earlier one had?
  bool has_new_pair(const trace::Trace& trace);

  struct Last {
    trace::ThreadId thread;
    trace::PlaceId place;
  };

  std::uint64_t looked_ = 0;
  base::HashSet pairs_;
  std::vector<Last> last_;  // by location: which thread was there last, in this trace
  std::vector<trace::Test> tests_;
};

}  // namespace heddle::report
