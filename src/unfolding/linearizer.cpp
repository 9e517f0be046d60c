#include "unfolding/linearizer.h"

#include <algorithm>

namespace heddle::unfolding {

void Linearizer::load(const History& cut) {
  const std::uint32_t end = cut.thread_end();
  if (chains_.size() < end) {
    chains_.resize(end);
    done_.resize(end, 0);
  }
  if (reads_left_.size() < process_.version_count()) reads_left_.resize(process_.version_count() * 2, 0);
  const auto count_read = [this](EventId e) {
    if (process_[e].observes()) ++reads_left_[process_[process_[e].version].own_version.index()];
  };
  left_ = 0;
  for (std::uint32_t t = 0; t < end; ++t) {
    const EventId last = cut.last_of(t);
    if (!last.valid()) continue;
    threads_.push_back(t);
    std::vector<EventId>& chain = chains_[t];
    chain.resize(process_[last].depth);
    for (EventId e = last; process_[e].parent.valid(); e = process_[e].parent) {
      chain[process_[e].depth - 1] = e;
      count_read(e);
    }
    left_ += chain.size();
  }
}

void Linearizer::unload() {
  for (const std::uint32_t t : threads_) {
    for (const EventId e : chains_[t]) {
      if (process_[e].observes()) reads_left_[process_[process_[e].version].own_version.index()] = 0;
    }
    chains_[t].clear();
    done_[t] = 0;
  }
  threads_.clear();
  for (const std::uint32_t location : touched_) current_[location] = EventId();
  touched_.clear();
}

EventId Linearizer::current(std::uint32_t location) const {
  return location < current_.size() ? current_[location] : EventId();
}

bool Linearizer::happened(EventId e) const {
  const Event& event = process_[e];
  return event.thread == kNoThread || done_[event.thread] >= event.depth;
}

bool Linearizer::executable(EventId e) const {
  const Event& event = process_[e];
  if (event.depth == 1) {
    // The first event of a created thread comes after its creation.
    const EventId creation = process_[event.parent].version;
    if (creation.valid() && !happened(creation)) return false;
  }
  if (!event.version.valid()) return true;
  if (!event.observes() && !event.modifies()) return happened(event.version);
  const Version& version = process_.version_of(event.version);
  const EventId now = current(version.location.value);
  if (now.valid() ? now != event.version : version.depth != 0) return false;
  return event.observes() || reads_left_[process_[event.version].own_version.index()] == 0;
}

void Linearizer::execute(EventId e) {
  const Event& event = process_[e];
  if (event.observes()) {
    --reads_left_[process_[event.version].own_version.index()];
  } else if (event.modifies()) {
    const std::uint32_t location = process_.version(event.own_version).location.value;
    if (location >= current_.size()) current_.resize(location + 1);
    if (!current_[location].valid()) touched_.push_back(location);
    current_[location] = e;
  }
}

bool Linearizer::run(const History& cut, std::vector<EventId>* order) {
  load(cut);
  bool progress = true;
  while (left_ > 0 && progress) {
    progress = false;
    for (const std::uint32_t t : threads_) {
      const std::vector<EventId>& chain = chains_[t];
      while (done_[t] < chain.size() && executable(chain[done_[t]])) {
        const EventId e = chain[done_[t]++];
        execute(e);
        if (order != nullptr) order->push_back(e);
        --left_;
        progress = true;
      }
    }
  }
  const bool complete = left_ == 0;
  unload();
  return complete;
}

}  // namespace heddle::unfolding
