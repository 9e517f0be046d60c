#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <regex>
#include <thread>

#include "base/file.h"
#include "tests/cli/heddle.h"
#include "tests/support/golden.h"
#include "tests/support/temporary_folder.h"
#include "trace/text.h"

// The program from outside: exit codes, messages, files.

namespace heddle::tests {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kLimit = 16u << 20;

constexpr const char* kLostUpdate = R"(shared x;
lock m;
thread A {
  x = x + 1;
}
thread B {
  x = x + 1;
  assert(x == 2);
}
)";

constexpr const char* kLockOrder = R"(lock a, b;
thread A { lock(a); lock(b); unlock(b); unlock(a); }
thread B { lock(b); lock(a); unlock(a); unlock(b); }
)";

constexpr const char* kNoBugAtAll = R"(shared x;
thread A { fetch_add(x, 1); }
thread B { fetch_add(x, 1); }
)";

// More tests than anybody waits for.
constexpr const char* kEndless = R"(shared x, y;
thread A { for (local i = 0; i < 50; i = i + 1) x = x + y; }
thread B { for (local i = 0; i < 50; i = i + 1) y = y + x; }
)";

class heddle_program : public testing::Test {
 protected:
  void write(const std::string& name, const std::string& content) const {
    ASSERT_FALSE(base::write_file(folder_.path(name), content).has_value());
  }
  std::string read(const std::string& name) const { return base::read_file(folder_.path(name), kLimit).value(); }
  Called call(const std::vector<std::string>& arguments) const { return call_heddle(folder_.path(), arguments); }
  // The only bug in heddle-out.
  std::string bug() const {
    const fs::directory_iterator bugs(folder_.path("heddle-out/bugs"));
    return "heddle-out/bugs/" + bugs->path().filename().string();
  }
  // With the path of the program, the time and the hash of the bug replaced by fixed texts.
  static std::string normalized(std::string text) {
    for (std::size_t at = text.find(heddle_path()); at != std::string::npos; at = text.find(heddle_path())) {
      text.replace(at, heddle_path().size(), "heddle");
    }
    return std::regex_replace(text, std::regex("[0-9.]+ s with"), "0.00 s with");
  }

  TemporaryFolder folder_;
};

TEST_F(heddle_program, reports_a_bug_with_code_10_and_its_trace) {
  write("bank.model", kLostUpdate);
  const Called called = call({"test", "bank.model", "--strategy=dpor"});
  EXPECT_EQ(called.code, 10);
  EXPECT_EQ(called.err, "");
  expect_golden("cli/bug.txt", normalized(called.out));
}

TEST_F(heddle_program, shows_who_holds_the_locks_of_a_deadlock) {
  write("order.model", kLockOrder);
  const Called called = call({"test", "order.model", "--strategy=dpor"});
  EXPECT_EQ(called.code, 10);
  expect_golden("cli/deadlock.txt", normalized(called.out));
}

TEST_F(heddle_program, ends_with_code_0_when_everything_was_explored) {
  write("good.model", kNoBugAtAll);
  const Called called = call({"test", "good.model", "--quiet"});
  EXPECT_EQ(called.code, 0);
  EXPECT_EQ(called.out, "no bug found; complete: every local state of every thread was reached\n");
  EXPECT_EQ(called.err, "");
}

TEST_F(heddle_program, ends_with_code_5_when_the_budget_ends_first) {
  write("endless.model", kEndless);
  const Called called = call({"test", "endless.model", "--max-tests=3", "--quiet"});
  EXPECT_EQ(called.code, 5);
  EXPECT_EQ(called.out, "no bug found; INCOMPLETE: stopped after 3 tests\n");
}

TEST_F(heddle_program, prints_all_diagnostics_of_a_program_that_does_not_compile) {
  write("bad.model", "shared x;\nthread A {\n  y = 1;\n  x = z;\n}\n");
  const Called called = call({"test", "bad.model"});
  EXPECT_EQ(called.code, 2);
  EXPECT_EQ(called.out, "");
  expect_golden("cli/diagnostics.txt", called.err);
  EXPECT_FALSE(fs::exists(folder_.path("heddle-out")));
}

TEST_F(heddle_program, says_what_to_do_about_a_file_or_strategy_that_does_not_exist) {
  write("bank.model", kLostUpdate);
  write("queue.c", "int main() { return x; }\n");
  std::string text;
  const std::vector<std::vector<std::string>> wrong = {
      {"test", "bnak.model"},
      {"test", "none/bank.model"},
      {"test", "."},
      {"test", "queue.c"},
      {"test", "bank.model", "--strategy=dpro"},
      {"replay", "heddle-out/x"},
      {"replay", "bank.model"},
      {"test", "bank.model", "--out=queue.c"},
      {"test", "bank.model", "-D", "K=3"},
  };
  for (const std::vector<std::string>& arguments : wrong) {
    text += "$ heddle";
    for (const std::string& argument : arguments) text += " " + argument;
    const Called called = call(arguments);
    EXPECT_EQ(called.out, "");
    text += "\n" + called.err + "exit code " + std::to_string(called.code) + "\n\n";
  }
  expect_golden("cli/wrong_files.txt", text);
}

TEST_F(heddle_program, replays_a_finding_from_anywhere) {
  write("bank.model", kLostUpdate);
  ASSERT_EQ(call({"test", "bank.model"}).code, 10);
  const TemporaryFolder elsewhere;
  const Called called = call_heddle(elsewhere.path(), {"replay", folder_.path(bug())});
  EXPECT_EQ(called.code, 10) << called.err;
  EXPECT_NE(called.out.find("the assertion shows again"), std::string::npos) << called.out;
  EXPECT_EQ(call({"replay", bug() + "/test.json"}).code, 10);
  EXPECT_EQ(Process({folder_.path(bug() + "/repro.sh")}, elsewhere.path()).finish().code, 10);
}

TEST_F(heddle_program, replays_threads_that_another_run_has_created_first) {
  write("p.model", R"(shared x, y;
proc child(v) { x = v; }
proc late(v) { y = v; assert(x != 1 || y != 2); }
thread A { local t = spawn child(1); join(t); }
thread B { if (x == 1) { local t = spawn late(2); join(t); } local u = spawn late(3); join(u); }
)");
  const Called called = call({"test", "p.model", "--strategy=dpor", "--keep-going"});
  ASSERT_EQ(called.code, 10) << called.out << called.err;
  for (const auto& entry : fs::directory_iterator(folder_.path("heddle-out/bugs"))) {
    EXPECT_EQ(call({"replay", entry.path()}).code, 10) << entry.path();
  }
}

TEST_F(heddle_program, says_that_a_finding_no_longer_shows) {
  write("bank.model", kLostUpdate);
  ASSERT_EQ(call({"test", "bank.model", "--strategy=dpor"}).code, 10);
  std::string fixed = kLostUpdate;
  write("bank.model", std::regex_replace(fixed, std::regex("x == 2"), "x > 0"));
  const Called called = call({"replay", bug()});
  EXPECT_EQ(called.code, 5);
  expect_golden("cli/no_longer_shows.txt", normalized(called.err));
  write("fixed.model", std::regex_replace(fixed, std::regex("x = x \\+ 1;"), "fetch_add(x, 1);"));
  EXPECT_EQ(call({"replay", bug(), "--program=fixed.model"}).code, 5);
}

TEST_F(heddle_program, replays_a_bug_whose_line_has_moved) {
  write("bank.model", kLostUpdate);
  ASSERT_EQ(call({"test", "bank.model"}).code, 10);
  write("bank.model", std::string("// a comment\n") + kLostUpdate);
  const Called called = call({"replay", bug()});
  EXPECT_EQ(called.code, 10);
  EXPECT_NE(called.err.find("warning: bank.model has changed"), std::string::npos) << called.err;
}

TEST_F(heddle_program, refuses_a_test_that_is_damaged) {
  write("bank.model", kLostUpdate);
  ASSERT_EQ(call({"test", "bank.model"}).code, 10);
  const std::string test = read(bug() + "/test.json");
  write("test.json", test.substr(0, test.size() / 2));
  EXPECT_EQ(call({"replay", "test.json"}).code, 1);
  write("test.json", std::regex_replace(test, std::regex("\"nth\":0,\"name\":\"A\""), "\"nth\":7,\"name\":\"A\""));
  const Called called = call({"replay", "test.json"});
  EXPECT_EQ(called.code, 5);
  EXPECT_NE(called.err.find("other threads"), std::string::npos) << called.err;
}

TEST_F(heddle_program, writes_statistics_with_exactly_the_promised_keys) {
  write("bank.model", kLostUpdate);
  ASSERT_EQ(call({"test", "bank.model", "--stats=s.json", "--no-out"}).code, 10);
  const auto stats = nlohmann::ordered_json::parse(read("s.json"));
  std::vector<std::string> keys;
  for (const auto& [key, value] : stats.items()) keys.push_back(key);
  EXPECT_EQ(keys,
            (std::vector<std::string>{"strategy", "verdict",        "reasons",        "assumptions",    "tests",
                                      "traces",   "blocked",        "events",         "findings",       "deadlocks",
                                      "seconds",  "peak_rss_bytes", "solver_queries", "solver_seconds", "confirmations",
                                      "scouts",   "preemptions",    "recalled",       "inputs",         "branches",
                                      "pruning"}));
  EXPECT_EQ(stats["verdict"], "bug");
  EXPECT_EQ(stats["findings"][0]["where"], "bank.model:8:3");
}

TEST_F(heddle_program, shows_and_writes_which_branches_stay_open_and_why) {
  write("never.model", "shared x;\nthread A { if (x == 2) error; }\nthread B { x = 1; }\n");
  const Called called =
      call({"test", "never.model", "--strategy=con2colic", "--stats=s.json", "--lcov=l.info", "--plot=p.svg"});
  EXPECT_EQ(called.code, 0) << called.err;
  EXPECT_NE(called.out.find("1 of 2 branches (k=0: 1)"), std::string::npos) << called.out;
  EXPECT_NE(called.out.find("not covered, unreachable (no scenario is left): never.model:2:18 (true)\n"),
            std::string::npos)
      << called.out;
  const auto each = nlohmann::json::parse(read("s.json"))["branches"]["each"];
  ASSERT_EQ(each.size(), 2U);
  EXPECT_EQ(each[0]["k"], 0);
  EXPECT_EQ(each[1]["where"], "never.model:2:18");
  EXPECT_EQ(each[1]["open"], "unreachable (no scenario is left)");
  EXPECT_NE(read("l.info").find("BRDA:2,0,0,1\nBRDA:2,0,1,0\n"), std::string::npos) << read("l.info");
  EXPECT_EQ(read("l.info"), read("heddle-out/coverage.info"));
  EXPECT_EQ(read("p.svg"), read("heddle-out/coverage.svg"));
  EXPECT_NE(read("heddle-out/report.txt").find("not covered, "), std::string::npos);
  ASSERT_EQ(call({"test", "never.model", "--strategy=dpor"}).code, 0);
  EXPECT_FALSE(fs::exists(folder_.path("heddle-out/coverage.svg")));
}

TEST_F(heddle_program, writes_coverage_only_where_it_can_and_only_if_the_strategy_has_it) {
  write("good.model", kNoBugAtAll);
  EXPECT_EQ(call({"test", "good.model", "--strategy=con2colic", "--lcov=no/such/l.info"}).code, 1);
  const Called called = call({"test", "good.model", "--strategy=dpor", "--plot=p.svg"});
  EXPECT_EQ(called.code, 1);
  EXPECT_NE(called.err.find("--plot has no effect with --strategy=dpor, only with con2colic"), std::string::npos)
      << called.err;
}

TEST_F(heddle_program, leaves_standard_output_to_the_statistics) {
  write("good.model", kNoBugAtAll);
  const Called called = call({"test", "good.model", "--stats=-"});
  EXPECT_EQ(called.code, 0);
  EXPECT_EQ(nlohmann::json::parse(called.out)["verdict"], "complete");
  EXPECT_EQ(called.err.find("no bug found; complete"), 0u) << called.err;
}

TEST_F(heddle_program, writes_no_folder_if_told_so) {
  write("bank.model", kLostUpdate);
  ASSERT_EQ(call({"test", "bank.model", "--no-out"}).code, 10);
  EXPECT_FALSE(fs::exists(folder_.path("heddle-out")));
}

TEST_F(heddle_program, keeps_every_bug_if_it_keeps_going) {
  write("two.model", "shared x;\nthread A { x = 1; }\nthread B { assert(x == 0); }\nthread C { assert(x == 1); }\n");
  const Called called = call({"test", "two.model", "--keep-going"});
  EXPECT_EQ(called.code, 10);
  EXPECT_NE(called.out.find("2 bugs found; complete"), std::string::npos) << called.out;
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_.path("heddle-out/bugs")), {}), 2);
}

TEST_F(heddle_program, shows_again_what_it_has_found) {
  const Called nothing = call({"report"});
  EXPECT_EQ(nothing.code, 1);
  EXPECT_NE(nothing.err.find("heddle-out: there is no report"), std::string::npos) << nothing.err;
  write("one.model", "shared x;\nthread A { x = 1; }\nthread B { assert(x == 0); }\n");
  EXPECT_EQ(call({"test", "one.model"}).code, 10);
  const Called report = call({"report"});
  EXPECT_EQ(report.code, 10);
  EXPECT_NE(report.out.find("1 bug found"), std::string::npos) << report.out;
  const Called numbers = call({"report", "--stats"});
  EXPECT_EQ(numbers.code, 10);
  EXPECT_NE(numbers.out.find("\"verdict\": \"bug\""), std::string::npos) << numbers.out;
  const fs::path bug = fs::directory_iterator(folder_.path("heddle-out/bugs"))->path();
  const Called finding = call({"report", bug.string()});
  EXPECT_EQ(finding.code, 10);
  EXPECT_NE(finding.out.find("assertion failed: assert(x == 0)"), std::string::npos) << finding.out;
  write("fine.model", "shared x;\nthread A { x = 1; }\n");
  EXPECT_EQ(call({"test", "fine.model"}).code, 0);
  EXPECT_EQ(call({"report"}).code, 0);
  write("heddle-out/report.json", "{\"verdict\": 3}");
  EXPECT_EQ(call({"report"}).code, 1);
}

TEST_F(heddle_program, gives_its_partial_result_when_it_is_interrupted) {
  write("endless.model", kEndless);
  Process process({heddle_path(), "test", "endless.model", "--strategy=dpor", "--quiet"}, folder_.path());
  // The signal is handled from the moment that info.json exists.
  while (!fs::exists(folder_.path("heddle-out/info.json"))) std::this_thread::yield();
  process.send(SIGINT);
  const Called called = process.finish();
  EXPECT_EQ(called.code, 5);
  EXPECT_EQ(called.out, "no bug found; INCOMPLETE: interrupted\n");
  EXPECT_TRUE(fs::exists(folder_.path("heddle-out/report.txt")));
}

TEST_F(heddle_program, takes_an_interruption_of_all_its_processes_for_no_bug_of_the_tested_program) {
  write(
      "endless.c",
      "#include <pthread.h>\n#include <stdatomic.h>\natomic_int x;\n"
      "void* run(void* p) { for (int i = 0; i < 30; i++) p = atomic_fetch_add(&x, 1) < 0 ? 0 : p; return p; }\n"
      "int main(void) { pthread_t t; for (int i = 0; i < 3; i++) pthread_create(&t, 0, run, 0); pthread_exit(0); }\n");
  Process process({heddle_path(), "test", "endless.c", "--strategy=dpor", "--quiet"}, folder_.path());
  while (!fs::exists(folder_.path("heddle-out/info.json"))) std::this_thread::yield();
  process.send_to_group(SIGINT);
  const Called called = process.finish();
  EXPECT_EQ(called.code, 5);
  EXPECT_EQ(called.out, "no bug found; INCOMPLETE: interrupted\n");
}

TEST_F(heddle_program, dumps_a_trace_that_can_be_read) {
  write("bank.model", kLostUpdate);
  const Called called = call({"dump", "bank.model"});
  EXPECT_EQ(called.code, 0);
  const auto parsed = trace::parse_text(called.out, "t");
  ASSERT_TRUE(parsed.ok()) << parsed.error().text();
  EXPECT_EQ(parsed.value().trace.outcome, trace::Outcome::kFinished);
}

TEST_F(heddle_program, replays_a_dumped_test) {
  write("good.model", kNoBugAtAll);
  write("test.json", call({"dump", "good.model", "--test"}).out);
  const Called called = call({"replay", "test.json", "--quiet"});
  EXPECT_EQ(called.code, 0) << called.err;
  EXPECT_EQ(called.out, "no bug, as expected\n");
}

TEST_F(heddle_program, draws_a_small_unfolding) {
  write("good.model", kNoBugAtAll);
  const Called called = call({"dump", "good.model", "--unfolding=dot"});
  EXPECT_EQ(called.code, 0) << called.err;
  EXPECT_EQ(called.out.find("digraph"), 0u);
  EXPECT_NE(called.out.find("A: add x = 1"), std::string::npos) << called.out;
}

TEST_F(heddle_program, refuses_to_draw_a_large_unfolding) {
  write("endless.model", kEndless);
  const Called called = call({"dump", "endless.model", "--unfolding=dot"});
  EXPECT_EQ(called.code, 1);
  EXPECT_NE(called.err.find("a picture of more than 200 cannot be read"), std::string::npos) << called.err;
}

TEST_F(heddle_program, begins_with_random_and_stored_tests) {
  write("bank.model", kLostUpdate);
  ASSERT_EQ(call({"test", "bank.model"}).code, 10);
  const Called random = call({"test", "bank.model", "--no-out", "--keep-going", "--seed-tests=random:9", "--stats=-"});
  EXPECT_GE(nlohmann::json::parse(random.out)["tests"], 9);
  // The first test is the one that was kept.
  const Called stored = call({"test", "bank.model", "--no-out", "--seed-from=heddle-out", "--stats=-"});
  EXPECT_EQ(stored.code, 10) << stored.err;
  EXPECT_EQ(nlohmann::json::parse(stored.out)["tests"], 1);
}

// What is one step in the first program is a loop in the second, with turns in vain that its own tests leave out.
TEST_F(heddle_program, begins_with_tests_of_a_program_with_other_loops) {
  write("update.c", R"(
    #include <pthread.h>
    #include <stdatomic.h>
    #include <assert.h>
    static KIND atomic_int x, y;
    static void* a(void* u) {
      int o = x;
      while (!atomic_compare_exchange_weak(&x, &o, o + 1)) o = 2;
      o = x;
      while (!atomic_compare_exchange_weak(&x, &o, o * 2 + 2)) { }
      return u;
    }
    static void* b(void* u) {
      int o = y;
      do { } while (!atomic_compare_exchange_strong(&y, &o, o ^ 1));
      o = x;
      do { if (o == 0) break; } while (!atomic_compare_exchange_weak(&x, &o, o + 1));
      return u;
    }
    static void* c(void* u) {
      if (x == 1) y = 0;
      int o = x;
      while (!atomic_compare_exchange_weak(&x, &o, o + 1)) o = 0;
      assert(x != 5);
      return u;
    }
    int main(void) {
      pthread_t t[3];
      void* (*f[3])(void*) = {a, b, c};
      for (int i = 0; i < 3; ++i) pthread_create(&t[i], 0, f[i], 0);
      for (int i = 0; i < 3; ++i) pthread_join(t[i], 0);
    })");
  for (const char* strategy : {"contextual", "unfolding", "auto"}) {
    ASSERT_EQ(call({"test", "update.c", "--flags=-DKIND=", "--keep-going", "--strategy=dpor"}).code, 10);
    const Called changed =
        call({"test", "update.c", "--flags=-DKIND=volatile", "--keep-going", std::string("--strategy=") + strategy});
    EXPECT_EQ(changed.code, 10) << strategy << changed.err;
  }
}

TEST_F(heddle_program, says_which_test_it_cannot_begin_with) {
  write("bank.model", kLostUpdate);
  write("order.model", kLockOrder);
  ASSERT_EQ(call({"test", "order.model"}).code, 10);
  write("short.model", "shared x; thread A { } thread B { x = 2; }");
  const Called other = call({"test", "short.model", "--no-out", "--seed-from=heddle-out"});
  EXPECT_EQ(other.code, 1);
  EXPECT_NE(other.err.find("the program cannot follow step"), std::string::npos) << other.err;
  const Called none = call({"test", "bank.model", "--no-out", "--seed-from=nowhere"});
  EXPECT_EQ(none.code, 1);
  EXPECT_NE(none.err.find("nowhere: there is no such file or folder"), std::string::npos) << none.err;
}

TEST_F(heddle_program, lists_the_strategies_with_the_default_first) {
  const Called called = call({"strategies"});
  EXPECT_EQ(called.code, 0);
  EXPECT_EQ(called.out.find("auto "), 0u) << called.out;
  EXPECT_EQ(std::regex_replace(called.out, std::regex("[^\n]*\\(default\\)\n[^]*"), ""), "");
}

}  // namespace
}  // namespace heddle::tests
