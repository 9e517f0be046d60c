#pragma once

#include <cstdint>

#include "abi/channel.h"
#include "abi/instrumented.h"
#include "runtime/memory/layout.h"
#include "runtime/memory/mapped_array.h"
#include "runtime/memory/snapshot.h"

namespace heddle::runtime {

struct Thread;

// Plain accesses that are not announced. While one thread is *alone*, all others having been joined or not created yet,
// its accesses come after all earlier ones and before all later ones of other threads, in this run and in every other
// one: none of them can race, and it does not matter who uses which memory (docs/how-it-runs.md, "Alone"). Instrumented
// code then reads the table of abi/instrumented.h and calls no hook.
// 1. The byte of a granule is kWhole only if all its 8 bytes may be accessed and are writable, none of them is visible
//    (so that the access would be a step), and none of them has an expression. The heap and the stack variables paint
//    their parts themselves (memory/painted.h).
// 2. Elsewhere a page is admitted when it is accessed, and stays admitted from run to run.
// 3. A write that was not announced counts as an effect at the next head of a loop (spin.h).
// Owned by the runtime; its table has a fixed address.
class Quiet {
 public:
  // The bound on granules of visible cells; if it is hit, all accesses are announced.
  static constexpr std::size_t kMaxVisible = std::size_t{1} << 22;
  // At most this many accesses after joins are announced in a run.
  static constexpr std::uint32_t kMaxTold = 1 << 12;

  bool map();

  // Main is alone. Must be called after the visible cells are known.
  void start_run(const abi::Channel& channel, const abi::Slot& slot);
  void end_run();
  // The running thread is alone from now on, or no longer.
  void begin();
  void end(Thread& self);
  // The same if it has joined all others: what it sees of what they have left is announced, if `tells`, as long as
  // there are few such accesses (docs/unfolding.md, "Joins that carry nothing").
  void begin_behind_join(bool tells);
  bool tells_behind_join() const { return tells_; }
  // There is another one; false if there are too many.
  bool tell_another();
  // Would it be unannounced if the thread had been alone from the start? Then it must not have any other effect,
  // either.
  static bool is_untold(std::uint64_t address, std::uint64_t size, bool is_write);

  // Is the running thread alone?
  bool alone() const { return alone_; }
  // And do its accesses therefore not matter, except for the heap and visible cells?
  bool holds() const { return holds_; }

  // Are all visible cells in the table?
  bool knows_visible() const { return !full_; }

  // An access that is announced: it may fault. Its place does not go to __heddle_place, because other operations would
  // then get a place that depends on what was announced.
  void note_place(std::uint64_t address, std::uint64_t size, const heddle_place* place) {
    last_access_ = {address, size, place, __heddle_place};
  }
  // The place of a fault at this address; null stands for __heddle_place.
  const heddle_place* place_of_fault(std::uint64_t address) const;

  // Plain accesses to these bytes are steps.
  void add_visible(std::uint64_t address, std::uint64_t size);
  // There is a new block.
  void on_allocate(std::uint64_t address, std::uint64_t size) {
    // They are the beginnings of granules, and a variable may begin within one.
    if (first_visible_ < address + size && address < last_visible_ + kGranuleBytes) [[unlikely]]
      tell_visible(address, address + size);
  }
  // There are values with expressions there: code looks for them only where accesses are announced.
  void add_symbolic(std::uint64_t address, std::uint64_t size);
  // The page of this address, which has no expressions, was accessed by a hook.
  void admit(std::uint64_t address, const Snapshot& snapshot);

  // Has the thread written without announcing it since this was last asked?
  bool take_wrote() {
    if (!wrote()) return false;
    wrote() = false;
    return true;
  }
  // The next iteration of a loop is announced, if enough of them were not: the loop may be one that waits.
  void listen();
  // An iteration has ended. `is_new`: the loop was entered.
  void at_loop_head(bool is_new) {
    if (is_new) turns_left_ = turns_ = 1;
    if (listens_) [[unlikely]]
      stop_listening();
  }

 private:
  // Equals none of the table's bytes.
  static constexpr std::uint8_t kNever = 0xff;

  static void set_now(std::uint8_t value) {
    *reinterpret_cast<std::uint8_t*>(HEDDLE_QUIET_NOW) = value;
    *reinterpret_cast<std::uint8_t*>(HEDDLE_QUIET_READ_NOW) = value | 1;
  }
  static bool& wrote() { return *reinterpret_cast<bool*>(HEDDLE_QUIET_WROTE); }
  void stop_listening();
  void tell(std::uint64_t granule);
  void tell_visible(std::uint64_t begin, std::uint64_t end);

  MappedArray<std::uint64_t> visible_;  // the granules of visible cells; sorted up to sorted_
  std::size_t sorted_ = 0;
  std::uint64_t first_visible_ = UINT64_MAX;
  std::uint64_t last_visible_ = 0;
  std::uint32_t turns_ = 1;  // of a loop, before the next one that is announced
  std::uint32_t turns_left_ = 1;
  struct LastAccess {
    std::uint64_t address = 0;
    std::uint64_t size = 0;
    const heddle_place* place = nullptr;
    const heddle_place* before = nullptr;  // __heddle_place
  };
  LastAccess last_access_;
  bool possible_ = false;  // in this run
  bool full_ = false;
  bool alone_ = false;
  bool holds_ = false;
  bool listens_ = false;
  bool tells_ = false;      // after a join
  std::uint32_t told_ = 0;  // announced accesses in this run
};

}  // namespace heddle::runtime
