#include "runtime/race/detector.h"

#include "tests/unit/runtime/detector_fixture.h"

namespace heddle::runtime {
namespace {

using trace::PlaceId;
using trace::ThreadId;

TEST_F(DetectorTest, two_unordered_writes_race) {
  EXPECT_EQ(write(kT1), nullptr);
  const Race* race = write(kT2);
  ASSERT_NE(race, nullptr);
  EXPECT_EQ(race->earlier, (RacingAccess{kT1, PlaceId(1), true, false}));
  EXPECT_EQ(race->later, (RacingAccess{kT2, PlaceId(2), true, false}));
  EXPECT_EQ(race->address, kX);
  EXPECT_EQ(race->size, 4u);
  EXPECT_EQ(race->next, nullptr);
}

TEST_F(DetectorTest, a_read_races_with_an_unordered_write_before_it) {
  write(kT1);
  const Race* race = read(kT2);
  ASSERT_NE(race, nullptr);
  EXPECT_TRUE(race->earlier.is_write);
  EXPECT_FALSE(race->later.is_write);
}

TEST_F(DetectorTest, a_write_races_with_an_unordered_read_before_it) {
  read(kT1);
  const Race* race = write(kT2);
  ASSERT_NE(race, nullptr);
  EXPECT_FALSE(race->earlier.is_write);
}

TEST_F(DetectorTest, two_reads_do_not_race) {
  read(kT1);
  EXPECT_EQ(read(kT2), nullptr);
}

TEST_F(DetectorTest, of_several_accesses_in_one_moment_the_first_is_named_whoever_else_reads) {
  write(kT1);
  unlock(kT1);
  EXPECT_NE(read(kT2), nullptr);
  EXPECT_EQ(read(kT1), nullptr);
  EXPECT_EQ(read(kT2), nullptr);
}

TEST_F(DetectorTest, accesses_under_one_lock_do_not_race) {
  for (int round = 0; round < 3; ++round) {
    for (const ThreadId thread : {kT1, kT2}) {
      lock(thread);
      EXPECT_EQ(read(thread), nullptr);
      EXPECT_EQ(write(thread), nullptr);
      unlock(thread);
    }
  }
}

TEST_F(DetectorTest, an_access_after_the_unlock_races) {
  lock(kT1);
  write(kT1);
  unlock(kT1);
  write(kT1);
  lock(kT2);
  EXPECT_NE(write(kT2), nullptr);
}

TEST_F(DetectorTest, creation_and_join_order_what_is_before_and_after) {
  detector_->start_run();
  write(kT0);
  detector_->create(kT0, kT1);
  EXPECT_EQ(write(kT1), nullptr);
  detector_->join(kT0, kT1);
  EXPECT_EQ(write(kT0), nullptr);
}

TEST_F(DetectorTest, what_the_parent_does_after_the_creation_is_unordered) {
  detector_->start_run();
  detector_->create(kT0, kT1);
  write(kT0);
  EXPECT_NE(write(kT1), nullptr);
}

TEST_F(DetectorTest, a_write_races_with_each_of_several_readers_it_is_not_ordered_after) {
  const ThreadId fourth(3);
  detector_->create(kT0, fourth);
  read(kT1);
  read(kT2);
  read(fourth);
  detector_->join(kT0, kT2);
  const Race* race = write(kT0);
  ASSERT_NE(race, nullptr);
  EXPECT_EQ(race->earlier, (RacingAccess{kT1, PlaceId(1), false, false}));
  ASSERT_NE(race->next, nullptr);
  EXPECT_EQ(race->next->earlier, (RacingAccess{fourth, PlaceId(3), false, false}));
  EXPECT_EQ(race->next->next, nullptr);
}

TEST_F(DetectorTest, a_write_after_all_of_several_readers_does_not_race) {
  read(kT1);
  read(kT2);
  detector_->join(kT0, kT1);
  detector_->join(kT0, kT2);
  EXPECT_EQ(write(kT0), nullptr);
}

TEST_F(DetectorTest, several_readers_are_remembered_with_threads_of_large_numbers) {
  const ThreadId last(trace::kMaxThreads - 1);
  detector_->create(kT0, last);
  read(kT1);
  read(kT2);
  read(last);
  detector_->join(kT0, kT1);
  detector_->join(kT0, kT2);
  const Race* race = write(kT0);
  ASSERT_NE(race, nullptr);
  EXPECT_EQ(race->earlier.thread, last);
}

TEST_F(DetectorTest, adjacent_bytes_of_one_word_are_different_variables) {
  EXPECT_EQ(write(kT1, kX, 1), nullptr);
  EXPECT_EQ(write(kT2, kX + 1, 1), nullptr);
  EXPECT_EQ(write(kT1, kX + 2, 2), nullptr);
  EXPECT_EQ(write(kT2, kX + 4, 4), nullptr);
  EXPECT_EQ(write(kT1, kX, 1), nullptr);
}

TEST_F(DetectorTest, a_wide_access_races_with_a_narrow_one_at_the_bytes_of_both) {
  write(kT1, kX, 8);
  const Race* race = write(kT2, kX + 5, 1);
  ASSERT_NE(race, nullptr);
  EXPECT_EQ(race->address, kX + 5);
  EXPECT_EQ(race->size, 1u);

  write(kT1, kX + 16 + 3, 1);
  race = read(kT2, kX + 16, 8);
  ASSERT_NE(race, nullptr);
  EXPECT_EQ(race->address, kX + 16 + 3);
  EXPECT_EQ(race->size, 1u);
}

TEST_F(DetectorTest, an_unaligned_access_of_three_bytes_reaches_into_two_words) {
  write(kT1, kX + 7, 3);
  EXPECT_EQ(write(kT2, kX + 6, 1), nullptr);
  EXPECT_EQ(write(kT2, kX + 10, 1), nullptr);
  const Race* race = write(kT2, kX + 4, 16);
  ASSERT_NE(race, nullptr);
  EXPECT_EQ(race->address, kX + 7);
  EXPECT_EQ(race->size, 3u);
  EXPECT_EQ(race->next, nullptr);
}

TEST_F(DetectorTest, copying_a_structure_races_with_a_write_to_one_field) {
  write(kT1, kX + 4004, 4);
  EXPECT_EQ(read(kT2, kX, 4004), nullptr);
  const Race* race = read(kT2, kX, 5000);
  ASSERT_NE(race, nullptr);
  EXPECT_EQ(race->address, kX + 4004);
  EXPECT_EQ(race->size, 4u);
}

TEST_F(DetectorTest, a_race_over_many_words_is_one_range) {
  write(kT1, kX + 3, 1000);
  const Race* race = write(kT2, kX, 2000);
  ASSERT_NE(race, nullptr);
  EXPECT_EQ(race->address, kX + 3);
  EXPECT_EQ(race->size, 1000u);
  EXPECT_EQ(race->next, nullptr);
}

TEST_F(DetectorTest, an_access_of_no_bytes_is_no_access) {
  write(kT1, kX, 1);
  EXPECT_EQ(write(kT2, kX, 0), nullptr);
  EXPECT_EQ(read(kT2, kX + 1, 0), nullptr);
  write(kT1, kX, 8);
  EXPECT_EQ(write(kT2, kX, 0), nullptr);
}

TEST_F(DetectorTest, more_races_of_one_access_than_are_listed_are_reported_as_a_bound) {
  for (std::size_t i = 0; i < RaceDetector::kMaxRaces + 1; ++i) write(kT1, kX + 16 * i, 8);
  EXPECT_FALSE(detector_->exhausted());
  EXPECT_NE(write(kT2, kX, 16 * (RaceDetector::kMaxRaces + 1)), nullptr);
  EXPECT_TRUE(detector_->exhausted());
  start_run();
  EXPECT_FALSE(detector_->exhausted());
}

TEST_F(DetectorTest, nothing_is_left_of_the_last_run) {
  write(kT1);
  write(kT1, kX + 9, 2);
  write(kT1, kX + 8, 8);
  store(kT1, Order::kRelaxed);
  start_run();
  EXPECT_EQ(write(kT2), nullptr);
  EXPECT_EQ(write(kT2, kX + 8, 8), nullptr);
  EXPECT_EQ(write(kT2, kX + 64), nullptr);
}

TEST_F(DetectorTest, new_memory_has_no_past) {
  write(kT1, kX, 64);
  write(kT1, kX + 17, 1);
  detector_->clear(kX + 3, 50);
  EXPECT_EQ(write(kT2, kX + 3, 50), nullptr);
  EXPECT_NE(write(kT2, kX + 2, 1), nullptr);
  EXPECT_NE(write(kT2, kX + 53, 1), nullptr);
}

TEST_F(DetectorTest, when_the_stamps_come_round_again_no_granule_has_an_old_one) {
  detector_.reset();
  detector_ = std::make_unique<RaceDetector>();
  ASSERT_TRUE(detector_->map(0xfffffffe));
  start_run();
  write(kT1);
  write(kT1, kX + 8, 3);
  read(kT1, kX + 8, 8);
  detector_->set_location(kX, 4, trace::LocationId(3));
  EXPECT_EQ(Shadow::at(kX).stamp, 0xffffffff);
  start_run();
  EXPECT_EQ(Shadow::at(kX).stamp, 0u);
  EXPECT_EQ(Shadow::at(kX + 8).stamp, 0u);
  EXPECT_EQ(detector_->location_of(kX), trace::LocationId(3));
  EXPECT_EQ(write(kT2), nullptr);
  EXPECT_EQ(write(kT2, kX + 8, 8), nullptr);
  EXPECT_NE(write(kT1), nullptr);
}

}  // namespace
}  // namespace heddle::runtime
