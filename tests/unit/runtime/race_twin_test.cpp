#include "tests/unit/runtime/race_twin.h"

#include <gtest/gtest.h>

#include <memory>
#include <set>

#include "base/rng.h"
#include "runtime/race/detector.h"

namespace heddle::runtime {
namespace {

using trace::PlaceId;
using trace::ThreadId;

constexpr std::uintptr_t kMemory = 0x555555570000;
constexpr std::size_t kBytes = 24;
constexpr std::size_t kLocks = 2;
constexpr std::size_t kAtomics = 3;  // the first ones are in the memory of the plain accesses

// One random run, executed by the detector and its twin side by side.
class Comparison {
 public:
  Comparison(RaceDetector& detector, std::uint64_t seed)
      : detector_(detector), rng_(seed), threads_(3 + rng_.below(3)), style_(rng_.below(4)) {
    detector_.start_run();
    running_.insert(0);
  }

  void run() {
    for (std::uint64_t steps = 20 + rng_.below(150); steps > 0 && !testing::Test::HasFatalFailure(); --steps) step();
  }
  std::size_t races() const { return raced_.size(); }

 private:
  void step() {
    const std::size_t thread = *std::next(running_.begin(), static_cast<long>(rng_.below(running_.size())));
    if (started_ < threads_ && thread == 0 && rng_.one_in(2)) {
      detector_.create(ThreadId(0), ThreadId(started_));
      twin_.create(0, started_);
      running_.insert(started_++);
      return;
    }
    switch (rng_.below(8)) {
      case 0:
      case 1: return lock_or_unlock(thread);
      case 2:
      case 3: return atomic(thread);
      case 4: return rng_.one_in(2) ? fence(thread) : join(thread);
      default: return plain(thread);
    }
  }

  void lock_or_unlock(std::size_t thread) {
    const std::size_t lock = rng_.below(kLocks);
    const SyncId sync(100 + lock);
    if (rng_.one_in(8)) {  // a semaphore
      detector_.release(ThreadId(thread), SyncId(200));
      twin_.release(thread, 200);
    } else if (rng_.one_in(8)) {
      detector_.acquire(ThreadId(thread), SyncId(200));
      twin_.acquire(thread, 200);
    } else if (holder_[lock] == 0) {
      holder_[lock] = thread + 1;
      detector_.acquire(ThreadId(thread), sync);
      twin_.acquire(thread, sync.index());
    } else if (holder_[lock] == thread + 1) {
      holder_[lock] = 0;
      detector_.release_store(ThreadId(thread), sync);
      twin_.release(thread, sync.index());
    }
  }

  void join(std::size_t thread) {
    const std::size_t other = rng_.below(started_);
    if (other == thread || other == 0 || !rng_.one_in(3)) return;
    running_.erase(other);
    detector_.join(ThreadId(thread), ThreadId(other));
    twin_.join(thread, other);
  }

  void fence(std::size_t thread) {
    const auto order = static_cast<Order>(rng_.below(6));
    detector_.fence(ThreadId(thread), order);
    twin_.fence(thread, order);
  }

  void atomic(std::size_t thread) {
    const std::size_t variable = rng_.below(kAtomics);
    const std::uintptr_t address = kMemory + (variable < 2 ? variable * 12 : kBytes + 8);
    const auto order = static_cast<Order>(rng_.below(6));
    const SyncId sync(2 * variable);
    const PlaceId place(++place_);
    const std::uint64_t kind = rng_.below(3);
    const bool loads = kind != 0;
    const bool stores = kind != 1;
    const auto update = static_cast<Update>(rng_.below(3));
    twin_.atomic(thread, variable, order, loads, stores, update, access(thread, address, 4, stores, true));
    const ThreadId id(thread);
    compare(address, 4,
            loads && stores ? detector_.atomic_rmw(id, sync, order, update, address, 4, place)
            : loads         ? detector_.atomic_load(id, sync, order, address, 4, place)
                            : detector_.atomic_store(id, sync, order, address, 4, place));
  }

  void plain(std::size_t thread) {
    std::size_t offset = rng_.below(kBytes);
    std::size_t size = 1 + rng_.below(std::min<std::size_t>(kBytes - offset, 12));
    if (style_ == 0) {  // all accesses to a word use the same bytes
      offset = offset / 8 * 8;
      size = 8;
    } else if (style_ == 1) {
      offset = offset / 4 * 4;
      size = 4;
    }
    const bool is_write = rng_.one_in(3);
    const PlaceId place(++place_);
    twin_.plain(access(thread, kMemory + offset, size, is_write, false));
    compare(kMemory + offset, size, detector_.access(ThreadId(thread), kMemory + offset, size, is_write, false, place));
  }

  RaceTwin::Access access(std::size_t thread, std::uintptr_t address, std::size_t size, bool is_write,
                          bool is_atomic) const {
    return {thread, address, address + size, {ThreadId(thread), PlaceId(place_), is_write, is_atomic}, {}};
  }

  // At each byte that had no race before, the detector reports one exactly if there is one, and names one of them.
  void compare(std::uintptr_t address, std::size_t size, const Race* first) {
    for (std::uintptr_t byte = address; byte < address + size; ++byte) {
      const std::vector<RacingAccess> expected = twin_.races_of_last(byte);
      if (raced_.contains(byte)) continue;
      bool reported = false;
      for (const Race* race = first; race != nullptr; race = race->next) {
        if (byte < race->address || byte >= race->address + race->size) continue;
        reported = true;
        ASSERT_NE(std::find(expected.begin(), expected.end(), race->earlier), expected.end())
            << "byte " << byte - kMemory << ", place " << race->earlier.place.value;
        ASSERT_EQ(race->later.place.value, place_);
      }
      ASSERT_EQ(reported, !expected.empty()) << "byte " << byte - kMemory << " at place " << place_;
      if (reported) raced_.insert(byte);
    }
  }

  RaceDetector& detector_;
  base::Rng rng_;
  RaceTwin twin_;
  std::size_t threads_;
  std::uint64_t style_;
  std::size_t started_ = 1;
  std::size_t place_ = 0;
  std::set<std::size_t> running_;
  std::size_t holder_[kLocks] = {};
  std::set<std::uintptr_t> raced_;
};

TEST(RaceTwinTest, the_detector_reports_the_first_race_of_each_byte_as_its_twin_does) {
  const auto detector = std::make_unique<RaceDetector>();
  ASSERT_TRUE(detector->map());
  std::size_t racy = 0;
  constexpr std::uint64_t kRuns = 3000;
  for (std::uint64_t seed = 1; seed <= kRuns; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    Comparison comparison(*detector, seed);
    comparison.run();
    if (HasFatalFailure()) return;
    racy += comparison.races() != 0 ? 1 : 0;
  }
  EXPECT_FALSE(detector->exhausted());
  EXPECT_GT(racy, kRuns / 4);
}

}  // namespace
}  // namespace heddle::runtime
