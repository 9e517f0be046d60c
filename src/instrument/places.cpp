#include "instrument/places.h"

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Instruction.h>

#include "instrument/library.h"
#include "instrument/source.h"

namespace heddle::instrument {

Places::Places(llvm::Module& module) : module_(module) {
  llvm::LLVMContext& context = module.getContext();
  llvm::Type* pointer = llvm::PointerType::getUnqual(context);
  llvm::Type* u32 = llvm::Type::getInt32Ty(context);
  type_ = llvm::StructType::get(context, {pointer, pointer, u32, u32});
}

llvm::Constant* Places::at(const llvm::Instruction& instruction) {
  return at(*instruction.getFunction(), instruction.getDebugLoc());
}

llvm::Constant* Places::at(const llvm::Function& function, const llvm::DebugLoc& location) {
  const Names& names = names_of(function);
  llvm::Constant* none = llvm::ConstantPointerNull::get(llvm::PointerType::getUnqual(module_.getContext()));
  if (!names.users) return none;
  const llvm::DISubprogram* subprogram = function.getSubprogram();
  if (!location || location.getLine() == 0) {
    return place({names.file, names.function, subprogram == nullptr ? 0 : subprogram->getLine(), 0});
  }
  const llvm::DILocation* where = location;
  const llvm::DICompileUnit* unit = subprogram == nullptr ? nullptr : subprogram->getUnit();
  const llvm::DIFile* file = where->getFile();
  if (file != nullptr && is_system_file(*file, unit)) return none;  // such as the construction of a header's variable
  return place(
      {file == nullptr ? names.file : file_name(*file, unit), names.function, where->getLine(), where->getColumn()});
}

bool Places::is_users(const llvm::Function& function) { return names_of(function).users; }

const Places::Names& Places::names_of(const llvm::Function& function) {
  const auto known = names_.find(&function);
  if (known != names_.end()) return known->second;
  const bool users = !is_system_function(function) && !is_part_of_runtime(module_);
  Names names{users, function_name(function), module_.getSourceFileName()};
  const llvm::DISubprogram* subprogram = function.getSubprogram();
  if (subprogram != nullptr && subprogram->getFile() != nullptr) {
    names.file = file_name(*subprogram->getFile(), subprogram->getUnit());
  }
  return names_.emplace(&function, std::move(names)).first->second;
}

llvm::Constant* Places::place(const Key& key) {
  llvm::Constant*& known = places_[key];
  if (known != nullptr) return known;
  const auto& [file, function, line, column] = key;
  llvm::Type* u32 = llvm::Type::getInt32Ty(module_.getContext());
  llvm::Constant* content = llvm::ConstantStruct::get(
      type_, {text(file), text(function), llvm::ConstantInt::get(u32, line), llvm::ConstantInt::get(u32, column)});
  auto* variable =
      new llvm::GlobalVariable(module_, type_, true, llvm::GlobalValue::PrivateLinkage, content, "heddle_place");
  variable->setSection("heddle_places");
  variable->setAlignment(llvm::Align(8));
  known = variable;
  return known;
}

llvm::Constant* Places::text(const std::string& content) {
  llvm::Constant*& known = texts_[content];
  if (known != nullptr) return known;
  llvm::Constant* bytes = llvm::ConstantDataArray::getString(module_.getContext(), content);
  auto* variable = new llvm::GlobalVariable(module_, bytes->getType(), true, llvm::GlobalValue::PrivateLinkage, bytes,
                                            "heddle_text");
  variable->setUnnamedAddr(llvm::GlobalValue::UnnamedAddr::Global);
  variable->setAlignment(llvm::Align(1));
  known = variable;
  return known;
}

}  // namespace heddle::instrument
