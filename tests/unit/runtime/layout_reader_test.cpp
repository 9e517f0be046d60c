#include "runtime/names/layout_reader.h"

#include <gtest/gtest.h>

#include <bit>
#include <string>

namespace heddle::runtime {
namespace {

// A queue: a lock, an array of slots, a container of libstdc++, a flag.
constexpr const char* kQueue =
    "{m:0:i40;slots:40:[3,16]{value:0:i4;next:8:p8;};items:88:{_M_start:0:p8;_M_size:8:u8;};closed:104:b1;}";

std::string name_of(std::uint64_t offset, std::uint64_t size, bool whole = false) {
  TextBuffer name;
  find_part(kQueue, offset, size, whole, name);
  return name.text();
}

std::string number(const char* type, std::uint64_t value) {
  TextBuffer text;
  return add_number(type, value, text) ? text.text() : "none";
}

TEST(find_part, goes_down_to_the_member_that_holds_the_bytes) {
  EXPECT_EQ(name_of(104, 1), ".closed");
  EXPECT_EQ(name_of(56 + 8, 8), ".slots[1].next");
}

TEST(find_part, stops_where_no_member_holds_all_of_them) {
  EXPECT_EQ(name_of(40, 16), ".slots[0]");
  EXPECT_EQ(name_of(40, 48), ".slots");
  EXPECT_EQ(name_of(0, 105), "");
}

TEST(find_part, means_the_class_and_not_its_first_member_if_asked_to) {
  EXPECT_EQ(name_of(0, 0, true), "");
  EXPECT_EQ(name_of(56, 1, true), ".slots[1]");
}

TEST(find_part, leaves_out_the_names_of_the_library) {
  TextBuffer name;
  EXPECT_TRUE(find_part(kQueue, 96, 8, false, name).inside);
  EXPECT_STREQ(name.text(), ".items");
}

TEST(find_part, ends_with_any_text) {
  for (const char* layout :
       {"", "{", "[", "[3", "{a", "{a:", "{a:0", "{a:0:", "{a:0:i", "e4(", "[2,4]", "{a:0:[2,4]"}) {
    TextBuffer name;
    find_part(layout, 0, 1, false, name);
    find_part(layout, 7, 4, true, name);
  }
}

TEST(add_number, has_a_word_for_each_kind) {
  EXPECT_EQ(number("b1", 1), "true");
  EXPECT_EQ(number("i4", 0xffffffff), "-1");
  EXPECT_EQ(number("u4", 0xffffffff), "4294967295");
  EXPECT_EQ(number("c1", 'x'), "'x'");
  EXPECT_EQ(number("f8", std::bit_cast<std::uint64_t>(0.5)), "0.5");
  EXPECT_EQ(number("e4(kIdle=0,kBusy=1)", 1), "kBusy");
  EXPECT_EQ(number("e4(kIdle=0,kBusy=1)", 7), "7");
  EXPECT_EQ(number("e1(kBad=-1)", 0xff), "kBad");
  EXPECT_EQ(number("p8", 0), "none");
  EXPECT_EQ(number("{a:0:i4;}", 0), "none");
}

}  // namespace
}  // namespace heddle::runtime
