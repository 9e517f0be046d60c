#include "runtime/library/library_call.h"

#include <array>
#include <cstring>
#include <cwchar>

#include "runtime/memory/pages.h"
#include "runtime/sys/die.h"

namespace heddle::runtime {

namespace {

constexpr std::array<const char*, static_cast<std::size_t>(Hidden::kCount)> kHiddenNames = {
    "the environment",
    "the locale",
    "the text of asctime",
    "the entry of getpwnam",
    "the state of a conversion of characters",
    "the text of a number",
    "the table of hsearch",
};

// The value kept there counts the changes, so that a write changes something. It is memory of the program: reset after
// each run.
std::array<std::uint64_t, kHiddenNames.size()> hidden_states;

std::uint64_t& state_of(Hidden what) { return hidden_states[static_cast<std::size_t>(what)]; }

// The layout of a va_list on this machine.
struct VariableArguments {
  std::uint32_t general_offset;
  std::uint32_t floating_offset;
  const void* in_memory;
  const void* in_registers;
};
static_assert(sizeof(va_list) == sizeof(VariableArguments));
constexpr std::uint32_t kNoGeneralLeft = 48;
constexpr std::uint32_t kNoFloatingLeft = 176;

}  // namespace

void LibraryCall::variable(unsigned named, va_list list) const {
  const VariableArguments all = {kNoGeneralLeft, kNoFloatingLeft, arguments_ + named, nullptr};
  std::memcpy(list, &all, sizeof all);
}

std::uint64_t LibraryCall::reads_text_at(const char* begin, std::uint64_t most) {
  if (begin == nullptr) return 0;
  return reads_as_long_as(begin, [&] {
    const std::uint64_t length = most == kAll ? std::strlen(begin) : strnlen(begin, most);
    return length < most ? length + 1 : length;
  });
}

std::uint64_t LibraryCall::reads_wide_at(const wchar_t* begin, std::uint64_t most) {
  if (begin == nullptr) return 0;
  return reads_as_long_as(begin, [&] {
    const std::uint64_t length = most == kAll ? std::wcslen(begin) : wcsnlen(begin, most);
    return (length < most ? length + 1 : length) * sizeof(wchar_t);
  });
}

void LibraryCall::reads_hidden(Hidden what) { reads_at(&state_of(what), sizeof(std::uint64_t)); }

void LibraryCall::writes_hidden(Hidden what) {
  writes_at(&state_of(what), sizeof(std::uint64_t));
  ++state_of(what);
}

const char* hidden_name(std::uint64_t address) {
  const std::uint64_t index = (address - reinterpret_cast<std::uint64_t>(hidden_states.data())) / sizeof(std::uint64_t);
  return index < kHiddenNames.size() ? kHiddenNames[index] : nullptr;
}

Scratch::Scratch(std::size_t size) : size_(size), data_(small_) {
  if (size <= kSmall) return;
  void* const mapped = map_pages(0, size);
  if (mapped == nullptr) die("no memory for a rehearsal of %zu bytes", size);
  data_ = static_cast<char*>(mapped);
}

Scratch::~Scratch() {
  if (data_ != small_) unmap_pages(data_, size_);
}

}  // namespace heddle::runtime
