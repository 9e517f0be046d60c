#include "instrument/variables.h"

#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/DebugProgramInstruction.h>
#include <llvm/IR/IntrinsicInst.h>

#include <string>

#include "instrument/source.h"
#include "instrument/types.h"

namespace heddle::instrument {

namespace {

struct Declared {
  const llvm::DILocalVariable* variable = nullptr;
  llvm::DebugLoc place;
};

// The optimiser's form of a declaration, which tracks assignments.
template <class Record>
bool declares(const Record& record, const llvm::AllocaInst& variable) {
  return record.getAddress() == &variable && !record.getExpression()->getFragmentInfo();
}

// An assignment has no line of its own.
llvm::DebugLoc place_of(const llvm::DILocalVariable& variable) {
  return llvm::DILocation::get(variable.getContext(), variable.getLine(), 0, variable.getScope());
}

Declared declaration_of(llvm::AllocaInst& variable) {
  for (const llvm::DbgVariableRecord* record : llvm::findDVRDeclares(&variable))
    return {record->getVariable(), record->getDebugLoc()};
  for (const llvm::DbgDeclareInst* record : llvm::findDbgDeclares(&variable))
    return {record->getVariable(), record->getDebugLoc()};
  for (const llvm::DbgVariableRecord* record : llvm::at::getDVRAssignmentMarkers(&variable))
    if (declares(*record, variable)) return {record->getVariable(), place_of(*record->getVariable())};
  for (const llvm::DbgAssignIntrinsic* record : llvm::at::getAssignmentMarkers(&variable))
    if (declares(*record, variable)) return {record->getVariable(), place_of(*record->getVariable())};
  return {};
}

}  // namespace

Variables::Variables(llvm::Module& module, Places& places)
    : module_(module),
      places_(places),
      pointer_(llvm::PointerType::getUnqual(module.getContext())),
      word_(llvm::Type::getInt64Ty(module.getContext())),
      type_(llvm::StructType::get(module.getContext(), {pointer_, pointer_, word_, word_, word_, pointer_})) {}

llvm::Constant* Variables::constant(llvm::Constant* content, const char* name) {
  auto* variable =
      new llvm::GlobalVariable(module_, content->getType(), true, llvm::GlobalValue::PrivateLinkage, content, name);
  variable->setUnnamedAddr(llvm::GlobalValue::UnnamedAddr::Global);
  return variable;
}

llvm::Constant* Variables::describe(const InFrame& variable) {
  const Declared declared = declaration_of(*variable.variable);
  llvm::Constant* name = llvm::ConstantPointerNull::get(pointer_);
  llvm::Constant* place = name;
  llvm::Constant* type = name;
  if (declared.variable != nullptr && !declared.variable->getName().empty())
    name = places_.text(declared.variable->getName().str());
  if (declared.variable != nullptr) type = places_.text(type_text(declared.variable->getType(), variable.size));
  if (declared.place) place = places_.at(*variable.variable->getFunction(), declared.place);
  return llvm::ConstantStruct::get(
      type_, {name, place, llvm::ConstantInt::get(word_, variable.offset), llvm::ConstantInt::get(word_, variable.size),
              llvm::ConstantInt::get(word_, variable.has_scope ? 1 : 0), type});
}

llvm::Constant* Variables::of(llvm::AllocaInst& variable) {
  const auto size = variable.getAllocationSize(module_.getDataLayout());
  return constant(describe({&variable, 0, size ? size->getFixedValue() : 0, false}), "heddle_variable");
}

llvm::Constant* Variables::of(llvm::GlobalVariable& variable) {
  const std::uint64_t size = module_.getDataLayout().getTypeAllocSize(variable.getValueType());
  llvm::Constant* nothing = llvm::ConstantInt::get(word_, 0);
  return constant(llvm::ConstantStruct::get(
                      type_, {places_.text(name_of(variable)), llvm::ConstantPointerNull::get(pointer_), nothing,
                              llvm::ConstantInt::get(word_, size), nothing, llvm::ConstantPointerNull::get(pointer_)}),
                  "heddle_variable");
}

llvm::Constant* Variables::frame(std::uint64_t size, const std::vector<InFrame>& variables) {
  std::vector<llvm::Constant*> entries;
  entries.reserve(variables.size());
  for (const InFrame& variable : variables) entries.push_back(describe(variable));
  llvm::Constant* array =
      constant(llvm::ConstantArray::get(llvm::ArrayType::get(type_, entries.size()), entries), "heddle_variables");
  llvm::StructType* type = llvm::StructType::get(module_.getContext(), {word_, word_, pointer_});
  return constant(llvm::ConstantStruct::get(type, {llvm::ConstantInt::get(word_, size),
                                                   llvm::ConstantInt::get(word_, entries.size()), array}),
                  "heddle_frame");
}

}  // namespace heddle::instrument
