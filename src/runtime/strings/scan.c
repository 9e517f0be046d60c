#define _GNU_SOURCE
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/strings/parsed.h"
#include "runtime/strings/shadows.h"
#include "runtime/strings/streams.h"

/* scanf and its relatives, as in glibc with the locale "C". Used if the text may have shadows, or if what is stored may
 * replace something that has. Numbers, characters and strings are decided byte by byte; everything else (floating
 * point, pointers, wide characters, memory of its own) is left to the library, one directive at a time, and the bytes
 * that it looked at are fixed. */

/* Where the text comes from: a string, a stream, or one that consists of inputs. */
struct source {
  const unsigned char* text;
  FILE* file;
  struct stream* inputs;
  int ahead; /* a byte that was looked at but not consumed, EOF, or NONE */
  int taken;
  int binary; /* does this version of C have 0b1? */
};
enum { NONE = -2 };

enum outcome { DONE, NO_MATCH, NO_INPUT };

enum length { PLAIN, CHAR, SHORT, LONG, LONG_DOUBLE };

struct directive {
  const char* begin;
  const char* end;
  char kind;
  int kept;      /* not suppressed by '*' */
  int is_simple; /* the library is not needed for it */
  long width;    /* LONG_MAX if there is none */
  enum length length;
  unsigned char set[256]; /* of %[ */
};

static int heddle_lib_own_peek(struct source* s) {
  if (s->ahead != NONE) return s->ahead;
  if (s->text != NULL) {
    s->ahead = *s->text == 0 ? EOF : *s->text;
    if (s->ahead != EOF) ++s->text;
  } else {
    s->ahead = s->file != NULL ? getc(s->file) : heddle_lib_own_next(s->inputs);
  }
  return s->ahead;
}

static void heddle_lib_own_accept(struct source* s) {
  s->ahead = NONE;
  ++s->taken;
}

static void heddle_lib_own_give_back(struct source* s) {
  if (s->ahead != NONE && s->ahead != EOF) {
    if (s->text != NULL) {
      --s->text;
    } else if (s->file != NULL) {
      ungetc(s->ahead, s->file);
    } else {
      heddle_lib_own_back(s->inputs);
    }
  }
  s->ahead = NONE;
}

static void heddle_lib_own_skip_space(struct source* s) {
  while (heddle_lib_own_is_space(heddle_lib_own_peek(s))) heddle_lib_own_accept(s);
}

/* --- the format */

/* The characters between the brackets; null if the closing one is missing. */
static const char* heddle_lib_own_read_set(const char* f, unsigned char* set) {
  const int inverted = *f == '^';
  if (inverted) ++f;
  for (int i = 0; i < 256; ++i) set[i] = (unsigned char)inverted;
  const char* const first = f;
  for (; *f != 0 && (*f != ']' || f == first); ++f) {
    const unsigned char c = (unsigned char)*f;
    const unsigned char next = (unsigned char)f[1];
    if (c == '-' && f != first && next != 0 && next != ']' && (unsigned char)f[-1] <= next) {
      for (int i = (unsigned char)f[-1]; i < next; ++i) set[i] = (unsigned char)!inverted;
    } else {
      set[c] = (unsigned char)!inverted;
    }
  }
  return *f == 0 ? NULL : f + 1;
}

static const char* heddle_lib_own_read_length(const char* f, enum length* length) {
  switch (*f) {
    case 'h': *length = f[1] == 'h' ? CHAR : SHORT; return f[1] == 'h' ? f + 2 : f + 1;
    case 'l': *length = f[1] == 'l' ? LONG_DOUBLE : LONG; return f[1] == 'l' ? f + 2 : f + 1;
    case 'q':
    case 'L': *length = LONG_DOUBLE; return f + 1;
    case 'j':
    case 'z':
    case 't': *length = LONG; return f + 1;
    default: *length = PLAIN; return f;
  }
}

/* The directive that begins with this '%'. */
static void heddle_lib_own_read_directive(const char* f, struct directive* d) {
  d->begin = f++;
  d->kept = 1;
  d->is_simple = 1;
  for (; *f == '*' || *f == '\'' || *f == 'I'; ++f) {
    if (*f == '*') {
      d->kept = 0;
    } else {
      d->is_simple = 0;
    }
  }
  d->width = 0;
  for (; *f >= '0' && *f <= '9'; ++f) {
    if (d->width < INT_MAX) d->width = d->width * 10 + (*f - '0');
  }
  if (d->width == 0) d->width = LONG_MAX;
  if (*f == 'm') {
    d->is_simple = 0;
    ++f;
  }
  f = heddle_lib_own_read_length(f, &d->length);
  d->kind = *f;
  if (*f != 0) ++f;
  if (d->kind == '[') {
    f = heddle_lib_own_read_set(f, d->set);
    if (f == NULL) d->kind = 0;
  }
  d->end = f;
}

/* Does the format number its arguments, as in %1$d? Then all of its directives do. */
static int heddle_lib_own_is_numbered(const char* f) {
  for (; *f != 0; ++f) {
    if (*f != '%') continue;
    const char* digit = f + 1;
    while (*digit >= '0' && *digit <= '9') ++digit;
    if (digit != f + 1 && *digit == '$') return 1;
    if (f[1] == '%') ++f;
  }
  return 0;
}

/* --- directives */

static void heddle_lib_own_store(void* to, enum length length, unsigned long value) {
  switch (length) {
    case CHAR: *(unsigned char*)to = (unsigned char)value; break;
    case SHORT: *(unsigned short*)to = (unsigned short)value; break;
    case PLAIN: *(unsigned*)to = (unsigned)value; break;
    case LONG:
    case LONG_DOUBLE: *(unsigned long*)to = value; break;
  }
}

static int heddle_lib_own_base_of(const struct source* s, char kind) {
  switch (kind) {
    case 'd':
    case 'u': return 10;
    case 'o': return 8;
    case 'x':
    case 'X': return 16;
    case 'b': return s->binary ? 2 : -1;
    case 'i': return 0;
    default: return -1;
  }
}

/* The base of a number that begins with 0, after that 0; a prefix that gives the base is consumed. */
static int heddle_lib_own_take_base(struct source* s, int base, long* left) {
  if (*left > 0 && (base == 0 || base == 16) && (heddle_lib_own_peek(s) | 32) == 'x') {
    heddle_lib_own_accept(s);
    --*left;
    return 16;
  }
  if (*left > 0 && s->binary && (base == 0 || base == 2) && (heddle_lib_own_peek(s) | 32) == 'b') {
    heddle_lib_own_accept(s);
    --*left;
    return 2;
  }
  return base == 0 ? 8 : base;
}

static enum outcome heddle_lib_own_number(struct source* s, const struct directive* d, int base, void* to) {
  struct parsed p = {0, 0, 0, 0};
  long left = d->width;
  if (heddle_lib_own_peek(s) == EOF) return NO_INPUT;
  if (heddle_lib_own_peek(s) == '-') {
    p.negative = 1;
    heddle_lib_own_accept(s);
    --left;
  } else if (heddle_lib_own_peek(s) == '+') {
    heddle_lib_own_accept(s);
    --left;
  }
  int zero = 0;
  if ((base == 0 || base == 16 || base == 2) && left > 0 && heddle_lib_own_peek(s) == '0') {
    zero = 1;
    heddle_lib_own_accept(s);
    --left;
    base = heddle_lib_own_take_base(s, base, &left);
  }
  if (base == 0) base = 10;
  for (int digit; left > 0 && (digit = heddle_lib_own_digit(heddle_lib_own_peek(s), base)) >= 0; --left) {
    heddle_lib_own_add_digit(&p, base, digit);
    heddle_lib_own_accept(s);
  }
  if (p.digits == 0 && !zero) return NO_MATCH;
  const int is_signed = d->kind == 'd' || d->kind == 'i';
  const unsigned long value = is_signed ? (unsigned long)heddle_lib_own_as_signed(&p) : heddle_lib_own_as_unsigned(&p);
  if (to != NULL) heddle_lib_own_store(to, d->length, value);
  return DONE;
}

/* Is it in the set? Not a decision by itself. */
static int heddle_lib_own_is_in(const unsigned char* set, int c) {
  int result = 0;
  for (int low = 0; low < 256; ++low) {
    if (!set[low]) continue;
    int high = low;
    while (high < 255 && set[high + 1]) ++high;
    result |= heddle_lib_own_within(c, low, high);
    low = high;
  }
  return result;
}

static enum outcome heddle_lib_own_text(struct source* s, const struct directive* d, char* to) {
  long left = d->kind == 'c' && d->width == LONG_MAX ? 1 : d->width;
  if (heddle_lib_own_peek(s) == EOF) return NO_INPUT;
  size_t count = 0;
  for (; left > 0 && heddle_lib_own_peek(s) != EOF; --left, ++count) {
    const int c = heddle_lib_own_peek(s);
    if (d->kind == 's' && heddle_lib_own_is_space(c)) break;
    if (d->kind == '[' && !heddle_lib_own_is_in(d->set, c)) break;
    if (to != NULL) to[count] = (char)c;
    heddle_lib_own_accept(s);
  }
  if (count == 0) return NO_MATCH;
  if (to != NULL && d->kind != 'c') to[count] = 0;
  return DONE;
}

/* --- what is left to the library */

/* How much it stores, as far as that is known in advance. */
static size_t heddle_lib_own_size_of(const struct directive* d) {
  switch (d->kind) {
    case 'a':
    case 'A':
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G': return d->length == PLAIN ? sizeof(float) : d->length == LONG ? sizeof(double) : 10;
    case 'p':
    case 's':
    case 'c':
    case '[':
    case 'S':
    case 'C': return sizeof(void*);
    default: return 0;
  }
}

static const char* heddle_lib_own_reason(const struct directive* d) {
  switch (heddle_lib_own_size_of(d) != 0 ? d->kind : 0) {
    case 'p': return "a pointer for scanf";
    case 's':
    case 'c':
    case '[':
    case 'S':
    case 'C': return "a conversion of scanf without expressions";
    case 0: return "a format of scanf that is not known";
    default: return "floating point for scanf";
  }
}

/* A stream of the remaining input, for the library to read. Null if the source is a stream itself. */
static FILE* heddle_lib_own_open(struct source* s, const unsigned char** rest, size_t* size) {
  heddle_lib_own_give_back(s);
  if (s->file != NULL) return NULL;
  *size = 0;
  if (s->text != NULL) {
    *rest = s->text;
    while ((*rest)[*size] != 0) ++*size;
  } else {
    *rest = heddle_lib_rest(s->inputs, size);
  }
  return fmemopen((void*)*rest, *size, "r");
}

/* The library has read it: everything that it consumed, plus one byte to see where that ends. */
static void heddle_lib_own_close(struct source* s, FILE* stream, const unsigned char* rest, size_t size,
                                 const char* reason) {
  if (stream == NULL) return;
  const size_t taken = (size_t)ftell(stream);
  fclose(stream);
  __heddle_sym_fix_bytes(rest, taken < size ? taken + 1 : taken, reason);
  if (s->text != NULL) {
    s->text += taken;
  } else {
    heddle_lib_skip(s->inputs, taken);
    /* It reached the end, which the stream remembers. */
    if (taken == size) heddle_lib_own_next(s->inputs);
  }
}

static enum outcome heddle_lib_own_library(struct source* s, const struct directive* d, void* to) {
  const size_t length = (size_t)(d->end - d->begin);
  char* const format = heddle_lib_own_memory(length + 3);
  memcpy(format, d->begin, length);
  memcpy(format + length, "%n", 3);
  const unsigned char* rest = NULL;
  size_t size = 0;
  FILE* const stream = heddle_lib_own_open(s, &rest, &size);
  int taken = -1;
  FILE* const file = s->file != NULL ? s->file : stream;
  int result = EOF;
  if (file != NULL) result = d->kept ? fscanf(file, format, to, &taken) : fscanf(file, format, &taken);
  free(format);
  heddle_lib_own_close(s, stream, rest, size, heddle_lib_own_reason(d));
  if (taken < 0) return result == EOF ? NO_INPUT : NO_MATCH;
  s->taken += taken;
  if (to != NULL) __heddle_sym_set(to, 0, 0, heddle_lib_own_size_of(d));
  return DONE;
}

static int heddle_lib_own_all_by_library(struct source* s, const char* format, va_list list) {
  const unsigned char* rest = NULL;
  size_t size = 0;
  FILE* const stream = heddle_lib_own_open(s, &rest, &size);
  const int result = vfscanf(s->file != NULL ? s->file : stream, format, list);
  heddle_lib_own_close(s, stream, rest, size, "a format of scanf that is not known");
  return result;
}

/* --- all of it */

static enum outcome heddle_lib_own_one(struct source* s, const struct directive* d, void* to) {
  const int is_text = d->kind == 'c' || d->kind == 's' || d->kind == '[';
  if (d->kind != '[' && d->kind != 'c' && d->kind != 'C') heddle_lib_own_skip_space(s);
  const int base = heddle_lib_own_base_of(s, d->kind);
  if (d->is_simple && base >= 0) return heddle_lib_own_number(s, d, base, to);
  if (d->is_simple && is_text && d->length != LONG && d->length != LONG_DOUBLE) return heddle_lib_own_text(s, d, to);
  return heddle_lib_own_library(s, d, to);
}

static enum outcome heddle_lib_own_literal(struct source* s, char c) {
  if (heddle_lib_own_peek(s) == EOF) return NO_INPUT;
  if (heddle_lib_own_peek(s) != (unsigned char)c) return NO_MATCH;
  heddle_lib_own_accept(s);
  return DONE;
}

static int heddle_lib_own_scan(struct source* s, const char* f, va_list list) {
  if (heddle_lib_own_is_numbered(f)) return heddle_lib_own_all_by_library(s, f, list);
  int stored = 0;
  enum outcome outcome = DONE;
  struct directive d;
  while (*f != 0 && outcome == DONE) {
    if (heddle_lib_own_is_space((unsigned char)*f)) {
      heddle_lib_own_skip_space(s);
      ++f;
      continue;
    }
    if (*f != '%') {
      outcome = heddle_lib_own_literal(s, *f++);
      continue;
    }
    heddle_lib_own_read_directive(f, &d);
    if (d.kind == 0) {
      outcome = NO_MATCH;
    } else if (d.kind == '%') {
      heddle_lib_own_skip_space(s);
      outcome = heddle_lib_own_literal(s, '%');
    } else if (d.kind == 'n') {
      if (d.kept) heddle_lib_own_store(__heddle_sym_concrete(va_arg(list, void*)), d.length, (unsigned long)s->taken);
    } else {
      outcome = heddle_lib_own_one(s, &d, d.kept ? __heddle_sym_concrete(va_arg(list, void*)) : NULL);
      if (outcome == DONE && d.kept) ++stored;
    }
    f = d.end;
  }
  heddle_lib_own_give_back(s);
  return outcome == NO_INPUT && stored == 0 ? EOF : stored;
}

static int heddle_lib_own_scan_file(FILE* file, const char* format, va_list list, int binary) {
  struct stream* const inputs = heddle_lib_stream(file);
  if (inputs == NULL) {
    if (!__heddle_sym_in_any_memory()) return vfscanf(file, format, list);
    struct source s = {NULL, file, NULL, NONE, 0, binary};
    return heddle_lib_own_scan(&s, format, list);
  }
  heddle_lib_streams_lock();
  struct source s = {NULL, NULL, inputs, NONE, 0, binary};
  const int result = heddle_lib_own_scan(&s, format, list);
  heddle_lib_streams_unlock();
  return result;
}

static int heddle_lib_own_scan_text(const char* text, const char* format, va_list list, int binary) {
  if (!__heddle_sym_in_any_memory()) return vsscanf(text, format, list);
  struct source s = {(const unsigned char*)text, NULL, NULL, NONE, 0, binary};
  return heddle_lib_own_scan(&s, format, list);
}

#define WITH_LIST(call)      \
  va_list list;              \
  va_start(list, format);    \
  const int result = (call); \
  va_end(list);              \
  return result

#define FAMILY(prefix, binary)                                                           \
  int heddle_lib_##prefix##vscanf(const char* format, va_list list) {                    \
    return heddle_lib_own_scan_file(stdin, format, list, binary);                        \
  }                                                                                      \
  int heddle_lib_##prefix##vfscanf(FILE* file, const char* format, va_list list) {       \
    return heddle_lib_own_scan_file(file, format, list, binary);                         \
  }                                                                                      \
  int heddle_lib_##prefix##vsscanf(const char* text, const char* format, va_list list) { \
    return heddle_lib_own_scan_text(text, format, list, binary);                         \
  }                                                                                      \
  int heddle_lib_##prefix##scanf(const char* format, ...) {                              \
    WITH_LIST(heddle_lib_own_scan_file(stdin, format, list, binary));                    \
  }                                                                                      \
  int heddle_lib_##prefix##fscanf(FILE* file, const char* format, ...) {                 \
    WITH_LIST(heddle_lib_own_scan_file(file, format, list, binary));                     \
  }                                                                                      \
  int heddle_lib_##prefix##sscanf(const char* text, const char* format, ...) {           \
    WITH_LIST(heddle_lib_own_scan_text(text, format, list, binary));                     \
  }
FAMILY(, 0)
FAMILY(__isoc99_, 0)
FAMILY(__isoc23_, 1)
#undef FAMILY
#undef WITH_LIST
