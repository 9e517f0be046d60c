#include <stdlib.h>

#include "feature.h"

/* Memory that is allocated. */

FEATURE(realloc_keeps) {
  int* p = malloc(4);
  *p = x;
  p = realloc(p, 4000);
  long r = *p;
  free(p);
  return r;
}
FEATURE(malloc_size) {
  char* p = malloc((size_t)x + 1);
  p[0] = 1;
  p[x] = 2;
  long r = p[0];
  free(p);
  return r;
}
FEATURE(malloc_overrun) {
  volatile char* p = malloc((size_t)x + 1);
  p[3] = 1;
  free((void*)p);
  return 0;
}
FEATURE(malloc_multiplied) {
  int* p = malloc((size_t)x * sizeof *p);
  for (int i = 0; i < x; ++i) p[i] = i;
  long r = x > 0 ? p[x - 1] : -1;
  free(p);
  return r;
}
FEATURE(calloc_count) {
  int* p = calloc((size_t)x + 1, sizeof *p);
  p[x] = 7;
  long r = p[0];
  free(p);
  return r;
}
FEATURE(calloc_overrun) {
  volatile int* p = calloc((size_t)x, sizeof *p);
  p[2] = 7;
  free((void*)p);
  return 0;
}
FEATURE(realloc_size) {
  char* p = malloc(1);
  p = realloc(p, (size_t)x + 1);
  p[x] = 1;
  long r = p[x] + x;
  free(p);
  return r;
}
FEATURE(aligned_alloc_size) {
  char* p = aligned_alloc(16, (size_t)(x + 1) * 16);
  p[16 * x] = 1;
  free(p);
  return x;
}
FEATURE(posix_memalign_size) {
  void* p;
  if (posix_memalign(&p, 16, (size_t)x + 1) != 0) return -1;
  ((char*)p)[x] = 1;
  free(p);
  return x;
}
FEATURE(free_chosen) {
  char* a = malloc(4);
  char* b = malloc(4);
  free(a);
  if (x == 5) b = a;
  free(b);
  return 0;
}
NAMED(memory_function_by_pointer) {
  void* (*volatile allocate)(size_t) = malloc;
  volatile char* p = allocate((size_t)x + 1);
  p[3] = 1;
  free((void*)p);
  return 0;
}
