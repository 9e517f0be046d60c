#pragma once

#include <cstdint>

namespace heddle::trace {

// Which values are symbolic in addition to the inputs. Meetings exist only in C and C++ programs.
enum class SymbolicValues : std::uint8_t {
  kInputs,
  kInputsAndReads,         // what a thread reads from shared memory: each visible read is a fresh variable
  kInputsReadsAndLocals,   // and the live local variables at every visible operation
  kInputsReadsAndMeetings  // and the live local variables where the ways around a branch meet again
};

}  // namespace heddle::trace
