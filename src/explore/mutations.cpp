#include "explore/mutations.h"

#include <algorithm>
#include <utility>

namespace heddle::explore {

namespace {

constexpr unsigned kByteBits = 8;
constexpr std::uint64_t kMostAtOnce = 4;  // changes of one test: up to 2^(this - 1)
constexpr std::uint64_t kLongestPiece = 8;
constexpr std::int64_t kSmall = 16;

std::uint8_t byte_of(const SizedInput& input) { return static_cast<std::uint8_t>(input.input.value); }
void set_byte(SizedInput& input, std::uint8_t value) { input.input.value = value; }
bool is_digit(std::uint8_t c) { return c >= '0' && c <= '9'; }

// Behind the last byte that is not 0: most texts end before their memory does.
std::size_t length_of(std::span<const SizedInput> text) {
  std::size_t length = text.size();
  while (length > 0 && byte_of(text[length - 1]) == 0) --length;
  return length;
}

bool follows(const SizedInput& a, const SizedInput& b) {
  return a.width == kByteBits && b.width == kByteBits && a.input.thread == b.input.thread &&
         a.input.nth + 1 == b.input.nth;
}

}  // namespace

void Mutations::change(SizedInputs& inputs, const SizedInputs& other) {
  if (inputs.empty()) return;
  for (std::uint64_t left = std::uint64_t{1} << rng_.below(kMostAtOnce); left > 0; --left) {
    const std::size_t at = rng_.below(inputs.size());
    if (inputs[at].width != kByteBits) {
      change_number(inputs[at]);
      continue;
    }
    const Text text = text_around(inputs, at);
    if (text.size() > 1) {
      change_text(text, other);
    } else {
      change_number(inputs[at]);
    }
  }
}

Mutations::Text Mutations::text_around(SizedInputs& inputs, std::size_t at) {
  std::size_t begin = at;
  std::size_t end = at + 1;
  while (begin > 0 && follows(inputs[begin - 1], inputs[begin])) --begin;
  while (end < inputs.size() && follows(inputs[end - 1], inputs[end])) ++end;
  return Text(inputs).subspan(begin, end - begin);
}

void Mutations::change_number(SizedInput& input) {
  auto value = static_cast<std::uint64_t>(input.input.value);
  switch (rng_.below(5)) {
    case 0: value ^= std::uint64_t{1} << rng_.below(input.width); break;
    case 1: value += static_cast<std::uint64_t>(rng_.between(-kSmall, kSmall)); break;
    case 2: value = static_cast<std::uint64_t>(rng_.between(-kSmall, kSmall)); break;
    case 3:
      value = 0;
      for (const char c : word()) value = value << kByteBits | static_cast<unsigned char>(c);
      break;
    default: value = rng_.next(); break;
  }
  const std::uint64_t mask = ~std::uint64_t{0} >> (64 - input.width);
  input.input.value = static_cast<std::int64_t>(value & mask);
}

void Mutations::change_text(Text text, const SizedInputs& other) {
  const std::size_t length = length_of(text);
  const std::size_t at = rng_.below(std::min(text.size(), length + 2));
  SizedInput& here = text[at];
  switch (rng_.below(14)) {
    case 0: set_byte(here, byte_of(here) ^ static_cast<std::uint8_t>(1U << rng_.below(kByteBits))); break;
    case 1: set_byte(here, static_cast<std::uint8_t>(rng_.next())); break;
    case 2:
    case 3: set_byte(here, byte(text)); break;
    case 4:
      set_byte(here, is_digit(byte_of(here)) ? static_cast<std::uint8_t>('0' + rng_.below(10))
                                             : static_cast<std::uint8_t>(byte_of(here) + rng_.between(-3, 3)));
      break;
    case 5: overwrite(text, at, word()); break;
    case 6: insert(text, at, word()); break;
    case 7: insert(text, at, std::string(1 + rng_.below(kLongestPiece), static_cast<char>(byte(text)))); break;
    case 8: insert(text, at, std::string(1, static_cast<char>(byte(text)))); break;
    case 9: erase(text, at, 1 + rng_.below(rng_.one_in(2) ? 1 : kLongestPiece)); break;
    case 10: insert(text, at, piece_of(text)); break;
    case 11: overwrite(text, at, piece_of(text)); break;
    case 12: insert(text, at, piece_of(other)); break;
    default:
      // Goes on as the other one does.
      for (std::size_t i = at; i < text.size() && i < other.size(); ++i) set_byte(text[i], byte_of(other[i]));
      break;
  }
}

void Mutations::insert(Text text, std::size_t at, const std::string& bytes) {
  for (std::size_t i = text.size(); i-- > at + bytes.size();) set_byte(text[i], byte_of(text[i - bytes.size()]));
  overwrite(text, at, bytes);
}

void Mutations::overwrite(Text text, std::size_t at, const std::string& bytes) {
  for (std::size_t i = 0; i < bytes.size() && at + i < text.size(); ++i)
    set_byte(text[at + i], static_cast<std::uint8_t>(bytes[i]));
}

void Mutations::erase(Text text, std::size_t at, std::size_t count) {
  for (std::size_t i = at; i < text.size(); ++i)
    set_byte(text[i], i + count < text.size() ? byte_of(text[i + count]) : 0);
}

std::string Mutations::piece_of(std::span<const SizedInput> text) {
  const std::size_t length = length_of(text);
  if (length == 0) return {};
  const std::size_t begin = rng_.below(length);
  const std::size_t size = 1 + rng_.below(rng_.one_in(4) ? length : kLongestPiece);
  std::string bytes;
  for (std::size_t i = begin; i < length && i < begin + size; ++i) bytes.push_back(static_cast<char>(byte_of(text[i])));
  return bytes;
}

std::string Mutations::word() { return words_.empty() ? std::string(1, ' ') : words_[rng_.below(words_.size())]; }

// One that has a meaning: of a word, or of the text itself.
std::uint8_t Mutations::byte(Text text) {
  if (rng_.one_in(3)) return byte_of(text[rng_.below(std::max<std::size_t>(length_of(text), 1))]);
  const std::string from = word();
  return static_cast<std::uint8_t>(from[rng_.below(from.size())]);
}

}  // namespace heddle::explore
