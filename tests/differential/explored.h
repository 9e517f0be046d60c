#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <string_view>

#include "base/result.h"
#include "explore/factory.h"
#include "explore/loop.h"
#include "native/native_executor.h"

// Explorations of compiled programs as the comparisons here need them: every finding, and no stacks.

namespace heddle::differential {

// A target of one of the programs in a compiled file (file_of_cases), with what this strategy needs.
base::Result<std::unique_ptr<native::NativeExecutor>> start_case(const std::string& executable, std::size_t index,
                                                                 std::string_view strategy,
                                                                 native::Options options = {});

// With at most this many tests; `on_trace` may be empty.
explore::Result explore_all(trace::Executor& executor, std::string_view strategy, std::uint64_t most_tests,
                            const explore::StrategyOptions& how = {},
                            std::function<void(const trace::Trace&)> on_trace = {});

// Did the budget run out?
bool was_stopped(const explore::Result& result);

// Each finding with its place.
std::set<std::string> findings_of(const explore::Result& result);

// The same, and why not everything was explored.
std::set<std::string> said_by(const explore::Result& result);

}  // namespace heddle::differential
