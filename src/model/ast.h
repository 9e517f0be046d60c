#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "model/builtins.h"

// The syntax tree of a model program. Names are views into the source text; `offset` is where a node begins
// there. The parser bounds the depth of the tree (kMaxNesting), so walking it may recurse.

namespace heddle::model {

inline constexpr std::uint32_t kMaxNesting = 200;

enum class UnaryOp : std::uint8_t { kNegate, kNot, kComplement };

enum class BinaryOp : std::uint8_t {
  kAdd,
  kSubtract,
  kMultiply,
  kDivide,
  kModulo,
  kAnd,
  kOr,
  kXor,
  kShiftLeft,
  kShiftRight,
  kEqual,
  kNotEqual,
  kLess,
  kLessEqual,
  kGreater,
  kGreaterEqual,
  kAndAlso,
  kOrElse,  // && and ||: the right side is evaluated only if needed
};

struct Expression;
using ExpressionPtr = std::unique_ptr<Expression>;

struct Expression {
  enum class Kind : std::uint8_t {
    kNumber,
    kName,
    kElement,  // name[operands[0]]
    kUnary,
    kBinary,
    kConditional,  // operands[0] ? operands[1] : operands[2]
    kCall,         // builtin(operands)
    kSpawn,        // spawn name(operands)
  };
  Kind kind = Kind::kNumber;
  UnaryOp unary = UnaryOp::kNegate;
  BinaryOp binary = BinaryOp::kAdd;
  Builtin builtin = Builtin::kLock;
  std::uint32_t offset = 0;  // of the operator for kBinary, of the name or the first token otherwise
  std::uint32_t depth = 1;   // of the tree below
  std::int32_t number = 0;
  std::string_view name;
  std::uint32_t name_offset = 0;  // kSpawn: of the proc's name
  std::vector<ExpressionPtr> operands;
};

struct Statement;
using StatementPtr = std::unique_ptr<Statement>;
using Block = std::vector<StatementPtr>;

struct Statement {
  enum class Kind : std::uint8_t {
    kBlock,   // body
    kLocal,   // local name = value (value may be null)
    kAssign,  // target = value
    kCall,    // value, a kCall or kSpawn whose value is not used
    kIf,      // arms, then `body` if none applies
    kWhile,   // while (value) body
    kFor,     // for (init; value; update) body; the three may be null
    kGoto,    // name
    kLabel,   // name
    kBreak,
    kContinue,
    kReturn,
    kSkip,
    kError,
  };
  struct Arm {
    ExpressionPtr condition;
    Block body;
    std::uint32_t offset = 0;  // of the condition's text, with `if`
    std::uint32_t text_end = 0;
  };

  Kind kind = Kind::kSkip;
  std::uint32_t offset = 0;
  std::uint32_t text_end = 0;  // end of the text shown for the statement's operations
  std::string_view name;
  std::uint32_t name_offset = 0;
  ExpressionPtr target;
  ExpressionPtr value;
  StatementPtr init;
  StatementPtr update;
  std::vector<Arm> arms;
  Block body;
};

struct Declaration {
  enum class Kind : std::uint8_t { kConst, kShared, kLock, kCond, kSemaphore, kBarrier, kThread, kProc };
  struct Parameter {
    std::string_view name;
    std::uint32_t offset = 0;
  };

  Kind kind = Kind::kConst;
  bool broken = false;  // a syntax error was reported inside it: only the name is known
  std::uint32_t offset = 0;
  std::uint32_t end = 0;  // of the closing brace of a thread or proc
  std::string_view name;
  ExpressionPtr size;   // of an array; the number of replicas of a thread
  ExpressionPtr value;  // initial value, count of a semaphore, group of a barrier
  bool has_list = false;
  std::vector<ExpressionPtr> list;    // = {1, 2, 3}
  std::vector<Parameter> parameters;  // of a proc; the replica's index of a thread
  Block body;
};

struct Tree {
  std::vector<Declaration> declarations;
};

}  // namespace heddle::model
