#include <cstdlib>
#include <cstring>

// Sorting in C, which reads and writes what other threads may use between calls of the program: the functions of the
// library have no hooks. Compiled with the pass.

namespace {

using Comparison = int (*)(const void*, const void*);
using ComparisonWith = int (*)(const void*, const void*, void*);

struct Sorting {
  std::size_t size;  // of an element
  ComparisonWith compare;
  void* with;
};

// As in the library: by merging, so that equal elements stay in order.
void sort(char* base, std::size_t count, const Sorting& how, char* room) {
  if (count < 2) return;
  const std::size_t half = count / 2;
  sort(base, half, how, room);
  sort(base + half * how.size, count - half, how, room);
  std::size_t a = 0;
  std::size_t b = half;
  for (std::size_t i = 0; i < count; ++i) {
    const bool first = b == count || (a < half && how.compare(base + a * how.size, base + b * how.size, how.with) <= 0);
    std::memcpy(room + i * how.size, base + (first ? a++ : b++) * how.size, how.size);
  }
  std::memcpy(base, room, count * how.size);
}

int compare_without(const void* a, const void* b, void* compare) { return (*static_cast<Comparison*>(compare))(a, b); }

}  // namespace

extern "C" {

void qsort_r(void* base, std::size_t count, std::size_t size, ComparisonWith compare, void* with) {
  if (count < 2 || size == 0) return;
  char* const room = static_cast<char*>(std::malloc(count * size));
  if (room == nullptr) std::abort();
  sort(static_cast<char*>(base), count, {size, compare, with}, room);
  std::free(room);
}

void qsort(void* base, std::size_t count, std::size_t size, Comparison compare) {
  qsort_r(base, count, size, compare_without, &compare);
}
}
