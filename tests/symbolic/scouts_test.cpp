#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "base/rng.h"
#include "explore/factory.h"
#include "explore/loop.h"
#include "tests/differential/environment.h"
#include "tests/symbolic/symbolic_program.h"

// Random parsers of short texts: what is explored with scouts (explore/scouts.h) and with hard questions last is what
// is explored without.
//   HEDDLE_DIFFERENTIAL_SCOUTS   how many programs (default 8)
//   HEDDLE_DIFFERENTIAL_SEED     where the seeds begin (default 0)

namespace heddle::tests {
namespace {

// A machine that reads bytes and goes from state to state; some ways lead to failures, of several kinds.
class Parsers {
 public:
  explicit Parsers(std::uint64_t seed) : rng_(seed) {}

  std::string program() {
    std::string text = fmt::format(
        "#include <heddle/heddle.h>\n#include <string.h>\n#include <stdlib.h>\n"
        "static int counts[4];\nstatic unsigned sum;\n"
        "int main(void) {{\n  unsigned char text[{0}];\n  heddle_input(text, sizeof text, \"text\");\n"
        "  int state = 0, depth = 0;\n  for (int i = 0; i < {0} && text[i] != 0; ++i) {{\n    const unsigned c = "
        "text[i];\n"
        "    switch (state) {{\n",
        rng_.between(4, 5));
    for (int state = 0; state < kStates; ++state) {
      text += fmt::format("    case {}:\n", state);
      for (std::uint64_t ways = rng_.between(1, 3); ways > 0; --ways) text += "      " + way() + "\n";
      text += fmt::format("      state = {};\n      break;\n", rng_.below(kStates));
    }
    return text + fmt::format("    }}\n    ++counts[state & 3];\n  }}\n  {}\n  return 0;\n}}\n", at_end());
  }

 private:
  static constexpr int kStates = 3;

  std::string condition() {
    switch (rng_.below(6)) {
      case 0: return fmt::format("c == '{}'", letter());
      case 1: return "c >= '0' && c <= '9'";
      case 2: return fmt::format("c % {} == {}", rng_.between(2, 5), rng_.below(2));
      case 3: return fmt::format("depth > {}", rng_.below(2));
      case 4: return fmt::format("counts[{}] == {}", rng_.below(4), rng_.between(1, 2));
      default: return fmt::format("memcmp(text, \"{}{}\", 2) == 0", letter(), letter());
    }
  }
  std::string effect() {
    switch (rng_.below(6)) {
      case 0: return "++depth;";
      case 1: return "--depth;";
      case 2: return "sum = sum * 31 + c;";
      case 3: return fmt::format("heddle_assert(counts[{}] < 2);", rng_.below(4));
      case 4: return fmt::format("heddle_assert(sum != {});", rng_.below(200));
      default: return "sum += c * c;";
    }
  }
  std::string way() {
    return fmt::format("if ({}) {{ {} state = {}; break; }}", condition(), effect(), rng_.below(kStates));
  }
  std::string at_end() {
    return rng_.one_in(2)
               ? fmt::format("if (sum > {}) heddle_assert(depth != {});", rng_.below(5000), rng_.between(-2, 2))
               : fmt::format("if (sum * (sum + 3) % 257 == {}) abort();", rng_.below(257));
  }
  char letter() { return static_cast<char>('a' + rng_.below(3)); }

  base::Rng rng_;
};

struct Seen {
  std::set<std::string> findings;
  std::vector<std::string> reasons;
  std::uint64_t events = 0;
  std::uint64_t tests = 0;
  std::uint64_t scouts = 0;
};

Seen explore_all(native::NativeExecutor& executor, explore::TargetOrder order, std::uint64_t most) {
  explore::StrategyOptions how;
  how.order = order;
  explore::Options options;
  options.keep_going = true;
  options.budget.tests = most;
  const explore::Result result =
      explore::explore(executor, [&] { return explore::make_strategy("contextual", executor, how); }, options);
  Seen seen{.findings = {},
            .reasons = result.reasons,
            .events = result.progress.events,
            .tests = result.tests,
            .scouts = result.scouts};
  for (const explore::Finding& f : result.findings) seen.findings.insert(name(f) + " at " + where(f));
  return seen;
}

TEST(scouts, change_the_order_of_what_is_explored_and_nothing_else) {
  constexpr std::uint64_t kMost = 20'000;
  const std::uint64_t count = differential::from_environment("HEDDLE_DIFFERENTIAL_SCOUTS", 8);
  const std::uint64_t first = differential::from_environment("HEDDLE_DIFFERENTIAL_SEED", 0);
  std::uint64_t compared = 0, with_scouts = 0, with_findings = 0;
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    const std::string source = Parsers(seed + 1).program();
    native::Options options;
    if (seed % 4 == 1) options.spec.checkpoint = trace::Checkpoint::kAlways;
    SymbolicProgram program(source, {seed % 3 == 0 ? "-O0" : "-O1", "-w"}, SymbolicProgram::Language::kC, options);
    const Seen plain = explore_all(program.executor(), explore::TargetOrder::kFewestPreemptions, kMost);
    if (plain.tests >= kMost) continue;
    const Seen scouted = explore_all(program.executor(), explore::TargetOrder::kCoverage, 2 * kMost);
    EXPECT_EQ(scouted.findings, plain.findings) << seed << "\n" << source;
    EXPECT_EQ(scouted.reasons, plain.reasons) << seed << "\n" << source;
    EXPECT_EQ(scouted.events, plain.events) << seed << "\n" << source;
    EXPECT_EQ(plain.scouts, 0U);
    if (HasFailure()) return;
    ++compared;
    with_scouts += scouted.scouts != 0 ? 1 : 0;
    with_findings += plain.findings.empty() ? 0 : 1;
  }
  fmt::print("{} programs compared, {} with scouts, {} with findings\n", compared, with_scouts, with_findings);
  EXPECT_GE(2 * compared, count) << "too many of the programs are too large to say anything";
  EXPECT_GE(4 * with_scouts, compared) << "too few of the programs have scouts";
}

// The search by decisions alone comes to it late: the length of the run is in no expression.
TEST(scouts, are_counted_apart_from_tests) {
  SymbolicProgram program(R"(
    #include <heddle/heddle.h>
    int main(void) {
      unsigned char text[12];
      heddle_input(text, sizeof text, "text");
      int letters = 0, digits = 0;
      for (int i = 0; i < 12; ++i) {
        if (text[i] >= 'a' && text[i] <= 'z') ++letters;
        if (text[i] >= '0' && text[i] <= '9') ++digits;
      }
      heddle_assert(!(letters == 6 && digits == 6));
      return 0;
    })");
  const Seen seen = explore_all(program.executor(), explore::TargetOrder::kCoverage, 500);
  EXPECT_EQ(seen.tests, 500U);
  EXPECT_GT(seen.scouts, 500U);
}

}  // namespace
}  // namespace heddle::tests
