#pragma once

#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "native/native_executor.h"
#include "tests/support/temporary_folder.h"

namespace heddle::tests {

// A C or C++ program with inputs, compiled with `heddle cc` for a test.
class SymbolicProgram {
 public:
  enum class Language { kC, kCxx };
  explicit SymbolicProgram(const std::string& source, const std::vector<std::string>& flags = {"-O2"},
                           Language language = Language::kC, const native::Options& options = {});

  native::NativeExecutor& executor() { return *executor_; }

  // One run in which main takes these inputs.
  trace::Trace run(const std::vector<std::int64_t>& inputs = {});
  // The decisions of a run: "x + 1 == 3 is 0", with "fixed" or "assumed" after those that are not a choice.
  std::vector<std::string> decisions(const std::vector<std::int64_t>& inputs = {});

  // Runs every path of decisions, with the schedule left to the policy.
  struct Explored {
    int runs = 0;
    std::set<std::string> outputs;
    std::set<std::string> failures;
    int assume_failed = 0;
    std::set<std::string> reasons;  // for incompleteness
  };
  Explored explore(int most = 1000);

 private:
  TemporaryFolder folder_;
  std::unique_ptr<native::NativeExecutor> executor_;
};

}  // namespace heddle::tests
