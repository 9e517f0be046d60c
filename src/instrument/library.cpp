#include "instrument/library.h"

#include <llvm/IR/Function.h>
#include <llvm/IR/InstrTypes.h>

#include <algorithm>
#include <string>
#include <vector>

namespace heddle::instrument {

namespace {

constexpr const char* kVersion = "heddle_lib_";

// In the order of the files of src/runtime/strings.
constexpr const char* kFunctions[] = {"strlen",
                                      "strnlen",
                                      "strcmp",
                                      "strncmp",
                                      "strcasecmp",
                                      "strncasecmp",
                                      "memcmp",
                                      "bcmp",
                                      "memchr",
                                      "strchr",
                                      "strrchr",
                                      "strstr",
                                      "strspn",
                                      "strcspn",
                                      "strpbrk",
                                      "strcpy",
                                      "stpcpy",
                                      "strncpy",
                                      "strcat",
                                      "strncat",
                                      "strndup",
                                      "strdup",
                                      "memcpy",
                                      "memmove",
                                      "mempcpy",
                                      "isdigit",
                                      "isupper",
                                      "islower",
                                      "isalpha",
                                      "isalnum",
                                      "isxdigit",
                                      "isspace",
                                      "isblank",
                                      "iscntrl",
                                      "isprint",
                                      "isgraph",
                                      "ispunct",
                                      "isascii",
                                      "tolower",
                                      "toupper",
                                      "strtol",
                                      "strtoll",
                                      "__isoc23_strtol",
                                      "__isoc23_strtoll",
                                      "strtoul",
                                      "strtoull",
                                      "atoi",
                                      "atol",
                                      "atoll",
                                      "__isoc23_strtoul",
                                      "__isoc23_strtoull",
                                      "read",
                                      "getchar",
                                      "fgetc",
                                      "getc",
                                      "fgets",
                                      "fread",
                                      "getchar_unlocked",
                                      "getc_unlocked",
                                      "ungetc",
                                      "feof"};

}  // namespace

bool is_library_version(const llvm::Module& module) {
  return std::any_of(module.begin(), module.end(), [](const llvm::Function& function) {
    return !function.isDeclaration() && function.getName().starts_with(kVersion);
  });
}

void redirect_library(llvm::Module& module) {
  if (is_library_version(module)) return;
  for (const char* name : kFunctions) {
    llvm::Function* function = module.getFunction(name);
    if (function == nullptr || !function->isDeclaration()) continue;
    std::vector<llvm::CallBase*> calls;
    for (const llvm::Use& use : function->uses()) {
      auto* call = llvm::dyn_cast<llvm::CallBase>(use.getUser());
      if (call != nullptr && call->isCallee(&use) && call->getFunctionType() == function->getFunctionType())
        calls.push_back(call);
    }
    if (calls.empty()) continue;
    const llvm::FunctionCallee version =
        module.getOrInsertFunction(std::string(kVersion) + name, function->getFunctionType());
    for (llvm::CallBase* call : calls) {
      call->setCalledFunction(version);
      call->setAttributes({});  // what is promised of the library's is not true of ours
    }
  }
}

}  // namespace heddle::instrument
