#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "abi/channel.h"
#include "base/bytes.h"

namespace heddle::native {

// What runs have taught the channel, as bytes: the vocabulary, what was found to be visible, who uses which memory.
// Expressions are left out: the explorer has its own (ImportedExpressions), and a new target creates them again.
class ChannelKnowledge {
 public:
  // Appends what has changed since the last call, or all of it.
  void save(abi::Channel& channel, bool all, std::string& bytes);
  // The inverse, one call after another; false if the bytes are not of this form.
  static bool load(base::ByteReader& in, abi::Channel& channel);

 private:
  static constexpr std::size_t kTables = 12;

  std::array<std::string, kTables> saved_;  // the content of the tables
};

}  // namespace heddle::native
