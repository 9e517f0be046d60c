#pragma once

#include <cstdint>

namespace heddle::trace {

// Which values are symbolic: besides the inputs, what a thread reads from shared memory (each visible read is a fresh
// variable), and the live local variables at every visible operation.
enum class SymbolicValues : std::uint8_t { kInputs, kInputsAndReads, kInputsReadsAndLocals };

}  // namespace heddle::trace
