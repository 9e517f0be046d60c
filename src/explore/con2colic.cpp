#include "explore/con2colic.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "base/stop.h"
#include "explore/interference/unfollowed.h"
#include "trace/short_text.h"
#include "trace/surprise.h"

namespace heddle::explore {

using interference::kOtherOutcome;
using interference::NodeId;
using interference::ScenarioId;
using trace::OpKind;

namespace {

const interference::OrderCore kNoOrder;

}  // namespace

Con2colic::Con2colic(const trace::Executor& executor, const Con2colicOptions& options)
    : executor_(&executor),
      options_(options),
      builder_(trees_, *executor.expressions()),
      scenarios_(trees_),
      exploration_(trees_, scenarios_),
      data_(trees_, executor, options.solver),
      order_(trees_, executor),
      branches_(trees_, executor) {
  exploration_.set_bound(options.interferences);
  if (!options.avoid_duplicates) scenarios_.allow_duplicates();
}

bool Con2colic::next_test(trace::Test& test) {
  test.clear();
  if (!started_) {
    started_ = true;
    return true;
  }
  for (;;) {
    for (ScenarioId c = exploration_.pop(); c.valid(); c = exploration_.pop()) {
      if (plan(c, test)) return true;
    }
    if (!looked_for_deadlocks_) {
      add_deadlocks();
    } else if (!looked_for_races_) {
      add_races();
    } else {
      return false;
    }
  }
}

// Called when all local histories are known.
void Con2colic::add_deadlocks() {
  looked_for_deadlocks_ = true;
  interference::Standstills standstills(trees_);
  std::vector<interference::Standstill> found = standstills.find_circles();
  too_many_together_ = standstills.gave_up();
  if (searches_by_pairs_ || standstills.are_many()) {
    interference::StandstillSearch search(trees_, standstills.positions(), *executor_,
                                          [this](const interference::Goal& goal) { return may_be_realizable(goal); });
    search.run(found);
    too_many_together_ = too_many_together_ || search.gave_up();
  } else {
    std::ranges::move(standstills.find_together(), std::back_inserter(found));
  }
  add_together(found);
}

// True unless the answer is found soon. There are no other candidates.
bool Con2colic::may_be_realizable(const interference::Goal& goal) {
  constexpr std::uint64_t kMaxCandidates = 1'000;
  const interference::GoalId id = exploration_.add_goal(goal, false);
  if (!id.valid()) return false;
  const std::uint64_t first = candidates_;
  for (ScenarioId c = exploration_.pop(); c.valid(); c = exploration_.pop()) {
    if (!decide(c) && candidates_ - first < kMaxCandidates) continue;
    exploration_.close(id);
    return true;
  }
  return false;
}

// Models have none.
void Con2colic::add_races() {
  looked_for_races_ = true;
  if (executor_->is_exact()) return;
  interference::Standstills standstills(trees_);
  std::vector<interference::Standstill> found = standstills.find_conflicts();
  std::ranges::move(standstills.find_lifetimes(), std::back_inserter(found));
  add_unwritten(found);
  add_together(found);
  too_many_together_ = too_many_together_ || standstills.gave_up();
}

// Reads of memory that was never written, unless the thread itself or its creator must have done so: using a value that
// was never set is a finding, whatever its bits are.
void Con2colic::add_unwritten(std::vector<interference::Standstill>& result) const {
  for (std::size_t i = 0; i < trees_.size(); ++i) {
    const NodeId n(i);
    const interference::Node& node = trees_[n];
    if (!node.covered || !node.reads() || node.local_write.valid() || !begins_without_value(node)) continue;
    const std::vector<NodeId>& writes = trees_.at(node.location);
    const auto is_before = [&](NodeId w) { return interference::is_before_creation(trees_, w, n); };
    if (writes.empty() || std::ranges::any_of(writes, is_before)) continue;
    interference::Standstill found{{interference::Goal::Kind::kTogether, {n}}, {node.place}};
    found.goal.unwritten = n;
    result.push_back(std::move(found));
  }
}

// The bytes that new memory of the heap and of stacks has (docs/how-it-runs.md, "Memory without a value").
bool Con2colic::begins_without_value(const interference::Node& read) const {
  constexpr std::uint64_t kEachByte = 0x0101010101010101;
  constexpr std::uint64_t kOnHeap = 0xe7 * kEachByte;
  constexpr std::uint64_t kOnStack = 0xaa * kEachByte;
  const unsigned width = executor_->expressions()->width(read.variable);
  const std::uint64_t mask = ~std::uint64_t{0} >> (64 - width);
  const auto initial = static_cast<std::uint64_t>(executor_->initial_state(read.location)) & mask;
  return initial == (kOnHeap & mask) || initial == (kOnStack & mask);
}

void Con2colic::add_together(const std::vector<interference::Standstill>& found) {
  standstills_.clear();
  same_places_.clear();
  for (const interference::Standstill& s : found) {
    const interference::GoalId goal = exploration_.add_goal(s.goal, false);
    if (goal.valid()) standstills_[s.places].push_back(goal);
  }
  for (const auto& [places, goals] : standstills_) {
    for (const interference::GoalId g : goals) same_places_[g] = &goals;
  }
}

bool Con2colic::plan(ScenarioId candidate, trace::Test& test) {
  if (!decide(candidate)) return false;
  running_ = candidate;
  fill(test);
  return true;
}

bool Con2colic::decide(ScenarioId candidate) {
  base::poll_stop();
  ++candidates_;
  scenarios_.unfold(candidate, scenario_);
  add_conditions(scenario_.sink());
  const interference::Verdict data = data_.solve(scenario_, conditions_);
  if (data != interference::Verdict::kRealizable) {
    if (options_.use_cores && data_.core().size() > 1 && extend_by_order(candidate, data_.core().size())) return false;
    give_up(data, too_hard_);
    exploration_.extend(candidate, options_.use_cores ? data_.core() : local_reads(), kNoOrder);
    return false;
  }
  const interference::Verdict order = order_.solve(scenario_);
  if (order != interference::Verdict::kRealizable) {
    give_up(order, too_long_);
    if (options_.use_cores) order_.shrink_core();
    exploration_.extend(candidate, options_.use_cores ? order_.core().reads : local_reads(), order_.core());
    return false;
  }
  return true;
}

// Also checks whether its events have no order, for fewer reasons than its values have: either of the two cores is
// enough.
bool Con2colic::extend_by_order(ScenarioId candidate, std::size_t reasons) {
  if (order_.solve(scenario_) != interference::Verdict::kNotRealizable) return false;
  order_.shrink_core();
  if (order_.core().size() >= reasons) return false;
  exploration_.extend(candidate, order_.core().reads, order_.core());
  return true;
}

void Con2colic::give_up(interference::Verdict verdict, std::uint64_t& count) {
  if (verdict != interference::Verdict::kUnknown) return;
  ++count;
  branches_.excuse(scenario_.sink(), BranchCoverage::State::kTooHard);
}

std::vector<NodeId> Con2colic::local_reads() const {
  std::vector<NodeId> result;
  for (const interference::Leaf& leaf : scenario_.leaves) {
    for (NodeId n = leaf.node; !trees_[n].is_root; n = trees_[n].parent) {
      if (trees_[n].reads() && !scenario_.interfering(n).valid()) result.push_back(n);
    }
  }
  return result;
}

// The condition that a decision has none of the known outcomes.
void Con2colic::add_conditions(NodeId sink) {
  conditions_.clear();
  if (!sink.valid()) return;
  const interference::Node& node = trees_[sink];
  if (node.kind != OpKind::kBranch || node.outcome != kOtherOutcome) return;
  for (const NodeId sibling : trees_[node.parent].children) {
    const symbolic::ExprId condition = trees_[sibling].condition;
    if (condition.valid()) conditions_.push_back(executor_->expressions()->negate(condition));
  }
}

void Con2colic::fill(trace::Test& test) {
  promised_ = order_.order();
  test.schedule = order_.schedule();
  data_.inputs(test.inputs);
  if (const NodeId next = scenario_.goal->next; next.valid())
    test.schedule.push_back({trees_[next].thread, trace::kNoChoice});
  if (!scenario_.sink().valid()) return;
  promised_.pop_back();  // the sink, which has no outcome yet
  if (trees_[scenario_.sink()].kind == OpKind::kChoose) test.schedule.back().choice = next_choice(scenario_.sink());
}

// The smallest one that is not known.
std::int32_t Con2colic::next_choice(NodeId sink) const {
  std::int32_t choice = 0;
  while (trees_.child(trees_[sink].parent, choice).valid()) ++choice;
  return choice;
}

void Con2colic::observe_run(const trace::Trace& trace) {
  if (executor_->is_exact()) return add(trace);
  try {
    add(trace);
  } catch (const trace::Surprise& surprise) {
    give_up_candidate(surprise.what);
  }
}

bool Con2colic::observe_diverged_run() {
  give_up_candidate("the schedule could not be followed");
  return true;
}

// What threads of a native program do may depend on more than what is symbolic.
void Con2colic::give_up_candidate(const std::string& why) {
  ++given_up_[why];
  if (!running_.valid()) return;
  const interference::GoalId goal = scenarios_.goal_of(running_);
  if (scenarios_.goal(goal).kind == interference::Goal::Kind::kSink)
    branches_.excuse(scenarios_.goal(goal).ends[0], BranchCoverage::State::kGivenUp);
  exploration_.close(goal);
}

void Con2colic::add(const trace::Trace& trace) {
  data_.observe(trace);
  builder_.add(trace, running_.valid() ? scenarios_.degree_of(running_) : 0);
  for (const NodeId n : builder_.replaced()) exploration_.close(n);
  for (const interference::NewNode& n : builder_.covered()) {
    exploration_.close(n.node);
    branches_.cover(n);
  }
  if (running_.valid()) check_promise(trace);
  for (const NodeId n : builder_.dangling()) exploration_.add_sink(n, options_.uncovered_first && is_uncovered(n));
  for (const interference::NewNode& n : builder_.covered()) {
    if (trees_[n.node].kind == OpKind::kExit) exploration_.add_end(n.node, needs_interference(n.node));
  }
  for (const interference::NewNode& n : builder_.covered()) exploration_.add_node(n.node);
  if (running_.valid() && exploration_.is_open(scenarios_.goal_of(running_))) exploration_.repeat(running_);
}

// Can the thread not come there if it reads only what it has written itself?
bool Con2colic::needs_interference(NodeId end) {
  interference::Scenario alone;
  alone.leaves.push_back({trees_[end].thread, end});
  return data_.solve(alone, {}) == interference::Verdict::kNotRealizable;
}

// The test must have covered what its scenario has said.
void Con2colic::check_promise(const trace::Trace& trace) {
  std::vector<NodeId> seen = builder_.nodes();
  std::vector<NodeId> promised = promised_;
  std::ranges::sort(seen);
  std::ranges::sort(promised);
  trace::expect_step(std::ranges::includes(seen, promised), trace.operations.size(), "the scenario was not realized");
  interferences_.insert(scenario_.interferences.begin(), scenario_.interferences.end());
  const interference::GoalId goal = scenarios_.goal_of(running_);
  if (scenarios_.goal(goal).kind != interference::Goal::Kind::kSink) {
    // One is as good as another with the same places.
    for (const interference::GoalId g : *same_places_.at(goal)) exploration_.close(g);
    if (!looked_for_races_) ++deadlocks_;
    return;
  }
  const NodeId sink = scenarios_.goal(goal).ends[0];
  const bool is_covered =
      !exploration_.is_open(goal) || std::ranges::find(builder_.narrowed(), sink) != builder_.narrowed().end();
  trace::expect_step(is_covered, trace.operations.size(), "the sink of the scenario was not covered");
}

bool Con2colic::is_uncovered(NodeId sink) const {
  const interference::Node& node = trees_[sink];
  return node.kind == OpKind::kBranch && !branches_.is_covered(sink);
}

Progress Con2colic::progress() const {
  Progress p;
  p.events = trees_.size();
  p.deadlocks = deadlocks_;
  p.branches = branch_coverage();
  p.inputs = data_.statistics();
  return p;
}

BranchCoverage Con2colic::branch_coverage() const {
  using State = BranchCoverage::State;
  const State left_over = looked_for_races_ ? State::kUnreachable : State::kUnfinished;
  BranchCoverage result = branches_.coverage(exploration_.left_out_sinks(), left_over);
  result.candidates = candidates_;
  return result;
}

std::vector<std::string> Con2colic::reasons_of_incompleteness() const {
  std::vector<std::string> result;
  // In a model threads have names, and everything they share is small.
  const bool may_hand_on = !executor_->is_exact();
  for (const interference::Unfollowed& u :
       may_hand_on ? interference::find_unfollowed(trees_) : std::vector<interference::Unfollowed>{}) {
    result.push_back(fmt::format("con2colic does not follow {} ({})", u.what, short_text(executor_->names(), u.place)));
  }
  for (const trace::PlaceId place : builder_.uncertain_loops()) {
    result.push_back(fmt::format("con2colic does not follow what a loop that waits hands on from turn to turn ({})",
                                 short_text(executor_->names(), place)));
  }
  for (const auto& [why, count] : given_up_) {
    result.push_back(fmt::format("{} scenario{} given up: {}", count, count == 1 ? " was" : "s were", why));
  }
  if (exploration_.has_left_out()) {
    result.push_back(fmt::format("scenarios with more than {} interferences were left out (--interferences)",
                                 options_.interferences));
  }
  if (too_hard_ > 0)
    result.push_back(fmt::format("for {} scenarios the solver could not find inputs in its time", too_hard_));
  if (too_long_ > 0)
    result.push_back(fmt::format("for {} scenarios no order was found in {} states", too_long_,
                                 interference::OrderSearch::kMaxStates));
  if (too_many_together_) {
    result.push_back(fmt::format("deadlocks and data races were searched in {} states of all threads together only",
                                 interference::Standstills::kMaxTuples));
  }
  for (const NodeId n : builder_.given_up()) {
    result.push_back(
        fmt::format("a decision has too many values ({})", short_text(executor_->names(), trees_[n].place)));
  }
  return result;
}

}  // namespace heddle::explore
