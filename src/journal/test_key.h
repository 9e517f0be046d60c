#pragma once

#include "base/hash.h"
#include "trace/test.h"

namespace heddle::journal {

// Everything that determines what a test does, as a fingerprint.
inline base::Hash128 key_of(const trace::Test& test) {
  base::Hash128 key;
  const auto add_set = [&key](const trace::ThreadSet& set) {
    key.add(set.size());
    for (const trace::ThreadId t : set) key.add(t.value);
  };
  const trace::Policy& policy = test.policy;
  key.add(static_cast<std::uint64_t>(policy.kind) | static_cast<std::uint64_t>(test.depth) << 8);
  key.add(policy.seed).add(policy.pct_depth | static_cast<std::uint64_t>(policy.pct_length) << 32);
  add_set(policy.delayed);
  add_set(test.sleep);
  key.add(test.schedule.size() << 2 | (test.counts_commute ? 2 : 0) | (test.orders_twins ? 1 : 0));
  for (const trace::Step& step : test.schedule)
    key.add(step.thread.value | static_cast<std::uint64_t>(static_cast<std::uint32_t>(step.choice)) << 16);
  for (const trace::InputValue& input : test.inputs)
    key.add(input.thread.value | static_cast<std::uint64_t>(input.nth) << 16)
        .add(static_cast<std::uint64_t>(input.value));
  return key;
}

}  // namespace heddle::journal
