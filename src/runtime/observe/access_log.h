#pragma once

#include <cstdint>

#include "abi/channel.h"
#include "runtime/race/detector.h"
#include "runtime/schedule/scheduler.h"

namespace heddle::runtime {

// Which threads access which memory, over all runs, and, on demand, a record of those accesses that threads of other
// runs may race with (Settings::record_accesses; docs/how-it-runs.md, "What is a step").
// 1. Memory is *watched* once two threads have accessed it, one of them writing, or once it has plain and atomic
//    accesses; from then on accesses to it are recorded. Earlier ones were not, so the exploration starts again.
// 2. What is known outlives the process: everything new is also put into the channel, and learn() takes over what other
//    processes, forked ones or earlier targets, have put there.
// 3. Where there is no room for a record, the memory becomes visible instead: its accesses are then steps.
// Owned by the runtime.
class AccessLog {
 public:
  void init(abi::Channel& channel, RaceDetector& races);
  // Between runs.
  void learn();
  // The same; from now on nobody else adds to what is in the channel.
  void learn_all();
  void start_run();

  // A plain access that is not a step.
  void plain(const Thread& thread, std::uint64_t address, std::uint64_t size, bool is_write) {
    if (!adds_nothing(thread, address, size, is_write)) note_plain(thread, address, size, is_write);
  }
  // Is it certain that the access does not matter here?
  [[gnu::always_inline]] bool adds_nothing(const Thread& thread, std::uint64_t address, std::uint64_t size,
                                           bool is_write) const {
    const abi::Settings& settings = channel_->settings;
    if (settings.visible != abi::Visible::kShared && !settings.record_accesses) return true;
    return address % kGranuleBytes + size <= kGranuleBytes && Shadow::at(address).watched == 0 &&
           races_->adds_nothing(thread.id, address, size, is_write);
  }
  // An atomic access, after its step, to a cell that also has plain ones.
  void atomic(const Thread& thread, std::uint64_t address, std::uint64_t size, bool is_write);
  // After a join: an access to something that the joined threads may have left other than in memory (the result of a
  // thread, a file), or by code that is not seen. It is recorded as an access to no bytes.
  void other(const Thread& thread);
  // Does it matter what a thread does that has joined all others?
  bool tells_behind_joins() const;
  // There is a new cell of atomic accesses.
  void add_atomic(std::uint64_t address, std::uint64_t size);

  static bool is_watched(std::uint64_t address) {
    return (Shadow::at(address).watched & Shadow::mask(address, address + 1)) != 0;
  }
  // Accesses are recorded from now on; if they were not before, the exploration starts again.
  void watch(std::uint64_t address, std::uint64_t size);

 private:
  // A record that is already in the channel, so that a loop does not repeat it.
  struct Recent {
    trace::Access access;
    std::uint32_t run = 0;
  };
  static constexpr std::uint32_t kRecent = 1024;

  void note_plain(const Thread& thread, std::uint64_t address, std::uint64_t size, bool is_write);
  // Is the memory shared: accessed by two threads, one of which wrote?
  bool note(trace::ThreadId thread, std::uint64_t address, std::uint64_t size, bool is_write);
  void publish(const abi::UsageRecord& record);
  void record(const trace::Access& access);
  bool set_watched(std::uint64_t address, std::uint64_t size);

  abi::Channel* channel_ = nullptr;
  RaceDetector* races_ = nullptr;
  Recent* recent_ = nullptr;  // by hash
  std::uint32_t usages_ = 0;  // this many of Channel::usages are known
  std::uint32_t watched_ = 0;
  // Other processes may already have read the earlier ones: those do not grow any more.
  std::uint32_t first_usages_ = 0;
  std::uint32_t first_watched_ = 0;
  std::uint32_t run_ = 0;
};

}  // namespace heddle::runtime
