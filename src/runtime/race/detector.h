#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/memory/mapped_array.h"
#include "runtime/race/cells.h"
#include "runtime/race/clocks.h"
#include "runtime/race/happens_before.h"
#include "runtime/race/shadow.h"
#include "trace/ids.h"

namespace heddle::runtime {

// One side of a race.
struct RacingAccess {
  trace::ThreadId thread;
  trace::PlaceId place;
  bool is_write = false;
  bool is_atomic = false;

  friend bool operator==(const RacingAccess&, const RacingAccess&) = default;
};

// Two accesses to the same bytes by different threads, not ordered by happens-before, one of them a write and one of
// them not atomic.
struct Race {
  RacingAccess earlier;
  RacingAccess later;
  std::uintptr_t address = 0;
  std::size_t size = 0;        // consecutive bytes that both accessed
  const Race* next = nullptr;  // another race of the same later access, with another earlier one or on other bytes
};

// Finds data races by happens-before: FastTrack (Flanagan and Freund, PLDI 2009), byte by byte, and extended to atomic
// accesses, which do not race with each other.
// 1. As long as a byte has had no race in this run, the next access to it is reported if and only if it races.
// 2. An access that repeats one of the same thread and moment is not recorded: of several, the first is named.
// 3. Order counts from the first access on: synchronisation before that orders no accesses, and is not tracked.
// 4. start_run() costs nothing for the shadow: what carries another run's stamp counts as empty.
// Owned by the runtime; there is one per process, since the address of its shadow is fixed.
class RaceDetector {
  // Some bytes of a granule that have had the same accesses.
  struct Part {
    Accesses write;
    Accesses read;
    Accesses atomic_write;
    Accesses atomic_read;
    std::uint8_t mask = 0;

    bool is_plain() const { return atomic_write.none() && atomic_read.none(); }
  };
  // The parts of a granule: disjoint, and divided further when an access is to some bytes of a part.
  struct Parts {
    union {
      std::uint32_t count;
      std::uint32_t next_free;  // 1 + index, 0: none
    };
    Part part[kGranuleBytes];
  };

 public:
  // Bounds, reported by exhausted(): granules in a run whose bytes are distinguished or accessed atomically; reads and
  // atomic accesses in a run that are concurrent with others; races of one access (the first ones are reported).
  static constexpr std::size_t kMaxParts = std::size_t{1} << 26;
  static constexpr std::size_t kMaxConcurrent = std::size_t{1} << 31;
  static constexpr std::size_t kMaxRaces = 64;

  // Reserves the address space; false if it is not free. Runs are numbered from the one after `last_run`.
  bool map(std::uint32_t last_run = 0);
  void start_run();

  // Order between threads. See HappensBefore.
  void create(trace::ThreadId parent, trace::ThreadId child, trace::ThreadId twin = trace::ThreadId::none()) {
    threads_.insert(child);
    if (has_accesses_) order_.create(parent, child, twin);
  }
  void join(trace::ThreadId waiter, trace::ThreadId ended) {
    if (has_accesses_) order_.join(waiter, ended);
  }
  void acquire(trace::ThreadId thread, SyncId sync) {
    if (has_accesses_) order_.acquire(thread, sync);
  }
  void release(trace::ThreadId thread, SyncId sync) {
    if (has_accesses_) order_.release(thread, sync);
  }
  void release_store(trace::ThreadId thread, SyncId sync) {
    if (has_accesses_) order_.release_store(thread, sync);
  }
  void forget(SyncId sync) {
    if (has_accesses_) order_.forget(sync);
  }
  void fence(trace::ThreadId thread, Order order) {
    if (has_accesses_) order_.fence(thread, order);
  }

  // Does this plain access repeat one of the same thread and moment, so that access() would have nothing to do? After a
  // write of the same moment, whatever races with it races with the write.
  [[gnu::always_inline]] bool repeats(trace::ThreadId thread, std::uintptr_t address, std::size_t size,
                                      bool is_write) const {
    if (address % kGranuleBytes + size > kGranuleBytes) return false;
    const Granule& granule = Shadow::at(address);
    const Epoch now = order_.epoch(thread);  // with the stamp of this run, there has been an access
    const std::uint8_t mask = Shadow::mask(address, address + size);
    if (granule.stamp != stamp_) return false;
    if (granule.mask != 0) return (mask & ~granule.mask) == 0 && is_done(granule.write, granule.read, now, is_write);
    return is_done_in_part(granule, mask, now, is_write);
  }

  // The same as repeats(); or else, if that takes little and it does not race, does what access() would do. True if
  // nothing is left to do. For bytes of one granule.
  [[gnu::always_inline]] bool take_easy(trace::ThreadId thread, std::uintptr_t address, std::size_t size, bool is_write,
                                        trace::PlaceId place) {
    return has_accesses_ &&
           take_easy(Shadow::at(address), Shadow::mask(address, address + size), thread, is_write, place);
  }

  // Would all accesses of the thread to bytes of this granule, or all reads, repeat others of the same moment?
  enum class Repeated : std::uint8_t { kNothing, kReads, kAll };
  Repeated repeated(trace::ThreadId thread, const Granule& granule) const;

  // An access to [address, address + size), of any size; null if it does not race. The result is valid until the next
  // call.
  const Race* access(trace::ThreadId thread, std::uintptr_t address, std::size_t size, bool is_write, bool is_atomic,
                     trace::PlaceId place);

  // Atomic operations: the order that they establish and the access itself, in the right sequence. A compare-exchange
  // that fails is a load.
  const Race* atomic_load(trace::ThreadId thread, SyncId sync, Order order, std::uintptr_t address, std::size_t size,
                          trace::PlaceId place);
  const Race* atomic_store(trace::ThreadId thread, SyncId sync, Order order, std::uintptr_t address, std::size_t size,
                           trace::PlaceId place);
  const Race* atomic_rmw(trace::ThreadId thread, SyncId sync, Order order, Update update, std::uintptr_t address,
                         std::size_t size, trace::PlaceId place);

  // The order alone, for atomics known to have no plain accesses.
  void order_load(trace::ThreadId thread, SyncId sync, Order order) {
    if (has_accesses_) order_.atomic_load(thread, sync, order);
  }
  void order_store(trace::ThreadId thread, SyncId sync, Order order) {
    if (has_accesses_) order_.atomic_publish_store(thread, sync, order);
  }
  void order_rmw(trace::ThreadId thread, SyncId sync, Order order, Update update) {
    if (!has_accesses_) return;
    order_.atomic_learn_rmw(thread, sync, order, update);
    order_.atomic_publish_rmw(thread, sync, order, update);
  }

  // Would a plain access of the thread, now, race with an earlier one? It is not recorded.
  bool would_race(trace::ThreadId thread, std::uintptr_t address, std::size_t size, bool is_write) const;

  // Has one of these bytes been accessed in this run, as far as granules can tell?
  bool may_have_accesses(std::uintptr_t address, std::size_t size) const;

  // These bytes are new: nobody has accessed them in this run.
  void clear(std::uintptr_t address, std::size_t size);

  // What is kept across runs. See Cells.
  trace::LocationId location_of(std::uintptr_t address) const { return cells_.location_of(address); }
  bool has_location(std::uintptr_t address, std::size_t size) const { return cells_.has_location(address, size); }
  void set_location(std::uintptr_t address, std::size_t size, trace::LocationId location) {
    cells_.set_location(address, size, location);
  }
  bool note_access(trace::ThreadId thread, std::uintptr_t address, std::size_t size, bool is_write) {
    return cells_.note_access(thread, address, size, is_write);
  }

  [[gnu::always_inline]] bool adds_nothing(trace::ThreadId thread, std::uintptr_t address, std::size_t size,
                                           bool is_write) const {
    return cells_.adds_nothing(thread, address, size, is_write);
  }
  std::uint64_t changes() const { return cells_.changes(); }
  bool is_noted(std::uintptr_t address, std::size_t size) const { return cells_.is_noted(address, size); }
  bool is_written_by_others(trace::ThreadId thread, std::uintptr_t address, std::size_t size) const {
    return cells_.is_written_by_others(thread, address, size);
  }

  // Was a bound hit in this run (cells: in any)? Then races may have been missed, or order that existed.
  bool exhausted() const { return exhausted_ || (has_accesses_ && order_.exhausted()) || cells_.exhausted(); }

 private:
  // An element of an AccessVector: a header with the width, then one for each thread.
  struct Slot {
    std::uint32_t clock;
    trace::PlaceId place;
  };
  struct Access {
    trace::ThreadId thread;
    trace::PlaceId place;
    bool is_write;
    bool is_atomic;
    Epoch epoch;
    const VectorClock& clock;
  };
  // Which bytes of which granule.
  struct Bytes {
    std::uintptr_t granule;
    std::uint8_t mask;
  };

  // Is an access among these that the same thread has made in this moment?
  bool is_at(const Accesses& accesses, Epoch now) const {
    return accesses.epoch == now || (accesses.several() && is_among_several(accesses, now));
  }
  bool is_among_several(const Accesses& accesses, Epoch now) const;
  bool is_done(const Accesses& write, const Accesses& read, Epoch now, bool is_write) const {
    return write.epoch == now || (!is_write && is_at(read, now));
  }
  bool is_done_in_part(const Granule& granule, std::uint8_t mask, Epoch now, bool is_write) const;

  // Does everything necessary for a plain access if it is the first to its granule, or is ordered after all earlier
  // ones, or repeats one to a part of it.
  bool take_easy(Granule& granule, std::uint8_t mask, trace::ThreadId thread, bool is_write, trace::PlaceId place);
  bool take_easy_part(Granule& granule, std::uint8_t mask, trace::ThreadId thread, bool is_write, trace::PlaceId place);
  bool add_bytes(Granule& granule, std::uint8_t mask, bool is_write, Accesses access);
  void join_parts(Granule& granule);
  Parts* make_parts();
  bool take_ordered(Accesses& write, Accesses& read, trace::ThreadId thread, bool is_write, trace::PlaceId place);
  void begin_granule(Granule& granule, std::uint8_t mask);
  void access_granule(Granule& granule, const Access& access, Bytes bytes);
  void access_parts(Parts& parts, const Access& access, Bytes bytes);
  void access_part(Part& part, const Access& access, Bytes bytes);
  void plain_access(Accesses& write, Accesses& read, const Access& access, Bytes bytes);
  Parts* divide(Granule& granule);
  Part& split(Parts& parts, Part& part, std::uint8_t mask);

  // Reports an access among `earlier` that is not ordered before this one.
  void check(const Accesses& earlier, bool was_write, bool was_atomic, const Access& access, Bytes bytes);
  bool all_before(const Accesses& earlier, const VectorClock& clock) const;
  void report(const RacingAccess& earlier, const Access& access, Bytes bytes);
  // Is an access of the same thread and moment among these?
  bool is_recorded(const Accesses& accesses, const Access& access) const;
  void record(Accesses& accesses, const Access& access);
  void record_among_several(Accesses& accesses, const Access& access);
  bool make_vector(Accesses& accesses, std::size_t threads);
  void clear_bytes(Granule& granule, std::uint8_t mask);

  void begin_order();

  HappensBefore order_;
  Shadow shadow_;
  Cells cells_;
  MappedArray<Parts> parts_;
  std::uint32_t free_parts_ = 0;  // 1 + index of one that is not used, 0: none
  MappedArray<Slot> slots_;
  Race races_[kMaxRaces];
  std::size_t race_count_ = 0;
  std::uint32_t stamp_ = 0;
  trace::ThreadSet threads_;   // of this run
  bool has_accesses_ = false;  // in this run
  bool exhausted_ = false;
};

}  // namespace heddle::runtime
