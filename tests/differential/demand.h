#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace heddle::differential {

// At least this many of the programs must have shown this: otherwise the comparison says little. Fails the test if they
// have not. In a campaign (HEDDLE_DIFFERENTIAL_DEMANDS=sum) it is only printed, and scripts/campaign compares the sums
// of all batches: of a hundred programs, some rare thing is missing now and then.
void demand(std::string_view what, std::uint64_t seen, std::uint64_t least);

// The same for one of the things that were counted.
void demand(const std::map<std::string, std::uint64_t>& counts, const std::string& what, std::uint64_t least);

}  // namespace heddle::differential
