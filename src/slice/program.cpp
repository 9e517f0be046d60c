#include "slice/program.h"

#include <llvm/AsmParser/Parser.h>
#include <llvm/IR/DiagnosticHandler.h>
#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/IR/DiagnosticPrinter.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Verifier.h>
#include <llvm/IRReader/IRReader.h>
#include <llvm/Linker/Linker.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Transforms/Scalar/SROA.h>

#include "slice/llvm_analyses.h"

namespace heddle::slice {

namespace {

// Keeps the last message of the linker.
struct Keep : llvm::DiagnosticHandler {
  explicit Keep(std::string& text) : message(text) {}
  bool handleDiagnostics(const llvm::DiagnosticInfo& info) override {
    if (info.getSeverity() != llvm::DS_Error) return true;
    message.clear();
    llvm::raw_string_ostream stream(message);
    llvm::DiagnosticPrinterRawOStream printer(stream);
    info.print(printer);
    return true;
  }
  std::string& message;
};

// As in the pass (src/instrument/module.cpp): such bodies are not what runs.
void drop_copies_of_libraries(llvm::Module& module) {
  for (llvm::Function& function : module) {
    if (!function.hasAvailableExternallyLinkage()) continue;
    if (!function.hasFnAttribute(llvm::Attribute::AlwaysInline)) function.deleteBody();
  }
}

// The language's promise that loops end would be used to conclude that they do.
void drop_promises(llvm::Module& module) {
  for (llvm::Function& function : module) {
    function.removeFnAttr(llvm::Attribute::MustProgress);
    function.removeFnAttr(llvm::Attribute::WillReturn);
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      if (instruction.isTerminator()) instruction.setMetadata(llvm::LLVMContext::MD_loop, nullptr);
    }
  }
}

void move_variables_to_registers(llvm::Module& module) {
  LlvmAnalyses analyses;
  llvm::ModulePassManager passes;
  passes.addPass(llvm::createModuleToFunctionPassAdaptor(llvm::SROAPass(llvm::SROAOptions::PreserveCFG)));
  passes.run(module, analyses.modules);
}

Program prepared(Program program) {
  drop_copies_of_libraries(*program.module);
  drop_promises(*program.module);
  move_variables_to_registers(*program.module);
  return program;
}

}  // namespace

Program read_program(const std::vector<std::string>& files) {
  Program program{.context = std::make_unique<llvm::LLVMContext>()};
  program.context->setDiagnosticHandler(std::make_unique<Keep>(program.error));
  auto whole = std::make_unique<llvm::Module>("program", *program.context);
  llvm::Linker linker(*whole);
  for (const std::string& file : files) {
    llvm::SMDiagnostic problem;
    std::unique_ptr<llvm::Module> part = llvm::parseIRFile(file, problem, *program.context);
    if (part == nullptr) {
      program.error = file + ": " + problem.getMessage().str();
      return program;
    }
    if (whole->getTargetTriple().empty()) {
      whole->setTargetTriple(part->getTargetTriple());
      whole->setDataLayout(part->getDataLayout());
      whole->setSourceFileName(part->getSourceFileName());
    }
    if (linker.linkInModule(std::move(part))) return program;
  }
  // The handler keeps a reference to a text that is about to move.
  program.context->setDiagnosticHandler(std::make_unique<llvm::DiagnosticHandler>());
  program.error.clear();
  program.module = std::move(whole);
  return prepared(std::move(program));
}

Program parse_program(const std::string& text) {
  Program program{.context = std::make_unique<llvm::LLVMContext>()};
  llvm::SMDiagnostic problem;
  program.module = llvm::parseAssemblyString(text, problem, *program.context);
  if (program.module == nullptr) {
    program.error = problem.getMessage().str();
    return program;
  }
  return prepared(std::move(program));
}

}  // namespace heddle::slice
