#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <unordered_map>
#include <vector>

#include "explore/interference/standstills.h"
#include "trace/executor.h"

namespace heddle::explore::interference {

// Chooses a position for each thread such that none can continue, creators first. What cannot lead to a standstill that
// is not known yet is not chosen, where (1) standstills are distinguished by the places in the program at which threads
// wait, so if all remaining sets of places have been found, nothing new follows; (2) two positions that cannot occur
// together by themselves, one of them of a thread that waits to be woken or waits in a loop, are never in one
// standstill: whatever else it contains can be left out, except for what must come before; (3) a semaphore that is
// waited for is at 0 in the end, and there are as many threads at a barrier as the last group has; both follow from how
// often something happens there, in any order. Whether positions can occur together is asked of someone who knows
// scenarios. Used for one search.
class StandstillSearch {
 public:
  // Can threads reach these nodes, and stay there?
  using Ask = std::function<bool(const Goal&)>;
  using Position = Standstills::Position;

  StandstillSearch(const ThreadTrees& trees, const std::vector<Position>& positions, const trace::Executor& executor,
                   Ask ask);

  // One standstill for each set of places.
  void run(std::vector<Standstill>& result);
  // Were there too many positions to examine?
  bool gave_up() const { return gave_up_; }

  static constexpr std::uint64_t kMaxChoices = 200'000;
  static constexpr std::uint64_t kMaxQuestions = 20'000;  // about two positions

 private:
  // How often something happens at an object on the way to a position.
  struct Count {
    std::int64_t least = 0;
    std::int64_t most = 0;
  };
  using Counts = std::map<trace::LocationId, Count>;

  void choose(std::size_t next);
  bool block_others(std::size_t chosen);
  void unblock(std::size_t from);
  bool fit(std::size_t a, std::size_t b);
  bool are_possible(std::size_t a, std::size_t b);
  bool is_created_elsewhere(const Position& position, const Position& creator) const;
  bool is_hopeless(std::size_t next);
  bool are_places_known(std::size_t next) const;
  bool has_wrong_counts(std::size_t next);
  const Counts& counts_of(NodeId root);
  Counts counts_of(const Position& position);
  void end();

  const ThreadTrees* trees_;
  const std::vector<Position>* positions_;
  const trace::Executor* executor_;
  Ask ask_;
  std::map<NodeId, std::vector<std::size_t>> by_root_;
  std::map<NodeId, Counts> counts_;                  // of each thread with those that it creates
  std::map<trace::LocationId, std::int64_t> group_;  // of barriers
  std::vector<NodeId> roots_;
  std::vector<std::size_t> chosen_;
  std::vector<std::uint32_t> blocked_;  // by position: by how many chosen ones
  std::vector<std::size_t> trail_;      // what was blocked
  std::unordered_map<std::uint64_t, bool> possible_;
  std::set<std::vector<trace::PlaceId>> known_;
  std::vector<Standstill>* result_ = nullptr;
  std::uint64_t choices_ = 0;
  std::uint64_t questions_ = 0;
  bool gave_up_ = false;
};

}  // namespace heddle::explore::interference
