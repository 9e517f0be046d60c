// The table of the partial order reductions: traces per second on one core, including execution by the model
// interpreter. Machines differ in speed, so each row is compared with a fixed loop that is timed right before it: "per
// trace" is the time of one trace divided by the time of one iteration of that loop.

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "bench/measure.h"
#include "tests/papers/programs.h"

namespace heddle::bench {
namespace {

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

// The best of several explorations: other activity on the machine can only make one slower.
void measure(const Row& row, std::string_view strategy, int repetitions) {
  double best = 1e9;
  double turn = 1e9;
  explore::Result result;
  for (int i = 0; i < repetitions; ++i) {
    turn = std::min(turn, calibrate());
    double seconds = 0;
    result = explore_once(row.source, std::string(row.name), row.definitions, strategy, {}, seconds);
    best = std::min(best, seconds);
  }
  CHECK_MSG(result.progress.traces == row.traces, "{}: {} traces", row.name, result.progress.traces);
  const auto traces = static_cast<double>(result.progress.traces);
  fmt::print("| {:<16} | {:<7} | {:>8} | {:>8} | {:>8.4f} | {:>10.0f} | {:>9.0f} |\n", row.name, strategy,
             result.progress.traces, result.tests, best, traces / best, best / traces / turn);
  std::fflush(stdout);
}

}  // namespace
}  // namespace heddle::bench

// dpor_bench [REPETITIONS [PROGRAM]]: all programs, or the one with this name.
int main(int argc, char** argv) {
  const int repetitions = argc > 1 ? std::atoi(argv[1]) : 5;
  const std::string_view only = argc > 2 ? argv[2] : "";
  fmt::print("| program          | strategy|   traces |    tests |  seconds |   traces/s | per trace |\n");
  fmt::print("|------------------|---------|----------|----------|----------|------------|-----------|\n");
  for (const heddle::bench::Row& row : heddle::bench::rows()) {
    if (!only.empty() && only != row.name) continue;
    heddle::bench::measure(row, "dpor", repetitions);
    if (row.traces < 100'000) heddle::bench::measure(row, "dpor-2", repetitions);
  }
  return 0;
}
