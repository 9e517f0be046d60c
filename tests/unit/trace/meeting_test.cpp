#include "trace/meeting.h"

#include <gtest/gtest.h>

#include "abi/meeting.h"
#include "base/rng.h"

namespace heddle::trace {
namespace {

Meeting random_meeting(base::Rng& rng) {
  const auto word = [&rng](std::uint64_t bound) { return static_cast<std::uint32_t>(rng.below(bound)); };
  constexpr std::uint64_t kAny = std::uint64_t{1} << 32;
  return {.at = word(kAny),
          .thread = ThreadId(std::size_t{word(kMaxThreads)}),
          .since = word(kAny),
          .since_names = word(kAny / 2),
          .first_name = word(kAny),
          .names = word(kAny),
          .hash = rng.below(UINT64_MAX),
          .changed = word(2) != 0};
}

TEST(Meeting, is_a_control_point_and_back) {
  base::Rng rng(1);
  for (int i = 0; i < 1000; ++i) {
    const Meeting meeting = random_meeting(rng);
    EXPECT_EQ(unpack_meeting(pack(meeting)), meeting);
  }
}

TEST(Meeting, goes_through_the_channel_but_for_its_first_name) {
  base::Rng rng(2);
  for (int i = 0; i < 1000; ++i) {
    Meeting meeting = random_meeting(rng);
    meeting.first_name = 0;
    EXPECT_EQ(abi::unpack_meeting(abi::pack(meeting).data()), meeting);
  }
}

}  // namespace
}  // namespace heddle::trace
