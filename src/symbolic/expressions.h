#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "symbolic/ids.h"
#include "symbolic/kinds.h"

namespace heddle::symbolic {

__extension__ using Word = unsigned __int128;  // the value of an expression, zero above its width

// An input: the n-th that a thread takes, the same in every run.
struct Variable {
  std::uint16_t thread = 0;
  std::uint32_t nth = 0;
  std::uint8_t width = 0;  // 1 to 64
  std::string name;        // for people; not a part of the identity
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
};

// Bit-vector expressions over the inputs of one program. Each is stored once and never goes away, so equal
// expressions have equal ids, and an id is all that anybody keeps.
//
// Every make_ function simplifies: what it returns is equivalent to what was asked for, not always of that kind. Its
// operands have the same width, except where the kind says otherwise.
// Owned by an executor.
class Expressions {
 public:
  Expressions();
  Expressions(const Expressions&) = delete;
  Expressions& operator=(const Expressions&) = delete;

  const Node& operator[](ExprId e) const { return nodes_[e.index()]; }
  unsigned width(ExprId e) const { return nodes_[e.index()].width; }
  bool is_constant(ExprId e) const { return nodes_[e.index()].kind == Kind::kConstant; }
  std::size_t size() const { return nodes_.size(); }

  ExprId constant(Word value, unsigned width);
  ExprId truth(bool value) { return constant(value ? 1 : 0, 1); }
  // The variable of an input, made when it is first asked for. An input that is asked for with another width is another
  // variable.
  ExprId variable(std::uint16_t thread, std::uint32_t nth, unsigned width, const std::string& name);

  // kAdd to kSignedLessEqual, and kConcat.
  ExprId binary(Kind kind, ExprId a, ExprId b);
  ExprId zero_extend(ExprId e, unsigned width);
  ExprId sign_extend(ExprId e, unsigned width);
  ExprId extract(ExprId e, unsigned low, unsigned width);
  ExprId select(ExprId condition, ExprId a, ExprId b);
  ExprId equal(ExprId a, ExprId b) { return binary(Kind::kEqual, a, b); }
  // Of a condition, an expression of width 1.
  ExprId negate(ExprId condition);
  // Any node, given by its parts: what comes from elsewhere.
  ExprId make(const Node& node);

  const std::vector<Variable>& variables() const { return variables_; }
  // The variables that occur in the expression, in ascending order. Lives as long as the store.
  const std::vector<VariableId>& variables_of(ExprId e) const;

 private:
  // (to be completed)
  std::vector<Node> nodes_;
  std::vector<Variable> variables_;
};

}  // namespace heddle::symbolic
