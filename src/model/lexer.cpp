#include "model/lexer.h"

#include <fmt/format.h>

#include <array>

#include "model/builtins.h"

namespace heddle::model {

namespace {

struct Spelling {
  std::string_view text;
  TokenKind kind;
};

constexpr std::array<Spelling, 20> kKeywords = {{
    {"const", TokenKind::kConst},
    {"shared", TokenKind::kShared},
    {"lock", TokenKind::kLock},
    {"cond", TokenKind::kCond},
    {"semaphore", TokenKind::kSemaphore},
    {"barrier", TokenKind::kBarrier},
    {"thread", TokenKind::kThread},
    {"proc", TokenKind::kProc},
    {"local", TokenKind::kLocal},
    {"if", TokenKind::kIf},
    {"else", TokenKind::kElse},
    {"while", TokenKind::kWhile},
    {"for", TokenKind::kFor},
    {"goto", TokenKind::kGoto},
    {"break", TokenKind::kBreak},
    {"continue", TokenKind::kContinue},
    {"return", TokenKind::kReturn},
    {"skip", TokenKind::kSkip},
    {"error", TokenKind::kError},
    {"spawn", TokenKind::kSpawn},
}};

// Longer ones come before their prefixes.
constexpr std::array<Spelling, 32> kPunctuation = {{
    {":=", TokenKind::kAssign},       {"==", TokenKind::kEqual},      {"!=", TokenKind::kNotEqual},
    {"<<", TokenKind::kShiftLeft},    {">>", TokenKind::kShiftRight}, {"<=", TokenKind::kLessEqual},
    {">=", TokenKind::kGreaterEqual}, {"&&", TokenKind::kAndAnd},     {"||", TokenKind::kOrOr},
    {"(", TokenKind::kOpenParen},     {")", TokenKind::kCloseParen},  {"{", TokenKind::kOpenBrace},
    {"}", TokenKind::kCloseBrace},    {"[", TokenKind::kOpenBracket}, {"]", TokenKind::kCloseBracket},
    {";", TokenKind::kSemicolon},     {",", TokenKind::kComma},       {":", TokenKind::kColon},
    {"?", TokenKind::kQuestion},      {"=", TokenKind::kAssign},      {"<", TokenKind::kLess},
    {">", TokenKind::kGreater},       {"+", TokenKind::kPlus},        {"-", TokenKind::kMinus},
    {"*", TokenKind::kStar},          {"/", TokenKind::kSlash},       {"%", TokenKind::kPercent},
    {"&", TokenKind::kAmpersand},     {"|", TokenKind::kPipe},        {"^", TokenKind::kCaret},
    {"~", TokenKind::kTilde},         {"!", TokenKind::kBang},
}};

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
constexpr bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v'; }

class Lexer {
 public:
  Lexer(std::string_view source, Diagnostics& diagnostics) : source_(source), diagnostics_(diagnostics) {}

  std::vector<Token> run() {
    for (;;) {
      skip_blanks();
      start_ = at_;
      if (at_ == source_.size()) break;
      const char c = source_[at_];
      if (is_letter(c)) {
        word();
      } else if (is_digit(c)) {
        number();
      } else if (c == '"') {
        string();
      } else if (!punctuation()) {
        unknown();
      }
    }
    push(TokenKind::kEnd);
    return std::move(tokens_);
  }

 private:
  bool looking_at(std::string_view text) const { return source_.substr(at_, text.size()) == text; }

  void skip_blanks() {
    for (;;) {
      if (at_ < source_.size() && is_space(source_[at_])) {
        first_on_line_ |= source_[at_] == '\n';
        ++at_;
      } else if (looking_at("//")) {
        at_ = std::min(source_.find('\n', at_), source_.size());
      } else if (looking_at("/*")) {
        const std::size_t end = source_.find("*/", at_ + 2);
        if (end == std::string_view::npos) {
          error("this comment is not closed: expected '*/'");
          at_ = source_.size();
        } else {
          first_on_line_ |= source_.substr(at_, end - at_).find('\n') != std::string_view::npos;
          at_ = end + 2;
        }
      } else {
        return;
      }
    }
  }

  void word() {
    while (at_ < source_.size() && (is_letter(source_[at_]) || is_digit(source_[at_]))) ++at_;
    const std::string_view text = source_.substr(start_, at_ - start_);
    for (const Spelling& keyword : kKeywords) {
      if (keyword.text == text) return push(keyword.kind);
    }
    push(find_builtin(text) != nullptr ? TokenKind::kBuiltin : TokenKind::kName);
  }

  // Decimal up to 2147483648 (so that -2147483648 can be written), hexadecimal up to 0xffffffff.
  void number() {
    while (at_ < source_.size() && (is_letter(source_[at_]) || is_digit(source_[at_]))) ++at_;
    std::string_view text = source_.substr(start_, at_ - start_);
    const bool hexadecimal = text.starts_with("0x") || text.starts_with("0X");
    const std::uint64_t base = hexadecimal ? 16 : 10;
    const std::uint64_t limit = hexadecimal ? 0xffffffffU : 0x80000000U;
    std::uint64_t value = 0;
    bool valid = !hexadecimal || text.size() > 2;
    for (const char c : hexadecimal ? text.substr(2) : text) {
      const int digit = digit_of(c);
      valid &= digit >= 0 && static_cast<std::uint64_t>(digit) < base;
      if (valid && value <= limit) value = value * base + static_cast<std::uint64_t>(digit);
    }
    if (!valid) {
      error_at(start_, fmt::format("'{}' is not a number", shortened(text)));
      value = 0;
    } else if (value > limit) {
      error_at(start_, fmt::format("the number {} does not fit into 32 bits", shortened(text)));
      value = 0;
    }
    push(TokenKind::kNumber);
    tokens_.back().number = static_cast<std::int32_t>(static_cast<std::uint32_t>(value));
  }

  void string() {
    ++at_;
    while (at_ < source_.size() && source_[at_] != '"' && source_[at_] != '\n') ++at_;
    if (at_ == source_.size() || source_[at_] == '\n') {
      error_at(start_, "this string is not closed: expected '\"' on the same line");
    } else {
      ++at_;
    }
    push(TokenKind::kString);
  }

  bool punctuation() {
    for (const Spelling& p : kPunctuation) {
      if (!looking_at(p.text)) continue;
      at_ += p.text.size();
      push(p.kind);
      return true;
    }
    return false;
  }

  // One message for a run of bytes that do not begin a token.
  void unknown() {
    const auto byte = static_cast<unsigned char>(source_[at_]);
    while (at_ < source_.size() && static_cast<unsigned char>(source_[at_]) == byte) ++at_;
    if (byte > 0x20 && byte < 0x7f) {
      error_at(start_, fmt::format("the character '{}' has no meaning here", static_cast<char>(byte)));
    } else {
      error_at(start_, fmt::format("the byte 0x{:02x} has no meaning here", byte));
    }
  }

  static int digit_of(char c) {
    if (is_digit(c)) return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
  }
  static std::string shortened(std::string_view text) {
    constexpr std::size_t kShown = 20;
    return text.size() <= kShown ? std::string(text) : std::string(text.substr(0, kShown)) + "...";
  }

  void push(TokenKind kind) {
    tokens_.push_back(
        {kind, first_on_line_, static_cast<std::uint32_t>(start_), source_.substr(start_, at_ - start_), 0});
    first_on_line_ = false;
  }
  void error(std::string message) { error_at(at_, std::move(message)); }
  void error_at(std::size_t offset, std::string message) {
    diagnostics_.error(static_cast<std::uint32_t>(offset), std::move(message));
  }

  std::string_view source_;
  Diagnostics& diagnostics_;
  std::vector<Token> tokens_;
  std::size_t at_ = 0;
  std::size_t start_ = 0;
  bool first_on_line_ = true;
};

}  // namespace

std::vector<Token> tokenize(std::string_view source, Diagnostics& diagnostics) {
  return Lexer(source, diagnostics).run();
}

}  // namespace heddle::model
