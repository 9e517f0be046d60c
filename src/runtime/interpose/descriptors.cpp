#include <fcntl.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include <cerrno>
#include <cstdarg>
#include <cstdio>

#include "runtime/anchor.h"
#include "runtime/failures/uncontrolled.h"
#include "runtime/interpose/file_times.h"
#include "runtime/interpose/streams.h"
#include "runtime/process/failing_calls.h"
#include "runtime/sync/objects.h"
#include "runtime/sys/real.h"
#include "runtime/sys/real_function.h"

// Descriptors: what threads do to one file or pipe is a step (runtime/sync/kernel_objects.h).

namespace heddle::runtime {

namespace {

using Use = KernelObjects::Use;

bool in_run() { return anchor != nullptr && runtime().scheduler.running(); }

template <class Result = int, class... Arguments>
Result call(long number, Arguments... arguments) {
  const long result = real_syscall(number, arguments...);
  if (result >= 0) return static_cast<Result>(result);
  errno = static_cast<int>(-result);
  return -1;
}

int failed_with(int error) {
  errno = error;
  return -1;
}

void before(int descriptor, Use use) {
  if (in_run()) runtime().kernel_objects.use_descriptor(descriptor, use);
}

// What others write to the file they may write to memory, or read there.
void before_contents(int descriptor) {
  if (runtime().mapped_files.has(descriptor) && KernelObjects::matters())
    report_uncontrolled("reading or writing a file that is mapped", nullptr);
}

// A descriptor is about to be created.
void before_making() {
  if (in_run()) runtime().kernel_objects.use_numbers();
}

// The running thread created both ends of a pipe.
int made(int result, const int* ends) {
  if (result < 0 || !in_run()) return result;
  runtime().open_files.opened();
  runtime().kernel_objects.made_pipe(ends[0], ends[1]);
  return result;
}

void before_closing(int descriptor) {
  if (in_run()) runtime().kernel_objects.close(descriptor);
}

void before_replacing(int descriptor) {
  if (in_run()) runtime().kernel_objects.replace(descriptor);
}

// `result` is another name for the descriptor.
int duplicate(int descriptor, int result) {
  if (result >= 0 && in_run()) runtime().kernel_objects.duplicated(descriptor, result);
  return result;
}

// Its own flags, or those that it shares with its duplicates.
void before_flags(int descriptor, Use use) {
  if (!in_run()) return;
  KernelObjects& objects = runtime().kernel_objects;
  if (use == Use::kChange) objects.change_flags(descriptor);
  if (objects.is_together()) return objects.use_descriptor(descriptor, use);
  objects.look_at_number(descriptor);
  runtime().settings.use(ProcessSettings::Setting::kFlags, use);
}

void before_control(int descriptor, int command) {
  switch (command) {
    case F_DUPFD:
    case F_DUPFD_CLOEXEC: return before_making();
    case F_GETFD:
    case F_GETFL: return before_flags(descriptor, Use::kLook);
    case F_SETFD:
    case F_SETFL: return before_flags(descriptor, Use::kChange);
    case F_GETLK:  // locks of the process, which exclude no thread of it
    case F_SETLK:
    case F_SETLKW: return;
    default: break;
  }
  if (in_run() && KernelObjects::matters()) report_uncontrolled("fcntl with a command that is not known", nullptr);
}

int control(int descriptor, int command, long argument) {
  before_control(descriptor, command);
  const int result = call(SYS_fcntl, descriptor, command, argument);
  return command == F_DUPFD || command == F_DUPFD_CLOEXEC ? duplicate(descriptor, result) : result;
}

}  // namespace

// Targets have /dev/null there; the program may have replaced it.
void note_standard_input() {
  struct stat now{};
  struct stat null{};
  if (real_syscall(SYS_fstat, STDIN_FILENO, &now) != 0 || real_syscall(SYS_stat, "/dev/null", &null) != 0) return;
  if (S_ISCHR(now.st_mode) && now.st_rdev == null.st_rdev) note_assumed(abi::Assumed::kEmptyInput);
}

void before_reading(int descriptor) {
  if (!in_run()) return;
  if (descriptor == STDIN_FILENO) note_standard_input();
  cancellation_point();
  runtime().settings.use(ProcessSettings::Setting::kFlags, Use::kLook);
  before_contents(descriptor);
  KernelObjects& objects = runtime().kernel_objects;
  objects.use_position(descriptor, Use::kLook);
  objects.wait_for(descriptor, POLLIN);
}

void before_writing(int descriptor) {
  if (!in_run()) return;
  cancellation_point();
  runtime().settings.use(ProcessSettings::Setting::kFlags, Use::kLook);
  before_contents(descriptor);
  runtime().kernel_objects.may_break(descriptor);
  runtime().kernel_objects.use_position(descriptor, Use::kChange);
  runtime().kernel_objects.wait_for(descriptor, POLLOUT);
}

}  // namespace heddle::runtime

using heddle::runtime::before_closing;
using heddle::runtime::before_making;
using heddle::runtime::before_reading;
using heddle::runtime::before_replacing;
using heddle::runtime::before_writing;
using heddle::runtime::call;
using heddle::runtime::duplicate;
using heddle::runtime::made;
using heddle::trace::FailingCall;
using Use = heddle::runtime::KernelObjects::Use;

// NOLINTBEGIN(bugprone-reserved-identifier): names of the C library.
extern "C" {

ssize_t write(int descriptor, const void* from, std::size_t size) {
  if (heddle::runtime::fails(FailingCall::kWrite)) return heddle::runtime::failed_with(ENOSPC);
  before_writing(descriptor);
  return call<ssize_t>(SYS_write, descriptor, from, size);
}
int vdprintf(int descriptor, const char* __restrict format, va_list list) {
  before_writing(descriptor);
  return heddle::runtime::library(vdprintf, "vdprintf")(descriptor, format, list);
}
int dprintf(int descriptor, const char* __restrict format, ...) {
  va_list list;
  va_start(list, format);
  const int result = vdprintf(descriptor, format, list);
  va_end(list);
  return result;
}
int __vdprintf_chk(int descriptor, int /*flag*/, const char* format, va_list list) {
  return vdprintf(descriptor, format, list);
}
int __dprintf_chk(int descriptor, int /*flag*/, const char* format, ...) {
  va_list list;
  va_start(list, format);
  const int result = vdprintf(descriptor, format, list);
  va_end(list);
  return result;
}
ssize_t send(int socket, const void* from, std::size_t size, int flags) {
  if ((flags & ~MSG_NOSIGNAL) != 0) heddle::runtime::report_uncontrolled("send with flags", nullptr);
  before_writing(socket);
  return call<ssize_t>(SYS_sendto, socket, from, size, flags, nullptr, 0);
}
ssize_t writev(int descriptor, const iovec* parts, int count) {
  before_writing(descriptor);
  return call<ssize_t>(SYS_writev, descriptor, parts, count);
}
ssize_t pwrite(int descriptor, const void* from, std::size_t size, off_t at) {
  before_writing(descriptor);
  return call<ssize_t>(SYS_pwrite64, descriptor, from, size, at);
}
ssize_t pwrite64(int descriptor, const void* from, std::size_t size, off64_t at) {
  return pwrite(descriptor, from, size, at);
}
ssize_t readv(int descriptor, const iovec* parts, int count) {
  before_reading(descriptor);
  return call<ssize_t>(SYS_readv, descriptor, parts, count);
}
ssize_t pread(int descriptor, void* to, std::size_t size, off_t at) {
  if (heddle::runtime::in_run()) heddle::runtime::before_contents(descriptor);
  heddle::runtime::before(descriptor, Use::kLook);
  return call<ssize_t>(SYS_pread64, descriptor, to, size, at);
}
ssize_t pread64(int descriptor, void* to, std::size_t size, off64_t at) { return pread(descriptor, to, size, at); }

int fstat(int descriptor, struct stat* to) noexcept {
  heddle::runtime::before(descriptor, Use::kLook);
  const int result = call(SYS_fstat, descriptor, to);
  if (result == 0) heddle::runtime::note_times(*to);
  return result;
}
int fstat64(int descriptor, struct stat64* to) noexcept {
  return fstat(descriptor, reinterpret_cast<struct stat*>(to));
}
int fchmod(int descriptor, mode_t mode) noexcept {
  heddle::runtime::before(descriptor, Use::kChange);
  return call(SYS_fchmod, descriptor, mode);
}
int fchown(int descriptor, uid_t user, gid_t group) noexcept {
  heddle::runtime::before(descriptor, Use::kChange);
  return call(SYS_fchown, descriptor, user, group);
}
int futimens(int descriptor, const timespec times[2]) noexcept {
  heddle::runtime::before(descriptor, Use::kChange);
  return call(SYS_utimensat, descriptor, nullptr, times, 0);
}
int ftruncate(int descriptor, off_t size) noexcept {
  heddle::runtime::before(descriptor, Use::kChange);
  return call(SYS_ftruncate, descriptor, size);
}
int ftruncate64(int descriptor, off64_t size) noexcept { return ftruncate(descriptor, size); }

off_t lseek(int descriptor, off_t offset, int from) noexcept {
  // Where the end is depends on who writes, through any descriptor.
  if (heddle::runtime::in_run()) heddle::runtime::runtime().kernel_objects.use_position(descriptor, Use::kLook);
  return call<off_t>(SYS_lseek, descriptor, offset, from);
}
off64_t lseek64(int descriptor, off64_t offset, int from) noexcept { return lseek(descriptor, offset, from); }

int close(int descriptor) {
  if (heddle::runtime::in_run()) heddle::runtime::cancellation_point();
  const bool fails = heddle::runtime::fails(FailingCall::kClose);
  before_closing(descriptor);
  const int result = call(SYS_close, descriptor);  // it is closed even if this fails
  return fails ? heddle::runtime::failed_with(EIO) : result;
}

int dup(int descriptor) noexcept {
  before_making();
  return duplicate(descriptor, call(SYS_dup, descriptor));
}
int dup2(int from, int to) noexcept {
  if (from != to) before_replacing(to);
  return duplicate(from, call(SYS_dup2, from, to));
}
int dup3(int from, int to, int flags) noexcept {
  before_replacing(to);
  return duplicate(from, call(SYS_dup3, from, to, flags));
}

int eventfd(unsigned value, int flags) noexcept {
  before_making();
  if (heddle::runtime::in_run()) heddle::runtime::runtime().open_files.opened();
  return call(SYS_eventfd2, value, flags);
}

int fcntl(int descriptor, int command, ...) {
  va_list arguments;
  va_start(arguments, command);
  const long argument = va_arg(arguments, long);
  va_end(arguments);
  return heddle::runtime::control(descriptor, command, argument);
}
int fcntl64(int descriptor, int command, ...) {
  va_list arguments;
  va_start(arguments, command);
  const long argument = va_arg(arguments, long);
  va_end(arguments);
  return heddle::runtime::control(descriptor, command, argument);
}

int isatty(int descriptor) noexcept {
  if (heddle::runtime::in_run()) heddle::runtime::runtime().kernel_objects.look_at_number(descriptor);
  return heddle::runtime::library(isatty, "isatty")(descriptor);
}

int pipe2(int descriptors[2], int flags) noexcept {
  if (heddle::runtime::fails(FailingCall::kPipe)) return heddle::runtime::failed_with(EMFILE);
  before_making();
  return made(call(SYS_pipe2, descriptors, flags), descriptors);
}
int pipe(int descriptors[2]) noexcept { return pipe2(descriptors, 0); }
// Network sockets are not controlled, and are named where they are created; what they carry still orders threads.
int connect(int socket, const sockaddr* address, socklen_t size) {
  heddle::runtime::before(socket, Use::kChange);
  return call(SYS_connect, socket, address, size);
}
int accept4(int socket, sockaddr* address, socklen_t* size, int flags) {
  heddle::runtime::before(socket, Use::kChange);
  if (heddle::runtime::in_run()) heddle::runtime::runtime().open_files.opened();
  return call(SYS_accept4, socket, address, size, flags);
}
int accept(int socket, sockaddr* address, socklen_t* size) { return accept4(socket, address, size, 0); }
int socketpair(int domain, int type, int protocol, int descriptors[2]) noexcept {
  before_making();
  return made(call(SYS_socketpair, domain, type, protocol, descriptors), descriptors);
}
}
// NOLINTEND(bugprone-reserved-identifier)
