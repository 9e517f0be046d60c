#include "explore/interference/lock_blocks.h"

#include <algorithm>
#include <ranges>

namespace heddle::explore::interference {

using trace::OpKind;

namespace {

enum class Role : std::uint8_t { kAcquire, kAcquireShared, kRelease, kReleaseShared, kNone, kOther };

Role role_of(const Node& node) {
  const bool succeeds = node.outcome == 1;
  switch (node.kind) {
    case OpKind::kLock:
    case OpKind::kWriteLock: return Role::kAcquire;
    case OpKind::kReadLock: return Role::kAcquireShared;
    case OpKind::kUnlock:
    case OpKind::kWriteUnlock: return Role::kRelease;
    case OpKind::kReadUnlock: return Role::kReleaseShared;
    case OpKind::kTryLock:
    case OpKind::kTryWriteLock:
    case OpKind::kTryReadLock:
      // The last event of a scenario, whatever its outcome.
      if (node.outcome == kAnyOutcome) return Role::kNone;
      if (!succeeds) return Role::kOther;
      return node.kind == OpKind::kTryReadLock ? Role::kAcquireShared : Role::kAcquire;
    default: return Role::kOther;
  }
}

}  // namespace

void LockBlocks::start(const ScenarioEvents& events) {
  const std::size_t cells = events.cells().size();
  if (blocks_.size() < cells) blocks_.resize(cells);
  for (std::size_t c = 0; c < cells; ++c) blocks_[c].clear();
  is_other_.assign(cells, false);
  has_others_ = false;
  for (std::uint32_t e = 0; e < events.number_of_events(); ++e) {
    if (events[e].cell != kNothing && is_synchronisation(events.node(e).kind)) add(events, e);
  }
  for (std::size_t c = 0; c < cells; ++c) {
    if (is_other_[c]) blocks_[c].clear();
  }
}

void LockBlocks::add(const ScenarioEvents& events, std::uint32_t e) {
  const std::uint32_t cell = events[e].cell;
  const std::uint32_t thread = events[e].thread;
  bool fits = executor_->initial_state(events.cells()[cell]) == 0;
  const Role role = role_of(events.node(e));
  switch (role) {
    case Role::kAcquire:
    case Role::kAcquireShared:
      blocks_[cell].push_back({cell, thread, e, kNothing, role == Role::kAcquireShared});
      break;
    case Role::kRelease:
    case Role::kReleaseShared: fits = fits && release(cell, e, thread, role == Role::kReleaseShared); break;
    case Role::kNone: break;
    case Role::kOther: fits = false; break;
  }
  if (fits) return;
  is_other_[cell] = true;
  has_others_ = true;
}

// Ends the last open block of the thread; false if there is none.
bool LockBlocks::release(std::uint32_t cell, std::uint32_t e, std::uint32_t thread, bool is_shared) {
  for (Block& b : std::views::reverse(blocks_[cell])) {
    if (b.thread != thread) return false;
    if (b.release != kNothing || b.is_shared != is_shared) continue;
    b.release = e;
    return true;
  }
  return false;
}

}  // namespace heddle::explore::interference
