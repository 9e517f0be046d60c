#pragma once

#include <sys/syscall.h>
#include <sys/timex.h>

// System calls that change the whole machine: interpose/machine.cpp.

namespace heddle::runtime {

// Does an explorer run this program? Otherwise it is on its own, and everything is real.
bool is_tested();

inline bool changes_machine(long call) {
  switch (call) {
    case SYS_adjtimex:
    case SYS_clock_adjtime:
    case SYS_clock_settime:
    case SYS_delete_module:
    case SYS_finit_module:
    case SYS_init_module:
    case SYS_kexec_load:
    case SYS_mount:
    case SYS_pivot_root:
    case SYS_reboot:
    case SYS_setdomainname:
    case SYS_sethostname:
    case SYS_settimeofday:
    case SYS_swapoff:
    case SYS_swapon:
    case SYS_umount2: return true;
    default: return false;
  }
}

// Without modes, these only report.
inline bool only_asks(long call, const timex* change) { return call == SYS_adjtimex && change->modes == 0; }
inline bool only_asks(long call, clockid_t /*clock*/, const timex* change) {
  return call == SYS_clock_adjtime && change->modes == 0;
}
template <class... Arguments>
bool only_asks(long /*call*/, Arguments... /*arguments*/) {
  return false;
}

}  // namespace heddle::runtime
