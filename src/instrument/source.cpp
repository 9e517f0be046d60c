#include "instrument/source.h"

#include <llvm/ADT/SmallString.h>
#include <llvm/Demangle/Demangle.h>
#include <llvm/Support/Path.h>

#include <cstdlib>
#include <memory>

namespace heddle::instrument {

namespace {

bool is_mangled(llvm::StringRef name) { return name.starts_with("_Z"); }

// Names in std and in the compiler's libraries: all there is to go by without debug information.
bool is_standard_name(llvm::StringRef name) {
  for (const char* prefix : {"_ZSt", "_ZNS", "_ZNKS", "_ZNVS", "_ZZSt", "_ZZNS", "_ZZNKS", "_ZN9__gnu_cxx",
                             "_ZNK9__gnu_cxx", "__clang_", "heddle_lib_"}) {
    if (name.starts_with(prefix)) return true;
  }
  return false;
}

std::string absolute_path(const llvm::DIFile& file) {
  llvm::SmallString<256> path(file.getFilename());
  if (!llvm::sys::path::is_absolute(path)) {
    path = file.getDirectory();
    llvm::sys::path::append(path, file.getFilename());
  }
  llvm::sys::path::remove_dots(path, true);
  return path.str().str();
}

// "_ZN2ns1fIiEEvi" -> "ns::f<int>"
std::string name_without_parameters(llvm::StringRef mangled) {
  const std::string text = mangled.str();
  llvm::ItaniumPartialDemangler demangler;
  if (demangler.partialDemangle(text.c_str()) || !demangler.isFunction()) return llvm::demangle(text);
  std::size_t size = 0;
  const std::unique_ptr<char, decltype(&std::free)> name(demangler.getFunctionName(nullptr, &size), std::free);
  return name == nullptr ? llvm::demangle(text) : std::string(name.get());
}

// Is the file in or below one of the directories that the user declared to be his own (-flibrary=DIR)?
bool is_own(llvm::StringRef path) {
  const char* const folders = std::getenv("HEDDLE_LIBRARY");
  if (folders == nullptr) return false;
  llvm::SmallVector<llvm::StringRef, 4> each;
  llvm::StringRef(folders).split(each, ':', -1, false);
  return llvm::any_of(each, [&](llvm::StringRef folder) {
    const llvm::StringRef name = folder.rtrim('/');
    return path.starts_with(name) && path.drop_front(name.size()).starts_with("/");
  });
}

}  // namespace

bool is_system_file(const llvm::DIFile& file, const llvm::DICompileUnit* unit) {
  const std::string path = absolute_path(file);
  // A user may well compile a file below /usr/src.
  if (unit != nullptr && unit->getFile() != nullptr && path == absolute_path(*unit->getFile())) return false;
  const llvm::StringRef text(path);
  if (is_own(text)) return false;
  return text.starts_with("/usr/") || text.contains("/lib/clang/");
}

bool is_system_function(const llvm::Function& function) {
  const llvm::DISubprogram* subprogram = function.getSubprogram();
  if (subprogram == nullptr || subprogram->getFile() == nullptr) return is_standard_name(function.getName());
  return is_system_file(*subprogram->getFile(), subprogram->getUnit());
}

std::string file_name(const llvm::DIFile& file, const llvm::DICompileUnit* unit) {
  // Clang splits absolute paths in such a way that the directory need not be that of the compilation.
  const bool as_given = llvm::sys::path::is_absolute(file.getFilename()) || file.getDirectory().empty() ||
                        (unit != nullptr && file.getDirectory() == unit->getDirectory());
  return as_given ? file.getFilename().str() : absolute_path(file);
}

std::string function_name(const llvm::Function& function) {
  const llvm::DISubprogram* subprogram = function.getSubprogram();
  if (subprogram != nullptr && is_mangled(subprogram->getLinkageName())) {
    return name_without_parameters(subprogram->getLinkageName());
  }
  if (subprogram != nullptr && !subprogram->getName().empty()) return subprogram->getName().str();
  return is_mangled(function.getName()) ? name_without_parameters(function.getName()) : function.getName().str();
}

std::string qualified_name(const llvm::DIGlobalVariable& variable) {
  std::string name = variable.getName().str();
  // A static member is defined in a namespace but belongs to the class that declares it.
  const llvm::DIDerivedType* member = variable.getStaticDataMemberDeclaration();
  const llvm::DIScope* innermost = member == nullptr ? variable.getScope() : member->getScope();
  for (const llvm::DIScope* scope = innermost; scope != nullptr; scope = scope->getScope()) {
    if (llvm::isa<llvm::DIFile, llvm::DICompileUnit>(scope)) break;
    const bool named = llvm::isa<llvm::DINamespace, llvm::DIType, llvm::DISubprogram>(scope);
    if (named && !scope->getName().empty()) name.insert(0, "::").insert(0, scope->getName());
  }
  return name;
}

const llvm::DIGlobalVariable* debug_information(const llvm::GlobalVariable& variable) {
  llvm::SmallVector<llvm::DIGlobalVariableExpression*, 1> found;
  variable.getDebugInfo(found);
  for (const llvm::DIGlobalVariableExpression* one : found) {
    if (one->getExpression() == nullptr || one->getExpression()->getNumElements() == 0) return one->getVariable();
  }
  return nullptr;
}

std::string name_of(const llvm::GlobalVariable& variable) {
  const llvm::DIGlobalVariable* known = debug_information(variable);
  return known == nullptr || known->getName().empty() ? llvm::demangle(variable.getName().str())
                                                      : qualified_name(*known);
}

}  // namespace heddle::instrument
