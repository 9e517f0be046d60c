#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace heddle::explore {

// Static branches that con2colic testing has covered: a place in the program where a decision is made, and its outcome.
struct BranchCoverage {
  // What is known about a branch. All except the first are open.
  enum class State : std::uint8_t {
    kCovered,
    kUnreachable,  // no scenario is left, and nothing was omitted
    kTooHard,      // a scenario for it had no answer in time
    kBound,        // scenarios for it with more interferences were omitted
    kGivenUp,      // a run for it was not what its scenario had said
    kUnfinished,   // the exploration has not finished
    kIncomplete,   // no scenario is left, but something was omitted elsewhere
  };

  struct Branch {
    std::string file;
    std::uint32_t line = 0;
    std::uint32_t column = 0;
    std::int64_t outcome = 0;
    State state = State::kUnfinished;
    std::uint32_t degree = 0;  // the interferences that it needs, if it is covered
    double seconds = 0;        // when it was covered

    bool is_covered() const { return state == State::kCovered; }
  };

  std::uint64_t candidates = 0;        // interference scenarios that were decided
  std::vector<std::uint64_t> covered;  // by the number of interferences that they need: 0, 1, 2, ...
  std::uint64_t open = 0;              // not covered
  std::vector<Branch> branches;        // each of them

  // Something was omitted: finding nothing is no longer a proof.
  void withdraw_proofs() {
    for (Branch& b : branches) {
      if (b.state == State::kUnreachable) b.state = State::kIncomplete;
    }
  }
};

}  // namespace heddle::explore
