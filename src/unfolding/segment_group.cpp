#include "unfolding/segment_group.h"

namespace heddle::unfolding {

void SegmentGroup::add(const BranchingProcess& process, EventId e) {
  segments_.push_back(e);
  EventId child;  // a new one, of the next event
  for (EventId at = e;; at = process[at].parent) {
    if (!at.valid()) {
      if (child.valid()) {
        nodes_[child].next_sibling = first_root_;
        first_root_ = child;
      }
      break;
    }
    const auto [node, is_new] = nodes_.try_emplace(at);
    if (child.valid()) {
      const EventId sibling = node->second.first_child;
      node->second.first_child = child;
      nodes_[child].next_sibling = sibling;
    }
    if (!is_new) break;
    child = at;
  }
  nodes_[e].has_segment = true;
}

bool SegmentGroup::contains(EventId e) const {
  const auto node = nodes_.find(e);
  return node != nodes_.end() && node->second.has_segment;
}

bool SegmentGroup::has_below(EventId e) const {
  const auto node = nodes_.find(e);
  return node != nodes_.end() && node->second.first_child.valid();
}

void SegmentGroup::push_below(EventId e, std::vector<EventId>& result) const {
  EventId child = first_root_;
  if (e.valid()) {
    const auto node = nodes_.find(e);
    child = node != nodes_.end() ? node->second.first_child : EventId();
  }
  for (; child.valid(); child = nodes_.at(child).next_sibling) result.push_back(child);
}

bool SegmentGroup::unaware(const BranchingProcess& process, EventId e, std::size_t most, std::vector<EventId>& result) {
  const std::uint32_t thread = process[e].thread;
  if (knowledge_.size() <= thread) knowledge_.resize(thread + 1);
  Knowledge& knowledge = knowledge_[thread];
  for (; knowledge.sorted < segments_.size(); ++knowledge.sorted) {
    const EventId segment = segments_[knowledge.sorted];
    knowledge.segments[process.history(segment).last_of(thread)].push_back(segment);
  }
  result.clear();
  for (EventId at = e; at.valid();) {
    at = process[at].parent;  // in the end none
    const auto found = knowledge.segments.find(at);
    if (found == knowledge.segments.end()) continue;
    if (result.size() + found->second.size() > most) return false;
    result.insert(result.end(), found->second.begin(), found->second.end());
  }
  return true;
}

}  // namespace heddle::unfolding
