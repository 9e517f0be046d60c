#include "tests/differential/explored.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/check.h"

namespace heddle::differential {

base::Result<std::unique_ptr<native::NativeExecutor>> start_case(const std::string& executable, std::size_t index,
                                                                 std::string_view strategy, native::Options options) {
  const explore::StrategyInfo* const info = explore::find_strategy(strategy);
  CHECK(info != nullptr);
  options.record_accesses = info->skips_traces;
  options.stacks = false;
  return native::NativeExecutor::create({executable, {fmt::format("{}", index)}}, options);
}

explore::Result explore_all(trace::Executor& executor, std::string_view strategy, std::uint64_t most_tests,
                            const explore::StrategyOptions& how, std::function<void(const trace::Trace&)> on_trace) {
  explore::Options options;
  options.budget = {.tests = most_tests};
  options.keep_going = true;
  options.on_trace = std::move(on_trace);
  return explore::explore(executor, [&] { return explore::make_strategy(strategy, executor, how); }, options);
}

bool was_stopped(const explore::Result& result) {
  return std::ranges::any_of(result.reasons, [](const std::string& r) { return r.starts_with("stopped after"); });
}

std::set<std::string> findings_of(const explore::Result& result) {
  std::set<std::string> findings;
  for (const explore::Finding& f : result.findings) findings.insert(fmt::format("{} at {}", name(f), where(f)));
  return findings;
}

std::set<std::string> said_by(const explore::Result& result) {
  std::set<std::string> said = findings_of(result);
  said.insert(result.reasons.begin(), result.reasons.end());
  return said;
}

}  // namespace heddle::differential
