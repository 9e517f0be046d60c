#include "runtime/race/cells.h"

#include <vector>

#include "base/rng.h"
#include "tests/unit/runtime/detector_fixture.h"

namespace heddle::runtime {
namespace {

using trace::LocationId;
using trace::ThreadId;

class CellsTest : public DetectorTest {};

TEST_F(CellsTest, a_cell_is_shared_once_two_threads_have_accessed_it_and_one_wrote) {
  EXPECT_FALSE(detector_->note_access(kT1, kX, 4, false));
  EXPECT_FALSE(detector_->note_access(kT2, kX, 4, false));
  EXPECT_TRUE(detector_->note_access(kT1, kX, 4, true));
  EXPECT_TRUE(detector_->note_access(kT2, kX, 4, false));

  EXPECT_FALSE(detector_->note_access(kT1, kX + 8, 4, true));
  EXPECT_FALSE(detector_->note_access(kT1, kX + 8, 4, false));
  EXPECT_TRUE(detector_->note_access(kT2, kX + 8, 4, false));
}

TEST_F(CellsTest, sharing_and_locations_outlive_runs) {
  detector_->note_access(kT1, kX, 4, true);
  detector_->set_location(kX, 4, LocationId(9));
  write(kT1);
  start_run();
  write(kT2);
  EXPECT_EQ(detector_->location_of(kX), LocationId(9));
  EXPECT_FALSE(detector_->location_of(kX + 4).valid());
  EXPECT_TRUE(detector_->note_access(kT2, kX, 4, false));
}

TEST_F(CellsTest, neighbours_in_one_word_are_not_shared) {
  for (int round = 0; round < 2; ++round) {
    EXPECT_FALSE(detector_->note_access(kT1, kX, 4, true));
    EXPECT_FALSE(detector_->note_access(kT2, kX + 4, 4, true));
  }
  EXPECT_TRUE(detector_->note_access(kT2, kX + 3, 1, false));
}

TEST_F(CellsTest, each_byte_is_as_in_a_table_of_bytes) {
  struct Byte {
    trace::ThreadSet threads;
    bool written = false;
    LocationId location;
  };
  base::Rng rng(17);
  std::vector<Byte> table(80);
  for (int step = 0; step < 5000; ++step) {
    const std::size_t offset = rng.below(table.size());
    const std::size_t size = 1 + rng.below(std::min<std::size_t>(table.size() - offset, rng.one_in(4) ? 40 : 8));
    if (rng.one_in(6)) {
      const LocationId location = rng.one_in(5) ? LocationId::none() : LocationId(rng.below(100));
      detector_->set_location(kX + offset, size, location);
      for (std::size_t i = offset; i < offset + size; ++i) table[i].location = location;
    } else if (step % 1000 < 50) {
      const ThreadId thread(rng.below(3) * (trace::kMaxThreads / 2 - 1));
      const bool is_write = rng.one_in(8);
      bool shared = false;
      for (std::size_t i = offset; i < offset + size; ++i) {
        table[i].threads.insert(thread);
        table[i].written |= is_write;
        shared |= table[i].written && table[i].threads.size() > 1;
      }
      ASSERT_EQ(detector_->note_access(thread, kX + offset, size, is_write), shared) << step;
    }
    for (std::size_t i = 0; i < table.size(); ++i) ASSERT_EQ(detector_->location_of(kX + i), table[i].location);
  }
}

}  // namespace
}  // namespace heddle::runtime
