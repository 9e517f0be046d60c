#include "unfolding/branching_process.h"

#include <algorithm>
#include <cstring>

#include "base/check.h"
#include "base/hash.h"

namespace heddle::unfolding {

namespace {
constexpr std::size_t kFirstIndexSize = 1 << 12;
constexpr std::uint32_t kNone = EventId().value;
}  // namespace

BranchingProcess::BranchingProcess(Net net) : net_(net), index_(kFirstIndexSize, 0) {
  blocks_.push_back(0);  // offset 0: the empty block
  links_.push_back({});  // link 0: the empty list
}

std::uint64_t BranchingProcess::key_hash(EventId condition, EventId version, std::int32_t choice,
                                         std::span<const EventId> consumed) {
  std::uint64_t h = base::mix((static_cast<std::uint64_t>(condition.value) << 32 | version.value) +
                              0x9e3779b97f4a7c15ULL * static_cast<std::uint32_t>(choice));
  for (const EventId read : consumed) h = base::mix(h + read.value);
  return h;
}

bool BranchingProcess::matches(EventId e, EventId condition, EventId version, std::int32_t choice,
                               std::span<const EventId> consumed) const {
  const Event& event = (*this)[e];
  if (event.parent != condition || event.version != version || event.choice != choice) return false;
  if (net_ == Net::kContextual) return true;
  const std::span<const EventId> own = this->consumed(e);
  return std::equal(own.begin(), own.end(), consumed.begin(), consumed.end());
}

EventId BranchingProcess::find(EventId condition, EventId version, std::int32_t choice,
                               std::span<const EventId> consumed) const {
  int listed = 0;
  for (std::uint32_t link = successors_[condition.index()].first; link != 0; link = successors_[link - 1].next) {
    if (matches(EventId(link - 1), condition, version, choice, consumed)) return EventId(link - 1);
    ++listed;
  }
  if (listed < kListed) return EventId();
  const std::size_t mask = index_.size() - 1;
  std::size_t slot = key_hash(condition, version, choice, consumed) & mask;
  for (; index_[slot] != 0; slot = (slot + 1) & mask) {
    const EventId e(index_[slot] - 1);
    if (matches(e, condition, version, choice, consumed)) return e;
  }
  return EventId();
}

void BranchingProcess::grow_index() {
  std::vector<std::uint32_t> old(index_.size() * 2, 0);
  old.swap(index_);
  for (const std::uint32_t stored : old) {
    if (stored != 0) add_to_index(EventId(stored - 1));
  }
}

void BranchingProcess::add_to_index(EventId e) {
  const Event& event = (*this)[e];
  const std::size_t mask = index_.size() - 1;
  std::size_t slot = key_hash(event.parent, event.version, event.choice, consumed(e)) & mask;
  while (index_[slot] != 0) slot = (slot + 1) & mask;
  index_[slot] = e.value + 1;
}

void BranchingProcess::add_to_successors(EventId e) {
  successors_.resize(events_.size());
  const std::uint32_t link = e.value + 1;
  std::uint32_t* at = &successors_[(*this)[e].parent.index()].first;
  for (int listed = 0; listed < kListed; ++listed) {
    if (*at == 0) {
      *at = link;
      return;
    }
    at = &successors_[*at - 1].next;
  }
  if (++indexed_ * 3 > index_.size() * 2) grow_index();
  add_to_index(e);
}

EventId BranchingProcess::add_extension(EventId condition, EventId version, std::int32_t choice, trace::Effect effect,
                                        std::span<const EventId> consumed) {
  Event e;
  e.parent = condition;
  e.version = version;
  e.choice = choice;
  e.depth = (*this)[condition].depth + 1;
  e.thread = (*this)[condition].thread;
  e.effect = static_cast<std::uint32_t>(effect);
  e.state = static_cast<std::uint32_t>(Event::State::kExtension);
  if (effect != trace::Effect::kNone) e.location = next(condition).location;
  const EventId id(events_.size());
  if (effect == trace::Effect::kModify) {
    Version node;
    node.event = id;
    node.depth = version_depth(version) + 1;
    if (!consumed.empty()) {
      node.consumed = static_cast<std::uint32_t>(blocks_.append(consumed.size() + 1));
      blocks_[node.consumed] = static_cast<std::uint32_t>(consumed.size());
      std::memcpy(blocks_.data() + node.consumed + 1, consumed.data(), consumed.size() * sizeof(EventId));
    }
    e.own_version = VersionId(versions_.push_back(node));
  }
  events_.push_back(e);
  add_to_successors(id);
  return id;
}

EventId BranchingProcess::add_start(std::uint32_t thread, EventId creator) {
  Event e;
  e.version = creator;
  e.thread = thread;
  e.state = static_cast<std::uint32_t>(Event::State::kExecuted);
  const EventId id(events_.push_back(e));
  successors_.resize(events_.size());
  if (!creator.valid()) return id;
  // The history of a created thread is that of its creation.
  merged_.assign(history(creator));
  events_[id.index()].threads = store_threads(events_[id.index()], History());
  events_[id.index()].versions = (*this)[creator].versions;
  return id;
}

EventId BranchingProcess::add_initial_version(trace::LocationId location, std::int64_t state) {
  Event e;
  e.value = state;
  e.state = static_cast<std::uint32_t>(Event::State::kExecuted);
  e.effect = static_cast<std::uint32_t>(trace::Effect::kModify);
  e.location = location;
  Version node;
  node.event = EventId(events_.size());
  e.own_version = VersionId(versions_.push_back(node));
  if (initial_.size() <= location.index()) initial_.resize(location.index() + 1);
  initial_[location.index()] = node.event;
  events_.push_back(e);
  successors_.resize(events_.size());
  return node.event;
}

void BranchingProcess::execute(EventId e, std::int64_t value, OperationId next, bool last) {
  CHECK(!(*this)[e].executed());
  compute_history(e);
  Event& event = (*this)[e];
  event.value = value;
  event.next = next;
  event.last = last ? 1 : 0;
  event.state = static_cast<std::uint32_t>(Event::State::kExecuted);
  if (!event.modifies()) return;
  Version& own = version(event.own_version);
  Version& above = version_of(event.version);
  own.next_sibling = above.first_child;
  above.first_child = event.own_version;
}

void BranchingProcess::close(EventId condition, const Closing& closing) {
  (*this)[condition].closes = 1;
  closings_[condition] = closing;
}

void BranchingProcess::open(EventId condition) {
  (*this)[condition].closes = 0;
  (*this)[condition].next = closing(condition).first;
  closings_.erase(condition);
}

History BranchingProcess::history(EventId e) const {
  const Event& event = (*this)[e];
  History h;
  const std::uint32_t* block = blocks_.data() + event.threads;
  h.thread_count = *block;
  h.threads = block + 1;
  h.own_thread = event.thread;
  if (event.thread != kNoThread) h.own = e;
  block = blocks_.data() + event.versions;
  h.version_count = *block;
  h.versions = reinterpret_cast<const History::Entry*>(block + 1);
  return h;
}

std::span<const EventId> BranchingProcess::consumed(EventId e) const {
  const Event& event = (*this)[e];
  if (!event.own_version.valid()) return {};
  const std::uint32_t offset = version(event.own_version).consumed;
  return {reinterpret_cast<const EventId*>(blocks_.data() + offset + 1), blocks_[offset]};
}

std::uint32_t BranchingProcess::store_threads(const Event& e, const History& parent) {
  const std::vector<std::uint32_t>& merged = merged_.threads();
  const auto count = static_cast<std::uint32_t>(merged.size());
  if (e.parent.valid()) {
    // Shared with the parent as long as the thread learns nothing about the others.
    bool same = count <= std::max<std::uint32_t>(parent.thread_count, e.thread + 1);
    for (std::uint32_t t = 0; same && t < count; ++t) {
      if (t == e.thread) continue;
      same = t < parent.thread_count ? parent.threads[t] == merged[t] : merged[t] == kNone;
    }
    if (same) return (*this)[e.parent].threads;
  }
  const auto offset = static_cast<std::uint32_t>(blocks_.append(count + 1));
  blocks_[offset] = count;
  std::memcpy(blocks_.data() + offset + 1, merged.data(), count * sizeof(std::uint32_t));
  return offset;
}

std::uint32_t BranchingProcess::store_versions(const History& parent) {
  const std::vector<History::Entry>& merged = merged_.versions();
  const auto count = static_cast<std::uint32_t>(merged.size());
  const bool same = count == parent.version_count &&
                    std::equal(merged.begin(), merged.end(), parent.versions, [](History::Entry a, History::Entry b) {
                      return a.location == b.location && a.version == b.version;
                    });
  if (same) {
    const auto* block = reinterpret_cast<const std::uint32_t*>(parent.versions) - 1;
    return static_cast<std::uint32_t>(block - blocks_.data());
  }
  const auto offset = static_cast<std::uint32_t>(blocks_.append(2 * static_cast<std::size_t>(count) + 1));
  blocks_[offset] = count;
  std::memcpy(blocks_.data() + offset + 1, merged.data(), count * sizeof(History::Entry));
  return offset;
}

void BranchingProcess::compute_history(EventId e) {
  const Event event = (*this)[e];
  merged_.assign(history(event.parent));
  if (event.version.valid()) merged_.join(*this, history(event.version));
  for (const EventId read : consumed(e)) merged_.join(*this, history(read));
  merged_.forget_thread(event.thread);
  const std::uint32_t threads = store_threads(event, history(event.parent));
  if (event.modifies()) merged_.set_version(event.location.value, e);
  const std::uint32_t versions = store_versions(history(event.parent));
  (*this)[e].threads = threads;
  (*this)[e].versions = versions;
}

}  // namespace heddle::unfolding
