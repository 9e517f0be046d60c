#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "symbolic/bits.h"
#include "symbolic/ids.h"
#include "symbolic/kinds.h"
#include "symbolic/variable_sets.h"

namespace heddle::symbolic {

// An input: the n-th that a thread takes, the same in every run.
struct Variable {
  std::uint16_t thread = 0;
  std::uint32_t nth = 0;
  std::uint8_t width = 0;  // 1 to 64
  std::string name;        // for people; not part of its identity

  // Variables from this number on are not inputs, but were read, or represent something else.
  static constexpr std::uint32_t kFirstDerived = 1U << 31;
  bool is_input() const { return nth < kFirstDerived; }
};

// An expression in terms of others of the same store.
struct Node {
  Kind kind = Kind::kConstant;
  std::uint8_t width = 0;
  std::uint8_t low = 0;  // kExtract
  ExprId a;
  ExprId b;
  ExprId c;
  Word value = 0;  // kConstant; kVariable: the VariableId

  friend bool operator==(const Node&, const Node&) = default;
};

// Bit-vector expressions over the inputs of one program. Each is stored once and never goes away, so equal expressions
// have equal ids, and an id is all that anybody keeps; a reference to a node is valid until the next make_. The
// operands of a node have smaller ids than the node.
//
// Every make_ function simplifies (simplify.h): what it returns is equivalent to what was requested, but not always of
// that kind. Its operands have the same width, except where the kind says otherwise. Owned by an executor.
class Expressions {
 public:
  Expressions();
  Expressions(const Expressions&) = delete;
  Expressions& operator=(const Expressions&) = delete;

  const Node& operator[](ExprId e) const { return nodes_[e.index()]; }
  unsigned width(ExprId e) const { return nodes_[e.index()].width; }
  bool is_constant(ExprId e) const { return nodes_[e.index()].kind == Kind::kConstant; }
  bool is_constant(ExprId e, Word value) const { return is_constant(e) && nodes_[e.index()].value == value; }
  std::size_t size() const { return nodes_.size(); }

  // Bits above the width are dropped.
  ExprId constant(Word value, unsigned width);
  ExprId truth(bool value) { return constant(value ? 1 : 0, 1); }
  // The variable of an input, created when first requested. An input requested with another width is another variable.
  ExprId variable(std::uint16_t thread, std::uint32_t nth, unsigned width, const std::string& name);
  ExprId variable(VariableId v) const { return of_variables_[v.index()]; }

  // kAdd to kSignedLessEqual, kFloatAdd to kFloatLessEqual, and kConcat.
  ExprId binary(Kind kind, ExprId a, ExprId b);
  // To the same width or a greater one.
  ExprId zero_extend(ExprId e, unsigned width);
  ExprId sign_extend(ExprId e, unsigned width);
  ExprId extract(ExprId e, unsigned low, unsigned width);
  // kFloatSqrt to kFloatToSigned; `low` is the FloatRounding of kFloatRound.
  ExprId float_function(Kind kind, ExprId e, unsigned width, unsigned low = 0);
  ExprId concat(ExprId upper, ExprId lower) { return binary(Kind::kConcat, upper, lower); }
  ExprId select(ExprId condition, ExprId a, ExprId b);
  ExprId equal(ExprId a, ExprId b) { return binary(Kind::kEqual, a, b); }
  // For a condition, an expression of width 1.
  ExprId negate(ExprId condition) { return binary(Kind::kXor, condition, truth(true)); }
  // Any node, given by its parts: for what comes from elsewhere.
  ExprId make(const Node& node);

  const std::vector<Variable>& variables() const { return variables_; }
  // The variables that occur in the expression, in ascending order. Valid as long as the store exists.
  const std::vector<VariableId>& variables_of(ExprId e) const { return sets_[set_of_[e.index()]]; }

 private:
  class Nested;
  struct Slot {
    std::uint32_t hash = 0;
    std::uint32_t node = 0;  // the index + 1; 0 if the slot is free
  };

  ExprId intern(const Node& node);
  // The slot of the table where the node is, or where it would be put.
  std::size_t slot_of(const Node& node, std::uint32_t hash) const;
  ExprId known(const Node& node) const;
  void grow_table();
  SetId variables_of_operands(const Node& node);

  std::vector<Node> nodes_;
  // Open addressing; the size is a power of two.
  std::vector<Slot> table_;
  std::vector<Variable> variables_;
  std::vector<ExprId> of_variables_;
  std::unordered_map<std::uint64_t, VariableId> by_input_;
  VariableSets sets_;
  std::vector<SetId> set_of_;  // by node
  int depth_ = 0;              // make_ functions currently being called
  int work_ = 0;               // those called by the outermost
};

}  // namespace heddle::symbolic
