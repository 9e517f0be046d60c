#include <stdlib.h>
#include <string.h>

#include "runtime/strings/shadows.h"

/* The length of strings, copies and searches. Every look at a byte that something depends on is a decision. */

static int heddle_lib_own_lower(int c) { return c + 32 * ((c >= 'A') & (c <= 'Z')); }

static size_t heddle_lib_own_length(const char* s, size_t most) {
  size_t n = 0;
  while (n < most && s[n] != 0) ++n;
  return n;
}

size_t heddle_lib_strlen(const char* s) {
  return __heddle_sym_in_string(s, WHOLE) ? heddle_lib_own_length(s, WHOLE) : strlen(s);
}

size_t heddle_lib_strnlen(const char* s, size_t most) {
  return __heddle_sym_in_string(s, most) ? heddle_lib_own_length(s, most) : strnlen(s, most);
}

static int heddle_lib_own_compare(const char* a, const char* b, size_t most, int any_case) {
  for (size_t i = 0; i < most; ++i) {
    int x = (unsigned char)a[i];
    int y = (unsigned char)b[i];
    if (any_case) {
      x = heddle_lib_own_lower(x);
      y = heddle_lib_own_lower(y);
    }
    if (x != y) return x - y;
    if (x == 0) break;
  }
  return 0;
}

static int heddle_lib_own_in_either(const char* a, const char* b, size_t most) {
  return __heddle_sym_in_string(a, most) || __heddle_sym_in_string(b, most);
}

int heddle_lib_strcmp(const char* a, const char* b) {
  return heddle_lib_own_in_either(a, b, WHOLE) ? heddle_lib_own_compare(a, b, WHOLE, 0) : strcmp(a, b);
}

int heddle_lib_strncmp(const char* a, const char* b, size_t most) {
  return heddle_lib_own_in_either(a, b, most) ? heddle_lib_own_compare(a, b, most, 0) : strncmp(a, b, most);
}

int heddle_lib_strcasecmp(const char* a, const char* b) {
  return heddle_lib_own_in_either(a, b, WHOLE) ? heddle_lib_own_compare(a, b, WHOLE, 1) : strcasecmp(a, b);
}

int heddle_lib_strncasecmp(const char* a, const char* b, size_t most) {
  return heddle_lib_own_in_either(a, b, most) ? heddle_lib_own_compare(a, b, most, 1) : strncasecmp(a, b, most);
}

/* Are they equal? One decision: whether a text is a certain word is found out at once, not byte by byte. */
static int heddle_lib_own_is_same(const unsigned char* x, const unsigned char* y, size_t size) {
  _Bool same = 1;
  for (size_t i = 0; i < size; ++i) same &= x[i] == y[i];
  return same;
}

enum { LONGEST_WORD = 64 };

int heddle_lib_memcmp(const void* a, const void* b, size_t size) {
  if (!__heddle_sym_in_memory(a, size) && !__heddle_sym_in_memory(b, size)) return memcmp(a, b, size);
  const unsigned char* x = a;
  const unsigned char* y = b;
  if (size <= LONGEST_WORD && heddle_lib_own_is_same(x, y, size)) return 0;
  for (size_t i = 0; i < size; ++i) {
    if (x[i] != y[i]) return x[i] - y[i];
  }
  return 0;
}

int heddle_lib_bcmp(const void* a, const void* b, size_t size) { return heddle_lib_memcmp(a, b, size); }

/* For a text that does not depend on inputs, where a character is that does: one number in a table, not a decision for
 * each character of the text. Only whether it is there at all is decided. */
enum { CHARACTERS = 256, NOWHERE = 0xffff };
typedef unsigned short heddle_lib_own_positions[CHARACTERS];

static void* heddle_lib_own_look_up(const void* begin, size_t size, int c, int last) {
  const unsigned char* const s = begin;
  heddle_lib_own_positions positions;
  for (int i = 0; i < CHARACTERS; ++i) positions[i] = NOWHERE;
  for (size_t i = 0; i < size; ++i) {
    if (last || positions[s[i]] == NOWHERE) positions[s[i]] = (unsigned short)i;
  }
  const unsigned short at = positions[(unsigned char)c];
  return at == NOWHERE ? NULL : (void*)(s + at);
}

void* heddle_lib_memchr(const void* begin, int c, size_t size) {
  const int has_inputs = __heddle_sym_in_memory(begin, size);
  if (!has_inputs && !heddle_is_symbolic(c)) return memchr(begin, c, size);
  if (!has_inputs && size < NOWHERE) return heddle_lib_own_look_up(begin, size, c, 0);
  const unsigned char* s = begin;
  for (size_t i = 0; i < size; ++i) {
    if (s[i] == (unsigned char)c) return (void*)(s + i);
  }
  return NULL;
}

char* heddle_lib_strchr(const char* s, int c) {
  const int has_inputs = __heddle_sym_in_string(s, WHOLE);
  if (!has_inputs && !heddle_is_symbolic(c)) return strchr(s, c);
  if (!has_inputs && strlen(s) < NOWHERE) return heddle_lib_own_look_up(s, strlen(s) + 1, c, 0);
  for (;; ++s) {
    if (*s == (char)c) return (char*)s;
    if (*s == 0) return NULL;
  }
}

char* heddle_lib_strrchr(const char* s, int c) {
  const int has_inputs = __heddle_sym_in_string(s, WHOLE);
  if (!has_inputs && !heddle_is_symbolic(c)) return strrchr(s, c);
  if (!has_inputs && strlen(s) < NOWHERE) return heddle_lib_own_look_up(s, strlen(s) + 1, c, 1);
  char* found = NULL;
  for (;; ++s) {
    if (*s == (char)c) found = (char*)s;
    if (*s == 0) return found;
  }
}

char* heddle_lib_strstr(const char* text, const char* part) {
  if (!heddle_lib_own_in_either(text, part, WHOLE)) return strstr(text, part);
  const size_t size = heddle_lib_own_length(part, WHOLE);
  for (;; ++text) {
    if (heddle_lib_own_compare(text, part, size, 0) == 0) return (char*)text;
    if (*text == 0) return NULL;
  }
}

static int heddle_lib_own_is_among(char c, const char* set) {
  for (; *set != 0; ++set) {
    if (c == *set) return 1;
  }
  return 0;
}

/* The same for each character of a text and a set that does not depend on inputs. */
static size_t heddle_lib_own_span_of_known(const char* s, const char* set, int inside) {
  unsigned char among[CHARACTERS];
  for (int i = 0; i < CHARACTERS; ++i) among[i] = (unsigned char)!inside;
  for (; *set != 0; ++set) among[(unsigned char)*set] = (unsigned char)inside;
  among[0] = 0; /* the end of the text is the end of the span */
  size_t n = 0;
  while (among[(unsigned char)s[n]]) ++n;
  return n;
}

static size_t heddle_lib_own_span(const char* s, const char* set, int inside) {
  if (!__heddle_sym_in_string(set, WHOLE)) return heddle_lib_own_span_of_known(s, set, inside);
  size_t n = 0;
  while (s[n] != 0 && heddle_lib_own_is_among(s[n], set) == inside) ++n;
  return n;
}

size_t heddle_lib_strspn(const char* s, const char* set) {
  return heddle_lib_own_in_either(s, set, WHOLE) ? heddle_lib_own_span(s, set, 1) : strspn(s, set);
}

size_t heddle_lib_strcspn(const char* s, const char* set) {
  return heddle_lib_own_in_either(s, set, WHOLE) ? heddle_lib_own_span(s, set, 0) : strcspn(s, set);
}

char* heddle_lib_strpbrk(const char* s, const char* set) {
  if (!heddle_lib_own_in_either(s, set, WHOLE)) return strpbrk(s, set);
  s += heddle_lib_own_span(s, set, 0);
  return *s == 0 ? NULL : (char*)s;
}

/* Copies: their content need not be decided, only where it ends. */

static void heddle_lib_own_move(char* to, const char* from, size_t size) {
  memmove(to, from, size);
  __heddle_sym_copy(to, from, size);
}

char* heddle_lib_strcpy(char* to, const char* from) {
  heddle_lib_own_move(to, from, heddle_lib_strlen(from) + 1);
  return to;
}

char* heddle_lib_stpcpy(char* to, const char* from) {
  const size_t size = heddle_lib_strlen(from);
  heddle_lib_own_move(to, from, size + 1);
  return to + size;
}

char* heddle_lib_strncpy(char* to, const char* from, size_t most) {
  const size_t size = heddle_lib_strnlen(from, most);
  heddle_lib_own_move(to, from, size);
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
  heddle_lib_own_move(end, from, size);
  end[size] = 0;
  return to;
}

char* heddle_lib_strndup(const char* from, size_t most) {
  const size_t size = heddle_lib_strnlen(from, most);
  char* const copy = malloc(size + 1);
  if (copy == NULL) return NULL;
  heddle_lib_own_move(copy, from, size);
  copy[size] = 0;
  return copy;
}

char* heddle_lib_strdup(const char* from) { return heddle_lib_strndup(from, WHOLE); }

void* heddle_lib_memcpy(void* to, const void* from, size_t size) {
  heddle_lib_own_move(to, from, size);
  return to;
}

void* heddle_lib_memmove(void* to, const void* from, size_t size) {
  heddle_lib_own_move(to, from, size);
  return to;
}

void* heddle_lib_mempcpy(void* to, const void* from, size_t size) {
  heddle_lib_own_move(to, from, size);
  return (char*)to + size;
}

/* The position of strtok is a variable of the library that all threads share: this one replaces it in all programs. */
static char* text_of_strtok;

char* heddle_lib_strtok(char* text, const char* separators) {
  char* begin = text != NULL ? text : text_of_strtok;
  if (begin == NULL) return NULL;
  begin += heddle_lib_own_span(begin, separators, 1);
  if (*begin == 0) {
    text_of_strtok = begin;
    return NULL;
  }
  char* const end = begin + heddle_lib_own_span(begin, separators, 0);
  text_of_strtok = *end == 0 ? end : end + 1;
  if (*end != 0) *end = 0;
  return begin;
}
char* strtok(char* text, const char* separators) __attribute__((alias("heddle_lib_strtok")));
