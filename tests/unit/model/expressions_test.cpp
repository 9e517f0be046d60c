#include <limits>

#include "tests/unit/model/programs.h"

namespace heddle::model {
namespace {

constexpr std::int64_t kMin = std::numeric_limits<std::int32_t>::min();
constexpr std::int64_t kMax = std::numeric_limits<std::int32_t>::max();

// Each operator is checked with local variables (computed by the machine) and with constants (computed by the
// compiler); both must give the same.
void expect(const std::string& op, std::int64_t a, std::int64_t b, std::int64_t expected) {
  EXPECT_EQ(value_of("a " + op + " b", a, b), expected) << a << " " << op << " " << b << " in the machine";
  EXPECT_EQ(value_of("A " + op + " B", a, b), expected) << a << " " << op << " " << b << " in the compiler";
}
void expect_unary(const std::string& op, std::int64_t a, std::int64_t expected) {
  EXPECT_EQ(value_of(op + "a", a), expected) << op << a << " in the machine";
  EXPECT_EQ(value_of(op + "A", a), expected) << op << a << " in the compiler";
}

TEST(Expressions, plus_adds) { expect("+", 2, 3, 5); }
TEST(Expressions, plus_wraps_around) { expect("+", kMax, 1, kMin); }
TEST(Expressions, minus_subtracts) { expect("-", 2, 3, -1); }
TEST(Expressions, minus_wraps_around) { expect("-", kMin, 1, kMax); }
TEST(Expressions, star_multiplies) { expect("*", -4, 3, -12); }
TEST(Expressions, star_wraps_around) { expect("*", 65536, 65536, 0); }
TEST(Expressions, slash_divides_towards_zero) { expect("/", -7, 2, -3); }
TEST(Expressions, the_smallest_number_divided_by_minus_one_wraps_around) { expect("/", kMin, -1, kMin); }
TEST(Expressions, percent_has_the_sign_of_the_dividend) { expect("%", -7, 2, -1); }
TEST(Expressions, the_smallest_number_modulo_minus_one_is_zero) { expect("%", kMin, -1, 0); }
TEST(Expressions, ampersand_is_bitwise_and) { expect("&", 12, 10, 8); }
TEST(Expressions, pipe_is_bitwise_or) { expect("|", 12, 10, 14); }
TEST(Expressions, caret_is_bitwise_exclusive_or) { expect("^", 12, 10, 6); }
TEST(Expressions, shift_left_drops_the_high_bits) { expect("<<", 3, 31, kMin); }
TEST(Expressions, shift_left_counts_modulo_32) { expect("<<", 1, 33, 2); }
TEST(Expressions, shift_right_keeps_the_sign) { expect(">>", -8, 1, -4); }
TEST(Expressions, shift_right_counts_modulo_32) { expect(">>", 8, -31, 4); }
TEST(Expressions, equal_is_one_for_equal_numbers) { expect("==", 3, 3, 1); }
TEST(Expressions, equal_is_zero_for_different_numbers) { expect("==", 3, 4, 0); }
TEST(Expressions, not_equal_is_one_for_different_numbers) { expect("!=", 3, 4, 1); }
TEST(Expressions, not_equal_is_zero_for_equal_numbers) { expect("!=", 3, 3, 0); }
TEST(Expressions, less_compares_signed) { expect("<", -1, 1, 1); }
TEST(Expressions, less_is_zero_for_equal_numbers) { expect("<", 1, 1, 0); }
TEST(Expressions, less_or_equal_is_one_for_equal_numbers) { expect("<=", 1, 1, 1); }
TEST(Expressions, less_or_equal_is_zero_for_a_larger_number) { expect("<=", 2, 1, 0); }
TEST(Expressions, greater_compares_signed) { expect(">", 1, -1, 1); }
TEST(Expressions, greater_is_zero_for_equal_numbers) { expect(">", 1, 1, 0); }
TEST(Expressions, greater_or_equal_is_one_for_equal_numbers) { expect(">=", 1, 1, 1); }
TEST(Expressions, greater_or_equal_is_zero_for_a_smaller_number) { expect(">=", 1, 2, 0); }
TEST(Expressions, unary_minus_negates) { expect_unary("-", 5, -5); }
TEST(Expressions, unary_minus_wraps_around) { expect_unary("-", kMin, kMin); }
TEST(Expressions, bang_of_zero_is_one) { expect_unary("!", 0, 1); }
TEST(Expressions, bang_of_anything_else_is_zero) { expect_unary("!", -3, 0); }
TEST(Expressions, tilde_flips_all_bits) { expect_unary("~", 5, -6); }

TEST(Expressions, and_is_one_if_both_sides_are_not_zero) { expect("&&", 2, -1, 1); }
TEST(Expressions, and_is_zero_if_the_left_side_is) { expect("&&", 0, 1, 0); }
TEST(Expressions, and_is_zero_if_the_right_side_is) { expect("&&", 1, 0, 0); }
TEST(Expressions, or_is_one_if_the_left_side_is_not_zero) { expect("||", 7, 0, 1); }
TEST(Expressions, or_is_one_if_the_right_side_is_not_zero) { expect("||", 0, 7, 1); }
TEST(Expressions, or_is_zero_if_both_sides_are) { expect("||", 0, 0, 0); }
TEST(Expressions, a_conditional_chooses_the_first_for_true) { EXPECT_EQ(value_of("a ? b : c", 5, 1, 2), 1); }
TEST(Expressions, a_conditional_chooses_the_second_for_false) { EXPECT_EQ(value_of("a ? b : c", 0, 1, 2), 2); }

TEST(Expressions, multiplication_binds_tighter_than_addition) { EXPECT_EQ(value_of("a + b * c", 1, 2, 3), 7); }
TEST(Expressions, parentheses_bind_tightest) { EXPECT_EQ(value_of("(a + b) * c", 1, 2, 3), 9); }
TEST(Expressions, subtraction_groups_from_the_left) { EXPECT_EQ(value_of("a - b - c", 10, 3, 2), 5); }
TEST(Expressions, comparison_binds_tighter_than_equality) { EXPECT_EQ(value_of("a == b < c", 1, 2, 3), 1); }
TEST(Expressions, bitwise_and_binds_looser_than_equality_as_in_c) { EXPECT_EQ(value_of("a & b == b", 2, 1), 0); }
TEST(Expressions, and_binds_tighter_than_or) { EXPECT_EQ(value_of("a || b && c", 1, 0, 0), 1); }
TEST(Expressions, shift_binds_looser_than_addition) { EXPECT_EQ(value_of("a << b + c", 1, 1, 2), 8); }
TEST(Expressions, unary_operators_can_be_stacked) { EXPECT_EQ(value_of("- - !!a", 5), 1); }
TEST(Expressions, a_negated_and_is_true_if_one_side_is_false) { EXPECT_EQ(value_of("!(a && b)", 1, 0), 1); }
TEST(Expressions, a_negated_comparison_is_the_opposite_one) { EXPECT_EQ(value_of("!(a < b)", 2, 2), 1); }

TEST(Expressions, decimal_numbers_reach_the_smallest_one) { EXPECT_EQ(value_of("-2147483648"), kMin); }
TEST(Expressions, hexadecimal_numbers_have_32_bits) { EXPECT_EQ(value_of("0xFfFfFfFe"), -2); }

TEST(Expressions, a_local_may_be_assigned_from_itself) {
  EXPECT_EQ(steps(run("shared r; thread T { local i = 3; i = (i + 1) * i; r = i; }")), Strings({"0 write @0 0->12"}));
}
TEST(Expressions, an_and_may_use_the_variable_it_is_assigned_to) {
  EXPECT_EQ(steps(run("shared r; thread T { local i = 3; i = 1 && i == 3; r = i + 5; }")),
            Strings({"0 write @0 0->6"}));
}
TEST(Expressions, a_conditional_may_use_the_variable_it_is_assigned_to) {
  EXPECT_EQ(steps(run("shared r; thread T { local i = 3; i = i ? i + 1 : i - 1; r = i; }")),
            Strings({"0 write @0 0->4"}));
}

TEST(Expressions, each_shared_variable_is_one_read_from_left_to_right) {
  EXPECT_EQ(steps(run("shared x = 1, y = 2; thread T { local a = y - x * y; }")),
            Strings({"0 read @1 2->2", "0 read @0 1->1", "0 read @1 2->2"}));
}
TEST(Expressions, and_does_not_read_its_right_side_if_the_left_is_false) {
  EXPECT_EQ(steps(run("shared x = 0, y = 2; thread T { local a = x && y; }")), Strings({"0 read @0"}));
}
TEST(Expressions, and_reads_its_right_side_if_the_left_is_true) {
  EXPECT_EQ(steps(run("shared x = 1, y = 2; thread T { local a = x && y; }")),
            Strings({"0 read @0 1->1", "0 read @1 2->2"}));
}
TEST(Expressions, or_does_not_read_its_right_side_if_the_left_is_true) {
  EXPECT_EQ(steps(run("shared x = 1, y = 2; thread T { if (x || y) skip; }")), Strings({"0 read @0 1->1"}));
}
TEST(Expressions, or_reads_its_right_side_if_the_left_is_false) {
  EXPECT_EQ(steps(run("shared x = 0, y = 2; thread T { if (x || y) skip; }")),
            Strings({"0 read @0", "0 read @1 2->2"}));
}
TEST(Expressions, a_conditional_reads_only_the_chosen_side) {
  EXPECT_EQ(steps(run("shared x = 1, y = 2, z = 3; thread T { local a = x ? y : z; }")),
            Strings({"0 read @0 1->1", "0 read @1 2->2"}));
}
TEST(Expressions, the_index_of_an_element_is_read_before_the_element) {
  EXPECT_EQ(steps(run("shared i = 1; shared a[2] = {5, 6}; thread T { local v = a[i]; }")),
            Strings({"0 read @0 1->1", "0 read @2 6->6"}));
}
TEST(Expressions, the_index_of_an_assigned_element_is_read_before_the_value) {
  EXPECT_EQ(steps(run("shared i = 1, v = 7; shared a[2]; thread T { a[i] = v; }")),
            Strings({"0 read @0 1->1", "0 read @1 7->7", "0 write @3 0->7"}));
}
TEST(Expressions, local_variables_cause_no_steps) {
  EXPECT_EQ(operations(run("thread T { local a = 1; local b = a + 2; b = b * a; }")), Strings({"0 exit"}));
}

}  // namespace
}  // namespace heddle::model
