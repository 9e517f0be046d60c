#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/IR/Module.h>

#include <cstdint>
#include <functional>
#include <vector>

#include "slice/call_graph.h"

namespace heddle::slice {

// Everything that a thread may have executed before it reaches given instructions: in their functions, in the functions
// that call those and in the threads that created theirs, and in functions that were called on the way.
class WalkBack {
 public:
  using Visit = std::function<void(const llvm::Instruction&)>;

  WalkBack(const llvm::Module& module, const CallGraph& calls) : module_(module), calls_(calls) {}

  // Adds what comes before this instruction; calls `visit` for what is new.
  void add(const llvm::Instruction& target, const Visit& visit);

  // Adds the instruction, too.
  void add_with(const llvm::Instruction& target, const Visit& visit);

  bool contains(const llvm::Instruction& instruction) const { return marks_.lookup(&instruction) != Mark::kNone; }
  // Can a target be reached without returning from the function of this instruction?
  bool reaches_in_frame(const llvm::Instruction& instruction) const {
    return marks_.lookup(&instruction) == Mark::kInFrame;
  }

 private:
  enum class Mark : std::uint8_t {
    kNone,
    kAfterReturn,  // found from a call that is followed by a target: the way back ends where the function begins
    kInFrame,
  };
  void step(const llvm::Instruction& instruction, Mark mark, const Visit& visit);
  void step_over(const llvm::Instruction& instruction, Mark mark, const Visit& visit);
  void step_before(const llvm::Instruction& instruction, Mark mark, const Visit& visit);
  void step_out(const llvm::Function& function, const Visit& visit);
  void run(const Visit& visit);

  const llvm::Module& module_;
  const CallGraph& calls_;
  llvm::DenseMap<const llvm::Instruction*, Mark> marks_;
  llvm::DenseSet<const llvm::CallBase*> descended_;  // calls whose callees are marked from their ends
  std::vector<std::pair<const llvm::Instruction*, Mark>> worklist_;
};

}  // namespace heddle::slice
