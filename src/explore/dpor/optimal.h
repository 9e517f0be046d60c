#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/check.h"
#include "explore/dpor/history.h"
#include "explore/dpor/wakeup_tree.h"
#include "explore/trace_counter.h"
#include "explore/tree_search.h"
#include "trace/replay_state.h"

namespace heddle::explore::dpor {

class Subtrees;

// Optimal dynamic partial order reduction with wakeup trees (Abdulla, Aronis, Jonsson, Sagonas: "Source Sets: A
// Foundation for Optimal Dynamic Partial Order Reduction", JACM 2017, algorithm 2): one run per Mazurkiewicz trace.
//
// A depth-first search whose stack is the current execution. Each complete run E is searched for reversible races; a
// race of e and e' asks for an execution E'.v where E' is what comes before e, and v is notdep(e, E).e': everything
// that does not happen after e, then e'. v goes into the wakeup tree of E' unless a weak initial of v sleeps there,
// that is, has been explored. Then the deepest node with a branch left in its tree is continued.
//
// A race must be considered again in later runs, where other independent events may have made v longer, so that it is
// no longer covered. (Considering it only once, with the events up to e', loses traces: see the test
// `a_race_is_reversed_together_with_everything_independent_of_its_first_event`.) This is cheap: events of the shared
// prefix keep their clocks and races, and a race has been decided by few events of v, its *evidence*: those that make a
// sleeping or planned step a weak initial of what is left of v, or prevent it. While they stay, so does the decision.
// For the same reason the tree needs only a part of v: the causes of e', the evidence, and its causes. They wake every
// thread that sleeps where the sequence will be executed; the rest of v is left to the free run.
//
// Other outcomes of a step (values of kChoose, the waiter that a kSignal chooses, decisions) are treated as a race of
// the step with itself. For a decision v is nothing but the other outcome: what else the run has done may not be
// possible with it. That is enough, because a decision is independent of every step of other threads: any step that
// sleeps or is planned at this node will be followed by this decision, with all its outcomes.
//
// While a test is in flight, the runs of leaves of the wakeup trees are planned early, and those that follow from them
// (subtrees.h): nothing is ever added below a leaf, so what will be run there is known, whatever comes before it. The
// results are considered only when it is their turn, so that nothing depends on how many there are.
//
// Invariants: (1) after a planned schedule no thread sleeps, so no run is ever blocked; (2) the planned steps are
// executed with the outcome and effect that the wakeup tree says; (3) a race whose evidence stays is covered; (4) no
// two runs are equivalent. All four are checked in the checked build. Owned by the loop.
class Optimal : public TreeSearch {
 public:
  // `orders_twins`: threads that cannot be told apart take their first steps in one order only (trace::Twin).
  // `counts_commute`: see trace::Test; not for pruned runs.
  explicit Optimal(const trace::Executor& executor, const symbolic::SolverOptions& solver = {},
                   bool orders_twins = false, bool counts_commute = false);
  ~Optimal() override;

  // Forgets everything, and becomes the search for what follows the first `root` steps of the run that it observes next
  // (subtrees.h), where nothing sleeps.
  void begin_below(std::uint32_t root);

  Next next(Plan& plan) override;
  void observe_early(Ticket ticket, const trace::Trace& trace) override;
  bool next_test(trace::Test& test) override;
  void observe_run(const trace::Trace& trace) override;
  Progress progress() const override;
  bool explores_inputs() const override { return true; }
  std::size_t depth() const override { return history_.length(); }
  std::span<const Action> asleep(std::size_t position) const override {
    CHECK(position < nodes_.size());
    return sleep(nodes_[position]);
  }
  bool follows_races() const override { return true; }
  void expect_unseen() override { is_pruned_ = true; }
  void observe_unseen(std::span<const Access> accesses, const trace::Trace& whole) override;
  std::vector<std::string> reasons_of_incompleteness() const override { return inputs_.reasons_of_incompleteness(); }

 private:
  // Results that arrive before they are wanted may have this many operations in total, if they are as long as the last.
  static constexpr std::size_t kMaxKeptOperations = std::size_t{1} << 18;
  static constexpr std::size_t kMaxEarly = 512;
  // What has been run early is in vain if the exploration is stopped: at most this many results, and one for this many
  // runs.
  static constexpr std::size_t kLeastEarly = 8;
  static constexpr std::size_t kRunsPerEarly = 4;

  // The state before the event at the same position of the history.
  struct Node {
    WakeupForest::List branches = WakeupForest::kEmpty;  // still to be explored, besides the current event
    std::uint32_t sleep_begin = 0;                       // its part of sleep_
    std::uint32_t sleep_end = 0;
    std::uint32_t done = 0;         // branches already explored
    std::uint64_t runs_before = 0;  // those made before the search came here
  };

  std::span<const Action> sleep(const Node& node) const {
    return {sleep_.data() + node.sleep_begin, node.sleep_end - node.sleep_begin};
  }

  struct NewLeaf {
    WakeupForest::Leaf leaf;
    std::uint32_t node = 0;    // where its tree is
    std::uint32_t length = 0;  // of the schedule that leads there
  };

  // Gives the nodes starting at position `first` what they need for the run that the history holds.
  void extend_nodes(std::uint32_t first);
  // Decides the races of the run that are new, or whose evidence has gone; `old_length` events and `old_races` races
  // belong to the previous run.
  void reverse_races(std::uint32_t old_length, std::uint32_t old_races);
  // The result is the last event of the evidence, kNone if the absence of dependent events is part of it.
  std::uint32_t reverse(const Race& race);
  // v_ becomes notdep(e, E), for the event e at this position, without these events and all that happens after them; or
  // notdep(e, E).e' for a race.
  void collect_independent(std::uint32_t first, std::span<const std::uint32_t> left_out = {});
  void collect_independent(const Race& race);
  // Is v_ covered by a step that sleeps at the node? Collects evidence_.
  bool is_asleep(const Node& node);
  // Adds to the tree what is needed from the rest of v_; this becomes evidence.
  void add_branch(const Race& race, const WakeupForest::Place& place);
  // Actions that leave room for others (trace::CountPlace) have the room that they had in the run; in the branch others
  // come before them.
  void adjust_rooms(const Race& race, const WakeupForest::Place& place);
  std::uint32_t last_evidence() const;
  // For the checked build: would the race be considered covered now?
  bool is_covered(const Race& race);
  void check_invariants(const trace::Trace& trace);

  // Is it certain that a race is covered that ends with, or whose v is extended by, accesses that were not seen?
  bool stays_asleep(const Node& node, std::span<const Access> accesses) const;
  bool stays_covered(const Race& race, std::span<const Access> accesses);
  void sort_expanded();
  // Plans all steps that are possible before the event at the position of `state_`, so that nothing needs to be known
  // about what they lead to.
  void expand(std::uint32_t position);
  // Lets those threads sleep in the free run that sleep after the plan: pruned runs cannot say what would wake them.
  void put_to_sleep(trace::Test& test, std::uint32_t first) const;

  double expected_runs() const;

  bool plan(trace::Test& test);
  // Plans the run of a leaf, or one that follows from such a run, while another test is in flight.
  bool plan_early(Plan& plan);
  bool plan_next_leaf(Plan& plan);
  // The ticket of the test if it has been planned early; 0 otherwise.
  Ticket find_early(const trace::Test& test);
  std::size_t max_early() const;
  // Fills in the schedule that leads to the leaf; false if that needs inputs.
  bool plan_leaf(const NewLeaf& leaf, trace::Test& test);
  void note_leaf(const WakeupForest::Leaf& leaf, std::uint32_t node);
  bool find_inputs(trace::Test& test);

  const trace::Executor& executor_;
  symbolic::SolverOptions solver_;
  InputSolver inputs_;
  History history_;
  WakeupForest forest_;
  std::vector<Node> nodes_;
  std::vector<Action> sleep_;              // the sleep sets of the nodes, one after another
  std::vector<std::uint32_t> decided_by_;  // by race: the last event of its evidence
  Sequence v_;
  std::vector<std::uint32_t> evidence_;
  std::vector<Action> branch_;
  std::vector<std::uint32_t> branch_events_;
  Path path_;  // of the planned schedule
  Past needed_{history_};
  bool orders_twins_;
  bool counts_commute_;
  std::uint32_t planned_ = 0;  // the length of the planned schedule
  bool started_ = false;
  bool is_observing_ = false;  // a run; for ever if that was stopped, and then there are steps without nodes
  std::uint32_t root_ = 0;     // the first node that belongs to this search
  Progress progress_;
  std::vector<Action> plan_;  // the planned steps after the old ones
  // What can be planned early: the leaves that have not been planned yet, nearest last. Some may have been planned when
  // their turn came.
  std::vector<NewLeaf> leaves_;
  std::unique_ptr<Subtrees> subtrees_;  // once several tests have been in flight
  std::vector<Action> leaf_path_;
  std::size_t early_ = 0;        // results not wanted yet
  std::size_t last_length_ = 0;  // of the last run
  Ticket planned_early_ = 0;     // the ticket of the leaf planned last, if that was early
  TraceCounter checker_;         // all traces so far; only in the checked build
  // For runs that were ended early.
  trace::ReplayState state_;
  bool is_pruned_ = false;   // has there been one?
  bool has_unseen_ = false;  // has it been said what others would do in one?
  std::vector<std::uint32_t> unseen_;
  std::vector<std::uint32_t> expanded_;
};

}  // namespace heddle::explore::dpor
