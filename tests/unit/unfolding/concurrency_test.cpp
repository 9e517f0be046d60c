#include "unfolding/concurrency.h"

#include <gtest/gtest.h>

#include "tests/differential/environment.h"
#include "tests/unit/unfolding/explored.h"
#include "unfolding/naive_net.h"

namespace heddle::unfolding {
namespace {

using trace::OpKind;

TEST(Concurrency, agrees_with_the_definitions_on_all_pairs_of_events) {
  const std::uint64_t every = differential::twins_every();
  std::uint64_t pairs = 0;
  for (const Net net : {Net::kContextual, Net::kPlaceReplicated}) {
    for (const std::string_view source : kSmallPrograms) {
      Explored program(source, net);
      program.explore();
      BranchingProcess& process = program.process();
      Concurrency& concurrency = program.unfolding().concurrency();
      NaiveNet naive(process);
      for (std::size_t i = 0; i < process.size(); ++i) {
        for (std::size_t j = 0; j < process.size(); ++j) {
          // Small processes completely.
          if (process.size() > 40 && ++pairs % every != 0) continue;
          const EventId a(i);
          const EventId b(j);
          ASSERT_EQ(concurrency.consistent(process.history(a), process.history(b)), naive.consistent(a, b))
              << source << ": events " << i << " and " << j;
          if (process[a].thread == kNoThread || !process[b].modifies()) continue;
          ASSERT_EQ(concurrency.together(a, b), naive.together(a, b)) << source << ": events " << i << " and " << j;
        }
      }
    }
  }
}

TEST(Concurrency, a_read_and_the_write_that_it_does_not_see_are_in_conflict_only_in_the_place_replicated_net) {
  for (const Net net : {Net::kContextual, Net::kPlaceReplicated}) {
    Explored program("shared x; thread w { x = 1; } thread r { local a = x; }", net);
    program.explore();
    const History write = program.process().history(program.event("w", OpKind::kWrite));
    const History read = program.process().history(program.event("r", OpKind::kRead, "x", 0));
    EXPECT_EQ(program.unfolding().concurrency().consistent(write, read), net == Net::kContextual);
  }
}

TEST(Concurrency, contextual_two_stale_reads_are_ordered_by_linearising_the_union) {
  Explored program("shared x, y; thread a { local p = x; y = 1; } thread b { local q = y; x = 1; }");
  program.explore();
  Concurrency& concurrency = program.unfolding().concurrency();
  BranchingProcess& process = program.process();
  // Each writes what the other read before: read, read, write, write is an execution.
  const std::uint64_t before = concurrency.linearisations();
  const EventId write_y =
      process.find(program.event("a", OpKind::kRead, "x", 0),
                   process[program.event("b", OpKind::kRead, "y", 0)].version, trace::kNoChoice, {});
  const EventId write_x =
      process.find(program.event("b", OpKind::kRead, "y", 0),
                   process[program.event("a", OpKind::kRead, "x", 0)].version, trace::kNoChoice, {});
  ASSERT_TRUE(write_x.valid() && write_y.valid());
  EXPECT_TRUE(concurrency.consistent(process.history(write_x), process.history(write_y)));
  EXPECT_EQ(concurrency.linearisations(), before + 1);
}

}  // namespace
}  // namespace heddle::unfolding
