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
  threads_.clear();
  for (std::uint32_t t = 0; t < chains_.size(); ++t) {
    load_chain(t, t < end ? cut.last_of(t) : EventId());
    if (chains_[t].empty()) continue;
    threads_.push_back(t);
    left_ += chains_[t].size();
  }
}

// From the last event down to the first one that is there from the last run.
void Linearizer::load_chain(std::uint32_t thread, EventId last) {
  std::vector<Step>& chain = chains_[thread];
  const std::size_t size = last.valid() ? process_[last].depth : 0;
  shorten(chain, size);
  const std::size_t known = chain.size();
  chain.resize(size);
  EventId e = last;
  for (std::size_t i = size; i-- > 0;) {
    if (i < known) {
      if (chain[i].event == e) return;
      forget(chain[i]);
    }
    const Event& event = process_[e];
    chain[i] = {e, event.version, event.location, static_cast<trace::Effect>(event.effect)};
    if (event.observes()) ++reads_left_[event.version.index()];
    if (event.location.valid()) meet(event.location);
    e = event.parent;
  }
  if (size != 0) creations_[thread] = process_[e].version;
}

void Linearizer::shorten(std::vector<Step>& chain, std::size_t size) {
  for (; chain.size() > size; chain.pop_back()) forget(chain.back());
}

void Linearizer::forget(const Step& step) {
  if (step.effect == trace::Effect::kObserve) --reads_left_[step.version.index()];
}

void Linearizer::meet(trace::LocationId location) {
  if (location.index() >= current_.size()) current_.resize(location.index() + 1);
  current_[location.index()] = process_.initial_version(location);
}

void Linearizer::put_back() {
  for (const EventId version : read_) ++reads_left_[version.index()];
  read_.clear();
  for (const std::uint32_t t : threads_) done_[t] = 0;
  for (const trace::LocationId location : modified_) meet(location);
  modified_.clear();
}

bool Linearizer::happened(EventId e) const {
  const Event& event = process_[e];
  return event.thread == kNoThread || done_[event.thread] >= event.depth;
}

bool Linearizer::execute(const Step& step) {
  switch (step.effect) {
    case trace::Effect::kNone: return !step.version.valid() || happened(step.version);
    case trace::Effect::kObserve:
      if (current_[step.location.index()] != step.version) return false;
      --reads_left_[step.version.index()];
      read_.push_back(step.version);
      return true;
    case trace::Effect::kModify: {
      EventId& current = current_[step.location.index()];
      if (current != step.version || reads_left_[step.version.index()] != 0) return false;
      current = step.event;
      modified_.push_back(step.location);
      return true;
    }
  }
  return false;
}

bool Linearizer::run(const History& cut, std::vector<EventId>* order) {
  load(cut);
  for (bool progress = true; left_ > 0 && progress;) {
    progress = false;
    for (const std::uint32_t t : threads_) {
      std::uint32_t& done = done_[t];
      // A thread begins after its creation.
      if (done == 0 && creations_[t].valid() && !happened(creations_[t])) continue;
      const std::vector<Step>& chain = chains_[t];
      for (; done < chain.size() && execute(chain[done]); ++done) {
        if (order != nullptr) order->push_back(chain[done].event);
        --left_;
        progress = true;
      }
    }
  }
  put_back();
  return left_ == 0;
}

}  // namespace heddle::unfolding
