#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "base/file.h"
#include "tests/cli/heddle.h"
#include "tests/support/temporary_folder.h"

// The stacks below a finding of a native program, on the terminal and in trace.txt.

namespace heddle::tests {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kLimit = 1u << 20;

constexpr const char* kHead = R"(#include <pthread.h>
#include <stdlib.h>
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static int counter;
)";

constexpr const char* kMain = R"(
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  act(1);
  pthread_join(thread, 0);
}
)";

class stacks_of : public testing::Test {
 protected:
  // The text of the only bug.
  std::string test(const std::string& functions) {
    EXPECT_FALSE(base::write_file(folder_.path("prog.c"), kHead + functions + kMain).has_value());
    const Called called = call_heddle(folder_.path(), {"test", "prog.c", "--strategy=dpor"});
    EXPECT_EQ(called.code, 10) << called.err;
    const fs::directory_iterator bugs(folder_.path("heddle-out/bugs"));
    const std::string file = base::read_file((bugs->path() / "trace.txt").string(), kLimit).value();
    EXPECT_NE(file.find(" <- "), std::string::npos) << file;
    return called.out;
  }

  static void expect_line(const std::string& text, const std::string& line) {
    EXPECT_NE(text.find("\n" + line + "\n"), std::string::npos) << "no line '" << line << "' in:\n" << text;
  }

  TemporaryFolder folder_;
};

TEST_F(stacks_of, a_data_race_are_those_of_both_accesses_also_through_inlined_calls) {
  const std::string text = test(R"(
__attribute__((noinline)) static void act(int n) {
  counter = n;
}
static inline void twice(void) { act(2); }
static void* worker(void* unused) {
  twice();
  return unused;
})");
  expect_line(text, "write by worker#1: act (prog.c:7) <- twice (prog.c:9) <- worker (prog.c:11)");
  expect_line(text, "write by main:     act (prog.c:7) <- main (prog.c:17)");
}

TEST_F(stacks_of, a_deadlock_are_those_of_all_threads_that_wait) {
  const std::string text = test(R"(
__attribute__((noinline)) static void take(pthread_mutex_t* first, pthread_mutex_t* second) {
  pthread_mutex_lock(first);
  pthread_mutex_lock(second);
  pthread_mutex_unlock(second);
  pthread_mutex_unlock(first);
}
static void act(int n) { take(&a, n ? &b : &a); }
static void* worker(void* unused) {
  take(&b, &a);
  return unused;
})");
  expect_line(text,
              "main holds a since step 2 (prog.c:7) and waits for b\n"
              "    at take (prog.c:8) <- act (prog.c:12) <- main (prog.c:20)");
  expect_line(text,
              "worker#1 holds b since step 3 (prog.c:7) and waits for a\n"
              "    at take (prog.c:8) <- worker (prog.c:14)");
}

TEST_F(stacks_of, a_crash_begin_with_the_thread_that_crashed) {
  const std::string text = test(R"(
__attribute__((noinline)) static void act(int n) {
  if (n == 2) *(volatile int*)0 = counter;
}
static void* worker(void* unused) {
  act(2);
  return unused;
})");
  expect_line(text, "worker#1: act (prog.c:7) <- worker (prog.c:10)\nmain:     main (prog.c:17)");
}

}  // namespace
}  // namespace heddle::tests
