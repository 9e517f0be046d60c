#include "unfolding/segments.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "base/rng.h"
#include "tests/differential/environment.h"
#include "tests/unit/unfolding/explored.h"
#include "unfolding/naive_net.h"

namespace heddle::unfolding {
namespace {

using trace::Access;
using trace::OpKind;
using Kind = Access::Kind;

constexpr std::string_view kMorePrograms[] = {
    "shared f, g; thread a { f = 1; } thread b { local p = f; if (p) { local q = g; } } thread c { g = 1; local r = f; "
    "}",
    "lock m, n; thread t[i : 2] { lock(m); lock(n); unlock(n); unlock(m); } thread u { lock(n); unlock(n); }",
    "shared f; proc p() { f = f + 1; } thread main { local h = spawn p(); f = 5; join(h); local g = spawn p(); "
    "join(g); }",
};

// A program, explored, to whose segments we add accesses.
class SegmentsOf {
 public:
  SegmentsOf(std::string_view source, Net net) : program_(source, net) {
    program_.explore();
    for (std::size_t i = 0; i < process().size(); ++i) {
      const EventId e(i);
      if (process()[e].executed() && process()[e].thread != kNoThread) events_.push_back(e);
    }
  }

  Explored& program() { return program_; }
  BranchingProcess& process() { return program_.process(); }
  const std::vector<EventId>& events() const { return events_; }

  void access(EventId e, std::uint64_t address, std::uint64_t size, Kind kind) {
    const auto at = std::ranges::find(events_, e) - events_.begin();
    accesses_.push_back({address, size, process()[e].thread_id(), static_cast<std::uint32_t>(at + 1), kind});
  }
  EventId event_of(const Access& access) const { return events_[access.step - 1]; }

  // The bytes that must become visible.
  std::set<std::uint64_t> conflicts(Segments::Budget budget = {}) {
    Segments segments(process(), program_.unfolding().concurrency(), budget);
    trace::Trace trace;
    trace.operations.resize(events_.size());
    // In two traces, the first of which has every other segment of a thread.
    for (const Access& a : accesses_) {
      if (process()[event_of(a)].depth % 2 == 0) trace.accesses.push_back(a);
    }
    segments.observe(trace, events_, {});
    std::set<std::uint64_t> result = bytes(segments.take_conflicts());
    trace.accesses = accesses_;
    segments.observe(trace, events_, {});
    result.merge(bytes(segments.take_conflicts()));
    EXPECT_TRUE(segments.take_conflicts().empty());
    looks_ = segments.looks();
    return result;
  }

  // The same by definition: all pairs.
  std::set<std::uint64_t> naive_conflicts() {
    std::set<std::uint64_t> result;
    for (const Access& a : accesses_) {
      for (const Access& b : accesses_) {
        if (a.address + a.size <= b.address || b.address + b.size <= a.address) continue;
        const bool atomic = (a.kind == Kind::kAtomicRead || a.kind == Kind::kAtomicWrite) &&
                            (b.kind == Kind::kAtomicRead || b.kind == Kind::kAtomicWrite);
        const bool writes = a.kind == Kind::kWrite || a.kind == Kind::kAtomicWrite || b.kind == Kind::kWrite ||
                            b.kind == Kind::kAtomicWrite;
        if (atomic || !writes || !together(event_of(a), event_of(b))) continue;
        result.merge(bytes({{a.address, a.size}, {b.address, b.size}}));
      }
    }
    return result;
  }

  void forget() { accesses_.clear(); }

  // How many pairs were looked at for the conflicts asked for last.
  std::uint64_t looks() const { return looks_; }

 private:
  static std::set<std::uint64_t> bytes(const std::vector<trace::VisibleCell>& cells) {
    std::set<std::uint64_t> result;
    for (const trace::VisibleCell& cell : cells) {
      for (std::uint64_t i = 0; i < cell.size; ++i) result.insert(cell.address + i);
    }
    return result;
  }

  // Can a thread be after a, and another one after b? A thread that has been joined is no longer after anything. If one
  // is in the past of the other, the run that showed that has both, and nothing is asked.
  bool together(EventId a, EventId b) {
    if (process()[a].thread == process()[b].thread) return false;
    if (naive_ == nullptr) naive_ = std::make_unique<NaiveNet>(process());
    if (contains(naive_->past(a), b) || contains(naive_->past(b), a)) return false;
    const NaiveNet::Events both = NaiveNet::join(naive_->past(a), naive_->past(b));
    const bool joined = std::ranges::any_of(both, [&](EventId e) {
      if (!process()[e].parent.valid() || process().operation(e).kind != OpKind::kJoin) return false;
      const auto thread = static_cast<std::uint32_t>(process().operation(e).choice);
      return thread == process()[a].thread || thread == process()[b].thread;
    });
    const auto marked = [](EventId e) {
      return NaiveNet::Condition{.kind = NaiveNet::Condition::Kind::kThread, .producer = e};
    };
    return !joined && naive_->can_be_marked(both, {marked(a), marked(b)});
  }

  static bool contains(const NaiveNet::Events& events, EventId e) {
    return std::ranges::find(events, e) != events.end();
  }

  Explored program_;
  std::vector<EventId> events_;  // those with a segment, including starts
  std::vector<Access> accesses_;
  std::uint64_t looks_ = 0;
  std::unique_ptr<NaiveNet> naive_;
};

void compare_on_random_accesses(std::string_view source, Net net) {
  SegmentsOf program(source, net);
  base::Rng rng(1);
  const std::uint64_t rounds = std::max<std::uint64_t>(40 / differential::twins_every(), 4);
  for (std::uint64_t round = 0; round < rounds; ++round) {
    program.forget();
    const std::uint64_t cells = 1 + rng.below(10);
    for (const EventId e : program.events()) {
      for (std::uint64_t n = rng.below(3); n > 0; --n) {
        const std::uint64_t size = rng.one_in(6) ? 2 + rng.below(12) : 4;
        program.access(e, 4096 + 4 * rng.below(cells), size, static_cast<Kind>(rng.below(rng.one_in(2) ? 2 : 4)));
      }
    }
    const std::set<std::uint64_t> expected = program.naive_conflicts();
    ASSERT_EQ(program.conflicts(), expected) << source << ", round " << round;
    ASSERT_EQ(program.conflicts({.few_candidates = 0}), expected) << source << ", by walks, round " << round;
  }
}

TEST(Segments, memory_conflicts_if_and_only_if_two_segments_that_access_it_can_happen_together) {
  for (const Net net : {Net::kContextual, Net::kPlaceReplicated}) {
    for (const std::string_view source : kSmallPrograms) compare_on_random_accesses(source, net);
    for (const std::string_view source : kMorePrograms) compare_on_random_accesses(source, net);
  }
}

TEST(Segments, what_happens_under_the_same_lock_does_not_conflict) {
  SegmentsOf program("lock m; thread a { lock(m); unlock(m); } thread b { lock(m); unlock(m); }", Net::kContextual);
  for (const EventId e : program.events()) {
    const bool locked = program.process()[e].parent.valid() && program.process().operation(e).kind == OpKind::kLock;
    program.access(e, locked ? 4096 : 8192, 4, Kind::kWrite);
  }
  EXPECT_EQ(program.conflicts(), (std::set<std::uint64_t>{8192, 8193, 8194, 8195}));
}

TEST(Segments, what_follows_a_join_does_not_conflict_with_the_end_of_the_thread) {
  SegmentsOf program("shared x, y; proc p() { x = 1; } thread main { local h = spawn p(); y = 1; join(h); }",
                     Net::kContextual);
  program.access(program.program().event("p#main.0", OpKind::kWrite), 4096, 4, Kind::kWrite);
  program.access(program.program().event("main", OpKind::kJoin), 4096, 4, Kind::kRead);
  EXPECT_TRUE(program.conflicts().empty());
  program.access(program.program().event("main", OpKind::kWrite), 4096, 4, Kind::kRead);
  EXPECT_EQ(program.conflicts().size(), 4U);
}

TEST(Segments, a_segment_is_not_asked_about_where_its_event_is_known) {
  SegmentsOf program("shared x; proc p() { x = 1; } thread main { local h = spawn p(); join(h); }", Net::kContextual);
  program.access(program.program().event("p#main.0", OpKind::kWrite), 4096, 4, Kind::kWrite);
  program.access(program.program().event("main", OpKind::kCreate), 4096, 4, Kind::kRead);
  EXPECT_TRUE(program.conflicts().empty());
}

TEST(Segments, a_question_too_many_is_answered_with_yes) {
  SegmentsOf program("shared f; thread a { f = 1; } thread b { f = 2; }", Net::kContextual);
  // Each of them is the first to write, so they exclude each other.
  for (const EventId e : program.events()) {
    const EventId version = program.process()[e].version;
    if (version.valid() && program.process()[version].thread == kNoThread) program.access(e, 4096, 4, Kind::kWrite);
  }
  EXPECT_TRUE(program.conflicts().empty());
  EXPECT_EQ(program.conflicts({.first = 0, .per_segment = 0}).size(), 4U);
}

// A thread writes cell after cell, and another one reads those of which it has heard.
TEST(Segments, what_is_published_needs_few_looks) {
  SegmentsOf program("shared f; thread t[i : 2] { local n = 0; while (n < 4) { f = f + 1; n = n + 1; } }",
                     Net::kContextual);
  const BranchingProcess& process = program.process();
  std::uint64_t segments = 0;
  for (const EventId e : program.events()) {
    const std::uint32_t own = process[e].thread;
    if (own == 0) program.access(e, 4096 + std::uint64_t{8} * process[e].depth, 8, Kind::kWrite);
    const EventId known = own == 1 ? process.history(e).last_of(0) : EventId();
    if (known.valid()) program.access(e, 4096 + std::uint64_t{8} * process[known].depth, 8, Kind::kRead);
    ++segments;
  }
  EXPECT_TRUE(program.conflicts().empty());
  EXPECT_GT(segments, 500U);
  EXPECT_LE(program.looks(), segments);
}

}  // namespace
}  // namespace heddle::unfolding
