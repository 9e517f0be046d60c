#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <limits>
#include <string>
#include <utility>

#include "unfolding/predicate.h"

namespace heddle::unfolding {

namespace {

using Op = Predicate::Op;

constexpr std::size_t kMaxNesting = 200;
// -2147483648 is written as the negation of a number that wraps around.
constexpr std::int64_t kLargest = std::int64_t{1} + std::numeric_limits<std::int32_t>::max();

struct Operator {
  std::string_view text;
  Op op;
  int precedence;  // as in C; larger binds tighter
};
// Longer ones come before their prefixes.
constexpr std::array<Operator, 13> kOperators = {{
    {"||", Op::kOr, 1},
    {"&&", Op::kAnd, 2},
    {"==", Op::kEqual, 3},
    {"!=", Op::kNotEqual, 3},
    {"<=", Op::kLessEqual, 4},
    {">=", Op::kGreaterEqual, 4},
    {"<", Op::kLess, 4},
    {">", Op::kGreater, 4},
    {"+", Op::kAdd, 5},
    {"-", Op::kSubtract, 5},
    {"*", Op::kMultiply, 6},
    {"/", Op::kDivide, 6},
    {"%", Op::kModulo, 6},
}};

bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

}  // namespace

// Recursive descent with precedences. The first error ends it: once there is one, every function returns immediately.
class PredicateParser {
 public:
  PredicateParser(std::string_view text, const trace::Names& names) : text_(text), names_(names) {}

  base::Result<Predicate> run() {
    binary(1);
    skip_spaces();
    if (!failed_ && at_ < text_.size()) fail("expected an operator");
    if (failed_) return error_;
    return std::move(result_);
  }

 private:
  void fail(std::string message) {
    if (failed_) return;
    failed_ = true;
    const std::string found = at_ < text_.size() ? fmt::format("'{}'", text_.substr(at_, 1)) : "the end";
    error_ = {fmt::format("column {}", at_ + 1), fmt::format("{}, found {}", message, found)};
  }
  // About the text starting at `begin`.
  void fail_at(std::size_t begin, std::string message) {
    if (failed_) return;
    failed_ = true;
    error_ = {fmt::format("column {}", begin + 1), std::move(message)};
  }

  void skip_spaces() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_])) != 0) ++at_;
  }
  bool accept(std::string_view token) {
    skip_spaces();
    if (!text_.substr(at_).starts_with(token)) return false;
    at_ += token.size();
    return true;
  }

  std::uint32_t add(Predicate::Node node) {
    result_.nodes_.push_back(node);
    return static_cast<std::uint32_t>(result_.nodes_.size() - 1);
  }

  const Operator* next_operator() {
    skip_spaces();
    const auto found =
        std::ranges::find_if(kOperators, [&](const Operator& o) { return text_.substr(at_).starts_with(o.text); });
    return found == kOperators.end() ? nullptr : &*found;
  }

  std::uint32_t binary(int precedence) {
    std::uint32_t left = unary();
    for (const Operator* o = next_operator(); !failed_ && o != nullptr && o->precedence >= precedence;
         o = next_operator()) {
      at_ += o->text.size();
      const std::uint32_t right = binary(o->precedence + 1);
      left = add({.op = o->op, .left = left, .right = right});
    }
    return left;
  }

  std::uint32_t unary() {
    if (failed_) return 0;
    if (++nesting_ > kMaxNesting) fail_at(at_, fmt::format("nested more than {} levels deep", kMaxNesting));
    std::uint32_t result = 0;
    if (accept("-")) {
      result = add({.op = Op::kNegate, .left = unary()});
    } else if (accept("!")) {
      result = add({.op = Op::kNot, .left = unary()});
    } else if (accept("(")) {
      result = binary(1);
      if (!failed_ && !accept(")")) fail("expected ')'");
    } else {
      result = operand();
    }
    --nesting_;
    return result;
  }

  std::uint32_t operand() {
    skip_spaces();
    if (at_ < text_.size() && is_digit(text_[at_])) return add({.op = Op::kNumber, .number = number()});
    if (at_ < text_.size() && is_letter(text_[at_])) return cell();
    fail("expected a number, a shared variable or '('");
    return 0;
  }

  std::int32_t number() {
    const std::size_t begin = at_;
    std::int64_t value = 0;
    for (; at_ < text_.size() && is_digit(text_[at_]); ++at_) {
      value = 10 * value + (text_[at_] - '0');
      if (value <= kLargest) continue;
      fail_at(begin, "the number does not fit into 32 bits");
      return 0;
    }
    return static_cast<std::int32_t>(static_cast<std::uint32_t>(value));
  }

  std::uint32_t cell() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && (is_letter(text_[at_]) || is_digit(text_[at_]))) ++at_;
    std::string name(text_.substr(begin, at_ - begin));
    if (accept("[")) {
      skip_spaces();
      if (at_ == text_.size() || !is_digit(text_[at_])) fail("expected a constant index");
      name += fmt::format("[{}]", number());
      if (!accept("]")) fail("expected ']'");
    }
    const auto found = std::ranges::find(names_.locations, name);
    if (found == names_.locations.end()) {
      fail_at(begin, fmt::format("there is no shared variable '{}'{}", name, hint(name)));
      return 0;
    }
    return add(
        {.op = Op::kCell, .cell = trace::LocationId(static_cast<std::size_t>(found - names_.locations.begin()))});
  }

  // For users who forget the index of an array.
  std::string hint(const std::string& name) const {
    const bool is_array = std::ranges::any_of(
        names_.locations, [&](const std::string& l) { return l.starts_with(name.substr(0, name.find('[')) + "["); });
    return !is_array                             ? ""
           : name.find('[') == std::string::npos ? ", but an array of this name"
                                                 : ": the index is out of range";
  }

  std::string_view text_;
  const trace::Names& names_;
  std::size_t at_ = 0;
  std::size_t nesting_ = 0;
  Predicate result_;
  bool failed_ = false;
  base::Error error_;
};

base::Result<Predicate> Predicate::parse(std::string_view text, const trace::Names& names) {
  return PredicateParser(text, names).run();
}

}  // namespace heddle::unfolding
