#include "unfolding/linearizer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/rng.h"
#include "tests/unit/unfolding/explored.h"
#include "unfolding/naive_net.h"

namespace heddle::unfolding {
namespace {

using trace::OpKind;

std::vector<EventId> order_of(const BranchingProcess& process, Linearizer& linearizer, const History& history) {
  std::vector<EventId> order;
  EXPECT_TRUE(linearizer.run(history, &order));
  for (const EventId e : order) EXPECT_TRUE(process[e].parent.valid());
  return order;
}

// Executes the events one by one: each must find its thread, its location and its waker as it expects them.
void expect_execution(const BranchingProcess& process, const std::vector<EventId>& order) {
  std::map<std::uint32_t, EventId> last;      // by thread
  std::map<std::uint32_t, EventId> versions;  // by location
  std::set<EventId> done;
  for (const EventId e : order) {
    const Event& event = process[e];
    const EventId parent = last[event.thread];
    if (parent.valid()) {
      EXPECT_EQ(event.parent, parent);
    } else {
      EXPECT_FALSE(process[event.parent].parent.valid());
      if (process[event.parent].version.valid()) {
        EXPECT_TRUE(done.contains(process[event.parent].version));
      }
    }
    last[event.thread] = e;
    done.insert(e);
    if (!event.observes() && !event.modifies()) {
      const bool awaits = event.version.valid() && process[event.version].parent.valid();
      EXPECT_TRUE(!awaits || done.contains(event.version));
      continue;
    }
    const std::uint32_t location = event.location.value;
    const EventId current = versions[location];
    if (current.valid()) {
      EXPECT_EQ(event.version, current);
    } else {
      EXPECT_EQ(process.version_depth(event.version), 0U);
    }
    if (event.modifies()) versions[location] = e;
  }
}

TEST(Linearizer, puts_every_history_into_an_order_in_which_it_can_be_executed) {
  for (const Net net : {Net::kContextual, Net::kPlaceReplicated}) {
    for (const std::string_view source : kSmallPrograms) {
      Explored program(source, net);
      program.explore();
      const BranchingProcess& process = program.process();
      Linearizer linearizer(process);
      NaiveNet naive(process);
      for (std::size_t i = 0; i < process.size(); ++i) {
        if (!process[EventId(i)].parent.valid()) continue;
        const std::vector<EventId> order = order_of(process, linearizer, process.history(EventId(i)));
        expect_execution(process, order);
        std::vector<EventId> sorted = order;
        std::ranges::sort(sorted);
        std::vector<EventId> past = naive.past(EventId(i));
        std::erase_if(past, [&](EventId e) { return !process[e].parent.valid(); });
        EXPECT_EQ(sorted, past) << source;
      }
    }
  }
}

TEST(Linearizer, a_read_that_was_added_late_comes_before_the_write_that_it_does_not_see) {
  Explored program("shared x; thread w { x = 1; } thread r { local a = x; }");
  program.explore();
  const EventId write = program.event("w", OpKind::kWrite);
  const EventId read = program.event("r", OpKind::kRead, "x", 0);
  ASSERT_LT(write, read);
  Cut cut;
  cut.assign(program.process().history(write));
  cut.join(program.process(), program.process().history(read));
  Linearizer linearizer(program.process());
  std::vector<EventId> order;
  ASSERT_TRUE(linearizer.run(cut.view(), &order));
  EXPECT_EQ(order, (std::vector<EventId>{read, write}));
}

// A thread that is created after two steps or after four; in between, its creator waits for another thread.
constexpr std::string_view kCreatedLate = R"(
shared x, y, v, z;
proc created() { z = 1; }
thread creator { local a = x; if (a == 1) { y = 1; local b = v; } local t = spawn created(); }
thread other { x = 1; local c = y; v = c + 1; }
)";

// What stays from one run to the next must not show.
TEST(Linearizer, gives_the_order_that_a_new_one_gives) {
  base::Rng rng(1);
  std::size_t refused = 0;
  std::vector<std::string_view> programs(std::begin(kSmallPrograms), std::end(kSmallPrograms));
  programs.push_back(kCreatedLate);
  for (const Net net : {Net::kContextual, Net::kPlaceReplicated}) {
    for (const std::string_view source : programs) {
      Explored program(source, net);
      program.explore();
      const BranchingProcess& process = program.process();
      const auto any_history = [&] {
        EventId e(rng.below(process.size()));
        while (!process[e].parent.valid()) e = EventId(rng.below(process.size()));
        return process.history(e);
      };
      Linearizer linearizer(process);
      for (int i = 0; i < 300; ++i) {
        // Some are two histories that exclude each other.
        Cut cut;
        cut.assign(any_history());
        if (rng.below(2) != 0) cut.join(process, any_history());
        std::vector<EventId> order;
        std::vector<EventId> expected;
        const bool possible = Linearizer(process).run(cut.view(), &expected);
        refused += possible ? 0 : 1;
        EXPECT_EQ(linearizer.run(cut.view(), &order), possible);
        EXPECT_EQ(order, expected) << source;
      }
    }
  }
  EXPECT_GT(refused, 10U);
}

TEST(Linearizer, refuses_a_cycle_and_can_be_used_again) {
  Explored program(R"(
shared x, y;
thread a { x = 1; }
thread b { y = 1; }
thread c { local p = x; local q = y; }
thread d { local p = y; local q = x; }
)");
  program.explore();
  const BranchingProcess& process = program.process();
  // c sees x before y, d sees y before x.
  const auto second = [&](std::string_view thread, std::string_view first, std::string_view then) {
    const EventId saw = program.event(thread, OpKind::kRead, first, 1);
    for (std::size_t i = 0; i < process.size(); ++i) {
      const EventId e(i);
      if (process[e].parent == saw && process[e].value == 0) {
        EXPECT_EQ(process.operation(e).location, program.location(then));
        return e;
      }
    }
    return EventId();
  };
  const EventId of_c = second("c", "x", "y");
  const EventId of_d = second("d", "y", "x");
  ASSERT_TRUE(of_c.valid() && of_d.valid());
  Cut cut;
  cut.assign(process.history(of_c));
  cut.join(process, process.history(of_d));
  Linearizer linearizer(process);
  EXPECT_FALSE(linearizer.run(cut.view(), nullptr));
  EXPECT_TRUE(linearizer.run(process.history(of_c), nullptr));
  EXPECT_TRUE(linearizer.run(process.history(of_d), nullptr));
}

}  // namespace
}  // namespace heddle::unfolding
