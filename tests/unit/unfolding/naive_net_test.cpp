#include "unfolding/naive_net.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/unit/unfolding/explored.h"

namespace heddle::unfolding {
namespace {

using trace::OpKind;
using Kind = NaiveNet::Condition::Kind;

constexpr std::string_view kReaders = "shared x; thread w { x = 1; } thread r[i : 2] { local a = x; }";

std::size_t count(const std::vector<NaiveNet::Condition>& conditions, Kind kind) {
  return static_cast<std::size_t>(std::ranges::count(conditions, kind, &NaiveNet::Condition::kind));
}

// JASE 2014, Fig. 5.
TEST(NaiveNet, place_replicated_a_write_consumes_the_copies_of_all_threads_and_a_read_its_own) {
  Explored program(kReaders, Net::kPlaceReplicated);
  program.explore();
  NaiveNet net(program.process());
  const NaiveNet::Preset& write = net.preset(program.event("w", OpKind::kWrite));
  EXPECT_EQ(count(write.consumed, Kind::kThread), 1U);
  EXPECT_EQ(count(write.consumed, Kind::kCopy), 3U);
  EXPECT_TRUE(write.read.empty());
  const NaiveNet::Preset& read = net.preset(program.event("r[0]", OpKind::kRead));
  EXPECT_EQ(count(read.consumed, Kind::kThread), 1U);
  EXPECT_EQ(count(read.consumed, Kind::kCopy), 1U);
}

// NWPT 2013, slide 36.
TEST(NaiveNet, contextual_a_write_consumes_the_version_and_a_read_has_a_read_arc) {
  Explored program(kReaders);
  program.explore();
  NaiveNet net(program.process());
  const NaiveNet::Preset& write = net.preset(program.event("w", OpKind::kWrite));
  EXPECT_EQ(count(write.consumed, Kind::kVersion), 1U);
  const NaiveNet::Preset& read = net.preset(program.event("r[0]", OpKind::kRead));
  EXPECT_EQ(count(read.consumed, Kind::kVersion), 0U);
  EXPECT_EQ(count(read.read, Kind::kVersion), 1U);
}

TEST(NaiveNet, the_start_of_a_created_thread_has_its_creation_in_its_past) {
  Explored program("shared x; proc p() { x = 1; } thread main { local h = spawn p(); }");
  program.explore();
  NaiveNet net(program.process());
  EXPECT_TRUE(std::ranges::binary_search(net.past(program.event("p#main.0", OpKind::kWrite)),
                                         program.event("main", OpKind::kCreate)));
}

TEST(NaiveNet, two_successors_of_one_condition_are_no_configuration) {
  Explored program("shared x; thread w { x = 1; } thread r { local a = x; }");
  program.explore();
  NaiveNet net(program.process());
  EXPECT_FALSE(net.consistent(program.event("r", OpKind::kRead, "x", 0), program.event("r", OpKind::kRead, "x", 1)));
}

}  // namespace
}  // namespace heddle::unfolding
