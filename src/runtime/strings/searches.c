#define _GNU_SOURCE
#include <inttypes.h>
#include <search.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "runtime/strings/shadows.h"

/* Searches with the program's comparator, tokens, and numbers that the library computes. */

typedef int (*comparator)(const void*, const void*);

void* heddle_lib_bsearch(const void* key, const void* base, size_t count, size_t size, comparator compare) {
  if (!__heddle_sym_in_any_memory()) return bsearch(key, base, count, size, compare);
  size_t low = 0;
  size_t high = count;
  while (low < high) {
    const size_t middle = (low + high) / 2;
    const void* const at = (const char*)base + middle * size;
    const int order = compare(key, at);
    if (order == 0) return (void*)at;
    if (order < 0) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return NULL;
}

void* heddle_lib_lfind(const void* key, const void* base, size_t* count, size_t size, comparator compare) {
  const char* at = base;
  for (size_t i = 0; i < *count; ++i, at += size) {
    if (compare(key, at) == 0) return (void*)at;
  }
  return NULL;
}

void* heddle_lib_lsearch(const void* key, void* base, size_t* count, size_t size, comparator compare) {
  void* const found = heddle_lib_lfind(key, base, count, size, compare);
  if (found != NULL) return found;
  void* const end = (char*)base + *count * size;
  memcpy(end, key, size);
  __heddle_sym_copy(end, key, size);
  ++*count;
  return end;
}

/* --- memory */

void* heddle_lib_memrchr(const void* begin, int c, size_t size) {
  if (!__heddle_sym_in_memory(begin, size) && !heddle_is_symbolic(c)) return memrchr(begin, c, size);
  const unsigned char* const s = begin;
  for (size_t i = size; i-- > 0;) {
    if (s[i] == (unsigned char)c) return (void*)(s + i);
  }
  return NULL;
}

void* heddle_lib_rawmemchr(const void* begin, int c) {
  const unsigned char* s = begin;
  while (*s != (unsigned char)c) ++s;
  return (void*)s;
}

void* heddle_lib_memmem(const void* text, size_t size, const void* part, size_t part_size) {
  const unsigned char* const t = text;
  const unsigned char* const p = part;
  for (size_t at = 0; at + part_size <= size; ++at) {
    size_t i = 0;
    while (i < part_size && t[at + i] == p[i]) ++i;
    if (i == part_size) return (void*)(t + at);
  }
  return NULL;
}

void* heddle_lib_memccpy(void* to, const void* from, int c, size_t size) {
  unsigned char* const t = to;
  const unsigned char* const f = from;
  for (size_t i = 0; i < size; ++i) {
    t[i] = f[i];
    if (f[i] == (unsigned char)c) return t + i + 1;
  }
  return NULL;
}

char* heddle_lib_strchrnul(const char* s, int c) {
  while (*s != 0 && *s != (char)c) ++s;
  return (char*)s;
}

void heddle_lib_explicit_bzero(void* at, size_t size) {
  explicit_bzero(at, size);
  __heddle_sym_set(at, 0, 0, size);
}

/* --- tokens */

static size_t heddle_lib_own_length_of(const char* s, const char* set, int inside) {
  return inside ? heddle_lib_strspn(s, set) : heddle_lib_strcspn(s, set);
}

char* heddle_lib_strsep(char** text, const char* set) {
  char* const begin = *text;
  if (begin == NULL) return NULL;
  char* const end = begin + heddle_lib_own_length_of(begin, set, 0);
  *text = *end == 0 ? NULL : end + 1;
  *end = 0;
  return begin;
}

char* heddle_lib_strtok_r(char* text, const char* set, char** state) {
  if (text == NULL) text = *state;
  if (text == NULL) return NULL;
  text += heddle_lib_own_length_of(text, set, 1);
  *state = text;
  if (*text == 0) return NULL;
  char* const end = text + heddle_lib_own_length_of(text, set, 0);
  *state = *end == 0 ? end : end + 1;
  *end = 0;
  return text;
}
char* heddle_lib___strtok_r(char* text, const char* set, char** state) { return heddle_lib_strtok_r(text, set, state); }

/* --- numbers */

div_t heddle_lib_div(int a, int b) { return (div_t){.quot = a / b, .rem = a % b}; }
ldiv_t heddle_lib_ldiv(long a, long b) { return (ldiv_t){.quot = a / b, .rem = a % b}; }
lldiv_t heddle_lib_lldiv(long long a, long long b) { return (lldiv_t){.quot = a / b, .rem = a % b}; }
imaxdiv_t heddle_lib_imaxdiv(intmax_t a, intmax_t b) { return (imaxdiv_t){.quot = a / b, .rem = a % b}; }

int heddle_lib_ffsl(long v) {
  int n = 1;
  if (v == 0) return 0;
  for (unsigned long rest = (unsigned long)v; (rest & 1) == 0; rest >>= 1) ++n;
  return n;
}
int heddle_lib_ffs(int v) { return heddle_lib_ffsl(v); }
int heddle_lib_ffsll(long long v) { return heddle_lib_ffsl((long)v); }
