#pragma once

#include <cstddef>
#include <string>

#include "base/result.h"
#include "trace/names.h"
#include "unfolding/branching_process.h"

namespace heddle::unfolding {

// A picture with more events than this would be unreadable.
inline constexpr std::size_t kMaxDrawnEvents = 200;

struct DotOptions {
  bool conflicts = false;  // also connect events in immediate conflict: two successors of one condition
};

// The unfolding as a picture for Graphviz, after the figures of the papers: threads are columns, events are boxes
// ("T1: read x = 0"), the initial versions of locations are ellipses; thread conditions are left out.
//   solid black   program order, and the creation of a thread
//   solid blue    from a version to the event that replaces it
//   dashed green  from a version to an event that observes it; place-replicated: from that to the event that
//                 consumes the copy
//   dotted        from a waker to the event that waits for it
// An arc that program order implies is left out. Boxes of extensions are dashed; a thread that stops before its end has
// a red last box. Returns an error if there are more than kMaxDrawnEvents events.
base::Result<std::string> to_dot(const BranchingProcess& process, const trace::Names& names,
                                 const DotOptions& options = {});

}  // namespace heddle::unfolding
