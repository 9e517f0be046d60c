#include "explore/mutations.h"

#include <gtest/gtest.h>

#include <set>

namespace heddle::explore {
namespace {

SizedInputs text_of(const std::string& bytes) {
  SizedInputs result;
  for (const char c : bytes) result.push_back({{trace::ThreadId(0), static_cast<std::uint32_t>(result.size()), c}, 8});
  return result;
}

std::string bytes_of(const SizedInputs& inputs) {
  std::string result;
  for (const SizedInput& input : inputs) result.push_back(static_cast<char>(input.input.value));
  return result;
}

TEST(mutations, leave_the_inputs_what_they_are_and_change_values) {
  Mutations mutations({"GET"}, 1);
  const SizedInputs first = text_of(std::string("abcdef\0\0\0\0", 10));
  int changed = 0;
  for (int i = 0; i < 1000; ++i) {
    SizedInputs inputs = first;
    mutations.change(inputs, first);
    ASSERT_EQ(inputs.size(), first.size());
    for (std::size_t n = 0; n < inputs.size(); ++n) {
      ASSERT_EQ(inputs[n].input.nth, n);
      ASSERT_EQ(inputs[n].width, 8U);
      ASSERT_GE(inputs[n].input.value, -128);
      ASSERT_LE(inputs[n].input.value, 255);
    }
    changed += bytes_of(inputs) != bytes_of(first) ? 1 : 0;
  }
  EXPECT_GT(changed, 800);
}

TEST(mutations, insert_words_of_the_program) {
  Mutations mutations({"HTTP/1.1"}, 1);
  const SizedInputs first = text_of(std::string(16, '\0'));
  int found = 0;
  for (int i = 0; i < 1000; ++i) {
    SizedInputs inputs = first;
    mutations.change(inputs, first);
    found += bytes_of(inputs).find("HTTP/1.1") != std::string::npos ? 1 : 0;
  }
  EXPECT_GT(found, 20);
}

TEST(mutations, keep_numbers_within_their_width) {
  Mutations mutations({std::string("\x12\x34\x56\x78", 4)}, 1);
  const SizedInputs first = {
      {{trace::ThreadId(0), 0, 5}, 1}, {{trace::ThreadId(0), 1, 5}, 16}, {{trace::ThreadId(0), 2, 5}, 64}};
  std::set<std::int64_t> values;
  for (int i = 0; i < 1000; ++i) {
    SizedInputs inputs = first;
    mutations.change(inputs, first);
    ASSERT_LE(static_cast<std::uint64_t>(inputs[1].input.value), 0xFFFFU);
    values.insert(inputs[2].input.value);
  }
  EXPECT_TRUE(values.contains(0x12345678));
  EXPECT_GT(values.size(), 100U);
}

TEST(mutations, change_nothing_where_there_is_nothing) {
  Mutations mutations({}, 1);
  SizedInputs none;
  mutations.change(none, none);
  EXPECT_TRUE(none.empty());
  SizedInputs one = text_of(std::string(2, '\0'));
  for (int i = 0; i < 100; ++i) mutations.change(one, none);  // without words or another text
}

}  // namespace
}  // namespace heddle::explore
