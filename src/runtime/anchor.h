#pragma once

#include <cstdint>

#include "abi/channel.h"
#include "runtime/memory/frames.h"
#include "runtime/memory/heap.h"
#include "runtime/memory/mappings.h"
#include "runtime/memory/own_memory.h"
#include "runtime/memory/snapshot.h"
#include "runtime/names/external.h"
#include "runtime/names/locations.h"
#include "runtime/names/places.h"
#include "runtime/observe/access_log.h"
#include "runtime/observe/between_steps.h"
#include "runtime/observe/explainer.h"
#include "runtime/observe/held_reads.h"
#include "runtime/observe/moment.h"
#include "runtime/observe/quiet.h"
#include "runtime/observe/retries.h"
#include "runtime/observe/visible_cells.h"
#include "runtime/process/checkpoint.h"
#include "runtime/process/constructors.h"
#include "runtime/process/exit_handlers.h"
#include "runtime/process/failing_calls.h"
#include "runtime/process/journal.h"
#include "runtime/process/mapped_files.h"
#include "runtime/process/open_files.h"
#include "runtime/process/output.h"
#include "runtime/process/test_queue.h"
#include "runtime/race/detector.h"
#include "runtime/schedule/idle_locks.h"
#include "runtime/schedule/scheduler.h"
#include "runtime/symbolic/edges.h"
#include "runtime/symbolic/symbolic_state.h"
#include "runtime/sync/kernel_objects.h"
#include "runtime/sync/keys.h"
#include "runtime/sync/named_semaphores.h"
#include "runtime/sync/process_settings.h"
#include "runtime/sync/read_locks.h"
#include "runtime/sync/stream_locks.h"

namespace heddle::runtime {

// The C library functions that ours replace, once they have been looked up (interpose/input_streams.cpp).
struct RealInput {
  static constexpr bool kOutlivesRuns = true;  // their addresses do not change

  enum Name : std::uint8_t { kGetc, kUngetc, kFeof, kFgets, kFread, kGetdelim, kVfscanf, kCount };
  void* functions[kCount] = {};
};

// The same for functions that write.
struct RealOutput {
  static constexpr bool kOutlivesRuns = true;  // likewise

  enum Name : std::uint8_t {
    kFputs,
    kFputc,
    kFwrite,
    kVfprintf,
    kFflush,
    kFclose,
    kFseek,
    kRewind,
    kFtell,
    kFerror,
    kClearerr,
    kFgetpos,
    kFsetpos,
    kCount
  };
  void* functions[kCount] = {};
};

// What was announced about the next atomic access: __heddle_await_next, __heddle_await_set.
struct AwaitNext {
  std::uint64_t address = 0;   // 0: nothing was announced
  std::int64_t condition = 0;  // a packed trace::AwaitCondition
};

// Small things that belong to one run.
struct RunState {
  AwaitNext await_next;                  // for the running thread
  RetryNext retry_next;                  // likewise
  bool last_look = false;                // is the next access the last of a turn of a known loop?
  std::uint64_t last_without_value = 0;  // where one was last read; 0 if nowhere
  std::uint32_t falls = 0;               // faults
  int exit_code = 0;
  int concurrency = 0;           // pthread_setconcurrency
  bool sets_processors = false;  // pthread_setaffinity_np, sched_setaffinity
  bool uses_signals = false;     // schedule/signal_state.h

  void start_run() { *this = {}; }
};

// Small things that belong to the process.
struct ProcessState {
  static constexpr bool kOutlivesRuns = true;  // it describes the process

  bool attached = false;  // is there an explorer?
  bool is_child = false;  // a process that the program created: interpose/processes.cpp
  int channel_descriptor = -1;
  int child = 0;                 // the process of this run, if it has its own
  char* fault_stacks = nullptr;  // the stacks on which threads run after a fault
  int argc = 0;
  char** argv = nullptr;
  std::int64_t started = 0;  // real time, in seconds
  char** envp = nullptr;
};

// Everything that the runtime keeps, in one place outside the memory that is restored between runs.
//
// Each part says what happens to it between runs, by having at least one of
//   mark()                                  every run begins with its present state
//   start_run(), start_run(channel, slot)   a run begins
//   put_back()                              the run is over: returns to the marked state
//   kOutlivesRuns                           nothing, for the reason given there
// A part that says nothing does not compile, nor does one that for_each_part() does not list.
struct Runtime {
  abi::Channel* channel = nullptr;
  abi::Slot* slot = nullptr;  // of the current run, or of the last
  // In the order in which they are marked, started and restored.
  Modules modules;
  Snapshot snapshot;
  Heap heap;
  Frames frames;
  RunState run;
  ProcessState process;
  Explainer explainer;
  BetweenSteps between_steps;
  Locations locations;
  VisibleCells cells;
  IdleLocks idle_locks;
  AccessLog accesses;
  HeldReads held_reads;
  Retries retries;
  RaceDetector races;
  SymbolicState symbolic;
  Edges edges;
  Quiet quiet;
  Moment moment;
  Scheduler scheduler;
  Keys keys;
  ExitHandlers exit_handlers;
  Constructors constructors;
  NamedSemaphores named_semaphores;
  OpenFiles open_files;
  KernelObjects kernel_objects;
  ProcessSettings settings;
  StreamLocks stream_locks;
  Journal journal;
  MappedFiles mapped_files;
  Mappings mappings;
  Output output;
  ProgramCode program_code;
  OwnMemory own_memory;
  ReadLocks read_locks;
  TestQueue tests;
  Checkpoint checkpoint;
  RealInput real_input;
  RealOutput real_output;
  KnownFunctions known_functions;

  // All parts except the two pointers, which point to memory of the explorer.
  template <class Visit>
  void for_each_part(Visit visit) {
    auto& [its_channel, its_slot, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z, a2, b2,
           c2, d2, e2, f2, g2, h2, i2, j2, k2, l2, m2, n2] = *this;
    const auto each = [&](auto&... parts) { (visit(parts), ...); };
    each(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z, a2, b2, c2, d2, e2, f2, g2, h2,
         i2, j2, k2, l2, m2, n2);
  }
  void mark();
  void start_run();
  void put_back();

  // Is a thread of the program running, so that what happens belongs to a run?
  bool in_program() const { return scheduler.running(); }
  // Its id; 0 outside runs.
  trace::ThreadId current_thread() { return scheduler.running() ? scheduler.current().id : trace::ThreadId(0); }
  // What the runtime itself keeps at this address for the program; null if nothing.
  const char* name_of(std::uint64_t address);
};

// The one variable of the runtime: set when the program first allocates memory, before anything else, and never changed
// again, so that resetting the program's variables does not affect it.
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
