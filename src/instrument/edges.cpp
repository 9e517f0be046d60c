#include "instrument/edges.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Support/xxhash.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <string>

#include "abi/instrumented.h"

namespace heddle::instrument {

namespace {

// Is it only the way on from one block, which is counted?
bool is_counted_before(const llvm::BasicBlock& block) {
  const llvm::BasicBlock* before = block.getSinglePredecessor();
  return before != nullptr && before->getSingleSuccessor() == &block;
}

std::uint64_t edge_of(const llvm::Function& function, std::size_t number) {
  const std::string name =
      function.getParent()->getSourceFileName() + ":" + function.getName().str() + ":" + std::to_string(number);
  return llvm::xxh3_64bits(name) & ((std::uint64_t{1} << HEDDLE_EDGE_BITS) - 1);
}

}  // namespace

// The cases of a switch that lead to one block are edges of their own, although they are decided as one
// (Shadows::visit_switch): inputs that reach another case are worth keeping.
void split_edges(llvm::Function& function) { llvm::SplitAllCriticalEdges(function); }

std::vector<llvm::BasicBlock*> find_edges(llvm::Function& function) {
  std::vector<llvm::BasicBlock*> blocks;
  for (llvm::BasicBlock& block : function) {
    const bool has_room = block.getFirstInsertionPt() != block.end();
    if (has_room && !is_counted_before(block)) blocks.push_back(&block);
  }
  return blocks;
}

void count_edges(llvm::Function& function, const std::vector<llvm::BasicBlock*>& blocks) {
  llvm::IRBuilder<> builder(function.getContext());
  for (std::size_t number = 0; number < blocks.size(); ++number) {
    llvm::BasicBlock& block = *blocks[number];
    auto at = block.getFirstInsertionPt();
    while (llvm::isa<llvm::AllocaInst>(*at)) ++at;
    builder.SetInsertPoint(&block, at);
    builder.SetCurrentDebugLocation(llvm::DebugLoc());
    llvm::Value* counter =
        builder.CreateIntToPtr(builder.getInt64(HEDDLE_EDGES + edge_of(function, number)), builder.getPtrTy());
    llvm::Value* before = builder.CreateLoad(builder.getInt8Ty(), counter);
    builder.CreateStore(builder.CreateAdd(before, builder.getInt8(1)), counter);
  }
}

}  // namespace heddle::instrument
