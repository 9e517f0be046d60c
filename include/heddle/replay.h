#ifndef HEDDLE_REPLAY_H
#define HEDDLE_REPLAY_H

/* Inputs of a stored run for a program that is compiled without Heddle, with gcov or any other tool:
 *
 *   gcc --coverage -DHEDDLE_REPLAY program.c -o program
 *   HEDDLE_INPUTS=heddle-out/corpus/0a1b2c3d program
 *
 * heddle/heddle.h includes this file then; programs that only use the functions of other tools need
 * `-include heddle/replay.h`. `heddle replay --corpus=DIR ./program` runs over a whole folder.
 *
 * HEDDLE_INPUTS names a file of a corpus: bytes, which inputs take in the order in which they come, or JSON. What the file
 * does not say is 0, or the lowest of its range. Of a program whose threads take inputs, the first thread is known, and
 * the others are numbered in the order in which they take their first. A choice (heddle_choice) is the first one. */

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Each file of a program has them, and the linker takes one. */
#define HEDDLE_REPLAY_FUNCTION __attribute__((weak))

#ifdef __cplusplus
extern "C" {
#endif

/* The n-th input of a thread. */
struct heddle_replay_value {
  unsigned thread;
  unsigned nth;
  unsigned size; /* bytes */
  uint64_t value;
};

struct heddle_replay_state {
  pthread_mutex_t lock;
  bool is_read;
  bool is_json;
  unsigned char* bytes; /* of a file without JSON */
  size_t size;
  size_t next;
  struct heddle_replay_value* values;
  size_t count;
  unsigned threads; /* besides the first, that have taken inputs */
};

HEDDLE_REPLAY_FUNCTION struct heddle_replay_state heddle_replay_state = {
    PTHREAD_MUTEX_INITIALIZER, false, false, NULL, 0, 0, NULL, 0, 0};
HEDDLE_REPLAY_FUNCTION __thread unsigned heddle_replay_thread = 0; /* 1 + its number; 0: not known yet */
HEDDLE_REPLAY_FUNCTION __thread unsigned heddle_replay_taken = 0;

HEDDLE_REPLAY_FUNCTION void heddle_replay_fail(const char* why, const char* file) {
  fprintf(stderr, "heddle/replay.h: %s: %s\n", file, why);
  _exit(2);
}

HEDDLE_REPLAY_FUNCTION void heddle_replay_add(unsigned thread, unsigned nth, unsigned size, uint64_t value) {
  struct heddle_replay_state* s = &heddle_replay_state;
  if ((s->count & (s->count - 1)) == 0) {
    const size_t room = s->count == 0 ? 1 : 2 * s->count;
    s->values = (struct heddle_replay_value*)realloc(s->values, room * sizeof *s->values);
    if (s->values == NULL) abort();
  }
  s->values[s->count].thread = thread;
  s->values[s->count].nth = nth;
  s->values[s->count].size = size;
  s->values[s->count++].value = value;
}

/* The number behind a name; false if there is none before `end`. */
HEDDLE_REPLAY_FUNCTION bool heddle_replay_number(const char* line, const char* end, const char* name, uint64_t* value) {
  const char* const at = strstr(line, name);
  if (at == NULL || at >= end) return false;
  const char* const digits = at + strlen(name);
  *value = *digits == '-' ? (uint64_t)strtoll(digits, NULL, 10) : (uint64_t)strtoull(digits, NULL, 10);
  return true;
}

/* One line for each input, as Heddle writes them. */
HEDDLE_REPLAY_FUNCTION void heddle_replay_parse(const char* text, const char* file) {
  for (const char* line = strstr(text, "{\"thread\":"); line != NULL; line = strstr(line + 1, "{\"thread\":")) {
    const char* end = strchr(line, '\n');
    if (end == NULL) end = line + strlen(line);
    uint64_t thread = 0, nth = 0, width = 8, value = 0;
    if (!heddle_replay_number(line, end, "\"thread\":", &thread) || !heddle_replay_number(line, end, "\"nth\":", &nth))
      heddle_replay_fail("these are no inputs", file);
    heddle_replay_number(line, end, "\"width\":", &width);
    if (heddle_replay_number(line, end, "\"value\":", &value)) {
      heddle_replay_add((unsigned)thread, (unsigned)nth, (unsigned)(width + 7) / 8, value);
      continue;
    }
    const char* at = strstr(line, "\"bytes\":[");
    if (at == NULL || at >= end) heddle_replay_fail("these are no inputs", file);
    at += strlen("\"bytes\":[");
    while (*at >= '0' && *at <= '9') {
      char* behind = NULL;
      heddle_replay_add((unsigned)thread, (unsigned)nth++, 1, strtoull(at, &behind, 10));
      at = *behind == ',' ? behind + 1 : behind;
    }
  }
}

HEDDLE_REPLAY_FUNCTION void heddle_replay_read(void) {
  struct heddle_replay_state* s = &heddle_replay_state;
  const char* const name = getenv("HEDDLE_INPUTS");
  s->is_read = true;
  if (name == NULL) return;
  FILE* const file = fopen(name, "rb");
  if (file == NULL) heddle_replay_fail("cannot be read", name);
  for (size_t room = 0; !feof(file);) {
    if (s->size + 1 >= room) {
      room = 2 * room + 4096;
      s->bytes = (unsigned char*)realloc(s->bytes, room);
      if (s->bytes == NULL) abort();
    }
    const size_t got = fread(s->bytes + s->size, 1, room - s->size - 1, file);
    if (got == 0) break;
    s->size += got;
  }
  fclose(file);
  const size_t length = strlen(name);
  s->is_json = length > 5 && strcmp(name + length - 5, ".json") == 0;
  if (!s->is_json || s->bytes == NULL) return;
  s->bytes[s->size] = 0;
  heddle_replay_parse((const char*)s->bytes, name);
}

/* What the file says about the next input of this thread; null if nothing. */
HEDDLE_REPLAY_FUNCTION const struct heddle_replay_value* heddle_replay_next(void) {
  struct heddle_replay_state* s = &heddle_replay_state;
  if (!s->is_read) heddle_replay_read();
  if (heddle_replay_thread == 0) heddle_replay_thread = syscall(SYS_gettid) == getpid() ? 1 : 2 + s->threads++;
  for (size_t i = 0; i < s->count; ++i) {
    if (s->values[i].thread + 1 == heddle_replay_thread && s->values[i].nth == heddle_replay_taken)
      return &s->values[i];
  }
  return NULL;
}

HEDDLE_REPLAY_FUNCTION uint64_t heddle_replay_take(unsigned size, uint64_t otherwise) {
  struct heddle_replay_state* s = &heddle_replay_state;
  uint64_t value = otherwise;
  pthread_mutex_lock(&s->lock);
  const struct heddle_replay_value* const said = heddle_replay_next();
  ++heddle_replay_taken;
  if (said != NULL) {
    value = said->value;
  } else if (!s->is_json && s->next < s->size) {
    value = 0;
    for (unsigned i = 0; i < size && s->next < s->size; ++i) value |= (uint64_t)s->bytes[s->next++] << (8 * i);
  }
  pthread_mutex_unlock(&s->lock);
  return value;
}

HEDDLE_REPLAY_FUNCTION unsigned heddle_replay_next_size(void) {
  struct heddle_replay_state* s = &heddle_replay_state;
  pthread_mutex_lock(&s->lock);
  const struct heddle_replay_value* const said = heddle_replay_next();
  const unsigned size = said != NULL ? said->size : 1;
  pthread_mutex_unlock(&s->lock);
  return size;
}

/* One input for each number in it, at its place: what lies between two of them is no input. */
HEDDLE_REPLAY_FUNCTION void heddle_input(void* object, size_t size, const char* name) {
  (void)name;
  memset(object, 0, size);
  for (size_t at = 0; at < size;) {
    const unsigned part = heddle_replay_next_size();
    at = (at + part - 1) / part * part;
    if (at + part > size) break;
    const uint64_t value = heddle_replay_take(part, 0);
    memcpy((char*)object + at, &value, part);
    at += part;
  }
}

HEDDLE_REPLAY_FUNCTION bool heddle_explores(void) { return false; }
HEDDLE_REPLAY_FUNCTION int heddle_int(const char* name) { return (void)name, (int)heddle_replay_take(4, 0); }
HEDDLE_REPLAY_FUNCTION bool heddle_bool(const char* name) { return (void)name, (heddle_replay_take(1, 0) & 1) != 0; }
HEDDLE_REPLAY_FUNCTION uint8_t heddle_uint8(const char* name) { return (void)name, (uint8_t)heddle_replay_take(1, 0); }
HEDDLE_REPLAY_FUNCTION uint16_t heddle_uint16(const char* name) {
  return (void)name, (uint16_t)heddle_replay_take(2, 0);
}
HEDDLE_REPLAY_FUNCTION uint32_t heddle_uint32(const char* name) {
  return (void)name, (uint32_t)heddle_replay_take(4, 0);
}
HEDDLE_REPLAY_FUNCTION uint64_t heddle_uint64(const char* name) { return (void)name, heddle_replay_take(8, 0); }
HEDDLE_REPLAY_FUNCTION void heddle_assume(int condition) {
  if (!condition) exit(0);
}
HEDDLE_REPLAY_FUNCTION int heddle_range(const char* name, int low, int high) {
  const int value = (int)heddle_replay_take(4, (uint64_t)low);
  (void)name;
  heddle_assume(low <= value && value <= high);
  return value;
}
HEDDLE_REPLAY_FUNCTION unsigned heddle_choice(unsigned count) { return (void)count, 0; }

HEDDLE_REPLAY_FUNCTION void klee_make_symbolic(void* object, size_t size, const char* name) {
  heddle_input(object, size, name);
}
HEDDLE_REPLAY_FUNCTION int klee_int(const char* name) { return heddle_int(name); }
HEDDLE_REPLAY_FUNCTION int klee_range(int begin, int end, const char* name) {
  return heddle_range(name, begin, end - 1);
}
HEDDLE_REPLAY_FUNCTION void klee_assume(uintptr_t condition) { heddle_assume(condition != 0); }

HEDDLE_REPLAY_FUNCTION void __VERIFIER_assume(int condition) { heddle_assume(condition); }
HEDDLE_REPLAY_FUNCTION void reach_error(void) { abort(); }
#define HEDDLE_REPLAY_NONDET(type, suffix) \
  HEDDLE_REPLAY_FUNCTION type __VERIFIER_nondet_##suffix(void) { return (type)heddle_replay_take(sizeof(type), 0); }
HEDDLE_REPLAY_NONDET(bool, bool)
HEDDLE_REPLAY_NONDET(char, char)
HEDDLE_REPLAY_NONDET(unsigned char, uchar)
HEDDLE_REPLAY_NONDET(short, short)
HEDDLE_REPLAY_NONDET(unsigned short, ushort)
HEDDLE_REPLAY_NONDET(int, int)
HEDDLE_REPLAY_NONDET(unsigned, uint)
HEDDLE_REPLAY_NONDET(long, long)
HEDDLE_REPLAY_NONDET(unsigned long, ulong)
HEDDLE_REPLAY_NONDET(long long, longlong)
HEDDLE_REPLAY_NONDET(unsigned long long, ulonglong)
#undef HEDDLE_REPLAY_NONDET
HEDDLE_REPLAY_FUNCTION float __VERIFIER_nondet_float(void) {
  const uint32_t bits = (uint32_t)heddle_replay_take(4, 0);
  float value;
  memcpy(&value, &bits, sizeof value);
  return value;
}
HEDDLE_REPLAY_FUNCTION double __VERIFIER_nondet_double(void) {
  const uint64_t bits = heddle_replay_take(8, 0);
  double value;
  memcpy(&value, &bits, sizeof value);
  return value;
}

#ifdef __cplusplus
}
#endif

#endif
