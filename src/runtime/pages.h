#pragma once

#include <sys/mman.h>

#include <cstddef>

#include "runtime/die.h"

namespace heddle::runtime {

// Memory of the runtime's own for `count` objects, zero: outside of what is reset between runs, and free until used.
template <class T>
T* map_pages(std::size_t count) {
  void* const memory =
      mmap(nullptr, count * sizeof(T), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) die("no address space for %zu bytes", count * sizeof(T));
  return static_cast<T*>(memory);
}

}  // namespace heddle::runtime
