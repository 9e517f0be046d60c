#pragma once

#include <cstdint>

#include "abi/channel.h"
#include "symbolic/kinds.h"

namespace heddle::runtime {

// An expression, in the table of the channel. 0: none, a concrete value.
using Expr = std::uint32_t;

// The expressions that runs have built: records in the channel, each once, so that equal expressions have equal numbers
// in every run and every process, and the explorer needs to look at each only once. They are simplified only as far as
// needed for a value that was stored and loaded again to be the same expression; the explorer does the rest.
//
// Invariant: operands have smaller numbers than what they are part of. Owned by the runtime.
class ExpressionTable {
 public:
  using Kind = symbolic::Kind;
  using Record = abi::ExpressionRecord;

  void init(abi::Channel& channel) { channel_ = &channel; }

  const Record& operator[](Expr e) const { return channel_->expressions[e]; }
  bool is_constant(Expr e) const { return channel_->expressions[e].kind == Kind::kConstant; }
  std::uint8_t width(Expr e) const { return channel_->expressions[e].width; }

  // These return 0 if the table is full, which is recorded in the channel, or if an operand is 0.
  Expr constant(std::uint64_t value, unsigned width);
  Expr variable(std::uint16_t thread, std::uint32_t nth, unsigned width);
  Expr binary(Kind kind, Expr a, Expr b);
  Expr extend(Kind kind, Expr e, unsigned width);
  Expr extract(Expr e, unsigned low, unsigned width);
  Expr float_function(Kind kind, Expr e, unsigned width, unsigned low);
  Expr concat(Expr high, Expr low);
  Expr select(Expr condition, Expr a, Expr b);
  Expr negate(Expr condition);

 private:
  Expr intern(const Record& record);
  Expr equal(Expr a, Expr b);
  Expr fold(Kind kind, const Record& a, const Record& b);

  abi::Channel* channel_ = nullptr;
};

}  // namespace heddle::runtime
