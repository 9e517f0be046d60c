#pragma once

#include <llvm/ADT/StringRef.h>

#include <cstdint>
#include <optional>

namespace heddle::instrument {

// What happens to values with expressions that go to code without shadows. As a rule they are fixed, and the verdict
// names the place. These functions are known to need less.

// What is done with an argument of a library function.
enum class Leaving : std::uint8_t {
  kFixed,    // it continues with the value of this run
  kDecided,  // every value is tried: sizes, addresses of locks, what longjmp returns
};
Leaving leaving(llvm::StringRef function, unsigned argument);

// A function that outputs values to the outside, from where they do not come back: nothing is fixed, unless the stream
// leads back into the program or the result is used.
struct Output {
  enum class Where : std::uint8_t {  // as __heddle_sym_comes_back takes it
    kStandard = 0,                   // to standard output or error
    kStream = 1,                     // to a FILE*
    kDescriptor = 2,
    kStreamObject = 3,  // std::ostream
    kRedirection = 4,   // of a std::ostream: not an output by itself
  };
  Where where;
  int stream = -1;  // which argument says where
  int format = -1;  // which one is the format of printf
};
std::optional<Output> output_of(llvm::StringRef function);
// Is it one of those that are compiled with the program: operators << of streams, and what redirects them? Not what
// sets a format, which the program can query.
bool is_compiled_output(llvm::StringRef function);

// Is the content of what the function gets pointers to irrelevant to it, or is it the runtime's own?
bool reads_no_memory(llvm::StringRef function);
// Except for this: a time, a name, a set of signals.
struct DataArgument {
  unsigned argument;
  std::uint64_t size = 0;  // 0: not known
};
std::optional<DataArgument> data_argument(llvm::StringRef function);

// Does it say which flags operations on floating point have raised?
bool looks_at_flags(llvm::StringRef function);

}  // namespace heddle::instrument
