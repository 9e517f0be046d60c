#include "unfolding/marking.h"

#include <gtest/gtest.h>

#include "tests/unit/unfolding/explored.h"

namespace heddle::unfolding {
namespace {

using trace::OpKind;
using trace::ThreadId;

constexpr std::string_view kReaders = "shared x; thread w { x = 1; } thread r[i : 2] { local a = x; }";

std::vector<EventId> list(std::span<const EventId> events) { return {events.begin(), events.end()}; }

TEST(Marking, a_thread_is_at_its_last_event) {
  Explored program(kReaders);
  program.explore();
  Marking marking(program.process());
  EXPECT_FALSE(marking.condition(ThreadId(0)).valid());
  for (const EventId start : program.unfolding().starts()) marking.start_thread(start);
  EXPECT_EQ(marking.condition(ThreadId(0)), program.unfolding().starts()[0]);
  const EventId write = program.event("w", OpKind::kWrite);
  marking.fire(write);
  EXPECT_EQ(marking.condition(ThreadId(0)), write);
  EXPECT_EQ(marking.version(program.location("x")), write);
}

TEST(Marking, place_replicated_the_reads_of_a_version_last_until_it_is_replaced) {
  Explored program(kReaders, Net::kPlaceReplicated);
  program.explore();
  Marking marking(program.process());
  const trace::LocationId x = program.location("x");
  const EventId first = program.event("r[0]", OpKind::kRead, "x", 0);
  const EventId second = program.event("r[1]", OpKind::kRead, "x", 0);
  marking.fire(second);
  marking.fire(first);
  EXPECT_EQ(list(marking.reads(x, ThreadId(0))), (std::vector<EventId>{first, second})) << "by thread";
  EXPECT_EQ(list(marking.reads(x, ThreadId(1))), (std::vector<EventId>{second})) << "not one's own";
  const EventId write = program.process().find(program.unfolding().starts()[0], program.process()[first].version,
                                               trace::kNoChoice, marking.reads(x, ThreadId(0)));
  ASSERT_TRUE(write.valid());
  marking.fire(write);
  EXPECT_TRUE(marking.reads(x, ThreadId(0)).empty());
}

TEST(Marking, contextual_no_reads_are_kept) {
  Explored program(kReaders);
  program.explore();
  Marking marking(program.process());
  marking.fire(program.event("r[0]", OpKind::kRead, "x", 0));
  EXPECT_TRUE(marking.reads(program.location("x"), ThreadId(0)).empty());
}

TEST(Marking, a_signal_is_the_waker_of_the_thread_it_chose) {
  Explored program("lock m; cond c; thread t { lock(m); wait(c, m); } thread s { signal(c); }");
  program.explore();
  Marking marking(program.process());
  const EventId wake = program.event("t", OpKind::kWake);
  const EventId signal = program.process()[wake].version;
  EXPECT_FALSE(marking.waker(ThreadId(0)).valid());
  marking.fire(signal);
  EXPECT_EQ(marking.waker(ThreadId(0)), signal);
}

TEST(Marking, a_creation_starts_the_thread) {
  Explored program("shared x; proc p() { x = 1; } thread main { local h = spawn p(); }");
  program.explore();
  Marking marking(program.process());
  marking.fire(program.event("main", OpKind::kCreate));
  const EventId start = marking.condition(ThreadId(1));
  ASSERT_TRUE(start.valid());
  EXPECT_EQ(program.process()[start].version, program.event("main", OpKind::kCreate));
}

TEST(Marking, reset_forgets_everything) {
  Explored program(kReaders, Net::kPlaceReplicated);
  program.explore();
  Marking marking(program.process());
  marking.fire(program.event("r[0]", OpKind::kRead, "x", 0));
  marking.fire(program.event("w", OpKind::kWrite));
  marking.reset();
  EXPECT_FALSE(marking.condition(ThreadId(0)).valid());
  EXPECT_FALSE(marking.version(program.location("x")).valid());
  EXPECT_TRUE(marking.reads(program.location("x"), ThreadId(0)).empty());
}

}  // namespace
}  // namespace heddle::unfolding
