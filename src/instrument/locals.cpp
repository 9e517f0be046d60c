#include "instrument/locals.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/xxhash.h>
#include <llvm/Transforms/Utils/Local.h>
#include <llvm/Transforms/Utils/PromoteMemToReg.h>

#include <algorithm>

#include "abi/symbolic.h"
#include "instrument/known_calls.h"
#include "instrument/taint.h"

namespace heddle::instrument {

namespace {

// Larger variables in memory keep their expressions.
constexpr std::size_t kMaxParts = 64;
// The number of a local: that of its function, and its number within the function.
constexpr unsigned kLocalBits = 12;

// A mutex or a thread handle: its content is nobody else's business.
bool belongs_to_library(const llvm::Value& address) {
  return std::any_of(address.user_begin(), address.user_end(), [](const llvm::User* user) {
    if (llvm::isa<llvm::GetElementPtrInst>(user)) return belongs_to_library(*user);
    const auto* call = llvm::dyn_cast<llvm::CallBase>(user);
    const llvm::Function* callee = call == nullptr ? nullptr : called_function(*call);
    if (callee == nullptr) return false;
    const llvm::StringRef name = callee->getName();
    return name.starts_with("pthread_") || name.starts_with("sem_") || name.starts_with("mtx_") ||
           name.starts_with("cnd_") || name.starts_with("thrd_");
  });
}

}  // namespace

Locals::Locals(llvm::Function& function, ShadowHelpers& helpers) : function_(function), helpers_(helpers) {}

llvm::Instruction* Locals::before(llvm::Instruction& instruction) {
  return llvm::IRBuilder<>(&instruction).CreateCall(helpers_.epoch());
}

void Locals::behind(llvm::Instruction& position, llvm::Instruction* epoch) {
  llvm::IRBuilder<> builder(&position);
  points_.push_back({builder.CreateIntrinsic(llvm::Intrinsic::donothing, {}, {}), epoch, epoch, {}});
}

void Locals::at_call(llvm::CallBase& call) {
  llvm::IRBuilder<> builder(&call);
  llvm::Instruction* anchor = builder.CreateIntrinsic(llvm::Intrinsic::donothing, {}, {});
  points_.push_back({anchor, builder.getInt32(HEDDLE_AT_CALL), anchor, {}});
}

void Locals::variable(llvm::Value& value, llvm::Instruction& shadow) {
  // Something that is only another name has the same shadow.
  const bool known = std::any_of(variables_.begin(), variables_.end(),
                                 [&](const Variable& variable) { return variable.shadow == &shadow; });
  if (!known) variables_.push_back({&value, &shadow});
}

void Locals::variable(llvm::AllocaInst& memory) {
  const std::size_t before = parts_.size();
  if (!memory.isStaticAlloca() || memory.isArrayAllocation() || belongs_to_library(memory)) return;
  add_parts(memory, memory.getAllocatedType(), 0);
  if (parts_.size() - before > kMaxParts) parts_.resize(before);
}

void Locals::add_parts(llvm::AllocaInst& memory, llvm::Type* type, std::uint64_t offset) {
  const llvm::DataLayout& layout = function_.getParent()->getDataLayout();
  if (auto* structure = llvm::dyn_cast<llvm::StructType>(type)) {
    for (unsigned i = 0; i < structure->getNumElements(); ++i)
      add_parts(memory, structure->getElementType(i), offset + layout.getStructLayout(structure)->getElementOffset(i));
  } else if (auto* array = llvm::dyn_cast<llvm::ArrayType>(type)) {
    const std::uint64_t count = std::min<std::uint64_t>(array->getNumElements(), kMaxParts + 1);
    for (std::uint64_t i = 0; i < count; ++i)
      add_parts(memory, array->getElementType(), offset + i * layout.getTypeAllocSize(array->getElementType()));
  } else if (type->isIntegerTy()) {
    const std::uint64_t size = layout.getTypeStoreSize(type);
    if (size <= sizeof(std::uint64_t)) parts_.push_back({&memory, offset, static_cast<std::uint32_t>(size)});
  }
}

llvm::Constant* Locals::number(std::size_t local) const {
  const std::string name = function_.getParent()->getSourceFileName() + ":" + function_.getName().str();
  const auto hash = static_cast<std::uint32_t>(llvm::xxh3_64bits(llvm::StringRef(name)));
  const std::uint32_t number = hash << kLocalBits | static_cast<std::uint32_t>(local % (1U << kLocalBits));
  return llvm::ConstantInt::get(llvm::Type::getInt32Ty(function_.getContext()), number);
}

void Locals::add() {
  for (std::size_t v = 0; v < variables_.size(); ++v) find_live(v);
  std::vector<bool> is_live(variables_.size(), false);
  for (const Point& point : points_) {
    for (const std::size_t v : point.live) is_live[v] = true;
  }
  // As memory, and then as registers again.
  std::vector<llvm::AllocaInst*> slots;
  for (std::size_t v = 0; v < variables_.size(); ++v) {
    if (!is_live[v]) continue;
    slots.push_back(llvm::DemoteRegToStack(*variables_[v].shadow));
    rename(v, *slots.back());
  }
  for (const Point& point : points_) point.anchor->eraseFromParent();
  add_memory();
  llvm::DominatorTree dominators(function_);
  if (!slots.empty()) llvm::PromoteMemToReg(slots, dominators);
}

void Locals::add_memory() {
  if (parts_.empty()) return;
  llvm::BasicBlock& entry = function_.getEntryBlock();
  llvm::Instruction* position = &*entry.getFirstInsertionPt();
  for (llvm::Instruction& instruction : entry) {
    if (llvm::isa<llvm::AllocaInst>(instruction)) position = instruction.getNextNode();
  }
  llvm::IRBuilder<> builder(position);
  llvm::Value* before = builder.CreateCall(helpers_.enter());
  for (std::size_t p = 0; p < parts_.size(); ++p) {
    llvm::Value* address = builder.CreateConstGEP1_64(builder.getInt8Ty(), parts_[p].memory, parts_[p].offset);
    builder.CreateCall(helpers_.local_memory(),
                       {number(variables_.size() + p), address, builder.getInt32(parts_[p].size)});
  }
  llvm::Value* all = builder.CreateAdd(before, builder.getInt32(static_cast<std::uint32_t>(parts_.size())));
  for (llvm::BasicBlock& block : function_) {
    if (block.isLandingPad()) llvm::IRBuilder<>(&*block.getFirstInsertionPt()).CreateCall(helpers_.leave(), {all});
    llvm::Instruction* end = block.getTerminator();
    if (!llvm::isa<llvm::ReturnInst, llvm::ResumeInst>(end)) continue;
    if (llvm::CallInst* tail = block.getTerminatingMustTailCall()) end = tail;
    llvm::IRBuilder<>(end).CreateCall(helpers_.leave(), {before});
  }
}

void Locals::rename(std::size_t variable, llvm::AllocaInst& slot) {
  llvm::Value* value = variables_[variable].value;
  for (const Point& point : points_) {
    if (!std::binary_search(point.live.begin(), point.live.end(), variable)) continue;
    llvm::IRBuilder<> builder(point.anchor);
    llvm::Value* renamed = builder.CreateCall(
        helpers_.local(),
        {point.epoch, number(variable), builder.getInt32(value->getType()->getIntegerBitWidth()),
         builder.CreateLoad(builder.getInt32Ty(), &slot), builder.CreateZExt(value, builder.getInt64Ty())});
    builder.CreateStore(renamed, &slot);
  }
}

// The points after which the shadow is used.
void Locals::find_live(std::size_t variable) {
  const llvm::Instruction& shadow = *variables_[variable].shadow;
  const llvm::BasicBlock* home = shadow.getParent();
  llvm::SmallPtrSet<const llvm::BasicBlock*, 16> live_in;   // on entry, and defined elsewhere
  llvm::SmallPtrSet<const llvm::BasicBlock*, 16> live_out;  // at the end
  std::vector<const llvm::BasicBlock*> waiting;
  const auto leaves = [&](const llvm::BasicBlock* block) {
    if (live_out.insert(block).second && block != home && live_in.insert(block).second) waiting.push_back(block);
  };
  for (const llvm::Use& use : shadow.uses()) {
    const auto* user = llvm::cast<llvm::Instruction>(use.getUser());
    if (const auto* phi = llvm::dyn_cast<llvm::PHINode>(user)) {
      leaves(phi->getIncomingBlock(use));
    } else if (user->getParent() != home && live_in.insert(user->getParent()).second) {
      waiting.push_back(user->getParent());
    }
  }
  while (!waiting.empty()) {
    const llvm::BasicBlock* block = waiting.back();
    waiting.pop_back();
    for (const llvm::BasicBlock* before : llvm::predecessors(block)) leaves(before);
  }
  for (Point& point : points_) {
    const llvm::BasicBlock* block = point.anchor->getParent();
    // What the operation itself produced begins the segment unchanged.
    const bool defined =
        point.operation->getParent() == home ? shadow.comesBefore(point.operation) : live_in.contains(block);
    const bool used =
        live_out.contains(block) || std::any_of(shadow.user_begin(), shadow.user_end(), [&](const llvm::User* user) {
          const auto* later = llvm::cast<llvm::Instruction>(user);
          return later->getParent() == block && !llvm::isa<llvm::PHINode>(later) && point.anchor->comesBefore(later);
        });
    if (defined && used) point.live.push_back(variable);
  }
}

}  // namespace heddle::instrument
