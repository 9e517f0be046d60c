#include "runtime/library/print_format.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace heddle::runtime {

namespace {

bool is_flag(char c) { return c != 0 && std::strchr("-+ #0'I", c) != nullptr; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

std::uint64_t size_of_count(unsigned longs, unsigned shorts) {
  if (longs > 0) return sizeof(long);
  return sizeof(int) >> shorts;
}

}  // namespace

void PrintFormat::tell(va_list list) {
  call_.reads_text_at(format_);
  if (format_ == nullptr) return;
  va_list rest;
  va_copy(rest, list);
  for (const char* at = std::strchr(format_, '%'); at != nullptr; at = std::strchr(at, '%')) {
    Conversion conversion;
    at = parse(at + 1, conversion, rest);
    if (conversion.numbered) {
      call_.give_up();
      break;
    }
    if (conversion.letter == 0) break;
    take(conversion, rest);
  }
  va_end(rest);
}

const char* PrintFormat::parse(const char* at, Conversion& conversion, va_list list) {
  while (is_flag(*at)) ++at;
  if (*at == '*') {
    ++at;
    (void)va_arg(list, int);
  }
  while (is_digit(*at)) ++at;
  if (*at == '$') conversion.numbered = true;
  if (*at == '.') {
    ++at;
    conversion.has_precision = true;
    if (*at == '*') {
      ++at;
      const int precision = va_arg(list, int);
      conversion.has_precision = precision >= 0;  // a negative one counts as none
      conversion.precision = static_cast<std::uint64_t>(precision);
    } else {
      conversion.precision = std::strtoull(at, nullptr, 10);
      while (is_digit(*at)) ++at;
    }
  }
  at = parse_length(at, conversion);
  conversion.letter = *at;
  return *at == 0 ? at : at + 1;
}

const char* PrintFormat::parse_length(const char* at, Conversion& conversion) {
  for (;; ++at) {
    switch (*at) {
      case 'l':
      case 'j':
      case 'z':
      case 'Z':
      case 't':
      case 'q': ++conversion.longs; break;
      case 'h': ++conversion.shorts; break;
      case 'L':
        conversion.long_double = true;
        ++conversion.longs;
        break;
      default: return at;
    }
  }
}

void PrintFormat::take(const Conversion& conversion, va_list list) {
  switch (conversion.letter) {
    case '%':
    case 'm': return;
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G':
    case 'a':
    case 'A':
      if (conversion.long_double) {
        (void)va_arg(list, long double);
      } else {
        (void)va_arg(list, double);
      }
      return;
    case 's': return take_text(conversion, va_arg(list, const void*), conversion.longs > 0);
    case 'S': return take_text(conversion, va_arg(list, const void*), true);
    case 'n': return take_count(conversion, va_arg(list, void*));
    default: (void)va_arg(list, long);  // integers and pointers take 8 bytes each
  }
}

void PrintFormat::take_text(const Conversion& conversion, const void* text, bool wide) {
  const std::uint64_t most = conversion.has_precision ? conversion.precision : LibraryCall::kAll;
  if (wide) {
    call_.reads_wide_at(static_cast<const wchar_t*>(text), most);
  } else {
    call_.reads_text_at(static_cast<const char*>(text), most);
  }
}

void PrintFormat::take_count(const Conversion& conversion, void* target) {
  const std::uint64_t size = size_of_count(conversion.longs, conversion.shorts);
  call_.writes_at(target, size);
  if (counts_size_ == kMaxCounts) return call_.give_up();
  counts_[counts_size_++] = {target, size};
}

// The rehearsal writes the counts, too; they are restored before anybody has seen them.
std::uint64_t PrintFormat::size(va_list list) const {
  if (format_ == nullptr || call_.is_unknown()) return 0;
  std::uint64_t before[kMaxCounts];
  for (unsigned i = 0; i < counts_size_; ++i) std::memcpy(&before[i], counts_[i].target, counts_[i].size);
  va_list rest;
  va_copy(rest, list);
  const int length = std::vsnprintf(nullptr, 0, format_, rest);
  va_end(rest);
  for (unsigned i = 0; i < counts_size_; ++i) std::memcpy(counts_[i].target, &before[i], counts_[i].size);
  return length < 0 ? 0 : static_cast<std::uint64_t>(length) + 1;
}

}  // namespace heddle::runtime
