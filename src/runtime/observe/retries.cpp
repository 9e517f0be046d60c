#include "runtime/observe/retries.h"

#include "abi/instrumented.h"
#include "runtime/anchor.h"

namespace heddle::runtime {

namespace {

constexpr std::uint64_t kWord = sizeof(std::uint64_t);

bool is_given_up(const abi::LocationRecord& record) { return runtime().cells.any_plain(record.address, record.size); }

// The plain accesses of a turn that has not begun to learn (2).
bool meets_others(const Thread& self, const RetryNext& next) {
  const RaceDetector& races = runtime().races;
  for (std::uint32_t i = 0; i < next.count; ++i) {
    const std::uint64_t size = next.fixed[2 * i + 1];
    const bool is_write = (size & HEDDLE_RETRY_WRITES) != 0;
    if (races.would_race(self.id, next.fixed[2 * i], size & ~HEDDLE_RETRY_WRITES, is_write)) return true;
  }
  return false;
}

}  // namespace

bool Retries::may_begin(VisibleCells::Cell& cell, trace::LocationId location, const RetryNext& next) {
  Runtime& rt = runtime();
  abi::LocationRecord& record = rt.locations.record(location);
  if (cell.plain) return false;
  if (cell.mixed) give_up(location);
  rt.locations.learn(record.retried);
  if (next.read_begin == next.read_end) return true;
  const bool is_new = record.read_begin == record.read_end;
  const std::int32_t begin = is_new || next.read_begin < record.read_begin ? next.read_begin : record.read_begin;
  const std::int32_t end = is_new || next.read_end > record.read_end ? next.read_end : record.read_end;
  if (begin == record.read_begin && end == record.read_end) return true;
  // What was written before is not known.
  record.read_begin = begin;
  record.read_end = end;
  ++rt.channel->flags_changed;
  ++rt.channel->knowledge;
  rt.slot->start_again = true;
  return true;
}

void Retries::begin(Thread& self, const trace::Operation& op, const RetryNext& next) {
  if (op.effect != trace::Effect::kModify) return;
  if (meets_others(self, next)) give_up(op.location);
  self.retry_segment = self.segment;
  self.retry_address = next.address;
  self.retry_location = op.location;
}

bool Retries::completes(const Thread& self, std::uint64_t address) {
  return self.retry_segment != 0 && self.retry_segment == self.segment && self.retry_address == address;
}

void Retries::interrupted(Thread& self) {
  if (self.retry_segment == 0 || self.retry_segment != self.segment) return;
  self.retry_segment = 0;
  give_up(self.retry_location);
}

// From the next exploration on. The variable becomes visible, so that a finding is replayed in the same way; in this
// run nothing changes.
void Retries::give_up(trace::LocationId location) {
  Runtime& rt = runtime();
  abi::LocationRecord& record = rt.locations.record(location);
  if (is_given_up(record)) return;
  record.not_retried = true;
  rt.cells.found(record.address, record.size);
  ++rt.channel->flags_changed;
  ++rt.channel->knowledge;
  if (record.retried) rt.slot->start_again = true;
}

// The variable no longer has this value, but a thread may have seen it. A word is kept for one variable; another one
// that has led there is kept once that is given up.
void Retries::keep(const trace::Operation& op, const abi::LocationRecord& record) {
  if (is_given_up(record)) return;
  const std::uint64_t begin = static_cast<std::uint64_t>(op.before) + static_cast<std::uint64_t>(record.read_begin);
  const std::uint64_t end = static_cast<std::uint64_t>(op.before) + static_cast<std::uint64_t>(record.read_end);
  for (std::uint64_t word = begin / kWord; word * kWord < end; ++word) {
    Entry& entry = entry_of(word);
    if (entry.run == run_) continue;
    if (used_ == kMost) return give_up(op.location);
    ++used_;
    entry = {word, run_, op.location};
  }
}

void Retries::find(std::uint64_t address, std::uint64_t size) {
  if (size / kWord >= kEntries) {
    for (const Entry& entry : entries_) {
      if (entry.run == run_ && entry.word * kWord + kWord > address && entry.word * kWord < address + size)
        give_up(entry.location);
    }
    return;
  }
  for (std::uint64_t word = address / kWord; word * kWord < address + size; ++word) {
    const Entry& entry = entry_of(word);
    if (entry.run == run_) give_up(entry.location);
  }
}

Retries::Entry& Retries::entry_of(std::uint64_t word) {
  constexpr std::uint64_t kOdd = 0x9E3779B97F4A7C15;
  constexpr int kShift = 52;  // leaves the number of an entry
  static_assert(kEntries == std::size_t{1} << (64 - kShift));
  for (std::uint64_t i = word * kOdd >> kShift;; ++i) {
    Entry& entry = entries_[i % kEntries];
    if (entry.run != run_ || entry.word == word) return entry;
  }
}

}  // namespace heddle::runtime
