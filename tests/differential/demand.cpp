#include "tests/differential/demand.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>

namespace heddle::differential {

void demand(std::string_view what, std::uint64_t seen, std::uint64_t least) {
  fmt::print("demanded: {}, seen {} times, at least {}\n", what, seen, least);
  const char* const demands = std::getenv("HEDDLE_DIFFERENTIAL_DEMANDS");
  if (demands != nullptr && std::string_view(demands) == "sum") return;
  EXPECT_GE(seen, least) << "too few of the programs: " << what;
}

void demand(const std::map<std::string, std::uint64_t>& counts, const std::string& what, std::uint64_t least) {
  const auto found = counts.find(what);
  demand(what, found == counts.end() ? 0 : found->second, least);
}

}  // namespace heddle::differential
