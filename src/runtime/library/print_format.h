#pragma once

#include <cstdarg>

#include "runtime/library/library_call.h"

namespace heddle::runtime {

// What a printf-like function reads and writes according to its format and the arguments for it.
class PrintFormat {
 public:
  PrintFormat(LibraryCall& call, const char* format) : call_(call), format_(format) {}

  // Reports the format, the texts that are arguments, and the numbers that %n writes. Leaves the list unchanged.
  void tell(va_list list);
  // How many bytes the text has, including its terminator; 0 if there is no text. Must be called after tell().
  std::uint64_t size(va_list list) const;

 private:
  static constexpr unsigned kMaxCounts = 16;
  struct Count {
    void* target;
    std::uint64_t size;
  };
  // One conversion, from after its % up to its letter.
  struct Conversion {
    bool numbered = false;  // "%2$d": arguments in another order
    bool has_precision = false;
    std::uint64_t precision = 0;
    unsigned longs = 0;   // of "ll"; also j, z, t
    unsigned shorts = 0;  // of "hh"
    bool long_double = false;
    char letter = 0;
  };

  const char* parse(const char* at, Conversion& conversion, va_list list);
  static const char* parse_length(const char* at, Conversion& conversion);
  void take(const Conversion& conversion, va_list list);
  void take_text(const Conversion& conversion, const void* text, bool wide);
  void take_count(const Conversion& conversion, void* target);

  LibraryCall& call_;
  const char* format_;
  Count counts_[kMaxCounts];
  unsigned counts_size_ = 0;
};

}  // namespace heddle::runtime
