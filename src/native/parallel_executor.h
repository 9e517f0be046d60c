#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "native/native_executor.h"
#include "native/pace.h"
#include "trace/executor.h"

namespace heddle::native {

// Deals the tests of a native program to several targets. What comes back is what one target would have reported, trace
// for trace and id for id, and so is what is known afterwards.
//
// One executor is the *leader*: alone, it does everything. When its runs have taught it nothing new for a while, and
// several targets pay (native/pace.h), the *followers* are given all that it knows, as a later session would be
// (src/journal): they give the same ids to the same things. From then on, tests are dealt to all of them. As long as no
// run teaches its target anything, all of them know the same, and by the promise of Executor each reports what the
// leader would have reported. A run that does teach something, or is out of the ordinary, is not believed: the leader
// goes back to what all of them knew, and runs this test and the later ones itself, in their order.
//
// Invariants: (1) traces are received in the order in which the tests were sent; (2) how many tests are in flight does
// not depend on the number of targets, so that strategies plan the same; (3) while the followers work, every trace
// received is one of a run that began with the knowledge `common_`.
class ParallelExecutor final : public trace::Executor {
 public:
  // With this many targets in all.
  ParallelExecutor(std::unique_ptr<NativeExecutor> leader, std::size_t jobs);

  void run(const trace::Test& test, trace::Trace& trace) override;
  std::size_t room() const override { return leader_->room(); }
  void send(const trace::Test& test) override;
  void receive(trace::Trace& trace) override;
  void drop_sent() override;
  bool refine() override;
  bool make_visible(const std::vector<trace::VisibleCell>& cells) override;
  bool wake_idle_locks() override;
  trace::ThreadId intern_thread(trace::ThreadId parent, std::uint32_t nth) override;
  trace::Explanation explain(const trace::Test& test, const trace::Failure* failure) override;
  bool settle() override;
  std::optional<base::Error> load_knowledge(const std::vector<std::string>& saved) override;

  std::int64_t initial_state(trace::LocationId location) const override { return leader_->initial_state(location); }
  unsigned cell_width(trace::LocationId location) const override { return leader_->cell_width(location); }
  const trace::Names& names() const override { return leader_->names(); }
  symbolic::Expressions* expressions() const override { return leader_->expressions(); }
  bool can_scout() const override { return leader_->can_scout(); }
  std::vector<std::string> words() const override { return leader_->words(); }
  bool make_symbolic(trace::SymbolicValues values) override { return leader_->make_symbolic(values); }
  std::string not_followed() const override { return leader_->not_followed(); }
  bool knows_twins() const override { return leader_->knows_twins(); }
  bool is_exact() const override { return leader_->is_exact(); }
  std::vector<std::string> reasons_of_incompleteness() const override { return leader_->reasons_of_incompleteness(); }
  std::vector<std::string> assumptions() const override { return leader_->assumptions(); }
  std::string output() const override { return executor(last_).output(); }
  std::vector<trace::VisibleCell> visible_cells() const override { return leader_->visible_cells(); }
  void save_knowledge(bool all, std::string& bytes) override { leader_->save_knowledge(all, bytes); }
  void recall(const trace::Trace& trace) override { leader_->recall(trace); }

  // The leader, in case somebody wants to know more about the program.
  NativeExecutor& leader() { return *leader_; }
  // How many traces of followers were believed.
  std::uint64_t believed() const { return believed_; }
  // From now on, the followers work whenever they can, whether or not that saves time: for tests.
  void ignore_pace() { ignores_pace_ = true; }

 private:
  struct Follower {
    std::unique_ptr<NativeExecutor> executor;
    abi::Learnt mark;  // of what it knew after the last trace that was received
  };
  struct Sent {
    const trace::Test* test = nullptr;
    std::size_t by = 0;  // as of executor()
  };

  // 0: the leader; otherwise a follower.
  NativeExecutor& executor(std::size_t by) const { return by == 0 ? *leader_ : *followers_[by - 1].executor; }
  void run_by_leader(const trace::Test& test, trace::Trace& trace);
  // Is the trace just received what the leader alone would have reported?
  bool is_believed(trace::Trace& trace);
  // The one with the fewest tests to run.
  std::size_t least_busy() const;

  void note_run(std::size_t in_flight);
  void end_window();
  void begin();
  bool teach_followers();
  // The leader continues with what everybody knew, and runs all tests in flight.
  void go_back();
  // The followers do nothing more; what the leader knows is what counts.
  void end();

  std::unique_ptr<NativeExecutor> leader_;
  std::size_t jobs_;
  std::vector<Follower> followers_;
  std::deque<Sent> sent_;
  std::size_t last_ = 0;  // whose trace was received last
  bool working_ = false;  // the followers
  bool dealing_ = false;  // and they are given more tests
  bool possible_ = true;
  bool ignores_pace_ = false;
  Pace pace_;
  double work_ = 0;        // what the leader's target had taken of the processor when the window began
  abi::Learnt common_;     // the leader's mark when the followers began, or when the window did
  std::string knowledge_;  // of all of them, when the followers began
  std::uint64_t believed_ = 0;
};

}  // namespace heddle::native
