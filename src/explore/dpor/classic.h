#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/check.h"
#include "explore/dpor/history.h"
#include "explore/trace_counter.h"
#include "explore/tree_estimate.h"
#include "explore/tree_search.h"
#include "trace/executor.h"
#include "trace/replay_state.h"

namespace heddle::explore::dpor {

// Dynamic partial order reduction as JASE 2014 compares with (section 6.1): Flanagan and Godefroid (POPL 2005), with
// reads that commute and with sleep sets. A race of e and e' sets a backtrack point before e, where the thread of e'
// must be explored if it is enabled there, and all enabled threads if it is not. The two variants differ in what they
// do if that thread sleeps there.
//
// Several tests may run the same trace, and a run may end with all threads asleep. All outcomes of a step are tried
// before the next thread of its node.
//
// Invariant: nodes_[i] is the state before the i-th event of the history; sleep_, actions_ and alternatives_ hold the
// parts of the nodes one after another. Owned by the loop.
class Classic : public TreeSearch {
 public:
  enum class Variant : std::uint8_t {
    kIgnoreSleep,    // DPOR-1: explore it anyway
    kExploreOthers,  // DPOR-2: explore all others that are enabled and do not sleep
  };

  Classic(const trace::Executor& executor, Variant variant, const symbolic::SolverOptions& solver = {})
      : variant_(variant), inputs_(executor, solver), state_(executor), history_(&inputs_, !executor.is_exact()) {}

  bool next_test(trace::Test& test) override;
  void observe_run(const trace::Trace& trace) override;
  Progress progress() const override;
  bool explores_inputs() const override { return true; }
  std::size_t depth() const override { return history_.length(); }
  std::span<const Action> asleep(std::size_t position) const override {
    CHECK(position < nodes_.size());
    const Node& node = nodes_[position];
    return {sleep_.data() + node.sleep_begin, node.sleep_end - node.sleep_begin};
  }
  bool follows_races() const override { return true; }
  void observe_unseen(std::span<const Access> accesses, const trace::Trace& whole) override;
  std::vector<std::string> reasons_of_incompleteness() const override { return inputs_.reasons_of_incompleteness(); }

 private:
  struct Node {
    trace::ThreadSet enabled;
    trace::ThreadSet asleep;         // when the node was reached
    trace::ThreadSet backtrack;      // to be explored, or explored
    trace::ThreadSet started;        // explored, or being explored
    std::uint32_t first_action = 0;  // into actions_: the next step of each enabled thread
    std::uint32_t first_alternative = 0;
    std::uint32_t sleep_begin = 0;  // into sleep_: asleep, and explored since
    std::uint32_t sleep_end = 0;
    FinishedBranches finished{};
  };

  // Is there a step left to take from the node, other than those that have been explored?
  bool is_done(std::uint32_t position) const;
  // Continues with the node at `position`, the last one that is kept; the result is the step to take from there.
  Action advance(std::uint32_t position);
  bool find_inputs(std::uint32_t position, const Action& next, trace::Test& test);
  const Action& action(std::uint32_t position, trace::ThreadId thread) const;

  TreeEstimate estimate() const;
  // Builds the nodes of the new events.
  void extend_nodes(const trace::Trace& trace, std::uint32_t old_length);
  void enter_node(std::uint32_t position);
  void inherit_sleep(std::uint32_t position);
  void add_alternatives(std::uint32_t position);
  void add_backtrack_point(const Race& race);

  Variant variant_;
  InputSolver inputs_;
  trace::ReplayState state_;
  History history_;
  TraceCounter counter_;
  std::vector<Node> nodes_;
  std::vector<Action> sleep_;
  std::vector<Action> actions_;
  std::vector<Action> alternatives_;  // other outcomes of the current step of a node
  Path path_;
  std::vector<std::uint32_t> unseen_;
  bool new_outcome_ = false;  // the last test tries another outcome of the last planned step
  bool started_ = false;
  std::uint64_t blocked_ = 0;
  std::uint64_t runs_ = 0;
};

}  // namespace heddle::explore::dpor
