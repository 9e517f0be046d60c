#include "trace/text.h"

#include <gtest/gtest.h>

#include <set>

#include "tests/support/random_trace.h"

namespace heddle::trace {
namespace {

NamedTrace small_trace() {
  NamedTrace result;
  result.names.threads = {{ThreadId(), 0, "main"}, {ThreadId(0), 0, "worker"}};
  result.names.locations = {"x"};
  result.names.places = {{"bank.model", 12, 3, "x = a + 1"}};
  Operation op{.kind = OpKind::kWrite, .effect = Effect::kModify, .thread = ThreadId(1)};
  op.location = LocationId(0);
  op.place = PlaceId(0);
  op.before = -4;
  op.value = 7;
  result.trace.operations = {op};
  result.trace.failures = {{FailureKind::kAssertion, ThreadId(1), PlaceId(0)}};
  result.trace.outcome = Outcome::kFailed;
  return result;
}

std::string error_of(const std::string& text) {
  const auto result = parse_text(text, "t");
  return result.ok() ? "no error" : result.error().text();
}

TEST(text_form, has_one_readable_line_per_operation) {
  const NamedTrace small = small_trace();
  EXPECT_EQ(to_text(small.trace, small.names),
            "heddle-trace 1\n"
            "outcome failed\n"
            "thread 0 \"main\" initial 0\n"
            "thread 1 \"worker\" child 0 of 0\n"
            "location 0 \"x\"\n"
            "place 0 \"bank.model\" 12:3 \"x = a + 1\"\n"
            "op 1 write location=0 place=0 effect=modify before=-4 value=7   # worker: x = a + 1\n"
            "failure assertion 1 place=0\n");
}

TEST(text_form, parses_back_to_the_same_trace_and_names) {
  std::set<OpKind> kinds;
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    base::Rng rng(seed);
    const NamedTrace original = tests::random_trace(rng);
    const auto parsed = parse_text(to_text(original.trace, original.names), "t");
    ASSERT_TRUE(parsed.ok()) << "seed " << seed << ": " << parsed.error().text();
    EXPECT_EQ(parsed.value(), original) << "seed " << seed;
    for (const Operation& op : original.trace.operations) kinds.insert(op.kind);
  }
  EXPECT_EQ(kinds.size(), static_cast<std::size_t>(kOpKindCount)) << "some kind was never drawn";
}

TEST(text_form, ignores_comments_and_empty_lines) {
  const auto parsed = parse_text("heddle-trace 1\n\n# hello\nthread 0 \"a # b\" initial 0 # x\n", "t");
  ASSERT_TRUE(parsed.ok()) << parsed.error().text();
  EXPECT_EQ(parsed.value().names.threads.at(0).name, "a # b");
}

TEST(text_form, names_file_and_line_of_an_error) {
  EXPECT_EQ(error_of(""), "t:1: not a trace of Heddle: the first line must be 'heddle-trace 1'");
  EXPECT_EQ(error_of("heddle-trace 1\nop 0 read\n"), "t:2: expected the id of a thread");
  EXPECT_EQ(error_of("heddle-trace 1\n\nhello\n"), "t:3: unknown line \"hello\"");
}

TEST(text_form, refuses_ids_that_are_not_in_the_tables) {
  const std::string start = "heddle-trace 1\nthread 0 \"a\" initial 0\n";
  EXPECT_EQ(error_of(start + "op 1 read\n"), "t:3: expected the id of a thread");
  EXPECT_EQ(error_of(start + "op 0 read location=0\n"), "t:3: unknown field or bad value: \"location\"");
  EXPECT_EQ(error_of(start + "failure error 0 place=0\n"), "t:3: expected place=ID");
  EXPECT_EQ(error_of(start + "thread 1 \"b\" child 0 of 1\n"), "t:3: the parent must come before the thread");
}

TEST(text_form, refuses_malformed_lines) {
  const std::string start = "heddle-trace 1\nthread 0 \"a\" initial 0\n";
  EXPECT_EQ(error_of(start + "op 0 jump\n"), "t:3: unknown kind of operation");
  EXPECT_EQ(error_of(start + "op 0 read value=\n"), "t:3: unknown field or bad value: \"value\"");
  EXPECT_EQ(error_of(start + "op 0 read value=9223372036854775808\n"), "t:3: unknown field or bad value: \"value\"");
  EXPECT_EQ(error_of(start + "op 0 read value\n"), "t:3: unknown field or bad value: \"\"");
  EXPECT_EQ(error_of(start + "location 0 \"x\n"), "t:3: expected a name in quotes");
  EXPECT_EQ(error_of(start + "location 0 \"x\\q\"\n"), "t:3: expected a name in quotes");
  EXPECT_EQ(error_of(start + "location 1 \"x\"\n"), "t:3: expected the id 0");
  EXPECT_EQ(error_of(start + "outcome fine\n"), "t:3: unknown outcome");
  EXPECT_EQ(error_of(start + "outcome failed twice\n"), "t:3: unexpected text at the end of the line");
}

TEST(text_form, names_its_limit_on_threads) {
  std::string text = "heddle-trace 1\n";
  for (std::size_t i = 0; i <= kMaxThreads; ++i) {
    text += "thread " + std::to_string(i) + " \"t\" initial " + std::to_string(i) + "\n";
  }
  EXPECT_EQ(error_of(text), "t:1026: more than 1024 of these are not supported");
}

}  // namespace
}  // namespace heddle::trace
