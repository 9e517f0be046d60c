#include "base/stop.h"

#include <mutex>

namespace heddle::base {

namespace {
std::mutex listeners_mutex;
StopListener* listeners = nullptr;
}  // namespace

void request_stop(StopReason reason) {
  std::uint32_t none = 0;
  internal::stop->compare_exchange_strong(none, static_cast<std::uint32_t>(reason));
}

void share_stop(std::atomic<std::uint32_t>* word) { internal::stop = word; }

StopListener::StopListener(std::function<void()> interrupt) : interrupt_(std::move(interrupt)) {
  const std::lock_guard lock(listeners_mutex);
  next_ = listeners;
  listeners = this;
}

StopListener::~StopListener() {
  const std::lock_guard lock(listeners_mutex);
  StopListener** link = &listeners;
  while (*link != this) link = &(*link)->next_;
  *link = next_;
}

void StopListener::notify() {
  const std::lock_guard lock(listeners_mutex);
  for (const StopListener* l = listeners; l != nullptr; l = l->next_) l->interrupt_();
}

}  // namespace heddle::base
