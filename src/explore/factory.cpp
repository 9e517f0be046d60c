#include "explore/factory.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

#include "explore/auto.h"
#include "explore/con2colic.h"
#include "explore/dpor/classic.h"
#include "explore/dpor/optimal.h"
#include "explore/exhaustive.h"
#include "explore/pct.h"
#include "explore/preemptions.h"
#include "explore/prune/adaptive.h"
#include "explore/prune/assertion_guided.h"
#include "explore/prune/symbolic_values.h"
#include "explore/race_flip.h"
#include "explore/random.h"
#include "explore/seeded.h"
#include "explore/unfolding/unfolding_strategy.h"
#include "explore/with_assumptions.h"

namespace heddle::explore {

namespace {

using trace::Executor;
using Made = std::unique_ptr<Strategy>;
using Joins = unfolding::Unfolding::Joins;

struct Entry {
  StrategyInfo info;
  Made (*make)(Executor& executor, const StrategyOptions& options);
};

std::unique_ptr<UnfoldingStrategy> make_unfolding(trace::Net net, Executor& executor, const StrategyOptions& o,
                                                  bool closing_joins) {
  return std::make_unique<UnfoldingStrategy>(
      executor, UnfoldingOptions{.net = net,
                                 .joins = closing_joins ? Joins::kClosing : Joins::kPrecise,
                                 .order = o.order,
                                 .seed = o.seed,
                                 .planner = o.planner,
                                 .solver = o.solver,
                                 .seed_tests = o.seed_tests});
}

Made make_con2colic(Executor& executor, const StrategyOptions& o) {
  if (!executor.make_symbolic(trace::SymbolicValues::kInputsAndReads)) return nullptr;
  Con2colicOptions options = o.con2colic;
  options.solver = o.solver;
  return std::make_unique<Con2colic>(executor, options);
}

Made make_auto(Executor& executor, const StrategyOptions& o) {
  const auto make_search = [&executor, solver = o.solver, symmetry = o.symmetry.value_or(true)]() -> Made {
    return std::make_unique<dpor::Optimal>(executor, solver, symmetry && executor.knows_twins(), true);
  };
  const auto make_contextual = [&executor, o](bool closing_joins) {
    return make_unfolding(trace::Net::kContextual, executor, o, closing_joins);
  };
  return std::make_unique<Auto>(o.closing_joins, make_contextual, make_search, o.seed);
}

// A depth-first search, which may be pruned.
template <class Search, class... Arguments>
Made make_search(Executor& executor, const StrategyOptions& o, Arguments... arguments) {
  if (!o.prune) return std::make_unique<Search>(executor, arguments..., o.solver);
  if (!executor.make_symbolic(prune::symbolic_values(executor))) return nullptr;
  auto search = std::make_unique<Search>(executor, arguments..., o.solver);
  auto pruned = std::make_unique<prune::AssertionGuided>(std::move(search), executor, o.solver, *o.prune);
  if (!o.prune->turns) return pruned;
  return std::make_unique<prune::Adaptive>(executor, std::move(pruned),
                                           std::make_unique<Search>(executor, arguments..., o.solver), *o.prune->turns);
}

Made make_dpor(Executor& executor, const StrategyOptions& o) {
  if (o.prune) return make_search<dpor::Optimal>(executor, o);
  return std::make_unique<dpor::Optimal>(executor, o.solver, o.symmetry.value_or(false) && executor.knows_twins(),
                                         true);
}

// A strategy that leaves the inputs to chance, with inputs that satisfy the assumptions.
template <class Sampling, class... Arguments>
Made make_sampling(Executor& executor, const StrategyOptions& o, Arguments... arguments) {
  auto sampling = std::make_unique<Sampling>(o.seed, arguments...);
  if (executor.expressions() == nullptr) return sampling;
  return std::make_unique<WithAssumptions>(std::move(sampling), executor, o.solver, o.seed);
}

// clang-format off
constexpr std::array kEntries = {
    Entry{{.name = "auto", .summary = "contextual, or dpor where that is faster, with some random tests", .skips_traces = true, .unfolds = true, .orders_twins = true, .closing_joins = true, .idle_locks = true}, make_auto},
    Entry{{.name = "contextual", .summary = "unfolding with read arcs: every local state of every thread, in the fewest tests", .skips_traces = true, .unfolds = true, .net = trace::Net::kContextual}, [](Executor& e, const StrategyOptions& o) -> Made { return make_unfolding(trace::Net::kContextual, e, o, o.closing_joins); }},
    Entry{{.name = "unfolding", .summary = "place-replicated unfolding, as in the papers", .skips_traces = true, .unfolds = true, .net = trace::Net::kPlaceReplicated}, [](Executor& e, const StrategyOptions& o) -> Made { return make_unfolding(trace::Net::kPlaceReplicated, e, o, o.closing_joins); }},
    Entry{{.name = "dpor", .summary = "optimal partial order reduction: each trace once", .prunable = true, .orders_twins = true}, make_dpor},
    Entry{{.name = "dpor-1", .summary = "classic partial order reduction; explores sleeping threads", .prunable = true}, [](Executor& e, const StrategyOptions& o) -> Made { return make_search<dpor::Classic>(e, o, dpor::Classic::Variant::kIgnoreSleep); }},
    Entry{{.name = "dpor-2", .summary = "classic partial order reduction; others instead of sleeping threads", .prunable = true}, [](Executor& e, const StrategyOptions& o) -> Made { return make_search<dpor::Classic>(e, o, dpor::Classic::Variant::kExploreOthers); }},
    Entry{{.name = "race-flip", .summary = "flips each race once; fast, may miss traces"}, [](Executor& e, const StrategyOptions& o) -> Made { return std::make_unique<RaceFlip>(e, o.solver); }},
    Entry{{.name = "con2colic", .summary = "interference scenarios: every branch, by the number of interferences that it needs", .skips_traces = true, .symbolic_reads = true, .bounds_interferences = true}, make_con2colic},
    Entry{{.name = "exhaustive", .summary = "all interleavings, for very small programs", .prunable = true}, [](Executor& e, const StrategyOptions& o) -> Made { return make_search<Exhaustive>(e, o); }},
    Entry{{.name = "random", .summary = "a random thread at each step (--seed)", .samples = true}, [](Executor& e, const StrategyOptions& o) -> Made { return make_sampling<Random>(e, o); }},
    Entry{{.name = "pct", .summary = "random priorities with few changes (--seed, --pct-depth)", .samples = true, .changes_priorities = true}, [](Executor& e, const StrategyOptions& o) -> Made { return make_sampling<Pct>(e, o, o.pct_depth); }},
};
// clang-format on

}  // namespace

const std::vector<StrategyInfo>& strategies() {
  static const std::vector<StrategyInfo> infos = [] {
    std::vector<StrategyInfo> result;
    result.reserve(kEntries.size());
    for (const Entry& e : kEntries) result.push_back(e.info);
    return result;
  }();
  return infos;
}

const StrategyInfo& strategy_with(trace::Net net) { return *std::ranges::find(strategies(), net, &StrategyInfo::net); }

const StrategyInfo& strategy_that(bool StrategyInfo::* has) { return *std::ranges::find(strategies(), true, has); }

namespace {

// The unfolding completes what tests without a schedule have begun. Other seeds it does not see: a schedule that was
// made for another program, or by another strategy, may take turns of loops in vain, which the unfolding leaves out.
std::pair<StrategyOptions, std::vector<trace::Test>> split_seeds(StrategyOptions options, const StrategyInfo& info) {
  std::vector<trace::Test> given = std::move(options.seed_tests);
  options.seed_tests.clear();
  if (info.unfolds) {
    const auto is_free = [](const trace::Test& t) { return t.schedule.empty(); };
    std::ranges::copy_if(given, std::back_inserter(options.seed_tests), is_free);
    std::erase_if(given, is_free);
  }
  return {std::move(options), std::move(given)};
}

}  // namespace

std::unique_ptr<Strategy> make_strategy(std::string_view name, Executor& executor, const StrategyOptions& options) {
  for (const Entry& e : kEntries) {
    if (e.info.name != name) continue;
    if (options.prune && !e.info.prunable) return nullptr;
    auto [own, given] = split_seeds(options, e.info);
    Made made = e.make(executor, own);
    if (made == nullptr) return nullptr;
    if (options.preemptions) {
      const auto search = [&executor, solver = options.solver](std::uint32_t most) {
        return std::make_unique<Exhaustive>(executor, solver, most);
      };
      made = std::make_unique<Preemptions>(std::move(made), search, *options.preemptions);
    }
    if (given.empty()) return made;
    return std::make_unique<Seeded>(std::move(made), std::move(given));
  }
  return nullptr;
}

const StrategyInfo* find_strategy(std::string_view name) {
  const auto found = std::ranges::find(strategies(), name, &StrategyInfo::name);
  return found == strategies().end() ? nullptr : &*found;
}

}  // namespace heddle::explore
