#pragma once

#include <string>
#include <vector>

#include "abi/symbolic_code.h"
#include "base/result.h"

// How programs are compiled for Heddle: clang with the pass of src/instrument, linked with the runtime. Both lie beside
// the program heddle, or in ../lib/heddle of its folder.

namespace heddle::cli {

enum class Language { kC, kCxx };

// -fsymbolic, -fsymbolic=locals, -fsymbolic=meetings, -fno-symbolic.
using abi::SymbolicCode;

// What the arguments of a compiler ask for.
struct Asked {
  bool links = false;  // makes a program
  bool debug = false;  // says how much debug information there shall be
  bool static_link = false;
  bool shared_library = false;
  std::string sanitizer;  // one that cannot be used, as it was asked for
  bool checks = false;    // of the compiler, -fsanitize=undefined and its like, and it is not said what they do
  SymbolicCode symbolic = SymbolicCode::kIfInputs;
};

// Looks also into response files ("@file").
Asked what_is_asked(const std::vector<std::string>& arguments);

// The command that does what `arguments` ask of a compiler, for instrumented code.
base::Result<std::vector<std::string>> compiler_command(Language language, const std::vector<std::string>& arguments);

// Compiles and links sources of C and C++ (.cpp, .cc, .cxx, .C, …) into the program `output` and returns its path. The
// messages of the compiler go to standard error.
base::Result<std::string> compile_program(const std::vector<std::string>& sources,
                                          const std::vector<std::string>& extra_flags, const std::string& output);

// The same sources as bitcode, before any pass: one file for each in `folder`.
base::Result<std::vector<std::string>> compile_bitcode(const std::vector<std::string>& sources,
                                                       const std::vector<std::string>& extra_flags,
                                                       const std::string& folder);

// A file that is installed with the program heddle.
base::Result<std::string> installed_file(const char* name);

// The rest of the life of this process is that of the command; returns only the reason why not.
base::Error become(const std::vector<std::string>& command);

}  // namespace heddle::cli
