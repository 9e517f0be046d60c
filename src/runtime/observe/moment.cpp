#include "runtime/observe/moment.h"

#include <cstdlib>
#include <cstring>

#include "runtime/anchor.h"
#include "runtime/schedule/spin.h"

namespace heddle::runtime {

namespace {

bool is_marked(std::uint8_t state) { return state == kWrittenNow || state == kReadNow; }

// So that tests can compare: HEDDLE_ACCESSES=all announces every access, HEDDLE_ACCESSES=few none that need not be.
std::uint32_t first_of_environment(std::uint32_t otherwise) {
  const char* const value = std::getenv("HEDDLE_ACCESSES");
  if (value == nullptr) return otherwise;
  if (std::strcmp(value, "few") == 0) return 1;
  return std::strcmp(value, "all") == 0 ? UINT32_MAX : otherwise;
}

}  // namespace

bool Moment::map() {
  first_ = first_of_environment(kFirst);
  return marks_.map(kMaxMarks);
}

// Where reads are variables, runs are rare and what they announce is what they are made of.
void Moment::start_run() {
  const Runtime& rt = runtime();
  possible_ =
      first_ != UINT32_MAX && !rt.slot->capture && rt.quiet.knows_visible() && !rt.symbolic.reads_are_variables();
}

void Moment::note(Runtime& rt, std::uint64_t address, std::uint64_t size, bool is_write) {
  constexpr std::uint32_t kAllBytes = 0xff;
  const std::uint64_t first = align_down(address, kGranuleBytes);
  const std::uint64_t last = align_down(address + size - 1, kGranuleBytes);
  if (!possible_ || size == 0 || last - first > kGranuleBytes) return;
  const Thread& self = rt.scheduler.current();
  has_any_ = true;
  if (first == last) {
    const Granule& granule = Shadow::at(first);
    if (granule.watched != 0) return;  // every kind of access is recorded
    admit(rt, first);
    remembered_[index_of(address)] = {key_of(address, size) | (is_write ? kWritten : 0), number_};
    if (granule.mask == kAllBytes || granule.mask == 0) mark_granule(rt, self, first);
  } else {
    mark_granule(rt, self, first);
    mark_granule(rt, self, last);
  }
  if (is_write && !keeps_writes_ && !may_be_in_vain(self)) keep_writes(true);
}

void Moment::mark_granule(Runtime& rt, const Thread& self, std::uint64_t granule) {
  using Repeated = RaceDetector::Repeated;
  const Repeated repeated = rt.races.repeated(self.id, Shadow::at(granule));
  if (repeated == Repeated::kNothing) return;
  if (rt.races.has_location(granule, kGranuleBytes) || rt.symbolic.memory().any(granule, kGranuleBytes)) return;
  admit(rt, granule);
  if (byte_of(granule) != kWhole && !is_marked(byte_of(granule))) return;
  const bool written = repeated == Repeated::kAll && rt.accesses.adds_nothing(self, granule, kGranuleBytes, true);
  if (!written && !rt.accesses.adds_nothing(self, granule, kGranuleBytes, false)) return;
  add_mark(byte_of(granule), written ? kWrittenNow : kReadNow);
}

// Outside painted memory, a page is admitted when it is first accessed.
void Moment::admit(Runtime& rt, std::uint64_t granule) {
  if (byte_of(granule) != 0 || is_painted(granule) || rt.symbolic.memory().any(granule, 1)) return;
  std::uint64_t& refused = refused_[granule / kPageSize % kRefused];
  if (refused == granule / kPageSize || rt.races.has_location(granule, kGranuleBytes)) return;
  rt.quiet.admit(granule, rt.snapshot);
  if (byte_of(granule) == 0) refused = granule / kPageSize;
}

void Moment::add_mark(std::uint8_t& byte, std::uint8_t state) {
  if (is_marked(byte)) {
    if (state == kWrittenNow) byte = state;
    return;
  }
  if (marks_.size() == kMaxMarks) unmark();
  byte = state;
  set_now(HEDDLE_QUIET_READ_NOW, kReadNow);
  if (marks_.size() != 0 && marks_[marks_.size() - 1].end == &byte) {
    ++marks_[marks_.size() - 1].end;
  } else {
    marks_.push({&byte, &byte + 1});
  }
}

void Moment::unmark() {
  for (const Marks& marks : marks_) {
    for (std::uint8_t* byte = marks.begin; byte != marks.end; ++byte) *byte = is_marked(*byte) ? kWhole : *byte;
  }
  marks_.clear();
}

void Moment::forget() {
  keep_writes(false);
  set_now(HEDDLE_QUIET_READ_NOW, kNever);
  unmark();
  has_any_ = false;
  if (++number_ == 0) {
    // What was remembered long ago must not be mistaken for what is remembered now.
    for (Remembered& one : remembered_) one = {};
    number_ = 1;
  }
  // The first write of a moment was announced: that it has had an effect is known, but not that there were more.
  Runtime& rt = runtime();
  if (rt.quiet.take_wrote()) ++rt.scheduler.current().changes;
}

}  // namespace heddle::runtime
