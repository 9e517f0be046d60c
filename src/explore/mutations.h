#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/rng.h"
#include "trace/test.h"

namespace heddle::explore {

// The inputs of a run, with their widths in bits.
struct SizedInput {
  trace::InputValue input;
  unsigned width = 0;
};
using SizedInputs = std::vector<SizedInput>;

// Changes inputs at random, as fuzzers do: bits, bytes, numbers; and texts, which are inputs of one byte each in a row:
// parts move, come twice, are left out, are exchanged with words of the program or with parts of other texts.
class Mutations {
 public:
  Mutations(std::vector<std::string> words, std::uint64_t seed) : words_(std::move(words)), rng_(seed) {}

  // `other` are those of another run, or the same.
  void change(SizedInputs& inputs, const SizedInputs& other);

 private:
  using Text = std::span<SizedInput>;

  void change_number(SizedInput& input);
  void change_text(Text text, const SizedInputs& other);
  // The text around an input of one byte.
  static Text text_around(SizedInputs& inputs, std::size_t at);
  void insert(Text text, std::size_t at, const std::string& bytes);
  static void overwrite(Text text, std::size_t at, const std::string& bytes);
  static void erase(Text text, std::size_t at, std::size_t count);
  // Some bytes of the text, from a random place.
  std::string piece_of(std::span<const SizedInput> text);
  std::string word();
  std::uint8_t byte(Text text);

  std::vector<std::string> words_;
  base::Rng rng_;
};

}  // namespace heddle::explore
