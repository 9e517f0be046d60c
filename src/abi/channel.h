#pragma once

#include <cstdint>

#include "abi/capture.h"
#include "abi/knowledge.h"
#include "abi/settings.h"
#include "abi/slot.h"
#include "abi/turns.h"
#include "abi/vocabulary.h"

// The memory that Heddle and the tested program share: tests go in, traces come out, each in its own slot, and the
// vocabulary says what the ids in the traces mean. It belongs to the explorer and outlives the target, so that the
// trace of a run that killed its process is still there, and a new target continues with the same ids. The file is
// sparse: what is not used costs nothing.

namespace heddle::abi {

inline constexpr std::uint32_t kChannelMagic = 0x6c646568;  // "hedl"
inline constexpr std::uint32_t kChannelVersion = 11;
// The environment variable that holds the number of the descriptor of the channel.
inline constexpr const char* kChannelVariable = "HEDDLE_CHANNEL";

// What the ids mean and what runs have shown is used everywhere, so that it is part of the channel itself.
struct Channel : Vocabulary, Knowledge {
  std::uint32_t magic = kChannelMagic;
  std::uint32_t version = kChannelVersion;
  Turns turns;
  Settings settings;

  // Written by the explorer while no tests are in flight.
  std::uint32_t targets = 0;  // processes started
  std::uint32_t repeat = 0;   // run each test this many more times before answering, for measurements

  // Written by the target, about itself.
  std::uint64_t load_address = 0;  // added to the addresses in the executable file
  Text died = 0;                   // why the runtime ended the process
  bool constructing = false;       // the program's constructors are running, before any run

  Slot slots[kSlots];
  Capture captured;  // by the last run with Slot::capture

  Learnt learnt() const {
    return {known(),
            knowledge,
            {overflow, weak_orders, twins_differ, assumed, uncontrolled_size, fixed_size, compared_size,
             found_compared_size, watched_cells_size, lent_size, usages_size, cells_size, wants_fork, changes_files}};
  }
};

}  // namespace heddle::abi
