#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "abi/instrumented.h"
#include "abi/symbolic.h"
#include "runtime/anchor.h"
#include "runtime/failures/uncontrolled.h"
#include "runtime/interpose/streams.h"
#include "runtime/library/library_call.h"
#include "runtime/process/failing_calls.h"
#include "runtime/sys/real.h"
#include "runtime/sys/real_function.h"

// Streams that consist of inputs (--sym-stdin, --sym-file), for code without shadows: std::cin, other libraries, calls
// through pointers. Such code gets the values of this run, and they are fixed. Code with shadows calls the versions of
// these functions in runtime/strings instead.

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
// The same for a function that reads. Any other stream is shared by the threads just as the file is: a step.
stream* read_from(FILE* file) {
  stream* const s = ours(file);
  if (s == nullptr) before_reading(file);
  return s;
}

// Reads with `read` and fixes what it took. What would have come next may have mattered, too.
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
  return real_function<Function>(runtime().real_input.functions[which], name);
}

// Reads with `read`, which writes to the memory that it is given and returns something from which `size_of` computes
// how many bytes it wrote. It is given the program's memory only if nobody else could see it being filled: what is read
// must not be there before the thread has announced the write, nor where it does not write at all.
template <class Read, class SizeOf>
auto filled(void* to, std::size_t room, const Read& read, const SizeOf& size_of) {
  Runtime* const rt = anchor;
  if (rt == nullptr || !rt->scheduler.running() || to == nullptr) return read(static_cast<char*>(to));
  if (rt->quiet.alone()) {
    const auto result = read(static_cast<char*>(to));
    if (const std::size_t size = size_of(result, static_cast<const char*>(to)); size != 0)
      __heddle_write(to, size, nullptr);
    return result;
  }
  Scratch scratch(room);
  const auto result = read(scratch.data());
  const int error = errno;
  if (const std::size_t size = size_of(result, scratch.data()); size != 0) {
    __heddle_write(to, size, nullptr);
    std::memcpy(to, scratch.data(), size);
  }
  errno = error;
  return result;
}

// How much fgets wrote to memory that was filled with newlines: what it reads may contain zeros.
std::size_t written_by_fgets(const char* text, std::size_t room) {
  const auto* const end = static_cast<const char*>(std::memchr(text, '\n', room));
  if (end == nullptr) return room;
  const auto at = static_cast<std::size_t>(end - text);
  return at + 1 < room && end[1] == 0 ? at + 2 : at;
}

char* read_line(char* to, int size, FILE* file, char* (*read)(char*, int, FILE*)) {
  if (size <= 0) return read(to, size, file);
  const auto room = static_cast<std::size_t>(size);
  const bool alone = anchor != nullptr && anchor->quiet.alone();
  const auto into = [&](char* memory) {
    if (!alone) std::memset(memory, '\n', room);
    return read(memory, size, file) != nullptr;
  };
  // Bytes after a zero do not matter if the thread is alone.
  const auto size_of = [&](bool done, const char* text) -> std::size_t {
    if (!done) return 0;
    return alone ? std::strlen(text) + 1 : written_by_fgets(text, room);
  };
  return filled(to, room, into, size_of) ? to : nullptr;
}

std::size_t read_items(void* to, std::size_t size, std::size_t count, FILE* file,
                       std::size_t (*read)(void*, std::size_t, std::size_t, FILE*)) {
  // The part of an item read before the end is written, too, but its length is unknown.
  return filled(
      to, size * count, [&](char* memory) { return read(memory, size, count, file); },
      [&](std::size_t items, const char*) { return items * size; });
}

// `read` is a system call.
bool read_fails() {
  if (!fails(trace::FailingCall::kRead)) return false;
  errno = EIO;
  return true;
}

template <class Read>
ssize_t read_bytes(int descriptor, void* to, std::size_t size, const Read& read) {
  if (read_fails()) return -1;
  before_reading(descriptor);
  const long result =
      filled(to, size, read, [](long count, const char*) { return count > 0 ? static_cast<std::size_t>(count) : 0; });
  if (result >= 0) return result;
  errno = static_cast<int>(-result);
  return -1;
}

}  // namespace

}  // namespace heddle::runtime

using heddle::runtime::fixed;
using heddle::runtime::ours;
using heddle::runtime::read_bytes;
using heddle::runtime::read_from;
using heddle::runtime::real;
using heddle::runtime::RealInput;

extern "C" {

int getc(FILE* file) {
  stream* const s = read_from(file);
  if (s == nullptr) return real(getc, RealInput::kGetc, "getc")(file);
  return fixed(s, [&] { return heddle_lib_getc(file); });
}
int fgetc(FILE* file) { return getc(file); }
int getchar(void) { return getc(stdin); }
int getc_unlocked(FILE* file) { return getc(file); }
int fgetc_unlocked(FILE* file) { return getc(file); }
int getchar_unlocked(void) { return getc(stdin); }

int ungetc(int c, FILE* file) {
  if (ours(file) != nullptr) return heddle_lib_ungetc(c, file);
  heddle::runtime::before_looking(file);
  return real(ungetc, RealInput::kUngetc, "ungetc")(c, file);
}

int feof(FILE* file) noexcept {
  if (ours(file) != nullptr) return heddle_lib_feof(file);
  heddle::runtime::before_looking(file);
  return real(feof, RealInput::kFeof, "feof")(file);
}

char* fgets(char* __restrict to, int size, FILE* __restrict file) {
  stream* const s = read_from(file);
  if (s == nullptr) return heddle::runtime::read_line(to, size, file, real(fgets, RealInput::kFgets, "fgets"));
  return fixed(s, [&] { return heddle_lib_fgets(to, size, file); });
}
char* fgets_unlocked(char* __restrict to, int size, FILE* __restrict file) { return fgets(to, size, file); }
char* __fgets_chk(char* to, std::size_t room, int size, FILE* file) {
  if (size > 0 && static_cast<std::size_t>(size) > room) std::abort();
  return fgets(to, size, file);
}

std::size_t fread(void* __restrict to, std::size_t size, std::size_t count, FILE* __restrict file) {
  stream* const s = read_from(file);
  if (s == nullptr) return heddle::runtime::read_items(to, size, count, file, real(fread, RealInput::kFread, "fread"));
  return fixed(s, [&] { return heddle_lib_fread(to, size, count, file); });
}
std::size_t fread_unlocked(void* __restrict to, std::size_t size, std::size_t count, FILE* __restrict file) {
  return fread(to, size, count, file);
}
std::size_t __fread_chk(void* to, std::size_t room, std::size_t size, std::size_t count, FILE* file) {
  if (size * count > room) std::abort();
  return fread(to, size, count, file);
}

ssize_t getdelim(char** __restrict line, std::size_t* __restrict room, int delimiter, FILE* __restrict file) {
  stream* const s = read_from(file);
  if (s == nullptr) {
    const ssize_t size = real(getdelim, RealInput::kGetdelim, "getdelim")(line, room, delimiter, file);
    if (size >= 0) __heddle_write(*line, static_cast<std::size_t>(size) + 1, nullptr);
    return size;
  }
  return fixed(s, [&] { return heddle_lib_getdelim(line, room, delimiter, file); });
}
ssize_t __getdelim(char** __restrict line, std::size_t* __restrict room, int delimiter, FILE* __restrict file) {
  return getdelim(line, room, delimiter, file);
}
ssize_t getline(char** __restrict line, std::size_t* __restrict room, FILE* __restrict file) {
  return getdelim(line, room, '\n', file);
}

int heddle_lib_own_read_fails(void) { return heddle::runtime::read_fails() ? 1 : 0; }

ssize_t read(int descriptor, void* to, std::size_t size) {
  stream* const s = heddle::runtime::has_streams() ? heddle_lib_stream_of(descriptor) : nullptr;
  if (s != nullptr) return fixed(s, [&] { return heddle_lib_read(descriptor, to, size); });
  return read_bytes(descriptor, to, size,
                    [&](char* memory) { return heddle::runtime::real_syscall(SYS_read, descriptor, memory, size); });
}
ssize_t recv(int socket, void* to, std::size_t size, int flags) {
  if (flags != 0) heddle::runtime::report_uncontrolled("recv with flags", nullptr);
  return read_bytes(socket, to, size, [&](char* memory) {
    return heddle::runtime::real_syscall(SYS_recvfrom, socket, memory, size, flags, nullptr, nullptr);
  });
}
ssize_t __read_chk(int descriptor, void* to, std::size_t size, std::size_t room) {
  if (size > room) std::abort();
  return read(descriptor, to, size);
}

// What scanf means in C99; older and newer versions differ in details.
int __isoc99_vfscanf(FILE* __restrict file, const char* __restrict format, va_list list) {
  stream* const s = read_from(file);
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
