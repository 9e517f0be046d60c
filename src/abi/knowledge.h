#pragma once

#include <cstdint>

#include "abi/vocabulary.h"

namespace heddle::abi {

// Questions of the program that have many possible answers, of which only one is used here.
enum class Assumed : std::uint32_t {
  kRandomNumbers = 1,
  kProcessNumbers = 2,
  kStackBounds = 4,
  kEmptyInput = 8,  // standard input was read
  kMachine = 16,    // the environment, the host or the user was queried
  kFileTimes = 32,  // when a file was changed that has changed since the start
};

// A piece of memory whose accesses are steps, or a lock whose operations are.
struct CellRecord {
  std::uint64_t address = 0;
  std::uint64_t size = 0;
  bool is_lock = false;  // a lock that orders something: runtime/schedule/idle_locks.h
};
// This address stands for all locks.
inline constexpr std::uint64_t kAllLocks = 0;

// An access that revealed something new about who uses this memory, in any run: see runtime/observe/access_log.h.
struct UsageRecord {
  std::uint64_t address = 0;
  std::uint64_t size = 0;
  trace::ThreadId thread;
  bool is_write = false;
  bool is_atomic = false;
};

struct UncontrolledRecord {
  Text function = 0;
  trace::PlaceId place;
};

// Where a value was fixed although the program could have had another one, and why; or, where reads are variables,
// which value passed between threads is not a variable.
struct FixedRecord {
  trace::PlaceId place;
  Text reason = 0;
  bool is_value = true;
};

// What all runs so far have shown, apart from what the ids mean. The explorer writes what a run is to do about it while
// no test is in flight, the target the rest.
struct Knowledge {
  // Written by the explorer.
  std::uint32_t cells_size = 0;     // the visible ones: Knowledge::cells[0 .. cells_size)
  std::uint32_t compared_size = 0;  // how many of Knowledge::compared count in this exploration

  // Written by the target.
  bool has_counts = false;    // are there additions whose threads look only for one sum (trace::Count)?
  bool twins_differ = false;  // has something told threads apart that should be the same (Slot::orders_twins)?
  bool weak_orders = false;   // did an atomic operation ask for less than sequential consistency?
  std::uint32_t assumed = 0;  // a set of Assumed
  std::uint32_t uncontrolled_size = 0;
  std::uint32_t fixed_size = 0;
  std::uint32_t found_compared_size = 0;  // at least Knowledge::compared_size
  std::uint32_t watched_cells_size = 0;   // memory whose accesses are recorded
  std::uint32_t lent_size = 0;            // thread-local memory that other threads have used
  std::uint32_t usages_size = 0;
  std::uint64_t knowledge = 0;      // changes when a run shows something that makes later runs different
  std::uint64_t flags_changed = 0;  // changes with the flags of a location that others act on
  bool has_shadows = false;         // some of the program computes with expressions
  bool lacks_locals = false;        // and some of that code cannot make its local variables symbolic
  bool takes_inputs = false;        // the program has taken inputs, in any run
  bool sums_commute = false;        // additions were taken to commute although it computes with expressions
  bool wants_fork = false;          // the program did something that cannot be undone in place
  bool changes_files = false;       // a run changed files or folders, which are put back after it

  UncontrolledRecord uncontrolled[kMaxUncontrolled];
  CellRecord cells[kMaxCells];
  CellRecord watched_cells[kMaxWatched];
  CellRecord lent[kMaxLent];
  UsageRecord usages[kMaxUsages];
  FixedRecord fixed[kMaxFixed];
  std::uint64_t compared[kMaxCompared];  // addresses: see SymbolicState::is_compared
};

// A mark of all that runs have taught: it stays the same as long as they teach nothing.
struct Learnt {
  KnownWords words;
  std::uint64_t knowledge = 0;  // Knowledge::knowledge
  std::uint64_t others[14] = {};

  friend bool operator==(const Learnt&, const Learnt&) = default;
};

}  // namespace heddle::abi
