#pragma once

#include <cstdarg>

#include "runtime/library/library_call.h"

namespace heddle::runtime {

// What a function of the scanf family writes by its format and the arguments for it, which are all pointers.
class ScanFormat {
 public:
  ScanFormat(LibraryCall& call, const char* format) : call_(call), format_(format) {}

  // Of a text: what a rehearsal writes.
  void tell_of_text(const char* text, va_list list);
  // Of a stream, which cannot be read twice: all that may be written.
  void tell_of_stream(va_list list);

 private:
  static constexpr unsigned kMaxTargets = 64;
  static constexpr std::uint64_t kUnbounded = UINT64_MAX;  // a text as long as what is there
  struct Target {
    std::uint64_t size;                                             // of a text: the most
    enum class Kind : std::uint8_t { kText, kFixed, kCount } kind;  // %n is a count: the result does not contain it
    void* pointer;
  };

  // False if it is a format of which it is not known what it does.
  bool parse(va_list list);
  bool parse_one(const char*& at, va_list list);
  bool add(Target target);

  LibraryCall& call_;
  const char* format_;
  Target targets_[kMaxTargets];
  unsigned size_ = 0;
};

}  // namespace heddle::runtime
