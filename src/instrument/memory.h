#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/Value.h>

namespace heddle::instrument {

// Whose memory a pointer points to.
enum class Memory {
  kShared,       // as far as can be known
  kPrivate,      // variables on the stack whose address nobody else has
  kThreadLocal,  // the runtime gives every thread its own
  kConstant,     // never written
};

// Tells whose memory the pointers of one function point to.
// Must be asked before hooks are inserted: an address that is handed to a hook looks as if it escaped, so the answers
// about stack variables are kept.
class MemoryOf {
 public:
  Memory operator()(const llvm::Value& pointer);

 private:
  Memory object(const llvm::Value& base);
  bool escapes(const llvm::Value& variable);

  llvm::DenseMap<const llvm::Value*, bool> escapes_;
};

}  // namespace heddle::instrument
