#include "runtime/observe/held_reads.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "runtime/anchor.h"
#include "runtime/failures/uncontrolled.h"

namespace heddle::runtime {

namespace {

constexpr std::size_t kMaxHeld = std::size_t{1} << 16;
constexpr std::size_t kMaxBytes = std::size_t{1} << 30;

}  // namespace

bool HeldReads::map() { return held_.map(kMaxHeld) && bytes_.map(kMaxBytes); }

void HeldReads::start_run() {
  held_.clear();
  bytes_.clear();
}

void HeldReads::before_step(Thread& self, bool is_write, const heddle_place* place) {
  const ThreadState::LastRead& read = self.held;
  if (read.calls && has_written(self))
    report_uncontrolled("a library function that writes one of several shared variables too late", place);
  // The bytes are still those that it read: nobody else has run since.
  const bool belongs = is_write && !read.calls && read.size != 0 && read.steps == self.steps && read.place == place;
  if (belongs) hold(self, read.address, read.size);
}

void HeldReads::after_step(Thread& self, std::uint64_t address, std::uint64_t size, bool is_write,
                           const heddle_place* place) {
  const bool calls = self.held.calls;
  const trace::LocationId location = runtime().slot->operations[runtime().scheduler.operation_count() - 1].location;
  self.held = {address, is_write ? 0 : size, place, location, self.steps, calls};
  if (calls) return is_write ? hold_write(self, address, size) : hold(self, address, size);
  if (!is_write || held_.size() == 0) return;
  hold_write(self, address, size);
  show(self);
}

void HeldReads::end_call(Thread& self) {
  self.held = {};
  if (held_.size() != 0) show(self);
}

void HeldReads::before_callback(const Thread& self, const heddle_place* place) const {
  if (has_written(self)) report_uncontrolled("a library function that writes shared memory after what it calls", place);
}

bool HeldReads::has_written(const Thread& self) const {
  return std::any_of(held_.begin(), held_.end(),
                     [&](const Held& held) { return held.thread == self.id && held.is_write; });
}

void HeldReads::hold(const Thread& self, std::uint64_t address, std::uint64_t size) {
  const std::uint64_t offset = bytes_.size();
  std::uint8_t* const bytes = bytes_.extend(size);
  if (bytes == nullptr || !held_.push({.thread = self.id, .address = address, .size = size, .bytes = offset}))
    return report_uncontrolled("a copy that is too large to be explored", nullptr);
  std::memcpy(bytes, reinterpret_cast<const void*>(address), size);
}

void HeldReads::hold_write(const Thread& self, std::uint64_t address, std::uint64_t size) {
  if (!held_.push({.thread = self.id, .address = address, .size = size, .bytes = bytes_.size(), .is_write = true}))
    report_uncontrolled("a copy that is too large to be explored", nullptr);
}

void HeldReads::show(Thread& self) {
  bool any = false;
  for (Held& held : held_) {
    if (held.thread != self.id || held.is_write) continue;
    show(held);
    any = any || held.is_shown;
  }
  if (any) {
    runtime().scheduler.shows_past();
  } else {
    drop(self.id);
  }
}

void HeldReads::show(Held& held) {
  if (std::memcmp(reinterpret_cast<const void*>(held.address), &bytes_[held.bytes], held.size) == 0) return;
  // What others have left there since may be an expression, which does not belong to the value that is shown.
  SymbolicState& symbolic = runtime().symbolic;
  if (symbolic.memory().any(held.address, held.size)) {
    symbolic.fix_memory(held.address, held.size, "what another thread writes during a copy", nullptr);
    symbolic.memory().clear(held.address, held.size);
  }
  held.is_shown = true;
  swap(held);
}

void HeldReads::swap(Held& held) {
  auto* const memory = reinterpret_cast<std::uint8_t*>(held.address);
  std::swap_ranges(memory, memory + held.size, &bytes_[held.bytes]);
}

bool HeldReads::is_written(trace::ThreadId thread, std::uint64_t address) const {
  return std::any_of(held_.begin(), held_.end(), [&](const Held& held) {
    return held.thread == thread && held.is_write && address - held.address < held.size;
  });
}

void HeldReads::hide() {
  const trace::ThreadId self = runtime().scheduler.current().id;
  for (std::size_t i = held_.size(); i-- != 0;) {
    const Held& held = held_[i];
    if (held.thread != self || !held.is_shown) continue;
    auto* const memory = reinterpret_cast<std::uint8_t*>(held.address);
    for (std::uint64_t at = 0; at < held.size; ++at) {
      if (!is_written(self, held.address + at)) memory[at] = bytes_[held.bytes + at];
    }
  }
  drop(self);
}

void HeldReads::drop(trace::ThreadId thread) {
  for (Held& held : held_) {
    if (held.thread == thread) held.thread = trace::ThreadId::none();
  }
  while (held_.size() != 0 && !held_[held_.size() - 1].thread.valid()) {
    bytes_.shrink(held_[held_.size() - 1].bytes);
    held_.shrink(held_.size() - 1);
  }
}

}  // namespace heddle::runtime
