// A finding is replayed as it was found, whichever options `test` was given. The options are those of its help text:
// one that is new fails here until it has a row.

#include <fmt/ranges.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "base/file.h"
#include "tests/cli/heddle.h"
#include "tests/support/temporary_folder.h"

namespace heddle::tests {
namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

constexpr const char* kModel = R"(const N = 2;
shared counter;
proc increment() { counter = counter + 1; }
thread main {
  local a = spawn increment();
  local b = spawn increment();
  join(a);
  join(b);
  assert(counter >= N);
}
)";

// What fails depends on the option. The update that is lost is no data race, so that the assertion is the finding.
constexpr const char* kProgram = R"(#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#ifndef LIMIT
#define LIMIT 2
#endif
static atomic_int counter;
static int plain, ready;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static void* increment(void* unused) {
  int seen = counter;
  counter = seen + 1;
  return unused;
}
static void* add_plainly(void* unused) {
  plain = plain + 1;
  return unused;
}
static void* wait_once(void* unused) {
  pthread_mutex_lock(&lock);
  if (!ready) pthread_cond_wait(&changed, &lock);
  assert(ready);
  pthread_mutex_unlock(&lock);
  return unused;
}
static void twice(void* (*function)(void*)) {
  pthread_t a, b;
  pthread_create(&a, NULL, function, NULL);
  pthread_create(&b, NULL, function, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
}
int main(int argc, char** argv) {
  (void)argv;
#ifdef COUNTS
  twice(increment);
  assert(counter >= LIMIT);
#elif defined PLAIN
  twice(add_plainly);
  assert(plain == 2);
#elif defined WAITS
  pthread_t a;
  pthread_create(&a, NULL, wait_once, NULL);
  pthread_mutex_lock(&lock);
  ready = 1;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&lock);
  pthread_join(a, NULL);
#elif defined ARGUMENT
  assert(argc < 2 || argv[argc - 1][0] != 'x');
#elif defined INPUT
  assert(getchar() != 'x');
#elif defined CONTENT
  FILE* file = fopen("content", "r");
  assert(file == NULL || fgetc(file) != 'x');
#elif defined CALLS
  void *one = malloc(1), *other = malloc(1);
  assert(one != NULL || (CALLS > 1 && other != NULL));
#endif
  (void)twice, (void)increment, (void)add_plainly, (void)wait_once, (void)argc;
  return 0;
}
)";

// What `test` is called with so that the option matters, without the program.
struct Row {
  Words model;                     // for the model; empty if the option is not for models
  Words program;                   // for the C program; empty if it makes no difference to it
  const char* not_here = nullptr;  // why it is in neither
};

Words counts(Words words) {
  words.insert(words.begin(), "--flags=-DCOUNTS");
  return words;
}

const std::map<std::string, Row>& rows() {
  static const std::map<std::string, Row> all = {
      {"--help", {{}, {}, "nothing is explored"}},
      {"--gtest", {{}, {}, "tests/project/gtest replays its findings"}},
      {"--no-out", {{}, {}, "leaves nothing to replay"}},
      {"--visible", {{}, {"--visible=shared", "--no-races", "--flags=-DPLAIN"}}},
      {"--isolation", {{}, counts({"--isolation=fork"})}},
      {"--no-checkpoint", {{}, counts({"--no-checkpoint"})}},
      {"--always-checkpoint", {{}, counts({"--always-checkpoint"})}},
      {"--flags", {{}, {"--flags=-DCOUNTS -DLIMIT=2"}}},
      {"--library", {{}, counts({"--library=/usr/include"})}},
      {"--no-races", {{}, {"--no-races", "--flags=-DPLAIN"}}},
      {"--sym-arg", {{}, {"--sym-arg=1", "--flags=-DARGUMENT"}}},
      {"--sym-stdin", {{}, {"--sym-stdin=1", "--flags=-DINPUT"}}},
      {"--sym-file", {{}, {"--sym-file=content:1", "--flags=-DCONTENT"}}},
      {"--fail-calls", {{}, {"--fail-calls=malloc", "--flags=-DCALLS=1"}}},
      {"--fail-calls-limit", {{}, {"--fail-calls=malloc", "--fail-calls-limit=100000", "--flags=-DCALLS=2"}}},
      {"--spurious", {{}, {"--spurious", "--flags=-DWAITS"}}},
      {"--patience", {{}, counts({"--patience=3"})}},
      {"--strategy", {{"--strategy=exhaustive"}, counts({"--strategy=dpor"})}},
      {"-D", {{"-D", "N=2"}, {}}},
      {"--keep-going", {{"--keep-going"}, counts({"--keep-going"})}},
      {"--max-tests", {{"--max-tests=100"}, {}}},
      {"--max-seconds", {{"--max-seconds=100"}, {}}},
      {"--max-memory", {{"--max-memory=2000"}, {}}},
      {"--depth", {{"--depth=20"}, counts({"--depth=20"})}},
      {"--seed", {{"--seed=5", "--strategy=random", "--max-tests=1000"}, {}}},
      {"--pct-depth", {{"--pct-depth=2", "--strategy=pct", "--max-tests=1000"}, {}}},
      {"--interferences", {{"--interferences=3", "--strategy=con2colic"}, {}}},
      {"--prune", {{"--prune=assertions", "--strategy=dpor"}, counts({"--prune=assertions", "--strategy=dpor"})}},
      {"--prune-states", {{"--prune-states=9", "--prune=assertions", "--strategy=dpor"}, {}}},
      {"--prune-size", {{"--prune-size=9", "--prune=assertions", "--strategy=dpor"}, {}}},
      {"--prune-always", {{"--prune-always", "--prune=assertions", "--strategy=dpor"}, {}}},
      {"--prune-slice", {{}, counts({"--prune-slice", "--prune=assertions", "--strategy=dpor"})}},
      {"--preemptions", {{"--preemptions=1"}, counts({"--preemptions=1"})}},
      {"--symmetry", {{}, counts({"--symmetry=on", "--strategy=dpor"})}},
      {"--locks", {{}, {"--locks=needed", "--strategy=dpor", "--spurious", "--flags=-DWAITS"}}},
      {"--jobs", {{}, counts({"--jobs=2"})}},
      {"--joins", {{"--joins=precise"}, counts({"--joins=closing", "--strategy=contextual"})}},
      {"--no-cores", {{"--no-cores", "--strategy=con2colic"}, {}}},
      {"--no-unique", {{"--no-unique", "--strategy=con2colic"}, {}}},
      {"--no-uncovered", {{"--no-uncovered", "--strategy=con2colic"}, {}}},
      {"--solver-seconds", {{"--solver-seconds=1", "--strategy=con2colic"}, {}}},
      {"--order", {{"--order=depth-first"}, {}}},
      {"--no-merge", {{"--no-merge"}, {}}},
      {"--no-prefer", {{"--no-prefer"}, {}}},
      {"--seed-tests", {{"--seed-tests=random:5"}, counts({"--seed-tests=random:5"})}},
      {"--seed-from", {{"--seed-from=stored"}, {}}},
      {"--seeds", {{"--seeds=stored"}, {}}},
      {"--regressions", {{"--regressions=kept"}, {}}},
      {"--fresh", {{"--fresh"}, {}}},
      {"--stats", {{"--stats=stats.json"}, {}}},
      {"--lcov", {{"--lcov=covered.info", "--strategy=con2colic"}, {}}},
      {"--plot", {{"--plot=plot.svg", "--strategy=con2colic"}, {}}},
      {"--junit", {{"--junit=junit.xml"}, {}}},
      {"--sarif", {{"--sarif=found.sarif"}, {}}},
      {"--annotate", {{"--annotate"}, {}}},
      {"--out", {{"--out=heddle-out"}, {}}},
      {"--resume", {{"--resume"}, {}}},
      {"--journal-after", {{"--journal-after=0"}, counts({"--journal-after=0"})}},
      {"--journal-size", {{"--journal-size=1"}, {}}},
      {"--full", {{"--full"}, {}}},
      {"--show-output", {{"--show-output"}, counts({"--show-output"})}},
      {"--as-found", {{"--as-found"}, counts({"--as-found"})}},
      {"--simplify", {{"--simplify=0.1"}, counts({"--simplify=0.1"})}},
      {"--rarity", {{"--rarity=0.1"}, {}}},
      {"--quiet", {{"--quiet"}, {}}},
      {"--no-config", {{"--no-config"}, {}}}};
  return all;
}

class replay_of : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_FALSE(base::write_file(folder_.path("bank.model"), kModel).has_value());
    ASSERT_FALSE(base::write_file(folder_.path("program.c"), kProgram).has_value());
    ASSERT_FALSE(base::write_file(folder_.path("content"), "a").has_value());
    fs::create_directory(folder_.path("stored"));
    fs::create_directory(folder_.path("kept"));
    ASSERT_FALSE(base::write_file(folder_.path("stored/test.json"), call({"dump", "bank.model", "--test"}).out));
  }
  Called call(const Words& arguments) const { return call_heddle(folder_.path(), arguments); }

  // Its findings, each replayed.
  void test_and_replay(const std::string& program, Words arguments) const {
    arguments.insert(arguments.begin(), {"test", program});
    const std::string line = fmt::format("heddle {}", fmt::join(arguments, " "));
    fs::remove_all(folder_.path("heddle-out"));
    const Called found = call(arguments);
    ASSERT_EQ(found.code, 10) << line << "\n" << found.out << found.err;
    std::size_t bugs = 0;
    for (const auto& bug : fs::directory_iterator(folder_.path("heddle-out/bugs"))) {
      const Called again = call({"replay", bug.path().string()});
      EXPECT_EQ(again.code, 10) << line << "\n" << bug.path() << "\n" << again.out << again.err;
      EXPECT_THAT(bug.path().filename().string(), testing::StartsWith("assertion")) << line;
      ++bugs;
    }
    EXPECT_GE(bugs, 1u) << line;
  }

  TemporaryFolder folder_;
};

TEST_F(replay_of, every_option_of_test_is_tried) {
  const std::string help = call({"test", "--help"}).out;
  const std::regex option("(^|,)(--[a-z0-9-]+|-D)");
  std::set<std::string> in_help;
  for (std::size_t begin = 0; begin < help.size();) {
    const std::size_t end = std::min(help.find('\n', begin), help.size());
    const std::string line = help.substr(begin, end - begin);
    begin = end + 1;
    if (!line.starts_with("  -")) continue;
    const std::string names = line.substr(2, line.find(' ', 2) - 2);
    for (std::sregex_iterator i(names.begin(), names.end(), option), none; i != none; ++i) in_help.insert((*i)[2]);
  }
  EXPECT_GT(in_help.size(), 50u) << help;
  for (const std::string& name : in_help) EXPECT_TRUE(rows().contains(name)) << name << " is new: give it a row";
  for (const auto& [name, row] : rows()) {
    EXPECT_TRUE(in_help.contains(name)) << name << " is no option any more";
    EXPECT_TRUE(row.not_here != nullptr || !row.model.empty() || !row.program.empty()) << name;
  }
}

TEST_F(replay_of, a_finding_in_a_model_shows_it_again) {
  for (const auto& [name, row] : rows()) {
    if (!row.model.empty()) test_and_replay("bank.model", row.model);
  }
}

TEST_F(replay_of, a_finding_in_a_program_shows_it_again) {
  for (const auto& [name, row] : rows()) {
    if (!row.program.empty()) test_and_replay("program.c", row.program);
  }
}

// The rows are about something: without the option, nothing fails.
TEST_F(replay_of, most_findings_need_their_options) {
  for (const char* flags : {"--flags=-DARGUMENT", "--flags=-DINPUT", "--flags=-DCONTENT", "--flags=-DCALLS=1",
                            "--flags=-DWAITS", "--flags=-DLIMIT=2"}) {
    const Called called = call({"test", "program.c", flags, "--no-out", "-q", "--max-tests=50"});
    EXPECT_NE(called.code, 10) << flags << called.out << called.err;
  }
  EXPECT_NE(call({"test", "program.c", "--fail-calls=malloc", "--flags=-DCALLS=2", "--no-out", "-q"}).code, 10);
}

}  // namespace
}  // namespace heddle::tests
