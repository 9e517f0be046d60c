#include "runtime/observe/access_log.h"

#include <utility>

#include "base/hash.h"
#include "runtime/anchor.h"
#include "runtime/memory/map_pages.h"

namespace heddle::runtime {

using trace::Access;
using trace::ThreadId;

namespace {

std::uint64_t part_size(std::uint64_t at, std::uint64_t end) {
  const std::uint64_t next = Shadow::next(at);
  return (next < end ? next : end) - at;
}

}  // namespace

void AccessLog::init(abi::Channel& channel, RaceDetector& races) {
  channel_ = &channel;
  races_ = &races;
  recent_ = map_pages<Recent>(kRecent);
}

void AccessLog::learn() {
  for (; usages_ < channel_->usages_size; ++usages_) {
    const abi::UsageRecord& record = channel_->usages[usages_];
    if (record.is_atomic) {
      runtime().cells.add_known_atomic(record.address, record.size);
    } else {
      races_->note_access(record.thread, record.address, record.size, record.is_write);
    }
  }
  for (; watched_ < channel_->watched_cells_size; ++watched_)
    set_watched(channel_->watched_cells[watched_].address, channel_->watched_cells[watched_].size);
}

void AccessLog::learn_all() {
  learn();
  first_usages_ = usages_;
  first_watched_ = watched_;
}

void AccessLog::start_run() {
  ++run_;
  runtime().slot->recorded_size = 0;
  learn_all();
  // Other processes do not know everything: that matters if there are any.
  const bool alone = channel_->settings.isolation == abi::Isolation::kReset && channel_->targets <= 1;
  if (channel_->usages_size == abi::kMaxUsages && channel_->settings.record_accesses && !alone)
    runtime().slot->overflow |= static_cast<std::uint32_t>(abi::Overflow::kUsages);
}

// --- who uses what

bool AccessLog::note(ThreadId thread, std::uint64_t address, std::uint64_t size, bool is_write) {
  const std::uint64_t before = races_->changes();
  const bool shared = races_->note_access(thread, address, size, is_write);
  if (races_->changes() != before) {
    ++channel_->knowledge;
    publish({address, size, thread, is_write, false});
  }
  return shared;
}

void AccessLog::publish(const abi::UsageRecord& record) {
  if (usages_ > first_usages_) {
    // Consecutive accesses: a block that is accessed for the first time.
    abi::UsageRecord& last = channel_->usages[usages_ - 1];
    if (last.address + last.size == record.address && last.thread == record.thread &&
        last.is_write == record.is_write && !last.is_atomic && !record.is_atomic) {
      last.size += record.size;
      return;
    }
  }
  if (channel_->usages_size == abi::kMaxUsages) return;
  channel_->usages[channel_->usages_size++] = record;
  usages_ = channel_->usages_size;
}

void AccessLog::add_atomic(std::uint64_t address, std::uint64_t size) {
  publish({address, size, ThreadId(0), true, true});
  if (!channel_->settings.record_accesses) return;
  if (races_->is_noted(address, size)) watch(address, size);
}

bool AccessLog::set_watched(std::uint64_t address, std::uint64_t size) {
  bool is_new = false;
  const std::uint64_t end = address + size;
  for (std::uint64_t at = address; at < end; at = Shadow::next(at)) {
    Granule& granule = Shadow::at(at);
    const std::uint8_t mask = Shadow::mask(at, end);
    is_new |= (granule.watched & mask) != mask;
    granule.watched |= mask;
  }
  return is_new;
}

void AccessLog::watch(std::uint64_t address, std::uint64_t size) {
  if (!set_watched(address, size)) return;
  runtime().moment.end();
  runtime().slot->start_again = true;
  ++channel_->knowledge;
  if (watched_ > first_watched_) {
    abi::CellRecord& last = channel_->watched_cells[watched_ - 1];
    if (last.address + last.size == address) {
      last.size += size;
      return;
    }
  }
  if (channel_->watched_cells_size == abi::kMaxWatched) {
    runtime().cells.found(address, size);
    return;
  }
  channel_->watched_cells[channel_->watched_cells_size++] = {address, size};
  watched_ = channel_->watched_cells_size;
}

// --- records

void AccessLog::note_plain(const Thread& thread, std::uint64_t address, std::uint64_t size, bool is_write) {
  const std::uint64_t end = address + size;
  bool shared = false;
  for (std::uint64_t at = address; at < end; at = Shadow::next(at)) {
    if (channel_->settings.record_accesses) {
      const std::uint8_t mask = Shadow::mask(at, end);
      if ((Shadow::at(at).watched & mask) == mask) {
        shared = true;
        continue;
      }
    }
    const std::uint64_t part = part_size(at, end);
    if (!note(thread.id, at, part, is_write)) continue;
    shared = true;
    if (channel_->settings.record_accesses) watch(at, part);
  }
  if (!shared) return;
  if (channel_->settings.record_accesses) {
    record({address, size, thread.id, thread.segment, is_write ? Access::Kind::kWrite : Access::Kind::kRead});
  } else {
    runtime().cells.found(address, size);
  }
}

void AccessLog::atomic(const Thread& thread, std::uint64_t address, std::uint64_t size, bool is_write) {
  if (!channel_->settings.record_accesses) return;
  record({address, size, thread.id, thread.segment, is_write ? Access::Kind::kAtomicWrite : Access::Kind::kAtomicRead});
}

bool AccessLog::tells_behind_joins() const {
  return channel_->settings.record_accesses && !runtime().symbolic.reads_are_variables();
}

void AccessLog::other(const Thread& thread) {
  if (tells_behind_joins()) record({0, 0, thread.id, thread.segment, Access::Kind::kRead});
}

void AccessLog::record(const Access& access) {
  const std::uint64_t key = access.address + (access.size << 40) + (std::uint64_t{access.thread.value} << 52) +
                            (static_cast<std::uint64_t>(access.kind) << 60);
  Recent& recent = recent_[base::mix(key) % kRecent];
  if (recent.run == run_ && recent.access == access) return;
  recent = {access, run_};
  if (runtime().slot->recorded_size == abi::kMaxAccesses) {
    Access& last = runtime().slot->recorded[abi::kMaxAccesses - 1];
    const Access left_out = access.size != 0 ? access : std::exchange(last, access);
    if (left_out.size != 0) runtime().cells.found(left_out.address, left_out.size);
    return;
  }
  runtime().slot->recorded[runtime().slot->recorded_size++] = access;
}

}  // namespace heddle::runtime
