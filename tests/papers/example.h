#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "base/check.h"
#include "base/file.h"
#include "model/executor.h"
#include "tests/differential/compile.h"
#include "tests/differential/observations.h"

namespace heddle::papers {

using Definitions = std::map<std::string, std::int64_t>;

// examples/NAME.model
inline std::unique_ptr<trace::Executor> example(std::string_view name, const Definitions& definitions = {}) {
  constexpr std::size_t kMaxBytes = 1 << 20;
  const std::string path = std::string(HEDDLE_SOURCE_DIR) + "/examples/" + std::string(name) + ".model";
  const base::Result<std::string> source = base::read_file(path, kMaxBytes);
  CHECK_MSG(source.ok(), "{}", path);
  return differential::compile(source.value(), definitions);
}

// What a strategy does with a program: its tests, and the events of its unfolding.
struct Effort {
  std::uint64_t tests = 0;
  std::uint64_t events = 0;

  friend bool operator==(const Effort&, const Effort&) = default;
  friend void PrintTo(const Effort& e, std::ostream* out) { *out << e.tests << " tests, " << e.events << " events"; }
};

inline Effort explore(trace::Executor& executor, std::string_view strategy) {
  explore::Options options;
  options.keep_going = true;
  const auto made = explore::make_strategy(strategy, executor, {});
  const explore::Result result = explore::explore(executor, *made, options);
  return {result.tests, result.progress.events};
}

inline Effort explore_example(std::string_view name, std::string_view strategy, const Definitions& definitions = {}) {
  const auto executor = example(name, definitions);
  return explore(*executor, strategy);
}

}  // namespace heddle::papers
