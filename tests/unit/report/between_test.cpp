#include "report/between.h"

#include <gtest/gtest.h>

#include "report/rows.h"
#include "report/story.h"

namespace heddle::report {
namespace {

using trace::OpKind;
using trace::ThreadId;

constexpr std::uint64_t kJobs = 0x1000;
constexpr std::uint64_t kOther = 0x2000;

trace::Operation starts(std::int32_t thread) {
  return {.kind = OpKind::kCreate, .thread = ThreadId(0), .choice = thread};
}

trace::Operation step_of(std::uint16_t thread) {
  return {.kind = OpKind::kLock, .thread = ThreadId(thread), .location = trace::LocationId(0)};
}

trace::BetweenAccess access(std::size_t operations, std::uint16_t thread, bool is_write,
                            std::uint64_t address = kJobs) {
  trace::BetweenAccess result{.operations = operations,
                              .thread = ThreadId(thread),
                              .is_write = is_write,
                              .address = address,
                              .size = 4,
                              .words = {},
                              .place = {"jobs.c", 19, 3, "jobs--;"}};
  result.words.location = address == kJobs ? "jobs" : "other";
  result.words.before = "1";
  if (is_write) result.words.after = "0";
  return result;
}

// main starts 1 and 2, which take a step each.
explore::Finding finding_with(std::vector<trace::BetweenAccess> between) {
  explore::Finding finding;
  finding.kind = explore::FindingKind::kFailure;
  finding.trace.operations = {starts(1), starts(2), step_of(1), step_of(2)};
  finding.explanation.operations.resize(finding.trace.operations.size());
  finding.explanation.between = std::move(between);
  return finding;
}

std::vector<bool> told(const explore::Finding& finding) {
  return told_between(finding, whole_story(finding.trace, {}));
}

TEST(Between, what_one_thread_writes_and_another_one_reads_is_told) {
  const auto finding = finding_with({access(3, 1, true), access(4, 2, false)});
  EXPECT_EQ(told(finding), (std::vector<bool>{true, true}));
}

TEST(Between, what_nobody_writes_is_not_told) {
  const auto finding = finding_with({access(3, 1, false), access(4, 2, false)});
  EXPECT_EQ(told(finding), (std::vector<bool>{false, false}));
}

TEST(Between, what_only_one_thread_uses_is_not_told) {
  const auto finding = finding_with({access(3, 1, true), access(4, 1, false), access(4, 2, true, kOther)});
  EXPECT_EQ(told(finding), (std::vector<bool>{false, false, false}));
}

TEST(Between, what_a_thread_is_given_when_it_is_started_is_not_told) {
  const auto finding = finding_with({access(1, 0, true), access(4, 2, false)});
  EXPECT_EQ(told(finding), (std::vector<bool>{false, false}));
}

TEST(Between, what_is_written_while_the_other_thread_exists_is_told) {
  const auto finding = finding_with({access(2, 0, true), access(4, 2, false)});
  EXPECT_EQ(told(finding), (std::vector<bool>{true, true}));
}

TEST(Between, parts_of_the_same_bytes_conflict) {
  auto finding = finding_with({access(3, 1, true), access(4, 2, false, kJobs + 2)});
  EXPECT_EQ(told(finding), (std::vector<bool>{true, true}));
  finding.explanation.between[1].address = kJobs + 4;
  EXPECT_EQ(told(finding), (std::vector<bool>{false, false}));
}

TEST(Between, a_value_that_comes_after_the_failure_tells_that_its_reader_was_too_early) {
  const auto finding = finding_with({access(3, 1, false), access(4, 2, true)});
  Story story = whole_story(finding.trace, {});
  story.end = 3;
  EXPECT_EQ(told_between(finding, story), (std::vector<bool>{true, false}));
}

TEST(Between, parts_of_one_container_conflict) {
  auto finding = finding_with({access(3, 1, true), access(4, 2, false, kOther)});
  for (trace::BetweenAccess& one : finding.explanation.between) {
    one.words.opaque = true;
    one.words.location = "jobs";
  }
  EXPECT_EQ(told(finding), (std::vector<bool>{true, true}));
  finding.explanation.between[1].words.location = "others";
  EXPECT_EQ(told(finding), (std::vector<bool>{false, false}));
}

TEST(Between, memory_that_a_container_fills_before_it_owns_it_is_told_by_its_later_name) {
  auto finding = finding_with({access(3, 1, true), access(4, 2, false)});
  finding.explanation.between[0].words.location = "int[]#1[0]";
  finding.explanation.between[0].words.before = "unset";
  EXPECT_EQ(told(finding), (std::vector<bool>{false, true}));
}

TEST(Between, a_thread_without_steps_has_its_part_if_it_has_written_what_others_read) {
  auto finding = finding_with({access(2, 1, true), access(4, 2, false)});
  Story story = whole_story(finding.trace, {});
  story.told[2] = false;  // the only step of thread 1
  EXPECT_EQ(told_between(finding, story), (std::vector<bool>{true, true}));
  finding.explanation.between[0].is_write = false;
  EXPECT_EQ(told_between(finding, story), (std::vector<bool>{false, false}));
}

TEST(Between, accesses_of_one_statement_are_one_row_from_the_first_value_to_the_last) {
  auto finding = finding_with({access(3, 1, false), access(3, 1, true), access(4, 2, false)});
  const auto rows = between_rows(finding.explanation, whole_story(finding.trace, {}));
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_EQ(rows[0].note, "jobs: 1 -> 0");
  EXPECT_EQ(rows[1].note, "jobs is 1");
  EXPECT_EQ(rows[1].operations, 4U);
}

}  // namespace
}  // namespace heddle::report
