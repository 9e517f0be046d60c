#include <sys/mount.h>
#include <sys/reboot.h>
#include <sys/resource.h>
#include <sys/swap.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/timex.h>
#include <unistd.h>

#include <cerrno>

#include "runtime/anchor.h"
#include "runtime/failures/uncontrolled.h"
#include "runtime/sys/machine_calls.h"
#include "runtime/sys/real.h"

// What would change the whole machine, for everybody and for longer than the exploration, is refused to a tested
// program as it is to a user without privileges, also if Heddle has them; the functions are unknown, so each call is
// named.

namespace heddle::runtime {

namespace {

template <class... Arguments>
int privileged(const char* name, long call, Arguments... arguments) {
  const bool refused = is_tested() && !only_asks(call, arguments...);
  if (refused) report_uncontrolled(name, nullptr);
  const long result = refused ? -EPERM : real_syscall(call, arguments...);
  if (result >= 0) return static_cast<int>(result);
  errno = static_cast<int>(-result);
  return -1;
}

// The runtime needs memory and threads of its own, and time beyond that of one run.
bool would_limit_runtime(int resource) {
  switch (resource) {
    case RLIMIT_AS:
    case RLIMIT_CPU:
    case RLIMIT_DATA:
    case RLIMIT_NPROC:
    case RLIMIT_RSS:
    case RLIMIT_STACK: return true;
    default: return false;
  }
}

bool restricts_files(int resource) { return resource == RLIMIT_NOFILE || resource == RLIMIT_FSIZE; }

int set_limit(pid_t process, int resource, const rlimit64* limit, rlimit64* before) {
  if (limit != nullptr && is_tested() && would_limit_runtime(resource)) {
    report_uncontrolled("setrlimit, which limits nothing here", nullptr);
    limit = nullptr;
  }
  if (anchor != nullptr && anchor->in_program()) {
    if (limit != nullptr && restricts_files(resource) && KernelObjects::matters())
      report_uncontrolled("setrlimit of files, which other threads use", nullptr);
    const auto use = limit != nullptr ? KernelObjects::Use::kChange : KernelObjects::Use::kLook;
    anchor->settings.use(ProcessSettings::Setting::kLimits, use);
  }
  const long result = real_syscall(SYS_prlimit64, process, resource, limit, before);
  if (result >= 0) return 0;
  errno = static_cast<int>(-result);
  return -1;
}

}  // namespace

bool is_tested() { return anchor != nullptr && (anchor->process.attached || anchor->process.is_child); }

}  // namespace heddle::runtime

using heddle::runtime::privileged;
using heddle::runtime::set_limit;

extern "C" {

int clock_settime(clockid_t clock, const timespec* time) noexcept {
  return privileged("clock_settime, which changes nothing here", SYS_clock_settime, clock, time);
}
int settimeofday(const timeval* time, const struct timezone* zone) noexcept {
  return privileged("settimeofday, which changes nothing here", SYS_settimeofday, time, zone);
}
int clock_adjtime(clockid_t clock, timex* change) noexcept {
  return privileged("clock_adjtime, which changes nothing here", SYS_clock_adjtime, clock, change);
}
int adjtimex(timex* change) noexcept {
  return privileged("adjtimex, which changes nothing here", SYS_adjtimex, change);
}
int ntp_adjtime(timex* change) noexcept {
  return privileged("ntp_adjtime, which changes nothing here", SYS_adjtimex, change);
}
int adjtime(const timeval* change, timeval* left) noexcept {
  if (left != nullptr) *left = {};
  if (change == nullptr) return 0;
  heddle::runtime::report_uncontrolled("adjtime, which changes nothing here", nullptr);
  errno = EPERM;
  return -1;
}
int sethostname(const char* name, std::size_t size) noexcept {
  return privileged("sethostname, which changes nothing here", SYS_sethostname, name, size);
}
int setdomainname(const char* name, std::size_t size) noexcept {
  return privileged("setdomainname, which changes nothing here", SYS_setdomainname, name, size);
}
int reboot(int how) noexcept {
  return privileged("reboot, which changes nothing here", SYS_reboot, 0xfee1dead, 672274793, how, nullptr);
}
int mount(const char* what, const char* where, const char* type, unsigned long flags, const void* data) noexcept {
  return privileged("mount, which changes nothing here", SYS_mount, what, where, type, flags, data);
}
int umount(const char* where) noexcept {
  return privileged("umount, which changes nothing here", SYS_umount2, where, 0);
}
int umount2(const char* where, int flags) noexcept {
  return privileged("umount2, which changes nothing here", SYS_umount2, where, flags);
}
int swapon(const char* path, int flags) noexcept {
  return privileged("swapon, which changes nothing here", SYS_swapon, path, flags);
}
int swapoff(const char* path) noexcept { return privileged("swapoff, which changes nothing here", SYS_swapoff, path); }

// Limits of 64 bits are the only ones on this machine.
int setrlimit(__rlimit_resource_t resource, const rlimit* limit) noexcept {
  return set_limit(0, resource, reinterpret_cast<const rlimit64*>(limit), nullptr);
}
int setrlimit64(__rlimit_resource_t resource, const rlimit64* limit) noexcept {
  return set_limit(0, resource, limit, nullptr);
}
int getrlimit(__rlimit_resource_t resource, rlimit* limit) noexcept {
  return set_limit(0, resource, nullptr, reinterpret_cast<rlimit64*>(limit));
}
int getrlimit64(__rlimit_resource_t resource, rlimit64* limit) noexcept {
  return set_limit(0, resource, nullptr, limit);
}
int prlimit(pid_t process, __rlimit_resource resource, const rlimit* limit, rlimit* before) noexcept {
  return set_limit(process, resource, reinterpret_cast<const rlimit64*>(limit), reinterpret_cast<rlimit64*>(before));
}
int prlimit64(pid_t process, __rlimit_resource resource, const rlimit64* limit, rlimit64* before) noexcept {
  return set_limit(process, resource, limit, before);
}
}
