#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/symbolic/symbolic_program.h"

namespace heddle::tests {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

TEST(symbolic_threads, arguments_and_results_of_threads_have_expressions) {
  SymbolicProgram program(R"(
    #include <heddle/heddle.h>
    #include <pthread.h>
    static void* work(void* p) { long x = (long)p; if (x == 4) x = 40; return (void*)(x + 1); }
    int main(void) {
      long x = heddle_int("x");
      pthread_t t;
      void* r;
      pthread_create(&t, 0, work, (void*)x);
      pthread_join(t, &r);
      if ((long)r == 6) return 0;
      return 0;
    })");
  EXPECT_THAT(program.decisions(), ElementsAre("x == 4 is 0", "x == 5 is 0"));
  EXPECT_THAT(program.decisions({4}), ElementsAre("x == 4 is 1"));
  EXPECT_EQ(program.explore().runs, 3);
  EXPECT_THAT(program.explore().reasons, IsEmpty());
}

TEST(symbolic_threads, each_has_its_own_inputs) {
  SymbolicProgram program(R"(
    #include <heddle/heddle.h>
    #include <pthread.h>
    #include <stdio.h>
    int sum;
    pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
    static void* work(void* p) {
      int x = heddle_int("x");
      pthread_mutex_lock(&m);
      sum += x;
      pthread_mutex_unlock(&m);
      return p;
    }
    int main(void) {
      pthread_t t[2];
      for (int i = 0; i < 2; ++i) pthread_create(&t[i], 0, work, 0);
      for (int i = 0; i < 2; ++i) pthread_join(t[i], 0);
      if (sum == 77) puts("yes");
      return 0;
    })");
  const auto explored = program.explore();
  EXPECT_EQ(explored.runs, 2);
  EXPECT_THAT(explored.outputs, UnorderedElementsAre("", "yes\n"));
}

TEST(symbolic_threads, atomic_operations_keep_expressions) {
  SymbolicProgram program(R"(
    #include <heddle/heddle.h>
    #include <stdatomic.h>
    _Atomic int a, b;
    int main(void) {
      int x = heddle_int("x");
      atomic_store(&a, x);
      atomic_fetch_add(&a, 5);
      if (atomic_load(&a) == 12) return 0;
      if (atomic_fetch_or(&a, 1) == 2) return 0;
      return 0;
    })");
  EXPECT_THAT(program.decisions(), ElementsAre("x == 7 is 0", "x == 4294967293 is 0"));
  EXPECT_EQ(program.explore().runs, 3);
}

TEST(symbolic_threads, the_outcome_of_a_compare_exchange_is_a_decision_behind_it) {
  SymbolicProgram program(R"(
    #include <heddle/heddle.h>
    #include <stdatomic.h>
    #include <stdio.h>
    _Atomic int a;
    int main(void) {
      atomic_store(&a, heddle_int("x"));
      int expected = 5;
      if (atomic_compare_exchange_strong(&a, &expected, 9)) puts("done");
      if (expected == 6) puts("six");
      if (atomic_load(&a) == 9) puts("nine");
      return 0;
    })");
  EXPECT_THAT(program.decisions(), ElementsAre("x == 5 is 0", "x == 6 is 0", "x == 5 || x == 9 is 0"));
  EXPECT_THAT(program.explore().outputs, UnorderedElementsAre("", "done\nnine\n", "six\n", "nine\n"));
}

TEST(symbolic_threads, what_an_exchange_puts_there_is_an_expression) {
  SymbolicProgram program(R"(
    #include <heddle/heddle.h>
    #include <stdatomic.h>
    _Atomic unsigned char a;
    int main(void) {
      unsigned char x = heddle_range("x", 3, 5);
      if (atomic_exchange(&a, x) != 0) return 1;
      return atomic_exchange(&a, 7) == 4;
    })");
  EXPECT_EQ(program.explore().runs, 2);
}

constexpr const char* kShared = R"(
    #include <heddle/heddle.h>
    #include <stdatomic.h>
    _Atomic int a;
    int main(void) {
      atomic_store(&a, heddle_int("x") + 1);
      if (atomic_load(&a) == 12) return 0;
      return 0;
    })";

TEST(symbolic_threads, the_trace_tells_the_expressions_of_visible_reads_and_writes) {
  SymbolicProgram program(kShared);
  const trace::Trace trace = program.run();
  ASSERT_EQ(trace.expressions.size(), 2U);
  EXPECT_EQ(trace.operations[trace.expressions[0].operation].kind, trace::OpKind::kWrite);
  EXPECT_EQ(trace.operations[trace.expressions[1].operation].kind, trace::OpKind::kRead);
  EXPECT_EQ(trace.expressions[0].expression, trace.expressions[1].expression);
}

TEST(symbolic_threads, what_is_read_can_be_a_variable_of_its_own) {
  SymbolicProgram program(kShared);
  ASSERT_TRUE(program.executor().make_symbolic(trace::SymbolicValues::kInputsAndReads));
  const trace::Trace trace = program.run({11});
  ASSERT_EQ(trace.expressions.size(), 2U);
  const symbolic::Expressions& in = *program.executor().expressions();
  EXPECT_EQ(in[trace.expressions[1].expression].kind, symbolic::Kind::kVariable);
  EXPECT_NE(trace.expressions[0].expression, trace.expressions[1].expression);
  EXPECT_THAT(program.decisions({11}), ElementsAre(testing::EndsWith("== 12 is 1")));
  EXPECT_THAT(program.executor().reasons_of_incompleteness(), IsEmpty());
}

TEST(symbolic_threads, a_program_without_inputs_has_no_expressions) {
  SymbolicProgram program("int main(void) { return 0; }");
  EXPECT_EQ(program.executor().expressions(), nullptr);
}

}  // namespace
}  // namespace heddle::tests
