#define _GNU_SOURCE
#include "runtime/strings/streams.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "runtime/strings/shadows.h"

/* Opening, closing and positions. To the C library, an open file that consists of inputs is an empty one. */

enum { MAX_FILES = HEDDLE_MAX_SYMBOLIC_FILES, MAX_MEMORIES = 16 };

static pthread_mutex_t heddle_input_streams = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static struct stream standard = {.descriptor = STDIN_FILENO};
static int standard_is_replaced;
static unsigned char* contents[MAX_FILES];
static struct stream* opened;

void heddle_lib_streams_lock(void) { pthread_mutex_lock(&heddle_input_streams); }
void heddle_lib_streams_unlock(void) { pthread_mutex_unlock(&heddle_input_streams); }

/* --- the existing ones. Threads may open files at the same time: this says nothing about which did so first, and is
 * not an access of theirs. */
#define APART __attribute__((annotate("heddle_ignore"), noinline))

APART static struct stream* heddle_lib_own_find(FILE* file, int descriptor) {
  for (struct stream* s = opened; s != NULL; s = s->next) {
    if (file != NULL ? s->file == file : s->descriptor == descriptor) return s;
  }
  return NULL;
}

APART static void heddle_lib_own_add(struct stream* s) {
  s->next = opened;
  opened = s;
}

APART static void heddle_lib_own_remove(struct stream* s) {
  struct stream** at = &opened;
  while (*at != NULL && *at != s) at = &(*at)->next;
  if (*at == s) *at = s->next;
}

APART static int heddle_lib_own_is_standard(int descriptor) {
  return descriptor == STDIN_FILENO && __heddle_sym_stdin_size() != 0 && !standard_is_replaced;
}
APART static void heddle_lib_own_replace(void) { standard_is_replaced = 1; }

/* --- streams that read the program's memory, which the C library does whenever it likes */

static struct {
  FILE* file;
  void* memory;
  size_t size;
} memories[MAX_MEMORIES];

APART static void heddle_lib_own_remember(FILE* file, void* memory, size_t size) {
  int i = 0;
  while (i < MAX_MEMORIES && memories[i].file != NULL) ++i;
  if (i == MAX_MEMORIES) {
    __heddle_sym_real_input("one memory stream too many");
    return;
  }
  memories[i].file = file;
  memories[i].memory = memory;
  memories[i].size = size;
}

APART static void heddle_lib_own_forget(FILE* file) {
  for (int i = 0; i < MAX_MEMORIES; ++i) {
    if (memories[i].file == file) memories[i].file = NULL;
  }
}

APART static void heddle_lib_own_fix_memory(FILE* file) {
  for (int i = 0; i < MAX_MEMORIES; ++i) {
    if (memories[i].file == file) __heddle_sym_fix_bytes(memories[i].memory, memories[i].size, "memory stream");
  }
}

FILE* heddle_lib_fmemopen(void* memory, size_t size, const char* mode) {
  if (memory != NULL) __heddle_sym_fix_bytes(memory, size, "memory stream");
  FILE* const file = fmemopen(memory, size, mode);
  if (file != NULL && memory != NULL) heddle_lib_own_remember(file, memory, size);
  return file;
}

struct stream* heddle_lib_stream_of(int descriptor) {
  return heddle_lib_own_is_standard(descriptor) ? &standard : heddle_lib_own_find(NULL, descriptor);
}
struct stream* heddle_lib_stream(FILE* file) {
  if (file == NULL) return NULL;
  heddle_lib_own_fix_memory(file);
  return file == stdin ? (heddle_lib_own_is_standard(STDIN_FILENO) ? &standard : NULL) : heddle_lib_own_find(file, -1);
}

/* What the operating system sees of a path is fixed. */
static const char* heddle_lib_own_path(const char* path) {
  if (__heddle_sym_in_string(path, PATH_MAX)) __heddle_sym_fix_bytes(path, strlen(path) + 1, "path of a file");
  return path;
}

static const char* heddle_lib_own_plain(const char* path) {
  while (path[0] == '.' && path[1] == '/') path += 2;
  return path;
}

APART int heddle_lib_own_file(const char* path) {
  size_t size;
  const char* name;
  for (unsigned i = 0; i < MAX_FILES && (name = __heddle_sym_file(i, &size)) != NULL; ++i) {
    if (strcmp(heddle_lib_own_plain(name), heddle_lib_own_plain(path)) == 0) return (int)i;
  }
  return -1;
}

/* --- opening and closing */

static struct stream* heddle_lib_own_open_file(int number) {
  size_t size = 0;
  const char* const name = __heddle_sym_file((unsigned)number, &size);
  struct stream* const s = heddle_lib_own_memory(sizeof *s);
  heddle_lib_streams_lock();
  if (contents[number] == NULL) {
    contents[number] = heddle_lib_own_memory(size);
    __heddle_sym_input(contents[number], size, name, "1", NULL);
  }
  /* A copy: what ungetc puts back is not in the file. */
  s->content = heddle_lib_own_memory(size);
  for (size_t i = 0; i < size; ++i) s->content[i] = contents[number][i];
  heddle_lib_streams_unlock();
  s->size = size;
  s->is_file = 1;
  return s;
}

FILE* heddle_lib_fopen(const char* path, const char* mode) {
  const int number = heddle_lib_own_file(heddle_lib_own_path(path));
  if (number < 0) return fopen(path, mode);
  if (strpbrk(mode, "wa+") != NULL) {
    __heddle_sym_real_input("fopen for writing");
    return fopen(path, mode);
  }
  FILE* const file = fopen("/dev/null", mode);
  if (file == NULL) return NULL;
  struct stream* const s = heddle_lib_own_open_file(number);
  s->file = file;
  s->descriptor = fileno(file);
  heddle_lib_own_add(s);
  return file;
}
FILE* heddle_lib_fopen64(const char* path, const char* mode) { return heddle_lib_fopen(path, mode); }

int heddle_lib_open(const char* path, int flags, ...) {
  va_list list;
  va_start(list, flags);
  const mode_t mode = (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(list, mode_t) : 0;
  va_end(list);
  const int number = heddle_lib_own_file(heddle_lib_own_path(path));
  if (number < 0) return open(path, flags, mode);
  if ((flags & O_ACCMODE) != O_RDONLY) {
    __heddle_sym_real_input("open for writing");
    return open(path, flags, mode);
  }
  const int descriptor = open("/dev/null", O_RDONLY | (flags & O_CLOEXEC));
  if (descriptor < 0) return descriptor;
  struct stream* const s = heddle_lib_own_open_file(number);
  s->descriptor = descriptor;
  heddle_lib_own_add(s);
  return descriptor;
}

int heddle_lib_open64(const char* path, int flags, ...) {
  va_list list;
  va_start(list, flags);
  const mode_t mode = (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(list, mode_t) : 0;
  va_end(list);
  return heddle_lib_open(path, flags, mode);
}

static void heddle_lib_own_ends(struct stream* s) {
  if (s == NULL) return;
  if (!s->is_file) return heddle_lib_own_replace();
  heddle_lib_own_remove(s);
  free(s->content);
  free(s);
}

int heddle_lib_close(int descriptor) {
  heddle_lib_redirect(descriptor);
  heddle_lib_own_ends(heddle_lib_stream_of(descriptor));
  return close(descriptor);
}
int heddle_lib_fclose(FILE* file) {
  heddle_lib_own_ends(heddle_lib_stream(file));
  heddle_lib_own_forget(file);
  return fclose(file);
}
int heddle_lib_dup2(int from, int to) {
  heddle_lib_redirect(to);
  heddle_lib_own_ends(heddle_lib_stream_of(to));
  return dup2(from, to);
}
int heddle_lib_dup3(int from, int to, int flags) {
  heddle_lib_redirect(to);
  heddle_lib_own_ends(heddle_lib_stream_of(to));
  return dup3(from, to, flags);
}
FILE* heddle_lib_freopen(const char* path, const char* mode, FILE* file) {
  heddle_lib_redirect(fileno(file));
  heddle_lib_own_ends(heddle_lib_stream(file));
  return freopen(path == NULL ? NULL : heddle_lib_own_path(path), mode, file);
}
FILE* heddle_lib_freopen64(const char* path, const char* mode, FILE* file) {
  return heddle_lib_freopen(path, mode, file);
}
/* The descriptor gets a stream. */
FILE* heddle_lib_fdopen(int descriptor, const char* mode) {
  struct stream* const s = heddle_lib_stream_of(descriptor);
  if (s != NULL && !s->is_file) __heddle_sym_real_input("fdopen");
  FILE* const file = fdopen(descriptor, mode);
  if (s != NULL && s->is_file) s->file = file;
  return file;
}

/* --- the content */

const unsigned char* heddle_lib_rest(struct stream* s, size_t* size) {
  if (s->content == NULL) {
    s->size = __heddle_sym_stdin_size();
    s->content = heddle_lib_own_memory(s->size);
    __heddle_sym_input(s->content, s->size, "stdin", "1", NULL);
  }
  *size = s->position < s->size ? s->size - s->position : 0;
  return s->content + s->position;
}

void heddle_lib_skip(struct stream* s, size_t size) { s->position += size; }

int heddle_lib_own_next(struct stream* s) {
  size_t left;
  const unsigned char* const rest = heddle_lib_rest(s, &left);
  if (left == 0) {
    s->at_end = 1;
    return EOF;
  }
  ++s->position;
  return *rest;
}

void heddle_lib_own_back(struct stream* s) { --s->position; }

/* --- positions: standard input may be a pipe, which has none */

static off_t heddle_lib_own_seek(struct stream* s, off_t offset, int from) {
  heddle_lib_streams_lock();
  const off_t base = from == SEEK_SET ? 0 : from == SEEK_CUR ? (off_t)s->position : (off_t)s->size;
  off_t result = -1;
  if ((from == SEEK_SET || from == SEEK_CUR || from == SEEK_END) && base + offset >= 0) {
    result = base + offset;
    s->position = (size_t)result;
    s->at_end = 0;
  } else {
    errno = EINVAL;
  }
  heddle_lib_streams_unlock();
  return result;
}

static struct stream* heddle_lib_own_with_position(struct stream* s, const char* function) {
  if (s == NULL || s->is_file) return s;
  __heddle_sym_real_input(function);
  return NULL;
}
#define WITH_POSITION(stream) heddle_lib_own_with_position(stream, __func__ + sizeof "heddle_lib_" - 1)

int heddle_lib_fseek(FILE* file, long offset, int from) {
  struct stream* const s = WITH_POSITION(heddle_lib_stream(file));
  return s == NULL ? fseek(file, offset, from) : heddle_lib_own_seek(s, offset, from) < 0 ? -1 : 0;
}
int heddle_lib_fseeko(FILE* file, off_t offset, int from) {
  struct stream* const s = WITH_POSITION(heddle_lib_stream(file));
  return s == NULL ? fseeko(file, offset, from) : heddle_lib_own_seek(s, offset, from) < 0 ? -1 : 0;
}
int heddle_lib_fseeko64(FILE* file, off_t offset, int from) { return heddle_lib_fseeko(file, offset, from); }
off_t heddle_lib_ftello(FILE* file) {
  struct stream* const s = WITH_POSITION(heddle_lib_stream(file));
  return s == NULL ? ftello(file) : heddle_lib_own_seek(s, 0, SEEK_CUR);
}
off_t heddle_lib_ftello64(FILE* file) { return heddle_lib_ftello(file); }
long heddle_lib_ftell(FILE* file) { return heddle_lib_ftello(file); }
void heddle_lib_rewind(FILE* file) {
  struct stream* const s = WITH_POSITION(heddle_lib_stream(file));
  if (s == NULL) return rewind(file);
  heddle_lib_own_seek(s, 0, SEEK_SET);
}
off_t heddle_lib_lseek(int descriptor, off_t offset, int from) {
  struct stream* const s = WITH_POSITION(heddle_lib_stream_of(descriptor));
  return s == NULL ? lseek(descriptor, offset, from) : heddle_lib_own_seek(s, offset, from);
}
off_t heddle_lib_lseek64(int descriptor, off_t offset, int from) { return heddle_lib_lseek(descriptor, offset, from); }
#undef WITH_POSITION

/* --- what is known about a file without reading it */

static int heddle_lib_own_describe(int number, struct stat* to) {
  size_t size = 0;
  __heddle_sym_file((unsigned)number, &size);
  const int result = stat("/dev/null", to);
  to->st_mode = S_IFREG | 0444;
  to->st_size = (off_t)size;
  return result;
}

int heddle_lib_stat(const char* path, struct stat* to) {
  const int number = heddle_lib_own_file(heddle_lib_own_path(path));
  return number < 0 ? stat(path, to) : heddle_lib_own_describe(number, to);
}
int heddle_lib_lstat(const char* path, struct stat* to) {
  const int number = heddle_lib_own_file(heddle_lib_own_path(path));
  return number < 0 ? lstat(path, to) : heddle_lib_own_describe(number, to);
}
int heddle_lib_fstat(int descriptor, struct stat* to) {
  const struct stream* const s = heddle_lib_stream_of(descriptor);
  const int result = fstat(descriptor, to);
  if (result == 0 && s != NULL && s->is_file) {
    to->st_mode = S_IFREG | 0444;
    to->st_size = (off_t)s->size;
  }
  return result;
}
int heddle_lib_access(const char* path, int how) {
  if (heddle_lib_own_file(heddle_lib_own_path(path)) < 0) return access(path, how);
  if ((how & (W_OK | X_OK)) == 0) return 0;
  errno = EACCES;
  return -1;
}
