#pragma once

#include <gtest/gtest.h>
#include <z3++.h>

#include "symbolic/expressions.h"
#include "symbolic/text.h"
#include "symbolic/z3_terms.h"

namespace heddle::symbolic {

// Proves with Z3 that what a make_ function returned is equivalent to what was requested, for all values. The term of
// what was requested is built here from the terms of its operands, without any rule.
class Proof {
 public:
  explicit Proof(const Expressions& in) : in_(in), solver_(context_, "QF_BV"), terms_(context_, in) {
    z3::params params(context_);
    params.set("rlimit", 10'000'000U);
    solver_.set(params);
  }

  testing::AssertionResult proves(const Node& asked, ExprId made) {
    if (in_.width(made) != asked.width) return testing::AssertionFailure() << "width " << in_.width(made);
    const z3::expr expected = term_of(asked);
    const z3::expr differs = (expected != bits(made)).simplify();
    if (differs.is_false()) return testing::AssertionSuccess();
    solver_.push();
    solver_.add(differs);
    const z3::check_result result = solver_.check();
    testing::AssertionResult answer = testing::AssertionSuccess();
    if (result != z3::unsat) {
      answer = testing::AssertionFailure() << "asked for " << expected << "\nmade " << to_text(in_, made);
      if (result == z3::sat) answer << "\nthey differ in\n" << solver_.get_model();
    }
    solver_.pop();
    return answer;
  }

  z3::context& context() { return context_; }
  z3::expr term(ExprId e) { return terms_.term(e); }

 private:
  z3::expr bits(ExprId e) {
    const z3::expr term = terms_.term(e);
    return term.is_bool() ? bit(term) : term;
  }
  z3::expr bit(const z3::expr& formula) { return z3::ite(formula, context_.bv_val(1, 1), context_.bv_val(0, 1)); }

  z3::expr term_of(const Node& n) {
    z3::expr a = bits(n.a);
    const z3::expr b = n.b.valid() ? bits(n.b) : a;
    switch (n.kind) {
      case Kind::kAdd: return a + b;
      case Kind::kSub: return a - b;
      case Kind::kMul: return a * b;
      case Kind::kUDiv: return z3::udiv(a, b);
      case Kind::kSDiv: return a / b;
      case Kind::kURem: return z3::urem(a, b);
      case Kind::kSRem: return z3::srem(a, b);
      case Kind::kAnd: return a & b;
      case Kind::kOr: return a | b;
      case Kind::kXor: return a ^ b;
      case Kind::kShl: return z3::shl(a, b);
      case Kind::kLShr: return z3::lshr(a, b);
      case Kind::kAShr: return z3::ashr(a, b);
      case Kind::kEqual: return bit(a == b);
      case Kind::kUnsignedLess: return bit(z3::ult(a, b));
      case Kind::kUnsignedLessEqual: return bit(z3::ule(a, b));
      case Kind::kSignedLess: return bit(a < b);
      case Kind::kSignedLessEqual: return bit(a <= b);
      case Kind::kZeroExtend: return z3::zext(a, n.width - in_.width(n.a));
      case Kind::kSignExtend: return z3::sext(a, n.width - in_.width(n.a));
      case Kind::kExtract: return a.extract(unsigned{n.low} + n.width - 1, n.low);
      case Kind::kConcat: return z3::concat(a, b);
      case Kind::kSelect: return z3::ite(terms_.term(n.a), b, bits(n.c));
      default: break;
    }
    ADD_FAILURE() << "nothing to prove: floating point has no rules, constants and variables neither";
    return a;
  }

  const Expressions& in_;
  z3::context context_;
  z3::solver solver_;
  Z3Terms terms_;
};

}  // namespace heddle::symbolic
