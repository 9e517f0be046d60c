#include <fmt/format.h>

#include "model/parser.h"

namespace heddle::model {

namespace {

std::string_view noun(Declaration::Kind kind) {
  switch (kind) {
    case Declaration::Kind::kConst: return "a constant";
    case Declaration::Kind::kShared: return "a shared variable";
    case Declaration::Kind::kLock: return "a lock";
    case Declaration::Kind::kCond: return "a condition variable";
    case Declaration::Kind::kSemaphore: return "a semaphore";
    case Declaration::Kind::kBarrier: return "a barrier";
    case Declaration::Kind::kThread: return "a thread";
    case Declaration::Kind::kProc: return "a proc";
  }
  return {};
}

bool begins_declaration(TokenKind kind) { return kind >= TokenKind::kConst && kind <= TokenKind::kProc; }

}  // namespace

void Parser::declaration(Tree& tree) {
  switch (peek().kind) {
    case TokenKind::kConst: return variables(tree, Declaration::Kind::kConst);
    case TokenKind::kShared: return variables(tree, Declaration::Kind::kShared);
    case TokenKind::kLock: return variables(tree, Declaration::Kind::kLock);
    case TokenKind::kCond: return variables(tree, Declaration::Kind::kCond);
    case TokenKind::kSemaphore: return variables(tree, Declaration::Kind::kSemaphore);
    case TokenKind::kBarrier: return variables(tree, Declaration::Kind::kBarrier);
    case TokenKind::kThread: return thread_or_proc(tree, Declaration::Kind::kThread);
    case TokenKind::kProc: return thread_or_proc(tree, Declaration::Kind::kProc);
    case TokenKind::kLocal:
      error(peek().offset, "a local variable belongs into a thread or proc; here, expected shared or const");
      break;
    case TokenKind::kCloseBrace:
      error(peek().offset, "this '}' closes nothing");
      advance();
      return;
    default: expected("a declaration (const, shared, lock, cond, semaphore, barrier, thread or proc)"); break;
  }
  skip_declaration();
}

// Continues after the next ';' or block, or at a line that begins a declaration.
void Parser::skip_declaration() {
  std::size_t open = 0;
  while (!at(TokenKind::kEnd)) {
    if (open == 0 && begins_declaration(peek().kind) && peek().first_on_line) return;
    if (at(TokenKind::kOpenBrace)) ++open;
    const bool closes = at(TokenKind::kCloseBrace) && open > 0;
    if (closes) --open;
    const bool end = open == 0 && (closes || at(TokenKind::kSemicolon));
    advance();
    if (end) return;
  }
}

void Parser::variables(Tree& tree, Declaration::Kind kind) {
  advance();
  do {
    if (!at(TokenKind::kName)) {
      expected(fmt::format("the name of {}", noun(kind)));
      return skip_declaration();
    }
    Declaration d;
    d.kind = kind;
    d.name = peek().text;
    d.offset = advance().offset;
    d.broken = !variable(d);
    const bool broken = d.broken;
    tree.declarations.push_back(std::move(d));
    if (broken) return skip_declaration();
  } while (accept(TokenKind::kComma));
  if (!expect(TokenKind::kSemicolon, "';'", "after the declaration") && !peek().first_on_line) skip_declaration();
}

bool Parser::variable(Declaration& d) {
  if (d.kind != Declaration::Kind::kConst && !size_of_array(d)) return false;
  switch (d.kind) {
    case Declaration::Kind::kConst:
      if (!expect(TokenKind::kAssign, "'='", "after the name of the constant")) return false;
      d.value = expression();
      return d.value != nullptr;
    case Declaration::Kind::kShared:
    case Declaration::Kind::kSemaphore: return initial_value(d);
    case Declaration::Kind::kBarrier:
      if (!expect(TokenKind::kOpenParen, "'(' and the size of the group", "after the name of the barrier")) {
        return false;
      }
      d.value = expression();
      return d.value && expect(TokenKind::kCloseParen, "')'", "after the size of the group");
    case Declaration::Kind::kLock:
    case Declaration::Kind::kCond:
    case Declaration::Kind::kThread:
    case Declaration::Kind::kProc: return true;
  }
  return true;
}

bool Parser::size_of_array(Declaration& d) {
  if (!accept(TokenKind::kOpenBracket)) return true;
  d.size = expression();
  return d.size && expect(TokenKind::kCloseBracket, "']'", "after the size of the array");
}

bool Parser::initial_value(Declaration& d) {
  if (!accept(TokenKind::kAssign)) return true;
  if (!accept(TokenKind::kOpenBrace)) {
    d.value = expression();
    return d.value != nullptr;
  }
  d.has_list = true;
  if (accept(TokenKind::kCloseBrace)) return true;
  do {
    ExpressionPtr value = expression();
    if (!value) return false;
    d.list.push_back(std::move(value));
  } while (accept(TokenKind::kComma));
  return expect(TokenKind::kCloseBrace, "'}'", "after the initial values");
}

void Parser::thread_or_proc(Tree& tree, Declaration::Kind kind) {
  advance();
  Declaration d;
  d.kind = kind;
  if (!at(TokenKind::kName)) {
    expected(fmt::format("the name of {}", noun(kind)));
    return skip_declaration();
  }
  d.name = peek().text;
  d.offset = advance().offset;
  d.broken = !(kind == Declaration::Kind::kProc ? parameters(d) : replicas(d));
  if (!d.broken && !at(TokenKind::kOpenBrace)) {
    expected(fmt::format("'{{' and the body of {} '{}'", noun(kind).substr(2), d.name));
    d.broken = true;
  }
  if (d.broken) {
    // The body is parsed anyway, for its own errors.
    while (!at(TokenKind::kEnd) && !at(TokenKind::kOpenBrace) && !begins_declaration(peek().kind)) advance();
    if (!at(TokenKind::kOpenBrace)) {
      tree.declarations.push_back(std::move(d));
      return;
    }
  }
  d.body = block();
  d.end = end_of_previous() == 0 ? 0 : end_of_previous() - 1;
  tree.declarations.push_back(std::move(d));
}

bool Parser::parameters(Declaration& d) {
  if (!expect(TokenKind::kOpenParen, "'('", "after the name of the proc")) return false;
  if (accept(TokenKind::kCloseParen)) return true;
  do {
    if (!at(TokenKind::kName)) {
      expected("the name of a parameter");
      return false;
    }
    d.parameters.push_back({peek().text, peek().offset});
    advance();
  } while (accept(TokenKind::kComma));
  return expect(TokenKind::kCloseParen, "')'", "after the parameters");
}

// thread name[i : N]
bool Parser::replicas(Declaration& d) {
  if (!accept(TokenKind::kOpenBracket)) return true;
  if (!at(TokenKind::kName) || peek(1).kind != TokenKind::kColon) {
    expected("a name for the index and ':', as in thread t[i : 3]");
    return false;
  }
  d.parameters.push_back({peek().text, peek().offset});
  advance();
  advance();
  d.size = expression();
  return d.size && expect(TokenKind::kCloseBracket, "']'", "after the number of threads");
}

}  // namespace heddle::model
