#include "unfolding/history.h"

#include <gtest/gtest.h>

#include <map>

#include "tests/unit/unfolding/explored.h"
#include "unfolding/naive_net.h"

namespace heddle::unfolding {
namespace {

using trace::OpKind;

constexpr std::uint32_t kThreads = 64;  // more than the programs have

// By walking along the arcs.
struct Expected {
  std::map<std::uint32_t, EventId> threads;
  std::map<std::uint32_t, EventId> versions;
};

Expected expected_history(const BranchingProcess& process, NaiveNet& net, EventId e) {
  Expected result;
  for (const EventId f : net.past(e)) {
    if (process[f].thread == kNoThread) continue;
    EventId& last = result.threads[process[f].thread];
    if (!last.valid() || process[last].depth < process[f].depth) last = f;
    if (!process[f].modifies()) continue;
    EventId& version = result.versions[process[f].location.value];
    if (!version.valid() || process.version_depth(version) < process.version_depth(f)) version = f;
  }
  return result;
}

TEST(History, has_the_last_event_of_every_thread_and_the_last_version_of_every_location_of_the_causal_past) {
  for (const Net net : {Net::kContextual, Net::kPlaceReplicated}) {
    for (const std::string_view source : kSmallPrograms) {
      Explored program(source, net);
      program.explore();
      const BranchingProcess& process = program.process();
      NaiveNet naive(process);
      for (std::size_t i = 0; i < process.size(); ++i) {
        const EventId e(i);
        if (process[e].thread == kNoThread) continue;
        const Expected expected = expected_history(process, naive, e);
        const History history = process.history(e);
        for (std::uint32_t t = 0; t < kThreads; ++t) {
          const auto last = expected.threads.find(t);
          EXPECT_EQ(history.last_of(t), last == expected.threads.end() ? EventId() : last->second) << source;
        }
        for (std::uint32_t l = 0; l < program.executor().names().locations.size(); ++l) {
          const auto version = expected.versions.find(l);
          EXPECT_EQ(history.last_version(l), version == expected.versions.end() ? EventId() : version->second)
              << source;
        }
      }
    }
  }
}

TEST(History, is_shared_with_the_parent_as_long_as_a_thread_learns_nothing) {
  Explored program("shared x, y, z; thread a { x = 1; local p = x; local q = x; y = 1; } thread b { z = 1; }");
  program.explore();
  const BranchingProcess& process = program.process();
  const Event& write = process[program.event("a", OpKind::kWrite, "x")];
  const EventId last_read = process[program.event("a", OpKind::kWrite, "y")].parent;
  EXPECT_EQ(process[last_read].threads, write.threads);
  EXPECT_EQ(process[last_read].versions, write.versions);
  EXPECT_NE(process[program.event("a", OpKind::kWrite, "y")].versions, write.versions);
}

}  // namespace
}  // namespace heddle::unfolding
