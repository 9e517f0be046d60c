// However the tested program dies, Heddle continues: a thousand tests in a row, every tenth of which ends in a fault.
#include <gtest/gtest.h>

#include <cstdlib>
#include <memory>
#include <string>

#include "base/file.h"
#include "explore/findings.h"
#include "native/native_executor.h"
#include "tests/support/temporary_folder.h"

namespace heddle {
namespace {

using tests::TemporaryFolder;

// The second thread dies, in the way named by the argument, if it comes first.
constexpr const char* kProgram = R"(
#include <assert.h>
#include <signal.h>
#include <atomic>
#include <stdexcept>
#include <stdlib.h>
#include <string>
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

static std::atomic<int> first;
static volatile int zero;
static std::string how;

static int recurse(int n) { volatile char room[4096]; room[n % 4096] = 1; return recurse(n + 1) + room[0]; }

static void die() {
  if (how == "segmentation-fault") *(volatile int*)8 = 1;
  if (how == "abort") abort();
  if (how == "assertion") assert(first == 7);
  if (how == "uncaught-exception") throw std::runtime_error("here");
  if (how == "stack-overflow") recurse(0);
  if (how == "exit-code") exit(3);
  if (how == "division-by-zero") zero = 100 / zero;
  if (how == "illegal-instruction") __builtin_trap();
  if (how == "use-after-free") { int* p = (int*)malloc(4); free(p); *(volatile int*)p = 1; }
  if (how == "double-free") { void* p = malloc(4); free(p); free(p); }
  if (how == "heap-overflow") { char* p = (char*)malloc(4); ((volatile char*)p)[5] = 1; }
  if (how == "died") asm volatile("syscall" : : "a"(SYS_exit_group), "D"(9) : "rcx", "r11", "memory");
  if (how == "endless") for (volatile int i = 0;; ) i = i + 1;
}

static void* come_first(void*) { first = 1; return nullptr; }
static void* come_second(void*) { if (first == 0) die(); return nullptr; }

int main(int argc, char** argv) {
  how = argv[argc - 1];
  pthread_t threads[2];
  pthread_create(&threads[0], nullptr, come_first, nullptr);
  pthread_create(&threads[1], nullptr, come_second, nullptr);
  pthread_exit(nullptr);
}
)";

class a_thousand_tests : public testing::TestWithParam<const char*> {
 protected:
  static void SetUpTestSuite() {
    folder_ = std::make_unique<TemporaryFolder>();
    const std::string source = folder_->path() + "/faults.cpp";
    ASSERT_FALSE(base::write_file(source, kProgram));
    const std::string command = std::string(HEDDLE_BINARY) + " c++ -O1 " + source + " -o " + program();
    ASSERT_EQ(std::system(command.c_str()), 0);
  }
  static void TearDownTestSuite() { folder_.reset(); }
  static std::string program() { return folder_->path() + "/faults"; }

  static trace::Test test(bool dies) {
    trace::Test result;
    const trace::ThreadId main(0);
    const trace::ThreadId second(dies ? 2 : 1);
    result.schedule = {{main}, {main}, {second}};
    return result;
  }

  static std::unique_ptr<TemporaryFolder> folder_;
};
std::unique_ptr<TemporaryFolder> a_thousand_tests::folder_;

constexpr int kTests = 1000;
constexpr int kEvery = 10;

TEST_P(a_thousand_tests, with_a_fault_in_every_tenth_report_it_once_and_go_on) {
  auto executor = native::NativeExecutor::create({.program = program(), .arguments = {GetParam()}}, {});
  ASSERT_TRUE(executor.ok()) << executor.error().text();
  explore::Findings findings(*executor.value(), trace::kDefaultDepth);
  trace::Trace trace;
  for (int i = 0; i < kTests; ++i) {
    const bool dies = i % kEvery == kEvery - 1;
    executor.value()->run(test(dies), trace);
    ASSERT_EQ(trace.outcome, dies ? trace::Outcome::kFailed : trace::Outcome::kFinished) << "test " << i;
    findings.observe(trace);
  }
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(name(findings.all()[0]), GetParam());
  EXPECT_EQ(findings.all()[0].count, kTests / kEvery);
}

INSTANTIATE_TEST_SUITE_P(of_each_kind, a_thousand_tests,
                         testing::Values("segmentation-fault", "abort", "assertion", "uncaught-exception",
                                         "stack-overflow", "exit-code", "division-by-zero", "illegal-instruction",
                                         "use-after-free", "double-free", "heap-overflow", "died"),
                         [](const auto& info) {
                           std::string name = info.param;
                           for (char& c : name) c = c == '-' ? '_' : c;
                           return name;
                         });

TEST_F(a_thousand_tests, with_an_endless_loop_in_every_tenth_are_cut_there) {
  auto executor =
      native::NativeExecutor::create({.program = program(), .arguments = {"endless"}}, {.spec = {.patience = 0.05}});
  ASSERT_TRUE(executor.ok()) << executor.error().text();
  trace::Trace trace;
  for (int i = 0; i < kTests; ++i) {
    const bool dies = i % kEvery == kEvery - 1;
    executor.value()->run(test(dies), trace);
    ASSERT_EQ(trace.outcome, dies ? trace::Outcome::kCut : trace::Outcome::kFinished) << "test " << i;
  }
}

TEST_F(a_thousand_tests, with_the_depth_bound_in_every_tenth_are_cut_there) {
  auto executor = native::NativeExecutor::create({.program = program(), .arguments = {"no fault"}}, {});
  ASSERT_TRUE(executor.ok()) << executor.error().text();
  trace::Trace trace;
  for (int i = 0; i < kTests; ++i) {
    trace::Test t = test(false);
    const bool cut = i % kEvery == kEvery - 1;
    if (cut) {
      t.schedule.clear();
      t.depth = 1;
    }
    executor.value()->run(t, trace);
    ASSERT_EQ(trace.outcome, cut ? trace::Outcome::kCut : trace::Outcome::kFinished) << "test " << i;
  }
}

}  // namespace
}  // namespace heddle
