#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "tests/differential/campaign.h"

namespace heddle::differential {

// What every file of such programs has after its head, which includes what they use.
std::string_view retries_functions();

// A random C program with loops that replace what an atomic variable points to. They and others use
// - nodes of a stack, which may be freed, written or pushed again while turns that fail read them, or
// - memory whose address the loops know before, or
// - nodes that are in two stacks, one after the other.
Case generate_retries(std::uint64_t seed, const std::string& prefix);

}  // namespace heddle::differential
