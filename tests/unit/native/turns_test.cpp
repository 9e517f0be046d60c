#include "abi/turns.h"

#include <gtest/gtest.h>

namespace heddle::abi {
namespace {

// Six tests are in flight, and the explorer waits for the first. The target runs them one after the other; the answers
// at which it wakes the explorer are counted.
struct Woken {
  int times = 0;
  std::uint32_t answered = 0;  // when it was woken first
};

Woken wait_for_first(std::uint32_t left) {
  constexpr std::uint32_t kTests = 6;
  Turns turns;
  const auto ignore = [](auto...) { return 0L; };
  for (std::uint32_t i = 0; i < kTests; ++i) turns.send(i, ignore);
  Woken woken;
  const auto note = [&](auto...) {
    if (woken.times++ == 0) woken.answered = turns.answered.load();
    return 0L;
  };
  const auto run_tests = [&](auto...) {
    while (!turns.is_answered(kTests - 1)) turns.answer(note);
    return 0L;
  };
  turns.sleep_until_answered(0, left, {}, run_tests);
  return woken;
}

TEST(Turns, the_explorer_sleeps_until_all_tests_in_flight_are_answered) {
  const Woken woken = wait_for_first(0);
  EXPECT_EQ(woken.times, 1);
  EXPECT_EQ(woken.answered, 6U);
}

TEST(Turns, it_is_woken_earlier_if_others_run_tests_too) { EXPECT_EQ(wait_for_first(3).answered, 3U); }

TEST(Turns, it_is_woken_when_its_test_is_answered_at_the_earliest) {
  EXPECT_EQ(wait_for_first(5).answered, 1U);
  EXPECT_EQ(wait_for_first(6).answered, 1U);
}

TEST(Turns, it_does_not_sleep_if_its_test_has_been_answered) {
  Turns turns;
  const auto fail = [](auto...) {
    ADD_FAILURE() << "a system call";
    return 0L;
  };
  turns.send(0, fail);
  turns.answer(fail);
  turns.sleep_until_answered(0, 0, {}, fail);
  EXPECT_TRUE(turns.is_answered(0));
}

}  // namespace
}  // namespace heddle::abi
