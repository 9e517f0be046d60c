#pragma once

#include <cstdint>

#include "runtime/symbolic/objects.h"
#include "runtime/symbolic/symbolic_state.h"

namespace heddle::runtime {

// A load from an address that depends on inputs.
struct SymbolicLoad {
  Expr expression = 0;  // of the address
  std::uintptr_t address = 0;
  unsigned size = 0;
};

// An address, to the extent that it is a sum: a number and multiples of expressions.
struct Sum {
  std::uint64_t constant = 0;
  std::uint64_t factors = 0;  // all of them, or-ed together
  std::uint64_t factor = 0;   // of the last term
  Expr term = 0;
  unsigned terms = 0;
};
Sum sum_of(const ExpressionTable& expressions, Expr address);

// Everything that such a load may read from one object, as one expression: a tree of choices by the bits of the index,
// with the contents as leaves. So a table of 256 numbers is one path, not 256. Whether the address is in the object at
// all is decided.
//
// The address is a sum C + f·t + …. If there is one t, extended from at most 32 bits, nothing overflows, and t counts
// the elements. Otherwise the distance between elements is the largest power of two that divides all factors; since
// that divides 2^64, too, an address in the object is one of them.
class Table {
 public:
  // The maximum number of elements, and of elements that have expressions themselves: where these differ from path to
  // path, so does the tree.
  static constexpr std::uint64_t kMost = 1024;
  static constexpr std::uint64_t kMostSymbolic = 64;
  // The maximum number of elements of all tables that one thread reads in a run.
  static constexpr std::uint64_t kMostOfThread = std::uint64_t{1} << 18;

  // The object must not depend on where the address points in this run: that is what is decided.
  Table(SymbolicState& symbolic, const SymbolicLoad& load, const Sum& address, const Extent& object);

  // Are there elements, and not too many?
  bool is_possible() const { return count_ != 0; }
  // From the first element to the end of the last.
  Extent extent() const { return {first_, first_ + (count_ - 1) * stride_ + load_.size}; }
  bool has_few_expressions();
  std::uint64_t count() const { return count_; }
  // Whether the address is in the object; 0 if it certainly is. And its value in this run.
  Expr inside() const { return inside_; }
  bool is_inside() const { return (load_.address - first_) / stride_ < count_; }
  // The expression that leaves one element once it has a value, and the value that it has.
  Expr choice() const { return choice_; }
  std::uint64_t chosen() const { return chosen_; }

  // What the load reads, if the address is in the object: for all inputs, and in this run.
  Expr content();
  Expr element();

 private:
  std::uint64_t largest(Expr e) const;
  bool count_elements(const Sum& sum, const Extent& object);
  void count_steps(const Sum& sum, const Extent& object);
  Expr element(std::uint64_t n);
  Expr tree(unsigned bits, std::uint64_t from);

  SymbolicState& symbolic_;
  ExpressionTable& expressions_;
  SymbolicLoad load_;
  std::uintptr_t first_ = 0;  // element
  std::uint64_t stride_ = 1;
  std::uint64_t count_ = 0;
  Expr index_ = 0;  // its bits starting at low_ are the number of the element
  unsigned low_ = 0;
  Expr inside_ = 0;
  Expr choice_ = 0;
  std::uint64_t chosen_ = 0;
};

}  // namespace heddle::runtime
