#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>

#include "abi/symbolic.h"
#include "instrument/shadows.h"

// Where a run depends on the value of an expression: decisions, and values that are fixed because what follows has no
// expressions.

namespace heddle::instrument {

using symbolic::Kind;

void Shadows::decide(llvm::Instruction& before, llvm::Value* value) {
  if (!taints(value)) return;
  if (width_of(*value->getType()) > kWordBits) return fix(before, value, "a wide number");
  if (is_decided(before, value)) return;
  Builder builder(&before);
  llvm::Constant* place = context_.places.at(before);
  if (auto* compare = llvm::dyn_cast<llvm::ICmpInst>(value); compare != nullptr && is_only_branched_on(*compare)) {
    const auto [kind, a, b, negated] =
        operation_of(compare->getPredicate(), compare->getOperand(0), compare->getOperand(1));
    const std::uint32_t what = HEDDLE_HOW(kind, width_of(*a->getType()), negated ? 1 : 0);
    builder.CreateCall(helpers_.decide_comparison(),
                       {builder.getInt32(what), one(a), word(builder, a), one(b), word(builder, b), place});
    return;
  }
  builder.CreateCall(helpers_.decide(), {one(value), word(builder, value), place});
}

// Was it decided before on every way here? Local variables get other shadows in between, as do those at meetings.
bool Shadows::is_decided(llvm::Instruction& here, llvm::Value* value) {
  if (context_.locals) return false;
  llvm::SmallVector<llvm::Instruction*, 1>& places = decided_[value];
  const auto is_before = [&](const llvm::Instruction* place) {
    if (place->getParent() == here.getParent()) return true;
    return meetings_ == nullptr && dominators_.isReachableFromEntry(here.getParent()) &&
           dominators_.isReachableFromEntry(place->getParent()) && dominators_.dominates(place, &here);
  };
  if (llvm::any_of(places, is_before)) return true;
  places.push_back(&here);
  return false;
}

// Then its shadow is needed for nothing but a decision, which compares as well.
bool Shadows::is_only_branched_on(const llvm::ICmpInst& compare) const {
  return !context_.locals && meetings_ == nullptr && compare.hasOneUse() &&
         llvm::isa<llvm::BranchInst>(*compare.user_begin()) && width_of(*compare.getOperand(0)->getType()) <= kWordBits;
}

// What an address is computed from: deciding that decides the address.
void Shadows::decide_address(llvm::Instruction& before, llvm::Value* pointer, llvm::Value* table) {
  while (taints(pointer)) {
    auto* element = llvm::dyn_cast<llvm::GetElementPtrInst>(pointer);
    if (element == nullptr) return decide_unless(before, pointer, table);
    for (const llvm::Use& index : element->indices()) decide_unless(before, index.get(), table);
    pointer = element->getPointerOperand();
  }
}

void Shadows::fix(llvm::Instruction& before, llvm::Value* value, const char* reason) {
  if (!taints(value)) return;
  if (parts_of(value->getType()).size() == 1) fix_part(before, one(value), value, reason);
}

void Shadows::fix_part(llvm::Instruction& before, llvm::Value* shadow, llvm::Value* value, const char* reason) {
  Builder builder(&before);
  const auto fix_word = [&](llvm::Value* word_shadow, llvm::Value* number) {
    builder.CreateCall(helpers_.fix(), {word_shadow, number, context_.places.text(reason), context_.places.at(before)});
  };
  const unsigned width = width_of(*value->getType());
  if (width <= kWordBits) return fix_word(shadow, word(builder, value));
  fix_word(unary(builder, Kind::kExtract, kWordBits, 0, shadow), word(builder, value));
  fix_word(unary(builder, Kind::kExtract, width - kWordBits, kWordBits, shadow), upper_word(builder, value));
}

void Shadows::fix_operands(llvm::Instruction& instruction, const char* reason) {
  for (const llvm::Use& operand : instruction.operands()) fix(instruction, operand.get(), reason);
}

void Shadows::fix_memory(llvm::Instruction& before, llvm::Value* address, std::uint64_t size, const char* reason) {
  Builder builder(&before);
  constexpr std::uint64_t kPage = std::uint64_t{1} << HEDDLE_SHADOW_PAGE_BITS;
  for (std::uint64_t offset = 0; offset < size; offset += kPage) {
    builder.CreateCall(helpers_.fix_memory(), {builder.CreateConstGEP1_64(builder.getInt8Ty(), address, offset),
                                               builder.getInt64(std::min(kPage, size - offset)),
                                               context_.places.text(reason), context_.places.at(before)});
  }
}

namespace {

// Where a case of a switch leads: what is behind a block that does nothing.
const llvm::BasicBlock* behind(const llvm::BasicBlock* block) {
  const llvm::BasicBlock* next = block->getSingleSuccessor();
  return next != nullptr && block->getSinglePredecessor() != nullptr && block->size() == 1 ? next : block;
}

// Does the program continue in the same way? The blocks follow the same switch.
bool is_same_way(const llvm::BasicBlock* a, const llvm::BasicBlock* b) {
  if (a == b) return true;
  const llvm::BasicBlock* next = behind(a);
  if (next == a || next != behind(b)) return false;
  const auto value = [](const llvm::PHINode& phi, const llvm::BasicBlock* from) {
    const int at = phi.getBasicBlockIndex(from);
    return at < 0 ? nullptr : phi.getIncomingValue(static_cast<unsigned>(at));  // that of a shadow comes later
  };
  return llvm::all_of(next->phis(), [&](const llvm::PHINode& phi) { return value(phi, a) == value(phi, b); });
}

}  // namespace

void Shadows::visit_switch(llvm::SwitchInst& choice) {
  llvm::Value* value = choice.getCondition();
  if (!taints(value)) return;
  if (width_of(*value->getType()) > kWordBits) return fix(choice, value, "a wide number");
  llvm::LLVMContext& context = context_.module.getContext();
  llvm::SmallVector<std::uint64_t, 16> cases;
  llvm::SmallVector<std::uint32_t, 16> numbers;
  llvm::SmallVector<const llvm::BasicBlock*, 16> targets;
  const auto number = [&](const llvm::BasicBlock* target) {
    const auto same = llvm::find_if(targets, [&](const llvm::BasicBlock* other) { return is_same_way(target, other); });
    if (same == targets.end()) targets.push_back(target);
    return static_cast<std::uint32_t>(same - targets.begin());
  };
  for (const auto& one_case : choice.cases()) {
    cases.push_back(one_case.getCaseValue()->getZExtValue());
    numbers.push_back(number(one_case.getCaseSuccessor()));
  }
  numbers.push_back(number(choice.getDefaultDest()));
  const auto table = [&](llvm::Constant* content) {
    auto* variable = new llvm::GlobalVariable(context_.module, content->getType(), true,
                                              llvm::GlobalValue::PrivateLinkage, content, "heddle_cases");
    variable->setUnnamedAddr(llvm::GlobalValue::UnnamedAddr::Global);
    return variable;
  };
  Builder builder(&choice);
  builder.CreateCall(
      helpers_.switches(),
      {one(value), builder.getInt32(width_of(*value->getType())), word(builder, value),
       builder.getInt32(static_cast<std::uint32_t>(cases.size())), table(llvm::ConstantDataArray::get(context, cases)),
       table(llvm::ConstantDataArray::get(context, numbers)), context_.places.at(choice)});
}

}  // namespace heddle::instrument
