#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#include "base/file.h"
#include "tests/cli/heddle.h"
#include "tests/support/temporary_folder.h"

// `heddle replay --gdb`: each thread of the program is a thread in the debugger, which stops where the bug shows up.

namespace heddle::tests {
namespace {

namespace fs = std::filesystem;
using testing::Test;

constexpr const char* kHead = R"(#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static atomic_int x;
static int target;
static _Atomic(int*) p;
)";

constexpr const char* kMain = R"(
int main(void) {
  pthread_t first, second;
  p = &target;
  pthread_create(&first, 0, writer, 0);
  pthread_create(&second, 0, reader, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
}
)";

constexpr const char* kReadsTooEarly = R"(
static void* writer(void* unused) { atomic_store(&x, 1); return unused; }
static void* reader(void* unused) {
  const int seen = atomic_load(&x);
  assert(seen == 1);
  return unused;
})";

class replay_in_gdb : public Test {
 protected:
  // What gdb says when it runs the first bug of the program.
  std::string debug(const std::string& threads, const std::vector<std::string>& commands) {
    EXPECT_FALSE(base::write_file(folder_.path("prog.c"), kHead + threads + kMain).has_value());
    EXPECT_EQ(call_heddle(folder_.path(), {"test", "-q", "prog.c"}).code, 10);
    std::vector<std::string> arguments = {"replay", "-q", "--gdb", bug(), "--gdb-arg=-batch", "--gdb-arg=-nx"};
    for (const std::string& command : commands) {
      arguments.emplace_back("--gdb-arg=-ex");
      arguments.emplace_back("--gdb-arg=" + command);
    }
    const Called called = call_heddle(folder_.path(), arguments);
    EXPECT_EQ(called.code, 10) << called.err;
    return called.out + called.err;
  }

  std::string bug() const {
    const fs::directory_iterator bugs(folder_.path("heddle-out/bugs"));
    return fs::relative(bugs->path(), folder_.path()).string();
  }

  static void expect_in_order(const std::string& text, const std::vector<std::string>& parts) {
    std::size_t at = 0;
    for (const std::string& part : parts) {
      at = text.find(part, at);
      ASSERT_NE(at, std::string::npos) << "no '" << part << "' in:\n" << text;
    }
  }

  TemporaryFolder folder_;
};

TEST_F(replay_in_gdb, stops_at_a_failed_assertion_and_lists_the_threads_by_name) {
  const std::string text = debug(kReadsTooEarly, {"run", "info threads", "bt", "continue"});
  expect_in_order(text, {"heddle: assertion: seen == 1", "in thread 3, \"reader#2\":", "\"main\"", "\"writer#1\"",
                         "\"reader#2\"", "in reader (", "prog.c:12", "exited normally"});
}

TEST_F(replay_in_gdb, shows_a_segmentation_fault_where_it_happens_and_then_as_the_finding) {
  const std::string text = debug(R"(
static void* writer(void* unused) { p = 0; return unused; }
static void* reader(void* unused) {
  int* const q = p;
  *q = 1;
  return unused;
})",
                                 {"run", "continue", "info threads", "continue"});
  expect_in_order(text, {"\"reader#2\" received signal SIGSEGV", "*q = 1", "heddle: segmentation-fault",
                         "in thread 3, \"reader#2\":", "\"main\"", "\"writer#1\"", "exited normally"});
}

TEST_F(replay_in_gdb, stops_at_a_deadlock_while_all_threads_stand_where_they_wait) {
  const std::string text = debug(R"(
static void* writer(void* unused) {
  pthread_mutex_lock(&a);
  pthread_mutex_lock(&b);
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
  return unused;
}
static void* reader(void* unused) {
  pthread_mutex_lock(&b);
  pthread_mutex_lock(&a);
  pthread_mutex_unlock(&a);
  pthread_mutex_unlock(&b);
  return unused;
})",
                                 {"run", "thread apply 1 bt", "thread apply 2 bt", "thread apply 3 bt"});
  expect_in_order(text, {"heddle: deadlock", "in main (", "in writer (", "prog.c:11", "in reader (", "prog.c:18"});
}

TEST_F(replay_in_gdb, stops_at_breakpoints_in_the_program_before_the_bug) {
  const std::string text = debug(kReadsTooEarly, {"break reader", "run", "print x", "next", "continue"});
  expect_in_order(text, {"\"reader#2\" hit Breakpoint 2, reader", "$1 = 0", "heddle: assertion"});
}

TEST_F(replay_in_gdb, names_the_package_when_there_is_no_gdb) {
  ASSERT_FALSE(base::write_file(folder_.path("prog.c"), "#include <assert.h>\nint main(void) { assert(0); }\n"));
  ASSERT_EQ(call_heddle(folder_.path(), {"cc", "prog.c", "-o", "prog"}).code, 0);
  ASSERT_EQ(call_heddle(folder_.path(), {"test", "-q", "prog"}).code, 10);
  const std::string path = std::getenv("PATH");
  ::setenv("PATH", "/nonexistent", 1);
  const Called called = call_heddle(folder_.path(), {"replay", "-q", "--gdb", bug()});
  ::setenv("PATH", path.c_str(), 1);
  EXPECT_EQ(called.code, 1);
  EXPECT_NE(called.err.find("the package gdb"), std::string::npos) << called.err;
}

TEST_F(replay_in_gdb, is_not_for_models) {
  ASSERT_FALSE(base::write_file(folder_.path("prog.model"), "shared x;\nthread A { assert(x == 1); }\n"));
  ASSERT_EQ(call_heddle(folder_.path(), {"test", "-q", "prog.model"}).code, 10);
  const Called called = call_heddle(folder_.path(), {"replay", "--gdb", bug()});
  EXPECT_EQ(called.code, 1);
  EXPECT_NE(called.err.find("--gdb is for programs of C and C++"), std::string::npos) << called.err;
}

}  // namespace
}  // namespace heddle::tests
