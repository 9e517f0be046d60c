#include "symbolic/expressions.h"

#include <gtest/gtest.h>

#include <array>
#include <vector>

#include "base/rng.h"
#include "symbolic/evaluate.h"
#include "symbolic/fold.h"
#include "tests/unit/symbolic/random_expressions.h"

namespace heddle::symbolic {
namespace {

TEST(Expressions, equal_expressions_have_equal_ids) {
  Expressions in;
  const ExprId x = in.variable(1, 0, 32, "x");
  const ExprId y = in.variable(1, 1, 32, "y");
  EXPECT_EQ(in.binary(Kind::kAdd, x, y), in.binary(Kind::kAdd, y, x));
  EXPECT_NE(in.binary(Kind::kUDiv, x, y), in.binary(Kind::kUDiv, y, x));
  const std::size_t before = in.size();
  in.binary(Kind::kUDiv, x, y);
  EXPECT_EQ(in.size(), before);
}

TEST(Expressions, an_input_is_the_same_variable_whatever_its_name_and_another_one_with_another_width) {
  Expressions in;
  const ExprId x = in.variable(1, 0, 32, "x");
  EXPECT_EQ(x, in.variable(1, 0, 32, "other"));
  EXPECT_NE(x, in.variable(1, 0, 8, "x"));
  EXPECT_NE(x, in.variable(2, 0, 32, "x"));
  EXPECT_NE(x, in.variable(1, 1, 32, "x"));
  ASSERT_EQ(in.variables().size(), 4U);
  EXPECT_EQ(in.variables()[0].name, "x");
  EXPECT_EQ(in.variable(VariableId(0)), x);
}

TEST(Expressions, variables_of_an_expression_are_in_ascending_order_and_shared) {
  Expressions in;
  const ExprId x = in.variable(1, 0, 32, "x");
  const ExprId y = in.variable(1, 1, 32, "y");
  const ExprId z = in.variable(1, 2, 32, "z");
  const ExprId e = in.binary(Kind::kUDiv, in.binary(Kind::kMul, z, x), x);
  EXPECT_EQ(in.variables_of(e), (std::vector<VariableId>{VariableId(0), VariableId(2)}));
  const ExprId f = in.binary(Kind::kURem, x, in.binary(Kind::kSDiv, z, in.constant(7, 32)));
  EXPECT_EQ(&in.variables_of(e), &in.variables_of(f));
  EXPECT_TRUE(in.variables_of(in.constant(3, 8)).empty());
  EXPECT_EQ(in.variables_of(in.select(in.equal(x, y), e, z)).size(), 3U);
}

TEST(Expressions, a_store_of_many_expressions_still_knows_each) {
  Expressions in;
  const ExprId x = in.variable(1, 0, 32, "x");
  std::vector<ExprId> made;
  made.reserve(20'000);
  for (unsigned i = 0; i < 20'000; ++i) made.push_back(in.binary(Kind::kUDiv, x, in.constant(2 * i + 3, 32)));
  const std::size_t size = in.size();
  for (unsigned i = 0; i < 20'000; ++i) EXPECT_EQ(made[i], in.binary(Kind::kUDiv, x, in.constant(2 * i + 3, 32)));
  EXPECT_EQ(in.size(), size);
}

TEST(Expressions, four_bytes_loaded_back_are_the_variable_itself) {
  Expressions in;
  const ExprId x = in.variable(1, 0, 32, "x");
  for (const ExprId e :
       {x, in.binary(Kind::kAdd, x, in.constant(5, 32)), in.binary(Kind::kXor, x, in.constant(0xff00ff, 32)),
        in.sign_extend(in.variable(1, 1, 8, "c"), 32), in.zero_extend(in.variable(1, 1, 8, "c"), 32),
        in.binary(Kind::kAdd, in.zero_extend(in.variable(1, 1, 8, "c"), 32),
                  in.zero_extend(in.variable(1, 2, 8, "d"), 32))}) {
    std::array<ExprId, 4> bytes;
    for (unsigned i = 0; i < 4; ++i) bytes[i] = in.extract(e, 8 * i, 8);
    const ExprId right = in.concat(bytes[3], in.concat(bytes[2], in.concat(bytes[1], bytes[0])));
    const ExprId left = in.concat(in.concat(in.concat(bytes[3], bytes[2]), bytes[1]), bytes[0]);
    EXPECT_EQ(right, e);
    EXPECT_EQ(left, e);
  }
}

TEST(Expressions, bytes_shifted_and_added_are_the_variable_itself) {
  Expressions in;
  const ExprId x = in.variable(1, 0, 32, "x");
  for (const Kind kind : {Kind::kAdd, Kind::kOr, Kind::kXor}) {
    ExprId sum = in.constant(0, 32);
    for (const unsigned i : {2U, 0U, 3U, 1U}) {
      const ExprId byte = in.zero_extend(in.extract(x, 8 * i, 8), 32);
      sum = in.binary(kind, sum, in.binary(Kind::kShl, byte, in.constant(8 * i, 32)));
    }
    EXPECT_EQ(sum, x);
  }
}

// What was requested, as its values in some models.
struct Asked {
  ExprId e;
  std::vector<Word> values;
};

class RandomWalk {
 public:
  explicit RandomWalk(std::uint64_t seed) : rng_(seed), evaluator_(in_) {}

  void run(const std::vector<unsigned>& widths, int steps) {
    for (std::uint32_t i = 0; i < 4 * widths.size(); ++i) {
      const unsigned width = std::min(widths[i / 4], 64U);
      if (i % 4 < 2)
        pool_.push_back({in_.variable(1, i, width, "v"), {}});
      else
        pool_.push_back({in_.constant(interesting_value(rng_, width), width), {}});
    }
    for (Model& model : models_) {
      for (std::size_t i = 0; i < in_.variables().size(); ++i) {
        const unsigned width = in_.variables()[i].width;
        model.set(VariableId(i), static_cast<std::uint64_t>(interesting_value(rng_, width)));
      }
    }
    for (Asked& asked : pool_) {
      for (const Model& model : models_) asked.values.push_back(evaluate(in_, asked.e, model));
    }
    for (int i = 0; i < steps; ++i) step();
  }

 private:
  static constexpr std::size_t kModels = 6;
  static constexpr std::size_t kMaxPool = 400;

  const Asked& any() { return pool_[rng_.below(pool_.size())]; }
  const Asked& any_of_width(unsigned width) {
    for (int i = 0; i < 20; ++i) {
      const Asked& asked = any();
      if (in_.width(asked.e) == width) return asked;
    }
    return any();
  }

  void step() {
    const Asked& a = any();
    const Asked& b = any_of_width(in_.width(a.e));
    const Asked* c = &any_of_width(1);
    if (in_.width(c->e) != 1) return;
    const auto node = random_node(rng_, in_, a.e, b.e, c->e);
    if (!node) return;
    Asked made{in_.make(*node), {}};
    ASSERT_EQ(in_.width(made.e), node->width);
    for (std::size_t m = 0; m < kModels; ++m) {
      made.values.push_back(expected(*node, a.values[m], b.values[m], c->values[m]));
      evaluator_.use(models_[m]);
      ASSERT_TRUE(evaluator_.evaluate(made.e) == made.values[m])
          << "kind " << static_cast<int>(node->kind) << " of " << a.e.value << ", " << b.e.value;
    }
    if (pool_.size() < kMaxPool)
      pool_.push_back(made);
    else
      pool_[rng_.below(kMaxPool)] = made;
  }

  Word expected(const Node& node, Word a, Word b, Word condition) const {
    switch (node.kind) {
      case Kind::kZeroExtend: return a;
      case Kind::kSignExtend: return fold_sign_extend(a, in_.width(node.a), node.width);
      case Kind::kExtract: return fold_extract(a, node.low, node.width);
      case Kind::kConcat: return fold_concat(a, b, in_.width(node.b));
      case Kind::kSelect: return condition != 0 ? a : b;
      default: return fold_binary(node.kind, a, b, in_.width(node.a));
    }
  }

  base::Rng rng_;
  Expressions in_;
  Evaluator evaluator_;
  std::array<Model, kModels> models_;
  std::vector<Asked> pool_;
};

TEST(Expressions, random_walks_give_the_values_of_what_was_asked_for) {
  const std::vector<std::vector<unsigned>> widths = {{1, 2, 3},   {1, 8, 16}, {1, 4, 8, 32},
                                                     {1, 32, 64}, {2, 8, 64}, {1}};
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE(seed);
    RandomWalk(seed).run(widths[seed % widths.size()], 1500);
    if (HasFatalFailure()) return;
  }
}

}  // namespace
}  // namespace heddle::symbolic
