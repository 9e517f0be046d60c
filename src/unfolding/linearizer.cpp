#include "unfolding/linearizer.h"

#include <algorithm>

namespace heddle::unfolding {

void Linearizer::load(const History& cut) {
  const std::uint32_t end = cut.thread_end();
  if (chains_.size() < end) {
    chains_.resize(end);
    done_.resize(end, 0);
    creations_.resize(end);
  }
  reads_left_.resize(process_.size());
  left_ = 0;
  for (std::uint32_t t = 0; t < end; ++t) {
    const EventId last = cut.last_of(t);
    if (last.valid()) load_chain(t, last);
  }
}

void Linearizer::load_chain(std::uint32_t thread, EventId last) {
  threads_.push_back(thread);
  std::vector<Step>& chain = chains_[thread];
  chain.resize(process_[last].depth);
  EventId e = last;
  for (std::size_t i = chain.size(); i-- > 0;) {
    const Event& event = process_[e];
    chain[i] = {e, event.version, event.location, static_cast<trace::Effect>(event.effect)};
    if (event.observes()) ++reads_left_[event.version.index()];
    e = event.parent;
  }
  creations_[thread] = process_[e].version;
  left_ += chain.size();
}

void Linearizer::unload() {
  for (const std::uint32_t t : threads_) {
    for (const Step& step : chains_[t]) {
      if (step.effect == trace::Effect::kObserve) reads_left_[step.version.index()] = 0;
    }
    chains_[t].clear();
    done_[t] = 0;
  }
  threads_.clear();
  for (const trace::LocationId location : touched_) current_[location.index()] = EventId();
  touched_.clear();
}

EventId Linearizer::current(trace::LocationId location) const {
  const EventId known = location.index() < current_.size() ? current_[location.index()] : EventId();
  return known.valid() ? known : process_.initial_version(location);
}

bool Linearizer::happened(EventId e) const {
  const Event& event = process_[e];
  return event.thread == kNoThread || done_[event.thread] >= event.depth;
}

bool Linearizer::executable(const Step& step) const {
  if (step.effect == trace::Effect::kNone) return !step.version.valid() || happened(step.version);
  if (current(step.location) != step.version) return false;
  return step.effect == trace::Effect::kObserve || reads_left_[step.version.index()] == 0;
}

void Linearizer::execute(const Step& step) {
  if (step.effect == trace::Effect::kObserve) {
    --reads_left_[step.version.index()];
  } else if (step.effect == trace::Effect::kModify) {
    const std::size_t location = step.location.index();
    if (location >= current_.size()) current_.resize(location + 1);
    if (!current_[location].valid()) touched_.push_back(step.location);
    current_[location] = step.event;
  }
}

bool Linearizer::run(const History& cut, std::vector<EventId>* order) {
  load(cut);
  bool progress = true;
  while (left_ > 0 && progress) {
    progress = false;
    for (const std::uint32_t t : threads_) {
      // A thread begins after its creation.
      if (done_[t] == 0 && creations_[t].valid() && !happened(creations_[t])) continue;
      const std::vector<Step>& chain = chains_[t];
      while (done_[t] < chain.size() && executable(chain[done_[t]])) {
        const Step& step = chain[done_[t]++];
        execute(step);
        if (order != nullptr) order->push_back(step.event);
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
