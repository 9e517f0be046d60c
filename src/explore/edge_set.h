#pragma once

#include <cstdint>
#include <vector>

namespace heddle::explore {

// Which edges of the control flow were taken, and how often, in all runs so far (trace::Trace::edges).
class EdgeSet {
 public:
  // Adds those of a run; how many were not there?
  std::size_t add(const std::vector<std::uint32_t>& edges) {
    std::size_t added = 0;
    for (const std::uint32_t edge : edges) {
      const std::size_t word = edge / kBits;
      const std::uint64_t bit = std::uint64_t{1} << (edge % kBits);
      if (word >= words_.size()) words_.resize(word + 1);
      if ((words_[word] & bit) != 0) continue;
      words_[word] |= bit;
      ++added;
    }
    return added;
  }

 private:
  static constexpr std::size_t kBits = 64;
  std::vector<std::uint64_t> words_;
};

}  // namespace heddle::explore
