#define _GNU_SOURCE
#include <stdarg.h>
#include <sys/mman.h>
#include <sys/uio.h>
#include <unistd.h>
#include <wchar.h>

#include "shadows.h"
#include "standard_input.h"

/* Functions that have no version for standard input that consists of inputs. They get the real one, and the verdict
 * names them; those that put something else in its place make it what it was. */

static FILE* heddle_lib_own_real(FILE* file, const char* function) {
  if (heddle_lib_own_is_ours(file)) __heddle_sym_real_stdin(function);
  return file;
}
static int heddle_lib_own_real_descriptor(int descriptor, const char* function) {
  if (heddle_lib_own_is_our_descriptor(descriptor)) __heddle_sym_real_stdin(function);
  return descriptor;
}
#define REAL(file) heddle_lib_own_real(file, __func__ + sizeof "heddle_lib_" - 1)
#define REAL_DESCRIPTOR(descriptor) heddle_lib_own_real_descriptor(descriptor, __func__ + sizeof "heddle_lib_" - 1)

wint_t heddle_lib_fgetwc(FILE* file) { return fgetwc(REAL(file)); }
wint_t heddle_lib_getwc(FILE* file) { return getwc(REAL(file)); }
wint_t heddle_lib_fgetwc_unlocked(FILE* file) { return fgetwc(REAL(file)); }
wint_t heddle_lib_getwc_unlocked(FILE* file) { return getwc(REAL(file)); }
wint_t heddle_lib_getwchar(void) { return fgetwc(REAL(stdin)); }
wint_t heddle_lib_getwchar_unlocked(void) { return fgetwc(REAL(stdin)); }
wint_t heddle_lib_ungetwc(wint_t c, FILE* file) { return ungetwc(c, REAL(file)); }
wchar_t* heddle_lib_fgetws(wchar_t* to, int size, FILE* file) { return fgetws(to, size, REAL(file)); }
int heddle_lib_getw(FILE* file) { return getw(REAL(file)); }

int heddle_lib_fseek(FILE* file, long offset, int from) { return fseek(REAL(file), offset, from); }
int heddle_lib_fseeko(FILE* file, off_t offset, int from) { return fseeko(REAL(file), offset, from); }
int heddle_lib_fseeko64(FILE* file, off_t offset, int from) { return fseeko(REAL(file), offset, from); }
long heddle_lib_ftell(FILE* file) { return ftell(REAL(file)); }
off_t heddle_lib_ftello(FILE* file) { return ftello(REAL(file)); }
off_t heddle_lib_ftello64(FILE* file) { return ftello(REAL(file)); }
void heddle_lib_rewind(FILE* file) { rewind(REAL(file)); }
int heddle_lib_fgetpos(FILE* file, fpos_t* to) { return fgetpos(REAL(file), to); }
int heddle_lib_fsetpos(FILE* file, const fpos_t* to) { return fsetpos(REAL(file), to); }

ssize_t heddle_lib_readv(int descriptor, const struct iovec* parts, int count) {
  return readv(REAL_DESCRIPTOR(descriptor), parts, count);
}
ssize_t heddle_lib_preadv(int descriptor, const struct iovec* parts, int count, off_t offset) {
  return preadv(REAL_DESCRIPTOR(descriptor), parts, count, offset);
}
ssize_t heddle_lib_pread(int descriptor, void* to, size_t size, off_t offset) {
  return pread(REAL_DESCRIPTOR(descriptor), to, size, offset);
}
ssize_t heddle_lib_pread64(int descriptor, void* to, size_t size, off_t offset) {
  return pread(REAL_DESCRIPTOR(descriptor), to, size, offset);
}
off_t heddle_lib_lseek(int descriptor, off_t offset, int from) {
  return lseek(REAL_DESCRIPTOR(descriptor), offset, from);
}
off_t heddle_lib_lseek64(int descriptor, off_t offset, int from) {
  return lseek(REAL_DESCRIPTOR(descriptor), offset, from);
}
int heddle_lib_dup(int descriptor) { return dup(REAL_DESCRIPTOR(descriptor)); }
FILE* heddle_lib_fdopen(int descriptor, const char* mode) { return fdopen(REAL_DESCRIPTOR(descriptor), mode); }

void* heddle_lib_mmap(void* at, size_t size, int protection, int flags, int descriptor, off_t offset) {
  if ((flags & MAP_ANONYMOUS) == 0) REAL_DESCRIPTOR(descriptor);
  return mmap(at, size, protection, flags, descriptor, offset);
}
void* heddle_lib_mmap64(void* at, size_t size, int protection, int flags, int descriptor, off_t offset) {
  if ((flags & MAP_ANONYMOUS) == 0) REAL_DESCRIPTOR(descriptor);
  return mmap(at, size, protection, flags, descriptor, offset);
}

#define WIDE(prefix)                                                                   \
  int heddle_lib_##prefix##vwscanf(const wchar_t* format, va_list list) {              \
    return vfwscanf(REAL(stdin), format, list);                                        \
  }                                                                                    \
  int heddle_lib_##prefix##vfwscanf(FILE* file, const wchar_t* format, va_list list) { \
    return vfwscanf(REAL(file), format, list);                                         \
  }                                                                                    \
  int heddle_lib_##prefix##wscanf(const wchar_t* format, ...) {                        \
    va_list list;                                                                      \
    va_start(list, format);                                                            \
    const int result = vfwscanf(REAL(stdin), format, list);                            \
    va_end(list);                                                                      \
    return result;                                                                     \
  }                                                                                    \
  int heddle_lib_##prefix##fwscanf(FILE* file, const wchar_t* format, ...) {           \
    va_list list;                                                                      \
    va_start(list, format);                                                            \
    const int result = vfwscanf(REAL(file), format, list);                             \
    va_end(list);                                                                      \
    return result;                                                                     \
  }
WIDE()
WIDE(__isoc99_)
WIDE(__isoc23_)
#undef WIDE
#undef REAL
#undef REAL_DESCRIPTOR

static void heddle_lib_own_replaces(int descriptor) {
  if (heddle_lib_own_is_our_descriptor(descriptor)) heddle_lib_own_replace();
}

int heddle_lib_close(int descriptor) {
  heddle_lib_own_replaces(descriptor);
  return close(descriptor);
}
int heddle_lib_fclose(FILE* file) {
  if (file == stdin) heddle_lib_own_replaces(STDIN_FILENO);
  return fclose(file);
}
int heddle_lib_dup2(int from, int to) {
  heddle_lib_own_replaces(to);
  return dup2(from, to);
}
int heddle_lib_dup3(int from, int to, int flags) {
  heddle_lib_own_replaces(to);
  return dup3(from, to, flags);
}
FILE* heddle_lib_freopen(const char* path, const char* mode, FILE* file) {
  if (file == stdin) heddle_lib_own_replaces(STDIN_FILENO);
  return freopen(path, mode, file);
}
FILE* heddle_lib_freopen64(const char* path, const char* mode, FILE* file) {
  return heddle_lib_freopen(path, mode, file);
}
