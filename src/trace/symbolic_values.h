#pragma once

#include <cstdint>

namespace heddle::trace {

// Which values are symbolic besides the inputs. Meetings are only known of programs in C and C++.
enum class SymbolicValues : std::uint8_t {
  kInputs,
  kInputsAndReads,         // what a thread reads from shared memory: each visible read is a fresh variable
  kInputsReadsAndLocals,   // and the live local variables at every visible operation
  kInputsReadsAndMeetings  // and the live local variables where the ways round a branch meet again
};

}  // namespace heddle::trace
