#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "shadows.h"

/* Standard input, if it consists of inputs (--sym-stdin); otherwise what was read has no shadows. */

size_t __heddle_sym_stdin_size(void);
void __heddle_sym_input(void* object, size_t size, const char* name, const char* pattern, const void* place);
void __heddle_sym_set(const void* to, unsigned byte, unsigned byte_value, size_t size);

static unsigned char* content;
static size_t position;
static int at_end;

static size_t heddle_lib_own_left(void) {
  const size_t size = __heddle_sym_stdin_size();
  if (content == NULL) {
    content = malloc(size);
    __heddle_sym_input(content, size, "stdin", "1", NULL);
  }
  return size - position;
}

static int heddle_lib_own_next(void) {
  if (heddle_lib_own_left() == 0) {
    at_end = 1;
    return EOF;
  }
  return content[position++];
}

static int heddle_lib_own_is_ours(FILE* file) { return file == stdin && __heddle_sym_stdin_size() != 0; }

ssize_t heddle_lib_read(int descriptor, void* to, size_t size) {
  if (descriptor != STDIN_FILENO || __heddle_sym_stdin_size() == 0) {
    const ssize_t result = read(descriptor, to, size);
    if (result > 0) __heddle_sym_set(to, 0, 0, (size_t)result);
    return result;
  }
  const size_t count = size < heddle_lib_own_left() ? size : heddle_lib_own_left();
  for (size_t i = 0; i < count; ++i) ((unsigned char*)to)[i] = content[position++];
  return (ssize_t)count;
}

int heddle_lib_fgetc(FILE* file) { return heddle_lib_own_is_ours(file) ? heddle_lib_own_next() : fgetc(file); }
int heddle_lib_getc(FILE* file) { return heddle_lib_own_is_ours(file) ? heddle_lib_own_next() : getc(file); }
int heddle_lib_getc_unlocked(FILE* file) { return heddle_lib_fgetc(file); }
int heddle_lib_getchar(void) { return heddle_lib_fgetc(stdin); }
int heddle_lib_getchar_unlocked(void) { return heddle_lib_fgetc(stdin); }
int heddle_lib_feof(FILE* file) { return heddle_lib_own_is_ours(file) ? at_end : feof(file); }

int heddle_lib_ungetc(int c, FILE* file) {
  if (!heddle_lib_own_is_ours(file)) return ungetc(c, file);
  if (c == EOF || position == 0) return EOF;
  content[--position] = (unsigned char)c;
  at_end = 0;
  return c;
}

char* heddle_lib_fgets(char* to, int size, FILE* file) {
  if (!heddle_lib_own_is_ours(file)) {
    char* const result = fgets(to, size, file);
    if (result != NULL) __heddle_sym_set(to, 0, 0, (size_t)size);
    return result;
  }
  int count = 0;
  while (count + 1 < size) {
    const int c = heddle_lib_own_next();
    if (c == EOF) break;
    to[count++] = (char)c;
    if (c == '\n') break;
  }
  if (count == 0) return NULL;
  to[count] = 0;
  return to;
}

size_t heddle_lib_fread(void* to, size_t size, size_t count, FILE* file) {
  if (!heddle_lib_own_is_ours(file)) {
    const size_t result = fread(to, size, count, file);
    __heddle_sym_set(to, 0, 0, result * size);
    return result;
  }
  const size_t whole = size == 0 ? 0 : heddle_lib_own_left() / size;
  const size_t given = count < whole ? count : whole;
  if (given < count) at_end = 1;
  for (size_t i = 0; i < given * size; ++i) ((unsigned char*)to)[i] = content[position++];
  return given;
}
