#include "explore/unfolding/target_queue.h"

#include <algorithm>
#include <utility>

namespace heddle::explore {

using unfolding::Event;
using unfolding::EventId;
using unfolding::History;

namespace {
constexpr std::uint8_t kManyPreemptions = 200;
}

std::uint8_t TargetQueue::preemptions_of(EventId target) {
  if (preemptions_.size() <= target.index()) preemptions_.resize(target.index() + 1);
  const Event& event = process_[target];
  std::uint8_t count = preemptions_[event.parent.index()];
  if (event.version.valid() && process_[event.version].thread != unfolding::kNoThread) {
    const History past = process_.history(event.parent);
    const EventId known = past.last_of(process_[event.version].thread);
    const bool new_to_thread = !known.valid() || process_[known].depth < process_[event.version].depth;
    if (new_to_thread) {
      count = static_cast<std::uint8_t>(std::max(count, preemptions_[event.version.index()]) + 1);
    }
  }
  count = std::min(count, kManyPreemptions);
  preemptions_[target.index()] = count;
  return count;
}

void TargetQueue::push(EventId target) {
  const std::size_t bucket = by_preemptions() ? preemptions_of(target) : 0;
  if (process_[target].executed()) return;
  if (order_ == TargetOrder::kCoverage && process_.operation(target).kind == trace::OpKind::kBranch) {
    branches_.push(target);
    return;
  }
  if (buckets_.size() <= bucket) buckets_.resize(bucket + 1);
  buckets_[bucket].push_back(target);
  ++size_;
  first_ = std::min(first_, bucket);
}

// Targets that cover nothing new take turns, so that neither inputs nor schedules wait for ever.
EventId TargetQueue::pop() {
  if (order_ != TargetOrder::kCoverage) return pop_other();
  if (const EventId target = branches_.pop_new(); target.valid()) return target;
  is_turn_of_branches_ = !is_turn_of_branches_;
  const EventId target = is_turn_of_branches_ ? branches_.pop_rare() : pop_other();
  if (target.valid()) return target;
  return is_turn_of_branches_ ? pop_other() : branches_.pop_rare();
}

EventId TargetQueue::pop_other() {
  for (; first_ < buckets_.size(); ++first_) {
    std::vector<EventId>& bucket = buckets_[first_];
    while (!bucket.empty()) {
      if (order_ == TargetOrder::kRandom) std::swap(bucket.back(), bucket[rng_.below(bucket.size())]);
      const EventId target = bucket.back();
      bucket.pop_back();
      --size_;
      if (!process_[target].executed()) return target;
    }
  }
  first_ = 0;
  return EventId();
}

void TargetQueue::peek(std::size_t count, std::vector<EventId>& candidates) {
  candidates.clear();
  for (std::size_t b = first_; b < buckets_.size(); ++b) {
    std::vector<EventId>& bucket = buckets_[b];
    for (std::size_t i = bucket.size(); i-- > 0;) {
      if (candidates.size() == count) return;
      if (process_[bucket[i]].executed()) {
        bucket[i] = bucket.back();
        bucket.pop_back();
        --size_;
      } else {
        candidates.push_back(bucket[i]);
      }
    }
  }
  if (order_ == TargetOrder::kCoverage) branches_.peek(count, candidates);
}

}  // namespace heddle::explore
