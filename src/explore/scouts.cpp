#include "explore/scouts.h"

#include <algorithm>
#include <utility>

#include "base/hash.h"
#include "symbolic/expressions.h"

namespace heddle::explore {

namespace {

// Programs that need no more tests, decide no more in them, and do not make the solver work more, need no scouts.
constexpr std::uint64_t kFirstTest = 64;
constexpr std::uint64_t kFirstDecision = 2048;
constexpr std::uint64_t kFirstWork = 500'000;
// How many decisions of a test are worth a scout, within bounds.
constexpr double kDecisionsPerScout = 2;
constexpr double kLeastPerTest = 1;
constexpr double kMostPerTest = 64;
// How much work of the solver is worth one: a scout takes some twenty microseconds.
constexpr double kWorkPerScout = 200;
// Lately: among this many of the last scouts.
constexpr std::uint64_t kLately = 8192;
constexpr double kMoreIfFound = 8;
// The youngest of those that are kept.
constexpr std::uint64_t kYoung = 8;

}  // namespace

Scouts::Scouts(const trace::Executor& executor, bool wanted, std::uint64_t seed)
    : executor_(executor), mutations_({}, seed), rng_(base::mix(seed)), possible_(wanted && executor.can_scout()) {
  if (possible_) mutations_ = Mutations(executor.words(), seed);
}

void Scouts::observe(const trace::Trace& trace) {
  // What threads do depends on more than inputs.
  possible_ = possible_ && std::ranges::none_of(trace.operations, [](const trace::Operation& op) {
                return op.kind == trace::OpKind::kCreate;
              });
  if (!possible_ || trace.edges.empty()) return;
  const auto is_decision = [](const trace::Operation& op) { return op.kind == trace::OpKind::kBranch; };
  decisions_ = static_cast<std::size_t>(std::ranges::count_if(trace.operations, is_decision));
  all_decisions_ += decisions_;
  scouted_.add(trace.edges);
  const std::size_t added = covered_.add(trace.edges);
  if (added == 0) return;
  firsts_.insert(firsts_.end(), added, static_cast<std::uint32_t>(kept_.size()));
  kept_.push_back({inputs_of(trace)});
}

bool Scouts::has_begun() const {
  return possible_ && (tests_ >= kFirstTest || all_decisions_ >= kFirstDecision || work_ >= kFirstWork);
}

void Scouts::count_test() {
  ++tests_;
  if (!has_begun()) return;
  const double worth = std::clamp(static_cast<double>(decisions_) / kDecisionsPerScout, kLeastPerTest, kMostPerTest);
  credit_ += last_found_ + kLately > scouts_ ? worth * kMoreIfFound : worth;
}

void Scouts::count_work(std::uint64_t work) {
  const std::uint64_t before = std::exchange(work_, work);
  if (has_begun()) credit_ += static_cast<double>(work - before) / kWorkPerScout;
}

SizedInputs Scouts::inputs_of(const trace::Trace& trace) const {
  const symbolic::Expressions& expressions = *executor_.expressions();
  SizedInputs result;
  for (const trace::Operation& op : trace.operations) {
    const symbolic::ExprId e(static_cast<std::size_t>(op.operand));
    if (op.kind != trace::OpKind::kInput || !e.valid()) continue;
    const symbolic::VariableId id(static_cast<std::size_t>(expressions[e].value));
    const symbolic::Variable& variable = expressions.variables()[id.index()];
    result.push_back({{op.thread, variable.nth, op.value}, variable.width});
  }
  return result;
}

// Those that were first to cover much, the youngest, and all others.
const SizedInputs& Scouts::choose() {
  const std::uint64_t count = kept_.size();
  switch (rng_.below(4)) {
    case 0: return kept_[rng_.below(count)].inputs;
    case 1: return kept_[count - 1 - rng_.below(std::min(count, kYoung))].inputs;
    default: return kept_[firsts_[rng_.below(firsts_.size())]].inputs;
  }
}

void Scouts::plan(trace::Test& test) {
  credit_ -= 1;
  ++scouts_;
  SizedInputs inputs = choose();
  mutations_.change(inputs, choose());
  test.concrete = true;
  for (const SizedInput& input : inputs) test.inputs.push_back(input.input);
}

void Scouts::observe_scout(const trace::Trace& trace) {
  if (!is_new(trace)) return;
  last_found_ = scouts_;
  std::vector<trace::InputValue>& inputs = found_.emplace_back();
  std::map<trace::ThreadId, std::uint32_t> taken;
  for (const trace::Operation& op : trace.operations) {
    if (op.kind == trace::OpKind::kInput) inputs.push_back({op.thread, taken[op.thread]++, op.value});
  }
}

bool Scouts::is_new(const trace::Trace& scout) {
  if (scouted_.add(scout.edges) != 0) return true;
  if (scout.failures.empty()) return false;
  const trace::Failure& failure = scout.failures.front();
  return failures_.insert(base::mix(failure.place.value) + static_cast<std::uint64_t>(failure.kind)).second;
}

bool Scouts::take_found(std::vector<trace::InputValue>& inputs) {
  if (found_.empty()) return false;
  inputs = std::move(found_.front());
  found_.pop_front();
  return true;
}

}  // namespace heddle::explore
