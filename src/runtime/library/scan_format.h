#pragma once

#include <cstdarg>

#include "runtime/library/library_call.h"

namespace heddle::runtime {

// What a scanf-like function writes according to its format and the arguments for it, which are all pointers.
class ScanFormat {
 public:
  ScanFormat(LibraryCall& call, const char* format) : call_(call), format_(format) {}

  // For a text: what a rehearsal writes.
  void tell_of_text(const char* text, va_list list);
  // For a stream, which cannot be read twice: everything that may be written.
  void tell_of_stream(va_list list);

 private:
  static constexpr unsigned kMaxTargets = 64;
  static constexpr std::uint64_t kUnbounded = UINT64_MAX;  // a text as long as the input
  struct Target {
    std::uint64_t size;                                             // of a text: the maximum
    enum class Kind : std::uint8_t { kText, kFixed, kCount } kind;  // %n is a count: it is not included in the result
    void* pointer;
  };

  // False if it is unknown what the format does.
  bool parse(va_list list);
  bool parse_one(const char*& at, va_list list);
  bool add(Target target);

  LibraryCall& call_;
  const char* format_;
  Target targets_[kMaxTargets];
  unsigned size_ = 0;
};

}  // namespace heddle::runtime
