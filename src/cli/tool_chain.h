#pragma once

#include <string>
#include <vector>

#include "abi/symbolic_code.h"
#include "base/result.h"

// How programs are compiled for Heddle: clang with the pass of src/instrument, linked with the runtime. Both are next
// to the program heddle, or in ../lib/heddle relative to its directory.

namespace heddle::cli {

enum class Language { kC, kCxx };

// -fsymbolic, -fsymbolic=locals, -fsymbolic=meetings, -fno-symbolic.
using abi::SymbolicCode;

// What the arguments of a compiler ask for.
struct Asked {
  bool links = false;  // produces a program
  bool debug = false;  // specifies how much debug information to produce
  bool static_link = false;
  bool shared_library = false;
  std::string sanitizer;  // one that cannot be used, as requested
  bool checks = false;    // by the compiler, -fsanitize=undefined and the like, without saying what they should do
  SymbolicCode symbolic = SymbolicCode::kIfInputs;
};

// Also looks into response files ("@file").
Asked what_is_asked(const std::vector<std::string>& arguments);

// The command that does what `arguments` ask of a compiler, for instrumented code.
base::Result<std::vector<std::string>> compiler_command(Language language, const std::vector<std::string>& arguments);

// Compiles and links C and C++ sources (.cpp, .cc, .cxx, .C, …) into the program `output` and returns its path. The
// messages of the compiler go to standard error.
base::Result<std::string> compile_program(const std::vector<std::string>& sources,
                                          const std::vector<std::string>& extra_flags, const std::string& output);

// The same sources as bitcode, before any pass: one file for each in `folder`.
base::Result<std::vector<std::string>> compile_bitcode(const std::vector<std::string>& sources,
                                                       const std::vector<std::string>& extra_flags,
                                                       const std::string& folder);

// Turns this process into that of the command; returns only the reason why that failed.
base::Error become(const std::vector<std::string>& command);

}  // namespace heddle::cli
