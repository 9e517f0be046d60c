#include "trace/test_file.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <concepts>
#include <limits>
#include <set>
#include <string_view>

#include "tests/support/random_trace.h"

namespace heddle::trace {
namespace {

TestFile small_file() {
  TestFile file;
  file.heddle_version = "0.1.0";
  file.spec.program = "bank.model";
  file.directory = "/srv/ann";
  file.program_hash = "00ff";
  file.spec.definitions = {{"N", 4}};
  file.threads = {{ThreadId(), 0, "main"}, {ThreadId(0), 0, "worker"}};
  file.test.schedule = {{ThreadId(0), kNoChoice}, {ThreadId(1), 2}};
  file.test.inputs = {{ThreadId(1), 0, -7}};
  file.test.depth = 50;
  file.outcome = Outcome::kFailed;
  file.finding_kind = "assertion";
  file.finding_where = "bank.model:3:1";
  file.finding_message = "the assertion x == 1 does not hold";
  return file;
}

std::string json_text(base::Rng& rng) {
  // JSON holds text, not bytes: what is not UTF-8 does not come back.
  std::string name = tests::random_name(rng);
  std::erase_if(name, [](char c) { return static_cast<unsigned char>(c) > 127; });
  return name;
}

// A value other than the default, so that no member can be forgotten.
struct RandomValue {
  base::Rng& rng;

  bool operator()(const char*, std::vector<std::string>& words) {
    words = {json_text(rng), json_text(rng)};
    return false;
  }
  bool operator()(const char*, std::vector<std::uint32_t>& sizes) {
    sizes = {static_cast<std::uint32_t>(rng.between(1, kMaxInputBytes))};
    return false;
  }
  template <std::integral Number>
  bool operator()(const char*, Number& number) {
    number = static_cast<Number>(rng.between(1, std::numeric_limits<std::uint32_t>::max()));
    return false;
  }
  bool operator()(const char*, bool& value) {
    value = !value;
    return false;
  }
  bool operator()(const char*, double& seconds) {
    seconds += 0.5;
    return false;
  }
  bool operator()(const char*, Visible& visible) {
    visible = Visible::kShared;
    return false;
  }
  bool operator()(const char*, Checkpoint& checkpoint) {
    checkpoint = static_cast<Checkpoint>(rng.below(3));
    return false;
  }
  bool operator()(const char*, std::optional<Isolation>& isolation) {
    isolation = static_cast<Isolation>(rng.below(2));
    return false;
  }
};

ProgramSpec random_spec(base::Rng& rng) {
  ProgramSpec spec;
  spec.program = json_text(rng);
  for (std::uint64_t n = rng.below(4); n > 0; --n) spec.definitions[json_text(rng)] = tests::random_value(rng);
  spec.symbolic_reads = rng.below(2) == 0;
  spec.symbolic_locals = rng.below(2) == 0;
  spec.native = rng.below(2) == 0;
  if (spec.native) for_each_native_field(spec, RandomValue{rng});
  return spec;
}

TestFile random_file(base::Rng& rng) {
  TestFile file;
  file.heddle_version = json_text(rng);
  file.spec = random_spec(rng);
  if (file.spec.native) file.cells = {{rng.below(1000), rng.below(9)}};
  file.directory = json_text(rng);
  file.program_hash = json_text(rng);
  file.threads = tests::random_trace(rng).names.threads;
  for (Names::Thread& thread : file.threads) thread.name = json_text(rng);
  const auto thread = [&] { return ThreadId(rng.below(file.threads.size())); };
  for (std::uint64_t n = rng.below(30); n > 0; --n) {
    file.test.schedule.push_back({thread(), static_cast<std::int32_t>(rng.next())});
  }
  for (std::uint64_t n = rng.below(5); n > 0; --n) {
    file.test.inputs.push_back({thread(), static_cast<std::uint32_t>(rng.next()), tests::random_value(rng)});
  }
  file.test.depth = static_cast<std::uint32_t>(rng.next());
  file.outcome = static_cast<Outcome>(rng.below(kOutcomeCount));
  file.finding_kind = json_text(rng);
  file.finding_where = json_text(rng);
  file.finding_message = json_text(rng);
  return file;
}

// What the reader says about the small file after replacing `from` by `to` in its text.
std::string error_after(const std::string& from, const std::string& to) {
  std::string text = to_json(small_file());
  const std::size_t at = text.find(from);
  if (at == std::string::npos) return "the text to replace is not there";
  text.replace(at, from.size(), to);
  const auto result = parse_test_file(text, "t.json");
  return result.ok() ? "no error" : result.error().text();
}

TEST(test_file, has_one_line_per_field) {
  EXPECT_EQ(to_json(small_file()),
            R"({
  "format": 1,
  "heddle": "0.1.0",
  "program": "bank.model",
  "directory": "/srv/ann",
  "program_hash": "00ff",
  "definitions": {"N":4},
  "depth": 50,
  "threads": [{"parent":null,"nth":0,"name":"main"},{"parent":0,"nth":0,"name":"worker"}],
  "schedule": [[0,-1],[1,2]],
  "inputs": [[1,0,-7]],
  "expected": {"outcome":"failed","kind":"assertion","where":"bank.model:3:1","message":"the assertion x == 1 does not hold"}
}
)");
}

TEST(test_file, parses_back_to_the_same_test) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    base::Rng rng(seed);
    const TestFile original = random_file(rng);
    const auto parsed = parse_test_file(to_json(original), "t.json");
    ASSERT_TRUE(parsed.ok()) << "seed " << seed << ": " << parsed.error().text();
    EXPECT_EQ(parsed.value(), original) << "seed " << seed;
  }
}

// limit: Paths that are not UTF-8 do not survive in it: use `--program`.
// Does not compile if there is a new member: it belongs into the list, or, if it is not about native programs, before
// it.
TEST(test_file, stores_every_member_about_native_programs) {
  const ProgramSpec spec;
  const auto& [program, definitions, symbolic_reads, symbolic_locals, native, more_sources, flags, arguments, visible,
               isolation, checkpoint, races, idle_locks, spurious, failing_calls, failing_calls_limit, patience,
               symbolic_arguments, symbolic_stdin, symbolic_files] = spec;
  const std::set<const void*> members = {
      &more_sources,        &flags,    &arguments,          &visible,        &isolation,
      &checkpoint,          &races,    &idle_locks,         &spurious,       &failing_calls,
      &failing_calls_limit, &patience, &symbolic_arguments, &symbolic_stdin, &symbolic_files};
  std::set<const void*> stored;
  for_each_native_field(spec, [&](std::string_view, const auto& member) { return !stored.insert(&member).second; });
  EXPECT_EQ(stored, members);
}

TEST(test_file, is_written_even_if_a_text_is_not_utf8) {
  TestFile file = small_file();
  file.finding_message = "\xff!";
  const auto parsed = parse_test_file(to_json(file), "t.json");
  ASSERT_TRUE(parsed.ok());
  EXPECT_EQ(parsed.value().finding_message, "\xef\xbf\xbd!");
}

TEST(test_file, that_is_not_json_is_refused_with_the_place) {
  const auto result = parse_test_file("{\n  \"format\": 1,\n}", "t.json");
  ASSERT_FALSE(result.ok());
  EXPECT_NE(result.error().text().find("t.json: this is not JSON"), std::string::npos);
  EXPECT_NE(result.error().text().find("line 3"), std::string::npos);
}

TEST(test_file, of_another_kind_or_format_is_refused) {
  EXPECT_EQ(error_after("\"format\": 1,", ""), "t.json: this is not a test of Heddle: there is no 'format' in it");
  EXPECT_EQ(error_after("\"format\": 1", "\"format\": 2"),
            "t.json: this version of Heddle reads format 1, this is format 2");
  for (const char* text : {"[]", "null", "1", "\"format\"", "[[[[]]]]"}) {
    EXPECT_FALSE(parse_test_file(text, "t.json").ok()) << text;
  }
}

TEST(test_file, with_a_missing_or_mistyped_field_is_refused_by_its_name) {
  EXPECT_EQ(error_after("\"program\"", "\"pragram\""), "t.json: 'program' must be a text");
  EXPECT_EQ(error_after("[[0,-1],[1,2]]", "7"), "t.json: 'schedule' must be a list");
  EXPECT_EQ(error_after("[1,2]", "[1]"), "t.json: 'schedule' must be a list of [thread, choice]");
  EXPECT_EQ(error_after("[1,2]", "[2,2]"), "t.json: 'schedule' must be a whole number from 0 to 1");
  EXPECT_EQ(error_after("[1,2]", "[1,2.5]"),
            "t.json: 'schedule' must be a whole number from -2147483648 to 2147483647");
  EXPECT_EQ(error_after("{\"N\":4}", "{\"N\":9223372036854775808}"),
            "t.json: 'definitions' must be a whole number from -9223372036854775808 to 9223372036854775807");
  EXPECT_EQ(error_after("\"depth\": 50", "\"depth\": -1"),
            "t.json: 'depth' must be a whole number from 0 to 4294967295");
  EXPECT_EQ(error_after("\"failed\"", "\"exploded\""), "t.json: 'outcome' must be an outcome such as 'failed'");
}

TEST(test_file, with_a_parent_after_its_child_is_refused) {
  EXPECT_EQ(error_after("{\"parent\":0", "{\"parent\":1"), "t.json: 'parent' must be a whole number from 0 to 0");
  EXPECT_EQ(error_after("{\"parent\":null", "{\"parent\":0"), "t.json: 'parent' must be null for the first thread");
}

TEST(test_file, with_too_many_threads_is_refused_with_the_limit) {
  TestFile file = small_file();
  file.threads.resize(kMaxThreads + 1);
  const auto result = parse_test_file(to_json(file), "t.json");
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().text(), "t.json: 'threads' must be a list of at most 1024 elements");
}

}  // namespace
}  // namespace heddle::trace
