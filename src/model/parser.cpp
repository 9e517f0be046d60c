#include "model/parser.h"

#include <fmt/format.h>

namespace heddle::model {

Tree Parser::parse() {
  Tree tree;
  while (!at(TokenKind::kEnd)) {
    const std::size_t before = at_;
    declaration(tree);
    if (at_ == before) advance();
  }
  return tree;
}

bool Parser::accept(TokenKind kind) {
  if (!at(kind)) return false;
  advance();
  return true;
}

std::string Parser::found() const {
  constexpr std::size_t kShown = 30;
  if (at(TokenKind::kEnd)) return "the end of the file";
  const std::string_view text = peek().text;
  return text.size() <= kShown ? fmt::format("'{}'", text) : fmt::format("'{}...'", text.substr(0, kShown));
}

bool Parser::expect(TokenKind kind, std::string_view what, std::string_view where) {
  if (accept(kind)) return true;
  if (at(TokenKind::kAssign) && kind == TokenKind::kCloseParen) {
    error(peek().offset, fmt::format("expected {} {}, found {}; to compare, write '=='", what, where, found()));
    return false;
  }
  // What is missing at the end of a line is reported there, not at the beginning of the next.
  const bool at_end = at_ != 0 && (peek().first_on_line || at(TokenKind::kEnd));
  error(at_end ? end_of_previous() : peek().offset, fmt::format("expected {} {}, found {}", what, where, found()));
  return false;
}

void Parser::expected(std::string_view what) {
  error(peek().offset, fmt::format("expected {}, found {}", what, found()));
}

}  // namespace heddle::model
