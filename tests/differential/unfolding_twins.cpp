#include "tests/differential/unfolding_twins.h"

#include <fmt/format.h>

namespace heddle::differential {

using unfolding::EventId;

void UnfoldingTwins::observe(explore::Ticket ticket, const trace::Trace& trace) {
  strategy_.observe(ticket, trace);
  if (!enabled_ || !difference_.empty() || strategy_.unfolding().process().size() > kMaxNaiveEvents) return;
  ++naive_tests_;
  difference_ = unfolding::NaiveExtensions(strategy_.unfolding().process()).difference();
}

std::string UnfoldingTwins::compare_pair(unfolding::NaiveNet& net, EventId a, EventId b) {
  unfolding::BranchingProcess& process = strategy_.unfolding().process();
  unfolding::Concurrency& concurrency = strategy_.unfolding().concurrency();
  ++pairs_;
  const bool consistent = concurrency.consistent(process.history(a), process.history(b));
  if (consistent != net.consistent(a, b)) {
    return fmt::format("events {} and {}: {}consistent by histories only", a.value, b.value, consistent ? "" : "in");
  }
  const bool is_pair = process[a].thread != unfolding::kNoThread && process[b].modifies();
  if (!is_pair) return {};
  const bool together = concurrency.together(a, b);
  if (together == net.together(a, b)) return {};
  return fmt::format("condition {} and version {}: {}together by histories only", a.value, b.value,
                     together ? "" : "not ");
}

void UnfoldingTwins::compare_pairs() {
  const std::size_t count = strategy_.unfolding().process().size();
  unfolding::NaiveNet net(strategy_.unfolding().process());
  const bool all = count * count <= kMaxPairs;
  for (std::size_t i = 0; enabled_ && difference_.empty() && i < (all ? count * count : kMaxPairs); ++i) {
    const std::size_t pair = all ? i : rng_.below(count * count);
    difference_ = compare_pair(net, EventId(pair / count), EventId(pair % count));
  }
}

}  // namespace heddle::differential
