// The programs of the papers, written in C (tests/programs/paper) and run natively, against the same tables as the
// models. Their variables are plain, so that they are raced on intentionally, and become visible through
// --visible=shared, which is what the papers do.
//
// In C, main creates the threads, which in the models exist from the start, and ends. Each of these create steps
// happens in every run, with the same history, and is thus one event of either unfolding; it adds no trace, since it is
// independent of every step of the other threads except the first of the thread that it creates, which it always
// precedes. So there is exactly one more event for each thread.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "explore/factory.h"
#include "explore/loop.h"
#include "native/native_executor.h"
#include "tests/cli/heddle.h"
#include "tests/support/temporary_folder.h"

namespace heddle::papers {
namespace {

using Macros = std::vector<std::string>;  // "N=3"

// A program of tests/programs/paper, compiled with these macros. Exists as long as its executable.
class NativeProgram {
 public:
  NativeProgram(const std::string& name, const Macros& macros) {
    const std::string source = fmt::format("{}/tests/programs/paper/{}.c", HEDDLE_SOURCE_DIR, name);
    std::vector<std::string> command = {"cc", "-O2", source, "-o", "program"};
    command.reserve(command.size() + macros.size());
    for (const std::string& macro : macros) command.push_back("-D" + macro);
    const tests::Called called = tests::call_heddle(folder_.path(), command);
    EXPECT_EQ(called.code, 0) << called.err;
  }

  // Continues after deadlocks; must be complete apart from them.
  explore::Result explore(std::string_view strategy) const {
    native::Options options;
    options.spec.visible = abi::Visible::kShared;
    options.spec.races = false;
    auto made = native::NativeExecutor::create({folder_.path("program"), {}}, options);
    if (!made) {
      ADD_FAILURE() << made.error().text();
      return {};
    }
    native::NativeExecutor& executor = *made.value();
    explore::Options loop;
    loop.keep_going = true;
    explore::Result result =
        explore::explore(executor, [&] { return explore::make_strategy(strategy, executor, {}); }, loop);
    EXPECT_EQ(result.reasons, std::vector<std::string>{});
    for (const explore::Finding& f : result.findings) EXPECT_EQ(name(f), "deadlock") << where(f);
    return result;
  }

  std::uint64_t traces() const { return explore("dpor").progress.traces; }
  std::uint64_t events(std::string_view strategy) const { return explore(strategy).progress.events; }

 private:
  tests::TemporaryFolder folder_;
};

TEST(NativePapers, fib_bench_3_and_4) {
  constexpr std::uint64_t kThreads = 3;
  const NativeProgram three("fib_bench", {"N=3"});
  EXPECT_EQ(three.traces(), 1698U);
  EXPECT_EQ(three.events("unfolding"), 7125 + kThreads);
  EXPECT_EQ(three.events("contextual"), 1048 + kThreads);
  const NativeProgram four("fib_bench", {"N=4"});
  EXPECT_EQ(four.traces(), 19605U);
  EXPECT_EQ(four.events("unfolding"), 87454 + kThreads);
  EXPECT_EQ(four.events("contextual"), 9110 + kThreads);
}

TEST(NativePapers, fib_bench_is_the_same_with_atomic_variables) {
  const NativeProgram program("fib_bench", {"N=3", "SHARED=_Atomic"});
  const explore::Result result = program.explore("dpor");
  EXPECT_EQ(result.progress.traces, 1698U);
  EXPECT_EQ(result.restart_tests, 0U) << "atomic accesses are steps from the start";
  EXPECT_EQ(program.events("unfolding"), 7125U + 3);
  EXPECT_EQ(program.events("contextual"), 1048U + 3);
}

TEST(NativePapers, dining_3_and_4_with_their_deadlocks) {
  struct {
    std::uint64_t philosophers, traces, deadlocks, events;
  } constexpr kRows[] = {{3, 106, 16, 975}, {4, 831, 45, 8044}};
  for (const auto& row : kRows) {
    const NativeProgram program("dining", {fmt::format("N={}", row.philosophers)});
    const explore::Result result = program.explore("dpor");
    EXPECT_EQ(result.progress.traces, row.traces);
    EXPECT_EQ(result.progress.deadlocks, row.deadlocks);
    EXPECT_EQ(program.events("unfolding"), row.events + row.philosophers);
    EXPECT_EQ(program.events("contextual"), row.events + row.philosophers);
  }
}

TEST(NativePapers, single_lock_with_4_threads_and_2_sections) {
  const NativeProgram program("single_lock", {"T=4", "S=2"});
  EXPECT_EQ(program.traces(), 2520U);
  EXPECT_EQ(program.events("unfolding"), 29456U + 4);
  EXPECT_EQ(program.events("contextual"), 29456U + 4);
}

TEST(NativePapers, readers_8) {
  constexpr std::uint64_t kReaders = 8;
  constexpr std::uint64_t kPower = 1 << kReaders;
  const NativeProgram program("readers", {"N=8"});
  EXPECT_EQ(program.traces(), kPower);
  EXPECT_EQ(program.events("unfolding"), kPower + kReaders + kReaders * kPower / 2 + kReaders + 1);
  EXPECT_EQ(program.events("contextual"), 2 * kReaders + 1 + kReaders + 1);
}

TEST(NativePapers, pairs_5) {
  const NativeProgram program("pairs", {"N=5"});
  EXPECT_EQ(program.traces(), 32U);
  EXPECT_EQ(program.events("unfolding"), 20U + 10);
  EXPECT_EQ(program.events("contextual"), 15U + 10);
}

// No thread writes to a[0]: as a plain variable it is not shared, and reading it is not an event. So the events are
// compared with atomic variables; the traces are the same.
TEST(NativePapers, lastzero_5_and_8) {
  struct {
    std::uint64_t n, traces, replicated, contextual;
  } constexpr kRows[] = {{5, 64, 160, 119}, {8, 704, 1113, 830}};
  for (const auto& row : kRows) {
    const std::string size = fmt::format("N={}", row.n);
    EXPECT_EQ(NativeProgram("lastzero", {size}).traces(), row.traces);
    const NativeProgram atomic("lastzero", {size, "SHARED=_Atomic"});
    EXPECT_EQ(atomic.traces(), row.traces);
    EXPECT_EQ(atomic.events("unfolding"), row.replicated + row.n + 1);
    EXPECT_EQ(atomic.events("contextual"), row.contextual + row.n + 1);
  }
}

TEST(NativePapers, filesystem_14_to_19) {
  struct {
    int threads;
    std::uint64_t traces;
  } constexpr kRows[] = {{14, 2}, {15, 4}, {16, 8}, {17, 16}, {18, 32}, {19, 64}};
  for (const auto& row : kRows)
    EXPECT_EQ(NativeProgram("filesystem", {fmt::format("N={}", row.threads)}).traces(), row.traces) << row.threads;
}

TEST(NativePapers, indexer_12) { EXPECT_EQ(NativeProgram("indexer", {"N=12"}).traces(), 8U); }

}  // namespace
}  // namespace heddle::papers
