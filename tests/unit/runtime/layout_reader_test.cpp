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

constexpr const char* kString =
    "{name:0:{_M_dataplus:0:s8;_M_string_length:8:u8;_M_local_buf:16:[16,1]c1;_M_allocated_capacity:16:u8;};}";

TEST(find_part, prefers_the_member_of_a_union_that_has_the_bytes_as_an_element) {
  TextBuffer name;
  EXPECT_EQ(*find_part(kString, 18, 1, false, name).type, 'c');
  EXPECT_STREQ(name.text(), ".name[2]");
  TextBuffer capacity;
  EXPECT_EQ(*find_part(kString, 16, 8, false, capacity).type, 'u');
  EXPECT_STREQ(capacity.text(), ".name");
}

TEST(find_part, says_which_class_holds_memory_and_where_it_begins) {
  TextBuffer name;
  const Part length = find_part(kString, 8, 8, false, name);
  EXPECT_EQ(length.holder, Holder::kString);
  EXPECT_EQ(length.within, 8U);
  EXPECT_EQ(find_part(kQueue, 0, 4, false, name).holder, Holder::kNone);
}

// struct { int n; unsigned ready : 1, level : 3; enum Colour colour : 4; signed low : 5; }
constexpr const char* kBits = "{n:0:i4;ready:4:B0,1u4;level:4:B1,3u4;colour:4:B4,4e4(red=0,blue=2);low:5:B0,5i4;}";

TEST(find_part, names_all_bit_fields_that_share_the_bytes) {
  TextBuffer name;
  const Part part = find_part(kBits, 4, 1, false, name);
  EXPECT_STREQ(name.text(), ".{ready, level, colour}");
  EXPECT_TRUE(part.is_bits);
  TextBuffer alone;
  EXPECT_EQ(*find_part(kBits, 5, 1, false, alone).type, 'B');
  EXPECT_STREQ(alone.text(), ".low");
}

TEST(add_bits, has_the_value_of_each_bit_field) {
  TextBuffer text;
  EXPECT_TRUE(add_bits(kBits, 4, 2, 0x1f2a, text));
  EXPECT_STREQ(text.text(), "{0, 5, blue, -1}");
  EXPECT_EQ(number("B1,3u4", 0xa), "5");
  EXPECT_EQ(number("B4,4e4(red=0,blue=2)", 0x20), "blue");
}

TEST(find_part, counts_padding_as_part_of_the_member_before_it) {
  TextBuffer name;
  find_part("{maybe:0:{_M_payload:0:i4;_M_engaged:4:b1;};n:8:i4;}", 0, 8, false, name);
  EXPECT_STREQ(name.text(), ".maybe");
  TextBuffer both;
  find_part("{a:0:i4;b:4:i2;n:8:i4;}", 4, 8, false, both);
  EXPECT_STREQ(both.text(), "");
}

TEST(find_part, knows_the_class_of_the_library_that_the_bytes_are_inside_of) {
  TextBuffer name;
  const Part length = find_part(kString, 8, 8, false, name);
  EXPECT_EQ(holder_of(length.library), Holder::kString);
  EXPECT_EQ(length.in_library, 8U);
  EXPECT_EQ(find_part(kQueue, 104, 1, false, name).library, nullptr);
}

TEST(find_member, knows_its_type_and_offset) {
  const Part next = find_member("{value:0:i4;next:8:p8;}", "next");
  EXPECT_EQ(next.rest, 8U);
  EXPECT_EQ(next.size, 8U);
  EXPECT_EQ(find_member("{value:0:i4;next:8:p8;}", "nex").type, nullptr);
  EXPECT_EQ(next_member("{value:0:i4;next:8:p8;}", 1).rest, 8U);
  EXPECT_EQ(next_member("{value:0:i4;next:8:p8;}", 9).type, nullptr);
}

TEST(find_part, ends_with_any_text) {
  for (const char* layout : {"", "{", "[", "[3", "{a", "{a:", "{a:0", "{a:0:", "{a:0:i", "e4(", "[2,4]", "{a:0:[2,4]",
                             "B", "B1", "B1,", "{a:0:B1,2", "i8(", "{a:0:B1,2u4;b:0:B"}) {
    TextBuffer name;
    find_part(layout, 0, 1, false, name);
    find_part(layout, 7, 4, true, name);
    find_member(layout, "a");
    next_member(layout, 1);
  }
}

TEST(add_number, has_a_word_for_each_kind) {
  EXPECT_EQ(number("b1", 1), "true");
  EXPECT_EQ(number("i4", 0xffffffff), "-1");
  EXPECT_EQ(number("u4", 0xffffffff), "4294967295");
  EXPECT_EQ(number("c1", 'x'), "'x'");
  EXPECT_EQ(number("c1", '\n'), "'\\n'");
  EXPECT_EQ(number("c1", 0xe7), "'\\xe7'");
  EXPECT_EQ(number("i8(ms)", 250), "250 ms");
  EXPECT_EQ(number("f8", std::bit_cast<std::uint64_t>(0.5)), "0.5");
  EXPECT_EQ(number("e4(kIdle=0,kBusy=1)", 1), "kBusy");
  EXPECT_EQ(number("e4(kIdle=0,kBusy=1)", 7), "7");
  EXPECT_EQ(number("e1(kBad=-1)", 0xff), "kBad");
  EXPECT_EQ(number("p8", 0), "none");
  EXPECT_EQ(number("{a:0:i4;}", 0), "none");
}

}  // namespace
}  // namespace heddle::runtime
