#pragma once

namespace heddle::cli {

// What `heddle` returns to its caller; the same in --help and README.md.
enum ExitCode : int {
  kNoBug = 0,  // everything was explored
  kUsage = 1,
  kCannotBuild = 2,       // the tested program does not compile
  kIncomplete = 5,        // no bug, but not everything was explored; or a finding that no longer shows up
  kInternal = 6,          // see base/check.h
  kNotDeterministic = 7,  // the tested program does not do the same thing under the same schedule
  kBug = 10,
};

}  // namespace heddle::cli
