// The tables of the unfolding strategies, on one core, including execution by the model interpreter:
//   speed    new events per second, and the cost of one event in turns of the calibration loop (bench/measure.h)
//   memory   peak resident memory per event, above that of an empty exploration
//   tests    with one target per test, and with merging and leading to uncovered events
// Each exploration runs in its own process, so that the measured peak belongs to it alone.

#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

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
  std::string source;
  Definitions definitions;
  bool both_nets = true;  // otherwise only contextual
};

const std::vector<Row>& rows() {
  static const std::vector<Row> table = {
      {"fib_bench(3)", std::string(papers::kFibBench), {{"N", 3}}},
      {"fib_bench(4)", std::string(papers::kFibBench), {{"N", 4}}},
      {"fib_bench(5)", std::string(papers::kFibBench), {{"N", 5}}},
      {"fib_bench(6)", std::string(papers::kFibBench), {{"N", 6}}, false},
      {"dining(4)", std::string(papers::kDining), {{"P", 4}}},
      {"dining(5)", std::string(papers::kDining), {{"P", 5}}},
      {"single lock 4x2", std::string(papers::kSingleLock), {{"T", 4}, {"S", 2}}},
      {"lastzero(8)", std::string(papers::kLastZero), {{"N", 8}}},
      {"fib joined(4)", papers::fib_bench_joined(), {{"N", 4}}},
      {"fib joined(5)", papers::fib_bench_joined(), {{"N", 5}}},
      {"lock joined 4x2", papers::single_lock_joined(), {{"T", 4}, {"S", 2}}},
      {"lock joined 5x2", papers::single_lock_joined(), {{"T", 5}, {"S", 2}}},
      {"dining joined(4)", papers::dining_joined(), {{"P", 4}}},
      {"dining joined(5)", papers::dining_joined(), {{"P", 5}}},
      {"peterson joined1", papers::peterson_joined(), {{"S", 1}}},
      {"peterson joined2", papers::peterson_joined(), {{"S", 2}}},
      {"filesystem(15)", std::string(papers::kFilesystem), {{"N", 15}}},
      {"filesystem(17)", std::string(papers::kFilesystem), {{"N", 17}}},
  };
  return table;
}

// What one exploration reports.
struct Figures {
  double seconds = 0;
  std::uint64_t events = 0;
  std::uint64_t tests = 0;
  std::uint64_t peak_bytes = 0;
};

std::uint64_t peak_bytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
}

// Runs one exploration in a child process and reads its figures from a pipe.
Figures explore_in_child(const Row& row, std::string_view strategy, const explore::StrategyOptions& options) {
  int ends[2];
  CHECK(pipe(ends) == 0);
  const pid_t child = fork();
  CHECK(child >= 0);
  if (child == 0) {
    Figures figures;
    const std::uint64_t before = peak_bytes();
    const explore::Result result =
        explore_once(row.source, std::string(row.name), row.definitions, strategy, options, figures.seconds);
    figures.events = result.progress.events;
    figures.tests = result.tests;
    figures.peak_bytes = peak_bytes() - before;
    const bool written = write(ends[1], &figures, sizeof figures) == sizeof figures;
    _exit(written ? 0 : 1);
  }
  close(ends[1]);
  Figures figures;
  const bool read_all = read(ends[0], &figures, sizeof figures) == sizeof figures;
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  CHECK_MSG(read_all && status == 0, "{} with {} failed", row.name, strategy);
  return figures;
}

void measure(const Row& row, std::string_view strategy, int repetitions) {
  explore::StrategyOptions plain;
  plain.planner = {.merge = false, .prefer_uncovered = false};
  const Figures papers = explore_in_child(row, strategy, plain);
  double best = 1e9;
  double turn = 1e9;
  Figures figures;
  for (int i = 0; i < repetitions; ++i) {
    turn = std::min(turn, calibrate());
    figures = explore_in_child(row, strategy, {});
    best = std::min(best, figures.seconds);
  }
  const auto events = static_cast<double>(figures.events);
  fmt::print("| {:<16} | {:<10} | {:>8} | {:>8.4f} | {:>9.0f} | {:>9.0f} | {:>11.0f} | {:>9} | {:>9} |\n", row.name,
             strategy, figures.events, best, events / best, best / events / turn,
             static_cast<double>(figures.peak_bytes) / events, papers.tests, figures.tests);
  std::fflush(stdout);
}

}  // namespace
}  // namespace heddle::bench

// unfolding_bench [REPETITIONS [PROGRAM]]: all programs, or the one with this name.
int main(int argc, char** argv) {
  const int repetitions = argc > 1 ? std::atoi(argv[1]) : 3;
  const std::string_view only = argc > 2 ? argv[2] : "";
  fmt::print(
      "| program          | strategy   |   events |  seconds |  events/s | per event | bytes/event | tests off | tests "
      "on  |\n");
  fmt::print(
      "|------------------|------------|----------|----------|-----------|-----------|-------------|-----------|-------"
      "----|\n");
  for (const heddle::bench::Row& row : heddle::bench::rows()) {
    if (!only.empty() && only != row.name) continue;
    if (row.both_nets) heddle::bench::measure(row, "unfolding", repetitions);
    heddle::bench::measure(row, "contextual", repetitions);
  }
  return 0;
}
