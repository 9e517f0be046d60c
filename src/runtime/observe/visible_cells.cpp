#include "runtime/observe/visible_cells.h"

#include <algorithm>

#include "runtime/anchor.h"
#include "runtime/memory/frames.h"
#include "runtime/memory/layout.h"
#include "runtime/memory/map_pages.h"

namespace heddle::runtime {

void VisibleCells::init(const RaceDetector& races) {
  races_ = &races;
  cells_ = map_pages<Cell>(abi::kMaxCells * 2);
}

VisibleCells::Cell* VisibleCells::at(std::uint64_t address) const {
  const trace::LocationId index = runtime().races.location_of(address);
  return index.valid() ? &cells_[index.index()] : nullptr;
}

std::uint32_t VisibleCells::add(std::uint64_t address, std::uint64_t size, bool plain) {
  if (count_ == abi::kMaxCells * 2) {
    runtime().slot->overflow |= static_cast<std::uint32_t>(abi::Overflow::kCells);
    return 0;
  }
  cells_[count_] = {.address = address, .size = size, .plain = plain, .mixed = plain};
  runtime().races.set_location(address, size, trace::LocationId(count_));
  any_thread_local_ = any_thread_local_ || is_lent(address, 0);
  any_on_stack_ = any_on_stack_ || Frames::contains(address);
  recent_ = {};  // it may have taken bytes from others
  return count_++;
}

void VisibleCells::start_run() {
  abi::Channel& channel = *runtime().channel;
  for (; applied_ < channel.cells_size; ++applied_) {
    if (channel.cells[applied_].is_lock) continue;
    add(channel.cells[applied_].address, channel.cells[applied_].size, true);
    runtime().quiet.add_visible(channel.cells[applied_].address, channel.cells[applied_].size);
  }
}

VisibleCells::Cell* VisibleCells::find_plain(std::uint64_t address, std::uint64_t size) {
  Cell* result = nullptr;
  for (std::uint64_t byte = address; byte < address + size;) {
    if (Shadow::at(byte).location == 0 && Shadow::at(byte).bytes == 0) {
      byte = Shadow::next(byte);
      continue;
    }
    Cell* const cell = at(byte);
    // A thread that is alone races with nobody.
    if (cell != nullptr && !cell->mixed && !runtime().quiet.holds() && !runtime().quiet.tells_behind_join()) mix(*cell);
    if (cell == nullptr || !cell->plain) {
      ++byte;
      continue;
    }
    if (address >= cell->address && address + size <= cell->address + cell->size) return cell;
    // One access touches several cells, or also bytes outside any: they become one cell.
    if (result == nullptr) result = cell;
    const std::uint64_t begin = std::min(address, cell->address);
    found(begin, std::max(address + size, cell->address + cell->size) - begin);
    byte = cell->address + cell->size;
  }
  return result;
}

VisibleCells::Cell* VisibleCells::first_plain(std::uint64_t begin, std::uint64_t end) const {
  for (std::uint64_t byte = begin; byte < end;) {
    if (Shadow::at(byte).location == 0 && Shadow::at(byte).bytes == 0) {
      byte = Shadow::next(byte);
      continue;
    }
    Cell* const cell = at(byte++);
    if (cell != nullptr && cell->plain) return cell;
  }
  return nullptr;
}

void VisibleCells::mix(Cell& cell) {
  cell.mixed = true;
  Runtime& rt = runtime();
  ++rt.channel->knowledge;
  if (cell.accessed_in == rt.scheduler.run_number() || rt.channel->settings.record_accesses)
    rt.accesses.watch(cell.address, cell.size);
}

VisibleCells::Cell& VisibleCells::atomic_cell(std::uint64_t address, std::uint64_t size, bool& whole) {
  Cell* cell = at(address);
  if (cell == nullptr) {
    cell = &cells_[add(address, size, false)];
    ++runtime().channel->knowledge;
    // Plain accesses that came first in this run did not encounter the cell, and there may be no other run with both.
    cell->mixed = races_->may_have_accesses(address, size);
    runtime().accesses.add_atomic(address, size);
  }
  if (AccessLog::is_watched(address) && !cell->mixed) {
    cell->mixed = true;
    ++runtime().channel->knowledge;
  }
  whole = cell->address == address && cell->size == size;
  cell->accessed_in = runtime().scheduler.run_number();
  const bool inside = address >= cell->address && address + size <= cell->address + cell->size;
  if (!inside) {
    const std::uint64_t begin = std::min(address, cell->address);
    found(begin, std::max(address + size, cell->address + cell->size) - begin);
  }
  if (whole) recent_[recent_index(address)] = cell;
  return *cell;
}

void VisibleCells::add_known_atomic(std::uint64_t address, std::uint64_t size) {
  if (at(address) == nullptr) cells_[add(address, size, false)].accessed_in = kEarlier;
}

namespace {

// A stack still contains what earlier runs left there, until it is overwritten.
bool is_left_by_others(const VisibleCells::Cell& cell, bool overwrites) {
  return overwrites && (cell.address - kStackBase < kStacksSize || Frames::contains(cell.address));
}

std::int64_t content_now(const VisibleCells::Cell& cell, bool overwrites) {
  return is_left_by_others(cell, overwrites) ? 0 : content(reinterpret_cast<const void*>(cell.address), cell.size);
}

// What a cell holds before its first step in a run; it must be the same in every run in which the same things happened
// before.
std::int64_t initial_content(const VisibleCells::Cell& cell, bool overwrites) {
  // No step depends on the content of anything larger than an atomic variable. Such a cell may be larger than the block
  // or the variable that is there in this run: what follows that changes without steps, or was left by earlier runs.
  constexpr std::uint64_t kLargestAtomic = 16;
  // A value that depends on inputs belongs to this run only. Strategies do not use the state to predict steps that
  // depend on what they find there: SymbolicState::is_compared.
  SymbolicState& symbolic = runtime().symbolic;
  const bool is_symbolic = !symbolic.memory().empty() && symbolic.memory().has(cell.address, cell.size);
  if (is_symbolic && !symbolic.reads_are_variables()) return 0;
  return cell.size > kLargestAtomic ? 0 : content_now(cell, overwrites);
}

}  // namespace

bool VisibleCells::was_used(const Cell& cell) const {
  return cell.location.valid() && !runtime().locations.is_fresh(cell.location);
}

trace::LocationId VisibleCells::location(Cell& cell, bool overwrites) {
  Runtime& rt = runtime();
  const auto* const memory = reinterpret_cast<const void*>(cell.address);
  rt.scheduler.settle();  // the thread's own last write was a step
  if (was_used(cell)) {
    // Something that was not a step changed it: plain accesses must be steps, too.
    if (rt.locations.state(cell.location).state != content(memory, cell.size)) [[unlikely]]
      found(cell.address, cell.size);
    return cell.location;
  }
  const std::int64_t now = initial_content(cell, overwrites);
  if (!cell.location.valid() || rt.locations.record(cell.location).initial != now)
    cell.location = rt.locations.of(abi::LocationKind::kMemory, memory, cell.size, now);
  rt.locations.state(cell.location).state = content_now(cell, overwrites);
  return cell.location;
}

void VisibleCells::found(std::uint64_t address, std::uint64_t size) {
  abi::Channel& channel = *runtime().channel;
  ++channel.knowledge;
  std::uint64_t end = address + size;
  // Merge with what is already visible; a cell that was merged itself is covered by a later one.
  for (std::uint32_t i = 0; i < channel.cells_size;) {
    const abi::CellRecord& cell = channel.cells[i++];
    if (cell.is_lock) continue;
    const std::uint64_t cell_end = cell.address + cell.size;
    if (cell.address <= address && cell_end >= end) return;
    const bool overlaps = cell.address < end && cell_end > address;
    if (!overlaps || (cell.address >= address && cell_end <= end)) continue;
    address = std::min(address, cell.address);
    end = std::max(end, cell_end);
    i = 0;  // others may overlap now
  }
  // Merge with what was found earlier in this run.
  abi::Slot& slot = *runtime().slot;
  for (std::uint32_t i = 0; i < slot.found_cells_size;) {
    const abi::CellRecord other = slot.found_cells[i];
    if (other.is_lock || other.address >= end || other.address + other.size <= address) {
      ++i;
      continue;
    }
    if (other.address <= address && other.address + other.size >= end) return;
    address = std::min(address, other.address);
    end = std::max(end, other.address + other.size);
    slot.found_cells[i] = slot.found_cells[--slot.found_cells_size];
    i = 0;
  }
  if (slot.found_cells_size == abi::kMaxCells) {
    slot.overflow |= static_cast<std::uint32_t>(abi::Overflow::kCells);
    return;
  }
  slot.found_cells[slot.found_cells_size++] = {address, end - address};
}

}  // namespace heddle::runtime
