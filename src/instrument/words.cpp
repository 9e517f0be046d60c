#include "instrument/words.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>

#include <algorithm>
#include <set>

namespace heddle::instrument {

namespace {

constexpr std::size_t kLongest = 32;
constexpr std::size_t kMost = 1024;
constexpr unsigned kByteBits = 8;
constexpr unsigned kMaxNumberBits = 64;

void add_texts(const llvm::Constant& constant, std::set<std::string>& words) {
  if (const auto* data = llvm::dyn_cast<llvm::ConstantDataSequential>(&constant)) {
    if (!data->isString()) return;
    const llvm::StringRef text = data->getAsString().rtrim('\0');
    if (!text.empty() && text.size() <= kLongest) words.insert(text.str());
    return;
  }
  if (!llvm::isa<llvm::ConstantAggregate>(constant)) return;
  for (const llvm::Use& part : constant.operands()) add_texts(*llvm::cast<llvm::Constant>(part.get()), words);
}

// A number that is compared as a whole may be a single byte, or have been put together from several.
void add_number(const llvm::Value* value, std::set<std::string>& words) {
  const auto* number = llvm::dyn_cast<llvm::ConstantInt>(value);
  if (number == nullptr || number->getBitWidth() < kByteBits || number->getBitWidth() > kMaxNumberBits) return;
  std::string bytes;
  for (std::uint64_t left = number->getZExtValue(); left != 0; left >>= kByteBits)
    bytes.push_back(static_cast<char>(left & 0xFF));
  if (bytes.empty()) return;
  words.insert(bytes);
  std::ranges::reverse(bytes);
  words.insert(bytes);
}

void add_compared(const llvm::Instruction& instruction, std::set<std::string>& words) {
  if (const auto* comparison = llvm::dyn_cast<llvm::ICmpInst>(&instruction)) {
    for (const llvm::Use& operand : comparison->operands()) add_number(operand.get(), words);
  } else if (const auto* choice = llvm::dyn_cast<llvm::SwitchInst>(&instruction)) {
    for (const auto& target : choice->cases()) add_number(target.getCaseValue(), words);
  }
}

}  // namespace

std::vector<std::string> find_words(const llvm::Module& module) {
  std::set<std::string> words;
  for (const llvm::GlobalVariable& variable : module.globals()) {
    if (variable.hasInitializer() && !variable.hasSection() && !variable.getName().starts_with("llvm."))
      add_texts(*variable.getInitializer(), words);
  }
  for (const llvm::Function& function : module) {
    for (const llvm::Instruction& instruction : llvm::instructions(function)) add_compared(instruction, words);
  }
  std::vector<std::string> result(words.begin(), words.end());
  if (result.size() > kMost) result.resize(kMost);
  return result;
}

void list_words(llvm::Module& module, const std::vector<std::string>& words) {
  std::string bytes;
  for (const std::string& word : words) {
    bytes.push_back(static_cast<char>(word.size()));
    bytes += word;
  }
  if (bytes.empty()) return;
  llvm::Constant* content = llvm::ConstantDataArray::getString(module.getContext(), bytes, false);
  auto* variable = new llvm::GlobalVariable(module, content->getType(), true, llvm::GlobalValue::PrivateLinkage,
                                            content, "heddle_words_of_module");
  variable->setSection("heddle_words");
  variable->setAlignment(llvm::Align(1));
  llvm::appendToUsed(module, {variable});
}

}  // namespace heddle::instrument
