#include "explore/dpor/optimal.h"

#include <algorithm>

#include "base/check.h"
#include "explore/dpor/subtrees.h"
#include "explore/tree_estimate.h"
#include "trace/surprise.h"

namespace heddle::explore::dpor {

namespace {
#ifdef HEDDLE_CHECKED
constexpr bool kChecked = true;
#else
constexpr bool kChecked = false;
#endif
}  // namespace

Optimal::Optimal(const trace::Executor& executor, const symbolic::SolverOptions& solver, bool orders_twins,
                 bool counts_commute)
    : executor_(executor),
      solver_(solver),
      inputs_(executor, solver),
      history_(&inputs_, !executor.is_exact()),
      orders_twins_(orders_twins),
      counts_commute_(counts_commute),
      state_(executor) {}

Optimal::~Optimal() = default;

void Optimal::begin_below(std::uint32_t root) {
  history_.truncate(0);
  forest_.clear();
  nodes_.assign(root + 1, {});
  sleep_.clear();
  plan_.clear();
  progress_ = {};
  checker_ = {};
  started_ = true;
  planned_ = root_ = root;
}

bool Optimal::next_test(trace::Test& test) {
  test.clear();
  planned_early_ = 0;
  if (!started_) {
    started_ = true;
    return true;
  }
  for (;;) {
    std::uint32_t position = history_.length();
    while (position > root_ && nodes_[position - 1].branches == WakeupForest::kEmpty) --position;
    if (position == root_) return false;
    --position;

    // What has been explored from this node sleeps for the rest of its branches.
    Node& node = nodes_[position];
    sleep_.resize(node.sleep_end);
    sleep_.push_back(history_.event(position).action);
    ++node.sleep_end;
    ++node.done;
    history_.truncate(position);
    if (plan(test)) return true;
  }
}

// Plans the first branch of the last node whose decisions are possible together; false if there is none.
bool Optimal::plan(trace::Test& test) {
  const std::uint32_t first = history_.length();
  plan_.clear();
  for (;;) {
    // Down the first branch.
    std::uint32_t position = first + static_cast<std::uint32_t>(plan_.size());
    do {
      Action action;
      const WakeupForest::List children = forest_.take_first(nodes_[position].branches, action, planned_early_);
      plan_.push_back(action);
      ++position;
      if (position == nodes_.size()) nodes_.emplace_back();
      nodes_[position].branches = children;
    } while (nodes_[position].branches != WakeupForest::kEmpty);
    planned_ = position;
    if (find_inputs(test)) break;
    // Back to the last node of the branch that has another branch.
    while (!plan_.empty() && nodes_[first + plan_.size() - 1].branches == WakeupForest::kEmpty) plan_.pop_back();
    if (plan_.empty()) return false;
    plan_.pop_back();
  }
  for (std::uint32_t i = 0; i < first; ++i) test.schedule.push_back(history_.event(i).action.step());
  for (const Action& action : plan_) test.schedule.push_back(action.step());
  if (has_unseen_) put_to_sleep(test, first);
  return true;
}

void Optimal::put_to_sleep(trace::Test& test, std::uint32_t first) const {
  for (const Action& q : sleep(nodes_[first])) {
    const auto wakes = [&](const Action& a) { return a.thread == q.thread || conflict(a, q); };
    if (std::ranges::none_of(plan_, wakes)) test.sleep.insert(q.thread);
  }
}

// A branch that was put below another one may contain decisions of several runs that are not possible together. Then it
// is not needed: the other outcomes of those decisions are explored, too.
bool Optimal::find_inputs(trace::Test& test) {
  path_ = history_.path();
  for (const Action& action : plan_) {
    if (action.condition.valid()) path_.push_back(action.condition);
  }
  return path_.empty() || inputs_.solve(path_, test.inputs);
}

Progress Optimal::progress() const {
  Progress progress = progress_;
  inputs_.add_to(progress);
  if (!is_pruned_ && !is_observing_) progress.expected_traces = expected_runs();
  return progress;
}

double Optimal::expected_runs() const {
  TreeEstimate estimate;
  const std::uint32_t length = history_.length();
  if (length < last_length_) {
    // A test is in flight: its branch is the planned one.
    for (std::uint32_t i = planned_; i-- > length + 1;) estimate.add(0, 0, forest_.branches(nodes_[i].branches));
    const Node& node = nodes_[length];
    estimate.add(progress_.traces + progress_.blocked - node.runs_before, node.done, forest_.branches(node.branches));
  }
  for (std::uint32_t i = length; i-- > 0;) {
    const Node& node = nodes_[i];
    estimate.add(nodes_[i + 1].runs_before - node.runs_before, node.done, forest_.branches(node.branches));
  }
  return estimate.runs();
}

void Optimal::observe_run(const trace::Trace& trace) {
  CHECK_MSG(trace.outcome != trace::Outcome::kDiverged, "a planned schedule diverged at step {}", trace.diverged_at);
  ++(trace.outcome == trace::Outcome::kAsleep ? progress_.blocked : progress_.traces);
  if (trace.outcome == trace::Outcome::kDeadlock) ++progress_.deadlocks;

  is_observing_ = true;
  const std::uint32_t old_length = history_.length();
  const std::uint32_t old_races = history_.race_count();
  inputs_.observe(trace);
  history_.extend(trace);
  trace::expect_step(history_.length() >= planned_, trace.operations.size(), "{} steps, {} planned", history_.length(),
                     planned_);
  last_length_ = history_.length();
  extend_nodes(old_length);
  if (kChecked && !is_pruned_) check_invariants(trace);
  reverse_races(old_length, old_races);
  is_observing_ = false;
}

void Optimal::check_invariants(const trace::Trace& trace) {
  CHECK(sleep(nodes_[planned_]).empty());
  for (std::uint32_t i = 0; i < history_.length(); ++i) {
    const Event& e = history_.event(i);
    Action expected = action_of(trace.operations[e.operation]);
    // Not part of the trace.
    expected.condition = e.action.condition;
    expected.room = e.action.room;
    expected.dip = e.action.dip;
    CHECK_MSG(e.action == expected, "step {} has changed", i);
  }
  const std::size_t old_steps = planned_ - plan_.size();
  for (std::size_t i = 0; i < plan_.size(); ++i) {
    const auto position = static_cast<std::uint32_t>(old_steps + i);
    CHECK_MSG(plan_[i] == history_.event(position).action, "step {} is not what was planned", position);
  }
  plan_.clear();
  checker_.observe(trace);
  CHECK_MSG(checker_.progress().traces == progress_.traces, "run {} repeats a trace", progress_.traces);
}

void Optimal::extend_nodes(std::uint32_t first) {
  const std::uint32_t length = history_.length();
  if (nodes_.size() < length + 1) nodes_.resize(length + 1);
  for (std::uint32_t i = first; i < length; ++i) {
    const Action& action = history_.event(i).action;
    const Node& node = nodes_[i];
    Node& child = nodes_[i + 1];
    if (i + 1 > planned_) child.branches = WakeupForest::kEmpty;
    child.done = 0;
    child.runs_before = progress_.traces + progress_.blocked - 1;
    child.sleep_begin = static_cast<std::uint32_t>(sleep_.size());
    for (std::uint32_t s = node.sleep_begin; s < node.sleep_end; ++s) {
      Action q = sleep_[s];
      if (q.thread == action.thread || conflict(q, action)) continue;
      q.room = room_after(q.room, q, action);
      if (q.room >= 0) sleep_.push_back(q);
    }
    child.sleep_end = static_cast<std::uint32_t>(sleep_.size());
  }
}

void Optimal::reverse_races(std::uint32_t old_length, std::uint32_t old_races) {
  const std::uint32_t count = history_.race_count();
  decided_by_.resize(count);
  for (std::uint32_t r = 0; r < count; ++r) {
    const Race& race = history_.race(r);
    if (race.first < root_) continue;
    if (r >= old_races || decided_by_[r] >= old_length) {
      decided_by_[r] = reverse(race);
    } else if (kChecked && !is_pruned_) {
      CHECK_MSG(is_covered(race), "race {} of event {} was decided too early", r, race.first);
    }
  }
}

bool Optimal::is_covered(const Race& race) {
  collect_independent(race);
  const Node& node = nodes_[race.first];
  return is_asleep(node) || forest_.find(node.branches, v_, evidence_).covered;
}

std::uint32_t Optimal::reverse(const Race& race) {
  Node& node = nodes_[race.first];
  evidence_.clear();
  collect_independent(race);
  if (is_asleep(node)) return last_evidence();
  const WakeupForest::Place place = forest_.find(node.branches, v_, evidence_);
  if (!place.covered) add_branch(race, place);
  return last_evidence();
}

void Optimal::collect_independent(std::uint32_t first, std::span<const std::uint32_t> left_out) {
  const Event& e = history_.event(first);
  const auto index = static_cast<std::int32_t>(e.index);
  v_.clear();
  for (std::uint32_t i = first + 1; i < history_.length(); ++i) {
    if (history_.known(i, e.action.thread) >= index) continue;
    const auto is_before = [&](std::uint32_t other) { return history_.happens_before(other, i); };
    if (std::ranges::none_of(left_out, is_before)) v_.push_back(history_.event(i).action, i);
  }
}

void Optimal::collect_independent(const Race& race) {
  if (race.second.condition.valid() && race.second.thread == history_.event(race.first).action.thread) {
    v_.clear();
    v_.push_back(race.second, race.first);
    return;
  }
  collect_independent(race.first, history_.left_out(race));
  // As evidence, e' goes under the name of e, which stays as long as the race does. For no new event of v can be
  // dependent with e': what is dependent with e' and comes later happens after e', or after e if e modifies.
  v_.push_back(race.second, race.first);
}

bool Optimal::is_asleep(const Node& node) {
  for (const Action& q : sleep(node)) {
    const Initial initial = find_initial(q, v_.actions);
    if (initial.is_weak_initial) evidence_.clear();
    add_evidence(q, initial, v_, evidence_);
    if (initial.is_weak_initial) return true;
  }
  return false;
}

void Optimal::add_branch(const Race& race, const WakeupForest::Place& place) {
  // If both e and e' are additions, it is all of them together that leave no room for e.
  const Action& first = history_.event(race.first).action;
  if (!conflict(first, race.second)) add_evidence(first, find_initial(first, v_.actions), v_, evidence_);
  // The causes of e' in E'.v are what its thread needs, and those in v that are dependent with it.
  const Sequence& rest = forest_.rest();
  needed_.clear();
  needed_.add(race.first);
  if (race.cause != kNone) needed_.add(race.cause);
  if (race.twin != kNone) needed_.add(race.twin);
  for (std::size_t i = 0; i < rest.size(); ++i) {
    if (conflict(rest.actions[i], race.second)) needed_.add(rest.events[i]);
  }
  for (const std::uint32_t event : evidence_) {
    if (event != kNone) needed_.add(event);
  }
  branch_.clear();
  branch_events_.clear();
  for (std::size_t i = 0; i < rest.size(); ++i) {
    if (!needed_.contains(rest.events[i])) continue;
    branch_.push_back(rest.actions[i]);
    branch_events_.push_back(rest.events[i]);
    evidence_.push_back(rest.events[i]);
  }
  adjust_rooms(race, place);
  const WakeupForest::Leaf leaf = forest_.add(nodes_[race.first].branches, place, branch_);
  if (subtrees_ != nullptr) note_leaf(leaf, race.first);
}

void Optimal::adjust_rooms(const Race& race, const WakeupForest::Place& place) {
  const auto has_limit = [](const Action& a) { return a.room != Action::kAnyRoom; };
  if (std::ranges::none_of(branch_, has_limit)) return;
  forest_.find_path(place.above, leaf_path_);
  for (std::size_t i = 0; i < branch_.size(); ++i) {
    Action& action = branch_[i];
    if (!has_limit(action)) continue;
    // 1. Without those of its group that come after E'.
    if (branch_events_[i] == race.first) {
      for (const Action& other : v_.actions) {
        if (&other != &v_.actions.back() && other.location == action.location) action.room -= other.dip;
      }
    } else {
      action.room -= history_.dips_before(branch_events_[i], race.first);
    }
    // 2. With those that come before it in the tree.
    std::int32_t dips = 0;
    const auto take = [&](const Action& other) {
      if (other.location == action.location) dips = other.touch == Touch::kAdds ? dips + other.dip : 0;
    };
    std::ranges::for_each(leaf_path_, take);
    std::for_each(branch_.begin(), branch_.begin() + static_cast<std::ptrdiff_t>(i), take);
    action.room += dips;
  }
}

std::uint32_t Optimal::last_evidence() const {
  std::uint32_t last = 0;
  for (const std::uint32_t event : evidence_) last = std::max(last, event);
  return last;
}

// Which steps must be tried along the way of the run because of what it would have shown? Wherever that is not certain,
// all of them: then everything that can follow is explored, whatever it is.
void Optimal::observe_unseen(std::span<const Access> accesses, const trace::Trace& whole) {
  has_unseen_ = true;
  expanded_.clear();
  // 1. Races between steps that were seen and steps that were not.
  for (const Access& access : accesses) {
    history_.find_unseen_races(access, unseen_);
    expanded_.insert(expanded_.end(), unseen_.begin(), unseen_.end());
  }
  sort_expanded();
  std::erase_if(expanded_, [&](std::uint32_t position) {
    collect_independent(position);
    return stays_asleep(nodes_[position], accesses);
  });
  // 2. Races among those that were seen, if they were considered covered because v has nothing dependent with a step
  // that sleeps or is planned: the rest of v may have.
  for (std::uint32_t r = 0; r < history_.race_count(); ++r) {
    if (decided_by_[r] == kNone && !stays_covered(history_.race(r), accesses))
      expanded_.push_back(history_.race(r).first);
  }
  sort_expanded();
  state_.start(whole);
  std::uint32_t at = 0;
  for (const std::uint32_t position : expanded_) {
    for (; at < position; ++at) state_.advance();
    expand(position);
  }
}

void Optimal::sort_expanded() {
  std::ranges::sort(expanded_);
  const auto same = std::ranges::unique(expanded_);
  expanded_.erase(same.begin(), same.end());
}

namespace {

// May one of these accesses be dependent with the step, or have another outcome?
bool is_touched(const Action& q, std::span<const Access> accesses) {
  return q.choice != trace::kNoChoice || std::ranges::any_of(accesses, [&](const Access& access) {
           return access.thread != q.thread && access.location.value == q.location &&
                  (access.modifies || q.touch != Touch::kObserves);
         });
}

}  // namespace

// Is a step that sleeps here a weak initial of v_, and of anything that the accesses extend it to?
bool Optimal::stays_asleep(const Node& node, std::span<const Access> accesses) const {
  return std::ranges::any_of(sleep(node), [&](const Action& q) {
    const Initial initial = find_initial(q, v_.actions);
    return initial.is_weak_initial && (initial.evidence < v_.size() || !is_touched(q, accesses));
  });
}

// The same for a race that was considered covered, also by what is planned.
bool Optimal::stays_covered(const Race& race, std::span<const Access> accesses) {
  const Node& node = nodes_[race.first];
  collect_independent(race);
  if (stays_asleep(node, accesses)) return true;
  const WakeupForest::Place place = forest_.find(node.branches, v_, evidence_);
  if (!place.covered) return false;
  forest_.find_path(place.above, branch_);
  return std::ranges::none_of(branch_, [&](const Action& q) { return is_touched(q, accesses); });
}

void Optimal::expand(std::uint32_t position) {
  Node& node = nodes_[position];
  const Action& taken = history_.event(position).action;
  for (const trace::ThreadId t : state_.enabled()) {
    const trace::Operation& op = state_.next_of(t);
    for (std::int64_t n = 0; n < state_.outcomes_of_next(t); ++n) {
      Action action = action_at(op, state_.state_before(op));
      action.choice = state_.outcome_of_next(t, n);
      if (op.kind == trace::OpKind::kBranch && inputs_.is_open(op) && op.choice != trace::kNoChoice) {
        action.condition = inputs_.condition(op);
      }
      const auto is_same = [&](const Action& q) { return q.thread == t && q.choice == action.choice; };
      if (is_same(taken) || std::ranges::any_of(sleep(node), is_same)) continue;
      forest_.add_step(node.branches, action);
    }
  }
}

}  // namespace heddle::explore::dpor
