#include "report/corpus.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace heddle::report {
namespace {

using explore::InputInfo;
using testing::ElementsAre;
using testing::EndsWith;
using trace::InputValue;
using trace::ThreadId;

const ThreadId kMain(0);
const ThreadId kOther(1);

InputInfo text(const std::string& bytes) {
  return {.name = "text", .value = bytes[0], .bytes = bytes, .thread = kMain, .nth = 0, .width = 8};
}
InputInfo number(ThreadId thread, std::uint32_t nth, std::int64_t value) {
  return {.name = "n", .value = value, .bytes = {}, .thread = thread, .nth = nth, .width = 32};
}

TEST(Corpus, one_array_of_bytes_is_a_file_with_these_bytes) {
  const CorpusFile file = corpus_file({text("ab\xff")});
  EXPECT_EQ(file.content, "ab\xff");
  EXPECT_EQ(file.name.find('.'), std::string::npos);
  const auto read = parse_corpus_file(file.content, file.name, {text("xyz")});
  ASSERT_TRUE(read.ok());
  EXPECT_THAT(read.value(),
              ElementsAre(InputValue{kMain, 0, 'a'}, InputValue{kMain, 1, 'b'}, InputValue{kMain, 2, 0xff}));
}

TEST(Corpus, other_inputs_are_read_back_from_json) {
  const CorpusFile file = corpus_file({number(kMain, 0, -5), number(kOther, 3, 7)});
  EXPECT_THAT(file.name, EndsWith(".json"));
  const auto read = parse_corpus_file(file.content, file.name, {});
  ASSERT_TRUE(read.ok());
  EXPECT_THAT(read.value(), ElementsAre(InputValue{kMain, 0, -5}, InputValue{kOther, 3, 7}));
}

TEST(Corpus, arrays_beside_other_inputs_are_read_back_from_json) {
  const CorpusFile file = corpus_file({text("ab"), number(kMain, 2, 9)});
  const auto read = parse_corpus_file(file.content, file.name, {});
  ASSERT_TRUE(read.ok());
  EXPECT_THAT(read.value(), ElementsAre(InputValue{kMain, 0, 'a'}, InputValue{kMain, 1, 'b'}, InputValue{kMain, 2, 9}));
}

TEST(Corpus, bytes_fill_numbers_from_below_and_may_be_too_few) {
  const auto read = parse_corpus_file("\x01\x02\x03\x04z", "seed", {number(kMain, 0, 0), text("..")});
  ASSERT_TRUE(read.ok());
  EXPECT_THAT(read.value(), ElementsAre(InputValue{kMain, 0, 0x04030201}, InputValue{kMain, 0, 'z'}));
}

TEST(Corpus, wrong_json_is_an_error_with_its_file) {
  for (const char* wrong : {"", "[]", "{\"inputs\": [1]}", "{\"inputs\": [{\"thread\": 0, \"nth\": 0}]}"}) {
    const auto read = parse_corpus_file(wrong, "seed.json", {});
    ASSERT_FALSE(read.ok()) << wrong;
    EXPECT_EQ(read.error().place, "seed.json");
  }
}

}  // namespace
}  // namespace heddle::report
