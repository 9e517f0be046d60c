#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "explore/con2colic_options.h"
#include "explore/interference/data_constraints.h"
#include "explore/interference/dot.h"
#include "explore/interference/exploration.h"
#include "explore/interference/forest.h"
#include "explore/interference/forest_builder.h"
#include "explore/interference/scenario.h"
#include "explore/interference/standstill_search.h"
#include "explore/interference/standstills.h"
#include "explore/interference/static_branches.h"
#include "explore/interference/temporal_constraints.h"
#include "explore/one_at_a_time.h"
#include "trace/executor.h"

namespace heddle::explore {

// Con2colic testing (Farzan, Holzer, Razavi, Veith, FSE 2013): explores which thread reads values written by which
// other thread, with every read of shared memory symbolic. See docs/con2colic.md.
//
// Each test covers one dangling node of the forest, a local history of a thread that no test has shown, by a scenario
// with the fewest interferences. When there are no candidates left, every local history of any run is covered.
class Con2colic : public OneAtATime {
 public:
  // The executor must make reads symbolic, from the first run on.
  Con2colic(const trace::Executor& executor, const Con2colicOptions& options);

  bool next_test(trace::Test& test) override;
  void observe_run(const trace::Trace& trace) override;
  bool observe_diverged_run() override;
  Progress progress() const override;
  bool explores_inputs() const override { return true; }
  bool confirming() const override { return looked_for_deadlocks_; }
  bool finds_livelocks() const override { return true; }
  std::vector<std::string> reasons_of_incompleteness() const override;

  // Searches all standstills as if threads were many; otherwise that is done where it is worth it.
  void search_by_pairs() { searches_by_pairs_ = true; }

  // Static branches by place and outcome, with the number of interferences that each needs.
  using Coverage = interference::StaticBranches::Degrees;
  const Coverage& coverage() const { return branches_.covered(); }
  const interference::ThreadTrees& trees() const { return trees_; }
  // For a picture.
  interference::Shown shown() const { return {interferences_, builder_.failures()}; }

 private:
  // Decides a candidate; true if it results in a test.
  bool plan(interference::ScenarioId candidate, trace::Test& test);
  // True if it is realizable; otherwise it is extended.
  bool decide(interference::ScenarioId candidate);
  bool may_be_realizable(const interference::Goal& goal);
  bool extend_by_order(interference::ScenarioId candidate, std::size_t reasons);
  // For the current scenario: where it can be extended if nothing better is known.
  std::vector<interference::NodeId> local_reads() const;
  void fill(trace::Test& test);
  void add_conditions(interference::NodeId sink);
  std::int32_t next_choice(interference::NodeId sink) const;
  bool is_uncovered(interference::NodeId sink) const;
  void add_deadlocks();
  void add_races();
  void add_unwritten(std::vector<interference::Standstill>& result) const;
  bool begins_without_value(const interference::Node& read) const;
  void add_together(const std::vector<interference::Standstill>& found);
  bool needs_interference(interference::NodeId end);
  void check_promise(const trace::Trace& trace);
  void add(const trace::Trace& trace);
  void give_up_candidate(const std::string& why);
  BranchCoverage branch_coverage() const;
  // It was neither realizable nor unrealizable.
  void give_up(interference::Verdict verdict, std::uint64_t& count);

  const trace::Executor* executor_;
  Con2colicOptions options_;
  interference::ThreadTrees trees_;
  interference::ForestBuilder builder_;
  interference::Scenarios scenarios_;
  interference::Exploration exploration_;
  interference::DataConstraints data_;
  interference::TemporalConstraints order_;
  interference::Scenario scenario_;
  std::vector<symbolic::ExprId> conditions_;  // of the sink, besides its own
  interference::StaticBranches branches_;
  std::map<std::string, std::uint64_t> given_up_;  // scenarios of native programs, by reason

  bool started_ = false;
  interference::ScenarioId running_;  // the candidate that the test realizes; none for the first
  bool looked_for_deadlocks_ = false;
  bool searches_by_pairs_ = false;
  bool too_many_together_ = false;
  std::uint64_t deadlocks_ = 0;
  std::map<std::vector<trace::PlaceId>, std::vector<interference::GoalId>> standstills_;  // by the waiting places
  std::map<interference::GoalId, const std::vector<interference::GoalId>*> same_places_;
  bool looked_for_races_ = false;
  std::set<interference::Interference> interferences_;  // of the scenarios that were run
  std::vector<interference::NodeId> promised_;
  std::uint64_t candidates_ = 0;  // decided so far
  std::uint64_t too_hard_ = 0;    // for the solver
  std::uint64_t too_long_ = 0;    // for the search for an order
};

}  // namespace heddle::explore
