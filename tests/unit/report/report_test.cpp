#include <gtest/gtest.h>

#include <filesystem>

#include "base/file.h"
#include "explore/finding_run.h"
#include "report/json.h"
#include "report/output_folder.h"
#include "report/text.h"
#include "report/waiting.h"
#include "tests/support/golden.h"
#include "tests/support/golden_trace.h"
#include "tests/support/temporary_folder.h"
#include "trace/text.h"

namespace heddle::report {
namespace {

constexpr std::size_t kLimit = 1 << 20;

// A finding as the loop reports it.
explore::Finding finding_of(const trace::Trace& trace) {
  explore::Finding finding;
  if (trace.failures.empty()) {
    finding.kind = explore::FindingKind::kDeadlock;
    finding.places = {{"dining.model", 6, 3}, {"dining.model", 11, 3}};
    trace::DeadlockCores cores;
    for (const trace::DeadlockCore& core : cores.find(trace)) {
      finding.core = core;
      finding.waits = explore::waits_of(core, trace);
    }
  } else {
    finding.kind = explore::FindingKind::kFailure;
    finding.failure = trace.failures.front();
    finding.failing = finding.failure.thread;
    finding.places = {{"bank.model", 8, 3}};
    finding.note = "done < 2 || balance == 40";
  }
  finding.count = 3;
  finding.trace = trace;
  finding.test = test_of(trace, trace::kDefaultDepth);
  return finding;
}

explore::Result result_of(const trace::Trace& trace) {
  explore::Result result;
  result.verdict = explore::Verdict::kBug;
  result.tests = 17;
  result.progress = {
      .traces = 16, .blocked = 1, .events = 99, .deadlocks = 2, .solver_queries = 5, .solver_seconds = 0.5};
  result.findings = {finding_of(trace)};
  result.seconds = 0.25;
  return result;
}

std::vector<FindingWords> words_of_all(const explore::Result& result, const trace::Names& names) {
  std::vector<FindingWords> all;
  for (const explore::Finding& finding : result.findings) {
    all.push_back(words_of(finding, names));
    all.back().report = report_of_finding(finding, names);
  }
  return all;
}

RunInfo info() {
  RunInfo info;
  info.command = {"heddle", "test", "bank.model"};
  info.heddle = "/usr/bin/it's heddle";
  info.program.program = "bank.model";
  info.directory = "/srv/ann";
  info.program_hash = "00ff";
  info.program.definitions = {{"N", 2}};
  info.strategy = "dpor";
  info.budget.seconds = 2.5;
  return info;
}

TEST(verdict, claims_completeness_only_without_reasons_against_it) {
  explore::Result result;
  EXPECT_EQ(verdict_line(result, false), "no bug found; complete: every local state of every thread was reached");
  result.assumed_away = true;
  EXPECT_EQ(
      verdict_line(result, false),
      "no bug found; no test got through the assumptions; complete: every local state of every thread was reached");
  result.assumed_away = false;
  result.reasons = {"2 loops cut at depth 1000 (queue.model:41)", "stopped after 5 tests"};
  EXPECT_EQ(verdict_line(result, false),
            "no bug found; INCOMPLETE: 2 loops cut at depth 1000 (queue.model:41), stopped after 5 tests");
}

TEST(verdict, says_that_an_exploration_stopped_at_its_first_bug) {
  explore::Result result;
  result.findings.resize(1);
  EXPECT_EQ(verdict_line(result, false), "1 bug found; stopped there (--keep-going explores on)");
  EXPECT_EQ(verdict_line(result, true), "1 bug found; complete: every local state of every thread was reached");
  result.findings.resize(2);
  result.reasons = {"interrupted"};
  EXPECT_EQ(verdict_line(result, true), "2 bugs found; INCOMPLETE: interrupted");
}

TEST(report, in_text_shows_the_findings) {
  const trace::NamedTrace read = tests::read_golden_trace("lost_update");
  const explore::Result result = result_of(read.trace);
  tests::expect_golden("report/report.txt", report_text(result, info(), words_of_all(result, read.names)));
}

TEST(report, of_a_deadlock_lists_who_waits_for_whom) {
  const trace::NamedTrace read = tests::read_golden_trace("deadlock");
  tests::expect_golden("report/deadlock.txt", finding_text(finding_of(read.trace), read.names));
}

TEST(report, says_what_threads_of_every_kind_wait_for) {
  const trace::NamedTrace read = tests::read_golden_trace("every_kind");
  tests::expect_golden("report/waiting.txt", waiting_text({.trace = read.trace}, read.names));
}

TEST(report, has_exactly_the_promised_statistics) {
  const trace::NamedTrace read = tests::read_golden_trace("lost_update");
  const explore::Result result = result_of(read.trace);
  tests::expect_golden("report/stats.json", stats_json(result, words_of_all(result, read.names), "dpor", 4096));
}

TEST(report, tells_what_was_run_and_how) {
  tests::expect_golden("report/info.json", info_json(info(), "2024-01-02 03:04:05 UTC"));
}

TEST(report, has_the_trace_for_programs) {
  const trace::NamedTrace read = tests::read_golden_trace("every_kind");
  tests::expect_golden("report/trace.json", trace_json(read.trace, read.names));
}

TEST(output_folder, holds_all_files_of_a_finding) {
  const tests::TemporaryFolder folder;
  const trace::NamedTrace read = tests::read_golden_trace("lost_update");
  const explore::Finding finding = finding_of(read.trace);
  const auto out = OutputFolder::open(folder.path("a/b"), info());
  ASSERT_TRUE(out.ok()) << out.error().text();
  const auto written = out.value().write_finding(finding, read.names);
  ASSERT_TRUE(written.ok()) << written.error().text();
  EXPECT_EQ(written.value(), folder.path("a/b/" + bug_folder(finding)));
  ASSERT_FALSE(out.value().write_report(result_of(read.trace), 4096, {}).has_value());
  for (const char* name : {"info.json", "report.txt", "report.json", "report.html"}) {
    EXPECT_TRUE(std::filesystem::exists(folder.path("a/b/") + name)) << name;
  }
  for (const char* name : {"trace.txt", "trace.json", "test.json", "repro.sh"}) {
    EXPECT_TRUE(std::filesystem::exists(written.value() + "/" + name)) << name;
  }
}

TEST(output_folder, keeps_a_test_that_reads_back) {
  const tests::TemporaryFolder folder;
  const trace::NamedTrace read = tests::read_golden_trace("lost_update");
  const explore::Finding finding = finding_of(read.trace);
  const auto out = OutputFolder::open(folder.path(), info());
  ASSERT_TRUE(out.ok()) << out.error().text();
  const std::string path = out.value().write_finding(finding, read.names).value() + "/test.json";
  const auto parsed = trace::parse_test_file(base::read_file(path, kLimit).value(), path);
  ASSERT_TRUE(parsed.ok()) << parsed.error().text();
  EXPECT_EQ(parsed.value(), test_file(finding, info(), read.names));
}

// A pruned search computes with symbolic variables; what it found without them is replayed without them.
TEST(test_file, says_whether_its_run_had_symbolic_variables) {
  RunInfo pruned = info();
  pruned.program.symbolic_locals = true;
  const auto is_symbolic = [&](const trace::Trace& trace, bool native) {
    explore::Finding finding;
    finding.trace = trace;
    pruned.program.native = native;
    return test_file(finding, pruned, {}).spec.symbolic_locals;
  };
  trace::Trace trace;
  EXPECT_TRUE(is_symbolic(trace, false)) << "an empty run tells nothing";
  trace.operations = {{.kind = trace::OpKind::kWrite}, {.kind = trace::OpKind::kRead}};
  EXPECT_FALSE(is_symbolic(trace, false));
  EXPECT_FALSE(is_symbolic(trace, true)) << "its read is a number";
  trace.controls.emplace_back();
  EXPECT_TRUE(is_symbolic(trace, false));
  trace.expressions = {{.operation = 0}};
  EXPECT_FALSE(is_symbolic(trace, true)) << "that is the write";
  trace.expressions.push_back({.operation = 1});
  EXPECT_TRUE(is_symbolic(trace, true));
  trace.operations.pop_back();
  trace.expressions.pop_back();
  EXPECT_TRUE(is_symbolic(trace, true)) << "without a read nobody knows";
}

TEST(output_folder, has_a_script_that_replays_and_can_be_executed) {
  const tests::TemporaryFolder folder;
  const trace::NamedTrace read = tests::read_golden_trace("lost_update");
  const auto out = OutputFolder::open(folder.path(), info());
  ASSERT_TRUE(out.ok()) << out.error().text();
  const std::string path = out.value().write_finding(finding_of(read.trace), read.names).value() + "/repro.sh";
  tests::expect_golden("report/repro.sh", base::read_file(path, kLimit).value());
  EXPECT_NE(std::filesystem::status(path).permissions() & std::filesystem::perms::owner_exec,
            std::filesystem::perms::none);
}

TEST(output_folder, that_cannot_be_created_is_an_error) {
  const tests::TemporaryFolder folder;
  ASSERT_FALSE(base::write_file(folder.path("file"), "").has_value());
  const auto out = OutputFolder::open(folder.path("file"), info());
  ASSERT_FALSE(out.ok());
  EXPECT_NE(out.error().text().find("cannot create this folder"), std::string::npos) << out.error().text();
}

TEST(bug_folder, is_the_same_for_the_same_finding_and_another_for_another) {
  explore::Finding finding = finding_of({});
  const std::string first = bug_folder(finding);
  finding.count = 77;
  EXPECT_EQ(bug_folder(finding), first);
  ++finding.places[0].line;
  EXPECT_NE(bug_folder(finding), first);
}

TEST(output_text, cuts_long_lines_unless_all_is_wanted) {
  const std::string line(100'000, 'x');
  EXPECT_EQ(output_text(line + "\nend\n", false),
            "\noutput of the program:\n  " + line.substr(0, 400) + " ...\n  end\n");
  EXPECT_EQ(output_text(line, true), "\noutput of the program:\n  " + line + "\n");
}

}  // namespace
}  // namespace heddle::report
