#include "tests/unit/runtime/detector_fixture.h"

namespace heddle::runtime {
namespace {

class AtomicsTest : public DetectorTest {};

TEST_F(AtomicsTest, a_message_passed_by_release_and_acquire_does_not_race) {
  for (const Order release : {Order::kRelease, Order::kSeqCst, Order::kAcqRel}) {
    for (const Order acquire : {Order::kAcquire, Order::kConsume, Order::kSeqCst}) {
      start_run();
      write(kT1);
      store(kT1, release);
      load(kT2, acquire);
      EXPECT_EQ(read(kT2), nullptr);
    }
  }
}

TEST_F(AtomicsTest, a_message_passed_with_a_relaxed_side_races) {
  for (const auto& [store_order, load_order] : {std::pair{Order::kRelaxed, Order::kAcquire},
                                                {Order::kRelease, Order::kRelaxed},
                                                {Order::kRelaxed, Order::kRelaxed}}) {
    start_run();
    write(kT1);
    store(kT1, store_order);
    load(kT2, load_order);
    EXPECT_NE(read(kT2), nullptr);
  }
}

TEST_F(AtomicsTest, atomic_accesses_do_not_race_with_each_other) {
  EXPECT_EQ(store(kT1, Order::kRelaxed), nullptr);
  EXPECT_EQ(store(kT2, Order::kRelaxed), nullptr);
  EXPECT_EQ(load(kT1, Order::kRelaxed), nullptr);
  EXPECT_EQ(add(kT2, Order::kRelaxed), nullptr);
}

TEST_F(AtomicsTest, an_atomic_access_races_with_a_plain_one) {
  store(kT1, Order::kRelaxed);
  EXPECT_NE(read(kT2, kX + 64), nullptr);
  start_run();
  load(kT1, Order::kRelaxed);
  EXPECT_EQ(read(kT2, kX + 64), nullptr);
  const Race* race = write(kT2, kX + 64);
  ASSERT_NE(race, nullptr);
  EXPECT_TRUE(race->earlier.is_atomic);
  EXPECT_FALSE(race->later.is_atomic);
  start_run();
  write(kT1, kX + 64);
  EXPECT_NE(load(kT2, Order::kRelaxed), nullptr);
  start_run();
  read(kT1, kX + 64);
  EXPECT_EQ(load(kT2, Order::kRelaxed), nullptr);
  EXPECT_NE(add(kT2, Order::kRelaxed), nullptr);
}

TEST_F(AtomicsTest, an_older_atomic_write_is_not_forgotten_because_of_a_newer_one) {
  store(kT1, Order::kRelaxed);
  store(kT2, Order::kRelaxed);
  detector_->join(kT0, kT2);
  const Race* race = read(kT0, kX + 64);
  ASSERT_NE(race, nullptr);
  EXPECT_EQ(race->earlier.thread, kT1);
}

TEST_F(AtomicsTest, the_load_that_sees_a_release_store_is_ordered_after_the_initialisation) {
  write(kT1, kX + 64);
  store(kT1, Order::kRelease);
  EXPECT_EQ(load(kT2, Order::kAcquire), nullptr);
  start_run();
  write(kT1, kX + 64);
  store(kT1, Order::kRelease);
  EXPECT_EQ(add(kT2, Order::kAcqRel), nullptr);
  EXPECT_EQ(load(kT1, Order::kAcquire), nullptr);
  EXPECT_EQ(write(kT1, kX + 64), nullptr);
}

TEST_F(AtomicsTest, a_relaxed_read_modify_write_continues_a_release_sequence) {
  write(kT1);
  store(kT1, Order::kRelease);
  add(kT2, Order::kRelaxed);
  load(kT0, Order::kAcquire);
  EXPECT_EQ(read(kT0), nullptr);
}

TEST_F(AtomicsTest, a_relaxed_store_ends_a_release_sequence) {
  write(kT1);
  store(kT1, Order::kRelease);
  store(kT2, Order::kRelaxed);
  load(kT0, Order::kAcquire);
  EXPECT_NE(read(kT0), nullptr);
}

TEST_F(AtomicsTest, exchanges_that_change_nothing_are_not_ordered_with_each_other_nor_with_loads) {
  write(kT1);
  exchange_in_vain(kT1, Order::kSeqCst);
  exchange_in_vain(kT2, Order::kSeqCst);
  EXPECT_NE(read(kT2), nullptr);
  start_run();
  write(kT1);
  exchange_in_vain(kT1, Order::kSeqCst);
  load(kT2, Order::kSeqCst);
  EXPECT_NE(read(kT2), nullptr);
}

TEST_F(AtomicsTest, an_exchange_that_changes_nothing_is_ordered_with_what_changes_the_variable) {
  write(kT1);
  exchange_in_vain(kT1, Order::kRelease);
  add(kT2, Order::kAcquire);
  EXPECT_EQ(read(kT2), nullptr);
  start_run();
  write(kT1);
  exchange_in_vain(kT1, Order::kRelease);
  add(kT0, Order::kRelaxed);  // continues the release sequence
  load(kT2, Order::kAcquire);
  EXPECT_EQ(read(kT2), nullptr);
  start_run();
  write(kT1);
  store(kT1, Order::kRelease);
  exchange_in_vain(kT2, Order::kAcquire);
  EXPECT_EQ(read(kT2), nullptr);
  start_run();
  write(kT1);
  exchange_in_vain(kT1, Order::kRelease);
  store(kT0, Order::kRelaxed);  // ends it
  add(kT2, Order::kAcquire);
  EXPECT_NE(read(kT2), nullptr);
}

TEST_F(AtomicsTest, fences_order_what_relaxed_accesses_carry) {
  write(kT1);
  detector_->fence(kT1, Order::kRelease);
  store(kT1, Order::kRelaxed);
  load(kT2, Order::kRelaxed);
  detector_->fence(kT2, Order::kAcquire);
  EXPECT_EQ(read(kT2), nullptr);
}

TEST_F(AtomicsTest, a_fence_is_needed_on_each_side_and_in_its_place) {
  write(kT1);
  store(kT1, Order::kRelaxed);
  detector_->fence(kT1, Order::kRelease);  // too late
  load(kT2, Order::kRelaxed);
  detector_->fence(kT2, Order::kAcquire);
  EXPECT_NE(read(kT2), nullptr);

  start_run();
  write(kT1);
  detector_->fence(kT1, Order::kRelease);
  store(kT1, Order::kRelaxed);
  detector_->fence(kT2, Order::kSeqCst);  // too early
  load(kT2, Order::kRelaxed);
  EXPECT_NE(read(kT2), nullptr);

  start_run();
  detector_->fence(kT1, Order::kRelease);
  write(kT1);  // after the fence
  store(kT1, Order::kRelaxed);
  load(kT2, Order::kAcquire);
  EXPECT_NE(read(kT2), nullptr);
}

TEST_F(AtomicsTest, a_new_object_carries_no_order) {
  write(kT1);
  unlock(kT1);
  detector_->forget(kLock);
  lock(kT2);
  EXPECT_NE(read(kT2), nullptr);
}

TEST_F(AtomicsTest, several_releases_add_up) {
  write(kT1);
  write(kT2, kX + 100);
  detector_->release(kT1, kLock);
  detector_->release(kT2, kLock);
  lock(kT0);
  EXPECT_EQ(read(kT0), nullptr);
  EXPECT_EQ(read(kT0, kX + 100), nullptr);
}

TEST_F(AtomicsTest, an_object_beyond_the_bound_is_reported) {
  read(kT0);
  detector_->release(kT1, SyncId(HappensBefore::kMaxSyncs));
  EXPECT_TRUE(detector_->exhausted());
}

TEST_F(AtomicsTest, what_was_synchronised_before_the_first_access_orders_nothing) {
  store(kT1, Order::kRelease);
  detector_->order_store(kT1, kLock, Order::kRelease);
  start_run();
  detector_->order_store(kT1, kLock, Order::kRelease);
  EXPECT_EQ(write(kT1), nullptr);
  detector_->order_load(kT2, kLock, Order::kAcquire);
  EXPECT_NE(write(kT2), nullptr);
}

TEST_F(AtomicsTest, threads_from_before_the_first_access_are_ordered_by_what_follows_it) {
  detector_->order_store(kT1, kLock, Order::kRelease);
  write(kT1);
  detector_->order_store(kT1, kLock, Order::kRelease);
  detector_->order_load(kT2, kLock, Order::kAcquire);
  EXPECT_EQ(write(kT2), nullptr);
  EXPECT_NE(write(kT0), nullptr);
}

}  // namespace
}  // namespace heddle::runtime
