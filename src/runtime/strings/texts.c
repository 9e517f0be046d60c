#include <stdlib.h>
#include <string.h>

#include "shadows.h"

/* The length of strings, copies and searches. Every look at a byte that decides something is a decision. */

static int lower(int c) { return c + 32 * ((c >= 'A') & (c <= 'Z')); }

static size_t length(const char* s, size_t most) {
  size_t n = 0;
  while (n < most && s[n] != 0) ++n;
  return n;
}

size_t heddle_lib_strlen(const char* s) { return __heddle_sym_in_string(s, WHOLE) ? length(s, WHOLE) : strlen(s); }

size_t heddle_lib_strnlen(const char* s, size_t most) {
  return __heddle_sym_in_string(s, most) ? length(s, most) : strnlen(s, most);
}

static int compare(const char* a, const char* b, size_t most, int any_case) {
  for (size_t i = 0; i < most; ++i) {
    int x = (unsigned char)a[i];
    int y = (unsigned char)b[i];
    if (any_case) {
      x = lower(x);
      y = lower(y);
    }
    if (x != y) return x - y;
    if (x == 0) break;
  }
  return 0;
}

static int in_either(const char* a, const char* b, size_t most) {
  return __heddle_sym_in_string(a, most) || __heddle_sym_in_string(b, most);
}

int heddle_lib_strcmp(const char* a, const char* b) {
  return in_either(a, b, WHOLE) ? compare(a, b, WHOLE, 0) : strcmp(a, b);
}

int heddle_lib_strncmp(const char* a, const char* b, size_t most) {
  return in_either(a, b, most) ? compare(a, b, most, 0) : strncmp(a, b, most);
}

int heddle_lib_strcasecmp(const char* a, const char* b) {
  return in_either(a, b, WHOLE) ? compare(a, b, WHOLE, 1) : strcasecmp(a, b);
}

int heddle_lib_strncasecmp(const char* a, const char* b, size_t most) {
  return in_either(a, b, most) ? compare(a, b, most, 1) : strncasecmp(a, b, most);
}

int heddle_lib_memcmp(const void* a, const void* b, size_t size) {
  if (!__heddle_sym_in_memory(a, size) && !__heddle_sym_in_memory(b, size)) return memcmp(a, b, size);
  const unsigned char* x = a;
  const unsigned char* y = b;
  for (size_t i = 0; i < size; ++i) {
    if (x[i] != y[i]) return x[i] - y[i];
  }
  return 0;
}

int heddle_lib_bcmp(const void* a, const void* b, size_t size) { return heddle_lib_memcmp(a, b, size); }

void* heddle_lib_memchr(const void* begin, int c, size_t size) {
  if (!__heddle_sym_in_memory(begin, size) && !heddle_is_symbolic(c)) return memchr(begin, c, size);
  const unsigned char* s = begin;
  for (size_t i = 0; i < size; ++i) {
    if (s[i] == (unsigned char)c) return (void*)(s + i);
  }
  return NULL;
}

char* heddle_lib_strchr(const char* s, int c) {
  if (!__heddle_sym_in_string(s, WHOLE) && !heddle_is_symbolic(c)) return strchr(s, c);
  for (;; ++s) {
    if (*s == (char)c) return (char*)s;
    if (*s == 0) return NULL;
  }
}

char* heddle_lib_strrchr(const char* s, int c) {
  if (!__heddle_sym_in_string(s, WHOLE) && !heddle_is_symbolic(c)) return strrchr(s, c);
  char* found = NULL;
  for (;; ++s) {
    if (*s == (char)c) found = (char*)s;
    if (*s == 0) return found;
  }
}

char* heddle_lib_strstr(const char* text, const char* part) {
  if (!in_either(text, part, WHOLE)) return strstr(text, part);
  const size_t size = length(part, WHOLE);
  for (;; ++text) {
    if (compare(text, part, size, 0) == 0) return (char*)text;
    if (*text == 0) return NULL;
  }
}

static int is_among(char c, const char* set) {
  for (; *set != 0; ++set) {
    if (c == *set) return 1;
  }
  return 0;
}

static size_t span(const char* s, const char* set, int inside) {
  size_t n = 0;
  while (s[n] != 0 && is_among(s[n], set) == inside) ++n;
  return n;
}

size_t heddle_lib_strspn(const char* s, const char* set) {
  return in_either(s, set, WHOLE) ? span(s, set, 1) : strspn(s, set);
}

size_t heddle_lib_strcspn(const char* s, const char* set) {
  return in_either(s, set, WHOLE) ? span(s, set, 0) : strcspn(s, set);
}

char* heddle_lib_strpbrk(const char* s, const char* set) {
  if (!in_either(s, set, WHOLE)) return strpbrk(s, set);
  s += span(s, set, 0);
  return *s == 0 ? NULL : (char*)s;
}

/* Copies: what they are of need not be decided, only where it ends. */

static void move(char* to, const char* from, size_t size) {
  memmove(to, from, size);
  __heddle_sym_copy(to, from, size);
}

char* heddle_lib_strcpy(char* to, const char* from) {
  move(to, from, heddle_lib_strlen(from) + 1);
  return to;
}

char* heddle_lib_stpcpy(char* to, const char* from) {
  const size_t size = heddle_lib_strlen(from);
  move(to, from, size + 1);
  return to + size;
}

char* heddle_lib_strncpy(char* to, const char* from, size_t most) {
  const size_t size = heddle_lib_strnlen(from, most);
  move(to, from, size);
  for (size_t i = size; i < most; ++i) to[i] = 0;
  return to;
}

char* heddle_lib_strcat(char* to, const char* from) {
  heddle_lib_strcpy(to + heddle_lib_strlen(to), from);
  return to;
}

char* heddle_lib_strncat(char* to, const char* from, size_t most) {
  char* const end = to + heddle_lib_strlen(to);
  const size_t size = heddle_lib_strnlen(from, most);
  move(end, from, size);
  end[size] = 0;
  return to;
}

char* heddle_lib_strndup(const char* from, size_t most) {
  const size_t size = heddle_lib_strnlen(from, most);
  char* const copy = malloc(size + 1);
  if (copy == NULL) return NULL;
  move(copy, from, size);
  copy[size] = 0;
  return copy;
}

char* heddle_lib_strdup(const char* from) { return heddle_lib_strndup(from, WHOLE); }

void* heddle_lib_memcpy(void* to, const void* from, size_t size) {
  move(to, from, size);
  return to;
}

void* heddle_lib_memmove(void* to, const void* from, size_t size) {
  move(to, from, size);
  return to;
}

void* heddle_lib_mempcpy(void* to, const void* from, size_t size) {
  move(to, from, size);
  return (char*)to + size;
}
