#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "explore/prune/state_reader.h"

namespace heddle::explore::prune {

// Reads traces of models, whose reads and local variables are symbolic (SymbolicValues::kInputsReadsAndLocals). The
// variables of a state are the memory cells and the local variables of all threads; only the position of each thread in
// its code belongs to the control state.
class SegmentReader : public StateReader {
 public:
  SegmentReader(const trace::Executor& executor, symbolic::Expressions& in) : StateReader(executor, in, true) {}

 private:
  struct Thread {
    std::uint64_t run = 0;
    base::Hash128 path;              // since its last control point
    bool has_decided_value = false;  // in its last step, a number and not only a condition
  };

  void start_threads() override;
  void take_step(const trace::Operation& op, std::uint32_t index, Transition* transition) override;
  void end_thread(trace::ThreadId t) override;
  // The names that variables get.
  void read_behind(std::uint32_t index, std::uint32_t next, Transition* transition) override;

  Thread& thread(trace::ThreadId t);
  void take_operation(const trace::Operation& op, std::uint32_t index, Transition* transition);
  void name(const trace::SymbolicLocal& local, ParallelAssignment* assignments);

  symbolic::Substitution canonical_{in()};  // what is read or named, in terms of variables of the state
  std::vector<Thread> threads_;
  std::size_t next_local_ = 0;
  std::size_t next_control_ = 0;
};

}  // namespace heddle::explore::prune
