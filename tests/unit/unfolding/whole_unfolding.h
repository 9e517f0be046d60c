#pragma once

#include <memory>
#include <string_view>

#include "explore/factory.h"
#include "explore/loop.h"
#include "explore/unfolding/unfolding_strategy.h"
#include "tests/differential/compile.h"

namespace heddle::unfolding {

// A program with its whole unfolding.
struct WholeUnfolding {
  std::unique_ptr<trace::Executor> executor;
  std::unique_ptr<explore::UnfoldingStrategy> strategy;
  explore::Result result;

  const BranchingProcess& process() const { return strategy->unfolding().process(); }
};

inline WholeUnfolding explored(std::string_view source, Net net,
                               const std::map<std::string, std::int64_t>& definitions = {}) {
  WholeUnfolding e;
  e.executor = differential::compile(source, definitions);
  e.strategy = std::make_unique<explore::UnfoldingStrategy>(*e.executor, explore::UnfoldingOptions{.net = net});
  explore::Options options;
  options.keep_going = true;
  e.result = explore::explore(*e.executor, *e.strategy, options);
  return e;
}

}  // namespace heddle::unfolding
