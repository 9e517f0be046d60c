#pragma once

#include <cstdint>
#include <vector>

#include "explore/interference/forest.h"
#include "explore/interference/scenario.h"

namespace heddle::explore::interference {

// Why the events of a scenario have no order. Every realizable extension of the scenario interferes with one of the
// reads, or has one more event at one of the objects, or the end of one of the threads.
struct OrderCore {
  std::vector<NodeId> reads;  // local ones
  std::vector<trace::LocationId> objects;
  std::vector<trace::ThreadId> ends;

  void clear();
  void add_read(NodeId read);
  void add_object(trace::LocationId object);
  void add_end(trace::ThreadId thread);
  std::size_t size() const { return reads.size() + objects.size() + ends.size(); }
};

// The events of a scenario, numbered: those of a thread one after another. What each read gets, and which thread
// creates which.
//
// A *version* is what a cell of memory holds: the number of the event that wrote it, or number_of_events() + cell for
// the initial value. Owned by whoever looks for an order of them.
class ScenarioEvents {
 public:
  static constexpr std::uint32_t kNothing = UINT32_MAX;

  struct Event {
    NodeId node;
    std::uint32_t thread = 0;         // index into threads()
    std::uint32_t cell = kNothing;    // of its location
    std::uint32_t source = kNothing;  // of a read: the version that it gets
    bool writes = false;
    bool is_local = false;  // a read without interference
  };
  struct Thread {
    trace::ThreadId id;
    NodeId leaf;
    std::uint32_t begin = 0;  // its events
    std::uint32_t end = 0;
    std::uint32_t creation = kNothing;  // the event
    std::uint32_t turn = 0;             // where its last iteration of a loop without effect begins; otherwise `end`
  };

  explicit ScenarioEvents(const ThreadTrees& trees) : trees_(&trees) {}

  void start(const Scenario& scenario);
  // May threads be joined that have not ended? What is impossible even then has other reasons than their ends.
  void ignore_ends(bool ignored) { ignores_ends_ = ignored; }
  bool ignores_ends() const { return ignores_ends_; }
  // A local read may get anything from now on; the inverse.
  void free_read(std::uint32_t read);
  void bind_read(std::uint32_t read);

  const Event& operator[](std::uint32_t e) const { return events_[e]; }
  const Node& node(std::uint32_t e) const { return (*trees_)[events_[e].node]; }
  std::uint32_t number_of_events() const { return static_cast<std::uint32_t>(events_.size()); }
  const std::vector<Thread>& threads() const { return threads_; }
  const std::vector<trace::LocationId>& cells() const { return cells_; }
  const Goal& goal() const { return *goal_; }
  // In a standstill, threads that wait in loops look for the last time when everything else has happened.
  std::uint32_t events_of_turns() const { return events_of_turns_; }
  // The event that must be the last; kNothing if there is no such requirement.
  std::uint32_t sink() const { return sink_; }
  // kNothing if it is not there.
  std::uint32_t thread_of(trace::ThreadId id) const;
  std::uint32_t event_of(NodeId n) const;
  // Is the end of the thread among the events?
  bool ends(std::uint32_t thread) const;
  const ThreadTrees& trees() const { return *trees_; }

 private:
  void add_thread(const Leaf& leaf);
  void find_turn(Thread& thread);
  void connect(const Scenario& scenario);
  std::uint32_t source_of(std::uint32_t read) const;
  std::uint32_t cell_of(trace::LocationId location);

  const ThreadTrees* trees_;
  const Goal* goal_ = nullptr;
  std::uint32_t sink_ = kNothing;
  std::uint32_t events_of_turns_ = 0;
  bool ignores_ends_ = false;
  std::vector<Event> events_;
  std::vector<Thread> threads_;
  std::vector<trace::LocationId> cells_;
  std::vector<std::uint32_t> cell_of_;    // by location; those of cells_ only
  std::vector<std::uint32_t> thread_of_;  // by thread; those of threads_ only
  std::vector<NodeId> path_;
};

}  // namespace heddle::explore::interference
