#pragma once

#include <pthread.h>

#include <array>
#include <csignal>
#include <cstdint>
#include <span>

#include "abi/channel.h"
#include "runtime/memory/mapped_array.h"
#include "runtime/names/locations.h"
#include "runtime/schedule/child_table.h"
#include "runtime/schedule/fiber.h"
#include "runtime/schedule/idle_locks.h"
#include "runtime/schedule/twins.h"
#include "trace/counts.h"
#include "trace/policy.h"
#include "trace/scheduling.h"
#include "trace/semantics.h"

namespace heddle::runtime {

// Why a thread takes no further step in this run.
enum class Stop : std::uint8_t { kFailed, kAssumeFailed, kSpinning, kEndless, kExited };

// This many threads are prepared when the program starts, and those that earlier runs have named; the others when they
// are first created.
inline constexpr std::size_t kPreparedThreads = 8;

// A thread in std::lock: sync/lock_all.h.
struct AllLocks {
  std::uint32_t depth = 0;  // of such functions
  bool was_held = false;    // one of the locks was held: an attempt failed
  bool is_seen = false;     // others may have seen that it had one of the locks
};

// The policy and priority that the program has given to a thread.
struct Scheduling {
  std::int16_t policy = 0;  // SCHED_OTHER
  std::int16_t priority = 0;
};

// What a thread has done in this run.
struct ThreadState {
  struct Accessed {
    std::uint64_t address = 0;  // 0: the whole location
    std::uint64_t size = 0;
  };
  // Its last step, if that was a plain read: observe/held_reads.h.
  struct LastRead {
    std::uint64_t address = 0;
    std::uint64_t size = 0;
    const heddle_place* place = nullptr;
    trace::LocationId location;
    std::uint32_t steps = 0;  // that it had taken
    bool calls = false;       // all steps belong to one call
  };

  trace::ThreadId id;
  trace::Operation pending;  // the step before which it stopped
  Fiber* starter = nullptr;  // whom it returns to at its first step: its creator
  void* (*function)(void*) = nullptr;
  void* argument = nullptr;
  void* result = nullptr;
  // The expressions of argument and result, and of the argument of the thread that it creates next.
  std::uint32_t argument_shadow = 0;
  std::uint32_t result_shadow = 0;
  std::uint32_t child_shadow = 0;
  std::size_t child_stack = 0;  // of the thread that it creates next, unless it has the usual size
  SignalSet child_signals = 0;  // that it blocks, unless they are the same as its creator's
  bool child_has_signals = false;
  Scheduling scheduling;
  stack_t signal_stack = {.ss_sp = nullptr, .ss_flags = SS_DISABLE, .ss_size = 0};  // sigaltstack
  Scheduling child_scheduling;  // of the thread that it creates next
  char child_name[16] = {};
  std::uint32_t child_name_hash = 0;
  std::uint32_t steps = 0;
  std::uint32_t segment = 0;        // 1 + index of its last step in the trace; 0 before the first
  std::uint32_t visible = 0;        // the same for its last step that is not a decision
  std::uint32_t await_begins = 0;   // the segment in which a loop that waits began to read plain memory
  std::uint32_t retry_segment = 0;  // in which it is between a load and the compare-exchange that belongs to
  std::uint64_t retry_address = 0;  // it, of this variable: observe/retries.h
  trace::LocationId retry_location;
  std::uint32_t children = 0;
  std::uint32_t inputs = 0;
  std::uint32_t failed_calls = 0;            // on request: failing_calls.h
  bool no_call_fails = false;                // now
  std::uint32_t pipes = 0;                   // that it has created
  const heddle_place* turn_place = nullptr;  // the loop with several looks at whose last look it waits, and
  std::uint32_t turn_begin = 0;              // the first operation of this turn
  int awaited = -1;                          // the descriptor it waits for, stopped as a spinning thread, and
  short awaited_events = 0;                  // what should happen to it
  std::uint32_t reads = 0;                   // made into variables
  std::uint32_t locals = 0;                  // likewise
  std::uint32_t loop_count = 0;              // of Thread::loops
  std::uint64_t loop_shadows = 0;            // at the head of a loop: of the values carried round it
  std::uint32_t guesses = 0;        // that something has not changed, which holds for the values of this run: spin.h
  std::uint32_t write_count = 0;    // of Thread::writes
  std::uint32_t section_count = 0;  // of Thread::sections
  std::uint32_t turns = 0;          // of loops since its last step
  std::uint32_t calls = 0;          // of the library, likewise
  std::uint32_t turns_behind = 0;   // the segment in which they were counted
  // Of tables that it has read as one expression (symbolic/tables.h).
  std::uint64_t table_elements = 0;
  std::uint32_t sections_used = 0;  // how many of them belong to this run
  std::uint32_t look_count = 0;     // of Thread::looks
  std::uint64_t last_pause = 0;     // `effects` after the last Pause in which others had the mutex
  trace::LocationId last_pause_mutex;
  bool pausing = false;  // there is a Pause: spin.h
  AllLocks all_locks;
  // What it has done so far that others can see, or that it can see itself later, as a number: equal numbers stand for
  // equal effects.
  std::uint64_t effects = 0;
  std::uint64_t last_effect = 0;   // no number up to this one is used again
  std::int64_t nanoseconds = 0;    // of its virtual clock
  std::uint64_t random_seed = 1;   // as set by the program; threads inherit it
  std::uint64_t random_state = 0;  // 0: not used since seeding
  char name[16] = {};              // pthread_setname_np
  std::uint32_t name_hash = 0;     // 0: none was given
  Accessed accessed;               // what the next step accesses, if that is only part of its location: explainer.h
  LastRead held;
  Twins twins;
  IdleSection idle;
  bool detached = false;
  bool joined = false;
  bool has_ended = false;  // for threads that check: pthread_tryjoin_np
  // Cancellation: sync/cancellation.cpp.
  bool cancelled = false;
  bool ignores_cancellation = false;
  bool unwinding = false;
  void* cleanup = nullptr;                    // the innermost __pthread_unwind_buf_t of code without exceptions
  pthread_mutex_t* robust_mutexes = nullptr;  // held by it: sync/robust.h

  // How often it has changed something that only it can see: memory that is not visible, what libraries keep.
  std::uint64_t changes = 0;

  void add_effect() { effects = ++last_effect; }
  void add_change() {
    ++changes;
    add_effect();
  }
};

// One thread of the tested program. Only its state is new in every run.
struct Thread : ThreadState {
  Fiber fiber;
  // The loops that it is in, outermost first: see spin.h.
  static constexpr std::uint32_t kMaxLoops = 8;
  struct Loop {
    const void* frame = nullptr;  // null if it was just entered
    const heddle_place* place = nullptr;
    std::uint64_t state = 0;
    std::uint64_t effects = 0;      // before this iteration
    std::uint32_t first_read = 0;   // the operations of this iteration begin here
    std::uint64_t stack = 0;        // everything below belongs to functions called in it
    std::uint32_t first_write = 0;  // where the writes of this iteration begin; earlier ones belong to loops around it
    std::uint64_t shadows = 0;      // where reads are variables: of the values carried round it
    std::uint32_t guesses = 0;      // before this iteration

    bool is(const void* other_frame, const heddle_place* other) const { return frame == other_frame && place == other; }
  };
  std::array<Loop, kMaxLoops> loops{};
  // What it has written since it was last at the head of a loop, as long as that may have had no effect: see spin.h.
  static constexpr std::uint32_t kMaxWrites = 16;
  struct Write {
    std::uint64_t address = 0;
    std::uint64_t size = 0;  // 0 if it no longer matters
    std::int64_t before = 0;
    bool released = false;      // others may have seen it
    std::uint64_t shadows = 0;  // of what was there, where reads are variables
  };
  std::array<Write, kMaxWrites> writes{};
  // What it has locked or unlocked in the current loop, starting with the outermost pair that is still open: see
  // spin.h.
  static constexpr std::uint32_t kMaxSections = 8;
  struct Section {
    trace::LocationId lock;
    bool released = false;        // it was unlocked, not locked
    std::uint64_t before = 0;     // ThreadState::effects
    std::uint64_t after = 0;      // likewise
    std::uint32_t operation = 0;  // the operations since then begin here
  };
  std::array<Section, kMaxSections> sections{};
  // Locks that it found held when it tried them, as long as that may have had no effect: see spin.h.
  static constexpr std::uint32_t kMaxLooks = 8;
  struct Look {
    trace::LocationId lock;
    std::uint32_t operation = 0;
  };
  std::array<Look, kMaxLooks> looks{};
  // The content, at its creation, of the object that is its argument: Twins::argument_size.
  unsigned char argument_object[kMaxArgument];
};

// What the scheduler knows about the current run. run() creates it afresh as a whole, so that nothing of the previous
// run is left.
struct ScheduledRun {
  // A step that lets the program write; the value is not known yet.
  struct Unsettled {
    trace::Operation* op = nullptr;  // none if all are known
    std::uint64_t address = 0;
    std::uint64_t size = 0;  // 0: none, but something is shown
    bool shows_past = false;
  };

  trace::RunSets sets_;
  trace::ThreadId last_ = trace::ThreadId::none();  // the thread that took the last step
  trace::ThreadSet asleep_;
  trace::ThreadSet enabled_before_;  // before the last step of the free run, as long as some thread is asleep
  trace::Operation* last_step_ = nullptr;
  Unsettled unsettled_;
  std::uint32_t waiting_twins_ = 0;  // Twins::waits
  std::uint32_t position_ = 0;       // in the schedule
  std::uint32_t next_input_ = 0;     // where the search for the next input starts
  std::int32_t choice_ = trace::kNoChoice;
  std::uint32_t steps_ = 0;
  bool free_ = false;
  bool looks_closely_ = false;  // does the program compute with expressions, or is the run to be explained?
  bool truncated_ = false;      // the trace is full: nobody continues
  bool is_looked_at_ = false;   // truncated_, or a checkpoint may be made before any step
  bool abandoned_ = false;
  bool looked_ahead_ = false;  // what a thread did depends on later steps of the test
};

// Decides which thread runs, and carries out the steps according to trace/semantics.h. A thread is always stopped
// before a step, its pending operation, or has ended; taking the step executes it and then the program's code up to the
// next step.
//
// Invariants between steps: (1) `enabled` holds exactly the threads whose pending operation may happen and that are
// not stopped; (2) each thread of `exists` is in at most one of ended, exited, failed, unassumed, spinning, cut,
// enabled; (3) the trace in the channel is that of the run so far, whatever happens to the process. Owned by the
// runtime; its memory is not reset between runs.
class Scheduler : ScheduledRun {
 public:
  static constexpr bool kOutlivesRuns = true;  // run() starts afresh

  void init(abi::Channel& channel, Locations& locations);

  // Runs `main` and all threads to the end of the run, following the test in the channel, and leaves the trace there.
  // False if the run was abandoned.
  bool run(abi::Slot& slot, Fiber::Entry main_entry);

  // Creates, before a run, the fibers that it is likely to need.
  void prepare_threads();
  // What runs between the threads, and after them.
  Fiber& runner() { return runner_; }

  // --- called by the threads of the program

  Thread& current() { return *current_; }
  bool running() const { return running_; }

  // The running thread reaches its next step. Returns when it has been chosen and the step is done; for kWrite, kRmw
  // and successful kExchange and kCas, when the program may change the memory.
  const trace::Operation& step(trace::OpKind kind, trace::LocationId location, const heddle_place* place,
                               std::int64_t operand = 0);
  // The same for a memory access to all of a location that has had a step in this run, with the last write settled. See
  // stepping.h.
  template <trace::OpKind kKind>
  const trace::Operation& access(trace::LocationId location, std::uint64_t address, std::uint64_t size,
                                 trace::PlaceId place, std::int64_t operand);

  // Creates a thread, which runs up to its first step. Does not return if there are too many. `handle` receives its
  // handle before it runs.
  Thread* create(void* (*function)(void*), void* argument, const heddle_place* place, std::uintptr_t* handle,
                 bool detached);
  // `takes_result`: the joining thread looks at what the thread returned.
  void join(Thread& other, const heddle_place* place, bool takes_result = false);

  // The running thread ends. Does not return.
  [[noreturn]] void exit();
  // The running thread stops for the rest of this run. Does not return.
  [[noreturn]] void stop(Stop why, const heddle_place* place, std::int64_t turn = trace::kNoTurn);
  // What the running thread has done had no effect: it stops here, unless the test contains further steps of it. A test
  // that was planned when more was known (abi::LocationRecord::looked_at) can be followed by a process that does not
  // know it. `turn`: as in trace::Pending::Why::kSpinning.
  void stop_in_vain(const heddle_place* place, std::int64_t turn);
  // An operation that belongs to the step before it: kInput, kAssert, kAssume.
  void record(trace::OpKind kind, const heddle_place* place, std::int64_t value, std::int64_t operand = 0);

  // A decision on a symbolic value: a step that concerns only the running thread.
  void branch(trace::Branch branch, std::uint32_t value, const heddle_place* place);
  // One of the numbers from `low` to `high`, all of which are tried: a step.
  std::int64_t choose_number(trace::Domain domain, const heddle_place* place);

  // The value that the test gives the next input of the running thread; chosen by the policy if it is not `given`.
  std::int64_t next_input(bool& given);

  // --- checkpoints: checkpoint.h

  // Has only main run so far, and done nothing that depends on the test except through the answers to its questions?
  bool in_start() const { return sets_.exists == trace::ThreadSet(trace::ThreadId(0)) && can_be_taken_up(); }
  // The same for all threads.
  bool can_be_taken_up() const { return !looked_ahead_ && !truncated_; }
  std::uint32_t steps() const { return steps_; }
  // The run has reached a point where other tests may take it up.
  void stand() { settle(); }
  // The run, whose trace so far is `start`, continues as that of the test in this slot. False if that test would have
  // given other answers, or it is not known whether it would; then the run can only be abandoned.
  bool take_up(abi::Slot& slot, std::span<const trace::Operation> start);
  // The run does not reach an end. Does not return.
  [[noreturn]] void abandon();

  trace::CountGroup& count_group() { return count_group_; }
  // The last step of the run so far, which the running thread has just taken.
  trace::Operation& last_step() { return *last_step_; }

  // The last write to memory is done: its value goes into the trace. Called before anybody else runs.
  void settle() {
    if (unsettled_.op != nullptr) settle_write();
  }

  // The memory holds something that others must not see: observe/held_reads.h.
  void shows_past() {
    if (unsettled_.op == nullptr) unsettled_ = {last_step_, 0, 0};
    unsettled_.shows_past = true;
  }

  // The running thread has ended the program. The others keep running, since the process could have lived that long,
  // but those that then wait are abandoned.
  [[noreturn]] void end_program(const heddle_place* place) { stop(Stop::kExited, place); }
  // The process is a copy in which only the running thread continues.
  void become_process();
  bool program_has_ended() const { return sets_.program_has_ended(); }

  // The n-th thread that this one created in this run.
  Thread& child(const Thread& parent, std::uint32_t nth) { return threads_[children_.at(parent.id, nth).index()]; }
  Thread* find(trace::ThreadId id) { return id.index() < trace::kMaxThreads ? &threads_[id.index()] : nullptr; }
  bool exists(trace::ThreadId id) const { return sets_.exists.contains(id); }
  // What the flag of a thread at this address means; null if it is not one.
  const char* name_of_flag(std::uint64_t address) const;
  // Have all threads except the running one been joined?
  bool is_alone() const;
  // Is its next step to join another thread?
  bool is_joining(trace::ThreadId id) const { return sets_.joining.contains(id); }
  bool has_ended(trace::ThreadId id) const { return sets_.ended.contains(id); }
  // The thread, if it was stopped in a turn in vain of a loop; null otherwise.
  const Thread* stopped_in_loop(trace::ThreadId id) const {
    return sets_.spinning.contains(id) ? &threads_[id.index()] : nullptr;
  }
  // Does a thread wait for the state of this location to change?
  bool is_awaited(trace::LocationId location) const;
  std::uint32_t run_number() const { return run_; }
  std::uint32_t operation_count() const { return slot_->operations_size; }

 private:
  // A question to the test: what is the value of the thread's next input?
  struct AskedInput {
    trace::ThreadId thread;
    std::uint32_t operation = 0;  // how many were in the trace
    std::int64_t value = 0;
    bool given = false;
  };

  // take_up.cpp
  bool answers_alike(const AskedInput& asked);
  bool answers_alike(const trace::Operation& op);
  bool lets_go_on(trace::ThreadId thread);
  std::int64_t answer_input(Thread& thread, bool& given);

  // scheduler.cpp
  void learn_threads();
  void prepare(Thread& thread, trace::ThreadId id);
  void begin(Thread& thread, trace::ThreadId id);
  void carry(Thread& thread);
  void pend(Thread& thread);
  void pend_enabled(Thread& thread) {
    if (thread.twins.waits) [[unlikely]]
      return;
    (thread.steps == slot_->depth ? sets_.cut : sets_.enabled).insert(thread.id);
  }
  // Has it taken its first step, or stopped before that?
  bool has_begun(const Thread& thread) const;
  // Lets the next twin begin.
  void let_twin_begin(trace::ThreadId thread);
  void go_on();
  bool is_start(Thread& self);
  void hand_over(Thread* next);
  Thread* choose();
  void look_for_checkpoint();
  Thread* follow_schedule();
  Thread* choose_with_sleepers();
  trace::ThreadId intern_child(const Thread& parent, const void* function, const void* argument);
  trace::Outcome outcome() const;
  void announce_deadlock() const;
  void finish();
  [[noreturn]] void leave();

  // steps.cpp
  trace::Operation& perform(Thread& thread);
  void carry_out(Thread& thread, trace::Operation& op);
  trace::Operation& log(const trace::Operation& op);
  trace::Operation& next_operation();
  void added();
  void count_step(Thread& thread, trace::Operation& op);
  void access_memory(trace::Operation& op);
  void synchronise(trace::Operation& op);
  void wake(const trace::ThreadSet& woken);
  // The location is in a new state: threads that wait for it may continue, or no longer may.
  void let_go_on(trace::LocationId location, std::int64_t state);
  // Looks at the memory that threads wait for, if nobody can continue: it may have changed without a step, which is a
  // race. Returns whether anybody can continue now.
  bool look_again();
  bool is_blocked_in_loop() const;
  // Those that wait for ever at a look for this reason.
  trace::ThreadSet stopped_at_looks(trace::AwaitCondition::Otherwise why) const;
  void find_livelock();
  bool is_final() const;
  // Takes the content of its memory as the state of a location.
  void read_state(trace::LocationId location);
  void expect_write(trace::Operation& op, std::uint64_t address, std::uint64_t size);
  void settle_write() {
    trace::Operation& op = *unsettled_.op;
    unsettled_.op = nullptr;
    if (unsettled_.shows_past) [[unlikely]] {
      hide_past();
      if (unsettled_.size == 0) return;
    }
    op.value = content(reinterpret_cast<const void*>(unsettled_.address), unsettled_.size);
    locations_->known_state(op.location) = op.value;
    if (!sets_.waiting.empty()) [[unlikely]]
      let_go_on(op.location, op.value);
    if (looks_closely_) [[unlikely]]
      note_written(op);
  }
  void hide_past();
  void note_step(const trace::Operation& op);
  void note_read(const trace::Operation& op);
  void note_written(const trace::Operation& op);
  void end_waiting_joins(trace::ThreadId ended);

  abi::Channel* channel_ = nullptr;
  abi::Slot* slot_ = nullptr;  // of the current run, or the last
  Locations* locations_ = nullptr;
  trace::CountGroup count_group_;  // schedule/counts.h
  trace::Picker picker_;
  Fiber runner_;                                      // the fiber of run()
  std::array<Carrier, trace::kMaxThreads> carriers_;  // with Settings::os_threads; the first also carries the runner
  Thread* threads_ = nullptr;  // kMaxThreads in pages of their own, each constructed when it is prepared; zero before
  ChildTable children_;
  std::uint32_t known_threads_ = 0;   // how many records of the channel are in children_
  std::size_t prepared_threads_ = 0;  // at least; others have been prepared as they were created

  std::uint32_t run_ = 0;      // number of the current run, or the last
  Thread* current_ = nullptr;  // the running thread
  bool running_ = false;
  MappedArray<AskedInput> asked_;
};

}  // namespace heddle::runtime
