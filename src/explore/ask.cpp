#include "explore/ask.h"

#include <fmt/format.h>

#include <memory>
#include <optional>
#include <unordered_map>
#include <utility>

#include "base/check.h"
#include "explore/unfolding/unfolding_strategy.h"
#include "trace/short_text.h"
#include "unfolding/question.h"

namespace heddle::explore {

using trace::LocationId;
using trace::Trace;
using unfolding::Answer;
using unfolding::EventId;

namespace {

// Walks along the trace until the predicate holds, and cuts the trace off there, after the local operations that belong
// to the step. Returns the number of steps that are left; none if it does not hold within `steps` steps.
std::optional<std::size_t> cut_where_it_holds(const trace::Executor& executor, const unfolding::Predicate& predicate,
                                              std::size_t steps, Trace& trace) {
  std::unordered_map<LocationId, std::int64_t> states;
  const auto holds = [&] {
    return predicate.holds([&](LocationId x) {
      const auto known = states.find(x);
      return known != states.end() ? known->second : executor.initial_state(x);
    });
  };
  std::size_t taken = 0;
  bool changed = true;
  for (auto op = trace.operations.begin();; ++op) {
    const bool before_step = op == trace.operations.end() || is_step(*op);
    if (before_step && changed && holds()) {
      trace.operations.erase(op, trace.operations.end());
      trace.pending.clear();
      trace.failures.clear();
      return taken;
    }
    if (op == trace.operations.end() || (before_step && taken == steps)) return {};
    if (!before_step) continue;
    ++taken;
    changed = op->effect == trace::Effect::kModify;
    if (changed) states[op->location] = op->value;
  }
}

// The test that executes the configuration.
trace::Test test_of(const unfolding::BranchingProcess& process, const unfolding::Cut& configuration) {
  std::vector<EventId> order;
  CHECK_MSG(unfolding::Linearizer(process).run(configuration.view(), &order), "a configuration has no execution");
  trace::Test test;
  for (const EventId e : order) test.schedule.push_back({process[e].thread_id(), process[e].choice});
  return test;
}

}  // namespace

base::Result<Reply> ask(trace::Executor& executor, const std::string& question, Options options,
                        const unfolding::EncodingLimits& limits) {
  Reply reply;
  const auto parse = [&]() -> std::optional<base::Error> {
    base::Result<unfolding::Predicate> predicate = unfolding::Predicate::parse(question, executor.names());
    if (!predicate) return predicate.error();
    reply.predicate = std::move(predicate.value());
    return {};
  };
  if (executor.is_exact()) {
    if (auto error = parse()) return *error;
  }
  if (executor.expressions() != nullptr) {
    reply.reasons.emplace_back(
        "the program takes inputs, and questions are answered for one value of each location only");
    return reply;
  }
  UnfoldingOptions strategy_options{.net = kAskedNet};
  strategy_options.deadlocks.waiting = false;  // not needed
  options.keep_going = true;
  options.skips_traces = true;
  reply.exploration =
      explore(executor, [&] { return std::make_unique<UnfoldingStrategy>(executor, strategy_options); }, options);
  reply.reasons = reply.exploration.reasons;
  if (auto error = parse()) return *error;
  auto& strategy = static_cast<UnfoldingStrategy&>(*reply.exploration.strategy);
  const unfolding::BranchingProcess& process = strategy.unfolding().process();
  if (strategy.unfolding().event_count() > limits.events) {
    reply.reasons.push_back(
        fmt::format("the unfolding has {} events, limit {}", strategy.unfolding().event_count(), limits.events));
    return reply;
  }
  unfolding::Cut configuration;
  reply.answer = is_reachable(
      process, reply.predicate, [&](LocationId x) { return executor.initial_state(x); }, limits.seconds, configuration);
  if (reply.answer == Answer::kUnknown) {
    reply.reasons.push_back(fmt::format("no answer within {:g} seconds", limits.seconds));
  }
  if (reply.answer == Answer::kNo && !reply.reasons.empty()) reply.answer = Answer::kUnknown;
  if (reply.answer != Answer::kYes) return reply;

  reply.test = test_of(process, configuration);
  reply.test.depth = options.budget.depth;
  executor.run(reply.test, reply.trace);
  CHECK_MSG(reply.trace.outcome != trace::Outcome::kDiverged, "the answer cannot be followed at step {}: {}",
            reply.trace.diverged_at, short_text(reply.test));
  // Usually the predicate holds where the solver says, but it may have held earlier.
  const std::optional<std::size_t> steps =
      cut_where_it_holds(executor, reply.predicate, reply.test.schedule.size(), reply.trace);
  CHECK_MSG(steps.has_value(), "the predicate does not hold after {}", short_text(reply.test));
  reply.test.schedule.resize(*steps);
  return reply;
}

}  // namespace heddle::explore
