#include "unfolding/cut.h"

#include <gtest/gtest.h>

#include "tests/unit/unfolding/explored.h"

namespace heddle::unfolding {
namespace {

using trace::OpKind;

constexpr std::string_view kMessage = R"(
shared x, y;
thread a { x = 1; y = 1; }
thread b { local p = y; local q = x; }
)";

bool equal(const Cut& a, const Cut& b) {
  const auto same_entry = [](History::Entry x, History::Entry y) {
    return x.location == y.location && x.version == y.version;
  };
  return a.threads() == b.threads() &&
         std::equal(a.versions().begin(), a.versions().end(), b.versions().begin(), b.versions().end(), same_entry);
}

TEST(Cut, join_keeps_the_later_event_of_each_thread_and_the_later_version_of_each_location) {
  Explored program(kMessage);
  program.explore();
  const EventId write_x = program.event("a", OpKind::kWrite, "x");
  const EventId write_y = program.event("a", OpKind::kWrite, "y");
  const EventId read_0 = program.event("b", OpKind::kRead, "y", 0);
  Cut cut;
  cut.assign(program.process().history(write_x));
  cut.join(program.process(), program.process().history(read_0));
  EXPECT_EQ(cut.view().last_of(0), write_x);
  EXPECT_EQ(cut.view().last_of(1), read_0);
  EXPECT_FALSE(cut.view().last_version(program.location("y").value).valid());
  cut.join(program.process(), program.process().history(write_y));
  EXPECT_EQ(cut.view().last_of(0), write_y);
  EXPECT_EQ(cut.view().last_version(program.location("x").value), write_x);
  EXPECT_EQ(cut.view().last_version(program.location("y").value), write_y);
}

TEST(Cut, join_does_not_depend_on_the_order) {
  for (const std::string_view source : kSmallPrograms) {
    Explored program(source);
    program.explore();
    BranchingProcess& process = program.process();
    for (std::size_t i = 0; i < process.size(); ++i) {
      for (std::size_t j = 0; j < process.size(); ++j) {
        const History a = process.history(EventId(i));
        const History b = process.history(EventId(j));
        if (!program.unfolding().concurrency().consistent(a, b)) continue;
        Cut ab;
        Cut ba;
        ab.assign(a);
        ab.join(process, b);
        ba.assign(b);
        ba.join(process, a);
        ASSERT_TRUE(equal(ab, ba)) << source << ": events " << i << " and " << j;
      }
    }
  }
}

TEST(Cut, versions_stay_sorted_by_location) {
  Cut cut;
  cut.set_version(5, EventId(50));
  cut.set_version(1, EventId(10));
  cut.set_version(3, EventId(30));
  cut.set_version(3, EventId(31));
  ASSERT_EQ(cut.versions().size(), 3U);
  EXPECT_EQ(cut.versions()[0].location, 1U);
  EXPECT_EQ(cut.versions()[1].location, 3U);
  EXPECT_EQ(cut.versions()[1].version, 31U);
  EXPECT_EQ(cut.versions()[2].location, 5U);
}

TEST(Cut, of_an_extension_contains_the_extension) {
  Explored program(kMessage);
  program.step();  // a, then b: the reads of 0 are extensions
  EventId extension;
  for (std::size_t i = 0; i < program.process().size(); ++i) {
    const Event& event = program.process()[EventId(i)];
    if (event.parent.valid() && !event.executed()) extension = EventId(i);
  }
  ASSERT_TRUE(extension.valid());
  Cut cut;
  cut.assign_extension(program.process(), extension);
  EXPECT_EQ(cut.view().last_of(program.process()[extension].thread), extension);
}

TEST(Cut, a_forgotten_thread_has_no_event) {
  Explored program(kMessage);
  program.explore();
  Cut cut;
  cut.assign(program.process().history(program.event("a", OpKind::kWrite, "y")));
  cut.forget_thread(0);
  EXPECT_FALSE(cut.view().last_of(0).valid());
  cut.clear();
  EXPECT_EQ(cut.view().thread_end(), 0U);
}

}  // namespace
}  // namespace heddle::unfolding
