#include "runtime/library/scan_format.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace heddle::runtime {

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_integer(char letter) { return letter != 0 && std::strchr("dioxXun", letter) != nullptr; }
bool is_floating(char letter) { return letter != 0 && std::strchr("aAeEfFgG", letter) != nullptr; }

// The position after the set of "%[…]", in which a ] may come first.
const char* behind_set(const char* at) {
  if (*at == '^') ++at;
  if (*at == ']') ++at;
  while (*at != 0 && *at != ']') ++at;
  return *at == 0 ? at : at + 1;
}

}  // namespace

bool ScanFormat::parse(va_list list) {
  call_.reads_text_at(format_);
  if (format_ == nullptr) return false;
  va_list rest;
  va_copy(rest, list);
  bool known = true;
  for (const char* at = format_; known && *at != 0;) known = *at++ != '%' || parse_one(at, rest);
  va_end(rest);
  if (!known) call_.give_up();
  return known;
}

bool ScanFormat::parse_one(const char*& at, va_list list) {
  const bool dropped = *at == '*';
  if (dropped) ++at;
  const std::uint64_t width = std::strtoull(at, nullptr, 10);
  while (is_digit(*at)) ++at;
  if (*at == '$' || *at == 'm') return false;  // numbered arguments, or memory that the library allocates
  unsigned longs = 0;
  unsigned shorts = 0;
  bool long_double = false;
  for (; *at != 0 && std::strchr("lhjztqL", *at) != nullptr; ++at) {
    long_double |= *at == 'L';
    (*at == 'h' ? shorts : longs) += 1;
  }
  const char letter = *at;
  if (letter != 0) ++at;
  if (letter == '[') at = behind_set(at);
  if (letter == '%') return true;
  const bool is_text = letter == 's' || letter == '[';
  if (letter == 0 || ((is_text || letter == 'c') && longs > 0)) return false;
  if (dropped) return true;
  void* const pointer = va_arg(list, void*);
  using Kind = Target::Kind;
  if (is_text) return add({width == 0 ? kUnbounded : width + 1, Kind::kText, pointer});
  if (letter == 'c') return add({width == 0 ? 1 : width, Kind::kFixed, pointer});
  if (letter == 'p') return add({sizeof(void*), Kind::kFixed, pointer});
  if (is_integer(letter)) {
    const std::uint64_t size = longs > 0 ? sizeof(long) : sizeof(int) >> shorts;
    return add({size, letter == 'n' ? Kind::kCount : Kind::kFixed, pointer});
  }
  if (!is_floating(letter)) return false;
  const std::uint64_t size = longs > 0 ? sizeof(double) : sizeof(float);
  return add({long_double ? sizeof(long double) : size, Kind::kFixed, pointer});
}

bool ScanFormat::add(Target target) {
  if (size_ == kMaxTargets) return false;
  targets_[size_++] = target;
  return true;
}

void ScanFormat::tell_of_text(const char* text, va_list list) {
  if (text == nullptr || !parse(list)) return;
  const std::uint64_t length = call_.reads_text_at(text);
  // What %s and %n have not reached is unchanged.
  constexpr char kUntouched = 0x7f;
  std::uint64_t room = 0;
  std::uint64_t offsets[kMaxTargets];
  for (unsigned i = 0; i < size_; ++i) {
    offsets[i] = room;
    const std::uint64_t size = targets_[i].size == kUnbounded ? length : targets_[i].size;
    room += (size + 15) & ~std::uint64_t{15};
  }
  Scratch scratch(room + 1);
  std::memset(scratch.data(), kUntouched, scratch.size());
  std::uint64_t pointers[kMaxTargets];
  for (unsigned i = 0; i < size_; ++i) pointers[i] = reinterpret_cast<std::uint64_t>(scratch.data() + offsets[i]);
  va_list rehearsal;
  LibraryCall(pointers, nullptr, nullptr, nullptr).variable(0, rehearsal);
  int assigned = std::vsscanf(text, format_, rehearsal);
  for (unsigned i = 0; i < size_; ++i) {
    const Target& target = targets_[i];
    const char* const written = scratch.data() + offsets[i];
    if (target.kind == Target::Kind::kCount) {
      if (*written != kUntouched || written[target.size - 1] != kUntouched)
        call_.writes_at(target.pointer, target.size);
      continue;
    }
    if (assigned-- <= 0) return;
    call_.writes_at(target.pointer, target.kind == Target::Kind::kText ? std::strlen(written) + 1 : target.size);
  }
}

void ScanFormat::tell_of_stream(va_list list) {
  if (!parse(list)) return;
  for (unsigned i = 0; i < size_; ++i) {
    if (targets_[i].size == kUnbounded) {
      call_.give_up();
      call_.writes_at(targets_[i].pointer, 1);
    } else {
      call_.writes_at(targets_[i].pointer, targets_[i].size);
    }
  }
}

}  // namespace heddle::runtime
