#include "tests/differential/compared_seeds.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/differential/demand.h"
#include "tests/differential/shrink.h"

namespace heddle::differential {

void compare_seeds(const ComparedSeeds& seeds, const std::function<Program(std::uint64_t)>& generate,
                   const std::function<Comparison(const std::string&)>& compare) {
  const std::uint64_t begin = seeds.first + seeds.programs * seeds.part / seeds.parts;
  const std::uint64_t end = seeds.first + seeds.programs * (seeds.part + 1) / seeds.parts;
  std::uint64_t skipped = 0;
  for (std::uint64_t seed = begin; seed < end; ++seed) {
    const Program program = generate(seed);
    const Comparison c = compare(text(program));
    if (c.skipped) {
      ASSERT_TRUE(c.text.empty()) << "seed " << seed << ": " << c.text << "\n" << text(program);
      ++skipped;
    }
    if (!c.differs) continue;
    const Program small = shrink(program, [&](const Program& p) { return compare(text(p)).differs; });
    FAIL() << "seed " << seed << ", shrunk: " << compare(text(small)).text << "\n"
           << text(small) << "\nbefore: " << c.text;
  }
  fmt::print("seeds {} to {}: {} programs, {} skipped\n", begin, end, end - begin, skipped);
  const std::uint64_t programs = end - begin;
  demand("not skipped", programs - skipped, programs - std::min(programs, programs / seeds.skipped_of + 1));
}

}  // namespace heddle::differential
