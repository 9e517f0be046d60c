#pragma once

#include <string>

#include "trace/explanation.h"
#include "trace/names.h"
#include "trace/operation.h"
#include "trace/trace.h"

// What blocked threads wait for.

namespace heddle::report {

// What a blocked thread needs in order to continue: the few words of a note, the whole story, and what a message says.
struct Need {
  std::string note;     // "waits: T2 holds m"
  std::string story;    // "waits for the lock m, which T2 holds since step 3"
  std::string message;  // "lock m, held by T2"
};

// The operation is the one that the thread cannot do. `words` may be null.
Need need_of(const trace::Operation& op, const trace::Trace& trace, const trace::Names& names,
             const trace::Words* words);

}  // namespace heddle::report
