#include <dlfcn.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdarg>
#include <cstdio>

#include "abi/symbolic.h"
#include "runtime/anchor.h"
#include "runtime/die.h"
#include "runtime/real.h"

// Streams that consist of inputs (--sym-stdin, --sym-file), for code without shadows: std::cin, other libraries, calls
// by pointers. It gets the values of this run, and they are fixed. Code with shadows calls the versions of these
// functions in runtime/strings instead.

// NOLINTBEGIN(bugprone-reserved-identifier): names of the C library.
extern "C" {
struct stream;
void heddle_lib_streams_lock(void);
void heddle_lib_streams_unlock(void);
stream* heddle_lib_stream(FILE* file);
stream* heddle_lib_stream_of(int descriptor);
const unsigned char* heddle_lib_rest(stream* s, std::size_t* size);
void heddle_lib_skip(stream* s, std::size_t size);
int heddle_lib_getc(FILE* file);
int heddle_lib_feof(FILE* file);
int heddle_lib_ungetc(int c, FILE* file);
char* heddle_lib_fgets(char* to, int size, FILE* file);
std::size_t heddle_lib_fread(void* to, std::size_t size, std::size_t count, FILE* file);
ssize_t heddle_lib_read(int descriptor, void* to, std::size_t size);
ssize_t heddle_lib_getdelim(char** line, std::size_t* room, int delimiter, FILE* file);
int heddle_lib_vfscanf(FILE* file, const char* format, va_list list);
}

namespace heddle::runtime {

namespace {

bool has_streams() {
  if (anchor == nullptr || anchor->channel == nullptr || !anchor->scheduler.running()) return false;
  const abi::Settings& settings = anchor->channel->settings;
  return settings.symbolic_stdin != 0 || settings.symbolic_files != 0;
}
stream* ours(FILE* file) { return has_streams() ? heddle_lib_stream(file) : nullptr; }

// Reads by `read` and fixes what that has taken. What the next one would have been may have mattered, too.
template <class Read>
auto fixed(stream* s, const Read& read) {
  heddle_lib_streams_lock();
  std::size_t before = 0;
  const unsigned char* const begin = heddle_lib_rest(s, &before);
  const auto result = read();
  std::size_t left = 0;
  heddle_lib_rest(s, &left);
  runtime().symbolic.fix_memory(reinterpret_cast<std::uintptr_t>(begin), before - left,
                                "input for code without expressions, such as std::cin", nullptr);
  heddle_lib_streams_unlock();
  return result;
}

template <class Function>
Function* real(Function* /*ours*/, RealInput::Name which, const char* name) {
  void*& known = runtime().real_input.functions[which];
  if (known == nullptr) known = dlsym(RTLD_NEXT, name);
  if (known == nullptr) die("the C library has no %s", name);
  return reinterpret_cast<Function*>(known);
}

}  // namespace

}  // namespace heddle::runtime

using heddle::runtime::fixed;
using heddle::runtime::ours;
using heddle::runtime::real;
using heddle::runtime::RealInput;

extern "C" {

int getc(FILE* file) {
  stream* const s = ours(file);
  if (s == nullptr) return real(getc, RealInput::kGetc, "getc")(file);
  return fixed(s, [&] { return heddle_lib_getc(file); });
}
int fgetc(FILE* file) { return getc(file); }
int getchar(void) { return getc(stdin); }
int getc_unlocked(FILE* file) { return getc(file); }
int fgetc_unlocked(FILE* file) { return getc(file); }
int getchar_unlocked(void) { return getc(stdin); }

int ungetc(int c, FILE* file) {
  if (ours(file) == nullptr) return real(ungetc, RealInput::kUngetc, "ungetc")(c, file);
  return heddle_lib_ungetc(c, file);
}

int feof(FILE* file) noexcept {
  return ours(file) != nullptr ? heddle_lib_feof(file) : real(feof, RealInput::kFeof, "feof")(file);
}

char* fgets(char* __restrict to, int size, FILE* __restrict file) {
  stream* const s = ours(file);
  if (s == nullptr) return real(fgets, RealInput::kFgets, "fgets")(to, size, file);
  return fixed(s, [&] { return heddle_lib_fgets(to, size, file); });
}

std::size_t fread(void* __restrict to, std::size_t size, std::size_t count, FILE* __restrict file) {
  stream* const s = ours(file);
  if (s == nullptr) return real(fread, RealInput::kFread, "fread")(to, size, count, file);
  return fixed(s, [&] { return heddle_lib_fread(to, size, count, file); });
}

ssize_t getdelim(char** __restrict line, std::size_t* __restrict room, int delimiter, FILE* __restrict file) {
  stream* const s = ours(file);
  if (s == nullptr) return real(getdelim, RealInput::kGetdelim, "getdelim")(line, room, delimiter, file);
  return fixed(s, [&] { return heddle_lib_getdelim(line, room, delimiter, file); });
}
ssize_t getline(char** __restrict line, std::size_t* __restrict room, FILE* __restrict file) {
  return getdelim(line, room, '\n', file);
}

ssize_t read(int descriptor, void* to, std::size_t size) {
  stream* const s = heddle::runtime::has_streams() ? heddle_lib_stream_of(descriptor) : nullptr;
  if (s != nullptr) return fixed(s, [&] { return heddle_lib_read(descriptor, to, size); });
  const long result = heddle::runtime::real_syscall(SYS_read, descriptor, to, size);
  if (result >= 0) return result;
  errno = static_cast<int>(-result);
  return -1;
}

// What scanf means in C99; those of older and newer versions differ in details.
int __isoc99_vfscanf(FILE* __restrict file, const char* __restrict format, va_list list) {
  stream* const s = ours(file);
  if (s == nullptr) return real(__isoc99_vfscanf, RealInput::kVfscanf, "__isoc99_vfscanf")(file, format, list);
  return fixed(s, [&] { return heddle_lib_vfscanf(file, format, list); });
}
int __isoc99_vscanf(const char* __restrict format, va_list list) { return __isoc99_vfscanf(stdin, format, list); }
int __isoc99_fscanf(FILE* __restrict file, const char* __restrict format, ...) {
  va_list list;
  va_start(list, format);
  const int result = __isoc99_vfscanf(file, format, list);
  va_end(list);
  return result;
}
int __isoc99_scanf(const char* __restrict format, ...) {
  va_list list;
  va_start(list, format);
  const int result = __isoc99_vfscanf(stdin, format, list);
  va_end(list);
  return result;
}
}
// NOLINTEND(bugprone-reserved-identifier)
