#include "tests/differential/fixed_inputs.h"

#include <map>
#include <utility>

#include "explore/exhaustive.h"
#include "explore/loop.h"

namespace heddle::differential {

namespace {

using Input = std::pair<trace::ThreadId, std::uint32_t>;
using Assignment = std::map<Input, std::int64_t>;
constexpr std::int64_t kValues = 4;

// Runs every test with the same inputs, and hides that there is something symbolic.
class FixedInputs final : public trace::Executor {
 public:
  FixedInputs(trace::Executor& executor, const Assignment& assignment) : executor_(executor), assignment_(assignment) {}

  void run(const trace::Test& test, trace::Trace& trace) override {
    trace::Test fixed = test;
    fixed.inputs.clear();
    for (const auto& [input, value] : assignment_) fixed.inputs.push_back({input.first, input.second, value});
    executor_.run(fixed, trace);
  }
  std::int64_t initial_state(trace::LocationId location) const override { return executor_.initial_state(location); }
  const trace::Names& names() const override { return executor_.names(); }
  trace::ThreadId intern_thread(trace::ThreadId parent, std::uint32_t nth) override {
    return executor_.intern_thread(parent, nth);
  }

 private:
  trace::Executor& executor_;
  const Assignment& assignment_;
};

std::optional<Input> first_open(const trace::Trace& trace, const Assignment& assignment) {
  std::map<trace::ThreadId, std::uint32_t> taken;
  for (const trace::Operation& op : trace.operations) {
    if (op.kind != trace::OpKind::kInput) continue;
    const Input input{op.thread, taken[op.thread]++};
    if (!assignment.contains(input)) return input;
  }
  return std::nullopt;
}

class Twin {
 public:
  Twin(trace::Executor& executor, std::uint64_t max_runs) : executor_(executor), runs_left_(max_runs) {}

  // Explores with this assignment, and with all that also give values to inputs it does not mention. False if it takes
  // too many runs.
  bool explore(Assignment& assignment) {
    FixedInputs fixed(executor_, assignment);
    explore::Exhaustive strategy(fixed);
    std::optional<Input> open;
    explore::Options options;
    options.keep_going = true;
    options.budget.tests = runs_left_;
    options.on_trace = [&](const trace::Trace& trace) {
      collector_.observe(trace);
      if (!open) open = first_open(trace, assignment);
    };
    const explore::Result result = explore::explore(fixed, strategy, options);
    runs_left_ -= result.tests;
    for (const explore::Finding& f : result.findings) observations.findings.insert(name(f) + " at " + where(f));
    if (runs_left_ == 0) return false;
    if (!open) return true;
    for (std::int64_t value = 0; value < kValues; ++value) {
      assignment[*open] = value;
      if (!explore(assignment)) return false;
    }
    assignment.erase(*open);
    return true;
  }

  InputObservations observations;

 private:
  trace::Executor& executor_;
  std::uint64_t runs_left_;
  InputCollector collector_{observations};
};

}  // namespace

void InputCollector::observe(const trace::Trace& trace) {
  if (trace.outcome == trace::Outcome::kAsleep) return;
  if (!result_.traces.insert(identity_.mazurkiewicz(trace))) return;
  for (const trace::Net net : {trace::Net::kContextual, trace::Net::kPlaceReplicated}) {
    base::HashSet& events = net == trace::Net::kContextual ? result_.contextual_events : result_.replicated_events;
    const auto hashes = identity_.events(trace, net);
    std::size_t step = 0;
    for (const trace::Operation& op : trace.operations) {
      if (!is_step(op)) continue;
      const bool false_assumption = op.kind == trace::OpKind::kBranch && op.choice == 0 &&
                                    trace::unpack_branch(op.operand).mode == trace::BranchMode::kAssume;
      if (!false_assumption) events.insert(hashes[step]);
      ++step;
    }
  }
}

std::optional<InputObservations> observe_all_inputs(trace::Executor& executor, std::uint64_t max_runs) {
  // What runs show about locations that are compared counts for all of them.
  do {
    Twin twin(executor, max_runs);
    Assignment none;
    if (!twin.explore(none)) return std::nullopt;
    if (!executor.refine()) return std::move(twin.observations);
  } while (true);
}

}  // namespace heddle::differential
