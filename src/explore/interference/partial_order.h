#pragma once

#include <cstdint>
#include <vector>

namespace heddle::explore::interference {

// A strict partial order that grows by edges, over events in chains: each thread is a chain.
//
// For each event it knows the first event of every other chain that comes later; earlier events of a chain come before
// everything that later ones come before, so an edge is entered from its event backwards until nothing changes.
// Invariant: it is transitive and acyclic. Owned by whoever looks for an order of events.
class PartialOrder {
 public:
  static constexpr std::uint32_t kNothing = UINT32_MAX;

  struct Edge {
    std::uint32_t from = 0;
    std::uint32_t to = 0;
  };

  // Events are numbered from 0, chain by chain.
  void start();
  // Adds it after the last event of the last chain, or as the first one of a new chain.
  std::uint32_t add_event(bool in_new_chain);
  // Called when all events are there.
  void connect_chains();

  bool is_before(std::uint32_t a, std::uint32_t b) const {
    return chain_[a] == chain_[b] ? a < b : first_behind_[a * chains_ + chain_[b]] <= b;
  }
  bool can_add(Edge e) const { return e.from != e.to && !is_before(e.to, e.from); }
  // It must be possible. False if it is nothing new.
  bool add(Edge e);

  // The new edges that were added, in order.
  const std::vector<Edge>& edges() const { return edges_; }
  // Edges among the first `of`, by number, that lead from `a` to `b`, together with the order in chains: a path with
  // the fewest of them. There must be one.
  void way(std::uint32_t a, std::uint32_t b, std::size_t of, std::vector<std::size_t>& result);

  // A point to go back to: the edges so far.
  struct Mark {
    std::size_t edges = 0;
    std::vector<std::uint32_t> first_behind;
  };
  void mark(Mark& m) const;
  void go_back(const Mark& m);

 private:
  std::uint32_t last_before(std::uint32_t event, std::uint32_t chain) const;
  bool improve(std::uint32_t event, std::uint32_t by);

  std::uint32_t chains_ = 0;
  std::vector<std::uint32_t> chain_;         // by event
  std::vector<std::uint32_t> begin_;         // by chain: its first event; plus one past the last
  std::vector<std::uint32_t> first_behind_;  // by event and chain; kNothing if there is none
  std::vector<Edge> edges_;
  // Scratch of way().
  std::vector<std::uint32_t> reached_;  // by chain: starting at this event
  std::vector<std::size_t> by_;         // by chain: the last edge leading there
  std::vector<std::size_t> previous_;   // by edge
  std::vector<bool> is_used_;           // by edge
};

}  // namespace heddle::explore::interference
