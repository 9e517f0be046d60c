// The table of the partial order reductions: traces per second on one core, execution by the model interpreter
// included. Speeds of machines differ, so each row stands beside a fixed loop that is timed right before it: "per
// trace" is the time of one trace divided by the time of one turn of that loop.

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/check.h"
#include "base/hash.h"
#include "explore/factory.h"
#include "explore/loop.h"
#include "model/executor.h"
#include "tests/papers/programs.h"

namespace heddle {
namespace {

using Definitions = std::map<std::string, std::int64_t>;

// Processor seconds of this process: other work on the machine counts less than in wall-clock time.
double now() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

// The seconds of one turn of the calibration loop: a chain of dependent hash steps, nothing but arithmetic.
double calibrate() {
  constexpr int kTurns = 20'000'000;
  const double start = now();
  std::uint64_t z = 1;
  for (int i = 0; i < kTurns; ++i) z = base::mix(z + static_cast<std::uint64_t>(i));
  const double seconds = now() - start;
  CHECK(z != 0);  // the loop is not optimised away
  return seconds / kTurns;
}

struct Row {
  std::string_view name;
  std::string_view source;
  Definitions definitions;
  std::uint64_t traces;
};

const std::vector<Row>& rows() {
  static const std::vector<Row> table = {
      {"fib_bench(3)", papers::kFibBench, {{"N", 3}}, 1698},
      {"fib_bench(4)", papers::kFibBench, {{"N", 4}}, 19605},
      {"fib_bench(5)", papers::kFibBench, {{"N", 5}}, 218243},
      {"dining(5)", papers::kDining, {{"P", 5}}, 5851},
      {"single lock 4x2", papers::kSingleLock, {{"T", 4}, {"S", 2}}, 2520},
      {"lastzero(10)", papers::kLastZero, {{"N", 10}}, 3328},
      {"indexer(15)", papers::kIndexer, {{"N", 15}}, 4096},
  };
  return table;
}

// Explores the program once; `seconds` is what that takes without the compilation.
explore::Result explore_once(const Row& row, std::string_view strategy, double& seconds) {
  const model::Compiled compiled = model::compile(row.source, std::string(row.name), row.definitions);
  CHECK_MSG(compiled.executor != nullptr, "{}", compiled.diagnostics.at(0).text());
  const auto made = explore::make_strategy(strategy, *compiled.executor, {});
  CHECK_MSG(made != nullptr, "no strategy {}", strategy);
  explore::Options options;
  options.keep_going = true;
  const double start = now();
  explore::Result result = explore::explore(*compiled.executor, *made, options);
  seconds = now() - start;
  return result;
}

// The best of several explorations: what else the machine does can only make one slower.
void measure(const Row& row, std::string_view strategy, int repetitions) {
  double best = 1e9;
  double turn = 1e9;
  explore::Result result;
  for (int i = 0; i < repetitions; ++i) {
    turn = std::min(turn, calibrate());
    double seconds = 0;
    result = explore_once(row, strategy, seconds);
    best = std::min(best, seconds);
  }
  CHECK_MSG(result.progress.traces == row.traces, "{}: {} traces", row.name, result.progress.traces);
  const auto traces = static_cast<double>(result.progress.traces);
  fmt::print("| {:<16} | {:<7} | {:>8} | {:>8} | {:>8.4f} | {:>10.0f} | {:>9.0f} |\n", row.name, strategy,
             result.progress.traces, result.tests, best, traces / best, best / traces / turn);
  std::fflush(stdout);
}

}  // namespace
}  // namespace heddle

// dpor_bench [REPETITIONS [PROGRAM]]: all programs, or the one of this name.
int main(int argc, char** argv) {
  const int repetitions = argc > 1 ? std::atoi(argv[1]) : 5;
  const std::string_view only = argc > 2 ? argv[2] : "";
  fmt::print("| program          | strategy|   traces |    tests |  seconds |   traces/s | per trace |\n");
  fmt::print("|------------------|---------|----------|----------|----------|------------|-----------|\n");
  for (const heddle::Row& row : heddle::rows()) {
    if (!only.empty() && only != row.name) continue;
    heddle::measure(row, "dpor", repetitions);
    if (row.traces < 100'000) heddle::measure(row, "dpor-2", repetitions);
  }
  return 0;
}
