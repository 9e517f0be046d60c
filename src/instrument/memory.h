#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Instruction.h>
#include <llvm/IR/Value.h>

namespace heddle::instrument {

// Whose memory a pointer points to.
enum class Memory {
  kShared,       // as far as is known
  kPrivate,      // variables on the stack whose address nobody else has
  kThreadLocal,  // the runtime gives every thread its own, and nobody else has its address
  kConstant,     // never written
  kAside,        // variables that nobody needs (aside.h)
};

// Does the instruction only give a variable without a value some value, always the same one (-ftrivial-auto-var-init)?
// It is not an access of the program.
bool gives_any_value(const llvm::Instruction& instruction);

// Determines whose memory the pointers of one function point to. Must be asked before hooks are inserted: an address
// that is passed to a hook looks as if it escaped, so the answers about stack variables are kept.
class MemoryOf {
 public:
  Memory operator()(const llvm::Value& pointer);
  // Makes a stack variable count as one whose address others have.
  void share(const llvm::Value& variable) { escapes_[&variable] = true; }

 private:
  Memory object(const llvm::Value& base);
  bool escapes(const llvm::Value& variable);
  bool others_have(const llvm::GlobalVariable& variable);

  llvm::DenseMap<const llvm::Value*, bool> escapes_;
};

}  // namespace heddle::instrument
