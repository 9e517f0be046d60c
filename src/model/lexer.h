#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "model/diagnostics.h"

namespace heddle::model {

enum class TokenKind : std::uint8_t {
  kEnd,  // of the file
  kName,
  kNumber,
  kString,
  kBuiltin,  // the name of an operation: see model/builtins.h
  // keywords
  kConst,
  kShared,
  kLock,
  kCond,
  kSemaphore,
  kBarrier,
  kThread,
  kProc,
  kLocal,
  kIf,
  kElse,
  kWhile,
  kFor,
  kGoto,
  kBreak,
  kContinue,
  kReturn,
  kSkip,
  kError,
  kSpawn,
  // punctuation
  kOpenParen,
  kCloseParen,
  kOpenBrace,
  kCloseBrace,
  kOpenBracket,
  kCloseBracket,
  kSemicolon,
  kComma,
  kColon,
  kQuestion,
  kAssign,  // '=' and ':='
  kEqual,
  kNotEqual,
  kLess,
  kLessEqual,
  kGreater,
  kGreaterEqual,
  kPlus,
  kMinus,
  kStar,
  kSlash,
  kPercent,
  kAmpersand,
  kPipe,
  kCaret,
  kTilde,
  kShiftLeft,
  kShiftRight,
  kAndAnd,
  kOrOr,
  kBang,
};

struct Token {
  TokenKind kind = TokenKind::kEnd;
  bool first_on_line = false;
  std::uint32_t offset = 0;
  std::string_view text;    // empty at the end of the file
  std::int32_t number = 0;  // kNumber

  std::uint32_t end() const { return offset + static_cast<std::uint32_t>(text.size()); }
};

// Splits the source into tokens; the last one is kEnd. Anything that is not a token is reported and skipped.
std::vector<Token> tokenize(std::string_view source, Diagnostics& diagnostics);

}  // namespace heddle::model
