#include "cli/restart_bytes.h"

#include <gtest/gtest.h>

namespace heddle::cli {
namespace {

explore::Finding some_finding(symbolic::Expressions& expressions) {
  explore::Finding finding;
  finding.kind = explore::FindingKind::kFailure;
  finding.failure = {trace::FailureKind::kDataRace, trace::ThreadId(1), trace::PlaceId(1), trace::PlaceId(2)};
  finding.places = {{"a.c", 1, 2}, {"b.c", 3, 4}};
  finding.note = "read and write";
  finding.later = {0, {{trace::LocationId(4), 0}}};
  finding.core = {trace::DeadlockCore::Kind::kKeptLock, trace::ThreadSet(trace::ThreadId(1)), trace::ThreadId(0)};
  finding.waits = {{.pending = 0, .holder = trace::ThreadId(0), .since = 0, .held = {{trace::LocationId(5), 0}}}};
  finding.output = std::string("with\0zero", 9);
  finding.count = 7;
  finding.test.schedule = {{trace::ThreadId(0), trace::kNoChoice}, {trace::ThreadId(1), 3}};
  finding.test.inputs = {{trace::ThreadId(1), 2, -5}};
  finding.test.depth = 99;
  finding.failing = trace::ThreadId(1);
  finding.inputs = {{.name = "n", .value = -1, .bytes = "xy", .thread = trace::ThreadId(1), .nth = 2, .width = 32}};
  finding.explanation.stacks = {
      {trace::ThreadId(1), trace::Stack::What::kWrites, {{"push", "a.c", 7}, {"main", "a.c", 9}}, true}};
  finding.explanation.has_symbolizer = false;
  finding.explanation.operations = {{.location = "q.closed", .before = "false", .address = 4096, .opaque = true}};
  finding.explanation.fault.after = "freed";
  finding.explanation.freed_at = trace::PlaceId(4);
  finding.visible_cells = {{4096, 8}};
  const symbolic::ExprId n = expressions.variable(0, 0, 32, "n");
  finding.trace.operations = {
      {.kind = trace::OpKind::kBranch, .thread = trace::ThreadId(0), .operand = trace::pack(trace::Branch{n})}};
  finding.trace.failures = {finding.failure};
  finding.trace.pending = {{.operation = {.kind = trace::OpKind::kLock, .thread = trace::ThreadId(1)}}};
  return finding;
}

TEST(RestartBytes, what_is_taken_along_is_the_same_in_the_next_session) {
  symbolic::Expressions expressions;
  const explore::Finding finding = some_finding(expressions);
  const std::string bytes = to_bytes({.tests = 12, .findings = {{{1, 2}, finding}, {{3, 4}, {}}}}, &expressions);
  symbolic::Expressions others;
  explore::Restart again;
  ASSERT_TRUE(from_bytes(bytes, &others, again));
  EXPECT_EQ(again.tests, 12U);
  ASSERT_EQ(again.findings.size(), 2U);
  EXPECT_EQ(again.findings[1].first, (base::Hash128{3, 4}));
  const explore::Finding& same = again.findings[0].second;
  EXPECT_EQ(name(same) + " at " + where(same), "data-race at a.c:1:2, b.c:3:4");
  EXPECT_EQ(same.failure, finding.failure);
  EXPECT_EQ(same.note, finding.note);
  EXPECT_EQ(same.later.operation, 0U);
  EXPECT_EQ(same.later.held, finding.later.held);
  EXPECT_EQ(same.earlier.operation, explore::kNoOperation);
  EXPECT_EQ(same.core, finding.core);
  EXPECT_EQ(same.waits, finding.waits);
  EXPECT_FALSE(same.explanation.has_symbolizer);
  EXPECT_EQ(same.output, finding.output);
  EXPECT_EQ(same.count, 7U);
  EXPECT_EQ(same.test, finding.test);
  EXPECT_EQ(same.trace, finding.trace);
  EXPECT_EQ(same.failing, finding.failing);
  EXPECT_EQ(same.inputs[0].bytes, "xy");
  EXPECT_EQ(same.explanation.stacks, finding.explanation.stacks);
  EXPECT_EQ(same.explanation.operations[0].location, "q.closed");
  EXPECT_EQ(same.explanation.fault.after, "freed");
  EXPECT_EQ(same.explanation.freed_at, trace::PlaceId(4));
  EXPECT_EQ(same.visible_cells, finding.visible_cells);
}

TEST(RestartBytes, no_bytes_take_nothing_along_and_half_of_them_are_refused) {
  explore::Restart restart;
  EXPECT_TRUE(from_bytes("", nullptr, restart));
  EXPECT_EQ(restart.tests, 0U);
  symbolic::Expressions expressions;
  const std::string bytes = to_bytes({.tests = 1, .findings = {{{}, some_finding(expressions)}}}, &expressions);
  for (std::size_t size = 1; size < bytes.size(); ++size) {
    symbolic::Expressions others;
    EXPECT_FALSE(from_bytes(bytes.substr(0, size), &others, restart)) << size;
  }
}

TEST(RestartBytes, a_finding_that_points_beyond_its_run_is_refused) {
  symbolic::Expressions expressions;
  explore::Finding finding = some_finding(expressions);
  finding.waits[0].pending = 1;
  const std::string bytes = to_bytes({.tests = 1, .findings = {{{}, finding}}}, &expressions);
  symbolic::Expressions others;
  explore::Restart restart;
  EXPECT_FALSE(from_bytes(bytes, &others, restart));
}

}  // namespace
}  // namespace heddle::cli
