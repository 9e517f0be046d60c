#include "explore/near_schedule.h"

#include <gtest/gtest.h>

#include "base/rng.h"
#include "explore/factory.h"
#include "explore/loop.h"
#include "tests/differential/compile.h"

namespace heddle::explore {
namespace {

constexpr std::uint64_t kMaxRuns = 2000;

// The auditor must look in the middle of the transfer, twice, with the same version.
std::string bank(const std::string& in_transfer, const std::string& in_audit, const std::string& assertion) {
  return "shared a = 100, b, version, log;\n"
         "thread teller { a = a - 30; " +
         in_transfer +
         " b = b + 30; version = version + 1; }\n"
         "thread clerk { log = log + 1; log = log + 1; }\n"
         "thread auditor { local v = version; " +
         in_audit + " local sum = a + b; local w = version; " + assertion + " }\n";
}
const std::string kAssertion = "assert(v != w || sum == 100 || v != 0);";

Finding find(trace::Executor& executor) {
  const auto strategy = make_strategy("dpor", executor, {});
  Result result = explore(executor, *strategy, {});
  EXPECT_EQ(result.findings.size(), 1U);
  return result.findings.empty() ? Finding() : std::move(result.findings[0]);
}

KnownFailure known(const Finding& finding) { return {name(finding), finding.note}; }

TEST(near_schedule, an_unchanged_program_needs_one_run) {
  const auto executor = differential::compile(bank("", "", kAssertion));
  const Finding finding = find(*executor);
  NearSchedule near(*executor, finding.test, known(finding), kMaxRuns);
  const auto trace = near.find();
  if (!trace) FAIL() << "it is not found";
  EXPECT_TRUE(shows(*trace, known(finding), executor->names()));
  EXPECT_EQ(near.runs(), 1U);
  EXPECT_FALSE(near.diverged_at().has_value());
}

TEST(near_schedule, finds_the_failure_again_where_threads_take_more_steps_or_fewer) {
  const Finding finding = find(*differential::compile(bank("log = 1;", "log = 2;", kAssertion)));
  for (const char* in_transfer : {"", "log = 1; log = 1; log = 1;", "local l = log; log = l;"}) {
    for (const char* in_audit : {"", "log = 2; log = 2; log = 2;"}) {
      const auto changed = differential::compile(bank(in_transfer, in_audit, kAssertion));
      NearSchedule near(*changed, finding.test, known(finding), kMaxRuns);
      const auto trace = near.find();
      if (!trace) FAIL() << in_transfer << " / " << in_audit;
      // And it can be replayed.
      trace::Trace again;
      changed->run(trace::test_of(*trace, finding.test.depth), again);
      EXPECT_TRUE(shows(again, known(finding), changed->names()));
    }
  }
}

TEST(near_schedule, says_so_within_its_budget_if_the_program_was_mended) {
  const Finding finding = find(*differential::compile(bank("", "", kAssertion)));
  const auto mended = differential::compile(bank("", "", "assert(sum <= 130);"));
  NearSchedule near(*mended, finding.test, known(finding), kMaxRuns);
  EXPECT_FALSE(near.find().has_value());
  EXPECT_EQ(near.runs(), kMaxRuns);
}

TEST(near_schedule, another_assertion_is_another_failure) {
  const Finding finding = find(*differential::compile(bank("", "", kAssertion)));
  const auto other = differential::compile(bank("", "", "assert(sum == 0);"));
  NearSchedule near(*other, finding.test, known(finding), kMaxRuns);
  EXPECT_FALSE(near.find().has_value());
}

// Whatever happens to a schedule, what is left of it is followed, and nothing is run more often than allowed.
TEST(near_schedule, repairs_any_schedule) {
  const auto executor = differential::compile(bank("log = 1;", "log = 2;", kAssertion));
  const Finding finding = find(*executor);
  base::Rng rng(7);
  for (int i = 0; i < 200; ++i) {
    trace::Test damaged = finding.test;
    for (std::uint64_t k = rng.below(5); k > 0; --k) {
      const auto at = damaged.schedule.begin() + static_cast<std::ptrdiff_t>(rng.below(damaged.schedule.size()));
      if (rng.one_in(2)) {
        damaged.schedule.erase(at);
      } else {
        damaged.schedule.insert(at, {trace::ThreadId(rng.below(3))});
      }
    }
    NearSchedule repair(*executor, damaged, {}, kMaxRuns);
    const auto repaired = repair.repaired();
    if (!repaired) FAIL() << "schedule " << i;
    trace::Trace trace;
    executor->run(*repaired, trace);
    EXPECT_NE(trace.outcome, trace::Outcome::kDiverged);
    NearSchedule near(*executor, damaged, known(finding), kMaxRuns);
    EXPECT_TRUE(near.find().has_value()) << "schedule " << i;
    EXPECT_LE(near.runs(), kMaxRuns);
  }
}

}  // namespace
}  // namespace heddle::explore
