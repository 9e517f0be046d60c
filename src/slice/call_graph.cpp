#include "slice/call_graph.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include <algorithm>

#include "slice/functions.h"

namespace heddle::slice {

namespace {

template <class Map, class Key>
const typename Map::mapped_type& find_or_empty(const Map& map, const Key& key) {
  static const typename Map::mapped_type empty;
  const auto known = map.find(key);
  return known == map.end() ? empty : known->second;
}

bool is_any_of(llvm::StringRef name, std::initializer_list<llvm::StringRef> names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool sets_handler(llvm::StringRef name) {
  return is_any_of(name, {"signal", "sigaction", "bsd_signal", "sysv_signal", "__sysv_signal", "sigset", "timer_create",
                          "mq_notify"});
}

bool is_jump(llvm::StringRef name) {
  return is_any_of(name, {"longjmp", "_longjmp", "siglongjmp", "__longjmp_chk", "setcontext", "swapcontext"});
}

}  // namespace

CallGraph::CallGraph(const llvm::Module& module, const PointsTo& points_to)
    : main_(module.getFunction("main")),
      callbacks_(points_to.callbacks()),
      thread_functions_(points_to.thread_functions()) {
  add_constructors(module);
  for (const llvm::Function& function : module) {
    has_handlers_ = has_handlers_ || (sets_handler(function.getName()) && !function.use_empty());
    add(function, points_to);
  }
}

void CallGraph::add_constructors(const llvm::Module& module) {
  const llvm::GlobalVariable* list = module.getNamedGlobal("llvm.global_ctors");
  if (list == nullptr || !list->hasInitializer()) return;
  for (const llvm::Use& use : list->getInitializer()->operands()) {
    const auto* entry = llvm::dyn_cast<llvm::ConstantStruct>(use.get());
    if (entry == nullptr) continue;
    const auto* function = llvm::dyn_cast<llvm::Function>(entry->getOperand(1)->stripPointerCastsAndAliases());
    if (function != nullptr && !function->isDeclaration()) constructors_.push_back(function);
  }
}

void CallGraph::add(const llvm::Function& function, const PointsTo& points_to) {
  for (const llvm::Instruction& instruction : llvm::instructions(function)) {
    const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    if (call != nullptr) add(*call, points_to);
    const bool may_throw = call != nullptr && !llvm::isa<llvm::IntrinsicInst>(call) && !call->doesNotThrow();
    const bool ends = instruction.isTerminator() && instruction.getNumSuccessors() == 0;
    if (may_throw || ends) exits_[&function].push_back(&instruction);
  }
}

void CallGraph::add(const llvm::CallBase& call, const PointsTo& points_to) {
  PointsTo::Functions callees = points_to.callees(call);
  if (points_to.may_call_unknown(call)) callees.insert(callbacks_.begin(), callbacks_.end());
  const llvm::Function* callee = callee_of(call);
  if (callee != nullptr && callee->isDeclaration() && effect_of(call) == Effect::kCreates) creations_.insert(&call);
  if (callee != nullptr && is_jump(callee->getName())) jumps_.push_back(&call);
  if (callees.empty()) return;
  for (const llvm::Function* function : callees) {
    callers_[function].push_back(&call);
    if (!creations_.contains(&call)) direct_[call.getFunction()].insert(function);
  }
  callees_.emplace(&call, std::move(callees));
}

const PointsTo::Functions& CallGraph::callees(const llvm::CallBase& call) const {
  return find_or_empty(callees_, &call);
}

const CallGraph::Calls& CallGraph::callers(const llvm::Function& function) const {
  return find_or_empty(callers_, &function);
}

const CallGraph::Instructions& CallGraph::exits(const llvm::Function& function) const {
  return find_or_empty(exits_, &function);
}

const CallGraph::Functions& CallGraph::below(const llvm::Function& function) const {
  const auto [place, is_new] = below_.try_emplace(&function);
  Functions& found = place->second;
  if (!is_new) return found;
  std::vector<const llvm::Function*> worklist = {&function};
  while (!worklist.empty()) {
    const llvm::Function* next = worklist.back();
    worklist.pop_back();
    for (const llvm::Function* callee : find_or_empty(direct_, next)) {
      if (found.insert(callee).second) worklist.push_back(callee);
    }
  }
  return found;
}

bool CallGraph::returns_twice(const llvm::Instruction& instruction) {
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  if (call == nullptr) return false;
  const llvm::Function* callee = callee_of(*call);
  return call->hasFnAttr(llvm::Attribute::ReturnsTwice) ||
         (callee != nullptr &&
          is_any_of(callee->getName(), {"setjmp", "_setjmp", "__sigsetjmp", "sigsetjmp", "getcontext", "swapcontext"}));
}

}  // namespace heddle::slice
