#pragma once

#include <cstddef>
#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <string_view>

#include "abi/channel.h"
#include "trace/program_spec.h"
#include "trace/trace.h"

namespace heddle::differential {

// A strategy that finishes is compared if it does so within `tests`; of others, this many tests are.
struct ComparedStrategy {
  std::string_view name;
  std::uint64_t tests = 0;
  bool ends = true;
};

struct PairSummary {
  std::uint64_t programs = 0;      // compared at least with dpor
  std::uint64_t explorations = 0;  // native ones
  std::uint64_t traces = 0;        // compared operation by operation
  std::set<std::string_view> met;  // kinds of operations, of failures, outcomes
};

// A program in both languages.
struct Pair {
  std::string model;
  std::string executable;
  std::size_t index;  // in the executable
  std::uint32_t depth;
  trace::Checkpoint checkpoint = trace::Checkpoint::kAuto;
};

// The prefix of the names of the program with this number.
std::string prefix_of(std::size_t index);

// Explores both with the same tests, the native one with each of `visible`. Empty if everything agrees: the traces, and
// the results of whole explorations.
std::string compare(const Pair& pair, std::span<const ComparedStrategy> strategies,
                    std::span<const abi::Visible> visible, PairSummary& summary);

}  // namespace heddle::differential
