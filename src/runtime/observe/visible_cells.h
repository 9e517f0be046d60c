#pragma once

#include <array>
#include <cstdint>

#include "abi/channel.h"
#include "runtime/race/detector.h"

namespace heddle::runtime {

// Which parts of memory are *visible*, that is, whose plain accesses are steps (docs/how-it-runs.md). Atomic accesses
// are always steps. The set is fixed during an exploration; what a run finds that should be added goes to
// Slot::found_cells, and the explorer starts again with the larger set.
//
// VisibleCells are disjoint: one that is found to overlap others is merged with them. Owned by the runtime.
class VisibleCells {
 public:
  // The cell with this index, for plain accesses and for the location of atomic ones.
  struct Cell {
    std::uint64_t address = 0;
    std::uint64_t size = 0;
    bool plain = false;             // are plain accesses steps?
    bool mixed = false;             // has it ever had plain accesses? Only then can atomic ones race
    std::uint32_t accessed_in = 0;  // the last run with an atomic access; kEarlier: in another process
    trace::LocationId location;     // in its last run
  };

  void init(const RaceDetector& races);
  // Makes the cells in the channel visible, before a run.
  void start_run();

  // The visible cell that a plain access touches; null if there is none, which is the usual case.
  Cell* plain_cell(std::uint64_t address, std::uint64_t size) {
    if (address % kGranuleBytes + size <= kGranuleBytes && !races_->has_location(address, size)) [[likely]]
      return nullptr;
    return find_plain(address, size);
  }
  // The first one among these bytes whose plain accesses are steps; null if there is none.
  Cell* first_plain(std::uint64_t begin, std::uint64_t end) const;
  bool any_plain(std::uint64_t address, std::uint64_t size) const {
    return first_plain(address, address + size) != nullptr;
  }
  // Is any of them thread-local memory (of a thread other than the first)?
  bool any_thread_local() const { return any_thread_local_; }
  // Is any of them a stack variable, or was?
  bool any_on_stack() const { return any_on_stack_; }
  // The cell that consists of these bytes, if it was used recently; null otherwise.
  Cell* recent_cell(std::uint64_t address, std::uint64_t size) {
    Cell* const cell = recent_[recent_index(address)];
    return cell != nullptr && cell->address == address && cell->size == size ? cell : nullptr;
  }
  // The cell of an atomic access. `whole`: does the access cover all of it?
  Cell& atomic_cell(std::uint64_t address, std::uint64_t size, bool& whole);

  // Another process had atomic accesses there.
  void add_known_atomic(std::uint64_t address, std::uint64_t size);

  // The location of a cell in this run: it has the content that the run first found there. `overwrites`: is all of it
  // about to be written?
  trace::LocationId location(Cell& cell, bool overwrites = false);

  // Has there been a step on it in this run?
  bool was_used(const Cell& cell) const;

  // The bytes should be visible from the next exploration on.
  void found(std::uint64_t address, std::uint64_t size);

 private:
  Cell* find_plain(std::uint64_t address, std::uint64_t size);
  static constexpr std::uint32_t kEarlier = UINT32_MAX;

  // A plain access to a cell that also has atomic ones: from now on these are watched. If there was one in this run (or
  // any, if races with other runs are looked for), it was not checked for races: the exploration starts again.
  void mix(Cell& cell);
  Cell* at(std::uint64_t address) const;
  std::uint32_t add(std::uint64_t address, std::uint64_t size, bool plain);

  static constexpr std::size_t kRecent = 64;
  static std::size_t recent_index(std::uint64_t address) { return address / 4 % kRecent; }

  const RaceDetector* races_ = nullptr;
  Cell* cells_ = nullptr;                // index 0 is unused
  std::array<Cell*, kRecent> recent_{};  // by address; each is what its bytes belong to
  std::uint32_t count_ = 1;
  std::uint32_t applied_ = 0;  // this many of Knowledge::cells are visible
  bool any_thread_local_ = false;
  bool any_on_stack_ = false;
};

}  // namespace heddle::runtime
