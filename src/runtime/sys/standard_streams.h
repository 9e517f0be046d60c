#pragma once

#include <cstdint>
#include <istream>

// std::cout and the like. According to the standard, all threads may read from them and write to them at any time
// without a data race, although that changes their members. Their formatting is set by other functions, which do race.

namespace heddle::runtime {

extern "C" {
extern const char heddle_cin[] __asm__("_ZSt3cin");
extern const char heddle_cout[] __asm__("_ZSt4cout");
extern const char heddle_cerr[] __asm__("_ZSt4cerr");
extern const char heddle_clog[] __asm__("_ZSt4clog");
extern const char heddle_wcin[] __asm__("_ZSt4wcin");
extern const char heddle_wcout[] __asm__("_ZSt5wcout");
extern const char heddle_wcerr[] __asm__("_ZSt5wcerr");
extern const char heddle_wclog[] __asm__("_ZSt5wclog");
}

// Is this offset in a stream of the given size one of the precision, the flags, the exception mask, the stream that it
// is tied to, or its buffer? In every ABI of libstdc++ the base with these members is at the end of the stream, and
// they follow its vtable pointer.
constexpr bool is_formatting(std::uint64_t offset, std::uint64_t size) {
  constexpr std::uint64_t kPrecision = sizeof(void*);
  constexpr std::uint64_t kWidth = kPrecision + sizeof(std::streamsize);
  constexpr std::uint64_t kFlags = kWidth + sizeof(std::streamsize);
  constexpr std::uint64_t kState = kFlags + sizeof(std::ios_base::fmtflags) + sizeof(std::ios_base::iostate);
  const std::uint64_t in_base = offset - (size - sizeof(std::ios));
  // After those of std::ios_base.
  constexpr std::uint64_t kTie = sizeof(std::ios_base);
  constexpr std::uint64_t kFill = kTie + sizeof(void*);
  constexpr std::uint64_t kBuffer = kFill + sizeof(void*);
  constexpr std::uint64_t kCaches = kBuffer + sizeof(void*);
  return (in_base >= kPrecision && in_base < kWidth) || (in_base >= kFlags && in_base < kState) ||
         (in_base >= kTie && in_base < kFill) || (in_base >= kBuffer && in_base < kCaches);
}

// Is it a member of a standard stream that its input and output functions change by themselves?
inline bool is_standard_stream(std::uint64_t address) {
  // They are close to each other in the library.
  constexpr std::uint64_t kNear = 1 << 16;
  if (address - reinterpret_cast<std::uint64_t>(heddle_cout) + kNear > 2 * kNear) [[likely]]
    return false;
  const auto is_in = [address](const char* stream, std::uint64_t size) {
    const std::uint64_t offset = address - reinterpret_cast<std::uint64_t>(stream);
    return offset < size && !is_formatting(offset, size);
  };
  constexpr std::uint64_t kInput = sizeof(std::istream);
  constexpr std::uint64_t kOutput = sizeof(std::ostream);
  return is_in(heddle_cin, kInput) || is_in(heddle_cout, kOutput) || is_in(heddle_cerr, kOutput) ||
         is_in(heddle_clog, kOutput) || is_in(heddle_wcin, kInput) || is_in(heddle_wcout, kOutput) ||
         is_in(heddle_wcerr, kOutput) || is_in(heddle_wclog, kOutput);
}

}  // namespace heddle::runtime
