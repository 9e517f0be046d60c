#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "explore/finding.h"
#include "trace/names.h"

// Who waits for whom at the end of a run.

namespace heddle::report {

// One thread that waits.
struct Waiting {
  trace::ThreadId thread;
  std::string sentence;  // what it holds and since when, and what it waits for
  bool in_cycle = false;
  std::vector<std::string> locks;  // where it has taken those that it holds, if it was elsewhere
};

// Those of the deadlock come first, and those of a cycle in its order: each waits for what the next one holds.
std::vector<Waiting> waiting_threads(const explore::Finding& finding, const trace::Names& names);

// The same as lines for people, each with the stack of its thread below it.
std::string waiting_text(const explore::Finding& finding, const trace::Names& names);

}  // namespace heddle::report
