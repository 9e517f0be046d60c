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
