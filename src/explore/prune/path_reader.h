#pragma once

#include <cstdint>
#include <vector>

#include "explore/prune/state_reader.h"
#include "trace/meeting.h"

namespace heddle::explore::prune {

// Reads traces of C and C++ programs, whose reads are symbolic (trace::SymbolicValues::kInputsReadsAndMeetings). What a
// thread keeps in registers and memory of its own is a function of what it has done since it was created, and its
// creator before that, of what they have read and of the inputs. So what it has done belongs to the control state, with
// occurrence numbers, as in the paper; and what it has read are variables of the state, in addition to the memory
// cells.
//
// Where the ways around a branch have met again (trace::Meeting), what was done on the way is forgotten: the path is
// the one before the branch, and the meeting. What the thread still holds from it has names, which are variables of the
// state, too.
class PathReader : public StateReader {
 public:
  PathReader(const trace::Executor& executor, symbolic::Expressions& in) : StateReader(executor, in, false) {}

 private:
  // What belongs to the control state of a thread, and how many variables it has.
  struct Path {
    base::Hash128 hash;
    std::uint32_t held = 0;
  };
  // Something on the path of a thread: a step, or a meeting.
  struct Event {
    Path before;
    bool is_meeting = false;
    std::uint32_t number = 0;  // index into the operations, or Meeting::since_names of what comes next
    bool can_be_forgotten = true;
  };
  struct Thread {
    Path path;
    std::uint32_t names = 0;  // meetings and their names
    std::vector<Event> events;
  };

  void start_threads() override;
  void take_step(const trace::Operation& op, std::uint32_t index, Transition* transition) override;
  void end_thread(trace::ThreadId t) override;
  // The meetings.
  void read_behind(std::uint32_t index, std::uint32_t next, Transition* transition) override;

  Thread& thread(trace::ThreadId t);
  void take_operation(const trace::Operation& op, std::uint32_t index, Transition* transition);
  void read(const trace::Operation& op, symbolic::ExprId variable, Transition* transition);
  void write(const trace::Operation& op, symbolic::ExprId written, Transition* transition);
  void meet(const trace::Meeting& meeting, Transition* transition);
  static void forget(Thread& self, const trace::Meeting& meeting);

  symbolic::Substitution canonical_{in()};  // what is read or named, in terms of variables of the state
  std::vector<Thread> threads_;
  std::vector<symbolic::ExprId> held_;  // the values of the names of a meeting, in terms of inputs
  std::size_t next_meeting_ = 0;
};

}  // namespace heddle::explore::prune
