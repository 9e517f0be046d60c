#include "runtime/schedule/idle_locks.h"

#include <algorithm>

#include "base/hash.h"
#include "runtime/anchor.h"
#include "runtime/memory/map_pages.h"

namespace heddle::runtime {

void IdleLocks::init() {
  slots_ = map_pages<std::uint64_t>(kSlots);
  if (!taken_.map(kMaxTaken) || !found_.map(kMaxTaken + 1)) die("no address space for locks");
}

void IdleLocks::start_run(const abi::Channel& channel, const abi::Slot& /*slot*/) {
  const abi::Settings& settings = channel.settings;
  enabled_ = settings.idle_locks && settings.visible == abi::Visible::kRacy &&
             settings.symbolic == abi::SymbolicValues::kInputs;
  found_.clear();
  taken_.clear();
  for (; applied_ < channel.cells_size; ++applied_) {
    if (channel.cells[applied_].is_lock) insert(channel.cells[applied_].address);
  }
}

bool IdleLocks::is_known(std::uint64_t lock) const {
  if (all_) return true;
  const auto is_it = [lock](std::uint64_t other) { return other == lock || other == abi::kAllLocks; };
  if (found_.size() != 0 && std::ranges::any_of(found_, is_it)) return true;
  for (std::uint64_t i = base::mix(lock);; ++i) {
    const std::uint64_t slot = slots_[i % kSlots];
    if (slot == 0 || slot == lock) return slot == lock;
  }
}

void IdleLocks::insert(std::uint64_t lock) {
  all_ = all_ || lock == abi::kAllLocks || ++count_ > kSlots / 2;
  if (is_known(lock)) return;
  std::uint64_t i = base::mix(lock);
  while (slots_[i % kSlots] != 0) ++i;
  slots_[i % kSlots] = lock;
}

// False if it came too often.
bool IdleLocks::note(trace::ThreadId thread, std::uint64_t lock) {
  const auto known =
      std::ranges::find_if(taken_, [&](const Taken& taken) { return taken.thread == thread && taken.lock == lock; });
  if (known != taken_.end()) return ++known->times < kMaxTimes;
  if (taken_.push({thread, 1, lock})) return true;
  found(abi::kAllLocks);
  return false;
}

bool IdleLocks::take(Thread& self, std::uint64_t lock, bool is_free) {
  if (!is_idle(lock)) return false;
  const bool is_only = self.idle.lock == 0 && self.all_locks.depth == 0;
  if (!is_free || !is_only || !note(self.id, lock)) {
    found(lock);
    return false;
  }
  self.idle = {lock, self.steps};
  return true;
}

bool IdleLocks::let_go(Thread& self, std::uint64_t lock) {
  if (self.idle.lock != lock) return false;
  const bool has_stepped = self.idle.steps != self.steps;
  self.idle = {};
  if (is_idle(lock) && !has_stepped) return true;
  found(lock);
  return false;
}

void IdleLocks::found(std::uint64_t lock) {
  if (!is_idle(lock)) return;
  if (!found_.push(lock)) return;  // all are then considered found
  abi::Slot& slot = *runtime().slot;
  ++runtime().channel->knowledge;
  slot.start_again = true;
  if (slot.found_cells_size == abi::kMaxCells) {
    slot.overflow |= static_cast<std::uint32_t>(abi::Overflow::kCells);
    return;
  }
  slot.found_cells[slot.found_cells_size++] = {.address = lock, .size = 0, .is_lock = true};
}

bool IdleLocks::may_order(trace::ThreadId a, trace::ThreadId b) {
  if (!enabled_) return false;
  for (const Taken& taken : taken_) {
    if (taken.thread == a || taken.thread == b) found(taken.lock);
  }
  return any_found();
}

void IdleLocks::end(const Thread& thread) {
  if (thread.idle.lock != 0) found(thread.idle.lock);
}

}  // namespace heddle::runtime
