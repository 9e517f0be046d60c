#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <tuple>

#include "slice/analysis.h"

namespace heddle::slice {

// What the slice says about the places of the source, under the names that the pass of src/instrument gives them. All
// instructions of one place count together. What code in system headers does counts for the user's calls that lead to
// it, since the runtime reports it there.
class PlaceTable {
 public:
  explicit PlaceTable(const Analysis& analysis);

  // Also in trace/sliced_places.h, which reads them.
  enum Bit : std::uint32_t {
    kRelevant = 1,        // in the slice
    kFailureAhead = 2,    // here or later in the thread, or in a thread that it will create
    kSliceAhead = 4,      // the same for what is in the slice
    kFailureInFrame = 8,  // kFailureAhead without returning from the function
    kMayFail = 16,        // a criterion
  };

  // `aside`: the names of variables that can be set aside.
  std::string to_json(Failures failures, const std::vector<std::string>& aside) const;

 private:
  using Key = std::tuple<std::string, unsigned, unsigned>;  // file, line, column

  void add(const llvm::Function& function);
  void add_hidden(const llvm::Function& function);
  void lift(const llvm::Function& function);
  std::uint32_t bits_of(const llvm::Instruction& instruction) const;

  const Analysis& analysis_;
  llvm::DenseSet<const llvm::Instruction*> criteria_;
  std::map<Key, std::uint32_t> places_;
  std::map<const llvm::Function*, std::uint32_t> hidden_;  // what functions without places do
  std::size_t instructions_ = 0;
  std::size_t relevant_ = 0;
};

}  // namespace heddle::slice
