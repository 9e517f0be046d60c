#include "runtime/process/open_files.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <climits>

#include "runtime/anchor.h"
#include "runtime/sys/real.h"

namespace heddle::runtime {

// A poll says which of many are not open, unless fewer than that may be open.
void OpenFiles::mark() {
  constexpr int kPolled = 256;
  static_assert(kSearched % kPolled == 0);
  marked_ = true;
  for (int begin = 0; begin < kSearched; begin += kPolled) {
    pollfd polled[kPolled];
    for (int i = 0; i < kPolled; ++i) polled[i] = {begin + i, 0, 0};
    const bool is_told = real_syscall(SYS_poll, polled, kPolled, 0) >= 0;
    for (int i = 0; i < kPolled; ++i) {
      kept_[begin + i] =
          is_told ? (polled[i].revents & POLLNVAL) == 0 : real_syscall(SYS_fcntl, begin + i, F_GETFD) >= 0;
    }
  }
}

void OpenFiles::put_back() {
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

bool OpenFiles::keep_positions() {
  constexpr int kStandard = 3;  // the standard ones are always there
  position_count_ = 0;
  for (int descriptor = 0; descriptor < (used_ ? kSearched : kStandard); ++descriptor) {
    const long flags = real_syscall(SYS_fcntl, descriptor, F_GETFL);
    if (flags < 0) continue;
    const long offset = real_syscall(SYS_lseek, descriptor, 0, SEEK_CUR);
    if (offset < 0) return false;
    positions_[position_count_++] = {descriptor, offset, flags};
  }
  return true;
}

void OpenFiles::put_back_positions() const {
  for (int i = 0; i < position_count_; ++i) {
    const Position& position = positions_[i];
    real_syscall(SYS_lseek, position.descriptor, position.offset, SEEK_SET);
    if (used_) real_syscall(SYS_fcntl, position.descriptor, F_SETFL, position.flags);
  }
}

}  // namespace heddle::runtime
