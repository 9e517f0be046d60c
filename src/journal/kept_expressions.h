#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/bytes.h"
#include "symbolic/expressions.h"

namespace heddle::journal {

// The expressions that kept traces are about, with numbers of their own: those of the executor are given anew in each
// session. Operands have smaller numbers.
class KeptExpressions {
 public:
  // Null: the program has none.
  explicit KeptExpressions(symbolic::Expressions* expressions) : expressions_(expressions) {}

  bool any() const { return expressions_ != nullptr; }
  std::size_t size() const { return made_.size(); }

  // The expressions that the executor has made from `first` on, in their order.
  void keep_since(std::size_t first, std::string& added);
  std::uint32_t keep(symbolic::ExprId e, std::string& added);

  // What was added in another session.
  bool learn(base::ByteReader& added);
  // Makes all up to this number in the store of the executor: as many as there were when a trace was kept.
  bool make_up_to(std::size_t size);
  // One of these.
  symbolic::ExprId made(std::size_t number) const { return made_[number]; }

 private:
  // As it was kept; operands are numbers in here.
  struct Kept {
    symbolic::Node node;
    symbolic::Variable variable;
  };

  void write(symbolic::ExprId e, std::string& added);
  symbolic::ExprId make(const Kept& kept) const;

  symbolic::Expressions* expressions_;
  std::vector<std::uint32_t> number_of_;  // by ExprId: 1 + number, 0 for none
  std::vector<symbolic::ExprId> made_;    // by number; none as long as no trace has needed it
  std::vector<Kept> learnt_;              // the first numbers
  std::size_t next_ = 0;                  // the first of them that is not made
};

}  // namespace heddle::journal
