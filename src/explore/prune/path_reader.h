#pragma once

#include <cstdint>
#include <vector>

#include "explore/prune/state_reader.h"

namespace heddle::explore::prune {

// Reads traces of programs of C and C++, whose reads are symbolic (SymbolicValues::kInputsAndReads). What a thread
// keeps in registers and memory of its own is a function of what it has done since it was created, and its creator
// before, of what they have read and of the inputs. So all of what it has done belongs to the control state, with
// number of occurrence, as in the paper; and what it has read are variables of the state, besides the memory cells.
class PathReader : public StateReader {
 public:
  PathReader(const trace::Executor& executor, symbolic::Expressions& in) : StateReader(executor, in, false) {}

 private:
  void start_threads() override;
  void take_step(const trace::Operation& op, std::uint32_t index, Transition* transition) override;
  void end_thread(trace::ThreadId t) override;

  base::Hash128& path(trace::ThreadId t);
  void take_operation(const trace::Operation& op, std::uint32_t index, Transition* transition);
  void read(const trace::Operation& op, symbolic::ExprId variable, Transition* transition);
  void write(const trace::Operation& op, symbolic::ExprId written, Transition* transition);

  std::vector<base::Hash128> paths_;  // by thread
};

}  // namespace heddle::explore::prune
