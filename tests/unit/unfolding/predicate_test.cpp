#include "unfolding/predicate.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace heddle::unfolding {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using trace::LocationId;

const trace::Names& names() {
  static const trace::Names result = [] {
    trace::Names n;
    n.locations = {"x", "y", "a[0]", "a[1]", "big"};
    return n;
  }();
  return result;
}

constexpr std::int64_t kStates[] = {3, -2, 0, 7, 2147483647};

bool holds(std::string_view text) {
  const auto predicate = Predicate::parse(text, names());
  EXPECT_TRUE(predicate.ok()) << text << ": " << predicate.error().text();
  return predicate.ok() && predicate.value().holds([](LocationId x) { return kStates[x.index()]; });
}

std::string error_of(std::string_view text) {
  const auto predicate = Predicate::parse(text, names());
  EXPECT_FALSE(predicate.ok()) << text;
  return predicate.ok() ? "" : predicate.error().text();
}

TEST(Predicate, compares_variables_elements_and_numbers) {
  EXPECT_TRUE(holds("x == 3"));
  EXPECT_TRUE(holds("y == -2"));
  EXPECT_TRUE(holds("a[1] >= 7 && a[0] <= 0"));
  EXPECT_TRUE(holds("x != y && x > y && y < x"));
  EXPECT_FALSE(holds("x < 3 || x > 3"));
}

TEST(Predicate, binds_operators_as_c_does) {
  EXPECT_TRUE(holds("1 + 2 * 3 == 7"));
  EXPECT_TRUE(holds("10 - 4 - 3 == 3"));
  EXPECT_TRUE(holds("(1 + 2) * 3 == 9"));
  EXPECT_TRUE(holds("1 || 0 && 0"));
  EXPECT_TRUE(holds("!x == 0")) << "(!x) == 0";
  EXPECT_TRUE(holds("-x + 4 == 1"));
  EXPECT_TRUE(holds("1 < 2 == 1"));
  EXPECT_TRUE(holds("7 / 2 * 2 + 7 % 2 == 7"));
}

TEST(Predicate, takes_any_number_but_zero_as_true_and_truth_as_a_number) {
  EXPECT_TRUE(holds("x"));
  EXPECT_FALSE(holds("a[0]"));
  EXPECT_TRUE(holds("(x > 1) + (y < 0) == 2"));
  EXPECT_TRUE(holds("x && y"));
}

TEST(Predicate, computes_with_32_bits_and_wraps_around) {
  EXPECT_TRUE(holds("big + 1 == -2147483648"));
  EXPECT_TRUE(holds("big + 1 < 0"));
  EXPECT_TRUE(holds("big * 2 == -2"));
  EXPECT_TRUE(holds("(big + 1) / -1 == big + 1"));
  EXPECT_TRUE(holds("(big + 1) % -1 == 0"));
}

TEST(Predicate, divides_towards_zero) {
  EXPECT_TRUE(holds("-7 / 2 == -3"));
  EXPECT_TRUE(holds("-7 % 2 == -1"));
}

TEST(Predicate, that_divides_by_zero_does_not_hold) {
  EXPECT_FALSE(holds("x / a[0] == 0"));
  EXPECT_FALSE(holds("x / a[0] != 0"));
  EXPECT_FALSE(holds("!(x % a[0])"));
  EXPECT_FALSE(holds("x / a[0] || 1"));
}

TEST(Predicate, does_not_look_behind_what_has_decided) {
  EXPECT_TRUE(holds("a[0] == 0 || x / a[0] > 1"));
  EXPECT_FALSE(holds("a[0] != 0 && x / a[0] > 1"));
  EXPECT_TRUE(holds("!(a[0] != 0 && x / a[0] > 1)"));
}

TEST(Predicate, names_the_cells_it_speaks_of_once) {
  const auto predicate = Predicate::parse("y + x > a[1] || x == y", names());
  EXPECT_THAT(predicate.value().cells(), ElementsAre(LocationId(0), LocationId(1), LocationId(3)));
}

TEST(Predicate, says_what_is_wrong_and_where) {
  EXPECT_EQ(error_of("x + z"), "column 5: there is no shared variable 'z'");
  EXPECT_EQ(error_of("a > 1"), "column 1: there is no shared variable 'a', but an array of this name");
  EXPECT_EQ(error_of("a[2] > 1"), "column 1: there is no shared variable 'a[2]': the index is out of range");
  EXPECT_EQ(error_of("a[x] > 1"), "column 3: expected a constant index, found 'x'");
  EXPECT_EQ(error_of("x +"), "column 4: expected a number, a shared variable or '(', found the end");
  EXPECT_EQ(error_of(""), "column 1: expected a number, a shared variable or '(', found the end");
  EXPECT_EQ(error_of("(x"), "column 3: expected ')', found the end");
  EXPECT_EQ(error_of("x y"), "column 3: expected an operator, found 'y'");
  EXPECT_EQ(error_of("x = 1"), "column 3: expected an operator, found '='");
  EXPECT_EQ(error_of("99999999999"), "column 1: the number does not fit into 32 bits");
}

TEST(Predicate, has_a_bound_on_its_nesting_but_not_on_its_length) {
  EXPECT_THAT(error_of(std::string(1000, '(') + "x"), HasSubstr("nested more than 200 levels deep"));
  std::string sum = "0";
  for (int i = 0; i < 100'000; ++i) sum += " + 1";
  EXPECT_TRUE(holds(sum + " == 100000"));
}

}  // namespace
}  // namespace heddle::unfolding
