#include <cstddef>
#include <cstdlib>
#include <new>

#include "runtime/process/failing_calls.h"

// operator new as in the C++ library, except that it fails on request. A program may replace each of them, or malloc.

namespace heddle::runtime {

namespace {

template <class Allocate>
void* allocate(const void* caller, const Allocate& allocate_once) {
  for (;;) {
    if (!fails(trace::FailingCall::kNew, caller)) {
      const NoFailures within;
      if (void* const block = allocate_once(); block != nullptr) return block;
    }
    const std::new_handler handler = std::get_new_handler();
    if (handler == nullptr) throw std::bad_alloc();
    handler();
  }
}

template <class... Arguments>
void* allocate_or_null(Arguments... arguments) noexcept {
  try {
    return operator new(arguments...);
  } catch (...) {
    return nullptr;
  }
}

// Called by another operator new, to which we look like the program: a library gets what it asks for.
template <class Allocate>
auto forward(const void* caller, const Allocate& allocate_once) {
  if (is_code_of_program(caller)) return allocate_once();
  const NoFailures within;
  return allocate_once();
}

}  // namespace

}  // namespace heddle::runtime

using heddle::runtime::allocate;
using heddle::runtime::allocate_or_null;
using heddle::runtime::forward;

void* operator new(std::size_t size) {
  return allocate(__builtin_return_address(0), [size] { return std::malloc(size != 0 ? size : 1); });
}
void* operator new(std::size_t size, std::align_val_t alignment) {
  const auto bytes = static_cast<std::size_t>(alignment);
  const std::size_t rounded = (size + bytes - 1) / bytes * bytes;
  return allocate(__builtin_return_address(0),
                  [&] { return std::aligned_alloc(bytes, rounded != 0 ? rounded : bytes); });
}
void* operator new[](std::size_t size) {
  return forward(__builtin_return_address(0), [&] { return operator new(size); });
}
void* operator new[](std::size_t size, std::align_val_t alignment) {
  return forward(__builtin_return_address(0), [&] { return operator new(size, alignment); });
}
void* operator new(std::size_t size, const std::nothrow_t& /*tag*/) noexcept {
  return forward(__builtin_return_address(0), [&] { return allocate_or_null(size); });
}
void* operator new(std::size_t size, std::align_val_t alignment, const std::nothrow_t& /*tag*/) noexcept {
  return forward(__builtin_return_address(0), [&] { return allocate_or_null(size, alignment); });
}
void* operator new[](std::size_t size, const std::nothrow_t& /*tag*/) noexcept {
  return forward(__builtin_return_address(0), [&] { return allocate_or_null(size); });
}
void* operator new[](std::size_t size, std::align_val_t alignment, const std::nothrow_t& /*tag*/) noexcept {
  return forward(__builtin_return_address(0), [&] { return allocate_or_null(size, alignment); });
}
