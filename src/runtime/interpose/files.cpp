#include <dlfcn.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <climits>
#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <optional>

#include "abi/symbolic.h"
#include "runtime/anchor.h"
#include "runtime/failures/uncontrolled.h"
#include "runtime/interpose/reserved_number.h"
#include "runtime/interpose/streams.h"
#include "runtime/process/failing_calls.h"
#include "runtime/sync/objects.h"
#include "runtime/sys/die.h"
#include "runtime/sys/real.h"
#include "runtime/sys/text_buffer.h"

// Opening files. Reading is fine in a process that runs the program over and over; writing is not.

extern "C" {
FILE* heddle_lib_fopen(const char* path, const char* mode);
int heddle_lib_open(const char* path, int flags, ...);
int heddle_lib_own_file(const char* path);
}

namespace heddle::runtime {

namespace {

// Standard input that consists of inputs has no other name.
void look_for_input(const char* path) {
  if (runtime().channel->settings.symbolic_stdin == 0) return;
  for (const char* name : {"/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"}) {
    if (std::strcmp(path, name) == 0) __heddle_sym_real_input(name);
  }
}

// A file that consists of inputs, opened by code without shadows.
bool is_input(const char* path) {
  return runtime().channel->settings.symbolic_files != 0 && heddle_lib_own_file(path) >= 0;
}

// What a device or the kernel says differs from run to run, except for those that always say the same.
void look_for_device(const char* path) {
  const auto is_below = [path](const char* folder) { return std::strncmp(path, folder, std::strlen(folder)) == 0; };
  if (!is_below("/dev/") && !is_below("/proc/") && !is_below("/sys/")) return;
  for (const char* name : {"/dev/null", "/dev/zero", "/dev/full", "/dev/stdin", "/dev/stdout", "/dev/stderr"}) {
    if (std::strcmp(path, name) == 0) return;
  }
  if (is_below("/dev/fd/") || is_below("/dev/shm/")) return;
  TextBuffer text;
  text.add("open of %s", path);
  report_uncontrolled(text.text(), nullptr);
}

bool in_run() { return anchor != nullptr && runtime().in_program(); }

// A file is opened: this is a step, and its state is recorded.
void before_opening(int directory, const char* path, bool writes) {
  Runtime& rt = runtime();
  cancellation_point();
  if (writes) rt.settings.use(ProcessSettings::Setting::kFileMask, KernelObjects::Use::kLook);
  const auto use = rt.kernel_objects.opening(writes ? KernelObjects::Use::kChange : KernelObjects::Use::kLook);
  rt.kernel_objects.use_path(directory, path, use);
  if (writes) {
    rt.journal.note(directory, path, false);
    needs_fork();
  }
  rt.open_files.opened();
}

// What a constructor changes is restored only if it is part of the runs.
void before_changing_outside() {
  if (anchor != nullptr) runtime().constructors.belongs_to_run();
}

// The process has as many open files as it is allowed.
bool opening_fails(trace::FailingCall call) {
  if (!fails(call)) return false;
  errno = EMFILE;
  return true;
}

int open_file(int directory, const char* path, int flags, mode_t mode) {
  if (opening_fails(trace::FailingCall::kOpen)) return -1;
  const bool writes = (flags & O_ACCMODE) != O_RDONLY || (flags & (O_CREAT | O_TRUNC)) != 0;
  std::optional<ReservedNumber> reserved;
  if (!in_run() && writes) before_changing_outside();
  if (in_run()) {
    look_for_input(path);
    look_for_device(path);
    if ((flags & O_ACCMODE) == O_RDONLY && directory == AT_FDCWD && is_input(path)) return heddle_lib_open(path, flags);
    reserved = ReservedNumber::of_descriptor();
    before_opening(directory, path, writes);
  }
  long result = real_syscall(SYS_openat, directory, path, flags, mode);
  if (reserved) result = reserved->settle(result);
  if (result >= 0) {
    const auto descriptor = static_cast<int>(result);
    if (reserved && !reserved->is_reserved()) runtime().kernel_objects.opened(descriptor);
    if (in_run() && (flags & O_TMPFILE) == O_TMPFILE) runtime().kernel_objects.made_pipe(descriptor, descriptor);
    return descriptor;
  }
  errno = static_cast<int>(-result);
  return -1;
}

bool shared_memory_path(const char* name, char (&path)[PATH_MAX]) {
  while (*name == '/') ++name;
  const std::size_t length = std::strlen(name);
  errno = length > NAME_MAX ? ENAMETOOLONG : EINVAL;
  if (length == 0 || length > NAME_MAX || std::strchr(name, '/') != nullptr) return false;
  std::snprintf(path, sizeof path, "/dev/shm/%s", name);
  return true;
}

mode_t mode_of(int flags, va_list& arguments) {
  return (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(arguments, mode_t) : 0;
}

using Open = FILE* (*)(const char*, const char*);

FILE* open_stream(const char* function, const char* path, const char* mode) {
  const auto real = reinterpret_cast<Open>(dlsym(RTLD_NEXT, function));
  if (real == nullptr) die("the C library has no %s", function);
  if (opening_fails(trace::FailingCall::kFopen)) return nullptr;
  const bool writes = std::strpbrk(mode, "wa+") != nullptr;
  if (in_run()) {
    look_for_input(path);
    look_for_device(path);
    if (!writes && is_input(path)) return heddle_lib_fopen(path, mode);
    const ReservedNumber number = ReservedNumber::of_stream();
    before_opening(AT_FDCWD, path, writes);
    FILE* const stream = number.settle(real(path, mode));
    if (stream != nullptr && !number.is_reserved()) runtime().kernel_objects.opened(fileno(stream));
    return stream;
  }
  if (writes) before_changing_outside();
  return real(path, mode);
}

// What was written before goes to the old file, and everybody else who has the stream has the new one from then on.
FILE* reopen_stream(const char* function, const char* path, const char* mode, FILE* stream) {
  const auto real = reinterpret_cast<FILE* (*)(const char*, const char*, FILE*)>(dlsym(RTLD_NEXT, function));
  if (real == nullptr) die("the C library has no %s", function);
  if (!in_run() || stream == nullptr) return real(path, mode, stream);
  if (opening_fails(trace::FailingCall::kFopen)) {
    fclose(stream);
    errno = EMFILE;
    return nullptr;
  }
  before_writing(stream);
  const bool is_standard = stream == stdin || stream == stdout || stream == stderr;
  if (is_standard && KernelObjects::matters()) report_uncontrolled("freopen of a standard stream", nullptr);
  if (!is_standard) runtime().kernel_objects.closes_stream(fileno(stream));
  if (path != nullptr) {
    look_for_input(path);
    look_for_device(path);
    before_opening(AT_FDCWD, path, std::strpbrk(mode, "wa+") != nullptr);
  }
  FILE* const result = real(path, mode, stream);
  if (result != nullptr) runtime().kernel_objects.opened(fileno(result));
  return result;
}

// A file without a name.
FILE* open_temporary(const char* function) {
  const auto real = reinterpret_cast<FILE* (*)()>(dlsym(RTLD_NEXT, function));
  if (real == nullptr) die("the C library has no %s", function);
  if (opening_fails(trace::FailingCall::kFopen)) return nullptr;
  if (!in_run()) return real();
  Runtime& rt = runtime();
  needs_fork();
  rt.open_files.opened();
  if (!rt.kernel_objects.use_together(KernelObjects::Use::kChange)) rt.kernel_objects.use_numbers_of_stream();
  FILE* const stream = real();
  if (stream != nullptr) rt.kernel_objects.made_pipe(fileno(stream), fileno(stream));
  return stream;
}

}  // namespace

}  // namespace heddle::runtime

extern "C" {

int open(const char* path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  const mode_t mode = heddle::runtime::mode_of(flags, arguments);
  va_end(arguments);
  return heddle::runtime::open_file(AT_FDCWD, path, flags, mode);
}

// Shared memory has names below one folder.
int shm_open(const char* name, int flags, mode_t mode) {
  char path[PATH_MAX];
  if (!heddle::runtime::shared_memory_path(name, path)) return -1;
  return heddle::runtime::open_file(AT_FDCWD, path, flags | O_NOFOLLOW | O_CLOEXEC, mode);
}
int shm_unlink(const char* name) {
  char path[PATH_MAX];
  return heddle::runtime::shared_memory_path(name, path) ? unlink(path) : -1;
}

int open64(const char* path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  const mode_t mode = heddle::runtime::mode_of(flags, arguments);
  va_end(arguments);
  return heddle::runtime::open_file(AT_FDCWD, path, flags, mode);
}

int openat(int directory, const char* path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  const mode_t mode = heddle::runtime::mode_of(flags, arguments);
  va_end(arguments);
  return heddle::runtime::open_file(directory, path, flags, mode);
}

int openat64(int directory, const char* path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  const mode_t mode = heddle::runtime::mode_of(flags, arguments);
  va_end(arguments);
  return heddle::runtime::open_file(directory, path, flags, mode);
}

int creat(const char* path, mode_t mode) {
  return heddle::runtime::open_file(AT_FDCWD, path, O_WRONLY | O_CREAT | O_TRUNC, mode);
}
int creat64(const char* path, mode_t mode) { return creat(path, mode); }

FILE* fopen(const char* __restrict path, const char* __restrict mode) {
  return heddle::runtime::open_stream("fopen", path, mode);
}
FILE* freopen(const char* __restrict path, const char* __restrict mode, FILE* __restrict stream) {
  return heddle::runtime::reopen_stream("freopen", path, mode, stream);
}
FILE* freopen64(const char* __restrict path, const char* __restrict mode, FILE* __restrict stream) {
  return heddle::runtime::reopen_stream("freopen64", path, mode, stream);
}
FILE* tmpfile() { return heddle::runtime::open_temporary("tmpfile"); }
FILE* tmpfile64() { return heddle::runtime::open_temporary("tmpfile64"); }
FILE* fopen64(const char* __restrict path, const char* __restrict mode) {
  return heddle::runtime::open_stream("fopen64", path, mode);
}
}
