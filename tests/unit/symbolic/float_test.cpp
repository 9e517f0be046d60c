#include <gtest/gtest.h>

#include <array>
#include <bit>

#include "base/rng.h"
#include "symbolic/evaluate.h"
#include "symbolic/fold_float.h"
#include "symbolic/solvers/z3_solver.h"
#include "symbolic/text.h"
#include "tests/differential/environment.h"

namespace heddle::symbolic {
namespace {

constexpr std::array kOfTwo = {Kind::kFloatAdd,   Kind::kFloatSub,  Kind::kFloatMul,      Kind::kFloatDiv,
                               Kind::kFloatEqual, Kind::kFloatLess, Kind::kFloatLessEqual};

Word bits(double value) { return std::bit_cast<std::uint64_t>(value); }
Word bits(float value) { return std::bit_cast<std::uint32_t>(value); }

// Zeros, infinities, not-a-number, the largest and smallest, halves, and any.
Word interesting_number(base::Rng& rng, unsigned width) {
  const unsigned exponent_bits = width == 32 ? 8 : 11;
  const unsigned fraction_bits = width - 1 - exponent_bits;
  const Word sign = rng.one_in(2) ? sign_bit(width) : 0;
  const Word exponents = all_ones(exponent_bits);
  const auto number = [&](Word exponent, Word fraction) {
    return sign | (exponent << fraction_bits) | (fraction & all_ones(fraction_bits));
  };
  switch (rng.below(10)) {
    case 0: return sign;
    case 1: return number(exponents, 0);
    case 2: return number(exponents, 1 + rng.next());
    case 3: return number(0, rng.next());
    case 4: return number(exponents - 1, all_ones(fraction_bits));
    case 5: return number(1, 0);
    case 6: {
      const double half = static_cast<double>(rng.between(-9, 9)) / 2;
      return width == 32 ? bits(static_cast<float>(half)) : bits(half);
    }
    case 7: return number((exponents >> 1) + rng.below(70), rng.next());
    default: return (Word{rng.next()}) & all_ones(width);
  }
}

// Z3 computes the same with these values as we do.
class Agreement {
 public:
  Agreement() : z3_(in_, 60, statistics_) {}

  void of_two(Kind kind, Word a, Word b, unsigned width) {
    const ExprId x = variable(0, width);
    const ExprId y = variable(1, width);
    expect({equal(x, a), equal(y, b)}, in_.binary(kind, x, y), fold_float(kind, a, b, width));
  }
  void of_one(Kind kind, unsigned low, Word a, unsigned from, unsigned to) {
    const ExprId x = variable(0, from);
    expect({equal(x, a)}, in_.float_function(kind, x, to, low), fold_float(kind, low, a, from, to));
  }

 private:
  ExprId variable(std::uint32_t nth, unsigned width) { return in_.variable(0, nth, width, ""); }
  ExprId equal(ExprId e, Word value) { return in_.equal(e, in_.constant(value, in_.width(e))); }

  void expect(std::vector<ExprId> given, ExprId result, Word value) {
    given.push_back(in_.negate(equal(result, value)));
    Model model;
    EXPECT_EQ(z3_.solve(given, model), Answer::kUnsatisfiable)
        << to_text(in_, given.front()) << ", " << to_text(in_, given.back());
  }

  Expressions in_;
  SolverStatistics statistics_;
  Z3Solver z3_;
};

TEST(Float, z3_computes_the_same_of_two_numbers) {
  base::Rng rng(1);
  Agreement agreement;
  for (std::uint64_t i = 0; i < 600 / differential::twins_every(); ++i) {
    const unsigned width = rng.one_in(2) ? 32 : 64;
    const Kind kind = kOfTwo[rng.below(kOfTwo.size())];
    agreement.of_two(kind, interesting_number(rng, width), interesting_number(rng, width), width);
  }
}

TEST(Float, z3_computes_the_same_of_one_number) {
  base::Rng rng(2);
  Agreement agreement;
  for (std::uint64_t i = 0; i < 200 / differential::twins_every(); ++i) {
    const unsigned width = rng.one_in(2) ? 32 : 64;
    const unsigned other = rng.one_in(2) ? 32 : 64;
    const Word a = interesting_number(rng, width);
    switch (rng.below(6)) {
      case 0: agreement.of_one(Kind::kFloatSqrt, 0, a, width, width); break;
      case 1: agreement.of_one(Kind::kFloatRound, static_cast<unsigned>(rng.below(5)), a, width, width); break;
      case 2: agreement.of_one(Kind::kFloatConvert, 0, a, width, 96 - width); break;
      case 3: agreement.of_one(Kind::kFloatToSigned, 0, a, width, other); break;
      case 4: agreement.of_one(Kind::kSignedToFloat, 0, rng.next(), 64, other); break;
      default: agreement.of_one(Kind::kUnsignedToFloat, 0, rng.next(), 64, other); break;
    }
  }
}

TEST(Float, models_of_z3_are_models_of_ours) {
  base::Rng rng(3);
  for (std::uint64_t i = 0; i < 60 / differential::twins_every(); ++i) {
    Expressions in;
    SolverStatistics statistics;
    Z3Solver z3(in, 20, statistics);
    std::vector<ExprId> numbers = {in.variable(0, 0, 32, "x"), in.variable(0, 1, 32, "y"),
                                   in.constant(interesting_number(rng, 32), 32)};
    const auto any = [&] { return numbers[rng.below(numbers.size())]; };
    for (int j = 0; j < 3; ++j) numbers.push_back(in.binary(kOfTwo[rng.below(3)], any(), any()));
    const ExprId condition = in.binary(kOfTwo[4 + rng.below(3)], numbers.back(), any());
    if (in.is_constant(condition)) continue;
    Model model;
    const std::array asked = {condition};
    // The solver itself evaluates what it found.
    if (z3.solve(asked, model) == Answer::kSatisfiable) EXPECT_TRUE(evaluate(in, condition, model) == 1);
  }
}

TEST(Float, conversions_give_what_the_processor_gives) {
  EXPECT_TRUE(fold_float(Kind::kFloatToSigned, 0, bits(-2147483648.9), 64, 32) == 0x80000000);
  EXPECT_TRUE(fold_float(Kind::kFloatToSigned, 0, bits(2147483647.9), 64, 32) == 0x7fffffff);
  EXPECT_TRUE(fold_float(Kind::kFloatToSigned, 0, bits(2147483648.0), 64, 32) == 0x80000000);
  EXPECT_TRUE(fold_float(Kind::kFloatToSigned, 0, not_a_number(32), 32, 64) == sign_bit(64));
  EXPECT_TRUE(fold_float(Kind::kFloatToSigned, 0, bits(-1.9F), 32, 32) == 0xffffffff);
  EXPECT_TRUE(fold_float(Kind::kSignedToFloat, 0, (1 << 24) + 1, 64, 32) == bits(16777216.0F));
  EXPECT_TRUE(fold_float(Kind::kUnsignedToFloat, 0, all_ones(64), 64, 64) == bits(0x1p64));
}

TEST(Float, expressions_read_like_the_program) {
  Expressions in;
  const ExprId x = in.variable(0, 0, 32, "x");
  const ExprId half = in.constant(bits(0.5F), 32);
  const ExprId sum = in.binary(Kind::kFloatAdd, half, in.binary(Kind::kFloatMul, x, x));
  EXPECT_EQ(to_text(in, in.binary(Kind::kFloatLess, half, sum)), "x * x + 0.5f > 0.5f");
  EXPECT_EQ(to_text(in, in.float_function(Kind::kFloatToSigned, sum, 32)), "(int32) (x * x + 0.5f)");
}

TEST(Float, a_script_says_the_same_to_z3) {
  Expressions in;
  const ExprId x = in.variable(0, 0, 32, "x");
  const ExprId root = in.float_function(Kind::kFloatSqrt, x, 32);
  const ExprId wide = in.float_function(Kind::kFloatConvert, root, 64);
  const ExprId whole = in.float_function(Kind::kFloatToSigned, wide, 32);
  const std::array asked = {in.equal(whole, in.constant(3, 32)),
                            in.binary(Kind::kFloatLess, in.constant(bits(3.5), 64), wide)};
  z3::context context;
  z3::solver solver(context);
  solver.from_string(to_smt(in, asked).c_str());
  EXPECT_EQ(solver.check(), z3::sat);
}

}  // namespace
}  // namespace heddle::symbolic
