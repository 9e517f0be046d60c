#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "trace/thread_set.h"
#include "trace/trace.h"

namespace heddle::unfolding {

// How the threads of a trace close: a thread *closes* when all that remains is to join others and to end
// (docs/unfolding.md, "Joins that carry nothing"). Its closing part begins with the first of these joins.
// 1. It extends to the end of the thread, or to where the thread ends the program; a thread that is stuck there, or
//    fails, does not close.
// 2. It joins threads that the thread has created, or that exist from the start, and have larger numbers: so no two
//    closing threads wait for each other.
// 3. The thread holds no lock.
// Owned by Unfolding.
class Closings {
 public:
  struct Part {
    std::uint32_t begin = kNone;  // index into Trace::operations; kNone: it does not close
    trace::ThreadSet joined;      // from there on
    bool ends_program = false;
  };
  static constexpr std::uint32_t kNone = UINT32_MAX;

  void find(const trace::Trace& trace);
  void clear() { parts_.clear(); }
  // The thread does not close.
  void drop(trace::ThreadId thread) {
    if (thread.index() < parts_.size()) parts_[thread.index()] = {};
  }

  // Is this operation of the thread, an index into the trace, in its closing part?
  bool contain(trace::ThreadId thread, std::size_t operation) const {
    return thread.index() < parts_.size() && operation >= parts_[thread.index()].begin;
  }
  const Part& of(trace::ThreadId thread) const { return parts_[thread.index()]; }
  // Have threads joined others?
  bool has_joins() const { return has_joins_; }
  // Did a thread end without having joined all the threads it created? Then a thread that has joined it need not be
  // alone.
  bool leaves_threads() const { return leaves_threads_; }

 private:
  // What has been seen of a thread so far.
  struct Seen {
    std::uint32_t first_join = kNone;  // since any other step
    trace::ThreadSet joined;           // since then
    std::uint32_t locks = 0;
    std::uint32_t children = 0;  // that it created and has not joined
    bool ended = false;
  };

  void look_at(const trace::Operation& op, std::uint32_t index);
  bool may_close_by(const trace::Operation& join) const;
  trace::ThreadId creator_of(const trace::Operation& join) const;  // of the joined thread
  Seen& seen(trace::ThreadId thread);

  bool leaves_threads_ = false;
  bool has_joins_ = false;
  std::vector<Part> parts_;                // by thread
  std::vector<Seen> seen_;                 // likewise
  std::vector<trace::ThreadId> creators_;  // likewise; none: from the start, or not yet created
};

}  // namespace heddle::unfolding
