#pragma once

#include <llvm/IR/Module.h>

namespace heddle::instrument {

// Where nobody looks at whether the thread was the last one to arrive, the order of arrivals does not matter
// (trace::Arrival):
//
//   %_ = call i32 @pthread_barrier_wait(ptr %b)           %_ = call i32 @heddle_pass_barrier(ptr %b)
void pass_barriers(llvm::Module& module);

}  // namespace heddle::instrument
