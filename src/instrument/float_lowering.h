#pragma once

namespace llvm {
class Function;
}  // namespace llvm

namespace heddle::instrument {

// Floating point in terms of what has shadows. Operations whose result differs between machines get a fixed one:
//
//   fmuladd(a, b, c)      a * b, + c, each rounded
//   minnum(a, b)          a < b or b is not a number ? a : b
//   fptosi, to 8 bits     to 32 bits, frozen, and cut: as the processor does it, also where C leaves it undefined
//   fneg, fabs, copysign  operations on the bits, and so are questions like isinf (is.fpclass)
//   sqrt(a)               the operation; then, if a < 0, errno is set
void lower_floats(llvm::Function& function);

}  // namespace heddle::instrument
