#include "explore/interference/partial_order.h"

#include <algorithm>

#include "base/check.h"

namespace heddle::explore::interference {

void PartialOrder::start() {
  chains_ = 0;
  chain_.clear();
  begin_.clear();
  edges_.clear();
}

std::uint32_t PartialOrder::add_event(bool in_new_chain) {
  const auto event = static_cast<std::uint32_t>(chain_.size());
  if (in_new_chain) {
    begin_.push_back(event);
    ++chains_;
  }
  chain_.push_back(chains_ - 1);
  return event;
}

void PartialOrder::connect_chains() {
  begin_.push_back(static_cast<std::uint32_t>(chain_.size()));
  first_behind_.assign(chain_.size() * chains_, kNothing);
}

// The last event of the chain that is or comes before `event`; kNothing if there is none.
std::uint32_t PartialOrder::last_before(std::uint32_t event, std::uint32_t chain) const {
  if (chain == chain_[event]) return event;
  std::uint32_t low = begin_[chain];
  std::uint32_t high = begin_[chain + 1];
  while (low < high) {
    const std::uint32_t middle = low + (high - low) / 2;
    if (is_before(middle, event)) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low == begin_[chain] ? kNothing : low - 1;
}

// The event comes before `by`. Is that new?
bool PartialOrder::improve(std::uint32_t event, std::uint32_t by) {
  std::uint32_t* const row = &first_behind_[std::size_t{event} * chains_];
  const std::uint32_t* const other = &first_behind_[std::size_t{by} * chains_];
  bool is_new = false;
  const auto set = [&](std::uint32_t chain, std::uint32_t first) {
    if (first >= row[chain]) return;
    row[chain] = first;
    is_new = true;
  };
  for (std::uint32_t c = 0; c < chains_; ++c) {
    if (c != chain_[event]) set(c, c == chain_[by] ? by : other[c]);
  }
  return is_new;
}

bool PartialOrder::add(Edge e) {
  CHECK(can_add(e));
  if (is_before(e.from, e.to)) return false;
  edges_.push_back(e);
  for (std::uint32_t c = 0; c < chains_; ++c) {
    const std::uint32_t last = last_before(e.from, c);
    if (last == kNothing) continue;
    for (std::uint32_t x = last + 1; x-- > begin_[c] && improve(x, e.to);) continue;
  }
  return true;
}

void PartialOrder::mark(Mark& m) const {
  m.edges = edges_.size();
  m.first_behind = first_behind_;
}

void PartialOrder::go_back(const Mark& m) {
  edges_.resize(m.edges);
  first_behind_ = m.first_behind;
}

void PartialOrder::way(std::uint32_t a, std::uint32_t b, std::size_t of, std::vector<std::size_t>& result) {
  constexpr std::size_t kNoEdge = SIZE_MAX;
  result.clear();
  reached_.assign(chains_, kNothing);
  by_.assign(chains_, kNoEdge);
  previous_.assign(of, kNoEdge);
  is_used_.assign(of, false);
  reached_[chain_[a]] = a;
  std::vector<std::uint32_t> next = reached_;
  std::vector<std::size_t> next_by = by_;
  while (reached_[chain_[b]] > b) {
    bool has_moved = false;
    for (std::size_t i = 0; i < of; ++i) {
      const Edge& e = edges_[i];
      if (is_used_[i] || reached_[chain_[e.from]] > e.from) continue;
      is_used_[i] = has_moved = true;
      previous_[i] = by_[chain_[e.from]];
      if (e.to >= next[chain_[e.to]]) continue;
      next[chain_[e.to]] = e.to;
      next_by[chain_[e.to]] = i;
    }
    CHECK(has_moved);
    reached_ = next;
    by_ = next_by;
  }
  for (std::size_t i = by_[chain_[b]]; i != kNoEdge; i = previous_[i]) result.push_back(i);
}

}  // namespace heddle::explore::interference
