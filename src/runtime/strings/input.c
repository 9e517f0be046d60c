#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "shadows.h"
#include "standard_input.h"

/* Standard input, if it consists of inputs; otherwise what was read has no shadows. As any stream it has a lock, so
 * that threads which read it at once do so in every order. */

void __heddle_sym_input(void* object, size_t size, const char* name, const char* pattern, const void* place);

static pthread_mutex_t heddle_stdin = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static unsigned char* content;
static size_t position;
static int at_end;
static int replaced;

void heddle_lib_stdin_lock(void) { pthread_mutex_lock(&heddle_stdin); }
void heddle_lib_stdin_unlock(void) { pthread_mutex_unlock(&heddle_stdin); }

void heddle_lib_own_replace(void) { replaced = 1; }
int heddle_lib_own_is_our_descriptor(int descriptor) {
  return descriptor == STDIN_FILENO && __heddle_sym_stdin_size() != 0 && !replaced;
}
int heddle_lib_own_is_ours(FILE* file) { return file == stdin && heddle_lib_own_is_our_descriptor(STDIN_FILENO); }

const unsigned char* heddle_lib_stdin_rest(size_t* size) {
  if (content == NULL) {
    content = malloc(__heddle_sym_stdin_size());
    __heddle_sym_input(content, __heddle_sym_stdin_size(), "stdin", "1", NULL);
  }
  *size = __heddle_sym_stdin_size() - position;
  return content + position;
}

void heddle_lib_stdin_skip(size_t size) { position += size; }

int heddle_lib_own_next(void) {
  size_t left;
  const unsigned char* const rest = heddle_lib_stdin_rest(&left);
  if (left == 0) {
    at_end = 1;
    return EOF;
  }
  ++position;
  return *rest;
}

void heddle_lib_own_back(void) { --position; }

static size_t heddle_lib_own_take(void* to, size_t size) {
  size_t left;
  const unsigned char* const rest = heddle_lib_stdin_rest(&left);
  const size_t count = size < left ? size : left;
  for (size_t i = 0; i < count; ++i) ((unsigned char*)to)[i] = rest[i];
  position += count;
  return count;
}

ssize_t heddle_lib_read(int descriptor, void* to, size_t size) {
  if (!heddle_lib_own_is_our_descriptor(descriptor)) {
    const ssize_t result = read(descriptor, to, size);
    if (result > 0) __heddle_sym_set(to, 0, 0, (size_t)result);
    return result;
  }
  heddle_lib_stdin_lock();
  const size_t count = heddle_lib_own_take(to, size);
  heddle_lib_stdin_unlock();
  return (ssize_t)count;
}
ssize_t heddle_lib___read_chk(int descriptor, void* to, size_t size, size_t room) {
  if (size > room) abort();
  return heddle_lib_read(descriptor, to, size);
}

int heddle_lib_fgetc(FILE* file) {
  if (!heddle_lib_own_is_ours(file)) return fgetc(file);
  heddle_lib_stdin_lock();
  const int c = heddle_lib_own_next();
  heddle_lib_stdin_unlock();
  return c;
}
int heddle_lib_getc(FILE* file) { return heddle_lib_fgetc(file); }
int heddle_lib_getc_unlocked(FILE* file) { return heddle_lib_fgetc(file); }
int heddle_lib_fgetc_unlocked(FILE* file) { return heddle_lib_fgetc(file); }
int heddle_lib_getchar(void) { return heddle_lib_fgetc(stdin); }
int heddle_lib_getchar_unlocked(void) { return heddle_lib_fgetc(stdin); }

int heddle_lib_feof(FILE* file) {
  if (!heddle_lib_own_is_ours(file)) return feof(file);
  heddle_lib_stdin_lock();
  const int result = at_end;
  heddle_lib_stdin_unlock();
  return result;
}
int heddle_lib_feof_unlocked(FILE* file) { return heddle_lib_feof(file); }

void heddle_lib_clearerr(FILE* file) {
  if (!heddle_lib_own_is_ours(file)) return clearerr(file);
  heddle_lib_stdin_lock();
  at_end = 0;
  heddle_lib_stdin_unlock();
}

int heddle_lib_ungetc(int c, FILE* file) {
  if (!heddle_lib_own_is_ours(file)) return ungetc(c, file);
  heddle_lib_stdin_lock();
  const int result = c == EOF || position == 0 ? EOF : (unsigned char)c;
  if (result != EOF) {
    content[--position] = (unsigned char)c;
    at_end = 0;
  }
  heddle_lib_stdin_unlock();
  return result;
}

char* heddle_lib_fgets(char* to, int size, FILE* file) {
  if (!heddle_lib_own_is_ours(file)) {
    char* const result = fgets(to, size, file);
    if (result != NULL) __heddle_sym_set(to, 0, 0, (size_t)size);
    return result;
  }
  if (size <= 0) return NULL;
  heddle_lib_stdin_lock();
  int count = 0;
  int c = 0;
  while (count + 1 < size && c != '\n') {
    c = heddle_lib_own_next();
    if (c == EOF) break;
    to[count++] = (char)c;
  }
  heddle_lib_stdin_unlock();
  if (count == 0 && size > 1) return NULL;
  to[count] = 0;
  return to;
}
char* heddle_lib_fgets_unlocked(char* to, int size, FILE* file) { return heddle_lib_fgets(to, size, file); }
char* heddle_lib___fgets_chk(char* to, size_t room, int size, FILE* file) {
  if (size > 0 && (size_t)size > room) abort();
  return heddle_lib_fgets(to, size, file);
}

/* Nobody knows how much room there is. */
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
  if (!heddle_lib_own_is_ours(file)) {
    const size_t result = fread(to, size, count, file);
    __heddle_sym_set(to, 0, 0, result * size);
    return result;
  }
  if (size == 0 || count == 0) return 0;
  heddle_lib_stdin_lock();
  const size_t bytes = heddle_lib_own_take(to, size * count);
  if (bytes < size * count) at_end = 1;
  heddle_lib_stdin_unlock();
  return bytes / size;
}
size_t heddle_lib_fread_unlocked(void* to, size_t size, size_t count, FILE* file) {
  return heddle_lib_fread(to, size, count, file);
}
size_t heddle_lib___fread_chk(void* to, size_t room, size_t size, size_t count, FILE* file) {
  if (size != 0 && count > room / size) abort();
  return heddle_lib_fread(to, size, count, file);
}

static ssize_t heddle_lib_own_line(char** line, size_t* room, int delimiter) {
  size_t count = 0;
  for (int c = EOF; count == 0 || c != delimiter;) {
    c = heddle_lib_own_next();
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
  if (!heddle_lib_own_is_ours(file)) {
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
  heddle_lib_stdin_lock();
  const ssize_t result = heddle_lib_own_line(line, room, delimiter);
  heddle_lib_stdin_unlock();
  return result;
}
ssize_t heddle_lib___getdelim(char** line, size_t* room, int delimiter, FILE* file) {
  return heddle_lib_getdelim(line, room, delimiter, file);
}
ssize_t heddle_lib_getline(char** line, size_t* room, FILE* file) {
  return heddle_lib_getdelim(line, room, '\n', file);
}
