#include <gtest/gtest.h>

#include "explore/factory.h"
#include "explore/loop.h"
#include "report/describe.h"
#include "tests/differential/compile.h"

// What is wrong, in one sentence.

namespace heddle::report {
namespace {

std::string first_message(const std::string& model) {
  const std::unique_ptr<trace::Executor> executor = differential::compile(model);
  const auto strategy = explore::make_strategy("dpor", *executor, {});
  const explore::Result result = explore::explore(*executor, *strategy, {});
  return result.findings.empty() ? "" : message_of(result.findings[0], executor->names());
}

TEST(message, of_an_assertion_says_what_fails) {
  EXPECT_EQ(first_message("shared x; thread a { assert(x == 2); }"), "assertion failed: assert(x == 2)");
}

TEST(message, of_a_cycle_says_who_holds_what) {
  EXPECT_EQ(first_message("lock m, n; thread a { lock(m); lock(n); unlock(n); unlock(m); }\n"
                          "thread b { lock(n); lock(m); unlock(m); unlock(n); }"),
            "a waits for lock n, held by b; b waits for lock m, held by a");
  EXPECT_EQ(first_message("lock m; thread t { lock(m); lock(m); }"), "t waits for lock m, which it holds itself");
  EXPECT_EQ(first_message("lock m; thread t { lock(m); local h = spawn p(); join(h); } proc p() { lock(m); }"),
            "t waits for the end of p#t.0; p#t.0 waits for lock m, held by t");
}

TEST(message, of_a_kept_lock_says_that_its_holder_has_ended) {
  EXPECT_EQ(first_message("lock m; thread a { lock(m); } thread b { lock(m); unlock(m); }"),
            "b waits for lock m, held by a, which has ended");
}

TEST(message, of_waiting_threads_says_what_each_waits_for) {
  EXPECT_EQ(first_message("lock m; cond c; semaphore s = 0; barrier b(9);\n"
                          "thread w0 { lock(m); wait(c, m); unlock(m); } thread w1 { acquire(s); }\n"
                          "thread w2 { arrive(b); }"),
            "w0 waits for a signal on c; w1 waits for semaphore s; w2 waits for the others at barrier b");
}

TEST(message, of_an_assertion_can_be_read_back) {
  EXPECT_EQ(note_of_assertion("assertion failed: a == b: c"), "a == b: c");
  EXPECT_EQ(note_of_assertion("assertion failed"), "");
  EXPECT_EQ(note_of_assertion("data race: read and write of x"), "");
}

}  // namespace
}  // namespace heddle::report
