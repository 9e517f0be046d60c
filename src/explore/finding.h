#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "explore/inputs_of.h"
#include "trace/deadlock_cores.h"
#include "trace/executor.h"
#include "trace/held_locks.h"
#include "trace/names.h"
#include "trace/trace.h"

// A bug in the tested program, as data. The words about it are in report/.

namespace heddle::explore {

inline constexpr std::size_t kNoOperation = ~std::size_t{0};

enum class FindingKind : std::uint8_t {
  kNone,      // a test that shows nothing
  kFailure,   // of one thread: Finding::failure
  kDeadlock,  // of several: Finding::waits
  kLivelock,  // a deadlock in which a thread waits in a loop
};

struct SourcePlace {
  std::string file;  // empty if unknown
  std::uint32_t line = 0;
  std::uint32_t column = 0;

  friend auto operator<=>(const SourcePlace&, const SourcePlace&) = default;
};
SourcePlace source_place(const trace::Names& names, trace::PlaceId place);

// One side of a data race.
struct RacingAccess {
  std::size_t operation = kNoOperation;  // into Trace::operations; none if it was not a step of the run
  trace::Held held;                      // the locks its thread holds there
};

// A thread of a deadlock.
struct Wait {
  std::size_t pending = 0;           // into Trace::pending: which thread it is, what it wants, and where
  trace::ThreadId holder;            // has the lock that it wants, or is the thread that it joins; may be none
  std::size_t since = kNoOperation;  // where the holder took that lock
  trace::Held held;                  // the locks that it holds itself

  friend bool operator==(const Wait&, const Wait&) = default;
};

// How many of a number of random schedules show a finding.
struct Rarity {
  std::uint64_t shown = 0;
  std::uint64_t of = 0;
};

// From when on a failure could not be avoided any more, as far as the runs that were made can tell.
struct Doom {
  std::size_t since = kNoOperation;  // the operation after which each continuation that was tried fails
  bool always = false;               // all of them do so from the very beginning
  std::uint32_t ways = 0;            // how many were tried; 0 if it was not looked for
};

// A race that was merged into another one.
struct SameCause {
  std::vector<SourcePlace> places;
  std::string note;
  std::uint64_t count = 0;
};

// Equal findings (same kind, same places) are merged.
struct Finding {
  FindingKind kind = FindingKind::kNone;
  std::vector<SourcePlace> places;  // in order; of a deadlock, where each thread waits; of a race, both accesses
  std::uint64_t count = 0;          // tests that showed it
  trace::Test test;                 // reproduces it: the whole schedule, the inputs
  trace::Trace trace;               // what that test does, as seen when it was replayed
  trace::ThreadId failing;          // the thread that fails, or waits in a loop; none in a deadlock

  trace::Failure failure;  // kFailure
  std::string note;        // what it is about: the failing assertion, the accessed memory
  RacingAccess earlier;    // of a data race
  RacingAccess later;

  trace::DeadlockCore core;  // kDeadlock, kLivelock
  std::vector<Wait> waits;   // its threads; in a cycle, each waits for the next one, the last for the first

  std::vector<InputInfo> inputs;   // that the run took, in order
  std::string output;              // what the program wrote in that run
  trace::Explanation explanation;  // of that run, for people
  Rarity rarity;                   // if it was determined
  // Operations of two threads, one after the other: in the opposite order it does not fail. See needed_orders.h.
  std::vector<std::pair<std::size_t, std::size_t>> needed;
  Doom doom;                    // see doom.h
  std::vector<SameCause> also;  // other races for the same reason, if they were merged (report/same_cause.h)
  std::vector<trace::VisibleCell> visible_cells;  // of a native program, when the test was run

  bool is_race() const { return kind == FindingKind::kFailure && failure.kind == trace::FailureKind::kDataRace; }
};

// "deadlock", "assertion": what a finding is called in files and on the command line.
std::string name(const Finding& finding);

// "a.c:3:7, a.c:9:2": the same in every run that shows it. "?" stands for an unknown place.
std::string where(const std::vector<SourcePlace>& places);
std::string where(const Finding& finding);

}  // namespace heddle::explore
