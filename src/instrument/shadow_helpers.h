#pragma once

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include <map>
#include <string>
#include <vector>

namespace heddle::instrument {

// The functions with which instrumented code computes shadows: small ones of the module itself, inlined late, which
// check whether there is anything to do and only then call the runtime (src/abi/symbolic.h):
//
//   define internal i32 @heddle.binary(i32 %how, i32 %a, i64 %va, i32 %b, i64 %vb) {
//     br ((%a | %b) != 0), %call, %done                                             ; unlikely
//   call:
//     %e = call preserve_mostcc i32 @__heddle_sym_binary(i32 %how, i32 %a, i64 %va, i32 %b, i64 %vb)
//     br %done
//   done:
//     ret i32 (phi 0, %e)
//   }
//
// So the pass need not split blocks, and the optimiser sees what is concrete. Created when first used. Owned by the
// pass over one module.
class ShadowHelpers {
 public:
  explicit ShadowHelpers(llvm::Module& module);

  llvm::Function* binary();             // how, a, va, b, vb -> shadow
  llvm::Function* wide();               // how, a, va, upper va, b, vb, upper vb -> shadow
  llvm::Function* unary();              // how, a -> shadow
  llvm::Function* negation();           // a -> shadow
  llvm::Function* select();             // width, c, vc, a, va, b, vb -> shadow
  llvm::Function* special();            // what, a, va, b, vb -> shadow
  llvm::Function* decide();             // shadow, value, place
  llvm::Function* decide_comparison();  // how, a, va, b, vb, place
  llvm::Function* fix();                // shadow, value, reason, place
  llvm::Function* leaves();             // where it goes, shadow, value, reason, place
  llvm::Function* before_exchange();    // address, shadow, value, place -> shadow
  llvm::Function* compared();           // address, shadow, value, place
  llvm::Function* exchanged();          // likewise
  llvm::Function* loop();               // whether there is one, hash of shadows
  llvm::Function* switches();           // shadow, width, value, count, cases, numbers, place
  llvm::Function* division();           // how, a, va, b, vb, place
  llvm::Function* table();              // address, shadow, how, object, extent, bits, place -> shadow
  // These check whether the page of the address has shadows, the first two unless `quiet`, a truth value, says that it
  // has none; `crosses`: an access may touch two pages.
  llvm::Function* load(bool crosses);   // address, size, value, quiet -> shadow
  llvm::Function* store(bool crosses);  // address, size, shadow, value, quiet
  llvm::Function* clear();              // address, size (at most a page)
  llvm::Function* fix_memory();         // address, size (at most a page), reason, place
  llvm::FunctionCallee fix_object();    // address, size or 0, reason, place
  llvm::FunctionCallee fix_passed();    // function, address, size or 0, place
  llvm::FunctionCallee flags();         // place
  llvm::FunctionCallee comes_back();    // where, stream, format -> 0 if what is output there is never seen again
  // A value goes to a stack variable: clears its shadows if this is the first one.
  llvm::Function* track();      // address of the variable, size, shadow, quiet -> does it have shadows now?
  llvm::FunctionCallee copy();  // to, from, size
  llvm::FunctionCallee set();   // to, shadow, value, size
  // For local variables that become symbolic.
  llvm::FunctionCallee epoch();         // -> epoch
  llvm::FunctionCallee local();         // epoch, local, width, shadow, value -> shadow
  llvm::FunctionCallee enter();         // -> count
  llvm::FunctionCallee local_memory();  // local, address, size
  llvm::FunctionCallee leave();         // count
  // For branches whose ways meet again.
  llvm::FunctionCallee fork();    // fork
  llvm::FunctionCallee meet();    // fork, hash -> meeting
  llvm::FunctionCallee met();     // meeting, how, shadow, value -> shadow
  llvm::FunctionCallee change();  // nothing
  // Shadows of arguments and results.
  llvm::Function* pass(unsigned count);  // tag, (shadow, value) of each
  llvm::Function* untaken();             // tag, any shadow, count, place
  llvm::Function* take();                // tag -> i1
  llvm::Function* argument();            // taken, index -> shadow
  llvm::Function* give(unsigned count);  // tag, shadows
  llvm::Function* result();              // tag, index -> shadow

 private:
  using Types = std::vector<llvm::Type*>;

  llvm::Function* begin(const std::string& name, llvm::Type* result, const Types& parameters);
  llvm::FunctionCallee cold(const std::string& name, llvm::Type* result, const Types& parameters, bool pure);
  // Calls `name` with all parameters if one of the guards, which are shadows, is not 0.
  llvm::Function* guarded(const std::string& name, llvm::Type* result, const Types& parameters,
                          const std::vector<unsigned>& guards, bool pure);
  // Calls `name` if the page has shadows; and if the parameter `shadow`, unless negative, is not 0.
  llvm::Function* by_page(const std::string& name, const Types& parameters, bool crosses);
  llvm::Function* unless_quiet(const std::string& name, llvm::Type* result, Types parameters, int shadow, bool crosses);
  llvm::Value* page_has_shadows(llvm::IRBuilder<>& builder, llvm::Function& helper, bool crosses);
  void finish(llvm::Function& helper, llvm::IRBuilder<>& builder, llvm::Value* condition, llvm::FunctionCallee callee);
  llvm::Value* page_of(llvm::IRBuilder<>& builder, llvm::Value* address);
  llvm::Value* record(llvm::IRBuilder<>& builder);
  llvm::Value* field(llvm::IRBuilder<>& builder, unsigned field, llvm::Value* index = nullptr);

  llvm::Module& module_;
  llvm::Type* nothing_;
  llvm::Type* truth_;
  llvm::Type* u32_;
  llvm::Type* u64_;
  llvm::Type* pointer_;
  llvm::StructType* record_type_;
  std::map<std::string, llvm::Function*> helpers_;
};

}  // namespace heddle::instrument
