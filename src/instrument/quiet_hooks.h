#pragma once

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include <cstdint>
#include <map>
#include <utility>

#include "instrument/hooks.h"

namespace heddle::instrument {

// The hooks of plain accesses after a look into the table of src/abi/instrumented.h: small functions of the module
// itself, inlined late (late.h). Those of reads compare %byte | 1 with HEDDLE_QUIET_READ_NOW instead.
//
//   define internal i1 @heddle.write(ptr %address, i64 %size, ptr %place) {
//     %now = load i8, ptr HEDDLE_QUIET_NOW
//     %byte = load i8, ptr (HEDDLE_QUIET_TABLE + the low 47 bits of %address / 8)
//     br (%byte == %now), %quiet, %told                                            ; likely
//   quiet:
//     store i8 1, ptr HEDDLE_QUIET_WROTE
//     ret true                                                                     ; no shadows either
//   told:
//     call preserve_mostcc void @__heddle_write(ptr %address, i64 %size, ptr %place)
//     ret false
//   }
//
// Created when first used. Owned by the pass over one module.
class QuietHooks {
 public:
  // How many bytes of the table an access needs: two, the first and the last, if it may touch two granules.
  enum class Granules { kOne, kTwo, kMany };
  // kReadBits returns the bits without a value, 0 if quiet; kReadShadow these and the shadow of what is there;
  // kWriteShadow has two more parameters, the shadow and the value that is written, and is quiet only without a shadow.
  enum class Kind { kRead, kReadBits, kReadShadow, kWrite, kWriteShadow };
  static Granules granules(std::uint64_t size, std::uint64_t align);

  QuietHooks(llvm::Module& module, const Hooks& hooks) : module_(module), hooks_(hooks) {}

  llvm::Function* of(Kind kind, Granules granules);
  // The hook itself.
  llvm::FunctionCallee hook_of(Kind kind) const;

 private:
  llvm::Function* make(Kind kind, bool crosses);
  static llvm::Value* is_quiet(llvm::IRBuilder<>& builder, llvm::Function& helper, bool writes, bool crosses);
  static llvm::Value* byte_of(llvm::IRBuilder<>& builder, llvm::Value* address);

  llvm::Module& module_;
  const Hooks& hooks_;
  std::map<std::pair<Kind, Granules>, llvm::Function*> made_;
};

}  // namespace heddle::instrument
