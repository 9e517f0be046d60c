#include "runtime/observe/quiet.h"

#include <algorithm>
#include <cstring>

#include "abi/instrumented.h"
#include "runtime/memory/painted.h"
#include "runtime/schedule/scheduler.h"

namespace heddle::runtime {

static_assert(kQuietTable == HEDDLE_QUIET_TABLE && kQuietTableSize == HEDDLE_QUIET_SIZE &&
              kQuietGranuleBits == HEDDLE_QUIET_GRANULE_BITS);

namespace {

constexpr std::uint64_t kGranule = std::uint64_t{1} << kQuietGranuleBits;
constexpr std::uint32_t kMostTurns = 1 << 16;

// The writable memory around this address that stays mapped; empty if unknown. Elsewhere an access may fault, and a
// hook must record its place.
Snapshot::Piece writable_around(std::uint64_t address, const Snapshot& snapshot) {
  const std::uint64_t in_stacks = address - kStackBase;
  if (in_stacks >= kStacksSize) return snapshot.piece_of(address);
  const std::uint64_t top = stack_top(in_stacks / kStackStride);
  const Snapshot::Piece stack{top - kStackSize + kPageSize, top};  // the lowest page is a guard
  return address >= stack.begin && address < stack.end ? stack : Snapshot::Piece{};
}

}  // namespace

bool Quiet::map() {
  constexpr std::uintptr_t kHeapShadowEnd = kHeapShadowBase + kHeapShadowSize;
  const std::uintptr_t begin = align_down(HEDDLE_QUIET_NOW, kPageSize);
  if (map_pages(begin, kHeapShadowBase - begin) == nullptr) return false;
  if (map_pages(kHeapShadowEnd, kQuietTable + kQuietTableSize - kHeapShadowEnd) == nullptr) return false;
  set_now(kNever);
  return visible_.map(kMaxVisible);
}

void Quiet::start_run(const abi::Channel& channel, const abi::Slot& slot) {
  // In the other mode it matters who uses memory, alone or not; if stacks are wanted, one is taken at every access.
  possible_ = channel.settings.visible == abi::Visible::kRacy && !slot.capture && !full_;
  if (sorted_ != visible_.size()) {
    std::sort(visible_.begin(), visible_.end());
    visible_.shrink(static_cast<std::size_t>(std::unique(visible_.begin(), visible_.end()) - visible_.begin()));
    sorted_ = visible_.size();
  }
  // Blocks that were freed in the last run are alive again.
  if (sorted_ != 0) tell_visible(kArenaBase, kArenaBase + kArenasSize);
  wrote() = false;
  told_ = 0;
  begin();
}

void Quiet::end_run() {
  alone_ = holds_ = listens_ = tells_ = false;
  set_now(kNever);
}

void Quiet::begin() {
  alone_ = true;
  tells_ = false;
  last_access_ = {};
  holds_ = possible_;
  listens_ = false;
  turns_left_ = turns_ = 1;
  set_now(holds_ ? kWhole : kNever);
}

void Quiet::begin_behind_join(bool tells) {
  begin();
  tells_ = tells && holds_ && told_ != kMaxTold;
  if (!tells_) return;
  holds_ = false;
  set_now(kNever);
}

bool Quiet::is_untold(std::uint64_t address, std::uint64_t size, bool is_write) {
  constexpr std::uint64_t kTwoGranules = 2 * kGranule;
  if (size > kTwoGranules || (address + size) >> HEDDLE_QUIET_ADDRESS_BITS != 0) return false;
  if (byte_of(address) != kWhole || byte_of(address + size - 1) != kWhole) return false;
  wrote() |= is_write;
  return true;
}

bool Quiet::tell_another() { return ++told_ != kMaxTold; }

void Quiet::end(Thread& self) {
  end_run();
  if (take_wrote()) self.add_change();
}

void Quiet::add_visible(std::uint64_t address, std::uint64_t size) {
  for (std::uint64_t at = align_down(address, kGranule); at < address + size; at += kGranule) {
    tell(at);
    full_ |= !visible_.push(at);
    first_visible_ = std::min(first_visible_, at);
    last_visible_ = std::max(last_visible_, at);
  }
}

void Quiet::add_symbolic(std::uint64_t address, std::uint64_t size) {
  for (std::uint64_t at = align_down(address, kGranule); at < address + size; at += kGranule) tell(at);
}

void Quiet::tell(std::uint64_t granule) {
  std::uint8_t& byte = byte_of(granule);
  if (byte == 0 || byte > kReadNow) return;
  if (is_painted(granule)) {
    byte = open_bytes(byte) | kTold;
  } else if (open_bytes(byte) == kWhole) {
    byte = 0;
  }
}

// For memory that was repainted.
void Quiet::tell_visible(std::uint64_t begin, std::uint64_t end) {
  const std::uint64_t* at = std::lower_bound(visible_.begin(), visible_.begin() + sorted_, align_down(begin, kGranule));
  for (; at != visible_.begin() + sorted_ && *at < end; ++at) {
    if (is_painted(*at)) tell(*at);
  }
}

void Quiet::admit(std::uint64_t address, const Snapshot& snapshot) {
  if (address >> HEDDLE_QUIET_ADDRESS_BITS != 0 || is_painted(address) || byte_of(address) != 0) return;
  if (std::binary_search(visible_.begin(), visible_.begin() + sorted_, align_down(address, kGranule))) return;
  const Snapshot::Piece piece = writable_around(address, snapshot);
  const std::uint64_t page = align_down(address, kPageSize);
  const std::uint64_t begin = std::max<std::uint64_t>(page, align_up(piece.begin, kGranule));
  const std::uint64_t end = std::min<std::uint64_t>(page + kPageSize, align_down(piece.end, kGranule));
  if (begin >= end) return;
  std::uint8_t* const bytes = &byte_of(begin);
  for (std::uint64_t i = 0; i < (end - begin) >> kQuietGranuleBits; ++i) bytes[i] = bytes[i] == 0 ? kWhole : bytes[i];
  const std::uint64_t* at = std::lower_bound(visible_.begin(), visible_.begin() + sorted_, begin);
  for (; at != visible_.begin() + sorted_ && *at < end; ++at) tell(*at);
}

const heddle_place* Quiet::place_of_fault(std::uint64_t address) const {
  const LastAccess& last = last_access_;
  if (last.before != __heddle_place) return nullptr;
  // The kernel does not report addresses that no memory can have.
  const bool is_no_address = address == 0 && last.address >> HEDDLE_QUIET_ADDRESS_BITS != 0;
  return address - last.address < last.size || is_no_address ? last.place : nullptr;
}

void Quiet::listen() {
  if (!holds_ || --turns_left_ != 0) return;
  turns_ = std::min(turns_ * 2, kMostTurns);
  turns_left_ = turns_;
  listens_ = true;
  set_now(kNever);
}

void Quiet::stop_listening() {
  listens_ = false;
  if (holds_) set_now(kWhole);
}

}  // namespace heddle::runtime
