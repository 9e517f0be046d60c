#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "cli/options.h"
#include "trace/executor.h"
#include "trace/test.h"

namespace heddle::cli {

inline constexpr std::uint64_t kMaxSeedTests = 1'000'000;

// The number N of "random:N", or what is wrong with it.
base::Result<std::uint64_t> parse_seed_tests(const std::string& text);

// The tests with which an exploration begins: those in the files test.json below `seed_from`, sorted by path, or if
// there are none, the inputs in its files (report/corpus.h), and then `seed_tests` random ones. A stored test that the
// program cannot follow is an error.
base::Result<std::vector<trace::Test>> make_seed_tests(const TestOptions& options, trace::Executor& executor);

}  // namespace heddle::cli
