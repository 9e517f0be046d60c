#include "runtime/open_files.h"

#include <fcntl.h>
#include <sys/syscall.h>

#include <climits>

#include "runtime/anchor.h"
#include "runtime/real.h"

namespace heddle::runtime {

namespace {
constexpr int kSearched = 1024;  // the usual bound on descriptors
}

void OpenFiles::mark() {
  first_ = 0;
  for (int descriptor = 0; descriptor < kSearched; ++descriptor) {
    if (real_syscall(SYS_fcntl, descriptor, F_GETFD) >= 0) first_ = descriptor + 1;
  }
}

int OpenFiles::own(int descriptor) {
  constexpr int kOfThread = 16;
  used_ = true;
  const Runtime& rt = runtime();
  const auto thread = static_cast<int>(anchor->scheduler.current().id.value);
  if (thread == 0 || rt.quiet.alone()) return descriptor;
  const bool closes = (real_syscall(SYS_fcntl, descriptor, F_GETFD) & FD_CLOEXEC) != 0;
  const long other = real_syscall(SYS_fcntl, descriptor, closes ? F_DUPFD_CLOEXEC : F_DUPFD, kOfThread * thread);
  if (other < 0) return descriptor;  // there are not so many
  real_syscall(SYS_close, descriptor);
  return static_cast<int>(other);
}

void OpenFiles::start_run() {
  if (!used_ || first_ < 0) return;
  real_syscall(SYS_close_range, first_, UINT_MAX, 0);
  used_ = false;
}

}  // namespace heddle::runtime
