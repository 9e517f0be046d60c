#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "cli/options.h"
#include "trace/executor.h"
#include "trace/test.h"

namespace heddle::cli {

inline constexpr std::uint64_t kMaxSeedTests = 1'000'000;

// The files of a corpus: those that are directly in the folder, by name.
base::Result<std::vector<std::string>> find_input_files(const std::string& path);

// The number N of "random:N", or what is wrong with it.
base::Result<std::uint64_t> parse_seed_tests(const std::string& text);

// The tests with which an exploration begins: those in the files test.json below `seed_from`, sorted by path, or if
// there are none, the inputs in its files (report/corpus.h), and then `seed_tests` random ones. A stored test that the
// program cannot follow is an error.
base::Result<std::vector<trace::Test>> make_seed_tests(const TestOptions& options, trace::Executor& executor);

}  // namespace heddle::cli
