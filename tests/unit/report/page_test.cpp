#include "report/page.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "report/arrows.h"
#include "tests/support/golden_trace.h"
#include "trace/text.h"

namespace heddle::report {
namespace {

explore::Result result_of(const trace::Trace& trace) {
  explore::Result result;
  result.verdict = explore::Verdict::kBug;
  explore::Finding& finding = result.findings.emplace_back();
  finding.kind = explore::FindingKind::kFailure;
  finding.trace = trace;
  return result;
}

trace::Operation operation(trace::OpKind kind, std::size_t thread, trace::LocationId location, trace::Effect effect,
                           std::int32_t choice = trace::kNoChoice) {
  trace::Operation op;
  op.kind = kind;
  op.effect = effect;
  op.thread = trace::ThreadId(thread);
  op.location = location;
  op.choice = choice;
  return op;
}

TEST(arrows, go_from_what_an_operation_needs_of_another_thread) {
  using enum trace::OpKind;
  using enum trace::Effect;
  const trace::LocationId m(0);
  const trace::LocationId x(1);
  trace::Trace trace;
  trace.operations = {
      operation(kCreate, 0, {}, kNone, 1), operation(kLock, 0, m, kModify), operation(kWrite, 0, x, kModify),
      operation(kUnlock, 0, m, kModify),   operation(kLock, 1, m, kModify), operation(kRead, 1, x, kObserve),
      operation(kRead, 1, x, kObserve),    operation(kExit, 1, {}, kNone),  operation(kJoin, 0, {}, kNone, 1),
  };
  using Kind = Arrow::Kind;
  const std::vector<Arrow> expected = {
      {0, 4, Kind::kCreate}, {3, 4, Kind::kLock}, {2, 5, Kind::kValue}, {2, 6, Kind::kValue}, {7, 8, Kind::kJoin}};
  EXPECT_EQ(arrows_of(trace), expected);
}

TEST(history, has_few_samples_of_the_whole_time) {
  History history;
  constexpr int kAdded = 100'000;
  for (int i = 1; i <= kAdded; ++i) {
    explore::Status status;
    status.seconds = i;
    history.add(status);
  }
  ASSERT_LE(history.samples().size(), History::kMaxSamples);
  ASSERT_GE(history.samples().size(), History::kMaxSamples / 4);
  EXPECT_LT(history.samples().front().seconds, kAdded / 100.0);
  EXPECT_GT(history.samples().back().seconds, kAdded * 0.98);
  for (std::size_t i = 1; i < history.samples().size(); ++i)
    EXPECT_LT(history.samples()[i - 1].seconds, history.samples()[i].seconds);
}

TEST(page, has_the_run_of_a_finding) {
  const trace::NamedTrace read = tests::read_golden_trace("lost_update");
  const explore::Result result = result_of(read.trace);
  const auto data =
      nlohmann::json::parse(page_data(result, {}, {.findings = {{.report = "text"}}, .names = &read.names}));
  const auto& finding = data["findings"][0];
  EXPECT_EQ(finding["text"], "text");
  EXPECT_EQ(finding["run"]["steps"].size(), read.trace.operations.size());
  EXPECT_EQ(finding["run"]["threads"].size(), read.names.threads.size());
  EXPECT_EQ(data["verdict"], "bug");
}

TEST(page, has_only_texts_if_the_exploration_has_died) {
  const trace::NamedTrace read = tests::read_golden_trace("lost_update");
  const auto data = nlohmann::json::parse(page_data(result_of({}), {}, {.findings = {{.report = "text"}}}));
  EXPECT_TRUE(data["findings"][0]["run"].is_null());
  EXPECT_EQ(data["findings"][0]["text"], "text");
}

TEST(page, has_the_beginning_of_a_long_output) {
  explore::Result result = result_of({});
  result.findings[0].output = std::string(1 << 20, 'x');
  const auto data = nlohmann::json::parse(page_data(result, {}, {.findings = {{.report = "text"}}}));
  const std::string output = data["findings"][0]["output"];
  EXPECT_LT(output.size(), std::size_t{1} << 17);
  EXPECT_TRUE(output.ends_with("x\n... 1048576 bytes in all, in output.txt\n"));
}

TEST(page, cannot_be_ended_by_what_the_data_say) {
  EXPECT_EQ(filled_page("<script>{\"heddle\":\"data\"}</script>", "{\"a\":\"</script><!--\"}"),
            "<script>{\"a\":\"\\u003c/script>\\u003c!--\"}</script>");
}

TEST(page, is_one_file_that_names_no_other) {
  const std::string text = page({}, {}, {});
  EXPECT_NE(text.find("\"verdict\""), std::string::npos);
  EXPECT_EQ(text.find("src=\"http"), std::string::npos);
  EXPECT_EQ(text.find("<link"), std::string::npos);
}

}  // namespace
}  // namespace heddle::report
