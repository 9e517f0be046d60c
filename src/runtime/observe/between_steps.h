#pragma once

#include <cstdint>

#include "abi/channel.h"
#include "abi/instrumented.h"
#include "runtime/observe/explainer.h"

namespace heddle::runtime {

// What threads read and write between their steps, for the story of a finding: the data under a lock, say. Only what
// several threads use is worth words, and that is known only at the end of a run; so it takes two runs with
// Slot::capture, the first of which (Slot::gathers) finds out which memory that is. Other runs do not use it.
// 1. Between two steps a repetition is not recorded, nor more than kMostOfPlace accesses of one place, and of these
//    only to kMostNamesOfPlace variables: one call of a container's function looks at many parts of it. So a long loop
//    costs no words, and leaves room for what comes after it; finding out what is one too many is bounded as well.
// Owned by the runtime.
class BetweenSteps {
 public:
  // Of an access, at most this much is looked at: its size may be garbage.
  static constexpr std::uint64_t kMostBytes = 1 << 16;
  void start_run(abi::Channel& channel, const abi::Slot& slot);

  // An access of the running thread that is not a step. What it writes has not been written yet.
  void access(trace::ThreadId thread, Explainer::Bytes bytes, bool is_write, const heddle_place* place);
  // Now it has.
  void settle();

 private:
  static constexpr std::uint32_t kMostOfPlace = 32;
  static constexpr std::uint32_t kMostNamesOfPlace = 8;
  static constexpr std::uint32_t kMostTooMany = 256;
  static constexpr std::uint32_t kMostOfSegment = 256;
  static constexpr std::uint32_t kNone = UINT32_MAX;

  void gather(trace::ThreadId thread, Explainer::Bytes bytes, bool is_write);
  // The entry for these 8 bytes, or the empty one where it would be; null if the table is full.
  abi::UsedGranule* find(std::uint64_t granule);
  bool is_shared(Explainer::Bytes bytes);
  bool adds_nothing(const abi::BetweenRecord& record);
  bool is_one_too_many(const abi::BetweenRecord& record, const MemoryName& name);
  abi::Text value(const MemoryName& name, Explainer::Bytes bytes);

  abi::Channel* channel_ = nullptr;
  const abi::Slot* slot_ = nullptr;
  std::uint32_t last_write_ = kNone;  // whose value afterwards is not known yet
  std::uint32_t segment_ = 0;         // the first record since the last step
  std::uint32_t too_many_ = 0;        // accesses that were one too many, since the last step
  const char* file_ = nullptr;        // of the last place, and its text in the channel
  abi::Text file_text_ = 0;
};

}  // namespace heddle::runtime
