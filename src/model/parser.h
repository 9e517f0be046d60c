#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/ast.h"
#include "model/diagnostics.h"
#include "model/lexer.h"

namespace heddle::model {

// Builds the tree of a program by recursive descent. After a syntax error it continues at the next statement or
// declaration, so that one run reports all of them. The grammar is in docs/model-language.md.
//
// Invariants: (1) every function either consumes a token, or reports an error and its caller skips one;
// (2) nothing is nested deeper than kMaxNesting.
class Parser {
 public:
  Parser(std::vector<Token> tokens, Diagnostics& diagnostics) : tokens_(std::move(tokens)), diagnostics_(diagnostics) {}

  Tree parse();

 private:
  class Nested;

  // parser_declarations.cpp
  void declaration(Tree& tree);
  void variables(Tree& tree, Declaration::Kind kind);
  bool variable(Declaration& d);
  bool initial_value(Declaration& d);
  bool size_of_array(Declaration& d);
  void thread_or_proc(Tree& tree, Declaration::Kind kind);
  bool parameters(Declaration& d);
  bool replicas(Declaration& d);
  void skip_declaration();

  // parser_statements.cpp
  Block block();  // the current token is '{'
  Block body(std::string_view what);
  StatementPtr statement();
  StatementPtr statement_by_keyword();
  StatementPtr simple_statement();  // what may stand in the head of `for`
  StatementPtr local();
  StatementPtr assignment();
  StatementPtr call();
  StatementPtr if_statement();
  StatementPtr while_statement();
  StatementPtr for_statement();
  StatementPtr goto_statement();
  StatementPtr label();
  StatementPtr error_statement();
  bool condition(ExpressionPtr& value, std::string_view keyword);
  void skip_statement();

  // parser_expressions.cpp
  ExpressionPtr expression();
  ExpressionPtr binary(int lowest);
  ExpressionPtr unary();
  ExpressionPtr primary();
  ExpressionPtr element_or_name();
  ExpressionPtr builtin_call();
  ExpressionPtr spawn();
  bool arguments(Expression& call, std::string_view name);
  ExpressionPtr make(Expression::Kind kind, std::uint32_t offset, ExpressionPtr a = {}, ExpressionPtr b = {},
                     ExpressionPtr c = {});

  const Token& peek(std::size_t ahead = 0) const { return tokens_[std::min(at_ + ahead, tokens_.size() - 1)]; }
  bool at(TokenKind kind) const { return peek().kind == kind; }
  const Token& advance() { return tokens_[at(TokenKind::kEnd) ? at_ : at_++]; }
  bool accept(TokenKind kind);
  // "expected ';' after the assignment, found 'y'"
  bool expect(TokenKind kind, std::string_view what, std::string_view where);
  void expected(std::string_view what);
  std::string found() const;
  void error(std::uint32_t offset, std::string message) { diagnostics_.error(offset, std::move(message)); }
  std::uint32_t end_of_previous() const { return at_ == 0 ? 0 : tokens_[at_ - 1].end(); }
  StatementPtr begin(Statement::Kind kind) const;
  StatementPtr finish(StatementPtr s, std::string_view what);  // expects the ';'
  // Gives up on the rest of the file: used where continuing would only produce nonsense.
  void give_up() { at_ = tokens_.size() - 1; }

  std::vector<Token> tokens_;
  Diagnostics& diagnostics_;
  std::size_t at_ = 0;
  std::uint32_t nesting_ = 0;
};

// Counts one level of nesting while it lives.
class Parser::Nested {
 public:
  explicit Nested(Parser& parser) : parser_(parser) { ++parser_.nesting_; }
  ~Nested() { --parser_.nesting_; }
  Nested(const Nested&) = delete;
  Nested& operator=(const Nested&) = delete;

  // False, with a message, if this is one level too many.
  bool allowed() const;

 private:
  Parser& parser_;
};

}  // namespace heddle::model
