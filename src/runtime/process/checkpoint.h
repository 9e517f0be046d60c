#pragma once

#include <cstdint>

#include "abi/channel.h"
#include "runtime/memory/mapped_array.h"
#include "runtime/process/checkpoint_cost.h"

namespace heddle::runtime {

struct Runtime;

// What main does before it asks the test for something, or creates its first thread, is the same in every run with the
// same answers: it need not run again. The process can stop there as a *checkpoint*: each test that would have got
// there in the same way continues in a copy of it, made by fork, so that program and runtime are as they were by
// construction (docs/how-it-runs.md, "Checkpoints").
// 1. A test is taken up only if its answers to everything that main has asked are the same (Scheduler::take_up), and
//    nothing has been learnt that could have changed main's steps (Key).
// 2. What copies share and could change is restored before each of them: file positions, and files by means of the
//    journal. Programs that change more than that get a process for each run, and no checkpoints.
// 3. If a copy dies, or the next test does not fit, the run is abandoned, and the current test is run from the start.
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

  // Is this process a checkpoint now?
  bool is_kept() const { return kept_; }
  // Is this process a copy of one, for one test?
  bool is_in_child() const { return in_child_; }

 private:
  // What the steps of main depend on besides its test.
  struct Key {
    std::uint32_t depth;
    std::uint32_t cells;
    std::uint32_t compared;
    std::uint64_t flags;
    abi::Visible visible;
    trace::SymbolicValues symbolic;
    bool concrete;

    friend bool operator==(const Key&, const Key&) = default;
  };
  enum class Went : std::uint8_t { kIsCopy, kEnded, kDied };

  static Key key_of(const Runtime& rt);
  void look(Point point);
  bool can_be_kept(Runtime& rt);
  void keep(Runtime& rt);
  // Runs tests in copies of this process. Returns in the copies only.
  void serve(Runtime& rt);
  Went run_copy(Runtime& rt);
  bool takes_up_next(Runtime& rt);
  bool fits(Runtime& rt);
  [[noreturn]] void leave(Runtime& rt);

  CheckpointCost cost_;
  bool asks_ = false;         // does it matter when main reaches a point?
  bool parks_ = false;        // should this run become a checkpoint?
  bool measures_ = false;     // is this run measured?
  bool at_decision_ = false;  // is the point before the first decision the better one?
  bool has_decided_ = false;  // main has reached a decision in this run
  bool kept_ = false;
  bool in_child_ = false;
  bool spoilt_ = false;     // a copy died: no more checkpoints in this process
  std::int64_t begun_ = 0;  // times of this run
  std::int64_t decided_ = 0;
  std::int64_t started_ = 0;
  Key key_{};
  // The trace so far.
  MappedArray<trace::Operation> operations_;
  MappedArray<abi::ValueRecord> values_;
  MappedArray<abi::LocalRecord> locals_;
  MappedArray<trace::Access> recorded_;
};

}  // namespace heddle::runtime
