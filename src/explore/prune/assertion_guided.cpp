#include "explore/prune/assertion_guided.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <ranges>
#include <utility>

#include "base/check.h"
#include "explore/interference/symbolic_trace.h"
#include "explore/prune/path_reader.h"
#include "explore/prune/segment_reader.h"
#include "explore/prune/shorten.h"
#include "trace/short_text.h"

namespace heddle::explore::prune {

using symbolic::ExprId;
using symbolic::VariableId;
using trace::OpKind;
using trace::ThreadId;

namespace {

constexpr std::size_t kNever = std::numeric_limits<std::size_t>::max();
// Up to this many different sets of sleeping steps are kept separate in one summary.
constexpr std::size_t kMaxVisits = 8;

#ifdef HEDDLE_CHECKED
constexpr bool kChecked = true;
#else
constexpr bool kChecked = false;
#endif

std::unique_ptr<StateReader> make_reader(const trace::Executor& executor, symbolic::Expressions& in) {
  if (executor.is_exact()) return std::make_unique<SegmentReader>(executor, in);
  return std::make_unique<PathReader>(executor, in);
}

}  // namespace

AssertionGuided::AssertionGuided(std::unique_ptr<TreeSearch> search, const trace::Executor& executor,
                                 const symbolic::SolverOptions& solver, const Options& options)
    : executor_(&executor),
      in_(executor.expressions()),
      search_(std::move(search)),
      options_(options),
      reader_(make_reader(executor, *in_)),
      weakest_(*in_, options_.max_size),
      summaries_(options_.max_summaries),
      solver_(symbolic::make_solver(*in_, solver, statistics_)),
      evaluator_(*in_),
      memory_(*in_) {}

bool AssertionGuided::next_test(trace::Test& test) {
  const bool more = search_->next_test(test);
  branch_ = more ? common_prefix(test.schedule) : 0;
  planned_ = test.schedule.size();
  if (more && started_ && branch_ < edges_.size()) prefer(edges_[branch_].step.thread, test);
  if (started_) leave(branch_);
  return more;
}

// A thread that was overtaken continues right after that, so that the run soon reaches a known state.
void AssertionGuided::prefer(ThreadId thread, trace::Test& test) const {
  test.policy.kind = trace::Policy::Kind::kDelay;
  for (const Transition& edge : edges_) test.policy.delayed.insert(edge.step.thread);
  test.policy.delayed.erase(thread);
}

std::size_t AssertionGuided::common_prefix(const std::vector<trace::Step>& schedule) const {
  std::size_t length = 0;
  while (length < schedule.size() && length < edges_.size() && edges_[length].step == schedule[length]) ++length;
  return length;
}

void AssertionGuided::leave(std::size_t count) {
  while (edges_.size() > count) {
    Node node = std::move(nodes_.back());
    const Transition edge = std::move(edges_.back());
    nodes_.pop_back();
    edges_.pop_back();
    if (edge.is_extra) continue;
    add_to(nodes_.back().accesses, node.accesses);
    if (edge.access != Transition::kNoAccess) add_to(nodes_.back().accesses, edge.access);
    add(nodes_.back(), edge, finish(node));
  }
}

// At branching pivot points the disjunction, at interleaving pivot points the conjunction.
void AssertionGuided::add(Node& node, const Transition& edge, ExprId safe) {
  safe = pruning_.off.empty() ? weakest_.before(edge, safe) : in_->truth(false);
  const auto same = std::ranges::find(node.explored, edge.step.thread, &Explored::thread);
  if (same == node.explored.end()) {
    node.explored.push_back({edge.step.thread, edge.decides, safe});
  } else {
    same->safe = edge.decides ? weakest_.disjunction(same->safe, safe) : weakest_.conjunction(same->safe, safe);
  }
}

ExprId AssertionGuided::finish(Node& node) {
  if (node.end.valid()) return node.end;
  ExprId safe = in_->truth(true);
  for (const Explored& e : node.explored) safe = weakest_.conjunction(safe, e.safe);
  if (in_->is_constant(safe, 0) || !pruning_.off.empty()) return safe;
  Summary& summary = summaries_.at(node.control);
  add_to(summary.accesses, node.accesses);
  const auto same = std::ranges::find_if(summary.visits, [&](const Finished& visit) {
    return visit.asleep.size() == node.asleep.size() && covers(visit, node.asleep);
  });
  if (same != summary.visits.end()) {
    const ExprId all = weakest_.disjunction(same->safe, safe);
    if (!in_->is_constant(all, 0)) same->safe = all;
  } else if (summary.visits.size() < kMaxVisits) {
    summary.visits.push_back({safe, node.asleep});
  }
  return safe;
}

void AssertionGuided::observe_run(const trace::Trace& trace) {
  look_at_findings(trace);
  const std::size_t kept = read(trace);
  const bool pruned = kept != kNever;
  if (pruned) {
    ++pruning_.pruned;
    shorten(whole_, steps_[kept], seen_);
    search_->expect_unseen();
  }
  search_->observe_run(pruned ? seen_ : whole_);
  if (pruned && options_.update_backtracks && search_->follows_races()) tell_unseen();
  started_ = true;
  if (search_->depth() >= edges_.size()) return;
  edges_.resize(search_->depth());
  nodes_.resize(edges_.size() + 1);
  edges_.back().is_extra = true;
}

// A thread that fails stops there, so its last step led to the failure, or the step that created it.
void AssertionGuided::look_at_findings(const trace::Trace& trace) {
  failing_.clear();
  has_races_ = false;
  for (const trace::Failure& failure : trace.failures) {
    has_races_ = has_races_ || failure.kind == trace::FailureKind::kDataRace;
    std::size_t step = kNever;
    std::size_t count = 0;
    for (const trace::Operation& op : trace.operations) {
      if (!is_step(op)) continue;
      const bool creates = op.kind == OpKind::kCreate && op.choice == failure.thread.value;
      if (op.thread == failure.thread || creates) step = count;
      ++count;
    }
    failing_.push_back(step != kNever ? step : 0);
  }
  ends_in_deadlock_ = trace::ended_by_itself(trace.outcome) && !cores_.find(trace).empty();
  const auto goes_on = [](const trace::Pending& p) {
    return p.why == trace::Pending::Why::kCut || p.why == trace::Pending::Why::kBeyond ||
           p.why == trace::Pending::Why::kSpinning;
  };
  ends_early_ = std::ranges::any_of(trace.pending, goes_on);
}

// The result is the number of steps after which nothing can be found.
std::size_t AssertionGuided::read(const trace::Trace& trace) {
  whole_ = trace;
  whole_.expressions.clear();
  whole_.locals.clear();
  path_.clear();
  steps_.clear();
  asleep_.clear();
  if (started_) {
    const auto sleeping = search_->asleep(branch_);
    asleep_.assign(sleeping.begin(), sleeping.end());
  }
  std::size_t kept = kNever;
  harmless_from_ = find_harmless(trace);
  reader_->start(trace);
  for (std::size_t i = 0; !reader_->at_end(); ++i) {
    steps_.push_back(reader_->position());
    const bool is_new = kept == kNever && i >= branch_;
    if (is_new && nodes_.size() == i) enter_node();
    if (is_new && i >= planned_ && can_end(i)) kept = i;
    look_at_decision();
    if (kept == kNever && is_new) {
      take_new_step(trace);
    } else {
      reader_->advance(nullptr);
    }
  }
  look_at_followed();
  if (!pruning_.off.empty()) kept = kNever;
  for (trace::Pending& p : whole_.pending) {
    if (p.operation.kind == OpKind::kBranch) decide_over_inputs(p.operation);
  }
  for (const std::size_t step : failing_) {
    if (step < edges_.size()) edges_[step].fails = true;
  }
  if (kept == kNever) end_run(trace);
  return kept;
}

void AssertionGuided::enter_node() {
  Node& node = nodes_.emplace_back();
  node.control = reader_->control();
  node.asleep = asleep_;
}

void AssertionGuided::decide_over_inputs(trace::Operation& decision) {
  trace::Branch branch = trace::unpack_branch(decision.operand);
  branch.expression = reader_->over_inputs(branch.expression);
  decision.operand = trace::pack(branch);
}

void AssertionGuided::look_at_decision() {
  trace::Operation& op = whole_.operations[reader_->position()];
  if (op.kind != OpKind::kBranch) return;
  const bool is_fixed = trace::unpack_branch(op.operand).mode == trace::BranchMode::kFix;
  decide_over_inputs(op);
  const ExprId condition = interference::condition_of(*in_, op.operand, op.choice);
  if (is_fixed && !in_->is_constant(condition)) fixed_.insert(op.place);
  if (!in_->is_constant(condition)) path_.push_back(condition);
}

void AssertionGuided::take_new_step(const trace::Trace& trace) {
  const trace::Operation& op = trace.operations[reader_->position()];
  Transition& edge = edges_.emplace_back();
  reader_->advance(&edge);
  const dpor::Action action = dpor::action_of(op);
  const bool modifies = op.effect == trace::Effect::kModify;
  if (op.effect != trace::Effect::kNone) edge.access = number_of({op.thread, op.location, op.kind, modifies});
  std::erase_if(asleep_, [&](const dpor::Action& q) { return q.thread == op.thread || conflict(q, action); });
}

std::uint32_t AssertionGuided::number_of(const Access& access) {
  const auto [at, is_new] = access_numbers_.try_emplace(access, static_cast<std::uint32_t>(accesses_.size()));
  if (is_new) accesses_.push_back(access);
  return at->second;
}

// The run has reached its own end, which is a node, too.
void AssertionGuided::end_run(const trace::Trace& trace) {
  if (nodes_.size() == edges_.size()) enter_node();
  Node& node = nodes_.back();
  node.end = in_->truth(!ends_in_deadlock_ && !ends_early_);
  for (const trace::Pending& p : trace.pending) {
    const trace::Operation& op = p.operation;
    const bool waits = p.why == trace::Pending::Why::kBlocked || p.why == trace::Pending::Why::kAbandoned;
    if (waits && waits_for_state(op.kind)) {
      add_to(node.accesses, number_of({op.thread, op.location, op.kind, true}));
    }
  }
}

// Nodes of type A (section 6.1): the number of steps after which no thread can reach a failure any more. A search that
// uses races to choose which steps to try must see the rest nevertheless.
std::size_t AssertionGuided::find_harmless(const trace::Trace& trace) const {
  if (options_.slice == nullptr || search_->follows_races()) return kNever;
  const auto may_fail = [&](const trace::Operation& op) {
    return options_.slice->at(executor_->names().places.at(op.place.index())).failure_ahead;
  };
  if (std::ranges::any_of(trace.pending, may_fail, &trace::Pending::operation)) return kNever;
  auto steps = static_cast<std::size_t>(std::ranges::count_if(trace.operations, trace::is_step));
  for (const trace::Operation& op : std::views::reverse(trace.operations)) {
    if (!is_step(op)) continue;
    if (may_fail(op)) return steps;
    --steps;
  }
  return steps;
}

// Can the run end at the node, which is the last one, without losing anything?
bool AssertionGuided::can_end(std::size_t position) {
  if (!pruning_.off.empty()) return false;
  Node& node = nodes_[position];
  if (position >= harmless_from_ && !fails_behind(position)) {
    node.end = in_->truth(true);
    return true;
  }
  const Summary* const summary = summaries_.find(node.control);
  if (summary == nullptr) return false;
  ExprId safe = in_->truth(false);
  for (const Finished& visit : summary->visits) {
    if (covers(visit, node.asleep)) safe = weakest_.disjunction(safe, visit.safe);
  }
  if (!follows(safe)) return false;
  if (fails_behind(position)) return false;
  node.end = safe;
  node.accesses = summary->accesses;
  return true;
}

bool AssertionGuided::fails_behind(std::size_t position) const {
  const bool fails =
      ends_in_deadlock_ || std::ranges::any_of(failing_, [&](std::size_t step) { return step >= position; });
  CHECK_MSG(!kChecked || !fails || has_races_, "a run fails after step {} although it was found to be safe", position);
  return fails;
}

// Does the condition hold in all states that the path so far leads to?
bool AssertionGuided::follows(ExprId safe) {
  if (in_->is_constant(safe)) return in_->is_constant(safe, 1);
  evaluator_.use(reader_->values());
  if (!evaluator_.holds(safe)) return false;
  const auto is_input = [&](VariableId v) { return in_->variables()[v.index()].is_input(); };
  const bool any_input = std::ranges::any_of(in_->variables_of(safe), is_input);
  if (!any_input && !reader_->has_inputs()) return true;
  memory_.clear();
  for (const VariableId v : in_->variables_of(safe)) {
    if (!is_input(v)) memory_.set(v, reader_->expression(v));
  }
  const ExprId here = memory_.apply(safe);
  if (in_->is_constant(here)) return in_->is_constant(here, 1);
  question_ = path_;
  question_.push_back(in_->negate(here));
  return solver_->solve(question_, model_) == symbolic::Answer::kUnsatisfiable;
}

void AssertionGuided::tell_unseen() {
  unseen_.clear();
  const AccessSet& set = nodes_.back().accesses;
  for (std::size_t i = 0; i < accesses_.size(); ++i) {
    if (i / 64 < set.size() && ((set[i / 64] >> (i % 64)) & 1) != 0) unseen_.push_back(accesses_[i]);
  }
  search_->observe_unseen(unseen_, whole_);
}

// What was found out before is true: nothing else happened in the runs that it comes from.
void AssertionGuided::look_at_followed() {
  if (!pruning_.off.empty()) return;
  pruning_.off = executor_->not_followed();
  if (pruning_.off.empty() && in_->size() >= options_.max_expressions)
    pruning_.off = fmt::format("{} expressions are kept", options_.max_expressions);
  const std::optional<NotFollowed>& seen = reader_->not_followed();
  if (!pruning_.off.empty() || !seen) return;
  pruning_.off = fmt::format("{} ({})", seen->what, short_text(executor_->names(), seen->place));
  is_doubtful_ = seen->is_hidden && pruning_.pruned != 0;
}

std::vector<std::string> AssertionGuided::reasons_of_incompleteness() const {
  std::vector<std::string> result = search_->reasons_of_incompleteness();
  if (is_doubtful_) result.push_back(fmt::format("runs were ended early before it was known of {}", pruning_.off));
  for (const trace::PlaceId place : fixed_)
    result.push_back(fmt::format("symbolic value fixed ({})", short_text(executor_->names(), place)));
  return result;
}

Progress AssertionGuided::progress() const {
  Progress progress = search_->progress();
  progress.blocked -= std::min(progress.blocked, pruning_.pruned);
  progress.pruning = pruning_;
  progress.pruning->summaries = summaries_.size();
  progress.pruning->questions = statistics_;
  const bool sets_aside = options_.slice != nullptr && !options_.slice->aside().empty();
  progress.pruning->leaves_races = sets_aside || (pruning_.pruned != 0 && !executor_->is_exact());
  return progress;
}

}  // namespace heddle::explore::prune
