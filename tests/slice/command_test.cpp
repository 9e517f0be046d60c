// The verb `heddle slice` itself: several files, its forms, and what it refuses.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <string>

#include "tests/cli/heddle.h"
#include "tests/support/temporary_folder.h"

namespace heddle::tests {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;

constexpr const char* kMain = R"(#include <cassert>
extern "C" { extern int shared; void change(int by); }
int main(int argc, char**) {
  change(argc);
  assert(shared == 1);
}
)";
constexpr const char* kPart = R"(int shared, unseen;
void change(int by) {
  unseen = by + 1;
  shared = by;
}
)";

class SliceCommand : public testing::Test {
 protected:
  void write(const std::string& name, const std::string& text) { std::ofstream(folder_.path(name)) << text; }
  Called call(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "slice");
    return call_heddle(folder_.path(), arguments);
  }
  TemporaryFolder folder_;
};

TEST_F(SliceCommand, is_of_the_whole_program) {
  write("main.cpp", kMain);
  write("part.c", kPart);
  const Called called = call({"--assertions", "main.cpp", "part.c"});
  EXPECT_EQ(called.code, 0) << called.err;
  EXPECT_THAT(called.out, HasSubstr("part.c\n     1  int shared, unseen;\n"));
  EXPECT_THAT(called.out, HasSubstr(".    3    unseen = by + 1;\n>    4    shared = by;\n"));
  EXPECT_THAT(called.out, EndsWith("can influence an assertion\n"));
  EXPECT_THAT(called.out, Not(HasSubstr("\033")));
}

TEST_F(SliceCommand, of_a_part_takes_the_rest_for_unknown) {
  write("part.c", kPart);
  const Called called = call({"--assertions", "part.c"});
  EXPECT_EQ(called.code, 0) << called.err;
  EXPECT_THAT(called.out, HasSubstr("-    4    shared = by;\n"));  // nothing fails in it
}

TEST_F(SliceCommand, tells_tools_all_places) {
  write("main.cpp", kMain);
  write("part.c", kPart);
  const Called called = call({"--json", "main.cpp", "part.c"});
  ASSERT_EQ(called.code, 0) << called.err;
  const nlohmann::json all = nlohmann::json::parse(called.out);
  EXPECT_EQ(all.at("failures"), "all");
  EXPECT_GT(all.at("instructions").get<int>(), all.at("instructions_in_slice").get<int>());
  const nlohmann::json& last = all.at("places").back();
  EXPECT_EQ(last.at("file"), "part.c");
  EXPECT_EQ(last.at("type"), "B");
  EXPECT_EQ(last.at("failure_ahead"), true);  // behind the call
  EXPECT_EQ(last.at("failure_ahead_in_frame"), false);
}

constexpr const char* kThreads = R"(#include <pthread.h>
int x, table[4];
pthread_mutex_t lock;
static void* work(void* unused) {
  pthread_mutex_lock(&lock);
  for (int i = 0; i < 2; i++) table[i] += x++;
  pthread_mutex_unlock(&lock);
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  work(0);
  return pthread_join(thread, 0) != 0 || table[x & 3] > 9;
}
)";

TEST_F(SliceCommand, has_the_places_of_the_operations_of_traces) {
  write("a.c", kThreads);
  const Called sliced = call({"--json", "a.c"});
  ASSERT_EQ(sliced.code, 0) << sliced.err;
  std::set<std::string> places;
  const nlohmann::json all = nlohmann::json::parse(sliced.out);
  for (const nlohmann::json& place : all.at("places"))
    places.insert(to_string(place.at("line")) + ":" + to_string(place.at("column")));
  std::istringstream dumped(call_heddle(folder_.path(), {"dump", "--visible=shared", "a.c"}).out);
  int compared = 0;
  for (std::string line; std::getline(dumped, line);) {
    const std::size_t file = line.find(" \"a.c\" ");
    if (!line.starts_with("place ") || file == std::string::npos) continue;
    const std::size_t at = file + 7;
    ++compared;
    EXPECT_TRUE(places.contains(line.substr(at, line.find(' ', at) - at))) << line;
  }
  EXPECT_GT(compared, 5);
}

TEST_F(SliceCommand, takes_definitions_and_flags) {
  write("a.c", "#include <assert.h>\nint x = N + M;\nint main(void) { assert(x); return 0; }\n");
  EXPECT_EQ(call({"a.c", "-D", "N=3", "--flags=-DM=4"}).code, 0);
}

TEST_F(SliceCommand, refuses_what_it_cannot_slice) {
  write("a.model", "thread t { }\n");
  write("a.txt", "");
  write("bad.c", "int main(void) { return undeclared; }\n");
  write("other.c", "int main(void) { return 0; }\n");
  write("good.c", "int main(void) { return 0; }\n");
  const auto expect = [&](const std::vector<std::string>& files, int code, const std::string& message) {
    const Called called = call(files);
    EXPECT_EQ(called.code, code) << called.err;
    EXPECT_EQ(called.out, "");
    EXPECT_THAT(called.err, HasSubstr(message));
  };
  expect({"none.c"}, 1, "heddle: none.c: there is no such file\n");
  expect({"a.model"}, 1, "heddle: a.model: a model cannot be sliced, only sources of C and C++\n");
  expect({"a.txt"}, 1, "heddle: a.txt: only sources of C and C++ can be sliced\n");
  expect({"good.c", "bad.c"}, 2, "heddle: bad.c does not compile: clang-19 ended with code 1\n");
  expect({"good.c", "other.c"}, 2, "symbol multiply defined");
  expect({}, 1, "FILE is required");
}

}  // namespace
}  // namespace heddle::tests
