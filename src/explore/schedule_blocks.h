#pragma once

#include <cstddef>
#include <vector>

#include "trace/test.h"

namespace heddle::explore {

// Consecutive steps of one thread in a schedule.
struct Block {
  trace::ThreadId thread;
  std::size_t begin = 0;
  std::size_t end = 0;
};

inline std::vector<Block> blocks_of(const std::vector<trace::Step>& schedule) {
  std::vector<Block> blocks;
  for (std::size_t i = 0; i < schedule.size(); ++i) {
    if (blocks.empty() || blocks.back().thread != schedule[i].thread) blocks.push_back({schedule[i].thread, i, i});
    blocks.back().end = i + 1;
  }
  return blocks;
}

}  // namespace heddle::explore
