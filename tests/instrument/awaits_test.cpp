// Loops that only look at atomic variables are announced with what they wait for, others are not; likewise looks before
// an assumption.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "abi/instrumented.h"
#include "tests/instrument/instrumented.h"

namespace heddle::tests {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::string await(heddle_relation relation, unsigned bits, unsigned value) {
  return "await relation " + std::to_string(relation) + " bits " + std::to_string(bits) + " value " +
         std::to_string(value);
}

// For a loop that is left immediately.
std::vector<std::string> awaits_of(const std::string& functions, const std::string& loop) {
  const Instrumented program = c("#include <stdatomic.h>\natomic_int x; atomic_int other; atomic_char b; int n = 0;\n" +
                                 functions + "int main(int argc, char** argv) { (void)argv; " + loop + " return 0; }");
  return lines_with(program.announces({}), "await");
}
std::vector<std::string> awaits(const std::string& loop) { return awaits_of("", loop); }

TEST(instrumented_awaits, say_what_the_loop_waits_for) {
  EXPECT_THAT(awaits("const int mine = argc - 1; while (x != mine) { }"), ElementsAre(await(HEDDLE_EQUAL, 32, 0)));
  EXPECT_THAT(awaits("while (x == 5) { }"), ElementsAre(await(HEDDLE_NOT_EQUAL, 32, 5)));
  EXPECT_THAT(awaits("while (x > 3) { }"), ElementsAre(await(HEDDLE_LESS_EQUAL, 32, 3)));
  EXPECT_THAT(awaits("while ((x & 1) != 0) { }"), ElementsAre(await(HEDDLE_EQUAL, 1, 0)));
  EXPECT_THAT(awaits("int a; do { a = x; } while (a != 0);"), ElementsAre(await(HEDDLE_EQUAL, 32, 0)));
  EXPECT_THAT(awaits("while (atomic_exchange(&x, 1) != 0) { }"), ElementsAre(await(HEDDLE_NOT_EQUAL, 32, 1)));
  EXPECT_THAT(awaits("int e = 0; while (!atomic_compare_exchange_strong(&x, &e, 7)) e = 0;"),
              ElementsAre(await(HEDDLE_EQUAL, 32, 0)));
}

// The numbers with which the value is compared, and whether each of them ends the loop.
TEST(instrumented_awaits, say_which_values_end_the_loop_if_there_are_several_comparisons) {
  EXPECT_THAT(awaits("int a; do { a = x; } while (a == 2 || a == 3);"), ElementsAre("await bits 32 points 2:0 3:0"));
  EXPECT_THAT(awaits("for (;;) { int a = x; if (a < argc) break; if (a == 7) break; }"),
              ElementsAre("await bits 32 points 1:0 7:1"));
  // The first look is before the loop.
  EXPECT_THAT(awaits("int a = x; while (a == 2 || a == 3) a = x;"), ElementsAre("await bits 32 points 2:0 3:0"));
}

TEST(instrumented_awaits, may_read_the_address_from_plain_memory) {
  EXPECT_THAT(awaits("static atomic_int* at = &x; while (atomic_load(at) != n) { }"), IsEmpty());
  EXPECT_THAT(awaits("static atomic_int* at = &x; while (atomic_load(at) != 0) { }"),
              ElementsAre("await begins", await(HEDDLE_EQUAL, 32, 0) + " loads"));
}

TEST(instrumented_awaits, are_found_in_functions_that_a_loop_calls) {
  const std::string take = "int take(void) { int e = 0; return atomic_compare_exchange_strong(&x, &e, 7); }\n";
  EXPECT_THAT(awaits_of(take, "while (!take()) { }"), ElementsAre(await(HEDDLE_EQUAL, 32, 0)));
  EXPECT_THAT(awaits_of("int look(void) { return x; }\n", "while (look() == 5) { }"),
              ElementsAre(await(HEDDLE_NOT_EQUAL, 32, 5)));
  EXPECT_THAT(awaits_of("int look(void) { n = 1; return x; }\n", "while (look() == 5) { }"), IsEmpty());
}

// The last look of a turn. One that can only lead to another look, or out of the loop, is announced, but never waits.
TEST(instrumented_awaits, are_found_in_turns_with_several_looks) {
  EXPECT_THAT(awaits("while (x != 1 && other == 5) { }"),
              ElementsAre("await bits 32 points 1:1", "await bits 32 points 5:0 turn"));
  EXPECT_THAT(awaits("for (;;) { while (x) { } if (!atomic_exchange(&x, 1)) break; }"),
              ElementsAre(await(HEDDLE_EQUAL, 32, 0), "await bits 32 points 0:1 1:0 turn exchanges"));
  // It exits, having changed nothing: this is announced, but never waits.
  EXPECT_THAT(awaits("while (atomic_exchange(&x, 1) == 2) { }"), ElementsAre("await bits 32 points 2:0 1:1 exchanges"));
  EXPECT_THAT(awaits("while (x != 1 && other == 5) { n = 1; }"), IsEmpty());
  EXPECT_THAT(awaits("int e = 0; while (x == 3 || (!atomic_compare_exchange_strong(&x, &e, 7) && other)) e = 0;"),
              ElementsAre("await bits 32 points 3:0"));
}

// A load before the only access that may change memory, and an access behind which there is only a load of the same.
TEST(instrumented_awaits, are_found_in_turns_that_will_be_in_vain) {
  EXPECT_THAT(awaits("while (x || atomic_exchange(&x, 1)) { }"),
              ElementsAre("await bits 32 points 0:1", "await bits 32 points 0:1 1:0 turn exchanges"));
  EXPECT_THAT(awaits("while (atomic_exchange(&x, 1)) while (x) { }"),
              ElementsAre("await bits 32 points 0:1 1:0 exchanges"));
  EXPECT_THAT(awaits("for (;;) { int e = 0; if (atomic_compare_exchange_strong(&x, &e, 1)) break; while (x) { } }"),
              ElementsAre("await bits 32 points 0:0 compares"));
  // The turn looks at something else, may end, or changes something.
  EXPECT_THAT(awaits("while (atomic_exchange(&x, 1)) while (other) { }"), IsEmpty());
  EXPECT_THAT(awaits("while (atomic_exchange(&x, 1)) if (x == 2) break;"), IsEmpty());
  EXPECT_THAT(awaits("while (atomic_exchange(&x, 1)) if (x == 2) atomic_exchange(&x, 3);"), IsEmpty());
}

TEST(instrumented_awaits, are_found_before_assumptions) {
  const std::string assume = "void heddle_assume(int condition) { (void)condition; }\n";
  const auto assumed = [&](const std::string& code) {
    return awaits_of("void __VERIFIER_assume(int condition) { if (!condition) for (;;) { } }\n" + assume, code);
  };
  EXPECT_THAT(assumed("__VERIFIER_assume(x == 0);"), ElementsAre("await bits 32 points 0:1 assumed"));
  EXPECT_THAT(assumed("int a = x; n = 1; __VERIFIER_assume(a == 0);"), IsEmpty());
  EXPECT_THAT(assumed("const int b = argc - 4; int a = x; __VERIFIER_assume(a - 3 == b);"),
              ElementsAre("await bits 32 points 0:1 assumed"));
}

TEST(instrumented_awaits, are_no_loops_that_do_more) {
  EXPECT_THAT(awaits("int a = x, b = n; while (a != 0 && b != 1) { b = a; a = x; }"), IsEmpty());  // what it has read
  EXPECT_THAT(awaits("int i = 0; while (x != 0) ++i; return i;"), IsEmpty());                      // how often
  EXPECT_THAT(awaits("for (int i = 0; i < 3 && x != 0; ++i) { }"), IsEmpty());                     // a bound
  EXPECT_THAT(awaits("while (x != 0) { n = 1; }"), IsEmpty());                                     // an effect
  EXPECT_THAT(awaits("while (x != n) { }"), IsEmpty());  // what it is compared with may change
  EXPECT_THAT(awaits("int e = 0; while (!atomic_compare_exchange_strong(&x, &e, e + 1)) { }"), IsEmpty());
  EXPECT_THAT(awaits("while (atomic_fetch_add(&x, 1) > 5) { }"), IsEmpty());
}

}  // namespace
}  // namespace heddle::tests
