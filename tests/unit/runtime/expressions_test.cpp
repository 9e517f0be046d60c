#include "runtime/symbolic/expressions.h"

#include <gtest/gtest.h>

#include "runtime/memory/pages.h"

namespace heddle::runtime {
namespace {

using symbolic::Kind;

class RuntimeExpressions : public testing::Test {
 protected:
  RuntimeExpressions() : channel_(static_cast<abi::Channel*>(map_pages(0, sizeof(abi::Channel)))) {
    channel_->expressions_size = 1;
    table_.init(*channel_);
  }
  ~RuntimeExpressions() override { unmap_pages(channel_, sizeof(abi::Channel)); }

  Expr byte(Expr e, unsigned i) { return table_.extract(e, 8 * i, 8); }
  // What was stored byte by byte, loaded again.
  Expr joined(Expr e) {
    Expr result = byte(e, 0);
    for (unsigned i = 1; i < table_.width(e) / 8; ++i) result = table_.concat(byte(e, i), result);
    return result;
  }

  abi::Channel* channel_;
  ExpressionTable table_;
};

TEST_F(RuntimeExpressions, equal_expressions_have_equal_numbers) {
  const Expr x = table_.variable(0, 0, 32);
  const Expr one = table_.constant(1, 32);
  EXPECT_EQ(table_.binary(Kind::kAdd, x, one), table_.binary(Kind::kAdd, x, one));
  EXPECT_NE(table_.binary(Kind::kAdd, x, one), table_.binary(Kind::kSub, x, one));
  EXPECT_NE(table_.variable(0, 1, 32), x);
  EXPECT_NE(table_.variable(0, 0, 8), x);
}

TEST_F(RuntimeExpressions, numbers_outlive_the_process) {
  const Expr x = table_.variable(0, 0, 32);
  const Expr sum = table_.binary(Kind::kAdd, x, table_.constant(1, 32));
  ExpressionTable other;
  other.init(*channel_);
  EXPECT_EQ(other.binary(Kind::kAdd, other.variable(0, 0, 32), other.constant(1, 32)), sum);
}

TEST_F(RuntimeExpressions, what_is_stored_and_loaded_is_the_same) {
  const Expr x = table_.variable(0, 0, 32);
  const Expr c = table_.variable(0, 1, 8);
  EXPECT_EQ(joined(x), x);
  for (const Kind kind : {Kind::kZeroExtend, Kind::kSignExtend}) {
    EXPECT_EQ(joined(table_.extend(kind, c, 32)), table_.extend(kind, c, 32));
    EXPECT_EQ(joined(table_.extend(kind, x, 64)), table_.extend(kind, x, 64));
  }
  const Expr sum = table_.binary(Kind::kAdd, table_.extend(Kind::kSignExtend, x, 64), table_.constant(7, 64));
  EXPECT_EQ(joined(sum), sum);
}

TEST_F(RuntimeExpressions, constants_are_folded) {
  EXPECT_EQ(table_.binary(Kind::kMul, table_.constant(200, 8), table_.constant(2, 8)), table_.constant(144, 8));
  EXPECT_EQ(table_.binary(Kind::kSignedLess, table_.constant(255, 8), table_.constant(1, 8)), table_.constant(1, 1));
  EXPECT_EQ(table_.extend(Kind::kSignExtend, table_.constant(0x80, 8), 16), table_.constant(0xff80, 16));
}

TEST_F(RuntimeExpressions, a_truth_that_becomes_a_number_and_is_tested_is_itself) {
  const Expr x = table_.variable(0, 0, 1);
  const Expr number = table_.extend(Kind::kZeroExtend, x, 32);
  EXPECT_EQ(table_.negate(table_.binary(Kind::kEqual, number, table_.constant(0, 32))), x);
  EXPECT_EQ(table_.binary(Kind::kEqual, number, table_.constant(2, 32)), table_.constant(0, 1));
}

TEST_F(RuntimeExpressions, a_full_table_says_so) {
  channel_->expressions_size = abi::kMaxExpressions - abi::kReservedExpressions;
  EXPECT_EQ(table_.constant(5, 32), 0U);
  EXPECT_NE(channel_->overflow & static_cast<std::uint32_t>(abi::Overflow::kExpressions), 0U);
  EXPECT_NE(table_.variable(0, 0, 32), 0U);  // there is still room for inputs
}

}  // namespace
}  // namespace heddle::runtime
