#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "trace/executor.h"
#include "trace/trace.h"
#include "unfolding/concurrency.h"
#include "unfolding/locks_held.h"
#include "unfolding/segment_group.h"

namespace heddle::unfolding {

// The memory accesses that are not events, by *segment*: what a thread does between the event that leads to a thread
// condition and its next one. Finds the memory on which two segments conflict that can happen together, whether or not
// a test has run both: those accesses must become events (--visible=racy).
// 1. A segment is identified by its event, and determined by it as long as there is no race on what it reads: it is
//    taken from the first trace that contains it.
// 2. A *cell* is the bytes of an access; cells that overlap are compared with each other.
// 3. Segments of a cell are grouped by thread, kind of access and locks held (SegmentGroup). Two can happen together
// only
//    if each of them knows of the other's thread no more than what comes before the other: few segments of a group are
//    left then, or they are found by a walk down the thread's tree, since what cannot happen together with one event
//    cannot happen together with those below it.
// 4. If the event of one is in the history of the other, every run with the other has both, since a thread runs
//    straight on to its next step: the race detector has judged them there, and they need no question.
// 5. After kFirstQuestions + kQuestionsPerSegment questions for each segment, the answer is yes, which is safe. Looking
//    at what the histories know about each other's threads costs little and decides nearly all pairs: kLooksPerQuestion
//    of these looks count as one question.
// 6. What a closing thread (Closings) accesses is in no segment. Instead, joins_matter() says whether that depends on
//    how the threads it joins have ended. It does if another thread writes what it reads, or if it may conflict with a
//    thread that it has not joined, or that closes, too; all by cells and threads, whether or not they can happen
//    together.
// Owned by UnfoldingStrategy.
class Segments {
 public:
  static constexpr std::uint64_t kFirstQuestions = 1 << 20;
  static constexpr std::uint64_t kQuestionsPerSegment = 64;
  static constexpr std::uint64_t kLooksPerQuestion = 16;
  // Up to this many candidates of a group are looked at one by one, without a walk.
  static constexpr std::size_t kFewCandidates = 32;

  struct Budget {
    std::uint64_t first = kFirstQuestions;
    std::uint64_t per_segment = kQuestionsPerSegment;
    std::size_t few_candidates = kFewCandidates;
  };

  Segments(const BranchingProcess& process, Concurrency& concurrency) : Segments(process, concurrency, Budget{}) {}
  Segments(const BranchingProcess& process, Concurrency& concurrency, Budget budget)
      : process_(process), concurrency_(concurrency), locks_(process), budget_(budget) {}

  // The accesses of a trace that the unfolding has observed: its events by operation, and the starts of the threads
  // that exist from the start.
  void observe(const trace::Trace& trace, std::span<const EventId> events, std::span<const EventId> starts);

  // What should become visible: disjoint.
  std::vector<trace::VisibleCell> take_conflicts();

  // Do closing threads learn something from those they join, so that their joins must be events?
  bool joins_matter() const { return joins_matter_; }

  std::uint64_t questions() const { return questions_; }
  std::uint64_t looks() const { return looks_; }

 private:
  using CellId = base::Id<struct CellTag>;
  using Kinds = std::uint8_t;  // a set of trace::Access::Kind

  struct Group {
    std::uint32_t thread = 0;
    Kinds kinds = 0;
    LockSetId locks;
    SegmentGroup segments;
  };
  // How a closing thread uses a cell.
  struct Late {
    std::uint32_t thread = 0;
    Kinds kinds = 0;
    trace::ThreadSet joined;  // since it began to close
    trace::ThreadSet before;  // joined before that, by anybody

    friend bool operator==(const Late&, const Late&) = default;
  };
  struct Cell {
    std::uint64_t address = 0;
    std::uint64_t size = 0;
    bool conflicts = false;        // is it among conflicts_?
    std::vector<CellId> overlaps;  // including itself
    std::vector<Group> groups;
    std::vector<Late> late;
  };
  // An access of a new segment.
  struct Seen {
    EventId event;
    const trace::Access* access;
  };
  struct CellAccess {
    CellId cell;
    Kinds kinds;
  };
  enum class Relation : std::uint8_t { kTogether, kBefore, kNever };

  void find_starts(const trace::Trace& trace, std::span<const EventId> events, std::span<const EventId> starts);
  void add_segment(EventId e, std::span<const Seen> accesses);
  void add_late(const trace::Access& access, const trace::Trace& trace, std::span<const EventId> events);
  static bool depends(const Late& late, const Group& group);
  CellId cell_of(std::uint64_t address, std::uint64_t size);
  bool conflicts(EventId e, Kinds kinds, Cell& cell);
  bool meets(EventId e, Group& group);
  // The same by a walk down the tree of the group's thread, from its last event in the history of `e`, if there is one.
  bool walk_meets(EventId e, EventId reached, const SegmentGroup& segments);
  void add_to_group(EventId e, Kinds kinds, Cell& cell);
  void show(Cell& a, Cell& b);
  // The relation of `d`, an event of another thread, to the present segment.
  Relation relation(EventId e, EventId d);
  Relation decide(EventId e, EventId d);
  bool is_ancestor(EventId upper, EventId lower) const;

  const BranchingProcess& process_;
  Concurrency& concurrency_;
  LocksHeld locks_;
  Budget budget_;
  std::vector<Cell> cells_;
  std::map<std::pair<std::uint64_t, std::uint64_t>, CellId> by_address_;
  std::uint64_t largest_ = 0;  // size of a cell
  std::vector<bool> known_;    // by event: is its segment in?
  std::vector<trace::VisibleCell> conflicts_;
  bool joins_matter_ = false;
  std::uint64_t segments_ = 0;
  std::uint64_t looks_ = 0;
  std::uint64_t questions_ = 0;
  // Scratch.
  std::vector<EventId> starts_;  // by thread
  std::vector<Seen> seen_;
  std::vector<CellAccess> touched_;
  std::vector<EventId> candidates_;
  std::vector<EventId> to_visit_;
  std::unordered_map<EventId, Relation> answers_;  // of the present segment
};

}  // namespace heddle::unfolding
