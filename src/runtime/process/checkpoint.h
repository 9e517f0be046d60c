#pragma once

#include <cstdint>

#include "abi/channel.h"
#include "runtime/process/checkpoint_cost.h"
#include "runtime/process/checkpoint_gain.h"
#include "runtime/process/kept_trace.h"

namespace heddle::runtime {

struct Runtime;

// Two runs do the same as long as their tests give the same answers to everything that is asked: which thread takes the
// next step, with which outcome, what the next input is. So what they have in common need not run again. The process
// can stop in a run as a *checkpoint*: each test that would have got there in the same way continues in a copy of it,
// made by fork, so that program and runtime are as they were by construction (docs/how-it-runs.md, "Checkpoints").
// There are two kinds: one in main, before it asks the test for something or creates its first thread; and those before
// any later step, of which each may be made in a copy of an earlier one: a stack of processes, of which the last one
// takes the tests, until one does not fit.
// 1. A test is taken up only if all its answers so far are the same (Scheduler::take_up), and nothing has been learnt
//    that could have changed these steps (Key).
// 2. What copies share and could change is restored before each of them: file positions, and files by means of the
//    journal. Programs that change more than that get a process for each run, and no checkpoints.
// 3. If a copy dies, or what it has found out concerns earlier steps, all checkpoints are abandoned, and the current
//    test, or the next one, is run from the start.
// Owned by the runtime.
class Checkpoint {
 public:
  static constexpr bool kOutlivesRuns = true;  // it is where runs begin

  // Where main is: before an answer from the test, or before its first thread.
  enum class Point : std::uint8_t { kDecision, kThread };

  void start_run(const abi::Channel& channel);
  void end_run();

  // Main, or another thread, has arrived there.
  void at(Point point) {
    if (asks_) [[unlikely]]
      look(point);
  }
  // All threads have stopped before a step. Called only if looks_at_steps().
  void at_step() {
    if (looks_at_steps_) look_at_step();
  }
  bool looks_at_steps() const { return looks_at_steps_; }

  // Is this process a checkpoint now?
  bool is_kept() const { return kept_; }
  // Is this process a copy of one, for one test?
  bool is_in_child() const { return in_child_; }
  // The run of this copy is over.
  [[noreturn]] void end_copy();

 private:
  // What the steps so far depend on besides their test.
  struct Key {
    std::uint32_t depth;
    std::uint32_t cells;
    std::uint32_t compared;
    std::uint64_t flags;
    abi::Visible visible;
    trace::SymbolicValues symbolic;
    bool concrete;
    bool orders_twins;        // 0 for the checkpoint in main: there are no other threads yet
    std::uint64_t knowledge;  // the same

    friend bool operator==(const Key&, const Key&) = default;
  };
  // What has become of a copy. Its exit code, unless it died; 0 means that there are no more tests.
  enum class Went : std::uint8_t {
    kQuit,
    kIsCopy,  // this process is the copy
    kEnded,   // its run is over: the test at hand has a trace
    kLeft,    // it was a checkpoint: the test at hand, which has none yet, does not fit
    kLearnt,  // it was a checkpoint, and what it has learnt concerns the steps before it
    kDied,    // or one that was made by it
  };

  Key key_of(const Runtime& rt) const;
  void look(Point point);
  void look_at_step();
  bool is_time(const Runtime& rt);
  // Processor time since the start of the run, without what copies of this process have used.
  std::int64_t position() const;
  // Do tests that go on from here take longer than others?
  bool is_loss(const Runtime& rt);
  // A test begins at the start, or at the checkpoint in main. Should there be checkpoints before its steps?
  bool begin_test(const Runtime& rt);
  // How long have the tests since that one taken?
  void count(const abi::Channel& channel);
  bool can_be_kept(Runtime& rt);
  void keep(Runtime& rt, bool at_step);
  // Runs tests in copies of this process. Returns in the copies only.
  void serve(Runtime& rt);
  Went run_copy(Runtime& rt);
  // Answers the test at hand. False if what it has shown concerns the steps before this checkpoint.
  bool answer(Runtime& rt, std::int64_t since);
  bool takes_up_next(Runtime& rt);
  bool fits(Runtime& rt);
  [[noreturn]] void leave(Runtime& rt, Went how);

  CheckpointCost cost_;
  CheckpointGain* gain_ = nullptr;  // shared with all copies
  bool asks_ = false;               // does it matter when main reaches a point?
  bool parks_ = false;              // should this run become a checkpoint in main?
  bool measures_ = false;           // is this run measured?
  bool looks_at_steps_ = false;     // should it become one before a later step?
  bool always_ = false;             // wherever possible, for tests
  bool at_decision_ = false;        // is the point before the first decision the better one?
  bool has_decided_ = false;        // main has reached a decision in this run
  bool kept_ = false;
  bool kept_at_step_ = false;
  bool in_child_ = false;
  bool spoilt_ = false;      // a copy died: no more checkpoints in this process
  std::uint32_t depth_ = 0;  // of the stack of processes
  // On the wall.
  std::int64_t begun_ = 0;
  std::int64_t decided_ = 0;
  std::int64_t started_ = 0;
  // Of the processor. What runs in this process began `base_` after the start of the run, when the process had used
  // `used_`.
  std::int64_t used_ = 0;
  std::int64_t base_ = 0;
  std::int64_t position_ = 0;        // of the checkpoint in its run
  std::int64_t floor_ = 0;           // where tests begin without checkpoints before steps
  std::int64_t used_by_copies_ = 0;  // before this checkpoint
  std::uint32_t tests_before_ = 0;
  std::int64_t counted_time_ = 0;
  std::uint32_t counted_tests_ = 0;
  std::uint64_t next_look_ = 0;  // not before this cycle of the processor
  Key key_{};
  KeptTrace trace_;
};

}  // namespace heddle::runtime
