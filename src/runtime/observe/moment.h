#pragma once

#include <cstdint>

#include "abi/instrumented.h"
#include "runtime/memory/mapped_array.h"
#include "runtime/memory/painted.h"
#include "runtime/race/shadow.h"

namespace heddle::runtime {

struct Runtime;
struct Thread;

// What the running thread has accessed since its last step, as long as others exist: accesses that repeat these need
// not be announced (docs/how-it-runs.md, "What repeats an access"). They are marks in the table of abi/instrumented.h;
// where only a part of 8 bytes was accessed, the hook remembers it instead.
// 1. A granule is marked only if it is kWhole, belongs to no location, and everything that an access to any of its
//    bytes would tell (race/detector.h, access_log.h) has been told in this moment. kWrittenNow: reads and writes;
//    kReadNow: reads.
// 2. A moment ends with a step, and whenever the thread publishes something without one; then all marks are gone. So
//    they always concern the running thread, and its clock is the same.
// 3. Writes are announced as long as they may have no effect in a loop that waits (spin.h).
// While a thread is alone there are no marks: quiet.h. Owned by the runtime.
class Moment {
 public:
  bool map();
  // Must be called after the visible cells are known.
  void start_run();

  // The thread has made an access that was announced and is no step.
  [[gnu::always_inline]] void add(Runtime& rt, std::uint64_t address, std::uint64_t size, bool is_write) {
    if (++announced_ >= first_) note(rt, address, size, is_write);
  }
  // Is it remembered? For bytes of one granule.
  [[gnu::always_inline]] bool remembers(std::uint64_t address, std::uint64_t size, bool is_write) const {
    const Remembered& one = remembered_[index_of(address)];
    const std::uint64_t key = key_of(address, size);
    if (one.moment != number_ || (one.key | (is_write ? 0 : kWritten)) != (key | kWritten)) return false;
    // Not if it may fault, or has become other memory.
    const std::uint8_t state = byte_of(address);
    return state != 0 && !is_fresh(state) && address % kGranuleBytes + size <= open_bytes(state) &&
           open_bytes(state) <= kWhole && (!is_write || keeps_writes_);
  }

  void end() {
    announced_ = 0;
    if (has_any_) [[unlikely]]
      forget();
  }
  // The head of a loop: whether the next writes have an effect is not known.
  void tell_writes() {
    if (has_any_) keep_writes(false);
  }

 private:
  // Consecutive granules in the table.
  struct Marks {
    std::uint8_t* begin;
    std::uint8_t* end;
  };
  // Earlier accesses of a moment are not worth the trouble: most moments of most programs are short.
  static constexpr std::uint32_t kFirst = 8;
  // If there are more, all of them are taken back.
  static constexpr std::size_t kMaxMarks = std::size_t{1} << 16;
  static constexpr std::size_t kRefused = 16;
  // Equals none of the table's bytes.
  static constexpr std::uint8_t kNever = 0xff;

  // The address and size of an access, and whether it wrote.
  struct Remembered {
    std::uint64_t key = 0;
    std::uint32_t moment = 0;
  };
  static constexpr std::size_t kRemembered = 1024;
  static constexpr std::uint64_t kWritten = 1;
  static constexpr int kSizeShift = 1;
  static constexpr int kAddressShift = 8;
  static std::uint64_t key_of(std::uint64_t address, std::uint64_t size) {
    return address << kAddressShift | size << kSizeShift;
  }
  static std::size_t index_of(std::uint64_t address) { return (address >> 2 ^ address >> 12) % kRemembered; }

  static void set_now(std::uint64_t where, std::uint8_t value) { *reinterpret_cast<std::uint8_t*>(where) = value; }
  void keep_writes(bool keep) {
    keeps_writes_ = keep;
    set_now(HEDDLE_QUIET_NOW, keep ? kWrittenNow : kNever);
  }

  void note(Runtime& rt, std::uint64_t address, std::uint64_t size, bool is_write);
  void mark_granule(Runtime& rt, const Thread& self, std::uint64_t granule);
  void admit(Runtime& rt, std::uint64_t granule);
  void add_mark(std::uint8_t& byte, std::uint8_t state);
  void unmark();
  void forget();

  MappedArray<Marks> marks_;
  Remembered remembered_[kRemembered];  // by address
  std::uint32_t number_ = 1;            // of the moment
  std::uint32_t first_ = kFirst;
  std::uint32_t announced_ = 0;           // accesses of the moment
  bool has_any_ = false;                  // marks, or something remembered
  bool keeps_writes_ = false;             // writes that repeat others need not be announced
  std::uint64_t refused_[kRefused] = {};  // pages whose bytes may not be marked, by number
  bool possible_ = false;                 // in this run
};

}  // namespace heddle::runtime
