#pragma once

#include <cstdint>

#include "abi/channel.h"

namespace heddle::runtime {

// The table of what steps operate on: memory cells, locks, condition variables and so on. An object has the same id in
// every run in which it begins with the same state at the same address; the records are in the channel, so that a new
// target continues with the same ids.
//
// Also the state of each location in the current run (trace/semantics.h). Owned by the runtime.
class Locations {
 public:
  static constexpr bool kOutlivesRuns = true;  // states contain the number of their run

  struct State {
    std::uint32_t run = 0;  // what earlier runs left is stale
    std::int64_t state = 0;
  };

  void init(abi::Channel& channel);
  void start_run(std::uint32_t run) {
    run_ = run;
    learn();
  }
  // Takes over what other processes have added: earlier targets and forked ones.
  void learn();

  // The location of an object of this kind at this address. If there is no room, an existing one (and an overflow is
  // recorded in the channel).
  trace::LocationId of(abi::LocationKind kind, const void* address, std::uint64_t size = 0, std::int64_t initial = 0,
                       std::uint32_t generation = 0);

  // Its state in this run.
  State& state(trace::LocationId id) {
    State& s = states_[id.index()];
    if (s.run != run_) s = {run_, channel_->locations[id.index()].initial};
    return s;
  }
  // The same for one that has been accessed in this run.
  std::int64_t& known_state(trace::LocationId id) { return states_[id.index()].state; }
  // Has it been accessed in this run?
  bool is_fresh(trace::LocationId id) const { return states_[id.index()].run != run_; }
  // Has it been accessed in this run, and is this the state that the last step left?
  bool is_known(trace::LocationId id, std::int64_t now) const {
    return states_[id.index()].run == run_ && states_[id.index()].state == now;
  }
  const abi::LocationRecord& record(trace::LocationId id) const { return channel_->locations[id.index()]; }
  abi::LocationRecord& record(trace::LocationId id) { return channel_->locations[id.index()]; }
  // A run has shown this of a location: one of the flags of its record.
  void learn(bool& flag) const {
    if (flag) return;
    flag = true;
    ++channel_->knowledge;
  }

 private:
  static constexpr std::uint32_t kSlots = 1 << 21;

  static constexpr std::size_t kRecent = 64;

  std::uint32_t& slot(const abi::LocationRecord& key);

  abi::Channel* channel_ = nullptr;
  State* states_ = nullptr;             // by location
  std::uint32_t* slots_ = nullptr;      // open addressing: 1 + location
  std::uint32_t recent_[kRecent] = {};  // the most recently used slots, by address
  std::uint32_t run_ = 0;
  std::uint32_t known_ = 0;  // this many records of the channel are in slots_
};

// The content of memory as the state of a location: the number, or a hash if it is larger than 8 bytes. Numbers of
// four bytes keep their sign.
inline std::int64_t content(const void* address, std::uint64_t size);
// The same for a value that is not in memory.
std::int64_t content_of(std::uint64_t low, std::uint64_t high, std::uint64_t size);

// The same for sizes that are not those of a number.
[[gnu::noinline]] std::int64_t content_of_object(const void* address, std::uint64_t size);

inline std::int64_t content(const void* address, std::uint64_t size) {
  const auto load = [address]<class Number>(Number number) {
    __builtin_memcpy(&number, address, sizeof number);
    return static_cast<std::int64_t>(number);
  };
  if (size == 4) [[likely]]
    return load(std::int32_t{});
  if (size == 8) return load(std::int64_t{});
  if (size == 1) return load(std::uint8_t{});
  if (size == 2) return load(std::uint16_t{});
  return content_of_object(address, size);
}

}  // namespace heddle::runtime
