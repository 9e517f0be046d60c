#pragma once

#include <cstdint>

#include "trace/failing_calls.h"

// Calls that fail on request (--fail-calls). Whether one fails is a step with two outcomes. How often calls may fail is
// bounded separately for each thread: what a thread can do next depends on its own history alone.

namespace heddle::runtime {

// Does this call fail? May be asked by any code.
bool fails(trace::FailingCall call);

// The same for functions that libraries also call while they hold locks of their own, so that no step may be taken: it
// fails only if the program's own code calls it, that is, if `caller` lies in that code.
bool fails(trace::FailingCall call, const void* caller);

bool is_code_of_program(const void* code);

// While it exists, no call of the running thread fails: a call that may fail does its work through others.
class NoFailures {
 public:
  NoFailures();
  NoFailures(const NoFailures&) = delete;
  NoFailures& operator=(const NoFailures&) = delete;
  ~NoFailures();

 private:
  bool before_ = false;
};

// Where the code of instrumented modules lies. Owned by the runtime.
class ProgramCode {
 public:
  static constexpr bool kOutlivesRuns = true;  // code does not move

  bool contains(const void* code);

 private:
  struct Range {
    std::uintptr_t begin = 0;
    std::uintptr_t end = 0;
  };
  static constexpr std::uint32_t kMaxRanges = 64;

  void look();

  Range ranges_[kMaxRanges];
  std::uint32_t count_ = 0;
  std::uint32_t modules_ = 0;  // how many were known when it last looked
};

}  // namespace heddle::runtime
