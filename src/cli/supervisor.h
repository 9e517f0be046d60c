#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <string>

#include "base/stop.h"
#include "cli/exit_code.h"
#include "cli/session.h"

namespace heddle::cli {

// How an explorer ended that did not finish.
struct Ending {
  base::StopReason stop = base::StopReason::kNone;  // a limit that it did not obey in time
  int signal = 0;                                   // otherwise the signal that killed it; 0 if it has a bug
};

struct Limits {
  double seconds = std::numeric_limits<double>::infinity();
  std::uint64_t memory = std::numeric_limits<std::uint64_t>::max();  // bytes of all processes
};

// Heddle is two processes. The one that the user started, the supervisor, does next to nothing: it waits for the other
// one, the explorer, which does the work. So whatever happens to the explorer (a limit that it does not notice, a bug
// in Heddle, the system running out of memory), the supervisor reports what was found and cleans up. If the supervisor
// is killed, the explorer notices and cleans up.
//
// The supervisor passes signals and limits on as a request to stop (base/stop.h) and kills the explorer if it has not
// obeyed in kGraceSeconds. It adopts orphans, so that none of its descendants can escape.
class Supervisor {
 public:
  using Work = std::function<ExitCode(Session&)>;
  using Epilogue = std::function<ExitCode(const Session&, const Ending&)>;

  // `work` is what the explorer does; `epilogue` is called here if it has not finished.
  static int run(const Limits& limits, const Work& work, const Epilogue& epilogue);
};

}  // namespace heddle::cli
