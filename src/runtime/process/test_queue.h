#pragma once

#include "abi/spinning.h"

namespace heddle::runtime {

struct Runtime;

// The target's end of the queue of tests (abi/turns.h). Owned by the runtime.
class TestQueue {
 public:
  static constexpr bool kOutlivesRuns = true;  // it is where runs come from

  void be_ready(Runtime& rt);
  // Waits for a test, which is then in Runtime::slot. Does not return if there are no more: the process ends.
  void next(Runtime& rt);
  // Its trace is in the slot.
  void answer(Runtime& rt);

 private:
  abi::Spinning spinning_;
};

}  // namespace heddle::runtime
