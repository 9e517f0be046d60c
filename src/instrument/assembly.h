#pragma once

#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/InstrTypes.h>

#include <vector>

namespace heddle::instrument {

// An operand of inline assembly that is memory ("m", "=m", "+m").
struct MemoryOperand {
  llvm::Value* address;
  llvm::Type* type;
  bool is_written;  // otherwise it is read
};

std::vector<MemoryOperand> memory_operands(const llvm::CallBase& call);

// What is known about the instructions.
struct Assembly {
  bool atomic = false;  // they change their memory atomically: "lock", or an exchange with memory
  bool fence = false;   // mfence
  bool unseen = false;  // they may use memory that is not among the operands
};

Assembly assembly_of(const llvm::CallBase& call);

}  // namespace heddle::instrument
