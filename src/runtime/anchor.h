#pragma once

#include <cstdint>

#include "abi/channel.h"
#include "runtime/memory/frames.h"
#include "runtime/memory/heap.h"
#include "runtime/memory/own_memory.h"
#include "runtime/memory/snapshot.h"
#include "runtime/names/external.h"
#include "runtime/names/locations.h"
#include "runtime/names/places.h"
#include "runtime/observe/access_log.h"
#include "runtime/observe/explainer.h"
#include "runtime/observe/quiet.h"
#include "runtime/observe/visible_cells.h"
#include "runtime/process/checkpoint.h"
#include "runtime/process/constructors.h"
#include "runtime/process/exit_handlers.h"
#include "runtime/process/failing_calls.h"
#include "runtime/process/journal.h"
#include "runtime/process/mapped_files.h"
#include "runtime/process/open_files.h"
#include "runtime/process/test_queue.h"
#include "runtime/race/detector.h"
#include "runtime/schedule/scheduler.h"
#include "runtime/symbolic/symbolic_state.h"
#include "runtime/sync/kernel_objects.h"
#include "runtime/sync/keys.h"
#include "runtime/sync/named_semaphores.h"
#include "runtime/sync/read_locks.h"

namespace heddle::runtime {

// The functions of the C library that ours stand in front of, once they were looked up (interpose/input_streams.cpp).
struct RealInput {
  enum Name : std::uint8_t { kGetc, kUngetc, kFeof, kFgets, kFread, kGetdelim, kVfscanf, kCount };
  void* functions[kCount] = {};
};

// The same for those that write.
struct RealOutput {
  enum Name : std::uint8_t { kFputs, kFputc, kFwrite, kVfprintf, kFflush, kFclose, kFseek, kRewind, kFtell, kCount };
  void* functions[kCount] = {};
};

// What was said about the atomic access that comes next: __heddle_await_next.
struct AwaitNext {
  std::uint64_t address = 0;   // 0: nothing
  std::int64_t condition = 0;  // a packed trace::AwaitCondition
};

// Everything that the runtime keeps, in one place outside of the memory that is reset between runs.
struct Runtime {
  abi::Channel* channel = nullptr;
  abi::Slot* slot = nullptr;  // of the current run, or the last
  Modules modules;
  Heap heap;
  Frames frames;
  AwaitNext await_next;  // of the running thread
  Explainer explainer;
  std::uint64_t last_without_value = 0;  // where one was read last in this run; 0 if nowhere
  Snapshot snapshot;
  RaceDetector races;
  Locations locations;
  VisibleCells cells;
  AccessLog accesses;
  Quiet quiet;
  Scheduler scheduler;
  SymbolicState symbolic;
  Keys keys;
  ExitHandlers exit_handlers;
  Constructors constructors;
  NamedSemaphores named_semaphores;
  OpenFiles open_files;
  KernelObjects kernel_objects;
  Journal journal;
  MappedFiles mapped_files;
  ProgramCode program_code;
  OwnMemory own_memory;
  ReadLocks read_locks;
  TestQueue tests;
  Checkpoint checkpoint;
  RealInput real_input;
  RealOutput real_output;
  KnownFunction known_functions[kKnownFunctions];
  bool attached = false;  // is there an explorer?
  bool is_child = false;  // a process that the program has made: interpose/processes.cpp
  int channel_descriptor = -1;
  int exit_code = 0;             // of the run
  std::uint32_t falls = 0;       // faults in this run
  int child = 0;                 // the process of this run, if it has one of its own
  char* fault_stacks = nullptr;  // what threads that have met a fault run on
  int argc = 0;
  char** argv = nullptr;
  char** envp = nullptr;

  // Is a thread of the program running, so that what happens belongs to a run?
  bool in_program() const { return scheduler.running(); }
  // Its id; 0 outside of runs.
  trace::ThreadId current_thread() { return scheduler.running() ? scheduler.current().id : trace::ThreadId(0); }
  // What the runtime itself keeps at this address for the program; null if nothing.
  const char* name_of(std::uint64_t address);
};

// The one variable of the runtime: set when the program first allocates memory, before anything else, and never changed
// again, so that resetting the program's variables does not concern it.
extern Runtime* anchor;

Runtime& start_runtime();

inline Runtime& runtime() {
  if (anchor == nullptr) [[unlikely]]
    return start_runtime();
  return *anchor;
}

// The id of a place. Null stands for __heddle_place.
inline trace::PlaceId place_id(const heddle_place* place, Runtime& rt = runtime()) {
  if (place == nullptr) place = __heddle_place;
  return place == nullptr ? trace::PlaceId(0) : rt.modules.id_of(place, *rt.channel);
}

}  // namespace heddle::runtime
