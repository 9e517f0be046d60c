#pragma once

#include <array>
#include <cstdint>

#include "abi/channel.h"
#include "runtime/observe/visible_cells.h"
#include "trace/operation.h"

namespace heddle::runtime {

struct Thread;

// What was announced about the next atomic access: __heddle_retry_next.
struct RetryNext {
  std::uint64_t address = 0;  // 0: nothing was announced
  bool leaves = false;
  std::uint64_t value = 0;
  std::int32_t read_begin = 0;
  std::int32_t read_end = 0;
  const std::uint64_t* fixed = nullptr;
  std::uint32_t count = 0;
};

// Loops that try to replace what an atomic variable points to, until a compare-exchange succeeds. The turns that fail
// are left out, and of the last one the load and the compare-exchange are one step: docs/how-it-runs.md, "Loops that
// try again". That is only allowed where no plain access of a turn that is left out could have had a race:
// 1. What turns read where the variable points to (LocationRecord::read_begin) is not written once the variable has
//    been changed, in any run: such turns may still read it.
// 2. What they access at an address of their own, they access in order with the others whatever they have learnt from
//    the variable.
// 3. None of these accesses is a step.
// Where a run finds one of these to be wrong, the exploration starts again with each access a step.
class Retries {
 public:
  void start_run() {
    ++run_;
    used_ = 0;
  }

  // May the loop that was announced be treated like this? Notes what it reads.
  static bool may_begin(VisibleCells::Cell& cell, trace::LocationId location, const RetryNext& next);
  // The thread is about to take such a step, and has not yet learnt anything from it.
  static void begin(Thread& self, const trace::Operation& op, const RetryNext& next);
  // Is this compare-exchange, of the running thread, part of its last step?
  static bool completes(const Thread& self, std::uint64_t address);
  // The thread makes a step within the turn (3).
  static void interrupted(Thread& self);

  // An atomic access has changed something.
  void changed(const trace::Operation& op, const abi::LocationRecord& record) {
    if (record.read_begin != record.read_end) [[unlikely]]
      keep(op, record);
  }
  // A thread is about to write here, and others exist (1).
  void written(std::uint64_t address, std::uint64_t size) {
    if (used_ != 0) [[unlikely]]
      find(address, size);
  }

 private:
  // A word that turns may read, and the variable that led there.
  struct Entry {
    std::uint64_t word = 0;
    std::uint32_t run = 0;
    trace::LocationId location;
  };
  static constexpr std::size_t kEntries = 4096;
  static constexpr std::size_t kMost = kEntries / 2;

  void keep(const trace::Operation& op, const abi::LocationRecord& record);
  void find(std::uint64_t address, std::uint64_t size);
  Entry& entry_of(std::uint64_t word);
  static void give_up(trace::LocationId location);

  std::array<Entry, kEntries> entries_;  // by a hash of the word
  std::size_t used_ = 0;                 // in this run
  std::uint32_t run_ = 0;
};

}  // namespace heddle::runtime
