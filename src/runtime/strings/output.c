#define _GNU_SOURCE
#include <stdint.h>
#include <stdio.h>
#include <unistd.h>

#include "runtime/strings/shadows.h"
#include "runtime/strings/streams.h"

/* What a program prints is not fixed: it does not come back, unless it goes to a file, a pipe or a text. */

/* As Output::Where in src/instrument/leaving.h. */
enum where { STANDARD, STREAM, DESCRIPTOR, STREAM_OBJECT, REDIRECTION };

/* std::cout, cerr and clog, if the program has them. */
extern char _ZSt4cout[] __attribute__((weak));
extern char _ZSt4cerr[] __attribute__((weak));
extern char _ZSt4clog[] __attribute__((weak));
enum { STREAM_OBJECT_SIZE = 272 };

static int is_redirected;

#define APART __attribute__((annotate("heddle_ignore"), noinline))

APART static int heddle_lib_own_is_console(int descriptor) {
  return !is_redirected && (descriptor == STDOUT_FILENO || descriptor == STDERR_FILENO);
}

APART static int heddle_lib_own_is_in(const void* stream, const char* object) {
  const uintptr_t offset = (uintptr_t)stream - (uintptr_t)object;
  return object != NULL && offset < STREAM_OBJECT_SIZE;
}

APART static int heddle_lib_own_is_console_object(const void* stream) {
  return heddle_lib_own_is_in(stream, _ZSt4cout) || heddle_lib_own_is_in(stream, _ZSt4cerr) ||
         heddle_lib_own_is_in(stream, _ZSt4clog);
}

/* Does the format report back to the program how much was written? */
APART static int heddle_lib_own_counts(const char* format) {
  for (; format != NULL && *format != 0; ++format) {
    if (*format != '%') continue;
    do ++format;
    while (*format != 0 &&
           (*format < 'A' || *format == 'L' || *format == 'h' || *format == 'l' || *format == 'j' || *format == 'z' ||
            *format == 't' || *format == 'q') &&
           *format != '%');
    if (*format == 'n') return 1;
    if (*format == 0) break;
  }
  return 0;
}

APART unsigned __heddle_sym_comes_back(unsigned where, const void* stream, const char* format) {
  if (heddle_lib_own_counts(format)) return 1;
  switch ((enum where)where) {
    case STANDARD: return !heddle_lib_own_is_console(fileno(stdout));
    case STREAM: return stream == NULL || !heddle_lib_own_is_console(fileno((FILE*)stream));
    case DESCRIPTOR: return !heddle_lib_own_is_console((int)(intptr_t)stream);
    case STREAM_OBJECT: return is_redirected || !heddle_lib_own_is_console_object(stream);
    case REDIRECTION:
      if (heddle_lib_own_is_console_object(stream)) is_redirected = 1;
      return 0;
  }
  return 1;
}

/* From now on, what is written to this descriptor goes somewhere else. */
APART void heddle_lib_redirect(int descriptor) {
  if (descriptor == STDOUT_FILENO || descriptor == STDERR_FILENO) is_redirected = 1;
}

/* The program can inspect a buffer of its own. */
static void heddle_lib_own_buffer(FILE* file, const char* buffer) {
  if (buffer != NULL) heddle_lib_redirect(fileno(file));
}
int heddle_lib_setvbuf(FILE* file, char* buffer, int mode, size_t size) {
  heddle_lib_own_buffer(file, buffer);
  return setvbuf(file, buffer, mode, size);
}
void heddle_lib_setbuf(FILE* file, char* buffer) {
  heddle_lib_own_buffer(file, buffer);
  setbuf(file, buffer);
}
void heddle_lib_setbuffer(FILE* file, char* buffer, size_t size) {
  heddle_lib_own_buffer(file, buffer);
  setbuffer(file, buffer, size);
}
