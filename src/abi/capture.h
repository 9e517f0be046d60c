#pragma once

#include <cstdint>

#include "abi/vocabulary.h"

namespace heddle::abi {

// The calls that a thread is in, innermost first.
struct StackRecord {
  std::uint32_t size = 0;
  std::uint64_t frames[kMaxFrames];  // an address in each call
};

// Where a thread was when it took a step.
struct OperationStack {
  std::uint32_t operation = 0;  // index into Slot::operations
  StackRecord stack;
};

struct RacingStack {
  trace::ThreadId thread;
  bool is_write = false;
  StackRecord stack;
};

// What an operation is about, in words; the texts are in Capture::words. Recorded in a run with Slot::capture.
struct WordsRecord {
  Text object = 0;            // "q", "Node#2"; 0 if it has no name of its own
  Text path = 0;              // ".slots[3].full"
  Text before = 0;            // its value, where there is a better word for it than the number
  Text after = 0;             // its value after a write, or what a compare-exchange failed to find
  std::uint64_t address = 0;  // of the object: several may have the same name
  trace::ThreadId owner;      // the thread whose stack it is on
  bool opaque = false;        // its value means nothing to the user
};

// Who uses 8 bytes of memory between steps, in a run with Slot::gathers.
struct UsedGranule {
  std::uint64_t granule = 0;  // their address / 8
  trace::ThreadId first;      // who used them first
  bool is_shared = false;     // has another thread used them, too?
  bool is_written = false;
};

// What a thread reads or writes between two steps, where others use it, too: recorded in a run with Slot::capture.
struct BetweenRecord {
  WordsRecord words;
  std::uint64_t address = 0;
  std::uint64_t size = 0;
  std::uint32_t operations = 0;  // that come before it
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  Text file = 0;  // in Capture::words
  trace::ThreadId thread;
  bool is_write = false;
};

// The heap block involved in the run's failure, in a run with Slot::capture.
struct FaultRecord {
  WordsRecord words;
  trace::ThreadId freed_by;  // none if it has not been freed
  trace::PlaceId freed_at;
};

// The race whose stacks are to be kept.
struct WantedRace {
  std::uint64_t address = 0;
  trace::PlaceId earlier;
  trace::PlaceId later;
};

struct RaceRecord {
  RacingStack earlier;
  RacingStack later;
};

// What a run with Slot::capture leaves in addition to its trace, so that a finding can be explained.
struct Capture {
  WantedRace wanted_race;  // written by the explorer

  StackRecord stops[trace::kMaxThreads];     // where each thread stopped last
  StackRecord accesses[trace::kMaxThreads];  // its last access that looks like the earlier one of `wanted_race`
  RaceRecord race;
  FaultRecord fault;
  WordsRecord waiting_words[trace::kMaxThreads];  // for what threads are waiting for at the end
  std::uint32_t words_size = 1;
  char words[kWordBytes];
  std::uint32_t between_size = 0;
  BetweenRecord between[kMaxBetween];
  UsedGranule used_granules[kMaxUsedGranules];  // open addressing; with Slot::gathers, and kept for the next run
  WordsRecord operation_words[kMaxOperations];
  OperationStack operation_stacks[kOperationStacks];  // of the last operations, by index modulo their number
};

}  // namespace heddle::abi
