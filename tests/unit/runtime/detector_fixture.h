#pragma once

#include <gtest/gtest.h>

#include <memory>

#include "runtime/race/detector.h"

namespace heddle::runtime {

inline constexpr trace::ThreadId kT0{0};
inline constexpr trace::ThreadId kT1{1};
inline constexpr trace::ThreadId kT2{2};

// Threads 1 and 2 were created by thread 0 and are concurrent.
class DetectorTest : public testing::Test {
 protected:
  // Any address that the program could have; the memory itself is not accessed.
  static constexpr std::uintptr_t kX = 0x555555560000;
  static constexpr SyncId kLock{4};
  static constexpr SyncId kAtomic{6};

  void SetUp() override {
    ASSERT_TRUE(detector_->map());
    start_run();
  }

  void start_run() {
    detector_->start_run();
    detector_->create(kT0, kT1);
    detector_->create(kT0, kT2);
  }

  const Race* read(trace::ThreadId thread, std::uintptr_t address = kX, std::size_t size = 4) {
    return detector_->access(thread, address, size, false, false, next_place());
  }
  const Race* write(trace::ThreadId thread, std::uintptr_t address = kX, std::size_t size = 4) {
    return detector_->access(thread, address, size, true, false, next_place());
  }
  const Race* load(trace::ThreadId thread, Order order, std::uintptr_t address = kX + 64) {
    return detector_->atomic_load(thread, kAtomic, order, address, 4, next_place());
  }
  const Race* store(trace::ThreadId thread, Order order, std::uintptr_t address = kX + 64) {
    return detector_->atomic_store(thread, kAtomic, order, address, 4, next_place());
  }
  const Race* add(trace::ThreadId thread, Order order, std::uintptr_t address = kX + 64) {
    return detector_->atomic_rmw(thread, kAtomic, order, Update::kModifies, address, 4, next_place());
  }
  // An exchange that stores what was already there.
  const Race* exchange_in_vain(trace::ThreadId thread, Order order, std::uintptr_t address = kX + 64) {
    return detector_->atomic_rmw(thread, kAtomic, order, Update::kIdle, address, 4, next_place());
  }
  void lock(trace::ThreadId thread) { detector_->acquire(thread, kLock); }
  void unlock(trace::ThreadId thread) { detector_->release_store(thread, kLock); }

  trace::PlaceId next_place() { return trace::PlaceId(++place_); }

  std::unique_ptr<RaceDetector> detector_ = std::make_unique<RaceDetector>();
  std::size_t place_ = 0;  // of the last access
};

}  // namespace heddle::runtime
