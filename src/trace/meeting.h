#pragma once

#include <cstdint>

#include "trace/trace.h"

namespace heddle::trace {

// Where a thread's ways around a branch have met again (SymbolicValues::kInputsReadsAndMeetings). If it has not changed
// anything in between that only it can see, what it does from here on is a function of what it had done before the
// branch, of `hash`, and of the values of the names that live local variables get here.
struct Meeting {
  std::uint32_t at = 0;  // index into Trace::operations of what comes next, by any thread
  ThreadId thread;
  std::uint32_t since = 0;        // the same at the branch
  std::uint32_t since_names = 0;  // how many meetings and names the thread had before the branch
  std::uint32_t first_name = 0;   // into Trace::locals
  std::uint32_t names = 0;
  std::uint64_t hash = 0;  // of the place, and of the live values that do not depend on what was read
  bool changed = false;    // has it changed something that only it can see?

  friend bool operator==(const Meeting&, const Meeting&) = default;
};

// It is a control point: of the path since the branch, only what the names hold matters.
inline ControlPoint pack(const Meeting& m) {
  const std::uint64_t branch =
      (std::uint64_t{m.since} << 32) | (std::uint64_t{m.since_names} << 1) | (m.changed ? 1 : 0);
  return {.at = m.at, .thread = m.thread, .first_name = m.first_name, .names = m.names, .control = {m.hash, branch}};
}

inline Meeting unpack_meeting(const ControlPoint& point) {
  return {.at = point.at,
          .thread = point.thread,
          .since = static_cast<std::uint32_t>(point.control.high >> 32),
          .since_names = static_cast<std::uint32_t>(point.control.high) >> 1,
          .first_name = point.first_name,
          .names = point.names,
          .hash = point.control.low,
          .changed = (point.control.high & 1) != 0};
}

}  // namespace heddle::trace
