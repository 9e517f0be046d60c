#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "model/parser.h"
#include "model/spelling.h"

namespace heddle::model {

namespace {

struct BinaryInfo {
  BinaryOp op;
  int precedence;  // as in C; larger binds tighter
};

std::optional<BinaryInfo> binary_info(TokenKind kind) {
  switch (kind) {
    case TokenKind::kOrOr: return {{BinaryOp::kOrElse, 1}};
    case TokenKind::kAndAnd: return {{BinaryOp::kAndAlso, 2}};
    case TokenKind::kPipe: return {{BinaryOp::kOr, 3}};
    case TokenKind::kCaret: return {{BinaryOp::kXor, 4}};
    case TokenKind::kAmpersand: return {{BinaryOp::kAnd, 5}};
    case TokenKind::kEqual: return {{BinaryOp::kEqual, 6}};
    case TokenKind::kNotEqual: return {{BinaryOp::kNotEqual, 6}};
    case TokenKind::kLess: return {{BinaryOp::kLess, 7}};
    case TokenKind::kLessEqual: return {{BinaryOp::kLessEqual, 7}};
    case TokenKind::kGreater: return {{BinaryOp::kGreater, 7}};
    case TokenKind::kGreaterEqual: return {{BinaryOp::kGreaterEqual, 7}};
    case TokenKind::kShiftLeft: return {{BinaryOp::kShiftLeft, 8}};
    case TokenKind::kShiftRight: return {{BinaryOp::kShiftRight, 8}};
    case TokenKind::kPlus: return {{BinaryOp::kAdd, 9}};
    case TokenKind::kMinus: return {{BinaryOp::kSubtract, 9}};
    case TokenKind::kStar: return {{BinaryOp::kMultiply, 10}};
    case TokenKind::kSlash: return {{BinaryOp::kDivide, 10}};
    case TokenKind::kPercent: return {{BinaryOp::kModulo, 10}};
    default: return std::nullopt;
  }
}

}  // namespace

bool Parser::Nested::allowed() const {
  if (parser_.nesting_ <= kMaxNesting) return true;
  parser_.error(parser_.peek().offset, fmt::format("this is nested more than {} levels deep", kMaxNesting));
  parser_.give_up();
  return false;
}

ExpressionPtr Parser::make(Expression::Kind kind, std::uint32_t offset, ExpressionPtr a, ExpressionPtr b,
                           ExpressionPtr c) {
  auto e = std::make_unique<Expression>();
  e->kind = kind;
  e->offset = offset;
  for (ExpressionPtr* operand : {&a, &b, &c}) {
    if (!*operand) continue;
    e->depth = std::max(e->depth, (*operand)->depth + 1);
    e->operands.push_back(std::move(*operand));
  }
  // A long chain like 1+1+1+... is deep without being nested.
  if (e->depth > kMaxNesting) {
    error(offset, fmt::format("this expression has more than {} levels", kMaxNesting));
    give_up();
    return nullptr;
  }
  return e;
}

ExpressionPtr Parser::expression() {
  const Nested nested(*this);
  if (!nested.allowed()) return nullptr;
  ExpressionPtr condition = binary(1);
  if (!condition || !at(TokenKind::kQuestion)) return condition;
  const std::uint32_t offset = advance().offset;
  ExpressionPtr yes = expression();
  if (!yes || !expect(TokenKind::kColon, "':'", "in the conditional expression")) return nullptr;
  ExpressionPtr no = expression();
  if (!no) return nullptr;
  return make(Expression::Kind::kConditional, offset, std::move(condition), std::move(yes), std::move(no));
}

ExpressionPtr Parser::binary(int lowest) {
  ExpressionPtr left = unary();
  while (left) {
    const std::optional<BinaryInfo> info = binary_info(peek().kind);
    if (!info || info->precedence < lowest) return left;
    const std::uint32_t offset = advance().offset;
    ExpressionPtr right = binary(info->precedence + 1);
    if (!right) return nullptr;
    left = make(Expression::Kind::kBinary, offset, std::move(left), std::move(right));
    if (left) left->binary = info->op;
  }
  return nullptr;
}

ExpressionPtr Parser::unary() {
  UnaryOp op = UnaryOp::kNegate;
  switch (peek().kind) {
    case TokenKind::kMinus: break;
    case TokenKind::kBang: op = UnaryOp::kNot; break;
    case TokenKind::kTilde: op = UnaryOp::kComplement; break;
    default: return primary();
  }
  const Nested nested(*this);
  if (!nested.allowed()) return nullptr;
  const std::uint32_t offset = advance().offset;
  ExpressionPtr operand = unary();
  if (!operand) return nullptr;
  ExpressionPtr e = make(Expression::Kind::kUnary, offset, std::move(operand));
  if (e) e->unary = op;
  return e;
}

ExpressionPtr Parser::primary() {
  switch (peek().kind) {
    case TokenKind::kNumber: {
      ExpressionPtr e = make(Expression::Kind::kNumber, peek().offset);
      e->number = advance().number;
      return e;
    }
    case TokenKind::kName: return element_or_name();
    case TokenKind::kLock:
    case TokenKind::kBuiltin: return builtin_call();
    case TokenKind::kSpawn: return spawn();
    case TokenKind::kOpenParen: {
      advance();
      ExpressionPtr e = expression();
      if (!e || !expect(TokenKind::kCloseParen, "')'", "after the expression")) return nullptr;
      return e;
    }
    default: expected("an expression"); return nullptr;
  }
}

ExpressionPtr Parser::element_or_name() {
  const Token name = advance();
  if (at(TokenKind::kOpenParen)) {
    Nearest nearest(name.text);
    for (const BuiltinInfo& builtin : kBuiltins) nearest.consider(builtin.name);
    const std::string hint =
        nearest.text().empty() ? fmt::format("; a proc is started by spawn {}(...)", name.text) : nearest.text();
    error(name.offset, fmt::format("there is no operation '{}'{}", name.text, hint));
    return nullptr;
  }
  ExpressionPtr e;
  if (accept(TokenKind::kOpenBracket)) {
    ExpressionPtr index = expression();
    if (!index || !expect(TokenKind::kCloseBracket, "']'", "after the index")) return nullptr;
    e = make(Expression::Kind::kElement, name.offset, std::move(index));
  } else {
    e = make(Expression::Kind::kName, name.offset);
  }
  if (e) e->name = name.text;
  return e;
}

ExpressionPtr Parser::builtin_call() {
  const Token name = advance();
  const BuiltinInfo* builtin = find_builtin(name.text);
  ExpressionPtr e = make(Expression::Kind::kCall, name.offset);
  e->builtin = builtin->builtin;
  e->name = name.text;
  if (builtin->builtin == Builtin::kInput && !at(TokenKind::kOpenParen)) return e;
  if (!arguments(*e, name.text)) return nullptr;
  if (e->operands.size() != builtin->arguments.size() &&
      !(builtin->builtin == Builtin::kInput && e->operands.empty())) {
    error(name.offset, fmt::format("{} takes {} argument{}, found {}: write {}", name.text, builtin->arguments.size(),
                                   builtin->arguments.size() == 1 ? "" : "s", e->operands.size(), builtin->usage));
  }
  return e;
}

ExpressionPtr Parser::spawn() {
  const std::uint32_t offset = advance().offset;
  if (!at(TokenKind::kName)) {
    expected("the name of a proc after 'spawn'");
    return nullptr;
  }
  ExpressionPtr e = make(Expression::Kind::kSpawn, offset);
  e->name = peek().text;
  e->name_offset = advance().offset;
  return arguments(*e, e->name) ? std::move(e) : nullptr;
}

bool Parser::arguments(Expression& call, std::string_view name) {
  if (!expect(TokenKind::kOpenParen, "'('", fmt::format("after '{}'", name))) return false;
  if (accept(TokenKind::kCloseParen)) return true;
  do {
    ExpressionPtr argument = expression();
    if (!argument) return false;
    call.depth = std::max(call.depth, argument->depth + 1);
    call.operands.push_back(std::move(argument));
  } while (accept(TokenKind::kComma));
  return expect(TokenKind::kCloseParen, "')'", fmt::format("after the arguments of '{}'", name));
}

}  // namespace heddle::model
