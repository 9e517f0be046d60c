#include "unfolding/cut.h"

#include <algorithm>

#include "unfolding/branching_process.h"

namespace heddle::unfolding {

namespace {
constexpr std::uint32_t kNone = EventId().value;
}

void Cut::assign(const History& h) {
  threads_.assign(h.threads, h.threads + h.thread_count);
  if (h.own_thread != kNoThread) {
    if (threads_.size() <= h.own_thread) threads_.resize(h.own_thread + 1, kNone);
    threads_[h.own_thread] = h.own.value;
  }
  versions_.assign(h.versions, h.versions + h.version_count);
}

void Cut::join(const BranchingProcess& process, const History& h) {
  join_threads(process, h);
  join_versions(process, h);
}

void Cut::join_threads(const BranchingProcess& process, const History& h) {
  const std::uint32_t end = h.thread_end();
  if (threads_.size() < end) threads_.resize(end, kNone);
  for (std::uint32_t t = 0; t < end; ++t) {
    const EventId other = h.last_of(t);
    std::uint32_t& mine = threads_[t];
    if (!other.valid() || other.value == mine) continue;
    if (mine == kNone || process[EventId(mine)].depth < process[other].depth) mine = other.value;
  }
}

void Cut::join_versions(const BranchingProcess& process, const History& h) {
  buffer_.clear();
  std::size_t i = 0;
  for (std::uint32_t j = 0; j < h.version_count; ++j) {
    const History::Entry other = h.versions[j];
    while (i < versions_.size() && versions_[i].location < other.location) buffer_.push_back(versions_[i++]);
    if (i == versions_.size() || versions_[i].location != other.location) {
      buffer_.push_back(other);
      continue;
    }
    const History::Entry mine = versions_[i++];
    const bool deeper = mine.version != other.version &&
                        process.version_depth(EventId(other.version)) > process.version_depth(EventId(mine.version));
    buffer_.push_back(deeper ? other : mine);
  }
  buffer_.insert(buffer_.end(), versions_.begin() + static_cast<std::ptrdiff_t>(i), versions_.end());
  versions_.swap(buffer_);
}

void Cut::assign_extension(const BranchingProcess& process, EventId extension) {
  const Event& event = process[extension];
  assign(process.history(event.parent));
  if (event.version.valid()) join(process, process.history(event.version));
  for (const EventId read : process.consumed(extension)) join(process, process.history(read));
  threads_[event.thread] = extension.value;
  if (event.modifies()) set_version(event.location.value, extension);
}

void Cut::set_version(std::uint32_t location, EventId version) {
  const auto at = std::find_if(versions_.begin(), versions_.end(),
                               [&](History::Entry entry) { return entry.location >= location; });
  if (at != versions_.end() && at->location == location) {
    at->version = version.value;
  } else {
    versions_.insert(at, {location, version.value});
  }
}

void Cut::forget_thread(std::uint32_t thread) {
  if (thread < threads_.size()) threads_[thread] = kNone;
}

History Cut::view() const {
  History h;
  h.threads = threads_.data();
  h.thread_count = static_cast<std::uint32_t>(threads_.size());
  h.versions = versions_.data();
  h.version_count = static_cast<std::uint32_t>(versions_.size());
  return h;
}

}  // namespace heddle::unfolding
