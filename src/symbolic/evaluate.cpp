#include "symbolic/evaluate.h"

#include <algorithm>

#include "base/check.h"
#include "symbolic/fold.h"
#include "symbolic/fold_float.h"

namespace heddle::symbolic {

Word Evaluator::evaluate(ExprId e) {
  CHECK(model_ != nullptr);
  if (done_.size() < in_.size()) {
    done_.resize(in_.size());
    values_.resize(in_.size());
  }
  if (is_done(e)) return values_[e.index()];
  stack_.assign(1, e);
  while (!stack_.empty()) {
    const ExprId top = stack_.back();
    if (is_done(top)) {  // it occurs twice as an operand
      stack_.pop_back();
      continue;
    }
    const Node& node = in_[top];
    const std::size_t before = stack_.size();
    for (const ExprId operand : {node.a, node.b, node.c}) {
      if (operand.valid() && !is_done(operand)) stack_.push_back(operand);
    }
    if (stack_.size() != before) continue;
    values_[top.index()] = value_of(node);
    done_[top.index()] = round_;
    ++computed_;
    stack_.pop_back();
  }
  return values_[e.index()];
}

Word Evaluator::value_of(const Node& node) const {
  const auto value = [&](ExprId e) { return values_[e.index()]; };
  switch (node.kind) {
    case Kind::kConstant: return node.value;
    case Kind::kVariable:
      return Word{model_->value(VariableId(static_cast<std::size_t>(node.value)))} & all_ones(node.width);
    case Kind::kZeroExtend: return value(node.a);
    case Kind::kSignExtend: return fold_sign_extend(value(node.a), in_.width(node.a), node.width);
    case Kind::kExtract: return fold_extract(value(node.a), node.low, node.width);
    case Kind::kConcat: return fold_concat(value(node.a), value(node.b), in_.width(node.b));
    case Kind::kSelect: return value(node.a) != 0 ? value(node.b) : value(node.c);
    case Kind::kFloatSqrt:
    case Kind::kFloatRound:
    case Kind::kFloatConvert:
    case Kind::kSignedToFloat:
    case Kind::kUnsignedToFloat:
    case Kind::kFloatToSigned: return fold_float(node.kind, node.low, value(node.a), in_.width(node.a), node.width);
    default: return fold_binary(node.kind, value(node.a), value(node.b), in_.width(node.a));
  }
}

void Evaluator::forget() {
  std::ranges::fill(done_, 0);
  round_ = 1;
}

Word evaluate(const Expressions& in, ExprId e, const Model& model) {
  Evaluator evaluator(in);
  evaluator.use(model);
  return evaluator.evaluate(e);
}

}  // namespace heddle::symbolic
