#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/bytes.h"
#include "symbolic/expressions.h"

namespace heddle::journal {

// The expressions that kept traces refer to, with numbers of their own: those of the executor are assigned anew in each
// session. Operands have smaller numbers.
class KeptExpressions {
 public:
  // Null: the program has none.
  explicit KeptExpressions(symbolic::Expressions* expressions) : expressions_(expressions) {}

  bool any() const { return expressions_ != nullptr; }
  std::size_t size() const { return made_.size(); }

  // The expressions that the executor has created starting with `first`, in order.
  void keep_since(std::size_t first, std::string& added);
  std::uint32_t keep(symbolic::ExprId e, std::string& added);

  // What was added in another session.
  bool learn(base::ByteReader& added);
  // Creates all up to this number in the executor's store: as many as there were when a trace was kept.
  bool make_up_to(std::size_t size);
  // One of these.
  symbolic::ExprId made(std::size_t number) const { return made_[number]; }

 private:
  // As it was kept; operands are numbers of this table.
  struct Kept {
    symbolic::Node node;
    symbolic::Variable variable;
  };

  void write(symbolic::ExprId e, std::string& added);
  symbolic::ExprId make(const Kept& kept) const;

  symbolic::Expressions* expressions_;
  std::vector<std::uint32_t> number_of_;  // by ExprId: 1 + number, 0 for none
  std::vector<symbolic::ExprId> made_;    // by number; none until a trace has needed it
  std::vector<Kept> learnt_;              // the first numbers
  std::size_t next_ = 0;                  // the first of them that has not been created
};

}  // namespace heddle::journal
