#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "base/file.h"
#include "tests/cli/heddle.h"
#include "tests/support/temporary_folder.h"

// Programs with inputs as a user sees them, where something is not as it should be.

namespace heddle::tests {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

class programs_with_inputs : public testing::Test {
 protected:
  Called test(const std::string& source, const std::vector<std::string>& options = {}) const {
    EXPECT_FALSE(base::write_file(folder_.path("program.c"), source).has_value());
    std::vector<std::string> command = {"test", "program.c"};
    command.insert(command.end(), options.begin(), options.end());
    return call_heddle(folder_.path(), command);
  }

  TemporaryFolder folder_;
};

TEST_F(programs_with_inputs, say_if_no_test_gets_through_the_assumptions) {
  const Called called = test(R"(
    #include <heddle/heddle.h>
    int main(void) {
      int x = heddle_int("x");
      heddle_assume(x > 5);
      heddle_assume(x < 3);
      heddle_assert(0);
      return 0;
    })");
  EXPECT_EQ(called.code, 0);
  EXPECT_THAT(called.out, StartsWith("no bug found; no test got through the assumptions; complete"));
}

TEST_F(programs_with_inputs, name_a_question_that_is_too_hard_and_go_on_with_the_others) {
  const Called called = test(R"(
    #include <heddle/heddle.h>
    int main(void) {
      uint64_t a = heddle_uint64("a"), b = heddle_uint64("b");
      int c = heddle_int("c");
      const unsigned __int128 product = (unsigned __int128)9223372036854775783u * 9223372036854775643u;
      if (a > 1 && b > 1 && (unsigned __int128)a * b == product) return 0;
      heddle_assert(c != 3);
      return 0;
    })",
                             {"--solver-seconds=0.1", "--keep-going"});
  EXPECT_EQ(called.code, 10);
  EXPECT_THAT(called.out, HasSubstr("BUG assertion at program.c:8"));
  EXPECT_THAT(called.out, HasSubstr("INCOMPLETE: a decision was too hard for the solver (program.c:7"));
}

TEST_F(programs_with_inputs, are_incomplete_if_a_question_is_too_hard) {
  const Called called = test(R"(
    #include <heddle/heddle.h>
    int main(void) {
      uint64_t a = heddle_uint64("a"), b = heddle_uint64("b");
      const unsigned __int128 product = (unsigned __int128)9223372036854775783u * 9223372036854775643u;
      heddle_assert(!(a > 1 && b > 1 && (unsigned __int128)a * b == product));
      return 0;
    })",
                             {"--solver-seconds=0.1"});
  EXPECT_EQ(called.code, 5);
  EXPECT_THAT(called.out, StartsWith("no bug found; INCOMPLETE: a decision was too hard for the solver (program.c:6"));
}

constexpr const char* kThreeLetters = R"(
    #include <heddle/heddle.h>
    int main(void) {
      char text[4];
      heddle_input(text, sizeof text, "text");
      if (text[0] == 'x' && text[1] == 'y' && text[2] == 'z') return 0;
      return 0;
    })";

TEST_F(programs_with_inputs, leave_the_inputs_that_cover_something_as_files_to_begin_with) {
  EXPECT_EQ(test(kThreeLetters).code, 0);
  std::vector<std::string> kept;
  for (const auto& entry : std::filesystem::directory_iterator(folder_.path("heddle-out/corpus")))
    kept.push_back(base::read_file(entry.path(), 100).value().substr(0, 3));
  EXPECT_THAT(kept, testing::Contains("xyz"));
  EXPECT_THAT(kept, testing::Each(testing::SizeIs(3)));
  // They are enough for a strategy that would never find them.
  std::string failing = kThreeLetters;
  failing.replace(failing.find("return 0"), 8, "heddle_assert(0)");
  const std::vector<std::string> random = {"--strategy=random", "--max-tests=50", "--no-out"};
  EXPECT_EQ(test(failing, random).code, 5);
  EXPECT_EQ(test(failing, {"--strategy=random", "--max-tests=50", "--no-out", "--seeds=heddle-out/corpus"}).code, 10);
}

std::string include_folder() { return std::filesystem::path(heddle_path()).parent_path() / "include"; }

constexpr const char* kWords = R"(
    #include <heddle/heddle.h>
    #include <string.h>
    int main(void) {
      char text[4];
      heddle_input(text, sizeof text, "text");
      if (memcmp(text, "get", 3) == 0) return 3;
      if (text[0] == 'x') return 0;
      return 0;
    })";

TEST_F(programs_with_inputs, can_be_run_with_a_corpus_and_without_heddle) {
  ASSERT_EQ(test(kWords, {"--keep-going"}).code, 10);
  const Called replayed =
      call_heddle(folder_.path(), {"replay", "--corpus=heddle-out/corpus", "program.c", "--lcov=covered.info"});
  EXPECT_EQ(replayed.code, 10);
  EXPECT_THAT(replayed.out, HasSubstr(": exit code 3"));
  EXPECT_THAT(replayed.out, HasSubstr("1 run failed"));
  const base::Result<std::string> covered = base::read_file(folder_.path("covered.info"), 1 << 20);
  ASSERT_TRUE(covered);
  EXPECT_THAT(covered.value(), HasSubstr("program.c"));
  EXPECT_THAT(covered.value(), HasSubstr("end_of_record"));
  EXPECT_THAT(covered.value(), testing::Not(HasSubstr("replay.h")));
}

TEST_F(programs_with_inputs, give_a_corpus_of_numbers_to_a_program_that_was_built_otherwise) {
  const Called called = test(R"(
    #include <heddle/heddle.h>
    struct pair { char letter; int number; } pair;
    int main(void) {
      const unsigned short first = heddle_uint16("first");
      heddle_input(&pair, sizeof pair, "pair");
      const int last = heddle_range("last", -5, 5);
      if (first == 513 && pair.letter == 'q' && pair.number == -70000 && last == -3) return 7;
      return 0;
    })",
                             {"--keep-going"});
  ASSERT_EQ(called.code, 10);
  const std::string compile = "clang-19 -DHEDDLE_REPLAY -I" + include_folder() + " " + folder_.path("program.c") +
                              " -o " + folder_.path("program");
  ASSERT_EQ(std::system(compile.c_str()), 0);
  const Called replayed = call_heddle(folder_.path(), {"replay", "--corpus=heddle-out/corpus", "program"});
  EXPECT_EQ(replayed.code, 10);
  EXPECT_THAT(replayed.out, HasSubstr(".json: exit code 7"));
  EXPECT_THAT(replayed.out, HasSubstr("1 run failed"));
}

TEST_F(programs_with_inputs, say_what_is_missing_for_a_corpus) {
  ASSERT_EQ(test(kWords, {"--keep-going"}).code, 10);
  const Called no_folder = call_heddle(folder_.path(), {"replay", "--corpus=nowhere", "program.c"});
  EXPECT_EQ(no_folder.code, 1);
  const Called no_program = call_heddle(folder_.path(), {"replay", "--corpus=heddle-out/corpus", "other.c"});
  EXPECT_EQ(no_program.code, 1);
  EXPECT_THAT(no_program.err, HasSubstr("there is no such program"));
}

TEST_F(programs_with_inputs, show_fractions_as_numbers) {
  const Called called = test(R"(
    #include <heddle/heddle.h>
    int main(void) {
      double x;
      heddle_input(&x, sizeof x, "x");
      heddle_assert(!(x * 2 == 3.0));
      return 0;
    })");
  EXPECT_EQ(called.code, 10);
  EXPECT_THAT(called.out, HasSubstr("x = 1.5"));
}

// A table of 256 entries for each of twelve bytes: Z3 takes seconds to take in such a question.
TEST_F(programs_with_inputs, bound_questions_that_are_large) {
  const Called called = test(R"(
    #include <heddle/heddle.h>
    static uint32_t table[256];
    int main(void) {
      unsigned char t[12];
      for (uint32_t i = 0; i < 256; ++i) {
        uint32_t c = i;
        for (int k = 0; k < 8; ++k) c = c & 1 ? 0xEDB88320u ^ (c >> 1) : c >> 1;
        table[i] = c;
      }
      heddle_input(t, sizeof t, "t");
      uint32_t c = ~0u;
      for (int i = 0; i < 12; ++i) c = table[(c ^ t[i]) & 255] ^ (c >> 8);
      if (c == 0x12345678 && c * t[0] % 1000 == 77) heddle_assert(t[1] == 1);
      return 0;
    })",
                             {"--solver-seconds=0.01", "--keep-going", "--stats=stats.json"});
  EXPECT_EQ(called.code, 5);
  EXPECT_THAT(called.out, HasSubstr("too hard for the solver"));
}

TEST_F(programs_with_inputs, refuse_a_folder_without_inputs_to_begin_with) {
  std::filesystem::create_directory(folder_.path("empty"));
  const Called called = test(kThreeLetters, {"--seeds=empty"});
  EXPECT_EQ(called.code, 1);
  EXPECT_THAT(called.err, HasSubstr("there is neither a test.json nor a file with inputs in this folder"));
}

// limit: An object that becomes an input may have 64 KiB (`abi::kMaxInputBytes`)
TEST_F(programs_with_inputs, name_an_input_that_is_too_large) {
  const Called called = test(R"(
    #include <heddle/heddle.h>
    char big[70000];
    int main(void) {
      heddle_input(big, sizeof big, "big");
      return big[3] == 5 && big[69999] == 5;
    })");
  EXPECT_EQ(called.code, 5);
  EXPECT_THAT(called.out, StartsWith("no bug found; INCOMPLETE: an input of more than 65536 bytes"));
}

TEST_F(programs_with_inputs, may_read_standard_input_in_several_threads_in_any_order) {
  const Called called = test(R"(
    #include <assert.h>
    #include <pthread.h>
    #include <stdio.h>
    static int got[2];
    static void* work(void* p) { got[(long)p] = getchar(); return 0; }
    int main(void) {
      pthread_t t[2];
      for (long i = 0; i < 2; ++i) pthread_create(&t[i], 0, work, (void*)i);
      for (int i = 0; i < 2; ++i) pthread_join(t[i], 0);
      if (got[0] == 'b' && got[1] == 'a') assert(!"b before a");
      return 0;
    })",
                             {"--sym-stdin=2", "--keep-going"});
  EXPECT_EQ(called.code, 10);
  EXPECT_THAT(called.out, HasSubstr("1 bug found; complete"));
  EXPECT_THAT(called.out, testing::Not(HasSubstr("data-race")));
}

TEST_F(programs_with_inputs, may_take_inputs_in_several_threads_at_once) {
  const Called called = test(R"(
    #include <heddle/heddle.h>
    #include <pthread.h>
    static int x[2];
    static void* work(void* p) { x[(long)p] = heddle_int("x"); return 0; }
    int main(void) {
      pthread_t t[2];
      for (long i = 0; i < 2; ++i) pthread_create(&t[i], 0, work, (void*)i);
      for (int i = 0; i < 2; ++i) pthread_join(t[i], 0);
      heddle_assert(x[0] != 3 || x[1] != 4);
      return 0;
    })",
                             {"--keep-going"});
  EXPECT_EQ(called.code, 10);
  EXPECT_THAT(called.out, HasSubstr("1 bug found; complete"));
}

TEST_F(programs_with_inputs, may_read_files_that_are_inputs) {
  const Called called = test(R"(
    #include <assert.h>
    #include <stdio.h>
    int main(void) {
      FILE* f = fopen("config", "r");
      char line[8];
      if (fgets(line, sizeof line, f) != NULL) assert(line[0] != '#' || line[1] != '!');
      return 0;
    })",
                             {"--sym-file=config:4"});
  EXPECT_EQ(called.code, 10);
  EXPECT_THAT(called.out, HasSubstr("with the inputs config = \"#!\\x00\\x00\""));
  for (const auto& bug : std::filesystem::directory_iterator(folder_.path("heddle-out/bugs")))
    EXPECT_EQ(call_heddle(folder_.path(), {"replay", bug.path().string()}).code, 10);
}

TEST_F(programs_with_inputs, refuse_files_without_a_size) {
  for (const char* file : {"config", "config:", "config:x", "config:0", ":3", "config:65537", "/dev/null:3"}) {
    const Called called = test("int main(void) { return 0; }", {"--sym-file", file});
    EXPECT_EQ(called.code, 1) << file;
    EXPECT_THAT(called.err, HasSubstr("--sym-file")) << file;
  }
}

}  // namespace
}  // namespace heddle::tests
