#include "instrument/inputs.h"

#include <llvm/ADT/StringMap.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Operator.h>

#include <string>
#include <vector>

#include "abi/symbolic.h"
#include "instrument/known_calls.h"

namespace heddle::instrument {

namespace {

constexpr const char* kHook = "__heddle_sym_input";

// A pattern that would be longer consists of bytes.
constexpr std::size_t kMaxPattern = 4096;

// The sizes of the parts of an object, as __heddle_sym_input takes them; false if they cannot be determined.
bool add_pattern(const llvm::DataLayout& layout, llvm::Type* type, std::string& pattern) {
  if (pattern.size() > kMaxPattern) return false;
  if (auto* array = llvm::dyn_cast<llvm::ArrayType>(type)) {
    for (std::uint64_t i = 0; i < array->getNumElements(); ++i) {
      if (!add_pattern(layout, array->getElementType(), pattern)) return false;
    }
    return true;
  }
  if (auto* structure = llvm::dyn_cast<llvm::StructType>(type)) {
    const llvm::StructLayout& parts = *layout.getStructLayout(structure);
    std::uint64_t at = 0;
    for (unsigned i = 0; i < structure->getNumElements(); ++i) {
      pattern.append(parts.getElementOffset(i) - at, '-');
      if (!add_pattern(layout, structure->getElementType(i), pattern)) return false;
      at = parts.getElementOffset(i) + layout.getTypeAllocSize(structure->getElementType(i));
    }
    pattern.append(parts.getSizeInBytes() - at, '-');
    return true;
  }
  const std::uint64_t size = layout.getTypeAllocSize(type);
  const bool is_number = (type->isIntegerTy() || type->isPointerTy() || type->isFloatTy() || type->isDoubleTy()) &&
                         (size == 1 || size == 2 || size == 4 || size == 8);
  if (is_number) {
    pattern += static_cast<char>('0' + size);
  } else {
    pattern.append(size, '1');
  }
  return true;
}

// The element type of an array, however nested.
llvm::Type* element_of(llvm::Type* type) {
  while (auto* array = llvm::dyn_cast<llvm::ArrayType>(type)) type = array->getElementType();
  return type;
}

bool is_input_function(llvm::StringRef name) {
  for (const char* prefix : {"heddle_input", "heddle_int", "heddle_uint", "heddle_bool", "heddle_range",
                             "klee_make_symbolic", "klee_int", "klee_range", "__VERIFIER_nondet_"}) {
    if (name.starts_with(prefix)) return true;
  }
  return false;
}

// Is there a call of heddle_choice whose count is, or may be, too large to be tried value by value?
bool may_take_large_choice(const llvm::Function& function) {
  if (function.getName() != "heddle_choice") return false;
  for (const llvm::Use& use : function.uses()) {
    const auto* call = llvm::dyn_cast<llvm::CallBase>(use.getUser());
    const bool is_call = call != nullptr && call->isCallee(&use) && call->arg_size() == 1;
    const auto* count = is_call ? llvm::dyn_cast<llvm::ConstantInt>(call->getArgOperand(0)) : nullptr;
    if (count == nullptr || count->getZExtValue() > HEDDLE_MAX_CHOICES) return true;
  }
  return false;
}

bool takes_object(const llvm::CallBase& call) {
  const llvm::Function* callee = called_function(call);
  return callee != nullptr && callee->isDeclaration() && call.arg_size() == 3 &&
         (callee->getName() == "heddle_input" || callee->getName() == "klee_make_symbolic");
}

std::string pattern_of(llvm::Value& object, const llvm::DataLayout& layout) {
  const llvm::Value* base = object.stripPointerCasts();
  llvm::Type* type = nullptr;
  if (const auto* variable = llvm::dyn_cast<llvm::AllocaInst>(base)) type = variable->getAllocatedType();
  if (const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(base)) type = variable->getValueType();
  if (const auto* element = llvm::dyn_cast<llvm::GEPOperator>(base)) type = element->getResultElementType();
  std::string pattern;
  const bool told = type != nullptr && add_pattern(layout, element_of(type), pattern);
  // An address computed in bytes says nothing about what is there.
  const bool vague = pattern == "1" && llvm::isa<llvm::GEPOperator>(base);
  return told && !vague ? pattern : "";
}

// The functions of the runtime that take one input: the width of the result and the number of arguments.
struct Helper {
  unsigned bits;
  unsigned arguments = 0;
};
constexpr unsigned kPointerBits = 64;

const llvm::StringMap<Helper>& helpers() {
  static const llvm::StringMap<Helper> names = {
      {"heddle_int", {32, 1}},
      {"heddle_bool", {1, 1}},
      {"heddle_uint8", {8, 1}},
      {"heddle_uint16", {16, 1}},
      {"heddle_uint32", {32, 1}},
      {"heddle_uint64", {64, 1}},
      {"heddle_range", {32, 3}},
      {"klee_int", {32, 1}},
      {"klee_range", {32, 3}},
      {"__VERIFIER_nondet_bool", {1}},
      {"__VERIFIER_nondet__Bool", {1}},
      {"__VERIFIER_nondet_char", {8}},
      {"__VERIFIER_nondet_schar", {8}},
      {"__VERIFIER_nondet_uchar", {8}},
      {"__VERIFIER_nondet_u8", {8}},
      {"__VERIFIER_nondet_short", {16}},
      {"__VERIFIER_nondet_ushort", {16}},
      {"__VERIFIER_nondet_u16", {16}},
      {"__VERIFIER_nondet_int", {32}},
      {"__VERIFIER_nondet_uint", {32}},
      {"__VERIFIER_nondet_unsigned", {32}},
      {"__VERIFIER_nondet_u32", {32}},
      {"__VERIFIER_nondet_gfp_t", {32}},
      {"__VERIFIER_nondet_float", {32}},
      {"__VERIFIER_nondet_long", {64}},
      {"__VERIFIER_nondet_ulong", {64}},
      {"__VERIFIER_nondet_longlong", {64}},
      {"__VERIFIER_nondet_ulonglong", {64}},
      {"__VERIFIER_nondet_size_t", {64}},
      {"__VERIFIER_nondet_u64", {64}},
      {"__VERIFIER_nondet_loff_t", {64}},
      {"__VERIFIER_nondet_sector_t", {64}},
      {"__VERIFIER_nondet_pthread_t", {64}},
      {"__VERIFIER_nondet_double", {64}},
      {"__VERIFIER_nondet_pointer", {kPointerBits}},
      {"__VERIFIER_nondet_pchar", {kPointerBits}},
      {"__VERIFIER_nondet_charp", {kPointerBits}},
      {"__VERIFIER_nondet_const_char_pointer", {kPointerBits}},
      {"__VERIFIER_nondet_int128", {128}},
      {"__VERIFIER_nondet_uint128", {128}},
      {"__VERIFIER_nondet_u128", {128}},
  };
  return names;
}

bool fits(const llvm::FunctionType& type, const Helper& helper) {
  const auto bits_of = [](const llvm::Type& part) -> unsigned {
    return part.isPointerTy() ? kPointerBits : part.getPrimitiveSizeInBits().getFixedValue();
  };
  unsigned bits = bits_of(*type.getReturnType());
  // Wide numbers are returned in two parts.
  if (const auto* parts = llvm::dyn_cast<llvm::StructType>(type.getReturnType())) {
    for (const llvm::Type* part : parts->elements()) bits += bits_of(*part);
  }
  const bool undeclared = type.isVarArg() && type.getNumParams() == 0;  // int f();
  return bits == helper.bits && (undeclared || type.getNumParams() == helper.arguments);
}

}  // namespace

void check_helpers(llvm::Module& module) {
  for (const llvm::Function& function : module) {
    const auto helper = helpers().find(function.getName());
    if (!function.isDeclaration() || helper == helpers().end()) continue;
    if (fits(*function.getFunctionType(), helper->second)) continue;
    module.getContext().emitError("heddle: '" + function.getName() + "' is declared with other types than those of " +
                                  "Heddle's function of this name, and not defined here");
  }
}

bool takes_inputs(const llvm::Module& module) {
  for (const llvm::Function& function : module) {
    if (!function.isDeclaration()) continue;
    if (is_input_function(function.getName()) || may_take_large_choice(function)) return true;
  }
  return false;
}

bool is_input(const llvm::CallBase& call) {
  const llvm::Function* callee = called_function(call);
  return callee != nullptr && callee->getName() == kHook;
}

void split_inputs(llvm::Module& module, Places& places) {
  std::vector<llvm::CallInst*> calls;
  for (llvm::Function& function : module) {
    for (const llvm::Use& use : function.uses()) {
      auto* call = llvm::dyn_cast<llvm::CallInst>(use.getUser());
      if (call != nullptr && call->isCallee(&use) && takes_object(*call)) calls.push_back(call);
    }
  }
  for (llvm::CallInst* call : calls) {
    const std::string pattern = pattern_of(*call->getArgOperand(0), module.getDataLayout());
    if (pattern.empty()) continue;
    llvm::IRBuilder<> builder(call);
    llvm::Type* pointer = builder.getPtrTy();
    const llvm::FunctionCallee hook = module.getOrInsertFunction(kHook, builder.getVoidTy(), pointer,
                                                                 builder.getInt64Ty(), pointer, pointer, pointer);
    builder.CreateCall(hook,
                       {call->getArgOperand(0), builder.CreateZExtOrTrunc(call->getArgOperand(1), builder.getInt64Ty()),
                        call->getArgOperand(2), places.text(pattern), places.at(*call)});
    call->eraseFromParent();
  }
}

}  // namespace heddle::instrument
