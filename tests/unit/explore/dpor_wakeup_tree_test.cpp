#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

#include "explore/dpor/wakeup_tree.h"

namespace heddle::explore::dpor {
namespace {

using trace::ThreadId;

Action reads(int thread, std::uint32_t location) {
  return {location, trace::kNoChoice, ThreadId(thread), Touch::kObserves};
}
Action writes(int thread, std::uint32_t location) {
  return {location, trace::kNoChoice, ThreadId(thread), Touch::kModifies};
}
Action chooses(int thread, std::int32_t choice) {
  return {Action::kNowhere, choice, ThreadId(thread), Touch::kObserves};
}

using Actions = std::vector<Action>;

bool weak_initial(const Action& q, const Actions& v) { return find_initial(q, v).is_weak_initial; }

// The paper's insert: adds what is left of v where it belongs; false if it is covered. Events are numbered from 100.
bool insert(WakeupForest& forest, WakeupForest::List& list, const Actions& v, std::vector<std::uint32_t>& evidence) {
  Sequence sequence;
  for (const Action& a : v) sequence.push_back(a, static_cast<std::uint32_t>(100 + sequence.size()));
  const WakeupForest::Place place = forest.find(list, sequence, evidence);
  if (!place.covered) forest.add(list, place, Actions(forest.rest().actions));
  return !place.covered;
}
bool insert(WakeupForest& forest, WakeupForest::List& list, const Actions& v) {
  std::vector<std::uint32_t> evidence;
  return insert(forest, list, v, evidence);
}

// Takes a tree apart: all its sequences from left to right.
void collect(WakeupForest& forest, WakeupForest::List list, Actions& above, std::vector<Actions>& result) {
  while (list != WakeupForest::kEmpty) {
    Action action;
    Ticket ticket = 0;
    const WakeupForest::List children = forest.take_first(list, action, ticket);
    above.push_back(action);
    if (children == WakeupForest::kEmpty) result.push_back(above);
    collect(forest, children, above, result);
    above.pop_back();
  }
}

std::vector<Actions> sequences(WakeupForest& forest, WakeupForest::List list) {
  std::vector<Actions> result;
  Actions above;
  collect(forest, list, above, result);
  return result;
}

TEST(WeakInitial, is_what_can_come_first_in_an_equivalent_sequence) {
  const Actions v = {reads(0, 5), writes(1, 6), writes(2, 5)};
  EXPECT_TRUE(weak_initial(reads(0, 5), v));
  EXPECT_TRUE(weak_initial(writes(1, 6), v));
  EXPECT_FALSE(weak_initial(writes(2, 5), v));
}

TEST(WeakInitial, may_be_a_step_that_does_not_occur_but_is_independent_of_all_that_do) {
  const Actions v = {reads(0, 5), writes(1, 6)};
  EXPECT_TRUE(weak_initial(reads(3, 5), v));
  EXPECT_FALSE(weak_initial(writes(3, 5), v));
  EXPECT_FALSE(weak_initial(reads(3, 6), v));
  EXPECT_TRUE(weak_initial(chooses(3, 0), v));
}

TEST(WeakInitial, another_outcome_of_the_same_step_is_none) {
  const Actions v = {writes(1, 6), chooses(0, 2)};
  EXPECT_TRUE(weak_initial(chooses(0, 2), v));
  EXPECT_FALSE(weak_initial(chooses(0, 1), v));
}

TEST(WakeupForest, gives_sequences_back_in_the_order_of_their_insertion) {
  WakeupForest forest;
  WakeupForest::List list = WakeupForest::kEmpty;
  const std::vector<Actions> all = {{writes(0, 5), writes(1, 6)}, {writes(2, 5)}, {writes(3, 5), writes(1, 7)}};
  for (const Actions& v : all) EXPECT_TRUE(insert(forest, list, v));
  EXPECT_EQ(forest.size(), 5U);
  EXPECT_EQ(sequences(forest, list), all);
  EXPECT_EQ(forest.size(), 0U);
}

TEST(WakeupForest, a_leaf_covers_the_sequences_that_can_follow_it) {
  WakeupForest forest;
  WakeupForest::List list = WakeupForest::kEmpty;
  insert(forest, list, Actions{writes(0, 5)});
  EXPECT_FALSE(insert(forest, list, Actions{writes(0, 5), writes(1, 5)}));
  EXPECT_FALSE(insert(forest, list, Actions{writes(1, 6), writes(0, 5)}));
  EXPECT_FALSE(insert(forest, list, Actions{writes(1, 6)}));
  EXPECT_TRUE(insert(forest, list, Actions{writes(1, 5), writes(0, 5)}));
}

TEST(WakeupForest, a_sequence_that_is_only_a_part_of_another_one_is_covered) {
  WakeupForest forest;
  WakeupForest::List list = WakeupForest::kEmpty;
  insert(forest, list, Actions{writes(0, 5), writes(1, 6), writes(2, 7)});
  EXPECT_FALSE(insert(forest, list, Actions{writes(1, 6)}));
  EXPECT_FALSE(insert(forest, list, Actions{writes(2, 7), writes(0, 5)}));
}

TEST(WakeupForest, the_rest_of_a_sequence_becomes_a_branch_where_it_first_differs) {
  WakeupForest forest;
  WakeupForest::List list = WakeupForest::kEmpty;
  insert(forest, list, Actions{writes(0, 5), writes(1, 6), writes(2, 7)});
  EXPECT_TRUE(insert(forest, list, Actions{writes(3, 7), writes(1, 6), writes(0, 5)}));
  // The common first steps are shared; 3 before 2 on location 7 is new.
  EXPECT_EQ(forest.size(), 4U);
  const std::vector<Actions> expected = {{writes(0, 5), writes(1, 6), writes(2, 7)},
                                         {writes(0, 5), writes(1, 6), writes(3, 7)}};
  EXPECT_EQ(sequences(forest, list), expected);
}

TEST(WakeupForest, the_evidence_of_a_place_is_what_bars_the_branches_before_it_and_opens_the_ones_above_it) {
  WakeupForest forest;
  WakeupForest::List list = WakeupForest::kEmpty;
  insert(forest, list, Actions{writes(0, 5)});
  insert(forest, list, Actions{writes(1, 5), writes(2, 8)});
  std::vector<std::uint32_t> evidence;
  EXPECT_TRUE(insert(forest, list, Actions{reads(3, 9), writes(1, 5), writes(4, 8)}, evidence));
  // 101 bars the first branch and opens the second, below which 102 bars the one that is there.
  EXPECT_THAT(evidence, testing::ElementsAre(101, 101, 102));
}

TEST(WakeupForest, that_nothing_is_dependent_is_evidence_too) {
  WakeupForest forest;
  WakeupForest::List list = WakeupForest::kEmpty;
  insert(forest, list, Actions{writes(0, 5)});
  std::vector<std::uint32_t> evidence;
  EXPECT_FALSE(insert(forest, list, Actions{writes(1, 6)}, evidence));
  EXPECT_THAT(evidence, testing::ElementsAre(kNone));
}

TEST(WakeupForest, cells_are_used_again) {
  WakeupForest forest;
  for (int i = 0; i < 1000; ++i) {
    WakeupForest::List list = WakeupForest::kEmpty;
    insert(forest, list, Actions{writes(0, 5), writes(1, 5)});
    insert(forest, list, Actions{writes(1, 5), writes(0, 5)});
    EXPECT_EQ(forest.size(), 4U);
    sequences(forest, list);
  }
  EXPECT_EQ(forest.size(), 0U);
}

}  // namespace
}  // namespace heddle::explore::dpor
