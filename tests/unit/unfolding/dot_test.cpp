#include "unfolding/dot.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/unfolding/explored.h"

namespace heddle::unfolding {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr std::string_view kReaders = "shared x; thread w { x = 5; } thread r[i : 2] { local a = x; }";

std::string draw(Explored& program, const DotOptions& options = {}) {
  const base::Result<std::string> picture = to_dot(program.process(), program.executor().names(), options);
  return picture ? picture.value() : picture.error().text();
}

std::size_t occurrences(const std::string& text, std::string_view part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

TEST(Dot, shows_every_event_with_its_thread_operation_and_value) {
  Explored program(kReaders);
  const std::string picture = draw(program.explore());
  EXPECT_THAT(picture, HasSubstr("Contextual unfolding, 5 events"));
  EXPECT_EQ(occurrences(picture, "w: write x = 5"), 1U);
  EXPECT_EQ(occurrences(picture, "r[0]: read x = 0"), 1U);
  EXPECT_EQ(occurrences(picture, "r[0]: read x = 5"), 1U);
  EXPECT_EQ(occurrences(picture, "r[1]: read x = 0"), 1U);
  EXPECT_EQ(occurrences(picture, "r[1]: read x = 5"), 1U);
}

TEST(Dot, has_a_column_for_each_thread_and_an_ellipse_for_each_initial_version) {
  Explored program(kReaders);
  const std::string picture = draw(program.explore());
  EXPECT_EQ(occurrences(picture, "head0 [") + occurrences(picture, "head1 [") + occurrences(picture, "head2 ["), 3U);
  EXPECT_EQ(occurrences(picture, "shape=ellipse"), 1U);
  EXPECT_THAT(picture, HasSubstr("<x = 0>"));
}

TEST(Dot, draws_versions_solid_reads_dashed_and_wake_ups_dotted) {
  Explored readers(kReaders);
  const std::string picture = draw(readers.explore());
  EXPECT_EQ(occurrences(picture, "color=blue"), 1U);
  EXPECT_EQ(occurrences(picture, "color=forestgreen, style=dashed"), 4U);
  Explored waiting("lock m; cond c; thread t { lock(m); wait(c, m); } thread s { signal(c); }");
  EXPECT_THAT(draw(waiting.explore()), HasSubstr("style=dotted, penwidth"));
}

TEST(Dot, place_replicated_a_write_hangs_on_the_reads_that_it_consumes) {
  Explored program(kReaders, Net::kPlaceReplicated);
  const std::string picture = draw(program.explore());
  EXPECT_THAT(picture, HasSubstr("Place-replicated unfolding, 10 events"));
  // 6 reads of a version of another thread or the initial one; 4 writes that consume 0 + 1 + 1 + 2 reads.
  EXPECT_EQ(occurrences(picture, "color=forestgreen, style=dashed"), 6U + 4U);
}

TEST(Dot, shows_conflicts_only_on_demand) {
  Explored program("shared x; thread w { x = 1; } thread r { local a = x; }");
  program.explore();
  EXPECT_THAT(draw(program), Not(HasSubstr("dir=none")));
  EXPECT_EQ(occurrences(draw(program, {.conflicts = true}), "dir=none"), 1U);
}

TEST(Dot, extensions_have_dashed_boxes_and_a_failed_thread_a_red_one) {
  Explored program("shared x; thread w { x = 1; } thread r { local a = x; assert(a == 0); }");
  program.step();
  EXPECT_EQ(occurrences(draw(program), "filled,dashed"), 1U);
  EXPECT_EQ(occurrences(draw(program), "color=red"), 1U);
  EXPECT_EQ(occurrences(draw(program.explore()), "filled,dashed"), 0U);
}

TEST(Dot, refuses_more_events_than_a_reader_can_see) {
  Explored program("shared x; thread t[i : 5] { x = x + 1; }");
  while (program.unfolding().event_count() <= kMaxDrawnEvents && program.step()) continue;
  EXPECT_THAT(draw(program), HasSubstr("a picture of more than 200 cannot be read"));
}

}  // namespace
}  // namespace heddle::unfolding
