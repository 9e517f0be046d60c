#pragma once

#include <z3++.h>

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "symbolic/expressions.h"
#include "symbolic/model.h"

namespace heddle::symbolic {

// The Z3 terms for expressions, each created once. An expression of width 1 is a formula (Bool), any other a
// bit-vector. Depth is not limited. Owned by a solver, as is the context.
class Z3Terms {
 public:
  Z3Terms(z3::context& context, const Expressions& in) : context_(context), in_(in), terms_(context) {}

  z3::expr term(ExprId e);
  // The value of the variable in a model of Z3; 0 if it does not matter.
  std::uint64_t value(const z3::model& model, VariableId v);

 private:
  bool has_term(ExprId e) const { return e.index() < place_.size() && place_[e.index()] != 0; }
  z3::expr known(ExprId e) { return terms_[static_cast<int>(place_[e.index()] - 1)]; }
  z3::expr as_bits(ExprId e);
  z3::expr make(ExprId e);
  z3::expr make_operation(const Node& node);
  z3::expr make_formula(const Node& node);
  z3::expr make_variable(const Node& node);
  // Floating point: z3_floats.cpp.
  z3::expr wrap(Z3_ast ast);
  z3::expr as_float(ExprId e, int depth = 0);
  z3::expr bits_of_float(const z3::expr& number, unsigned width);
  z3::expr make_float(ExprId e);
  z3::expr make_number(const Node& node);
  z3::expr make_float_formula(const Node& node);
  z3::expr make_conversion_to_signed(const Node& node);

  z3::context& context_;
  const Expressions& in_;
  z3::expr_vector terms_;
  std::vector<std::uint32_t> place_;  // by expression: the index in terms_ + 1, or 0
  std::vector<ExprId> stack_;
  std::unordered_map<ExprId, z3::expr> floats_;  // by expression: the number that the bits represent
};

}  // namespace heddle::symbolic
