#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "base/file.h"
#include "tests/cli/heddle.h"
#include "tests/support/temporary_folder.h"

// Every verb builds and runs a C program as the command line says, and a replay as the test did.

namespace heddle::tests {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

// Two plain variables: only a run shows that they are shared, and then they become steps.
constexpr const char* kRacy = R"(#include <pthread.h>
#ifndef LAST
#define LAST 0
#endif
int x, y;
static void* work(void* u) {
  x = 1;
  y = x;
  return u;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, work, NULL);
  x = 2;
  pthread_join(a, NULL);
  return LAST != 0 && y == 2;
}
)";

class program_spec : public testing::Test {
 protected:
  void SetUp() override { ASSERT_FALSE(base::write_file(folder_.path("racy.c"), kRacy).has_value()); }
  Called call(const std::vector<std::string>& arguments) const { return call_heddle(folder_.path(), arguments); }
  std::string bug() const {
    return "heddle-out/bugs/" + fs::directory_iterator(folder_.path("heddle-out/bugs"))->path().filename().string();
  }
  nlohmann::json stored() const {
    return nlohmann::json::parse(base::read_file(folder_.path(bug() + "/test.json"), 1u << 20).value());
  }

  TemporaryFolder folder_;
};

TEST_F(program_spec, of_a_question_may_become_finer_while_it_is_explored) {
  const Called yes = call({"ask", "racy.c", "x == 2", "--quiet"});
  EXPECT_EQ(yes.code, 10) << yes.err;
  EXPECT_THAT(yes.out, HasSubstr("reachable: x == 2 holds"));
  EXPECT_EQ(call({"ask", "racy.c", "x == 3", "--quiet"}).code, 0);
  const Called unknown = call({"ask", "racy.c", "y == 2"});
  EXPECT_EQ(unknown.code, 1);
  EXPECT_THAT(unknown.err, HasSubstr("there is no shared variable 'y'; --visible=shared"));
}

TEST_F(program_spec, of_a_picture_may_become_finer_while_it_is_explored) {
  const Called picture = call({"dump", "racy.c", "--unfolding=dot"});
  EXPECT_EQ(picture.code, 0) << picture.err;
  EXPECT_THAT(picture.out, HasSubstr("work#1: write x"));
}

TEST_F(program_spec, is_understood_by_every_verb) {
  EXPECT_EQ(call({"ask", "racy.c", "y == 2", "--quiet", "--visible=shared", "--flags=-DLAST=1"}).code, 10);
  const Called test = call({"dump", "racy.c", "--test", "--no-races", "--isolation=fork", "--spurious"});
  const nlohmann::json native = nlohmann::json::parse(test.out)["native"];
  EXPECT_EQ(native["races"], false);
  EXPECT_EQ(native["isolation"], "fork");
  EXPECT_EQ(native["spurious"], true);
}

TEST_F(program_spec, is_the_same_in_a_replay) {
  // Without --no-races, the data race would be what the run shows.
  const Called found = call({"test", "racy.c", "--no-races", "--visible=shared", "--patience=3", "--flags=-DLAST=1"});
  ASSERT_EQ(found.code, 10) << found.out << found.err;
  EXPECT_EQ(stored()["native"]["patience"], 3);
  const Called again = call({"replay", bug()});
  EXPECT_EQ(again.code, 10) << again.out << again.err;
  EXPECT_THAT(again.out, HasSubstr("the exit-code shows again"));
  EXPECT_THAT(again.out, testing::Not(HasSubstr("data race")));
}

TEST_F(program_spec, of_a_stored_test_has_no_input_that_is_too_large) {
  ASSERT_EQ(call({"test", "racy.c", "--no-races", "--visible=shared", "--flags=-DLAST=1"}).code, 10);
  nlohmann::json test = stored();
  test["native"]["symbolic_stdin"] = 70'000;
  ASSERT_FALSE(base::write_file(folder_.path(bug() + "/test.json"), test.dump()).has_value());
  const Called replay = call({"replay", bug(), "--trust"});
  EXPECT_EQ(replay.code, 2);
  EXPECT_THAT(replay.err, HasSubstr("an input has at most 65536 bytes"));
}

TEST_F(program_spec, says_whether_there_are_checkpoints) {
  const Called test = call({"dump", "racy.c", "--test", "--no-checkpoint"});
  EXPECT_EQ(nlohmann::json::parse(test.out)["native"]["checkpoint"], "never");
  const Called found = call({"test", "racy.c", "--no-races", "--always-checkpoint", "--flags=-DLAST=1", "-q"});
  ASSERT_EQ(found.code, 10) << found.out << found.err;
  EXPECT_EQ(stored()["native"]["checkpoint"], "always");
  EXPECT_EQ(call({"replay", bug()}).code, 10);
  EXPECT_EQ(call({"test", "racy.c", "--no-checkpoint", "--always-checkpoint"}).code, 1);
  const Called in_vain = call({"test", "racy.c", "--no-checkpoint", "--isolation=fork"});
  EXPECT_EQ(in_vain.code, 1);
  EXPECT_THAT(in_vain.err, HasSubstr("--no-checkpoint has no effect with --isolation=fork"));
}

TEST_F(program_spec, begins_with_given_tests_in_every_strategy) {
  std::istringstream lines(call({"strategies"}).out);
  std::size_t strategies = 0;
  for (std::string line; std::getline(lines, line); ++strategies) {
    const std::string strategy = line.substr(0, line.find(' '));
    const Called called = call({"test", "racy.c", "--no-out", "--no-races", "--seed-tests=random:7", "--max-tests=50",
                                "--stats=-", "-q", "--strategy=" + strategy});
    EXPECT_THAT(called.code, testing::AnyOf(0, 5)) << strategy << called.out << called.err;
    EXPECT_GE(nlohmann::json::parse(called.out)["tests"], 7) << strategy;
  }
  EXPECT_GE(strategies, 11u);
}

}  // namespace
}  // namespace heddle::tests
