#include "instrument/shadow_bits.h"

#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>
#include <llvm/Support/ErrorHandling.h>

namespace heddle::instrument {

namespace {

constexpr unsigned kPointerBits = 64;

bool is_swap(const llvm::Instruction& instruction) {
  const auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
  return intrinsic != nullptr && (intrinsic->getIntrinsicID() == llvm::Intrinsic::bswap ||
                                  intrinsic->getIntrinsicID() == llvm::Intrinsic::bitreverse);
}

// Numeric intrinsics whose operands have the type of their result.
bool is_numeric(const llvm::Instruction& instruction) {
  const auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
  if (intrinsic == nullptr) return false;
  switch (intrinsic->getIntrinsicID()) {
    case llvm::Intrinsic::abs:
    case llvm::Intrinsic::smin:
    case llvm::Intrinsic::smax:
    case llvm::Intrinsic::umin:
    case llvm::Intrinsic::umax:
    case llvm::Intrinsic::ctpop:
    case llvm::Intrinsic::ctlz:
    case llvm::Intrinsic::cttz:
    case llvm::Intrinsic::fabs:
    case llvm::Intrinsic::fmuladd:
    case llvm::Intrinsic::expect: return true;
    default: return false;
  }
}

// The bits of one instruction.
class Bits {
 public:
  Bits(llvm::IRBuilder<>& builder, llvm::Instruction& instruction, BitsOf bits_of)
      : builder_(builder), instruction_(instruction), bits_of_(bits_of), type_(bits_type(instruction.getType())) {}

  llvm::Value* result() {
    if (auto* binary = llvm::dyn_cast<llvm::BinaryOperator>(&instruction_)) return of_binary(*binary);
    if (auto* cast = llvm::dyn_cast<llvm::CastInst>(&instruction_)) return of_cast(*cast);
    if (auto* compare = llvm::dyn_cast<llvm::ICmpInst>(&instruction_)) return of_compare(*compare);
    if (auto* select = llvm::dyn_cast<llvm::SelectInst>(&instruction_)) return of_select(*select);
    if (is_swap(instruction_)) {
      const auto id = llvm::cast<llvm::IntrinsicInst>(instruction_).getIntrinsicID();
      return builder_.CreateUnaryIntrinsic(id, bits(0));
    }
    if (auto* address = llvm::dyn_cast<llvm::GetElementPtrInst>(&instruction_)) return of_address(*address);
    return of_all();
  }

 private:
  llvm::Value* operand(unsigned i) { return instruction_.getOperand(i); }
  llvm::Value* bits(unsigned i) { return bits_of_(operand(i)); }
  llvm::Value* zero(llvm::Value* like) { return llvm::Constant::getNullValue(like->getType()); }
  llvm::Value* any(llvm::Value* bits) { return builder_.CreateICmpNE(bits, zero(bits)); }
  // All of them if the condition holds.
  llvm::Value* all_if(llvm::Value* truth) { return builder_.CreateSExt(truth, type_); }
  static bool is_zero(const llvm::Value* bits) {
    const auto* constant = llvm::dyn_cast<llvm::Constant>(bits);
    return constant != nullptr && constant->isNullValue();
  }

  // A value as a number of this many bits.
  llvm::Value* number(llvm::Value* value) {
    llvm::Type* type = bits_type(value->getType());
    if (value->getType()->isPointerTy()) return builder_.CreatePtrToInt(value, type);
    return builder_.CreateBitCast(value, type);
  }

  llvm::Value* of_binary(llvm::BinaryOperator& binary) {
    llvm::Value* left = bits(0);
    llvm::Value* right = bits(1);
    switch (binary.getOpcode()) {
      case llvm::Instruction::And: return of_logic(left, right, operand(0), operand(1));
      case llvm::Instruction::Or:
        return of_logic(left, right, builder_.CreateNot(operand(0)), builder_.CreateNot(operand(1)));
      case llvm::Instruction::Xor:
      case llvm::Instruction::Add:
      case llvm::Instruction::Sub: return builder_.CreateOr(left, right);
      case llvm::Instruction::Mul: return of_product(left, right);
      case llvm::Instruction::Shl:
      case llvm::Instruction::LShr:
      case llvm::Instruction::AShr: {
        llvm::Value* moved = builder_.CreateBinOp(binary.getOpcode(), left, operand(1));
        return is_zero(right) ? moved : builder_.CreateOr(moved, all_if(any(right)));
      }
      // A divisor is a decision by itself.
      case llvm::Instruction::UDiv:
      case llvm::Instruction::SDiv:
      case llvm::Instruction::URem:
      case llvm::Instruction::SRem: return left;
      default: return of_all();
    }
  }

  // A bit that is 0 makes the other one irrelevant.
  llvm::Value* of_logic(llvm::Value* left, llvm::Value* right, llvm::Value* a, llvm::Value* b) {
    llvm::Value* both = builder_.CreateAnd(left, right);
    llvm::Value* by_left = builder_.CreateAnd(left, b);
    llvm::Value* by_right = builder_.CreateAnd(right, a);
    return builder_.CreateOr(both, builder_.CreateOr(by_left, by_right));
  }

  // Trailing zeros of a constant are zeros of the product.
  llvm::Value* of_product(llvm::Value* left, llvm::Value* right) {
    const auto* by = llvm::dyn_cast<llvm::ConstantInt>(operand(1));
    if (by == nullptr) return builder_.CreateOr(left, right);
    if (by->isZero()) return zero(left);
    return builder_.CreateShl(left, by->getValue().countr_zero());
  }

  llvm::Value* of_cast(llvm::CastInst& cast) {
    llvm::Value* from = bits(0);
    switch (cast.getOpcode()) {
      case llvm::Instruction::Trunc: return builder_.CreateTrunc(from, type_);
      case llvm::Instruction::ZExt: return builder_.CreateZExt(from, type_);
      case llvm::Instruction::SExt: return builder_.CreateSExt(from, type_);
      case llvm::Instruction::PtrToInt:
      case llvm::Instruction::IntToPtr: return builder_.CreateZExtOrTrunc(from, type_);
      case llvm::Instruction::BitCast:
      case llvm::Instruction::AddrSpaceCast: return from;
      default: return all_if(any(from));
    }
  }

  llvm::Value* of_compare(llvm::ICmpInst& compare) {
    llvm::Value* left = bits(0);
    llvm::Value* right = bits(1);
    llvm::Value* a = number(operand(0));
    llvm::Value* b = number(operand(1));
    if (compare.isEquality()) {
      // Bits that have a value and differ decide it.
      llvm::Value* none = builder_.CreateOr(left, right);
      llvm::Value* differ = builder_.CreateAnd(builder_.CreateXor(a, b), builder_.CreateNot(none));
      return builder_.CreateAnd(any(none), builder_.CreateICmpEQ(differ, zero(differ)));
    }
    if (compare.isSigned()) {
      llvm::Value* sign = builder_.getInt(llvm::APInt::getSignMask(a->getType()->getIntegerBitWidth()));
      a = builder_.CreateXor(a, sign);
      b = builder_.CreateXor(b, sign);
    }
    // Decided if it holds for both the smallest and the largest possible value.
    const auto less = compare.getUnsignedPredicate();
    llvm::Value* one =
        builder_.CreateICmp(less, builder_.CreateAnd(a, builder_.CreateNot(left)), builder_.CreateOr(b, right));
    llvm::Value* other =
        builder_.CreateICmp(less, builder_.CreateOr(a, left), builder_.CreateAnd(b, builder_.CreateNot(right)));
    return builder_.CreateXor(one, other);
  }

  llvm::Value* of_select(llvm::SelectInst& select) {
    llvm::Value* condition = bits(0);
    llvm::Value* yes = bits(1);
    llvm::Value* no = bits(2);
    llvm::Value* chosen = builder_.CreateSelect(select.getCondition(), yes, no);
    if (is_zero(condition)) return chosen;
    llvm::Value* differ = builder_.CreateXor(number(select.getTrueValue()), number(select.getFalseValue()));
    llvm::Value* either = builder_.CreateOr(differ, builder_.CreateOr(yes, no));
    return builder_.CreateSelect(condition, either, chosen);
  }

  llvm::Value* of_address(llvm::GetElementPtrInst& address) {
    llvm::Value* sum = bits_of_(address.getPointerOperand());
    for (llvm::Value* index : address.indices()) {
      llvm::Value* one = bits_of_(index);
      if (!is_zero(one)) sum = builder_.CreateOr(sum, all_if(any(one)));
    }
    return sum;
  }

  // If one bit has no value, the result has none.
  llvm::Value* of_all() {
    llvm::Value* truth = builder_.getFalse();
    for (llvm::Value* one : instruction_.operands()) {
      if (bits_type(one->getType()) != nullptr && !llvm::isa<llvm::Function>(one))
        truth = builder_.CreateOr(truth, any(bits_of_(one)));
    }
    return all_if(truth);
  }

  llvm::IRBuilder<>& builder_;
  llvm::Instruction& instruction_;
  BitsOf bits_of_;
  llvm::IntegerType* type_;
};

}  // namespace

llvm::IntegerType* bits_type(llvm::Type* type) {
  if (type->isPointerTy())
    return type->getPointerAddressSpace() == 0 ? llvm::IntegerType::get(type->getContext(), kPointerBits) : nullptr;
  if (auto* number = llvm::dyn_cast<llvm::IntegerType>(type)) return number;
  if (!type->isFloatTy() && !type->isDoubleTy()) return nullptr;
  return llvm::IntegerType::get(type->getContext(), type->getPrimitiveSizeInBits().getFixedValue());
}

bool carries_bits(const llvm::Instruction& instruction) {
  if (bits_type(instruction.getType()) == nullptr) return false;
  if (is_swap(instruction) || is_numeric(instruction)) return true;
  if (const auto* cast = llvm::dyn_cast<llvm::CastInst>(&instruction)) return bits_type(cast->getSrcTy()) != nullptr;
  if (const auto* compare = llvm::dyn_cast<llvm::CmpInst>(&instruction))
    return bits_type(compare->getOperand(0)->getType()) != nullptr;
  if (const auto* select = llvm::dyn_cast<llvm::SelectInst>(&instruction))
    return bits_type(select->getCondition()->getType()) != nullptr;
  return llvm::isa<llvm::BinaryOperator, llvm::UnaryOperator, llvm::PHINode, llvm::GetElementPtrInst>(instruction);
}

llvm::Value* bits_of_result(llvm::IRBuilder<>& builder, llvm::Instruction& instruction, BitsOf bits_of) {
  return Bits(builder, instruction, bits_of).result();
}

}  // namespace heddle::instrument
