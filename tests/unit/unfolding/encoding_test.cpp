#include "unfolding/encoding.h"

#include <gtest/gtest.h>

#include <optional>

#include "tests/differential/configurations.h"
#include "tests/differential/generator.h"
#include "tests/papers/programs.h"
#include "tests/unit/unfolding/whole_unfolding.h"
#include "unfolding/linearizer.h"

namespace heddle::unfolding {
namespace {

constexpr Net kNets[] = {Net::kContextual, Net::kPlaceReplicated};
constexpr double kSeconds = 600;
constexpr std::size_t kMaxConfigurations = 400;

// All solutions, one after another. Each must be executable.
std::size_t count_solutions(const BranchingProcess& process) {
  Encoding encoding(process);
  Linearizer linearizer(process);
  std::size_t count = 0;
  std::vector<EventId> last;
  for (; encoding.solve(kSeconds, last) == Answer::kYes; ++count) {
    Cut cut;
    z3::expr_vector different(encoding.context());
    for (const EventId e : last) {
      if (!e.valid()) continue;
      cut.join(process, process.history(e));
      different.push_back(!encoding.at(e));
    }
    EXPECT_TRUE(linearizer.run(cut.view(), nullptr));
    encoding.require(z3::mk_or(different));
  }
  return count;
}

// None if there are too many.
std::optional<std::size_t> count_configurations(trace::Executor& executor, Net net) {
  std::size_t count = 0;
  const auto visit = [&](const trace::Trace&, std::size_t) { ++count; };
  if (!differential::for_each_configuration(executor, net, kMaxConfigurations, visit)) return {};
  return count;
}

TEST(Encoding, of_iriw_has_as_many_solutions_as_the_program_has_configurations) {
  for (const Net net : kNets) {
    const WholeUnfolding e = explored(papers::kIriwWithMessage, net);
    EXPECT_EQ(count_solutions(e.process()), count_configurations(*e.executor, net));
  }
}

TEST(Encoding, of_random_programs_has_as_many_solutions_as_they_have_configurations) {
  std::size_t compared = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const std::string source =
        text(differential::generate(seed, {.interleavings = 400, .synchronised = seed % 2 == 1}));
    for (const Net net : kNets) {
      const auto executor = differential::compile(source);
      const std::optional<std::size_t> expected = count_configurations(*executor, net);
      if (!expected) continue;
      explore::UnfoldingStrategy strategy(*executor, {.net = net, .deadlocks = {.waiting = false}});
      explore::Options options;
      options.keep_going = true;
      explore::explore(*executor, strategy, options);
      EXPECT_EQ(count_solutions(strategy.unfolding().process()), expected) << "seed " << seed << "\n" << source;
      ++compared;
    }
  }
  EXPECT_GE(compared, 60U);
}

TEST(Encoding, says_unknown_when_there_is_no_time) {
  const WholeUnfolding e = explored(papers::kIriwWithMessage, Net::kContextual);
  std::vector<EventId> last;
  EXPECT_EQ(Encoding(e.process()).solve(0, last), Answer::kUnknown);
}

}  // namespace
}  // namespace heddle::unfolding
