#pragma once

#include <cstddef>
#include <vector>

#include "explore/finding.h"

namespace heddle::report {

using explore::kNoOperation;

// Which operations of the run of a finding are worth showing: those on which the failure depends, through data, locks
// and the order of the thread, without what only one thread uses, and without what the first thread does before it
// starts another one.
struct Story {
  std::vector<bool> told;              // by index into Trace::operations
  std::vector<bool> between;           // by index into Explanation::between; empty: all of them
  std::size_t end = 0;                 // operations from here on come after the failure
  std::size_t set_up = 0;              // steps that the first thread takes before it starts another one
  std::vector<std::size_t> started;    // operations: threads that the first one starts before anything else is shown
  std::size_t left_out = 0;            // other steps before the end that are not shown
  std::size_t earlier = kNoOperation;  // the accesses of a race
  std::size_t later = kNoOperation;
};
Story story_of(const explore::Finding& finding);

// Everything up to the last operation of this thread, or of all threads if there is none.
Story whole_story(const trace::Trace& trace, trace::ThreadId until);

}  // namespace heddle::report
