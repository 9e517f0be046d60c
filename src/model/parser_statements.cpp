#include <fmt/format.h>

#include "model/parser.h"

namespace heddle::model {

StatementPtr Parser::begin(Statement::Kind kind) const {
  auto s = std::make_unique<Statement>();
  s->kind = kind;
  s->offset = peek().offset;
  return s;
}

StatementPtr Parser::finish(StatementPtr s, std::string_view what) {
  if (!s) return nullptr;
  s->text_end = end_of_previous();
  // The statement itself is complete: continue after it as if the ';' were there.
  if (!expect(TokenKind::kSemicolon, "';'", fmt::format("after {}", what)) && !peek().first_on_line &&
      !at(TokenKind::kCloseBrace)) {
    skip_statement();
  }
  return s;
}

Block Parser::block() {
  Block result;
  const Nested nested(*this);
  if (!nested.allowed()) return result;
  const std::uint32_t open = advance().offset;
  while (!at(TokenKind::kCloseBrace) && !at(TokenKind::kEnd)) {
    const std::size_t before = at_;
    StatementPtr s = statement();
    if (s) {
      result.push_back(std::move(s));
    } else {
      skip_statement();
    }
    if (at_ == before) advance();
  }
  if (!accept(TokenKind::kCloseBrace)) {
    error(end_of_previous(),
          fmt::format("expected '}}' for the '{{' at line {}, found the end of the file", diagnostics_.line_of(open)));
  }
  return result;
}

// The body of if, else, while or for: a block or one statement.
Block Parser::body(std::string_view what) {
  if (at(TokenKind::kOpenBrace)) return block();
  Block result;
  const Nested nested(*this);
  if (!nested.allowed()) return result;
  if (at(TokenKind::kCloseBrace) || at(TokenKind::kEnd)) {
    expected(fmt::format("the body of {}", what));
    return result;
  }
  StatementPtr s = statement();
  if (!s) {
    skip_statement();
  } else if (s->kind == Statement::Kind::kLocal) {
    error(s->offset, fmt::format("a declaration alone as the body of {} declares nothing usable", what));
  } else if (s->kind == Statement::Kind::kLabel) {
    error(s->offset, fmt::format("a label as the body of {} needs braces around it", what));
  } else {
    result.push_back(std::move(s));
  }
  return result;
}

// Continues after the next ';', or at a '{', '}' or a new line.
void Parser::skip_statement() {
  while (!at(TokenKind::kEnd) && !at(TokenKind::kCloseBrace) && !at(TokenKind::kOpenBrace)) {
    if (accept(TokenKind::kSemicolon)) return;
    advance();
    if (peek().first_on_line) return;
  }
}

StatementPtr Parser::statement() {
  switch (peek().kind) {
    case TokenKind::kOpenBrace: {
      StatementPtr s = begin(Statement::Kind::kBlock);
      s->body = block();
      return s;
    }
    case TokenKind::kName:
      if (peek(1).kind == TokenKind::kColon) return label();
      return finish(simple_statement(), "the assignment");
    case TokenKind::kLock:
    case TokenKind::kBuiltin: {
      const std::string_view name = peek().text;
      return finish(simple_statement(), fmt::format("'{}'", name));
    }
    case TokenKind::kSpawn: return finish(simple_statement(), "'spawn'");
    case TokenKind::kLocal: return finish(simple_statement(), "the declaration");
    case TokenKind::kSemicolon:
      error(peek().offset, "expected a statement, found ';'; for no statement at all, write skip;");
      return nullptr;
    default: return statement_by_keyword();
  }
}

StatementPtr Parser::statement_by_keyword() {
  const auto word = [this](Statement::Kind kind) {
    StatementPtr s = begin(kind);
    const std::string_view text = advance().text;
    return finish(std::move(s), fmt::format("'{}'", text));
  };
  switch (peek().kind) {
    case TokenKind::kIf: return if_statement();
    case TokenKind::kWhile: return while_statement();
    case TokenKind::kFor: return for_statement();
    case TokenKind::kGoto: return goto_statement();
    case TokenKind::kError: return error_statement();
    case TokenKind::kBreak: return word(Statement::Kind::kBreak);
    case TokenKind::kContinue: return word(Statement::Kind::kContinue);
    case TokenKind::kReturn: return word(Statement::Kind::kReturn);
    case TokenKind::kSkip: return word(Statement::Kind::kSkip);
    case TokenKind::kElse: error(peek().offset, "this 'else' has no 'if' before it"); return nullptr;
    case TokenKind::kConst:
    case TokenKind::kShared:
    case TokenKind::kCond:
    case TokenKind::kSemaphore:
    case TokenKind::kBarrier:
    case TokenKind::kThread:
    case TokenKind::kProc:
      error(peek().offset,
            fmt::format("'{}' is declared outside threads; a thread has only local variables", peek().text));
      return nullptr;
    default: expected("a statement"); return nullptr;
  }
}

StatementPtr Parser::simple_statement() {
  switch (peek().kind) {
    case TokenKind::kLocal: return local();
    case TokenKind::kName: return assignment();
    case TokenKind::kLock:
    case TokenKind::kBuiltin:
    case TokenKind::kSpawn: return call();
    default: expected("an assignment"); return nullptr;
  }
}

StatementPtr Parser::local() {
  StatementPtr s = begin(Statement::Kind::kLocal);
  advance();
  if (!at(TokenKind::kName)) {
    expected("the name of a local variable");
    return nullptr;
  }
  s->name = peek().text;
  s->name_offset = advance().offset;
  if (at(TokenKind::kOpenBracket)) {
    error(peek().offset, "there are no local arrays; declare a shared one");
    return nullptr;
  }
  if (accept(TokenKind::kAssign)) {
    s->value = expression();
    if (!s->value) return nullptr;
  }
  if (at(TokenKind::kComma)) {
    error(peek().offset, "one 'local' declares one variable: expected ';' before the next 'local'");
    return nullptr;
  }
  s->text_end = end_of_previous();
  return s;
}

StatementPtr Parser::assignment() {
  StatementPtr s = begin(Statement::Kind::kAssign);
  s->target = element_or_name();
  if (!s->target) return nullptr;
  if (!at(TokenKind::kAssign)) {
    const std::string_view name = s->target->name;
    const std::string_view op = peek().text;
    if (peek(1).kind == TokenKind::kAssign && (op == "+" || op == "-" || op == "*" || op == "/" || op == "%")) {
      error(peek().offset, fmt::format("there is no '{}='; write {} = {} {} ...", op, name, name, op));
    } else if ((op == "+" || op == "-") && peek(1).text == op) {
      error(peek().offset, fmt::format("there is no '{}{}'; write {} = {} {} 1", op, op, name, name, op));
    } else if (at(TokenKind::kEqual)) {
      error(peek().offset, "expected '=' of an assignment, found '=='");
    } else {
      error(peek().offset, fmt::format("expected '=' after '{}', found {}", name, found()));
    }
    return nullptr;
  }
  advance();
  s->value = expression();
  if (!s->value) return nullptr;
  s->text_end = end_of_previous();
  return s;
}

StatementPtr Parser::call() {
  StatementPtr s = begin(Statement::Kind::kCall);
  s->value = primary();
  if (!s->value) return nullptr;
  s->text_end = end_of_previous();
  return s;
}

bool Parser::condition(ExpressionPtr& value, std::string_view keyword) {
  if (!expect(TokenKind::kOpenParen, "'('", fmt::format("after '{}'", keyword))) return false;
  value = expression();
  return value && expect(TokenKind::kCloseParen, "')'", "after the condition");
}

StatementPtr Parser::if_statement() {
  StatementPtr s = begin(Statement::Kind::kIf);
  for (;;) {
    Statement::Arm arm;
    arm.offset = advance().offset;
    if (!condition(arm.condition, "if")) return nullptr;
    arm.text_end = end_of_previous();
    arm.body = body("'if'");
    s->arms.push_back(std::move(arm));
    if (!accept(TokenKind::kElse)) return s;
    if (at(TokenKind::kIf)) continue;
    s->body = body("'else'");
    return s;
  }
}

StatementPtr Parser::while_statement() {
  StatementPtr s = begin(Statement::Kind::kWhile);
  advance();
  if (!condition(s->value, "while")) return nullptr;
  s->text_end = end_of_previous();
  s->body = body("'while'");
  return s;
}

StatementPtr Parser::for_statement() {
  StatementPtr s = begin(Statement::Kind::kFor);
  advance();
  if (!expect(TokenKind::kOpenParen, "'('", "after 'for'")) return nullptr;
  if (!at(TokenKind::kSemicolon)) {
    s->init = simple_statement();
    if (!s->init) return nullptr;
  }
  if (!expect(TokenKind::kSemicolon, "';'", "after the first part of 'for'")) return nullptr;
  if (!at(TokenKind::kSemicolon)) {
    s->value = expression();
    if (!s->value) return nullptr;
  }
  if (!expect(TokenKind::kSemicolon, "';'", "after the condition of 'for'")) return nullptr;
  if (!at(TokenKind::kCloseParen)) {
    if (at(TokenKind::kLocal)) {
      expected("an assignment");
      return nullptr;
    }
    s->update = simple_statement();
    if (!s->update) return nullptr;
  }
  if (!expect(TokenKind::kCloseParen, "')'", "after the head of 'for'")) return nullptr;
  s->text_end = end_of_previous();
  s->body = body("'for'");
  return s;
}

StatementPtr Parser::goto_statement() {
  StatementPtr s = begin(Statement::Kind::kGoto);
  advance();
  if (!at(TokenKind::kName)) {
    expected("a label after 'goto'");
    return nullptr;
  }
  s->name = peek().text;
  s->name_offset = advance().offset;
  return finish(std::move(s), "'goto'");
}

StatementPtr Parser::label() {
  StatementPtr s = begin(Statement::Kind::kLabel);
  s->name = peek().text;
  s->name_offset = advance().offset;
  advance();
  s->text_end = end_of_previous();
  return s;
}

StatementPtr Parser::error_statement() {
  StatementPtr s = begin(Statement::Kind::kError);
  advance();
  if (accept(TokenKind::kOpenParen)) {
    if (!expect(TokenKind::kString, "a message in quotes", "after 'error('")) return nullptr;
    if (!expect(TokenKind::kCloseParen, "')'", "after the message")) return nullptr;
  }
  return finish(std::move(s), "'error'");
}

}  // namespace heddle::model
