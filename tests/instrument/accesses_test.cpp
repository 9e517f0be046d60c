#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/instrument/instrumented.h"

namespace heddle::tests {
namespace {

using testing::ElementsAre;

constexpr const char* kHook = " void @__heddle_";
// After a look into the table.
constexpr const char* kRead = "call preserve_mostcc void @__heddle_read(";
constexpr const char* kWrite = "call preserve_mostcc void @__heddle_write(";

TEST(instrumented_accesses, a_variable_that_stays_on_the_stack_has_none) {
  const Instrumented program = c(R"(
    int sum(int n) { int a[10]; for (int i = 0; i < 10; ++i) a[i] = i * n; return a[n] + a[n + 1]; })");
  EXPECT_EQ(count(program.function("sum"), kRead), 0);
  EXPECT_EQ(count(program.function("sum"), kWrite), 0);
}

TEST(instrumented_accesses, a_variable_whose_address_is_given_away_has_all) {
  const Instrumented program = c(R"(
    void give(int*);
    int f(void) { int x = 1; give(&x); return x; })");
  const std::string code = program.function("f");
  EXPECT_EQ(count(code, kWrite), 1);
  EXPECT_EQ(count(code, kRead), 1);
}

TEST(instrumented_accesses, constants_and_thread_local_variables_have_none) {
  const Instrumented program = cxx(R"(
    const int table[] = {1, 2, 3};
    static thread_local int mine;
    int f() { mine += table[1]; return mine; })");
  EXPECT_EQ(count(program.function("_Z1fv"), kHook), 0);
}

TEST(instrumented_accesses, thread_local_variables_that_others_may_have_the_address_of_have_all) {
  const Instrumented program = cxx(R"(
    static thread_local int given;
    thread_local int known;
    int* address() { return &given; }
    void f() { given = 1; known = 2; })");
  EXPECT_EQ(count(program.function("_Z1fv"), kWrite), 2);
}

TEST(instrumented_accesses, an_index_that_is_not_known_is_compared_with_the_bounds) {
  const Instrumented program = c(R"(
    static int table[4];
    int f(int i) { int own[3] = {1, 2, 3}; return own[i]; }
    int g(int i) { return table[i]; }
    int h(int* p) { int own[3] = {1, 2, 3}; *p = own[2]; return own[1] + table[3]; })");
  EXPECT_EQ(count(program.function("f"), "__heddle_beyond"), 1);
  EXPECT_EQ(count(program.function("g"), "__heddle_beyond"), 1);
  EXPECT_EQ(count(program.function("h"), "__heddle_beyond"), 0);
}

TEST(instrumented_accesses, a_hook_is_right_before_its_access) {
  const std::string code = c("int x; int f(void) { return x; }").function("f");
  // Between the two, the look into the table ends.
  EXPECT_THAT(code,
              testing::ContainsRegex("__heddle_read\\(ptr @x, i64 4, ptr @[^)]*\\)[^\n]*\n *br label %[0-9]+[^\n]*\n\n"
                                     "[0-9]+:[^\n]*\n *%[0-9]+ = load i32, ptr @x"));
}

TEST(instrumented_accesses, volatile_and_unaligned_ones_are_plain) {
  const std::string code = c(R"(
    volatile long v; struct __attribute__((packed)) { char c; int i; } p;
    void f(void) { v = p.i; })")
                               .function("f");
  EXPECT_EQ(count(code, std::string(kRead) + "ptr getelementptr"), 1);
  EXPECT_EQ(count(code, std::string(kWrite) + "ptr @v, i64 8"), 1);
}

TEST(instrumented_accesses, atomics_of_every_width_tell_size_order_and_value) {
  const Instrumented program = cxx(R"(
    #include <atomic>
    struct Pair { long a, b; };
    std::atomic<char> c; std::atomic<short> s; std::atomic<int> i; std::atomic<long> l; std::atomic<Pair> p;
    std::atomic<double> d; std::atomic<int*> q; bool flag;
    int main() {
      c.load(std::memory_order_relaxed); s.store(-1, std::memory_order_release); i.fetch_add(1, std::memory_order_acq_rel);
      i = i.fetch_add(2, std::memory_order_acquire);
      l.exchange(-2); p.exchange({3, 4}); d.exchange(1.0); q.exchange(nullptr);
      char ec = -1; c.compare_exchange_strong(ec, 1, std::memory_order_acquire, std::memory_order_relaxed);
      Pair ep = {5, 6}; p.compare_exchange_strong(ep, {7, 8});
      std::atomic_thread_fence(std::memory_order_seq_cst);
      std::atomic_signal_fence(std::memory_order_seq_cst);
    })");
  std::vector<std::string> lines;
  for (const char* kind : {"load", "store", "add", "rmw", "exchange", "cas", "fence"}) {
    for (const std::string& line : lines_with(program.announces({}), kind))
      lines.push_back(line.substr(0, line.find(" program")));
  }
  EXPECT_THAT(lines,
              ElementsAre("load 1 order 0", "store 2 order 3", "store 4 order 5", "add 4 order 4", "rmw 4 order 2",
                          "exchange 8 order 5 value fffffffffffffffe 0", "exchange 16 order 5 value 3 4",
                          "exchange 8 order 5 value 3ff0000000000000 0", "exchange 8 order 5 value 0 0",
                          "cas 1 order 2 0 expected ff 0", "cas 16 order 5 5 expected 5 6", "fence 5"));
}

TEST(instrumented_accesses, copies_read_and_write_as_much_as_they_copy) {
  const Instrumented program = c(R"(
    #include <string.h>
    struct Big { char bytes[300]; } a, b;
    void by_value(struct Big big) { (void)big.bytes[1]; }
    int main(int argc, char** argv) {
      a = b;
      memcpy(&a, &b, argc + 6); memmove(&a, &b, argc + 7); memset(&a, 0, argc + 8);
      struct Big mine; memset(&mine, 0, sizeof mine); memcpy(&mine, &a, 10);
      by_value(a);
      return mine.bytes[argc];
    })");
  std::vector<std::string> lines;
  for (const std::string& line : program.announces({})) {
    if (line.starts_with("read") || line.starts_with("write")) lines.push_back(line.substr(0, line.find(" program")));
  }
  EXPECT_THAT(lines, ElementsAre("read 300", "write 300", "read 7", "write 7", "read 8", "write 8", "write 9",
                                 "read 10", "read 300"));
}

TEST(instrumented_accesses, every_level_of_optimisation_announces_the_same) {
  const Instrumented program = cxx(R"(
    #include <atomic>
    #include <condition_variable>
    #include <map>
    #include <memory>
    #include <mutex>
    #include <string>
    #include <thread>
    #include <vector>
    std::mutex m; std::condition_variable cv; std::map<int, std::string> table; std::vector<int> numbers;
    std::atomic<int> counter; int total; bool ready;
    [[gnu::pure]] int pure(int i) { return total + i; }
    struct Shape { virtual ~Shape() {} virtual int area() { return 1; } };
    struct Square : Shape { int side = 3; int area() override { return side * side; } };
    int main() {
      for (int i = 0; i < 5; ++i) { std::lock_guard lock(m); table[i] = "x"; numbers.push_back(i); total += pure(i) + pure(i); }
      std::unique_ptr<Shape> shape = std::make_unique<Square>();
      auto shared = std::make_shared<int>(4);
      while (counter.fetch_add(1) < 3) std::this_thread::yield();
      { std::unique_lock lock(m); ready = true; cv.wait(lock, [] { return ready; }); }
      for (int n : numbers) total += n * *shared;
      try { if (total > 0) throw total; } catch (int t) { total = shape->area() + t; }
      return 0;
    })");
  // Except for the names of library functions: clang calls a constructor by one of two names, C1 and C2.
  const auto announced = [&](const std::string& level) {
    std::vector<std::string> lines = program.announces({level});
    for (std::string& line : lines) {
      if (line.starts_with("external")) line = "external" + line.substr(line.rfind(' '));
    }
    return lines;
  };
  const std::vector<std::string> unoptimised = announced("-O0");
  EXPECT_GT(lines_with(unoptimised, "read").size(), 100u);
  EXPECT_EQ(announced("-O1"), unoptimised);
  EXPECT_EQ(announced("-O3"), unoptimised);
}

TEST(instrumented_accesses, functions_marked_to_be_ignored_have_none) {
  const Instrumented program = c(R"(
    int x;
    __attribute__((annotate("heddle_ignore"))) int ignored(void) { return x; }
    __attribute__((no_sanitize("thread"))) int not_ignored(void) { return x; })");
  EXPECT_EQ(count(program.function("ignored"), kHook), 0);
  EXPECT_EQ(count(program.function("not_ignored"), kRead), 1);
}

TEST(instrumented_accesses, are_not_moved_across_functions_that_llvm_believes_to_know) {
  // LLVM would conclude from the names that these leave other memory alone.
  const std::string code = cxx(R"(
    #include <cstdlib>
    int f(void* p, int* q) { std::free(p); delete q; return *static_cast<int*>(std::malloc(4)); })")
                               .code({"-O2"});
  for (const char* name : {"free", "_ZdlPvm", "malloc"}) {
    const std::size_t declaration = code.find("@" + std::string(name) + "(", code.find("\ndeclare"));
    ASSERT_NE(declaration, std::string::npos) << name;
    const std::size_t group = code.find('#', declaration);
    const std::string number = code.substr(group, code.find_first_of(" \n", group) - group);
    const std::size_t attributes = code.find("attributes " + number + " =");
    ASSERT_NE(attributes, std::string::npos) << number;
    EXPECT_EQ(code.substr(attributes, code.find('\n', attributes) - attributes).find(" memory("), std::string::npos)
        << name;
  }
}

}  // namespace
}  // namespace heddle::tests
