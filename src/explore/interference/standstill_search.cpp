#include "explore/interference/standstill_search.h"

#include <algorithm>
#include <utility>

#include "base/stop.h"

namespace heddle::explore::interference {

using trace::OpKind;
using trace::PlaceId;

namespace {

// Does it wait for something that only others can do to it, so that what they have done decides whether it stays?
bool waits_for_event(const Standstills::Position& p) {
  return !p.has_ended && (p.kind == OpKind::kWake || p.kind == OpKind::kLeave || p.kind == OpKind::kAwait);
}

// With more places than this, not all combinations are examined.
constexpr std::size_t kMaxPlaces = 10;

}  // namespace

StandstillSearch::StandstillSearch(const ThreadTrees& trees, const std::vector<Position>& positions,
                                   const trace::Executor& executor, Ask ask)
    : trees_(&trees), positions_(&positions), executor_(&executor), ask_(std::move(ask)) {
  for (std::size_t i = 0; i < positions.size(); ++i) by_root_[trees.root_of(positions[i].node)].push_back(i);
  blocked_.assign(positions.size(), 0);
}

void StandstillSearch::run(std::vector<Standstill>& result) {
  result_ = &result;
  for (std::size_t i = 0; i < trees_->size(); ++i) {
    const Node& node = (*trees_)[NodeId(i)];
    if (node.is_root && !node.creator.valid()) roots_.emplace_back(i);
  }
  choose(0);
}

// For each of the threads after the first ones.
void StandstillSearch::choose(std::size_t next) {
  base::poll_stop();
  gave_up_ = gave_up_ || ++choices_ > kMaxChoices;
  if (gave_up_ || is_hopeless(next)) return;
  if (next == roots_.size()) return end();
  const std::size_t known = roots_.size();
  const std::vector<std::size_t>& all = by_root_[roots_[next]];
  for (const std::size_t i : all) {
    if (blocked_[i] != 0) continue;
    const Position& p = (*positions_)[i];
    const std::size_t trail = trail_.size();
    chosen_.push_back(i);
    roots_.insert(roots_.end(), p.created.begin(), p.created.end());
    if (block_others(i)) choose(next + 1);
    roots_.resize(known);
    unblock(trail);
    chosen_.pop_back();
  }
}

// Those that do not fit it. False if the thread then waits for a lock that nobody has or can have.
bool StandstillSearch::block_others(std::size_t chosen) {
  for (std::size_t i = 0; i < positions_->size(); ++i) {
    if (blocked_[i] != 0 || fit(chosen, i)) continue;
    ++blocked_[i];
    trail_.push_back(i);
  }
  const auto is_in_the_way = [this](std::size_t of) {
    const Position& waiting = (*positions_)[of];
    if (waiting.has_ended || !waiting.waits_for_thread()) return true;
    for (std::size_t i = 0; i < positions_->size(); ++i) {
      const bool is_chosen = std::ranges::find(chosen_, i) != chosen_.end();
      if ((is_chosen || blocked_[i] == 0) && Standstills::is_in_the_way((*positions_)[i], waiting)) return true;
    }
    return false;
  };
  return std::ranges::all_of(chosen_, is_in_the_way);
}

void StandstillSearch::unblock(std::size_t from) {
  for (; trail_.size() > from; trail_.pop_back()) --blocked_[trail_.back()];
}

bool StandstillSearch::fit(std::size_t a, std::size_t b) {
  const Position& p = (*positions_)[a];
  const Position& q = (*positions_)[b];
  if (Standstills::excludes(p, q)) return false;
  if (is_created_elsewhere(p, q) || is_created_elsewhere(q, p)) return false;
  const auto has_been_joined = [](const Position& joins, const Position& other) {
    return !joins.has_ended && joins.kind == OpKind::kJoin && joins.joined == other.thread && other.has_ended;
  };
  if (has_been_joined(p, q) || has_been_joined(q, p)) return false;
  return (!waits_for_event(p) && !waits_for_event(q)) || are_possible(std::min(a, b), std::max(a, b));
}

// Does the position belong to a thread that another history of `creator` created?
bool StandstillSearch::is_created_elsewhere(const Position& position, const Position& creator) const {
  for (NodeId n = (*trees_)[trees_->root_of(position.node)].creator; n.valid();
       n = (*trees_)[trees_->root_of(n)].creator) {
    if ((*trees_)[n].thread == creator.thread) return !trees_->is_ancestor(n, creator.node);
  }
  return false;
}

bool StandstillSearch::are_possible(std::size_t a, std::size_t b) {
  const std::uint64_t key = (static_cast<std::uint64_t>(a) << 32) | b;
  if (const auto found = possible_.find(key); found != possible_.end()) return found->second;
  if (++questions_ > kMaxQuestions) return true;
  const Goal goal{.kind = Goal::Kind::kStuck, .ends = {(*positions_)[a].node, (*positions_)[b].node}};
  const bool answer = ask_(goal);
  possible_[key] = answer;
  return answer;
}

bool StandstillSearch::is_hopeless(std::size_t next) { return are_places_known(next) || has_wrong_counts(next); }

// All sets of places that can be reached from here.
bool StandstillSearch::are_places_known(std::size_t next) const {
  std::set<PlaceId> here;
  std::set<PlaceId> others;
  const auto counts = [](const Position& p) { return !p.has_ended && !p.waits_for_thread(); };
  for (const std::size_t i : chosen_) {
    if (counts((*positions_)[i])) here.insert((*positions_)[i].place);
  }
  for (std::size_t i = 0; i < positions_->size() && next < roots_.size(); ++i) {
    const Position& p = (*positions_)[i];
    if (blocked_[i] == 0 && counts(p) && !here.contains(p.place)) others.insert(p.place);
  }
  if (others.size() > kMaxPlaces) return false;
  const std::vector<PlaceId> more(others.begin(), others.end());
  for (std::size_t set = 0; set < std::size_t{1} << more.size(); ++set) {
    std::set<PlaceId> places = here;
    for (std::size_t i = 0; i < more.size(); ++i) {
      if ((set >> i & 1) != 0) places.insert(more[i]);
    }
    if (!places.empty() && !known_.contains({places.begin(), places.end()})) return false;
  }
  return true;
}

// Are there too many units at a semaphore that is waited for, or too many threads at a barrier?
bool StandstillSearch::has_wrong_counts(std::size_t next) {
  std::map<trace::LocationId, std::int64_t> waiting;
  for (const std::size_t i : chosen_) {
    const Position& p = (*positions_)[i];
    if (!p.has_ended && (p.kind == OpKind::kSemWait || p.kind == OpKind::kLeave)) ++waiting[p.location];
  }
  if (waiting.empty()) return false;
  Counts total;
  const auto add = [&](const Counts& counts) {
    for (const auto& [object, count] : counts) {
      total[object].least += count.least;
      total[object].most += count.most;
    }
  };
  for (const std::size_t i : chosen_) {
    Position alone = (*positions_)[i];
    alone.created.clear();
    add(counts_of(alone));
  }
  for (std::size_t i = next; i < roots_.size(); ++i) add(counts_of(roots_[i]));
  return std::ranges::any_of(waiting, [&](const auto& w) {
    const Count& count = total[w.first];
    const auto group = group_.find(w.first);
    if (group == group_.end()) return executor_->initial_state(w.first) + count.least > 0;
    return count.least == count.most && w.second > count.least % group->second;
  });
}

const StandstillSearch::Counts& StandstillSearch::counts_of(NodeId root) {
  const auto [entry, is_new] = counts_.try_emplace(root);
  if (!is_new) return entry->second;
  Counts result;
  std::map<trace::LocationId, std::size_t> seen;
  const std::vector<std::size_t>& all = by_root_[root];
  for (const std::size_t i : all) {
    for (const auto& [object, count] : counts_of((*positions_)[i])) {
      const bool is_first = seen[object]++ == 0;
      Count& range = result[object];
      range = is_first ? count : Count{std::min(range.least, count.least), std::max(range.most, count.most)};
    }
  }
  // Elsewhere it does nothing there.
  for (auto& [object, range] : result) {
    if (seen[object] < all.size())
      range = {std::min<std::int64_t>(range.least, 0), std::max<std::int64_t>(range.most, 0)};
  }
  return counts_[root] = std::move(result);
}

// Including the threads that were created on the way.
StandstillSearch::Counts StandstillSearch::counts_of(const Position& position) {
  Counts result;
  std::vector<NodeId> path;
  trees_->path_to(position.node, path);
  const auto add = [&](trace::LocationId object, std::int64_t n) {
    result[object].least += n;
    result[object].most += n;
  };
  for (const NodeId n : path) {
    const Node& node = (*trees_)[n];
    const bool takes = node.kind == OpKind::kSemWait || (node.kind == OpKind::kSemTryWait && node.outcome == 1);
    if (takes) add(node.location, -1);
    if (node.kind == OpKind::kSemPost) add(node.location, 1);
    if (node.kind != OpKind::kArrive) continue;
    add(node.location, 1);
    group_[node.location] = trace::unpack_arrival(node.operand).group;
  }
  for (const NodeId root : position.created) {
    for (const auto& [object, count] : Counts(counts_of(root))) {
      result[object].least += count.least;
      result[object].most += count.most;
    }
  }
  return result;
}

// A position for each thread.
void StandstillSearch::end() {
  std::vector<const Position*> all;
  all.reserve(chosen_.size());
  for (const std::size_t i : chosen_) all.push_back(&(*positions_)[i]);
  if (!Standstills::is_stuck(all)) return;
  const std::size_t before = result_->size();
  Standstills::add(Goal::Kind::kStandstill, all, *result_);
  if (ask_(result_->back().goal)) {
    known_.insert(result_->back().places);
  } else {
    result_->resize(before);
  }
}

}  // namespace heddle::explore::interference
