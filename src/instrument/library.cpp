#include "instrument/library.h"

#include <llvm/IR/Function.h>
#include <llvm/IR/InstrTypes.h>

#include <algorithm>
#include <string>
#include <vector>

namespace heddle::instrument {

namespace {

constexpr const char* kVersion = "heddle_lib_";

// In the order of the files of src/runtime/strings: texts, numbers, input, real_input, streams, scan, output,
// searches.
// clang-format off
constexpr const char* kFunctions[] = {
    "strlen", "strnlen", "strcmp", "strncmp", "strcasecmp", "strncasecmp", "memcmp", "bcmp", "memchr", "strchr",
    "strrchr", "strstr", "strspn", "strcspn", "strpbrk", "strcpy", "stpcpy", "strncpy", "strcat", "strncat",
    "strndup", "strdup", "memcpy", "memmove", "mempcpy", "isdigit", "isupper", "islower", "isalpha", "isalnum",
    "isxdigit", "isspace", "isblank", "iscntrl", "isprint", "isgraph", "ispunct", "isascii", "tolower", "toupper",
    "strtol", "strtoll", "__isoc23_strtol", "__isoc23_strtoll", "strtoul", "strtoull", "atoi", "atol", "atoll",
    "__isoc23_strtoul", "__isoc23_strtoull", "read", "__read_chk", "getchar", "fgetc", "getc", "getchar_unlocked",
    "fgetc_unlocked", "getc_unlocked", "ungetc", "feof", "feof_unlocked", "clearerr", "fgets", "fgets_unlocked",
    "__fgets_chk", "gets", "fread", "fread_unlocked", "__fread_chk", "getline", "getdelim", "__getdelim", "fgetwc",
    "getwc", "fgetwc_unlocked", "getwc_unlocked", "getwchar", "getwchar_unlocked", "ungetwc", "fgetws", "getw",
    "fseek", "fseeko", "fseeko64", "ftell", "ftello", "ftello64", "rewind", "fgetpos", "fsetpos", "readv", "preadv",
    "pread", "pread64", "lseek", "lseek64", "dup", "fdopen", "mmap", "mmap64", "wscanf", "fwscanf", "vwscanf",
    "vfwscanf", "__isoc99_wscanf", "__isoc99_fwscanf", "__isoc99_vwscanf", "__isoc99_vfwscanf", "__isoc23_wscanf",
    "__isoc23_fwscanf", "__isoc23_vwscanf", "__isoc23_vfwscanf", "close", "fclose", "dup2", "dup3", "freopen",
    "freopen64", "fopen", "fopen64", "open", "open64", "stat", "lstat", "fstat", "access", "scanf", "fscanf", "sscanf", "vscanf", "vfscanf", "vsscanf", "__isoc99_scanf", "__isoc99_fscanf",
    "__isoc99_sscanf", "__isoc99_vscanf", "__isoc99_vfscanf", "__isoc99_vsscanf", "__isoc23_scanf", "__isoc23_fscanf",
    "__isoc23_sscanf", "__isoc23_vscanf", "__isoc23_vfscanf", "__isoc23_vsscanf", "fmemopen", "setvbuf", "setbuf", "setbuffer",
    "bsearch", "lfind", "lsearch", "qsort_r", "qsort", "memrchr", "rawmemchr", "memmem", "memccpy", "strchrnul",
    "explicit_bzero", "strsep", "strtok_r", "__strtok_r", "strtok", "div", "ldiv", "lldiv", "imaxdiv", "ffsl", "ffs",
    "ffsll", "strtoimax", "strtoumax",
};
// clang-format on

}  // namespace

bool is_library_version(const llvm::Module& module) {
  return std::any_of(module.begin(), module.end(), [](const llvm::Function& function) {
    return !function.isDeclaration() && function.getName().starts_with(kVersion);
  });
}

bool is_part_of_runtime(const llvm::Module& module) {
  return llvm::StringRef(module.getSourceFileName()).contains("src/runtime/cxx/");
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
