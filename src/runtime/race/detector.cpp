#include "runtime/race/detector.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

namespace heddle::runtime {

using trace::PlaceId;
using trace::ThreadId;

bool RaceDetector::map(std::uint32_t last_run) {
  stamp_ = last_run;
  return order_.map() && shadow_.map() && cells_.map() && parts_.map(kMaxParts) && slots_.map(kMaxConcurrent);
}

void RaceDetector::start_run() {
  if (++stamp_ == 0) {
    // Stamps are being reused: granules of old runs must not be mistaken for current ones.
    shadow_.forget_runs();
    stamp_ = 1;
  }
  parts_.clear();
  free_parts_ = 0;
  slots_.clear();
  exhausted_ = false;
  threads_ = trace::ThreadSet(ThreadId(0));
  has_accesses_ = false;
}

// The first access of a run: as if all existing threads began now, unordered.
void RaceDetector::begin_order() {
  has_accesses_ = true;
  order_.start_run(threads_);
}

// --- accesses

const Race* RaceDetector::access(ThreadId thread, std::uintptr_t address, std::size_t size, bool is_write,
                                 bool is_atomic, PlaceId place) {
  if (!has_accesses_) [[unlikely]]
    begin_order();
  if (address % kGranuleBytes + size <= kGranuleBytes && !is_atomic && size != 0 &&
      take_easy(Shadow::at(address), Shadow::mask(address, address + size), thread, is_write, place)) {
    return nullptr;
  }
  race_count_ = 0;
  const Access access{thread, place, is_write, is_atomic, order_.epoch(thread), order_.clock(thread)};
  const std::uintptr_t end = address + size;
  for (std::uintptr_t at = address; at < end; at = Shadow::next(at)) {
    Granule& granule = Shadow::at(at);
    const std::uint8_t mask = Shadow::mask(at, end);
    const bool repeated = granule.stamp == stamp_ && granule.mask == mask && !is_atomic &&
                          (granule.write.epoch == access.epoch || (!is_write && granule.read.epoch == access.epoch));
    if (!repeated) access_granule(granule, access, {align_down(at, kGranuleBytes), mask});
  }
  return race_count_ != 0 ? races_ : nullptr;
}

bool RaceDetector::take_easy(Granule& granule, std::uint8_t mask, ThreadId thread, bool is_write, PlaceId place) {
  const Epoch now = order_.epoch(thread);
  if (granule.stamp != stamp_) {
    begin_granule(granule, mask);
    (is_write ? granule.write : granule.read) = {now, place};
    return true;
  }
  if (granule.mask == 0) return take_easy_part(granule, mask, thread, is_write, place);
  if ((granule.mask & mask) == mask && is_done(granule.write, granule.read, now, is_write)) return true;
  if (granule.mask == mask) return take_ordered(granule.write, granule.read, thread, is_write, place);
  return (granule.mask & mask) == 0 && add_bytes(granule, mask, is_write, {now, place});
}

// A plain access to bytes that had none.
bool RaceDetector::add_bytes(Granule& granule, std::uint8_t mask, bool is_write, Accesses access) {
  const Accesses none;
  const Accesses& write = is_write ? access : none;
  const Accesses& read = is_write ? none : access;
  if (granule.mask != 0 && granule.write == write && granule.read == read) {
    granule.mask |= mask;
    return true;
  }
  Parts* const parts = divide(granule);
  if (parts == nullptr) return false;
  parts->part[parts->count++] = {.write = write, .read = read, .mask = mask};
  return true;
}

bool RaceDetector::take_easy_part(Granule& granule, std::uint8_t mask, ThreadId thread, bool is_write, PlaceId place) {
  const Epoch now = order_.epoch(thread);
  Parts& parts = parts_[granule.write.place.index()];
  for (std::uint32_t i = 0; i < parts.count; ++i) {
    Part& part = parts.part[i];
    if ((part.mask & mask) == 0) continue;
    if ((part.mask & mask) != mask) return false;
    if (is_done(part.write, part.read, now, is_write)) return true;
    if (part.mask != mask || !part.is_plain() || !take_ordered(part.write, part.read, thread, is_write, place))
      return false;
    join_parts(granule);
    return true;
  }
  return add_bytes(granule, mask, is_write, {now, place});
}

// If the same is now known about all parts, they are one again.
void RaceDetector::join_parts(Granule& granule) {
  Parts& parts = parts_[granule.write.place.index()];
  const Part& first = parts.part[0];
  if (first.write.several() || first.read.several()) return;
  std::uint8_t mask = 0;
  for (std::uint32_t i = 0; i < parts.count; ++i) {
    const Part& part = parts.part[i];
    if (!part.is_plain() || part.write != first.write || part.read != first.read) return;
    mask |= part.mask;
  }
  parts.next_free = std::exchange(free_parts_, granule.write.place.value + 1);
  granule.mask = mask;
  granule.write = first.write;
  granule.read = first.read;
}

RaceDetector::Parts* RaceDetector::make_parts() {
  if (free_parts_ == 0) return parts_.extend(1);
  Parts* const made = &parts_[free_parts_ - 1];
  free_parts_ = made->next_free;
  return made;
}

// What plain_access() does if there is no race and nothing becomes a vector.
bool RaceDetector::take_ordered(Accesses& write, Accesses& read, ThreadId thread, bool is_write, PlaceId place) {
  const VectorClock& clock = order_.clock(thread);
  if (!write.all_before(clock) || !read.all_before(clock)) return false;
  (is_write ? write : read) = {order_.epoch(thread), place};
  if (is_write) read = {};
  return true;
}

bool RaceDetector::is_among_several(const Accesses& accesses, Epoch now) const {
  const Slot* slots = &slots_[accesses.place.index()];
  return now.thread() < slots[0].clock && slots[1 + now.thread()].clock == now.clock();
}

bool RaceDetector::is_done_in_part(const Granule& granule, std::uint8_t mask, Epoch now, bool is_write) const {
  const Parts& parts = parts_[granule.write.place.index()];
  for (std::uint32_t i = 0; i < parts.count; ++i) {
    const Part& part = parts.part[i];
    if ((mask & ~part.mask) == 0) return is_done(part.write, part.read, now, is_write);
  }
  return false;
}

RaceDetector::Repeated RaceDetector::repeated(ThreadId thread, const Granule& granule) const {
  constexpr std::uint32_t kAllBytes = 0xff;
  if (granule.stamp != stamp_) return Repeated::kNothing;
  const Epoch now = order_.epoch(thread);
  const auto of = [&](const Accesses& write, const Accesses& read) {
    if (write.epoch == now) return Repeated::kAll;
    return is_at(read, now) ? Repeated::kReads : Repeated::kNothing;
  };
  if (granule.mask != 0) return granule.mask == kAllBytes ? of(granule.write, granule.read) : Repeated::kNothing;
  const Parts& parts = parts_[granule.write.place.index()];
  std::uint32_t covered = 0;
  Repeated least = Repeated::kAll;
  for (std::uint32_t i = 0; i < parts.count; ++i) {
    covered |= parts.part[i].mask;
    least = std::min(least, of(parts.part[i].write, parts.part[i].read));
  }
  return covered == kAllBytes ? least : Repeated::kNothing;
}

void RaceDetector::begin_granule(Granule& granule, std::uint8_t mask) {
  if (granule.stamp == 0) shadow_.set_used(granule);
  granule.stamp = stamp_;
  granule.mask = mask;
  granule.write = {};
  granule.read = {};
}

void RaceDetector::access_granule(Granule& granule, const Access& access, Bytes bytes) {
  if (granule.stamp != stamp_) {
    begin_granule(granule, bytes.mask);
    if (!access.is_atomic) {
      (access.is_write ? granule.write : granule.read) = {access.epoch, access.place};
      return;
    }
  }
  if (granule.mask == bytes.mask && !access.is_atomic) {
    plain_access(granule.write, granule.read, access, bytes);
  } else if (Parts* parts = divide(granule)) {
    access_parts(*parts, access, bytes);
  }
}

RaceDetector::Parts* RaceDetector::divide(Granule& granule) {
  if (granule.mask == 0) return &parts_[granule.write.place.index()];
  Parts* parts = make_parts();
  if (parts == nullptr) {
    exhausted_ = true;
    return nullptr;
  }
  parts->count = 1;
  parts->part[0] = {.write = granule.write, .read = granule.read, .mask = static_cast<std::uint8_t>(granule.mask)};
  granule.mask = 0;
  granule.write = {Epoch(), PlaceId(static_cast<std::size_t>(parts - parts_.begin()))};
  granule.read = {};
  return parts;
}

void RaceDetector::access_parts(Parts& parts, const Access& access, Bytes bytes) {
  std::uint8_t rest = bytes.mask;
  const std::uint32_t count = parts.count;
  for (std::uint32_t i = 0; i < count && rest != 0; ++i) {
    const std::uint8_t common = parts.part[i].mask & bytes.mask;
    if (common == 0) continue;
    Part& part = common == parts.part[i].mask ? parts.part[i] : split(parts, parts.part[i], common);
    access_part(part, access, {bytes.granule, common});
    rest &= ~common;
  }
  if (rest == 0) return;
  Part& part = parts.part[parts.count++];
  part = {.mask = rest};
  access_part(part, access, {bytes.granule, rest});
}

// Makes the bytes of the mask a separate part, the old one; the others become a new part.
RaceDetector::Part& RaceDetector::split(Parts& parts, Part& part, std::uint8_t mask) {
  Part& others = parts.part[parts.count++];
  others = part;
  others.mask = part.mask & ~mask;
  part.mask = mask;
  for (Accesses* accesses : {&others.read, &others.atomic_write, &others.atomic_read}) {
    if (!accesses->several()) continue;
    const std::size_t old = accesses->place.index();
    const std::size_t size = 1 + slots_[old].clock;
    if (Slot* copy = slots_.extend(size)) {
      std::memcpy(copy, &slots_[old], size * sizeof(Slot));
      accesses->place = PlaceId(slots_.size() - size);
    } else {
      exhausted_ = true;
      *accesses = {};
    }
  }
  return part;
}

void RaceDetector::plain_access(Accesses& write, Accesses& read, const Access& access, Bytes bytes) {
  if (!access.is_write && is_recorded(read, access)) return;
  check(write, true, false, access, bytes);
  if (access.is_write) {
    check(read, false, false, access, bytes);
    // Whatever is ordered after this write is ordered after everything before it, or there has been a race.
    write = {access.epoch, access.place};
    read = {};
  } else {
    record(read, access);
  }
}

// Which kinds conflict: everything with a plain write; a plain read also with an atomic write. Atomic accesses are not
// ordered with each other, so unlike a plain write they do not supersede what came before.
void RaceDetector::access_part(Part& part, const Access& access, Bytes bytes) {
  if (part.write.epoch == access.epoch) return;
  if (!access.is_atomic) {
    if (!access.is_write && is_recorded(part.read, access)) return;
    check(part.atomic_write, true, true, access, bytes);
    if (access.is_write) {
      check(part.atomic_read, false, true, access, bytes);
      part.atomic_write = {};
      part.atomic_read = {};
    }
    plain_access(part.write, part.read, access, bytes);
    return;
  }
  if (is_recorded(part.atomic_write, access) || (!access.is_write && is_recorded(part.atomic_read, access))) return;
  check(part.write, true, false, access, bytes);
  if (access.is_write) check(part.read, false, false, access, bytes);
  record(access.is_write ? part.atomic_write : part.atomic_read, access);
}

// --- sets of accesses

void RaceDetector::check(const Accesses& earlier, bool was_write, bool was_atomic, const Access& access, Bytes bytes) {
  if (earlier.none()) return;
  if (!earlier.several()) {
    if (access.clock.covers(earlier.epoch)) return;
    report({ThreadId(earlier.epoch.thread()), earlier.place, was_write, was_atomic}, access, bytes);
    return;
  }
  const Slot* slots = &slots_[earlier.place.index()];
  for (std::uint32_t thread = 0; thread < slots[0].clock; ++thread) {
    const Slot& slot = slots[1 + thread];
    if (slot.clock == 0 || access.clock.covers(Epoch(thread, slot.clock))) continue;
    report({ThreadId(thread), slot.place, was_write, was_atomic}, access, bytes);
  }
}

void RaceDetector::report(const RacingAccess& earlier, const Access& access, Bytes bytes) {
  for (unsigned mask = bytes.mask; mask != 0;) {
    const int first = std::countr_zero(mask);
    const int size = std::countr_one(mask >> first);
    mask &= ~(((1u << size) - 1) << first);
    const std::uintptr_t address = bytes.granule + first;
    bool merged = false;
    for (std::size_t i = 0; i < race_count_ && !merged; ++i) {
      merged = races_[i].earlier == earlier && races_[i].address + races_[i].size == address;
      if (merged) races_[i].size += size;
    }
    if (merged) continue;
    if (race_count_ == kMaxRaces) {
      exhausted_ = true;
      return;
    }
    const RacingAccess later{access.thread, access.place, access.is_write, access.is_atomic};
    races_[race_count_] = {earlier, later, address, static_cast<std::size_t>(size), nullptr};
    if (race_count_ != 0) races_[race_count_ - 1].next = &races_[race_count_];
    ++race_count_;
  }
}

// Whether others have accessed the bytes as well must make no difference: that depends on the order in which a trace is
// run.
bool RaceDetector::is_recorded(const Accesses& accesses, const Access& access) const {
  return is_at(accesses, access.epoch);
}

void RaceDetector::record(Accesses& accesses, const Access& access) {
  if (accesses.none() || (!accesses.several() && access.clock.covers(accesses.epoch))) {
    accesses = {access.epoch, access.place};
    return;
  }
  record_among_several(accesses, access);
}

void RaceDetector::record_among_several(Accesses& accesses, const Access& access) {
  const std::size_t thread = access.thread.index();
  const bool fits = accesses.several() && thread < slots_[accesses.place.index()].clock;
  if (!fits) {
    const std::size_t other = accesses.several() ? 0 : accesses.epoch.thread();
    if (!make_vector(accesses, (thread > other ? thread : other) + 1)) {
      exhausted_ = true;
      accesses = {access.epoch, access.place};
      return;
    }
  }
  slots_[accesses.place.index() + 1 + thread] = {access.epoch.clock(), access.place};
}

// The same accesses as a vector with room for this many threads; false if there are too many.
bool RaceDetector::make_vector(Accesses& accesses, std::size_t threads) {
  const std::size_t width = std::bit_ceil(threads < 4 ? 4 : threads);
  Slot* made = slots_.extend(1 + width);
  if (made == nullptr) return false;
  std::memset(made, 0, (1 + width) * sizeof(Slot));
  if (accesses.several()) {
    const Slot* old = &slots_[accesses.place.index()];
    std::memcpy(made + 1, old + 1, old[0].clock * sizeof(Slot));
  } else {
    made[1 + accesses.epoch.thread()] = {accesses.epoch.clock(), accesses.place};
  }
  made[0].clock = static_cast<std::uint32_t>(width);
  accesses = {Accesses::kSeveral, PlaceId(slots_.size() - 1 - width)};
  return true;
}

bool RaceDetector::all_before(const Accesses& earlier, const VectorClock& clock) const {
  if (!earlier.several()) return earlier.all_before(clock);
  const Slot* slots = &slots_[earlier.place.index()];
  for (std::uint32_t thread = 0; thread < slots[0].clock; ++thread) {
    const std::uint32_t last = slots[1 + thread].clock;
    if (last != 0 && !clock.covers(Epoch(thread, last))) return false;
  }
  return true;
}

bool RaceDetector::would_race(ThreadId thread, std::uintptr_t address, std::size_t size, bool is_write) const {
  if (!has_accesses_) return false;
  const VectorClock& clock = order_.clock(thread);
  const auto races = [&](const Accesses& write, const Accesses& read) {
    return !all_before(write, clock) || (is_write && !all_before(read, clock));
  };
  const std::uintptr_t end = address + size;
  for (std::uintptr_t at = address; at < end; at = Shadow::next(at)) {
    const Granule& granule = Shadow::at(at);
    const std::uint8_t mask = Shadow::mask(at, end);
    if (granule.stamp != stamp_) continue;
    if (granule.mask != 0) {
      if ((granule.mask & mask) != 0 && races(granule.write, granule.read)) return true;
      continue;
    }
    const Parts& parts = parts_[granule.write.place.index()];
    for (std::uint32_t i = 0; i < parts.count; ++i) {
      const Part& part = parts.part[i];
      if ((part.mask & mask) == 0) continue;
      if (races(part.write, part.read) || races(part.atomic_write, part.atomic_read)) return true;
    }
  }
  return false;
}

bool RaceDetector::may_have_accesses(std::uintptr_t address, std::size_t size) const {
  const std::uintptr_t end = address + size;
  for (std::uintptr_t at = address; at < end; at = Shadow::next(at)) {
    const Granule& granule = Shadow::at(at);
    const bool divided = granule.mask == 0;
    if (granule.stamp == stamp_ && (divided || (granule.mask & Shadow::mask(at, end)) != 0)) return true;
  }
  return false;
}

// --- atomic operations

const Race* RaceDetector::atomic_load(ThreadId thread, SyncId sync, Order order, std::uintptr_t address,
                                      std::size_t size, PlaceId place) {
  if (has_accesses_) order_.atomic_load(thread, sync, order);
  return access(thread, address, size, false, true, place);
}

const Race* RaceDetector::atomic_store(ThreadId thread, SyncId sync, Order order, std::uintptr_t address,
                                       std::size_t size, PlaceId place) {
  const Race* race = access(thread, address, size, true, true, place);
  order_.atomic_publish_store(thread, sync, order);
  return race;
}

const Race* RaceDetector::atomic_rmw(ThreadId thread, SyncId sync, Order order, Update update, std::uintptr_t address,
                                     std::size_t size, PlaceId place) {
  if (has_accesses_) order_.atomic_learn_rmw(thread, sync, order, update);
  const Race* race = access(thread, address, size, true, true, place);
  order_.atomic_publish_rmw(thread, sync, order, update);
  return race;
}

// --- new memory

void RaceDetector::clear(std::uintptr_t address, std::size_t size) {
  const std::uintptr_t end = address + size;
  for (std::uintptr_t at = address; at < end;) {
    Granule& granule = Shadow::at(at);
    if (!shadow_.is_used(granule)) {
      at = align_down(at, Shadow::kPageCovers) + Shadow::kPageCovers;
      continue;
    }
    if (granule.stamp == stamp_) clear_bytes(granule, Shadow::mask(at, end));
    at = Shadow::next(at);
  }
}

void RaceDetector::clear_bytes(Granule& granule, std::uint8_t mask) {
  if (granule.mask == 0 && mask != 0xff) {
    Parts& parts = parts_[granule.write.place.index()];
    std::uint32_t kept = 0;
    for (std::uint32_t i = 0; i < parts.count; ++i) {
      parts.part[kept] = parts.part[i];
      parts.part[kept].mask &= ~mask;
      if (parts.part[kept].mask != 0) ++kept;
    }
    parts.count = kept;
    return;
  }
  granule.mask &= ~mask;
  // A mask of 0 would stand for parts; a granule that was never used is empty as well.
  if (granule.mask == 0) granule.stamp = 0;
}

}  // namespace heddle::runtime
