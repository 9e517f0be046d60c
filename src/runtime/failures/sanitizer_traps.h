#pragma once

#include <cstdint>

#include "trace/trace.h"

namespace heddle::runtime {

// What a check of clang's sanitizers found, compiled with -fsanitize-trap.
struct SanitizerTrap {
  trace::FailureKind kind = trace::FailureKind::kIllegalInstruction;
  const char* what = "";
};

// For the instruction at the address, which was illegal. The text is empty if it is not such a check.
SanitizerTrap sanitizer_trap(std::uintptr_t address);

}  // namespace heddle::runtime
