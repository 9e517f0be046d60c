#include "instrument/main_function.h"

#include <llvm/IR/Function.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>

namespace heddle::instrument {

void place_main(llvm::Module& module, Places& places, const Hooks& hooks) {
  llvm::Function* body = module.getFunction("main");
  if (body == nullptr || body->isDeclaration()) return;
  for (const llvm::Instruction& instruction : llvm::instructions(*body)) {
    llvm::Constant* const place = instruction.getDebugLoc() ? places.at(instruction) : nullptr;
    if (place == nullptr || place->isNullValue()) continue;
    llvm::BasicBlock& entry = body->getEntryBlock();
    llvm::IRBuilder<>(&entry, entry.getFirstInsertionPt()).CreateStore(place, hooks.place);
    return;
  }
}

void rename_main(llvm::Module& module) {
  llvm::Function* body = module.getFunction("main");
  if (body == nullptr || body->isDeclaration()) return;
  llvm::LLVMContext& context = module.getContext();
  llvm::Type* pointer = llvm::PointerType::getUnqual(context);
  llvm::Type* code = llvm::Type::getInt32Ty(context);
  body->setName("__heddle_main_body");
  body->setLinkage(llvm::GlobalValue::InternalLinkage);
  body->setVisibility(llvm::GlobalValue::DefaultVisibility);
  auto* wrapper = llvm::Function::Create(llvm::FunctionType::get(code, {code, pointer, pointer}, false),
                                         llvm::GlobalValue::ExternalLinkage, "__heddle_user_main", module);
  wrapper->setUWTableKind(llvm::UWTableKind::Default);
  llvm::IRBuilder<> builder(llvm::BasicBlock::Create(context, "", wrapper));
  llvm::SmallVector<llvm::Value*, 3> arguments;
  for (const llvm::Argument& parameter : body->args()) {
    // More than three parameters, or parameters of other types, are for some other system: they get zeros.
    const bool fits = parameter.getArgNo() < wrapper->arg_size() &&
                      wrapper->getArg(parameter.getArgNo())->getType() == parameter.getType();
    arguments.push_back(fits ? static_cast<llvm::Value*>(wrapper->getArg(parameter.getArgNo()))
                             : llvm::Constant::getNullValue(parameter.getType()));
  }
  llvm::CallInst* result = builder.CreateCall(body, arguments);
  builder.CreateRet(result->getType() == code ? static_cast<llvm::Value*>(result) : builder.getInt32(0));
}

}  // namespace heddle::instrument
