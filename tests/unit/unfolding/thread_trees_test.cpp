#include "unfolding/thread_trees.h"

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <string_view>

#include "tests/papers/programs.h"
#include "tests/unit/unfolding/whole_unfolding.h"

namespace heddle::unfolding {
namespace {

using Definitions = std::map<std::string, std::int64_t>;

// What one event costs: consistency checks, and events looked at in walks. Checking every candidate would take hundreds
// to thousands of checks in programs of these sizes.
constexpr double kMost = 6;

struct Joined {
  std::string_view name;
  std::string source;
  Definitions definitions;
  std::uint64_t events;  // at least
};

void expect_little_work(const Joined& program, Net net) {
  const WholeUnfolding whole = explored(program.source, net, program.definitions);
  Unfolding& unfolding = whole.strategy->unfolding();
  const auto events = static_cast<double>(unfolding.event_count());
  EXPECT_GE(unfolding.event_count(), program.events) << program.name;
  EXPECT_LE(static_cast<double>(unfolding.concurrency().checks()) / events, kMost) << program.name;
  EXPECT_LE(static_cast<double>(unfolding.extensions().trees().steps()) / events, kMost) << program.name;
}

TEST(ThreadTrees, an_event_costs_few_questions_however_many_ends_and_joins_there_are) {
  for (const Net net : {Net::kContextual, Net::kPlaceReplicated}) {
    expect_little_work({"fib_bench(3)", papers::fib_bench_joined(), {{"N", 3}}, 2'000}, net);
    expect_little_work({"fib_bench(4)", papers::fib_bench_joined(), {{"N", 4}}, 30'000}, net);
    expect_little_work({"single lock", papers::single_lock_joined(), {{"T", 4}}, 30'000}, net);
    expect_little_work({"dining(4)", papers::dining_joined(), {{"P", 4}}, 10'000}, net);
  }
}

TEST(ThreadTrees, an_event_costs_few_questions_however_many_conditions_are_registered_at_a_version) {
  expect_little_work({"peterson", papers::peterson_joined(), {{"S", 1}}, 10'000}, Net::kContextual);
  expect_little_work({"peterson", papers::peterson_joined(), {{"S", 1}}, 20'000}, Net::kPlaceReplicated);
  expect_little_work({"peterson", papers::peterson_joined(), {{"S", 2}}, 200'000}, Net::kContextual);
}

// What runs in phases has as many starts of a thread as the earlier phases have traces.
constexpr std::string_view kPhases = R"(
const N = 2;
shared x;
proc a() { x = x + 1; x = x + 2; }
thread main {
  for (local i = 0; i < N; i = i + 1) {
    local p = spawn a();
    local q = spawn a();
    join(p);
    join(q);
  }
}
)";

TEST(ThreadTrees, an_event_costs_few_questions_however_often_a_thread_is_created) {
  for (const Net net : {Net::kContextual, Net::kPlaceReplicated}) {
    expect_little_work({"phases(2)", std::string(kPhases), {{"N", 2}}, 5'000}, net);
    expect_little_work({"phases(3)", std::string(kPhases), {{"N", 3}}, 100'000}, net);
  }
}

// Thread c encounters thousands of versions of y that replace the same one: main has as many histories when it creates
// the threads that make them.
constexpr std::string_view kLateWriters = R"(
const N = 3;
shared x, y;
thread a { for (local i = 0; i < N; i = i + 1) x = x + 1; }
thread c { y = y + 1; }
proc b() { y = y + 1; }
thread main {
  for (local i = 0; i < N; i = i + 1) x = x + 1;
  local p = spawn b();
  local q = spawn b();
  join(p);
  join(q);
}
)";

TEST(ThreadTrees, an_event_costs_few_questions_however_many_versions_replace_the_same_one) {
  expect_little_work({"late writers(3)", std::string(kLateWriters), {{"N", 3}}, 20'000}, Net::kContextual);
  expect_little_work({"late writers(4)", std::string(kLateWriters), {{"N", 4}}, 200'000}, Net::kContextual);
  // What modifies y differs also by who has read it before.
  expect_little_work({"late writers(3)", std::string(kLateWriters), {{"N", 3}}, 50'000}, Net::kPlaceReplicated);
}

// A condition has as many successors as it encounters versions, but in a history that contains one of them the walk
// does not look at the others.
TEST(ThreadTrees, an_event_costs_few_questions_however_many_events_there_are) {
  for (const Net net : {Net::kContextual, Net::kPlaceReplicated}) {
    expect_little_work({"fib_bench(3)", std::string(papers::kFibBench), {{"N", 3}}, 1'000}, net);
    expect_little_work({"fib_bench(4)", std::string(papers::kFibBench), {{"N", 4}}, 9'000}, net);
    expect_little_work({"single lock", std::string(papers::kSingleLock), {{"T", 4}}, 20'000}, net);
    expect_little_work({"dining(5)", std::string(papers::kDining), {{"P", 5}}, 50'000}, net);
  }
  expect_little_work({"fib_bench(5)", std::string(papers::kFibBench), {{"N", 5}}, 80'000}, Net::kContextual);
}

}  // namespace
}  // namespace heddle::unfolding
