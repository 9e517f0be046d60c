#define _GNU_SOURCE
#include <stdarg.h>
#include <sys/mman.h>
#include <sys/uio.h>
#include <unistd.h>
#include <wchar.h>

#include "runtime/strings/shadows.h"
#include "runtime/strings/streams.h"

/* Functions that have no version for streams that consist of inputs. They use the real one, and the verdict names them.
 */

static FILE* heddle_lib_own_real(FILE* file, const char* function) {
  if (heddle_lib_stream(file) != NULL) __heddle_sym_real_input(function);
  return file;
}
static int heddle_lib_own_real_descriptor(int descriptor, const char* function) {
  if (heddle_lib_stream_of(descriptor) != NULL) __heddle_sym_real_input(function);
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
int heddle_lib_dup(int descriptor) { return dup(REAL_DESCRIPTOR(descriptor)); }

void* heddle_lib_mmap(void* at, size_t size, int protection, int flags, int descriptor, off_t offset) {
  if ((flags & MAP_ANONYMOUS) == 0) REAL_DESCRIPTOR(descriptor);
  /* Its content may be reached in other ways, through another mapping or read. */
  const int is_private = (flags & (MAP_ANONYMOUS | MAP_PRIVATE)) != 0;
  if (!is_private && (protection & PROT_WRITE) != 0) __heddle_sym_uncontrolled("expressions in a shared file: mmap");
  return mmap(at, size, protection, flags, descriptor, offset);
}
void* heddle_lib_mmap64(void* at, size_t size, int protection, int flags, int descriptor, off_t offset) {
  return heddle_lib_mmap(at, size, protection, flags, descriptor, offset);
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
