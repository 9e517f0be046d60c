#pragma once

#include <llvm/IR/DebugInfoMetadata.h>

#include <cstdint>
#include <string>

namespace heddle::instrument {

// The layout of a type in the grammar of src/abi/instrumented.h, so that the runtime can name a part of a variable:
//
//   struct { int n; struct { char c[4]; } s[2]; }   ->   {n:0:i4;s:4:[2,4]{c:0:[4,1]c1;};}
//
// Base classes and unnamed members are expanded: their members are named as in the source. A class of the library that
// consists of one part is that part (std::atomic<int> is i4, std::chrono::milliseconds i8(ms)), and the types of the
// thread library are scalars. `size`,
// in bytes, is used where the type does not say. A text longer than kMaxTypeText goes no deeper.
inline constexpr std::size_t kMaxTypeText = 4096;
std::string type_text(const llvm::DIType* type, std::uint64_t size);

// What to call an object of this type: "Node", "Node*", "list node" for what libstdc++ stores an element of a list in.
std::string type_name(const llvm::DIType* type);

// The first template argument of a class, if it is a type; null otherwise.
const llvm::DIType* template_argument(const llvm::DICompositeType& type);

}  // namespace heddle::instrument
