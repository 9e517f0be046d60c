#include "instrument/updates.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/PatternMatch.h>

#include <vector>

#include "instrument/compare_exchange.h"
#include "instrument/looks.h"

namespace heddle::instrument {

namespace {

constexpr const char* kBegins = "heddle.update";  // its operand is the order
constexpr const char* kCompletes = "heddle.updated";

using Exchange = llvm::AtomicCmpXchgInst;

struct Update {
  llvm::LoadInst* load;
  Exchange* exchange;
};

// Nothing if the loop accesses memory in another way.
Exchange* only_exchange(const llvm::Loop& loop) {
  Exchange* found = nullptr;
  for (llvm::BasicBlock* block : loop.blocks()) {
    for (llvm::Instruction& instruction : *block) {
      if (auto* exchange = llvm::dyn_cast<Exchange>(&instruction)) {
        if (found != nullptr || exchange->isVolatile()) return nullptr;
        found = exchange;
      } else if (instruction.mayReadOrWriteMemory() || instruction.mayHaveSideEffects()) {
        if (const auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
            intrinsic == nullptr || !intrinsic->isAssumeLikeIntrinsic())
          return nullptr;
      }
    }
  }
  return found;
}

std::optional<Update> update_of(const llvm::Loop& loop) {
  const llvm::BasicBlock* const before = loop.getLoopPreheader();
  const llvm::BasicBlock* const latch = loop.getLoopLatch();
  const llvm::BasicBlock* const exiting = loop.getExitingBlock();
  Exchange* const exchange = only_exchange(loop);
  if (before == nullptr || latch == nullptr || exiting == nullptr || exchange == nullptr) return std::nullopt;
  auto* const old = llvm::dyn_cast<llvm::PHINode>(exchange->getCompareOperand());
  if (old == nullptr || old->getParent() != loop.getHeader()) return std::nullopt;
  const auto is_known = [&](const llvm::PHINode& phi) { return &phi == old || stays(&phi, loop); };
  if (!llvm::all_of(loop.getHeader()->phis(), is_known)) return std::nullopt;
  const llvm::BasicBlock* const failed = after_failure(exiting->getTerminator(), *exchange);
  if (failed == nullptr || !loop.contains(failed)) return std::nullopt;
  llvm::LoadInst* const load = first_load(*old, *before);
  if (load == nullptr || !is_same_address(load->getPointerOperand(), exchange->getPointerOperand()) ||
      !repeats(exchange->getPointerOperand(), loop) ||
      !is_found_by_failure(old->getIncomingValueForBlock(latch), *exchange))
    return std::nullopt;
  // What the load may learn about others, the step learns as well, and no more.
  const bool learns = llvm::isAcquireOrStronger(exchange->getSuccessOrdering());
  if (llvm::isAcquireOrStronger(load->getOrdering()) && !learns) return std::nullopt;
  return Update{load, exchange};
}

// What it adds to what was found; null if that is not what it does.
llvm::Value* added(const Update& update) {
  using namespace llvm::PatternMatch;
  llvm::Value* amount = nullptr;
  llvm::Value* const old = update.exchange->getCompareOperand();
  if (!match(update.exchange->getNewValOperand(), m_c_Add(m_Specific(old), m_Value(amount)))) return nullptr;
  const auto reads_one_half = [](const llvm::User* user) {
    const auto* part = llvm::dyn_cast<llvm::ExtractValueInst>(user);
    return part != nullptr && part->getNumIndices() == 1;
  };
  if (!llvm::all_of(update.exchange->users(), reads_one_half)) return nullptr;
  return llvm::isa<llvm::Constant, llvm::Argument>(amount) ? amount : nullptr;
}

void make_addition(const Update& update, llvm::Value& amount) {
  llvm::IRBuilder<> builder(update.load);
  llvm::Value* const result =
      builder.CreateAtomicRMW(llvm::AtomicRMWInst::Add, update.load->getPointerOperand(), &amount,
                              update.load->getAlign(), update.exchange->getSuccessOrdering());
  update.load->replaceAllUsesWith(result);
  update.load->eraseFromParent();
  const std::vector<llvm::User*> parts(update.exchange->user_begin(), update.exchange->user_end());
  for (llvm::User* user : parts) {
    auto* part = llvm::cast<llvm::ExtractValueInst>(user);
    const bool is_value = *part->idx_begin() == 0;
    part->replaceAllUsesWith(is_value ? update.exchange->getCompareOperand() : builder.getTrue());
    part->eraseFromParent();
  }
  update.exchange->eraseFromParent();
}

void mark(const Update& update) {
  llvm::LLVMContext& context = update.load->getContext();
  const auto order = static_cast<std::uint64_t>(update.exchange->getSuccessOrdering());
  llvm::Constant* const number = llvm::ConstantInt::get(llvm::Type::getInt64Ty(context), order);
  update.load->setMetadata(kBegins, llvm::MDNode::get(context, llvm::ConstantAsMetadata::get(number)));
  update.exchange->setMetadata(kCompletes, llvm::MDNode::get(context, {}));
}

}  // namespace

llvm::PreservedAnalyses UpdatesPass::run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
  std::vector<Update> found;
  for (const llvm::Loop* loop : analyses.getResult<llvm::LoopAnalysis>(function).getLoopsInPreorder()) {
    const std::optional<Update> update = loop->isInnermost() ? update_of(*loop) : std::nullopt;
    if (update) found.push_back(*update);
  }
  for (const Update& update : found) {
    if (llvm::Value* const amount = added(update)) {
      make_addition(update, *amount);
    } else {
      mark(update);
    }
  }
  return found.empty() ? llvm::PreservedAnalyses::all() : llvm::PreservedAnalyses::none();
}

std::optional<llvm::AtomicOrdering> updates(const llvm::LoadInst& load) {
  const llvm::MDNode* const mark = load.getMetadata(kBegins);
  if (mark == nullptr) return std::nullopt;
  const auto* order = llvm::mdconst::extract<llvm::ConstantInt>(mark->getOperand(0));
  return static_cast<llvm::AtomicOrdering>(order->getZExtValue());
}

bool completes_update(const Exchange& exchange) { return exchange.getMetadata(kCompletes) != nullptr; }

void forget_updates(llvm::Function& function) {
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    instruction.setMetadata(kBegins, nullptr);
    instruction.setMetadata(kCompletes, nullptr);
  }
}

}  // namespace heddle::instrument
