#pragma once

#include <cstdint>
#include <ctime>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "base/check.h"
#include "base/hash.h"
#include "explore/factory.h"
#include "explore/loop.h"
#include "model/executor.h"

namespace heddle::bench {

using Definitions = std::map<std::string, std::int64_t>;

// Processor seconds of this process: less affected by other work on the machine than wall-clock time.
inline double now() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

// The seconds of one iteration of the calibration loop: a chain of dependent hash steps, nothing but arithmetic.
inline double calibrate() {
  constexpr int kTurns = 20'000'000;
  const double start = now();
  std::uint64_t z = 1;
  for (int i = 0; i < kTurns; ++i) z = base::mix(z + static_cast<std::uint64_t>(i));
  const double seconds = now() - start;
  CHECK(z != 0);  // the loop is not optimised away
  return seconds / kTurns;
}

// Explores the program once; `seconds` is how long that takes without the compilation.
inline explore::Result explore_once(std::string_view source, const std::string& name, const Definitions& definitions,
                                    std::string_view strategy, const explore::StrategyOptions& strategy_options,
                                    double& seconds) {
  const model::Compiled compiled = model::compile(source, name, definitions);
  CHECK_MSG(compiled.executor != nullptr, "{}", compiled.diagnostics.at(0).text());
  const auto made = explore::make_strategy(strategy, *compiled.executor, strategy_options);
  CHECK_MSG(made != nullptr, "no strategy {}", strategy);
  explore::Options options;
  options.keep_going = true;
  const double start = now();
  explore::Result result = explore::explore(*compiled.executor, *made, options);
  seconds = now() - start;
  return result;
}

}  // namespace heddle::bench
