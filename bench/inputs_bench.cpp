// How fast C and C++ programs with inputs are explored, and which solver layers answer the questions that this raises.
// Wall-clock seconds, because two processes work, the best of several. usage: inputs_bench
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "bench/native_program.h"
#include "explore/factory.h"
#include "explore/loop.h"

namespace heddle::bench {

namespace {

struct Explored {
  explore::Result result;
  double seconds = 0;
};

Explored explore_once(const std::string& program, const std::string& strategy) {
  const auto executor = start(program, {.record_accesses = strategy == "contextual"});
  const double begin = wall();
  explore::Result result = explore::explore(*executor, [&] { return explore::make_strategy(strategy, *executor, {}); },
                                            {.keep_going = true});
  return {std::move(result), wall() - begin};
}

std::string build_tested(const std::string& source, const std::string& flags) {
  const bool is_cxx = source.ends_with("pp");
  return build(std::string(HEDDLE_BINARY) + (is_cxx ? " c++" : " cc"), source, flags, "");
}

void sequential(const std::string& name, const std::string& source, const std::string& flags, int rounds) {
  const std::string program = build_tested(source, flags);
  for (const char* strategy : {"contextual", "dpor"}) {
    Explored best = explore_once(program, strategy);
    for (int round = 1; round < rounds; ++round) {
      Explored again = explore_once(program, strategy);
      if (again.seconds < best.seconds) best = std::move(again);
    }
    const symbolic::SolverStatistics asked = best.result.progress.inputs.value_or(symbolic::SolverStatistics{});
    fmt::print("| {}, {} | {} paths | {:.3f} s | {:.0f} | {} | {} |\n", name, strategy, best.result.tests, best.seconds,
               static_cast<double>(best.result.tests) / best.seconds, asked.queries, asked.z3_calls);
  }
}

// For every program: how many questions there were, and how many of them did not need Z3.
void threads() {
  fmt::print("\n| program | strategy | tests | questions | calls of Z3 | without |\n|---|---|---|---|---|---|\n");
  for (const char* source :
       {"tests/programs/symbolic/add_all.c", "tests/programs/symbolic/atomic_sections.c",
        "tests/programs/symbolic/bounded_queue.c", "tests/programs/symbolic/compare_exchange.cpp",
        "tests/programs/symbolic/fig9.c", "tests/programs/symbolic/handshake.c",
        "tests/programs/symbolic/through_queue.cpp", "tests/programs/symbolic/two_inputs.c", "examples/booking.c"}) {
    const std::string program = build_tested(source, "-g");
    for (const char* strategy : {"contextual", "dpor"}) {
      const Explored explored = explore_once(program, strategy);
      const symbolic::SolverStatistics asked = explored.result.progress.inputs.value_or(symbolic::SolverStatistics{});
      const std::uint64_t without = asked.queries - std::min(asked.queries, asked.z3_calls);
      fmt::print(
          "| {} | {} | {} | {} | {} | {:.0f} % |\n", std::filesystem::path(source).filename().string(), strategy,
          explored.result.tests, asked.queries, asked.z3_calls,
          asked.queries == 0 ? 100.0 : 100.0 * static_cast<double>(without) / static_cast<double>(asked.queries));
    }
  }
}

void run() {
  fmt::print("| what | found | time | paths/s | questions | calls of Z3 |\n|---|---|---|---|---|---|\n");
  sequential("ten independent branches", "tests/programs/symbolic/ten_branches.c", "", 20);
  sequential("parser over 8 bytes", "tests/programs/symbolic/parser.c", "-DSIZE=8", 3);
  sequential("strcmp against a secret", "tests/programs/symbolic/strcmp_secret.c", "", 5);
  sequential("hash with one multiplication", "tests/programs/symbolic/hash.c", "", 5);
  sequential("binary search", "tests/programs/symbolic/binary_search.c", "", 5);
  sequential("state machine", "tests/programs/symbolic/state_machine.c", "", 5);
  threads();
}

}  // namespace

}  // namespace heddle::bench

int main() { heddle::bench::run(); }
