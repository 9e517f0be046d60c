// Local variables that are symbolic by themselves (SymbolicValues::kInputsReadsAndLocals).

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "tests/support/segments.h"
#include "tests/symbolic/symbolic_program.h"

namespace heddle::tests {
namespace {

using testing::IsEmpty;

// A run of such a program, and what its segments are.
struct LocalsRun {
  explicit LocalsRun(const std::string& source, const std::vector<std::int64_t>& inputs = {},
                     const std::string& optimisation = "-O1",
                     SymbolicProgram::Language language = SymbolicProgram::Language::kC)
      : program(source, {"-fsymbolic=locals", optimisation}, language) {
    EXPECT_TRUE(program.executor().make_symbolic(trace::SymbolicValues::kInputsReadsAndLocals));
    do trace = program.run(inputs);
    while (program.executor().refine());
    segments = check_segments(*program.executor().expressions(), trace);
    EXPECT_EQ(segments.problem, "");
    EXPECT_THAT(program.executor().reasons_of_incompleteness(), IsEmpty());
  }

  // How often a local variable had this value after a visible operation.
  auto locals_with(std::int64_t value) const {
    return std::ranges::count(trace.locals, value, &trace::SymbolicLocal::value);
  }

  SymbolicProgram program;
  trace::Trace trace;
  Segments segments;
};

TEST(symbolic_locals, are_named_anew_behind_each_visible_operation) {
  const LocalsRun run(R"(
    #include <heddle/heddle.h>
    #include <stdatomic.h>
    _Atomic int x, y;
    int main(void) {
      int a = heddle_int("a") + 1;
      int b = atomic_load(&x);
      if (a + b > 2) b = b * 2 + 40;
      atomic_store(&y, b);
      b = b + a;
      atomic_store(&y, b - 1);
      if (b == 17) return 1;
      return 0;
    })",
                      {5});
  EXPECT_EQ(run.segments.decisions, 2U);
  EXPECT_EQ(run.segments.writes, 2U);
  EXPECT_EQ(run.locals_with(6), 2);   // a after the load and the first store
  EXPECT_EQ(run.locals_with(40), 1);  // b after the first store
  EXPECT_EQ(run.locals_with(46), 1);  // after the second one
}

TEST(symbolic_locals, are_those_that_are_used_later) {
  const LocalsRun run(R"(
    #include <stdatomic.h>
    _Atomic int x;
    int main(void) {
      int used = 30 + atomic_load(&x);
      int unused = 31 + atomic_load(&x);
      atomic_store(&x, unused);
      atomic_store(&x, used);
      return 0;
    })");
  EXPECT_EQ(run.locals_with(30), 2);
  EXPECT_EQ(run.locals_with(31), 0);
}

TEST(symbolic_locals, that_are_concrete_otherwise_decide) {
  const LocalsRun run(R"(
    #include <stdatomic.h>
    _Atomic int x;
    int main(void) {
      for (int i = 0; i < 3; ++i) atomic_fetch_add(&x, i);
      return 0;
    })");
  // Before the first operation nothing is symbolic; the three after it are.
  EXPECT_EQ(run.segments.decisions, 3U);
  EXPECT_EQ(run.segments.writes, 3U);
}

TEST(symbolic_locals, of_callers_are_named_in_front_of_the_call) {
  const LocalsRun run(R"(
    #include <stdatomic.h>
    _Atomic int x;
    __attribute__((noinline)) static int add(int n) { atomic_fetch_add(&x, n); atomic_fetch_add(&x, 1); return n + 1; }
    __attribute__((noinline)) static int pure(int n) { return n * 3; }
    int main(void) {
      int a = 20 + atomic_load(&x);
      int b = add(a);
      if (a + b != 41) return 1;
      int c = pure(b);
      if (c + a == 7) return 1;
      return 0;
    })",
                      {}, "-O0");
  EXPECT_EQ(run.segments.decisions, 2U);
  // a before the first call, n after both operations of add; a keeps its name.
  EXPECT_EQ(run.locals_with(20), 3);
}

TEST(symbolic_locals, in_memory_of_the_stack_are_symbolic) {
  const LocalsRun run(R"(
    #include <stdatomic.h>
    _Atomic int x;
    __attribute__((noinline)) static void fill(int* a) { a[0] = 5; a[1] = 6; }
    int main(void) {
      int a[2];
      fill(a);
      atomic_store(&x, 1);
      if (a[0] + a[1] == 11) return 0;
      return 1;
    })");
  EXPECT_EQ(run.segments.decisions, 1U);
  EXPECT_EQ(run.locals_with(5), 1);
  EXPECT_EQ(run.locals_with(6), 1);
}

TEST(symbolic_locals, of_all_threads_and_with_locks) {
  const LocalsRun run(R"(
    #include <pthread.h>
    #include <heddle/heddle.h>
    pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
    int sum;
    static void* work(void* p) {
      int n = heddle_int("n") + 2;
      for (int i = 0; i < 2; ++i) {
        pthread_mutex_lock(&m);
        sum += n;
        if (sum > 3) n = 0;
        pthread_mutex_unlock(&m);
      }
      return p;
    }
    int main(void) {
      pthread_t t[2];
      for (int i = 0; i < 2; ++i) pthread_create(&t[i], 0, work, 0);
      for (int i = 0; i < 2; ++i) pthread_join(t[i], 0);
      return sum == 3;
    })");
  EXPECT_GE(run.segments.decisions, 8U);
  EXPECT_GE(run.segments.locals, 8U);
}

TEST(symbolic_locals, are_what_threads_hand_to_each_other) {
  const LocalsRun run(R"(
    #include <heddle/heddle.h>
    #include <pthread.h>
    static void* work(void* p) { long x = (long)p; if (x == 4) x = 40; return (void*)(x + 1); }
    int main(void) {
      long x = heddle_int("x");
      pthread_t t;
      void* r;
      pthread_create(&t, 0, work, (void*)x);
      pthread_join(t, &r);
      if ((long)r == 41) return 1;
      return 0;
    })",
                      {7});
  EXPECT_EQ(run.segments.decisions, 2U);
}

TEST(symbolic_locals, survive_exceptions_and_all_kinds_of_numbers) {
  const LocalsRun run(R"(
    #include <atomic>
    #include <heddle/heddle.h>
    std::atomic<int> x;
    static int risky(int n) { x += n; if (n > 2) throw n; return n; }
    int main() {
      double d = 2.5;
      long a = static_cast<long>(d * 4) + x.load();
      unsigned char c = static_cast<unsigned char>(heddle_int("c"));
      try { a += risky(static_cast<int>(a)); } catch (int n) { a += n + c; }
      x.store(1);
      bool b = d > 2;
      x.store(b ? 2 : 3);
      if (b && a == 20) return 1;
      return c == 4;
    })",
                      {3}, "-O1", SymbolicProgram::Language::kCxx);
  EXPECT_GE(run.segments.decisions, 2U);
}

// limit: Symbolic local variables (`-fsymbolic=locals`
TEST(symbolic_locals, need_code_that_was_compiled_for_them) {
  SymbolicProgram program("#include <heddle/heddle.h>\nint main(void) { return heddle_int(\"x\") == 3; }");
  EXPECT_FALSE(program.executor().make_symbolic(trace::SymbolicValues::kInputsReadsAndLocals));
}

TEST(symbolic_locals, are_concrete_unless_that_is_asked_for) {
  SymbolicProgram program(R"(
    #include <heddle/heddle.h>
    #include <stdatomic.h>
    _Atomic int x;
    int main(void) {
      int a = heddle_int("a");
      for (int i = 0; i < 3; ++i) atomic_fetch_add(&x, i);
      if (a == 4) return 1;
      return 0;
    })",
                          {"-fsymbolic=locals", "-O1"});
  EXPECT_THAT(program.decisions(), testing::ElementsAre("a == 4 is 0"));
  EXPECT_THAT(program.run().locals, IsEmpty());
}

}  // namespace
}  // namespace heddle::tests
