#pragma once

#include <cstdint>
#include <vector>

#include "explore/interference/scenario_events.h"
#include "trace/executor.h"

namespace heddle::explore::interference {

// The parts of threads in which they hold a lock: mutexes and readers-writer locks, which only their holders unlock.
class LockBlocks {
 public:
  static constexpr std::uint32_t kNothing = UINT32_MAX;

  struct Block {
    std::uint32_t cell = 0;
    std::uint32_t thread = 0;
    std::uint32_t acquire = 0;         // the event
    std::uint32_t release = kNothing;  // kNothing: the thread keeps it
    bool is_shared = false;            // with other readers
  };

  explicit LockBlocks(const trace::Executor& executor) : executor_(&executor) {}

  void start(const ScenarioEvents& events);
  // The blocks of a cell, ordered by thread and event. None if more matters there than who holds it.
  const std::vector<Block>& of(std::uint32_t cell) const { return blocks_[cell]; }
  // Is there an object for whose order more matters than who holds it?
  bool has_others() const { return has_others_; }

 private:
  void add(const ScenarioEvents& events, std::uint32_t e);
  bool release(std::uint32_t cell, std::uint32_t e, std::uint32_t thread, bool is_shared);

  const trace::Executor* executor_;
  std::vector<std::vector<Block>> blocks_;  // by cell
  std::vector<bool> is_other_;              // by cell
  bool has_others_ = false;
};

}  // namespace heddle::explore::interference
