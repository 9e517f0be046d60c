#include "runtime/open_files.h"

#include <fcntl.h>
#include <sys/syscall.h>

#include <climits>

#include "runtime/anchor.h"
#include "runtime/real.h"

namespace heddle::runtime {

void OpenFiles::mark() {
  marked_ = true;
  for (int descriptor = 0; descriptor < kSearched; ++descriptor)
    kept_[descriptor] = real_syscall(SYS_fcntl, descriptor, F_GETFD) >= 0;
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
  if (!used_ || !marked_) return;
  used_ = false;
  // The gaps between those that are kept.
  for (int begin = 0; begin < kSearched;) {
    int end = begin;
    while (end < kSearched && !kept_[end]) ++end;
    if (end != begin) real_syscall(SYS_close_range, begin, end - 1, 0);
    begin = end + 1;
  }
  real_syscall(SYS_close_range, kSearched, UINT_MAX, 0);
}

}  // namespace heddle::runtime
