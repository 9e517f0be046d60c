// Loops that update an atomic variable are one step, others are not.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/instrument/instrumented.h"

namespace heddle::tests {
namespace {

// The kinds of accesses, in order.
std::vector<std::string> kinds(const Instrumented& program) {
  std::vector<std::string> result;
  for (const std::string& line : program.announces({})) {
    for (const char* kind : {"load", "store", "rmw", "add", "cas"}) {
      if (line.starts_with(std::string(kind) + " ")) result.emplace_back(kind);
    }
  }
  return result;
}

std::vector<std::string> in_c(const std::string& code) {
  return kinds(c("#include <stdatomic.h>\natomic_int x, y; int n;\nint main(void) { " + code + " }"));
}

using testing::ElementsAre;

TEST(instrumented_updates, are_one_step) {
  EXPECT_THAT(in_c("int o = x; while (!atomic_compare_exchange_weak(&x, &o, o * 2)) { } return 0;"),
              ElementsAre("rmw"));
  EXPECT_THAT(in_c("int o = x; do { } while (!atomic_compare_exchange_strong(&x, &o, o > 3 ? 0 : o + 1)); return o;"),
              ElementsAre("rmw"));
  EXPECT_THAT(in_c("int o = x; while (!atomic_compare_exchange_weak(&x, &o, o + 1)) { } return o;"),
              ElementsAre("rmw"));
}

TEST(instrumented_updates, are_additions_if_nobody_uses_what_was_there) {
  EXPECT_THAT(in_c("int o = x; while (!atomic_compare_exchange_weak(&x, &o, o + 1)) { } return 0;"),
              ElementsAre("add"));
}

TEST(instrumented_updates, do_nothing_else) {
  const std::vector<std::string> steps = {"load", "cas"};
  EXPECT_EQ(in_c("int o = x; do { if (o == 5) return 1; } while (!atomic_compare_exchange_weak(&x, &o, o + 1)); "
                 "return 0;"),
            steps);
  EXPECT_EQ(in_c("int o = x; while (!atomic_compare_exchange_weak(&x, &o, o + n)) { } return 0;"), steps);
  EXPECT_EQ(in_c("int o = y; while (!atomic_compare_exchange_weak(&x, &o, o + 1)) { } return 0;"), steps);
  EXPECT_EQ(in_c("int f = x, o = f; while (!atomic_compare_exchange_weak(&x, &o, f + 1)) { } return 0;"), steps);
  EXPECT_EQ(in_c("int o = x; n = 1; while (!atomic_compare_exchange_weak(&x, &o, o + 1)) { } return 0;"), steps);
  EXPECT_EQ(in_c("int o = x, k = 0; while (!atomic_compare_exchange_weak(&x, &o, o + 1)) k++; return k;"), steps);
  EXPECT_EQ(in_c("int o = atomic_load_explicit(&x, memory_order_acquire); while "
                 "(!atomic_compare_exchange_weak_explicit(&x, &o, o + 1, memory_order_relaxed, memory_order_relaxed)) "
                 "{ } return 0;"),
            steps);
}

TEST(instrumented_updates, may_use_std_atomic) {
  const std::string head = "#include <atomic>\nstd::atomic<long> x; std::atomic<int*> p;\nint main() { ";
  EXPECT_THAT(kinds(cxx(head + "long o = x.load(); while (!x.compare_exchange_weak(o, o * 3)) { } return 0; }")),
              ElementsAre("rmw"));
  EXPECT_THAT(kinds(cxx(head + "long o = x; while (!x.compare_exchange_weak(o, o + 2)) { } return 0; }")),
              ElementsAre("add"));
  EXPECT_THAT(kinds(cxx(head + "int* o = p.load(); while (!p.compare_exchange_strong(o, o + 1, "
                               "std::memory_order_acq_rel, std::memory_order_acquire)) { } return 0; }")),
              ElementsAre("rmw"));
}

}  // namespace
}  // namespace heddle::tests
