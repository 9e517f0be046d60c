#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/instrument/instrumented.h"

namespace heddle::tests {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing::SizeIs;
using testing::UnorderedElementsAre;

int loops_in(const Instrumented& program, const std::string& function) {
  return count(program.function(function), "call void @__heddle_loop(");
}

TEST(instrumented_loops, one_that_only_looks_may_wait) {
  const Instrumented program = c(R"(
    #include <sched.h>
    #include <stdatomic.h>
    #include <pthread.h>
    int flag; atomic_int turn; pthread_mutex_t m; int elsewhere(void);
    void plain(void) { while (!flag) ; }
    void atomic(void) { while (atomic_load(&turn) != 1) sched_yield(); }
    void exchange(void) { while (atomic_exchange(&turn, 1)) __builtin_ia32_pause(); }
    void assembly(void) { while (!flag) __asm__ volatile("pause" ::: "memory"); }
    void trying(void) { while (pthread_mutex_trylock(&m)) ; }
    void calling(void) { while (!elsewhere()) ; }
    static int look(void) { return flag; }
    void helper(void) { while (!look()) ; })");
  for (const char* name : {"plain", "atomic", "exchange", "assembly", "trying", "calling", "helper"}) {
    EXPECT_EQ(loops_in(program, name), 1) << name;
  }
}

TEST(instrumented_loops, one_with_effects_that_no_hook_tells_does_not_wait) {
  const Instrumented program = c(R"(
    #include <stdio.h>
    #include <stdlib.h>
    #include <time.h>
    int flag; static _Thread_local int turns; __int128 wide;
    void only_computes(int n) { for (int i = 0; i < n; ++i) __asm__(""); }
    void prints(void) { while (!flag) puts("waiting"); }
    void counts_in_thread(void) { while (!flag) ++turns; }
    int fills_array(int n) { int a[8] = {0}; for (int i = 0; !flag; ++i) a[i % 8] = i; return a[n]; }
    void wide_sum(void) { __int128 sum = 1; while (!flag) sum *= 3; wide = sum; }
    static void note(void) { ++turns; }
    static void note_twice(void) { note(); note(); }
    void by_helper(void) { while (!flag) note_twice(); })");
  for (const char* name : {"only_computes", "prints", "counts_in_thread", "fills_array", "wide_sum", "by_helper"}) {
    EXPECT_EQ(loops_in(program, name), 0) << name;
  }
}

TEST(instrumented_loops, one_that_has_them_in_some_turns_tells_of_them) {
  const Instrumented program = c(R"(
    #include <time.h>
    int flag; static _Thread_local int turns;
    void reads_clock(void) { while (!flag && time(0) < 9) ; }
    void reads_counter(void) { while (!flag && __builtin_readcyclecounter() < 9) ; }
    void counts_some(int n) { while (!flag) if (flag == n) ++turns; })");
  for (const char* name : {"reads_clock", "reads_counter", "counts_some"}) {
    EXPECT_EQ(loops_in(program, name), 1) << name;
    EXPECT_EQ(count(program.function(name), "@__heddle_effect("), 1) << name;
  }
}

TEST(instrumented_loops, the_state_tells_turns_and_entries_apart) {
  // Two iterations that wait alike, then one that differs; then another entry, whose first iteration is like none
  // before.
  const Instrumented program = c(R"(
    int flag = 1; int left(int); int turns;
    int left(int n) { return turns++ < n; }
    static void wait_for(int n) { while (left(n)) ; }
    int main(void) { wait_for(2); wait_for(0); for (int i = 1; i < 4; i *= 2) if (!flag) break; return 0; })");
  std::vector<std::string> states;
  for (const std::string& line : lines_with(program.announces({}), "loop"))
    states.push_back(line.substr(0, line.find(':')));
  EXPECT_THAT(states,
              ElementsAre("loop new program.c", "loop same program.c", "loop same program.c", "loop new program.c",
                          "loop new program.c", "loop new program.c", "loop new program.c"));
}

TEST(instrumented_loops, one_that_counts_its_turns_does_not_wait) {
  const Instrumented program = c(R"(
    int flag = 1; int a[4];
    int main(void) {
      for (int i = 0; i < 4; ++i) if (a[i]) break;
      for (int i = 3; i != -1; --i) a[i] = flag;
      for (int i = 0; i < 4; i += a[i]) if (!flag) break;
      return 0;
    })");
  for (const std::string& line : lines_with(program.announces({}), "loop"))
    EXPECT_EQ(line.substr(line.find("program")), "program.c:6:main");
}

TEST(instrumented_calls, those_of_undefined_functions_are_announced_once) {
  const Instrumented program = c(R"(
    #include <math.h>
    #include <stdlib.h>
    #include <string.h>
    static int mine(void) { return 1; }
    int main(int argc, char** argv) {
      for (int i = 0; i < 3; ++i) free(malloc(argc));
      return mine() + (int)fabs((double)argc) + (int)sin((double)argc) * 0;
    })");
  EXPECT_THAT(lines_with(program.announces({}), "external"),
              ElementsAre("external malloc program.c:7:main", "external free program.c:7:main"));
}

TEST(instrumented_calls, operations_in_headers_have_the_place_of_the_users_call) {
  const Instrumented program = cxx(R"(
    #include <mutex>
    #include <vector>
    std::vector<int> v; std::mutex m;
    int main() {
      v.push_back(1);
      m.lock();
    })");
  const std::vector<std::string> lines = program.announces({});
  EXPECT_THAT(lines, Contains(HasSubstr("program.cpp:6:main*")));
  EXPECT_THAT(lines, Contains("external pthread_mutex_lock program.cpp:7:main*"));
}

TEST(instrumented_calls, atomic_waiting_looks_once_before_it_sleeps) {
  const std::string code = cxx(R"(
    #include <atomic>
    std::atomic<char> c{1};
    int main() { c.wait(0); })")
                               .code();
  const std::size_t body =
      code.find("{\n", code.find("define linkonce_odr dso_local noundef zeroext i1 @_ZNSt8__detail13__atomic_spin"));
  ASSERT_NE(body, std::string::npos);
  const std::string text = code.substr(body, code.find("\n}", body) - body);
  EXPECT_THAT(text, testing::ContainsRegex("icmp slt i32 %[0-9]+, 1,"));
  EXPECT_THAT(text, Not(HasSubstr(", 16")));
}

TEST(instrumented_globals, have_qualified_names_and_layouts) {
  const Instrumented program = cxx(R"(
    #include <atomic>
    #include <mutex>
    struct Inner { char c[4]; short s; };
    struct Base { int b; };
    struct Outer : Base { Inner in[2][3]; unsigned low : 3, high : 9; union { int i; float f; }; Outer* next; static int shared; };
    int Outer::shared;
    namespace ns { Outer outer; std::atomic<long> number; std::mutex m; template <class T> struct Box { static T value; }; }
    template <class T> T ns::Box<T>::value{};
    namespace { enum Color { kRed } color; }
    const int constant = 3; thread_local int mine; extern int elsewhere;
    int main() { static int calls; ns::Box<char>::value = 1; color = kRed; return ++calls + ++mine + constant - 5; })");
  EXPECT_THAT(lines_with(program.announces({}), "global"),
              UnorderedElementsAre(
                  "global Outer::shared 4 i4",
                  "global ns::outer 56 {b:0:i4;in:4:[2,18][3,6]{c:0:[4,1]c1;s:4:i2;};low:40:B0,3u4;high:40:B3,9u4;"
                  "i:44:i4;f:44:f4;next:48:p8;}",
                  "global ns::number 8 i8", "global ns::m 40 i40", "global ns::Box<char>::value 1 c1",
                  "global color 4 e4(kRed=0)", "global main::calls 4 i4"));
}

TEST(instrumented_globals, a_layout_beyond_the_bound_goes_no_deeper) {
  std::string source = "struct S {";
  for (int i = 0; i < 2000; ++i) source += " int member" + std::to_string(i) + ";";
  source += " } big; int main(void) { return big.member1; }";
  const std::vector<std::string> lines =
      lines_with(c(source).announces({}), "global big 8000 {member0:0:i4;member1:4:i4;");
  ASSERT_THAT(lines, SizeIs(1));
  EXPECT_LT(lines[0].size(), 4300u);
  EXPECT_TRUE(lines[0].ends_with(";}"));
}

TEST(instrumented_globals, have_no_layout_without_debug_information) {
  const std::vector<std::string> lines = c("int x; int main(void) { return x; }").announces({"-g0"});
  EXPECT_THAT(lines, Contains("global x 4 ?"));
  EXPECT_THAT(lines, Contains("read 4 program.c:0:main"));
}

TEST(instrumented_main, is_called_by_the_runtime_whatever_its_parameters) {
  EXPECT_THAT(c("int main() { return 4; }").announces({}), ElementsAre("module 1", "code 4"));
  EXPECT_THAT(c("int main(int n, char** v) { return n; }").announces({}), ElementsAre("module 1", "code 1"));
  EXPECT_THAT(c("int main(int n, char** v, char** e) { return n + (e == 0); }").announces({}),
              ElementsAre("module 1", "code 1"));
  EXPECT_THAT(c("void main(void) {}").announces({"-Wno-main-return-type"}), ElementsAre("module 1", "code 0"));
}

TEST(instrumented_modules, link_when_inline_functions_are_dropped_by_the_linker) {
  // Two files with the same inline functions and variables; the linker keeps one copy, and unused sections are dropped.
  const Instrumented program = cxx(R"(
    #include <map>
    #include <string>
    inline int shared_by_all = 1;
    inline int& once() { static int value; return value; }
    int main() { std::map<std::string, int> m; m["a"] = once() + shared_by_all; return m.size() - 1; })");
  const std::vector<std::string> lines = program.announces_twice({"-O2", "-ffunction-sections", "-fdata-sections"});
  EXPECT_THAT(lines_with(lines, "global shared_by_all"), SizeIs(1));
  EXPECT_THAT(lines_with(lines, "code"), ElementsAre("code 0"));
}

TEST(instrumented_modules, are_not_given_copies_of_inline_functions_without_hooks) {
  const Instrumented program = cxx(R"(
    inline int x;
    inline int look() { static int times; return ++times + x; }
    struct Shape { Shape() { ++x; } virtual ~Shape() { ++x; } };
    int main() { Shape shape; return look(); })");
  const std::vector<std::string> lines = program.announces_behind_plain_copy();
  EXPECT_THAT(lines, Contains(HasSubstr(":look")));
  EXPECT_THAT(lines, Contains(HasSubstr(":Shape::Shape")));
  EXPECT_THAT(lines, Contains("code 2"));
}

}  // namespace
}  // namespace heddle::tests
