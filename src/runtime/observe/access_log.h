#pragma once

#include <cstdint>

#include "abi/channel.h"
#include "runtime/race/detector.h"
#include "runtime/schedule/scheduler.h"

namespace heddle::runtime {

// Which threads access which memory, over all runs, and on demand a record of those accesses that may be raced on by
// threads of other runs (Settings::record_accesses; docs/how-it-runs.md, "What is a step").
// 1. Memory is *watched* from when two threads have accessed it, one of them writing, or when it has plain and atomic
//    accesses; accesses to it are recorded. Earlier ones were not, so the exploration starts again then.
// 2. What is known outlives the process: whatever is new is also in the channel, and learn() takes over what other
//    processes, forked ones or earlier targets, have put there.
// 3. Where there is no room for a record, the memory becomes visible instead: its accesses are steps then.
// Owned by the runtime.
class AccessLog {
 public:
  void init(abi::Channel& channel, RaceDetector& races);
  // Between runs.
  void learn();
  // The same; from now on nobody else adds to what is in the channel.
  void learn_all();
  void start_run();

  // A plain access that is no step.
  void plain(const Thread& thread, std::uint64_t address, std::uint64_t size, bool is_write) {
    if (!adds_nothing(thread, address, size, is_write)) note_plain(thread, address, size, is_write);
  }
  // Is it certain that the access is of no interest here?
  [[gnu::always_inline]] bool adds_nothing(const Thread& thread, std::uint64_t address, std::uint64_t size,
                                           bool is_write) const {
    const abi::Settings& settings = channel_->settings;
    if (settings.visible != abi::Visible::kShared && !settings.record_accesses) return true;
    return address % kGranuleBytes + size <= kGranuleBytes && Shadow::at(address).watched == 0 &&
           races_->adds_nothing(thread.id, address, size, is_write);
  }
  // An atomic access, after its step, to a cell that has plain ones, too.
  void atomic(const Thread& thread, std::uint64_t address, std::uint64_t size, bool is_write);
  // Behind a join: to what the joined threads may have left elsewhere than in memory (the result of a thread, a file),
  // or by code that is not seen. It is recorded as an access to no bytes.
  void other(const Thread& thread);
  // Is what a thread does that has joined all others of interest?
  bool tells_behind_joins() const;
  // A cell of atomic accesses is new.
  void add_atomic(std::uint64_t address, std::uint64_t size);

  static bool is_watched(std::uint64_t address) {
    return (Shadow::at(address).watched & Shadow::mask(address, address + 1)) != 0;
  }
  // Accesses are recorded from now on; if they were not before, the exploration starts again.
  void watch(std::uint64_t address, std::uint64_t size);

 private:
  // A record that is in the channel, so that a loop does not repeat it.
  struct Recent {
    trace::Access access;
    std::uint32_t run = 0;
  };
  static constexpr std::uint32_t kRecent = 1024;

  void note_plain(const Thread& thread, std::uint64_t address, std::uint64_t size, bool is_write);
  // Is the memory shared: accessed by two threads, one of which has written?
  bool note(trace::ThreadId thread, std::uint64_t address, std::uint64_t size, bool is_write);
  void publish(const abi::UsageRecord& record);
  void record(const trace::Access& access);
  bool set_watched(std::uint64_t address, std::uint64_t size);

  abi::Channel* channel_ = nullptr;
  RaceDetector* races_ = nullptr;
  Recent* recent_ = nullptr;  // by hash
  std::uint32_t usages_ = 0;  // so many of Channel::usages are known
  std::uint32_t watched_ = 0;
  // Those before are what other processes may have read already: they do not grow any more.
  std::uint32_t first_usages_ = 0;
  std::uint32_t first_watched_ = 0;
  std::uint32_t run_ = 0;
};

}  // namespace heddle::runtime
