#pragma once

#include <cstdint>

#include "abi/bounds.h"
#include "trace/program_spec.h"
#include "trace/symbolic_values.h"

namespace heddle::abi {

using trace::Checkpoint;
using trace::Isolation;
using trace::kMaxInputBytes;
using trace::SymbolicValues;
using trace::Visible;

// A file that consists of inputs.
struct SymbolicFile {
  char path[kMaxSymbolicPath] = {};
  std::uint32_t size = 0;
};

// What the target does besides running tests; set by the explorer before the target starts.
struct Settings {
  Visible visible = Visible::kRacy;
  Isolation isolation = Isolation::kReset;
  Checkpoint checkpoint = Checkpoint::kNever;  // until runs are known to be equal: runtime/process/checkpoint.h
  bool detect_races = true;
  bool record_accesses = false;  // to memory that several threads access, for the explorer: Slot::recorded
  bool spurious_wakeups = false;
  bool idle_locks = false;                // only locks that order something are steps
  std::uint32_t failing_calls = 0;        // a set of trace::FailingCall
  std::uint32_t failing_calls_limit = 0;  // at most this many calls of one thread fail
  SymbolicValues symbolic = SymbolicValues::kInputs;
  std::uint32_t symbolic_stdin = 0;      // this many bytes of standard input are inputs
  std::uint32_t symbolic_arguments = 0;  // this many additional arguments of the program are inputs, ...
  std::uint32_t symbolic_argument_sizes[kMaxSymbolicArguments] = {};  // ... with this many bytes each
  std::uint32_t symbolic_files = 0;
  SymbolicFile symbolic_file[kMaxSymbolicFiles] = {};
  bool constructors = false;  // the program's constructors are part of every run: runtime/process/constructors.h
  bool os_threads = false;    // each thread is carried by a thread of the operating system, for debuggers
};

}  // namespace heddle::abi
