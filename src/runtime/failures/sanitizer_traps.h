#pragma once

#include <cstdint>

#include "trace/trace.h"

namespace heddle::runtime {

// What a check of clang's sanitizers has found that was compiled with -fsanitize-trap.
struct SanitizerTrap {
  trace::FailureKind kind = trace::FailureKind::kIllegalInstruction;
  const char* what = "";
};

// Of the instruction at the address, which was illegal. The text is empty if it is no such check.
SanitizerTrap sanitizer_trap(std::uintptr_t address);

}  // namespace heddle::runtime
