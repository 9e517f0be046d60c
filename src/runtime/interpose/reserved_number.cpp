#include "runtime/interpose/reserved_number.h"

#include <fcntl.h>
#include <sys/syscall.h>

#include <cerrno>

#include "runtime/anchor.h"
#include "runtime/sys/real.h"

namespace heddle::runtime {

namespace {

int take_number() { return static_cast<int>(real_syscall(SYS_openat, AT_FDCWD, "/dev/null", O_PATH | O_CLOEXEC, 0)); }

}  // namespace

ReservedNumber ReservedNumber::of_descriptor() {
  KernelObjects& objects = runtime().kernel_objects;
  objects.shows_numbers();
  if (objects.is_together()) return ReservedNumber(-1);
  objects.use_numbers();
  return ReservedNumber(KernelObjects::matters() ? take_number() : -1);
}

ReservedNumber ReservedNumber::of_stream() {
  return ReservedNumber(runtime().kernel_objects.use_numbers_of_stream() ? take_number() : -1);
}

long ReservedNumber::settle(long opened) const {
  if (!is_reserved()) return opened;
  if (opened >= 0) {
    const bool closes_on_exec = (real_syscall(SYS_fcntl, opened, F_GETFD) & FD_CLOEXEC) != 0;
    real_syscall(SYS_dup3, opened, number_, closes_on_exec ? O_CLOEXEC : 0);
    real_syscall(SYS_close, opened);
    runtime().kernel_objects.opened(number_);
    return number_;
  }
  runtime().kernel_objects.use_numbers();
  real_syscall(SYS_close, number_);
  return opened;
}

FILE* ReservedNumber::settle(FILE* stream) const {
  const int error = errno;
  const long number = settle(stream != nullptr ? fileno(stream) : -1);
  if (stream != nullptr) stream->_fileno = static_cast<int>(number);
  errno = error;
  return stream;
}

}  // namespace heddle::runtime
