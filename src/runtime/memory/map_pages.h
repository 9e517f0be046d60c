#pragma once

#include <cstddef>

#include "runtime/memory/pages.h"
#include "runtime/sys/die.h"

namespace heddle::runtime {

// Zeroed memory for `count` objects of the runtime's own: outside what is reset between runs, and free until used.
template <class T>
T* map_pages(std::size_t count) {
  void* const memory = map_pages(0, count * sizeof(T));
  if (memory == nullptr) die("no address space for %zu bytes", count * sizeof(T));
  return static_cast<T*>(memory);
}

}  // namespace heddle::runtime
