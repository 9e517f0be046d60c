#define _GNU_SOURCE
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "runtime/strings/shadows.h"
#include "runtime/strings/streams.h"

/* Reading from streams that consist of inputs; otherwise what was read has no shadows. */

static size_t heddle_lib_own_take(struct stream* s, void* to, size_t size) {
  size_t left;
  const unsigned char* const rest = heddle_lib_rest(s, &left);
  const size_t count = size < left ? size : left;
  for (size_t i = 0; i < count; ++i) ((unsigned char*)to)[i] = rest[i];
  heddle_lib_skip(s, count);
  return count;
}

ssize_t heddle_lib_read(int descriptor, void* to, size_t size) {
  struct stream* const s = heddle_lib_stream_of(descriptor);
  if (s == NULL) {
    const ssize_t result = read(descriptor, to, size);
    if (result > 0) __heddle_sym_set(to, 0, 0, (size_t)result);
    return result;
  }
  if (heddle_lib_own_read_fails()) return -1;
  heddle_lib_streams_lock();
  const size_t count = heddle_lib_own_take(s, to, size);
  heddle_lib_streams_unlock();
  return (ssize_t)count;
}
ssize_t heddle_lib___read_chk(int descriptor, void* to, size_t size, size_t room) {
  if (size > room) abort();
  return heddle_lib_read(descriptor, to, size);
}

int heddle_lib_fgetc(FILE* file) {
  struct stream* const s = heddle_lib_stream(file);
  if (s == NULL) return fgetc(file);
  heddle_lib_streams_lock();
  const int c = heddle_lib_own_next(s);
  heddle_lib_streams_unlock();
  return c;
}
int heddle_lib_getc(FILE* file) { return heddle_lib_fgetc(file); }
int heddle_lib_getc_unlocked(FILE* file) { return heddle_lib_fgetc(file); }
int heddle_lib_fgetc_unlocked(FILE* file) { return heddle_lib_fgetc(file); }
int heddle_lib_getchar(void) { return heddle_lib_fgetc(stdin); }
int heddle_lib_getchar_unlocked(void) { return heddle_lib_fgetc(stdin); }

int heddle_lib_feof(FILE* file) {
  struct stream* const s = heddle_lib_stream(file);
  if (s == NULL) return feof(file);
  heddle_lib_streams_lock();
  const int result = s->at_end;
  heddle_lib_streams_unlock();
  return result;
}
int heddle_lib_feof_unlocked(FILE* file) { return heddle_lib_feof(file); }

void heddle_lib_clearerr(FILE* file) {
  struct stream* const s = heddle_lib_stream(file);
  if (s == NULL) return clearerr(file);
  heddle_lib_streams_lock();
  s->at_end = 0;
  heddle_lib_streams_unlock();
}

int heddle_lib_ungetc(int c, FILE* file) {
  struct stream* const s = heddle_lib_stream(file);
  if (s == NULL) return ungetc(c, file);
  heddle_lib_streams_lock();
  const int result = c == EOF || s->position == 0 || s->position > s->size ? EOF : (unsigned char)c;
  if (result != EOF) {
    s->content[--s->position] = (unsigned char)c;
    s->at_end = 0;
  }
  heddle_lib_streams_unlock();
  return result;
}

char* heddle_lib_fgets(char* to, int size, FILE* file) {
  struct stream* const s = heddle_lib_stream(file);
  if (s == NULL) {
    char* const result = fgets(to, size, file);
    if (result != NULL) __heddle_sym_set(to, 0, 0, (size_t)size);
    return result;
  }
  if (size <= 0) return NULL;
  heddle_lib_streams_lock();
  int count = 0;
  int c = 0;
  while (count + 1 < size && c != '\n') {
    c = heddle_lib_own_next(s);
    if (c == EOF) break;
    to[count++] = (char)c;
  }
  heddle_lib_streams_unlock();
  if (count == 0 && size > 1) return NULL;
  to[count] = 0;
  return to;
}
char* heddle_lib_fgets_unlocked(char* to, int size, FILE* file) { return heddle_lib_fgets(to, size, file); }
char* heddle_lib___fgets_chk(char* to, size_t room, int size, FILE* file) {
  if (size > 0 && (size_t)size > room) abort();
  return heddle_lib_fgets(to, size, file);
}

/* It is unknown how much room there is. */
char* heddle_lib_gets(char* to) {
  size_t count = 0;
  for (int c; (c = heddle_lib_getchar()) != '\n';) {
    if (c == EOF && count == 0) return NULL;
    if (c == EOF) break;
    to[count++] = (char)c;
  }
  to[count] = 0;
  return to;
}

size_t heddle_lib_fread(void* to, size_t size, size_t count, FILE* file) {
  struct stream* const s = heddle_lib_stream(file);
  if (s == NULL) {
    const size_t result = fread(to, size, count, file);
    __heddle_sym_set(to, 0, 0, result * size);
    return result;
  }
  if (size == 0 || count == 0) return 0;
  heddle_lib_streams_lock();
  const size_t bytes = heddle_lib_own_take(s, to, size * count);
  if (bytes < size * count) s->at_end = 1;
  heddle_lib_streams_unlock();
  return bytes / size;
}
size_t heddle_lib_fread_unlocked(void* to, size_t size, size_t count, FILE* file) {
  return heddle_lib_fread(to, size, count, file);
}
size_t heddle_lib___fread_chk(void* to, size_t room, size_t size, size_t count, FILE* file) {
  if (size != 0 && count > room / size) abort();
  return heddle_lib_fread(to, size, count, file);
}

static ssize_t heddle_lib_own_line(struct stream* s, char** line, size_t* room, int delimiter) {
  size_t count = 0;
  for (int c = EOF; count == 0 || c != delimiter;) {
    c = heddle_lib_own_next(s);
    if (c == EOF) break;
    if (*line == NULL || count + 2 > *room) {
      const size_t wanted = count + 2 > 120 ? 2 * count + 2 : 120;
      char* const larger = realloc(*line, wanted);
      if (larger == NULL) return -1;
      *line = larger;
      *room = wanted;
    }
    (*line)[count++] = (char)c;
  }
  if (count == 0) return -1;
  (*line)[count] = 0;
  return (ssize_t)count;
}

ssize_t heddle_lib_getdelim(char** line, size_t* room, int delimiter, FILE* file) {
  struct stream* const s = heddle_lib_stream(file);
  if (s == NULL) {
    const ssize_t result = getdelim(line, room, delimiter, file);
    __heddle_sym_set(line, 0, 0, sizeof *line);
    __heddle_sym_set(room, 0, 0, sizeof *room);
    if (result >= 0) __heddle_sym_set(*line, 0, 0, (size_t)result + 1);
    return result;
  }
  if (line == NULL || room == NULL) {
    errno = EINVAL;
    return -1;
  }
  heddle_lib_streams_lock();
  const ssize_t result = heddle_lib_own_line(s, line, room, delimiter);
  heddle_lib_streams_unlock();
  return result;
}
ssize_t heddle_lib___getdelim(char** line, size_t* room, int delimiter, FILE* file) {
  return heddle_lib_getdelim(line, room, delimiter, file);
}
ssize_t heddle_lib_getline(char** line, size_t* room, FILE* file) {
  return heddle_lib_getdelim(line, room, '\n', file);
}
