// The compiler of the model language accepts any text without crashing, and what compiles runs deterministically.

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/check.h"
#include "model/executor.h"
#include "report/columns.h"
#include "trace/text.h"

namespace {

using namespace heddle;

constexpr std::uint32_t kDepth = 20;  // a few hundred steps in all

trace::Trace run(trace::Executor& executor, const trace::Test& test) {
  trace::Trace trace;
  executor.run(test, trace);
  return trace;
}

void check_runs(trace::Executor& executor, std::uint64_t seed) {
  trace::Test test;
  test.depth = kDepth;
  test.policy.kind = seed == 0 ? trace::Policy::Kind::kRunOn : trace::Policy::Kind::kRandom;
  test.policy.seed = seed;
  const trace::Trace first = run(executor, test);
  CHECK(run(executor, test) == first);

  const trace::Trace replayed = run(executor, trace::test_of(first, kDepth));
  if (first.outcome != trace::Outcome::kTooManyThreads) CHECK(replayed == first);

  const auto parsed = trace::parse_text(to_text(first, executor.names()), "t");
  CHECK_MSG(parsed.ok(), "{}", parsed.error().text());
  // Expressions live in the executor, and are not part of the text.
  trace::Trace concrete = first;
  concrete.expressions.clear();
  concrete.locals.clear();
  CHECK(parsed.value().trace == concrete && parsed.value().names == executor.names());
  CHECK(report::columns(first, executor.names()).find('\0') == std::string::npos);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view source(reinterpret_cast<const char*>(data), size);
  const heddle::model::Compiled compiled = heddle::model::compile(source, "f.model", {});
  CHECK((compiled.executor == nullptr) == !compiled.diagnostics.empty());
  for (const heddle::model::Diagnostic& diagnostic : compiled.diagnostics) CHECK(!diagnostic.text().empty());
  if (compiled.executor == nullptr) return 0;
  for (std::uint64_t seed = 0; seed < 3; ++seed) check_runs(*compiled.executor, seed);
  return 0;
}
