#pragma once

#include <cstdint>

#include "abi/knowledge.h"
#include "trace/operation.h"
#include "trace/test.h"
#include "trace/thread_set.h"
#include "trace/trace.h"

namespace heddle::abi {

// The expression of the value that an operation read or wrote.
struct ValueRecord {
  std::uint32_t operation = 0;
  std::uint32_t expression = 0;
};

// A local variable that was made symbolic after a visible operation; see trace::SymbolicLocal.
struct LocalRecord {
  std::uint32_t operation = 0;
  std::uint32_t local = 0;
  std::uint32_t before = 0;    // an expression
  std::uint32_t variable = 0;  // the same
  std::uint64_t value = 0;
};

struct FailureRecord {
  trace::FailureKind kind = trace::FailureKind::kAssertion;
  trace::ThreadId thread;
  trace::PlaceId place;
  trace::PlaceId other;       // kDataRace: the place of the earlier access
  std::uint64_t address = 0;  // kDataRace
  std::uint32_t note = 0;     // 1 + index into Vocabulary::notes
};

// One test and its trace. The explorer writes it until the test is sent, then the target until it is answered.
struct Slot {
  // The test.
  trace::Policy policy;
  trace::ThreadSet sleep;
  std::uint32_t depth = 0;
  std::uint32_t schedule_size = 0;
  std::uint32_t inputs_size = 0;
  bool capture = false;      // keep stacks: those of the threads, and those of the race Capture::wanted_race
  bool gathers = false;      // with `capture`: only find out which memory several threads use between steps
  bool start_again = false;  // what was learnt so far is void although no cell was found; set by either side
  bool orders_twins = false;
  bool counts_commute = false;  // does the explorer want to know which ones do (trace::Count)?
  bool concrete = false;

  // The trace. Valid up to here even if the target dies.
  trace::Outcome outcome = trace::Outcome::kFinished;
  std::uint32_t diverged_at = 0;
  std::uint32_t operations_size = 0;
  std::uint32_t pending_size = 0;
  std::uint32_t failures_size = 0;
  std::uint32_t overflow = 0;          // a set of Overflow
  std::uint32_t found_cells_size = 0;  // cells that should become visible
  std::uint32_t values_size = 0;
  std::uint32_t locals_size = 0;
  std::uint32_t recorded_size = 0;
  std::uint32_t twins_size = 0;
  std::uint32_t edges_size = 0;
  std::uint32_t found_compared_size = 0;  // of Knowledge::compared, in the end
  bool ran_out_of_patience = false;       // a thread was cut by time
  std::uint64_t output_size = 0;          // bytes that the program wrote to its standard output and error
  trace::ThreadId running;                // the running thread, in case the target dies
  KnownWords known;
  Learnt learnt;

  trace::Pending pending[trace::kMaxThreads];
  trace::Twin twins[trace::kMaxThreads];
  std::uint32_t edges[kMaxEdges];  // see trace::Trace
  FailureRecord failures[kMaxFailures];
  CellRecord found_cells[kMaxCells];
  trace::Access recorded[kMaxAccesses];
  trace::Step schedule[kMaxSchedule];
  trace::InputValue inputs[kMaxInputs];
  ValueRecord values[kMaxOperations];
  LocalRecord locals[kMaxLocals];
  trace::Operation operations[kMaxOperations];
};

}  // namespace heddle::abi
