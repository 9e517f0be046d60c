#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "abi/channel.h"
#include "abi/spinning.h"
#include "base/result.h"
#include "native/channel_knowledge.h"
#include "native/imported_expressions.h"
#include "native/process.h"
#include "native/shared_channel.h"
#include "native/source_lines.h"
#include "native/symbolizer.h"
#include "native/symbols.h"
#include "trace/executor.h"
#include "trace/program_spec.h"

namespace heddle::native {

struct Options {
  trace::ProgramSpec spec;              // how to run it; the command says what to run
  bool record_accesses = false;         // to memory that is shared but not visible: Trace::accesses
  bool stacks = true;                   // of findings; each needs a process that knows the symbols
  std::vector<std::string> aside = {};  // variables that have no hooks, because they influence no failure
};

// What is wrong with "PATH:BYTES"; empty if nothing is. Otherwise `file` receives its content.
std::string read_symbolic_file(const std::string& text, abi::SymbolicFile& file);

// Runs tests of an instrumented program in another process, the target: the Executor of native programs. The life of
// one test is in docs/how-it-runs.md.
//
// Whatever the program does to its process is an outcome of the run: the trace up to that point is in the channel, and
// a new target is started for the next test.
class NativeExecutor final : public trace::Executor {
 public:
  // Starts the program and runs it twice: an error if it cannot be started.
  static base::Result<std::unique_ptr<NativeExecutor>> create(Command command, const Options& options);
  NativeExecutor(const NativeExecutor&) = delete;
  NativeExecutor& operator=(const NativeExecutor&) = delete;
  ~NativeExecutor() override;

  void run(const trace::Test& test, trace::Trace& trace) override;
  // Traces that are kept in the channel must not take too much memory.
  std::size_t room() const override {
    return std::clamp<std::size_t>(kMaxOperationsAhead / (longest_ + 1), 1, abi::kTestsAhead);
  }
  void send(const trace::Test& test) override;
  void receive(trace::Trace& trace) override;
  void drop_sent() override;
  std::int64_t initial_state(trace::LocationId location) const override;
  const trace::Names& names() const override { return names_; }
  trace::ThreadId intern_thread(trace::ThreadId parent, std::uint32_t nth) override;
  symbolic::Expressions* expressions() const override { return channel_->has_shadows ? expressions_.get() : nullptr; }
  bool can_scout() const override {
    return channel_->has_shadows && channel_->settings.symbolic == abi::SymbolicValues::kInputs;
  }
  std::vector<std::string> words() const override;
  bool make_symbolic(trace::SymbolicValues values) override;
  bool refine() override;
  bool knows_twins() const override { return !channel_->twins_differ; }
  bool is_exact() const override { return false; }
  unsigned cell_width(trace::LocationId location) const override;
  std::string not_followed() const override;
  std::vector<std::string> reasons_of_incompleteness() const override;
  std::vector<std::string> assumptions() const override;
  std::string output() const override;
  trace::Explanation explain(const trace::Test& test, const trace::Failure* failure) override;
  std::vector<trace::VisibleCell> visible_cells() const override;
  bool make_visible(const std::vector<trace::VisibleCell>& cells) override;
  bool wake_idle_locks() override;
  bool settle() override;
  void save_knowledge(bool all, std::string& bytes) override;
  std::optional<base::Error> load_knowledge(const std::vector<std::string>& saved) override;
  void recall(const trace::Trace& trace) override;

  // --- for several executors of one program that know the same: see native/parallel_executor.h

  // Another one, which knows nothing yet.
  base::Result<std::unique_ptr<NativeExecutor>> create_another() const;
  // What all runs have taught it so far, and what those had up to the last one.
  abi::Learnt learnt() const { return channel_->learnt(); }
  const abi::Learnt& learnt_by_last() const { return last_slot().learnt; }
  // All of what save_knowledge saves; while no run is in progress.
  std::string all_knowledge();
  // Would another target tell the same of a test, while this one is running? Not if they use the same files.
  bool is_repeatable_elsewhere() const;
  // The tests that its target has not answered yet.
  std::size_t unanswered() const;
  // From now on, somebody who waits for its tests gives others to other targets: these should not wait for long.
  void share_tests() { shares_tests_ = true; }
  void wake_target();
  // What the target has taken of the processor.
  double target_seconds() const { return process_ ? process_->seconds() : 0; }
  // Has the last run reported less than it should, or was it cut because it took too long?
  bool was_cut_short() const { return last_slot().ran_out_of_patience || last_slot().overflow != 0; }

  // How its first two runs differ, whether or not that matters; none if they do not.
  const std::optional<base::Error>& nondeterminism() const { return nondeterminism_; }

  // Each run() runs its test this many more times, for measurements.
  void repeat(std::uint32_t times) { channel_->repeat = times; }

  // Ends the target and leaves the test in the channel for a program that a debugger starts. Nothing can be run after
  // that.
  void prepare_debugging(const trace::Test& test);
  const Command& command() const { return command_; }
  int channel_descriptor() const { return channel_.descriptor(); }

  // Of the target so far: of its first process, not of copies of that.
  std::chrono::nanoseconds processor_time() const;

  // What the user should know about how the program is run.
  std::vector<std::string> remarks() const;

 private:
  std::vector<std::string> uncontrolled_calls() const;
  static constexpr std::size_t kMaxOperationsAhead = std::size_t{1} << 18;

  NativeExecutor(Command command, const Options& options, SharedChannel channel, Descriptor output);

  // A test that is in flight or awaited.
  struct Sent {
    std::uint32_t number = 0;
    std::uint32_t slot = 0;
    bool again = false;    // its process died once, perhaps because of what others did
    bool dead = false;     // its process died: there will be no other answer
    bool gave_up = false;  // it was killed because it did not answer
    trace::NoteId death;   // otherwise, how it died
  };

  std::optional<base::Error> start_target();
  Sent send_in_free_slot(const trace::Test& test);
  void write_test(const trace::Test& test, abi::Slot& slot) const;
  // Waits until the test has an answer, whatever that takes, and reads it.
  void finish(Sent& sent, trace::Trace& trace);
  void await(Sent& sent);
  void let_restore();
  // Is the answer one that cannot be trusted? Then it and the later ones are awaited once more.
  bool must_run_again(Sent& sent);
  // Waits for the answer; false if the target died.
  bool wait(std::uint32_t test);
  bool wait_for_start();
  // The test at hand ended the target.
  void note_death(Sent& sent);
  Sent& at_hand(Sent& last);
  void end_target();
  void forget_found();
  // Will this answer make known traces void, or can it not be trusted?
  bool is_unsettling(const abi::Slot& slot) const;
  void read_trace(trace::Trace& trace);
  void read_death(const Sent& sent, trace::Trace& trace);
  const abi::Slot& last_slot() const { return channel_->slots[last_slot_]; }
  void refresh_names(const abi::KnownWords& known);
  void refresh_threads(const abi::KnownWords& known);
  std::uint64_t address_of(const trace::Failure& race) const;
  std::string place_text(trace::PlaceId place) const;
  trace::NoteId add_note(const std::string& note);
  std::string text(abi::Text text) const;
  abi::Text add_text(const std::string& text);
  std::optional<base::Error> check_determinism();
  std::optional<base::Error> compare_first_runs();

  Command command_;
  Options options_;
  SharedChannel channel_;
  abi::Spinning spinning_;  // while waiting for answers
  bool shares_tests_ = false;
  Descriptor output_;
  std::optional<Process> process_;
  std::string death_;      // how the last target ended
  bool gave_up_ = false;   // it was killed because it did not answer
  std::deque<Sent> sent_;  // in the order in which they were sent
  std::uint32_t free_slots_ = (1U << abi::kSlots) - 1;
  std::uint32_t last_slot_ = 0;    // of the run read last
  std::size_t longest_ = 0;        // number of operations of the longest trace read so far
  bool start_again_ = false;       // did a run say that what was known is void? Until refine()
  bool capture_ = false;           // for the test that is sent next
  bool gathers_ = false;           // likewise
  std::uint32_t killed_runs_ = 0;  // that were run again: something other than the program ended them
  trace::Names names_;
  std::unique_ptr<symbolic::Expressions> expressions_;
  ImportedExpressions imported_;
  SourceLines sources_;
  Symbols symbols_;  // of the executable
  Symbolizer symbolizer_;
  abi::KnownWords named_;       // what names_ was built from
  ChannelKnowledge knowledge_;  // what has been saved
  std::uint32_t overflow_ = 0;  // of all runs
  std::optional<base::Error> nondeterminism_;
  std::string forks_by_itself_;  // and why
};

}  // namespace heddle::native
