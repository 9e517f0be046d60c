#include "tests/differential/observations.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/check.h"
#include "trace/semantics.h"

namespace heddle::differential {

namespace {

struct Named {
  std::string_view name;
  base::HashSet Observations::* set;
};
constexpr Named kSets[] = {
    {"Mazurkiewicz traces", &Observations::traces},
    {"deadlocked traces", &Observations::deadlocks},
    {"local states", &Observations::local_states},
    {"final states", &Observations::final_states},
};

std::string list(const Observations& o) {
  std::string result;
  for (const auto& [kind, where] : o.findings) result += fmt::format("\n    {} at {}", kind, where);
  return result.empty() ? " none" : result;
}

void add(std::span<const base::Hash128> hashes, base::HashSet& set) {
  for (const base::Hash128& h : hashes) set.insert(h);
}

}  // namespace

bool has_additions(const trace::Trace& trace) {
  return std::ranges::any_of(trace.operations, [](const trace::Operation& op) { return trace::is_addition(op); });
}

void Collector::observe(const trace::Trace& trace) {
  if (trace.outcome == trace::Outcome::kAsleep) return;
  const base::Hash128 id = identity_.mazurkiewicz(trace);
  result_.order.add(id);
  // An equivalent trace has the same states, and the same events unless additions commute in it: those are events of
  // the unfolding in either order.
  if (!result_.traces.insert(id) && !(collect_.events && has_additions(trace))) return;
  if (trace.outcome == trace::Outcome::kDeadlock) result_.deadlocks.insert(id);
  if (collect_.states) {
    add(identity_.local_states(trace), result_.local_states);
    result_.final_states.insert(identity_.final_state(trace));
  }
  if (collect_.events) {
    add(identity_.events(trace, trace::Net::kContextual), result_.contextual_events);
    add(identity_.events(trace, trace::Net::kPlaceReplicated), result_.replicated_events);
  }
}

Observations observe(trace::Executor& executor, explore::Strategy& strategy, explore::Options options,
                     const Collect& collect) {
  Observations result;
  Collector collector(result, collect);
  options.keep_going = true;
  options.on_trace = [&](const trace::Trace& trace) { collector.observe(trace); };
  result.result = explore::explore(executor, strategy, options);
  for (const explore::Finding& f : result.result.findings) result.findings.insert({name(f), where(f)});
  return result;
}

Observations observe(trace::Executor& executor, std::string_view strategy, const explore::Options& options,
                     const Collect& collect) {
  const auto made = explore::make_strategy(strategy, executor, {});
  CHECK_MSG(made != nullptr, "no strategy {}", strategy);
  return observe(executor, *made, options, collect);
}

std::string difference(const Observations& expected, const Observations& seen) {
  for (const auto& [name, set] : kSets) {
    if (expected.*set == seen.*set) continue;
    return fmt::format("{}: {} expected, {} seen{}", name, (expected.*set).size(), (seen.*set).size(),
                       (seen.*set).is_subset_of(expected.*set) ? "" : ", some of them unexpected");
  }
  if (expected.findings == seen.findings) return {};
  return fmt::format("findings:\n  expected{}\n  seen{}", list(expected), list(seen));
}

std::string excess(const Observations& expected, const Observations& seen) {
  for (const auto& [name, set] : kSets) {
    if (!(seen.*set).is_subset_of(expected.*set)) return fmt::format("unexpected {}", name);
  }
  if (std::ranges::includes(expected.findings, seen.findings)) return {};
  return fmt::format("findings:\n  expected{}\n  seen{}", list(expected), list(seen));
}

}  // namespace heddle::differential
