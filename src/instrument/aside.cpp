#include "instrument/aside.h"

#include <llvm/ADT/StringSet.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Support/ErrorHandling.h>
#include <llvm/Support/JSON.h>
#include <llvm/Support/MemoryBuffer.h>

#include <cstdlib>

#include "instrument/source.h"

namespace heddle::instrument {

namespace {

constexpr const char* kMark = "heddle-aside";

llvm::StringSet<> names_in(const char* path) {
  const auto content = llvm::MemoryBuffer::getFile(path);
  if (!content) llvm::report_fatal_error(llvm::Twine("heddle: cannot read the slice in ") + path);
  llvm::Expected<llvm::json::Value> table = llvm::json::parse((*content)->getBuffer());
  if (!table) llvm::report_fatal_error(llvm::Twine("heddle: this is no slice: ") + path);
  llvm::StringSet<> names;
  const llvm::json::Object* object = table->getAsObject();
  const llvm::json::Array* aside = object == nullptr ? nullptr : object->getArray("aside");
  if (aside == nullptr) return names;
  for (const llvm::json::Value& name : *aside) names.insert(name.getAsString().value_or(""));
  return names;
}

}  // namespace

std::string global_name(const llvm::GlobalVariable& variable) {
  if (!variable.hasLocalLinkage()) return variable.getName().str();
  llvm::SmallVector<llvm::DIGlobalVariableExpression*, 1> debug;
  variable.getDebugInfo(debug);
  if (debug.size() != 1) return {};
  const llvm::DIGlobalVariable* declared = debug.front()->getVariable();
  if (declared == nullptr || declared->getFile() == nullptr) return {};
  return file_name(*declared->getFile(), nullptr) + ":" + std::to_string(declared->getLine()) + ":" +
         declared->getName().str();
}

void mark_aside(llvm::Module& module) {
  const char* const path = std::getenv("HEDDLE_SLICE");
  if (path == nullptr) return;
  const llvm::StringSet<> names = names_in(path);
  for (llvm::GlobalVariable& variable : module.globals()) {
    const std::string name = global_name(variable);
    if (!name.empty() && names.contains(name)) variable.addAttribute(kMark);
  }
}

bool is_aside(const llvm::GlobalVariable& variable) { return variable.hasAttribute(kMark); }

bool accesses_aside(const llvm::Instruction& instruction) {
  const llvm::Value* address = llvm::getLoadStorePointerOperand(&instruction);
  if (llvm::isa<llvm::AtomicRMWInst, llvm::AtomicCmpXchgInst>(instruction)) address = instruction.getOperand(0);
  if (address == nullptr) return false;
  const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(address->stripInBoundsConstantOffsets());
  return variable != nullptr && is_aside(*variable);
}

}  // namespace heddle::instrument
