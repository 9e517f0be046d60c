#pragma once

#include <cstdint>

#include "trace/names.h"
#include "trace/test.h"
#include "trace/trace.h"

namespace heddle::trace {

// Runs one test of one program. Deterministic: the same test gives the same trace, in every process.
class Executor {
 public:
  virtual ~Executor() = default;

  // Overwrites `trace`.
  virtual void run(const Test& test, Trace& trace) = 0;

  // The state of a location before anything has happened (see trace/semantics.h).
  virtual std::int64_t initial_state(LocationId location) const = 0;

  virtual const Names& names() const = 0;

  // Makes the thread (parent, nth) known under the next free ThreadId, so that a stored test means the same
  // threads as when it was written. A run interns a thread when its creation becomes the next step of its parent.
  virtual ThreadId intern_thread(ThreadId parent, std::uint32_t nth) = 0;
};

}  // namespace heddle::trace
