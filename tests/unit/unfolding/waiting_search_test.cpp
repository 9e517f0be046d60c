#include "unfolding/waiting_search.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <string_view>

#include "tests/unit/unfolding/whole_unfolding.h"
#include "unfolding/waiting_deadlocks.h"

namespace heddle::unfolding {
namespace {

using Definitions = std::map<std::string, std::int64_t>;

constexpr Net kNets[] = {Net::kContextual, Net::kPlaceReplicated};
constexpr std::uint64_t kMuch = 100'000'000;
constexpr double kLong = 1000;

constexpr std::string_view kBuffer = R"(
const P = 2; const I = 1;
lock m; cond not_empty; cond not_full; shared n;
thread producer[i : P] {
  for (local k = 0; k < I; k = k + 1) {
    lock(m);
    while (n == 1) wait(not_full, m);
    n = n + 1;
    signal(not_empty);
    unlock(m);
  }
}
thread consumer[i : P] {
  for (local k = 0; k < I; k = k + 1) {
    lock(m);
    while (n == 0) wait(not_empty, m);
    n = n - 1;
    signal(not_full);
    unlock(m);
  }
}
thread main { for (local i = 0; i < P; i = i + 1) { join(producer[i]); join(consumer[i]); } }
)";

constexpr std::string_view kTokens = R"(
const P = 2; const I = 2;
semaphore empty = 1; semaphore full = 0; semaphore m = 1; shared n;
thread producer[i : P] {
  for (local k = 0; k < I; k = k + 1) { acquire(empty); acquire(m); n = n + 1; release(m); release(full); }
}
thread consumer[i : P] {
  for (local k = 0; k < I; k = k + 1) { acquire(full); acquire(m); n = n - 1; release(m); release(empty); }
}
thread main { for (local i = 0; i < P; i = i + 1) { join(producer[i]); join(consumer[i]); } }
)";

constexpr std::string_view kBarrier = R"(
const T = 3;
barrier b(T); shared x;
thread t[i : T] { x = x + 1; arrive(b); x = x + 1; arrive(b); }
thread main { for (local i = 0; i < T; i = i + 1) join(t[i]); }
)";

WaitingSearch search_in(const WholeUnfolding& whole) {
  Unfolding& unfolding = whole.strategy->unfolding();
  return {unfolding.process(), unfolding.concurrency(), unfolding.extensions().trees(), unfolding.starts()};
}

void expect_little_work(std::string_view source, const Definitions& definitions, Net net) {
  const WholeUnfolding whole = explored(source, net, definitions);
  ASSERT_EQ(whole.result.verdict, explore::Verdict::kComplete);
  ASSERT_TRUE(WaitingDeadlocks::possible(whole.process()));
  Unfolding& unfolding = whole.strategy->unfolding();
  const std::uint64_t before = unfolding.concurrency().checks();
  WaitingSearch search = search_in(whole);
  EXPECT_EQ(search.next(kMuch, kLong, [](auto) { return true; }), Answer::kNo);
  const auto asked = static_cast<double>(unfolding.concurrency().checks() - before);
  EXPECT_LE(asked / static_cast<double>(unfolding.event_count()), 5) << source;
}

TEST(WaitingSearch, that_there_is_no_deadlock_costs_few_questions_for_each_event) {
  for (const Net net : kNets) {
    expect_little_work(kBuffer, {}, net);
    expect_little_work(kTokens, {}, net);
    expect_little_work(kBarrier, {}, net);
  }
}

TEST(WaitingSearch, offers_each_deadlock_once_and_goes_on_where_it_was) {
  for (const Net net : kNets) {
    const WholeUnfolding whole =
        explored("semaphore s = 1; thread t[i : 2] { acquire(s); } thread u { lock(m); } lock m;", net);
    WaitingSearch search = search_in(whole);
    int offered = 0;
    const auto count = [&](std::span<const EventId> last) {
      ++offered;
      EXPECT_EQ(std::ranges::count_if(last, [](EventId e) { return e.valid(); }), 3);
      EXPECT_EQ(waiting_places(whole.process(), last).size(), 1U);
      return false;
    };
    EXPECT_EQ(search.next(kMuch, kLong, count), Answer::kNo);
    EXPECT_EQ(offered, 2) << "either of the two comes too late";
  }
}

TEST(WaitingSearch, gives_up_when_it_has_asked_too_much_or_too_long) {
  const WholeUnfolding whole = explored(kTokens, Net::kContextual);
  EXPECT_EQ(search_in(whole).next(0, kLong, [](auto) { return true; }), Answer::kUnknown);
}

}  // namespace
}  // namespace heddle::unfolding
