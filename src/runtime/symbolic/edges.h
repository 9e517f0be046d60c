#pragma once

#include "abi/channel.h"

namespace heddle::runtime {

// How often a run has taken each edge of the program's control flow. Instrumented code counts, in a table at a fixed
// address (abi/instrumented.h). Owned by the runtime.
class Edges {
 public:
  bool map();
  void start_run();
  // Tells what the run has counted, and begins again with nothing.
  void end_run(abi::Slot& slot);

 private:
  bool has_counts_ = false;  // of a run whose end was not reported
};

}  // namespace heddle::runtime
