#include "instrument/module.h"

#include <llvm/ADT/DenseSet.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/StackSafetyAnalysis.h>
#include <llvm/IR/AttributeMask.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/ErrorHandling.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>

#include <algorithm>
#include <map>
#include <optional>
#include <string>

#include "abi/instrumented.h"
#include "instrument/accesses.h"
#include "instrument/array_indices.h"
#include "instrument/aside.h"
#include "instrument/assumptions.h"
#include "instrument/atomic_assembly.h"
#include "instrument/atomic_functions.h"
#include "instrument/awaits.h"
#include "instrument/barriers.h"
#include "instrument/bounds.h"
#include "instrument/calls.h"
#include "instrument/copies.h"
#include "instrument/coroutines.h"
#include "instrument/edges.h"
#include "instrument/faults.h"
#include "instrument/float_lowering.h"
#include "instrument/globals.h"
#include "instrument/hooks.h"
#include "instrument/indeterminate.h"
#include "instrument/inputs.h"
#include "instrument/known_calls.h"
#include "instrument/library.h"
#include "instrument/lock_all.h"
#include "instrument/loops.h"
#include "instrument/main_function.h"
#include "instrument/no_value.h"
#include "instrument/parameters.h"
#include "instrument/places.h"
#include "instrument/retries.h"
#include "instrument/shadows.h"
#include "instrument/stack_variables.h"
#include "instrument/taint.h"
#include "instrument/told_bits.h"
#include "instrument/unsupported.h"
#include "instrument/updates.h"
#include "instrument/variables.h"
#include "instrument/vtable_pointers.h"
#include "instrument/words.h"
#include "instrument/zones.h"

namespace heddle::instrument {

namespace {

constexpr const char* kConstructor = "__heddle_constructor";
constexpr const char* kIgnore = "heddle_ignore";

// Bodies that exist only to be inlined from a library that has its own copy: whether they exist depends on the
// optimisation level, and what is explored must not. Those that are always inlined always exist, and the library need
// not have them.
void drop_copies_of_libraries(llvm::Module& module) {
  for (llvm::Function& function : module) {
    if (!function.hasAvailableExternallyLinkage()) continue;
    if (!function.hasFnAttribute(llvm::Attribute::AlwaysInline)) function.deleteBody();
  }
}

// The functions that the source marks with __attribute__((annotate("heddle_ignore"))).
llvm::DenseSet<const llvm::Function*> ignored_functions(const llvm::Module& module) {
  llvm::DenseSet<const llvm::Function*> ignored;
  const llvm::GlobalVariable* annotations = module.getNamedGlobal("llvm.global.annotations");
  if (annotations == nullptr || !annotations->hasInitializer()) return ignored;
  for (const llvm::Use& use : annotations->getInitializer()->operands()) {
    const auto* entry = llvm::dyn_cast<llvm::ConstantStruct>(use.get());
    if (entry == nullptr || entry->getNumOperands() < 2) continue;
    const auto* function = llvm::dyn_cast<llvm::Function>(entry->getOperand(0)->stripPointerCasts());
    const auto* text = llvm::dyn_cast<llvm::GlobalVariable>(entry->getOperand(1)->stripPointerCasts());
    if (function == nullptr || text == nullptr || !text->hasInitializer()) continue;
    const auto* bytes = llvm::dyn_cast<llvm::ConstantDataSequential>(text->getInitializer());
    if (bytes != nullptr && bytes->isCString() && bytes->getAsCString() == kIgnore) ignored.insert(function);
  }
  return ignored;
}

// Attributes with which the source promises that a function has no effects (pure, const): with hooks in it, it does.
void drop_promises(llvm::Module& module) {
  llvm::AttributeMask promises;
  for (const llvm::Attribute::AttrKind kind :
       {llvm::Attribute::Memory, llvm::Attribute::Speculatable, llvm::Attribute::WillReturn, llvm::Attribute::NoSync,
        llvm::Attribute::NoFree, llvm::Attribute::NoCallback}) {
    promises.addAttribute(kind);
  }
  // What a library function promises is true; a user's own declaration is for a function with hooks.
  const auto has_hooks = [](const llvm::Function* function) {
    return function == nullptr || !function->isDeclaration() ||
           (!function->isIntrinsic() && !is_library_function(function->getName()));
  };
  for (llvm::Function& function : module) {
    if (!has_hooks(&function)) continue;
    function.removeFnAttrs(promises);
  }
  for (llvm::Function& function : module) {
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      if (call != nullptr && !call->isInlineAsm() && has_hooks(called_function(*call))) call->removeFnAttrs(promises);
    }
  }
}

// Memory functions are operations of the runtime, which may run other threads inside them. LLVM thinks that they leave
// other memory alone, and would move accesses across them, away from their hooks.
void make_allocation_opaque(llvm::Module& module) {
  for (llvm::Function& function : module) {
    if (function.isIntrinsic()) continue;
    for (const char* name : {"free", "realloc", "reallocf", "malloc", "calloc", "aligned_alloc", "memalign", "_ZdlPv",
                             "_ZdaPv", "_ZdlPvm", "_ZdaPvm", "_ZdlPvSt11align_val_t", "_ZdaPvSt11align_val_t",
                             "_ZdlPvmSt11align_val_t", "_ZdaPvmSt11align_val_t", "_Znwm", "_Znam"}) {
      function.addFnAttr(std::string("no-builtin-") + name);
    }
  }
}

// Everything that is inserted into the functions of one module.
class Instrumenter {
 public:
  Instrumenter(llvm::Module& module, llvm::FunctionAnalysisManager& analyses)
      : analyses_(analyses),
        hooks_(module),
        places_(module),
        variables_(module, places_),
        bounds_(module, hooks_, places_, variables_),
        stack_variables_(module, hooks_, variables_),
        effects_(module, memory_of_),
        accesses_(module, hooks_, places_),
        indeterminate_(module, hooks_, places_),
        calls_(module, hooks_, places_),
        loops_(module, hooks_, places_, effects_) {}

  // These functions, and only these, have shadows.
  void add_shadows(llvm::Module& module, const llvm::DenseSet<const llvm::Function*>& functions, bool locals,
                   bool meetings) {
    taint_.emplace(functions, memory_of_, locals);
    shadows_.emplace(
        ShadowContext{module, ShadowHelpers(module), places_, *taint_, locals, meetings, is_library_version(module)});
  }

  void count_edges() { counts_edges_ = true; }

  Places& places() { return places_; }
  const Hooks& hooks() const { return hooks_; }

  // Must be called before anything is inserted: then it is known what a function does to variables of others.
  void look_at_variables(const std::vector<llvm::Function*>& functions, const llvm::StackSafetyGlobalInfo& safety) {
    // The analysis takes the body of a coroutine for what a call of it does.
    const bool calls_return = std::none_of(functions.begin(), functions.end(), [](const llvm::Function* function) {
      return function->isPresplitCoroutine();
    });
    for (llvm::Function* function : functions) {
      bounded_[function] = Bounds::find(*function, safety);
      moved_[function] = StackVariables::find(*function, memory_of_[function], calls_return ? &safety : nullptr);
    }
  }

  void instrument(llvm::Function& function) {
    MemoryOf& memory_of = memory_of_[&function];
    if (shadows_) forget_updates(function);
    std::vector<llvm::BasicBlock*> edges;
    if (counts_edges_) edges = find_edges(function);
    // First look at everything, then insert: hooks would change the answers, and splitting blocks the loops.
    const std::vector<Access> accesses = Accesses::find(function, memory_of);
    const std::vector<llvm::CallBase*> calls = Calls::find(function);
    const auto loops =
        loops_.find(analyses_.getResult<llvm::LoopAnalysis>(function),
                    analyses_.getResult<llvm::DominatorTreeAnalysis>(function), memory_of, moved_[&function]);
    // Where memory may have expressions, every look is a decision.
    const std::vector<Await> awaits = shadows_ ? std::vector<Await>() : awaits_of(function, loops);
    const std::vector<Retry> retries = shadows_ ? std::vector<Retry>() : retries_of(function);
    const Indeterminate::Bits bits = indeterminate_.instrument(function, memory_of);
    std::vector<llvm::CallInst*> heads;
    heads.reserve(loops.size());
    for (const Loops::Waiting& loop : loops) heads.push_back(loops_.instrument(loop));
    for (const Await& await : awaits) {
      const auto loop = std::ranges::find(loops, await.turn, &Loops::Waiting::loop);
      heddle::instrument::instrument(await, hooks_, loop != loops.end() ? heads[loop - loops.begin()] : nullptr);
    }
    for (const Retry& retry : retries) heddle::instrument::instrument(retry, hooks_);
    // Before the hooks: these come between a decision and the access that it is for.
    std::optional<Shadows> shadows;
    if (shadows_) {
      llvm::DenseSet<const llvm::Instruction*> operations(calls.begin(), calls.end());
      for (const Access& access : accesses) operations.insert(access.instruction);
      std::optional<Meetings> meetings;
      if (shadows_->meetings && taint_) meetings.emplace(function, shadows_->helpers, *taint_, effects_, memory_of);
      shadows.emplace(*shadows_, function, bits.variables).add(operations, meetings ? &*meetings : nullptr);
      for (std::size_t i = 0; i < loops.size(); ++i) shadows->tell_loop(*heads[i], loops[i].cut.state);
    }
    for (const Access& access : accesses) {
      llvm::Instruction* lacks = access.kind == Access::Kind::kRead ? bits.loads.lookup(access.instruction) : nullptr;
      if (llvm::CallInst* look = shadows ? shadows->only_look(*access.instruction) : nullptr; look != nullptr) {
        accesses_.instrument_with_shadow(access, lacks, *look);
        continue;
      }
      llvm::Value* quiet = accesses_.instrument(access, lacks);
      if (quiet != nullptr && shadows) shadows->set_quiet(*access.instruction, *quiet);
    }
    for (const BoundedAccess& access : bounded_[&function]) bounds_.instrument(access);
    for (llvm::CallBase* call : calls) calls_.instrument(*call);
    for (llvm::Instruction* fault : find_faults(function)) {
      calls_.keep_place(*fault);
      keep_fault(*fault);
    }
    stack_variables_.move(function, moved_[&function]);
    mark_lock_all(function, hooks_);
    heddle::instrument::count_edges(function, edges);
  }

 private:
  std::vector<Retry> retries_of(llvm::Function& function) {
    return find_retries(analyses_.getResult<llvm::LoopAnalysis>(function),
                        analyses_.getResult<llvm::DominatorTreeAnalysis>(function));
  }

  // Looks that wait for another value; `loops` are those that are announced.
  std::vector<Await> awaits_of(llvm::Function& function, const std::vector<Loops::Waiting>& loops) {
    const auto& dominators = analyses_.getResult<llvm::DominatorTreeAnalysis>(function);
    const auto& all_loops = analyses_.getResult<llvm::LoopAnalysis>(function);
    std::vector<Await> awaits = find_awaits(all_loops, dominators);
    const auto is_announced = [&](const Await& await) {
      return await.turn == nullptr ||
             std::ranges::any_of(loops, [&](const Loops::Waiting& w) { return w.begins_at_head(await.turn); });
    };
    for (Await& last : find_last_looks(all_loops, dominators, awaits)) {
      if (is_announced(last)) awaits.push_back(std::move(last));
    }
    for (Await& assumed : find_assumed(function, dominators, awaits)) awaits.push_back(std::move(assumed));
    return awaits;
  }

  llvm::FunctionAnalysisManager& analyses_;
  Hooks hooks_;
  Places places_;
  Variables variables_;
  Bounds bounds_;
  StackVariables stack_variables_;
  std::map<const llvm::Function*, MemoryOf> memory_of_;
  std::map<const llvm::Function*, std::vector<BoundedAccess>> bounded_;
  std::map<const llvm::Function*, std::vector<llvm::AllocaInst*>> moved_;
  SilentEffects effects_;
  Accesses accesses_;
  Indeterminate indeterminate_;
  Calls calls_;
  Loops loops_;
  bool counts_edges_ = false;
  std::optional<Taint> taint_;
  std::optional<ShadowContext> shadows_;
};

// An empty piece of the section: the linker defines the bounds of a section only if it exists.
llvm::GlobalValue* piece_of(llvm::Module& module, const std::string& section) {
  llvm::Type* nothing = llvm::ArrayType::get(llvm::Type::getInt64Ty(module.getContext()), 0);
  auto* variable = new llvm::GlobalVariable(module, nothing, true, llvm::GlobalValue::PrivateLinkage,
                                            llvm::Constant::getNullValue(nothing), section + "_exist");
  variable->setSection(section);
  variable->setAlignment(llvm::Align(8));
  return variable;
}

// A bound of a section, defined by the linker.
llvm::Constant* bound(llvm::Module& module, const std::string& name) {
  llvm::Constant* symbol = module.getOrInsertGlobal(name, llvm::Type::getInt8Ty(module.getContext()));
  auto* variable = llvm::cast<llvm::GlobalVariable>(symbol);
  variable->setVisibility(llvm::GlobalValue::HiddenVisibility);
  variable->setLinkage(llvm::GlobalValue::ExternalWeakLinkage);
  return variable;
}

// define internal void @__heddle_constructor() { call @__heddle_module(version, the bounds of the two sections) }
void add_constructor(llvm::Module& module, const Hooks& hooks, bool symbolic, bool locals) {
  llvm::LLVMContext& context = module.getContext();
  llvm::Type* nothing = llvm::Type::getVoidTy(context);
  auto* constructor = llvm::Function::Create(llvm::FunctionType::get(nothing, false),
                                             llvm::GlobalValue::InternalLinkage, kConstructor, module);
  constructor->setDoesNotThrow();
  llvm::IRBuilder<> builder(llvm::BasicBlock::Create(context, "", constructor));
  builder.CreateCall(hooks.module_loaded,
                     {builder.getInt32(HEDDLE_ABI_VERSION), bound(module, "__start_heddle_places"),
                      bound(module, "__stop_heddle_places"), bound(module, "__start_heddle_globals"),
                      bound(module, "__stop_heddle_globals")});
  if (symbolic) {
    builder.CreateCall(module.getOrInsertFunction("__heddle_sym_module", nothing, builder.getInt32Ty()),
                       {builder.getInt32(locals ? 1 : 0)});
  }
  builder.CreateRetVoid();
  llvm::appendToUsed(module, {piece_of(module, "heddle_places"), piece_of(module, "heddle_globals")});
  llvm::appendToGlobalCtors(module, constructor, 0);
}

void check(const llvm::Module& module) {
  std::string problem;
  llvm::raw_string_ostream stream(problem);
  if (!llvm::verifyModule(module, &stream)) return;
  llvm::report_fatal_error(llvm::Twine("heddle: the instrumented code of ") + module.getSourceFileName() +
                           " is not valid; this is an error of Heddle:\n" + problem);
}

// The functions that are to be instrumented.
std::vector<llvm::Function*> all_except(const llvm::DenseSet<const llvm::Function*>& ignored, llvm::Module& module) {
  std::vector<llvm::Function*> functions;
  for (llvm::Function& function : module) {
    const bool skipped = function.isDeclaration() || function.hasFnAttribute(llvm::Attribute::Naked) ||
                         function.hasFnAttribute(kIgnore) || ignored.contains(&function);
    if (!skipped) functions.push_back(&function);
  }
  return functions;
}

}  // namespace

llvm::PreservedAnalyses InstrumentPass::run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses) {
  // Code that was instrumented before it was written to a file is not instrumented again.
  if (module.getFunction(kConstructor) != nullptr) return llvm::PreservedAnalyses::all();
  const std::vector<std::string> words = find_words(module);
  bring_back(module);
  drop_copies_of_libraries(module);
  drop_promises(module);
  refuse_runtimes(module);
  mark_aside(module);
  auto& function_analyses = analyses.getResult<llvm::FunctionAnalysisManagerModuleProxy>(module).getManager();
  make_assumptions(module, function_analyses);
  write_changed_vtable_pointers(module, function_analyses);
  make_atomic_functions(module);
  make_atomic_assembly(module);
  pass_barriers(module);
  const llvm::DenseSet<const llvm::Function*> ignored = ignored_functions(module);
  for (llvm::Function& function : module) shorten_spinning(function);
  const std::vector<llvm::Function*> functions = all_except(ignored, module);
  own_parameters(functions, function_analyses);
  access_coroutines(functions, function_analyses);
  {
    Instrumenter instrumenter(module, function_analyses);
    list_globals(module, instrumenter.places());
    take_index_checks(module, instrumenter.places());
    const bool locals = symbolic_ == abi::SymbolicCode::kLocals;
    const bool meetings = symbolic_ == abi::SymbolicCode::kMeetings;
    const bool symbolic = locals || meetings || symbolic_ == abi::SymbolicCode::kAlways ||
                          (symbolic_ == abi::SymbolicCode::kIfInputs && takes_inputs(module));
    const bool is_ours = is_library_version(module) || is_part_of_runtime(module);
    const llvm::DenseSet<const llvm::Function*> set(functions.begin(), functions.end());
    if (symbolic && !is_ours) {
      list_words(module, words);
      for (llvm::Function* function : functions) split_edges(*function);
      instrumenter.count_edges();
    }
    if (symbolic) {
      check_helpers(module);
      split_inputs(module, instrumenter.places());
      redirect_library(module);
      for (llvm::Function* function : functions) {
        lower_floats(*function);
        function_analyses.invalidate(*function, llvm::PreservedAnalyses::none());
      }
      instrumenter.add_shadows(module, set, locals, meetings);
    }
    mark_told_bits(functions);
    instrumenter.look_at_variables(functions, analyses.getResult<llvm::StackSafetyGlobalAnalysis>(module));
    for (llvm::Function* function : functions) instrumenter.instrument(*function);
    name_instructions(module, instrumenter.places());
    place_main(module, instrumenter.places(), instrumenter.hooks());
    add_constructor(module, instrumenter.hooks(), symbolic && !is_ours, locals);
  }
  make_allocation_opaque(module);
  add_zones(module);
  rename_main(module);
  rename_copies(module);
  mark_functions(module);
  check(module);
  return llvm::PreservedAnalyses::none();
}

}  // namespace heddle::instrument
