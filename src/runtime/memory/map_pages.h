#pragma once

#include <cstddef>

#include "runtime/memory/pages.h"
#include "runtime/sys/die.h"

namespace heddle::runtime {

// Memory of the runtime's own for `count` objects, zero: outside of what is reset between runs, and free until used.
template <class T>
T* map_pages(std::size_t count) {
  void* const memory = map_pages(0, count * sizeof(T));
  if (memory == nullptr) die("no address space for %zu bytes", count * sizeof(T));
  return static_cast<T*>(memory);
}

}  // namespace heddle::runtime
