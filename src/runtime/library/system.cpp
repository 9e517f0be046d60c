#include <arpa/inet.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <getopt.h>
#include <netinet/in.h>
#include <poll.h>
#include <regex.h>
#include <setjmp.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <climits>
#include <csignal>
#include <cstddef>
#include <cstdlib>
#include <cstring>

#include "runtime/library/sorted.h"
#include "runtime/sys/real.h"
#include "runtime/sys/real_function.h"

// Effects of system calls on the program's memory, and of the rest of the library.

namespace heddle::runtime {

namespace {

using C = LibraryCall;

template <unsigned... kArguments>
void texts(C& c) {
  (c.reads_text(kArguments), ...);
}

template <unsigned kArgument, class T>
void written(C& c) {
  c.writes(kArgument, sizeof(T));
}

template <unsigned kPath, unsigned kResult, class T>
void asked_by_path(C& c) {
  c.reads_text(kPath);
  c.writes(kResult, sizeof(T));
}

void link_target(C& c, unsigned path, int folder) {
  c.reads_text(path);
  if (c.text(path) == nullptr) return;
  Scratch target(c.number(path + 2) + 1);
  const long size = real_syscall(SYS_readlinkat, folder, c.text(path), target.data(), c.number(path + 2));
  if (size > 0) c.writes(path + 1, static_cast<std::uint64_t>(size));
}

void real_path(C& c) {
  c.reads_text(0);
  if (c.text(0) == nullptr || c.text(1) == nullptr) return;
  Scratch path(PATH_MAX);
  void* real = nullptr;
  if (real_function<decltype(realpath)>(real, "realpath")(c.text(0), path.data()) != nullptr)
    c.writes(1, std::strlen(path.data()) + 1);
}

void folder(C& c) {
  if (c.text(0) == nullptr) return;
  Scratch path(c.number(1) + 1);
  if (real_syscall(SYS_getcwd, path.data(), c.number(1)) > 0) c.writes(0, std::strlen(path.data()) + 1);
}

void host_name(C& c) {
  Scratch name(c.number(1) + 1);
  if (gethostname(name.data(), c.number(1)) == 0) c.writes(0, std::strlen(name.data()) + 1);
}

void error_text(C& c) {
  Scratch text(c.number(2) + 1);
  const char* const result = strerror_r(static_cast<int>(c.number(0)), text.data(), c.number(2));
  if (result == text.data()) c.writes(1, std::strlen(result) + 1);
}

// It always copies the text.
void posix_error_text(C& c) {
  const char* const text = strerrordesc_np(static_cast<int>(c.number(0)));
  const std::uint64_t size = text == nullptr ? c.number(2) : std::strlen(text) + 1;
  c.writes(1, std::min(size, c.number(2)));
}

// The options of the command are kept in variables of the library.
void options(C& c) {
  c.reads(1, c.number(0) * sizeof(char*));
  c.reads_text(2);
  c.reads_at(&opterr, sizeof opterr);
  c.reads_at(&optind, sizeof optind);
  for (int* const variable : {&optind, &optopt}) c.writes_at(variable, sizeof(int));
  c.writes_at(&optarg, sizeof optarg);
}

void locale(C& c) {
  c.reads_text(1);
  if (c.text(1) == nullptr) {
    c.reads_hidden(Hidden::kLocale);
  } else {
    c.writes_hidden(Hidden::kLocale);
    c.give_up();  // nearly every function reads it
  }
}

// The program may read the environment directly.
void look_at_environment(C& c) {
  c.reads_hidden(Hidden::kEnvironment);
  c.reads_at(&environ, sizeof environ);
}

void change_environment(C& c) {
  c.writes_hidden(Hidden::kEnvironment);
  c.writes_at(&environ, sizeof environ);
}

void variable(C& c) {
  c.reads_text(0);
  look_at_environment(c);
}

void change_variable(C& c) {
  c.reads_text(0);
  change_environment(c);
}

void set_variable(C& c) {
  c.reads_text(1);
  change_variable(c);
}

void compile_expression(C& c) {
  c.reads_text(1);
  c.writes(0, sizeof(regex_t));
}

void run_expression(C& c) {
  c.reads(0, sizeof(regex_t));
  c.reads_text(1);
  c.writes(3, c.number(2) * sizeof(regmatch_t));
}

std::uint64_t address_size(std::uint64_t family) {
  return static_cast<int>(family) == AF_INET6 ? sizeof(in6_addr) : sizeof(in_addr);
}

void address_from_text(C& c) {
  c.reads_text(1);
  c.writes(2, address_size(c.number(0)));
}

void address_to_text(C& c) {
  c.reads(1, address_size(c.number(0)));
  if (c.pointer<void>(1) == nullptr) return;
  char text[INET6_ADDRSTRLEN];
  if (inet_ntop(static_cast<int>(c.number(0)), c.pointer<void>(1), text, sizeof text) != nullptr)
    c.writes(2, std::min<std::uint64_t>(std::strlen(text) + 1, static_cast<std::uint32_t>(c.number(3))));
}

void entry_of_user(C& c) { c.writes_hidden(Hidden::kPasswords); }

// Which signals are blocked is saved only on request: a buffer without them is shorter.
constexpr std::size_t kWithoutSignals = offsetof(__jmp_buf_tag, __saved_mask);

void jump_target(C& c) { c.writes(0, kWithoutSignals); }
void jump_target_of_signals(C& c) {
  c.writes(0, static_cast<int>(c.number(1)) != 0 ? sizeof(jmp_buf) : kWithoutSignals);
}
void jump(C& c) { c.reads(0, kWithoutSignals); }

void set_of_signals(C& c) {
  c.reads(1, sizeof(sigset_t));
  c.writes(2, sizeof(sigset_t));
}

void change_signals(C& c) { c.changes(0, sizeof(sigset_t)); }

// Of the operations on a descriptor, only file locks use memory.
void control(C& c) {
  switch (static_cast<int>(c.number(1))) {
    case F_GETLK:
    case F_OFD_GETLK: return c.changes(2, sizeof(struct flock));
    case F_SETLK:
    case F_SETLKW:
    case F_OFD_SETLK:
    case F_OFD_SETLKW: return c.reads(2, sizeof(struct flock));
    case F_GETOWN_EX: return c.writes(2, sizeof(f_owner_ex));
    case F_SETOWN_EX: return c.reads(2, sizeof(f_owner_ex));
    default: return;
  }
}

// It stores in the timeout how much of it was left.
void wait_for_descriptors(C& c) {
  constexpr std::uint64_t kBits = sizeof(long) * CHAR_BIT;
  const std::uint64_t size = (c.number(0) + kBits - 1) / kBits * sizeof(long);
  for (const unsigned set : {1U, 2U, 3U}) c.changes(set, size);
  c.changes(4, sizeof(timeval));
}

void control_process(C& c) {
  if (c.number(0) == PR_SET_NAME) c.reads_text(1, 16);
  if (c.number(0) == PR_GET_NAME) c.writes(1, 16);
}

// Both may replace what is in the memory.
void advise(C& c) {
  const auto advice = static_cast<int>(c.number(2));
  if (advice == MADV_DONTNEED || advice == MADV_FREE || advice == MADV_REMOVE) c.writes(0, c.number(1));
}
void map_over(C& c) {
  if ((c.number(3) & MAP_FIXED) != 0) c.writes(0, c.number(1));
}

// Others may use the memory in the meantime.
void not_known(C& c) { c.give_up(); }

// The entry that it returns is part of the directory stream.
void next_entry(C& c) { c.changes(0, sizeof(int)); }

constexpr auto kTable = sorted(std::to_array<Effects>({
    {"access", texts<0>},
    {"chdir", texts<0>},
    {"chmod", texts<0>},
    {"chown", texts<0>},
    {"creat", texts<0>},
    {"creat64", texts<0>},
    {"faccessat", texts<1>},
    {"link", texts<0, 1>},
    {"linkat", texts<1, 3>},
    {"mkdir", texts<0>},
    {"mkdirat", texts<1>},
    {"mkfifo", texts<0>},
    {"open", texts<0>},
    {"open64", texts<0>},
    {"openat", texts<1>},
    {"openat64", texts<1>},
    {"opendir", texts<0>},
    {"closedir", next_entry},
    {"readdir", next_entry},
    {"readdir64", next_entry},
    {"rewinddir", next_entry},
    {"remove", texts<0>},
    {"rename", texts<0, 1>},
    {"renameat", texts<1, 3>},
    {"rmdir", texts<0>},
    {"shm_open", texts<0>},
    {"shm_unlink", texts<0>},
    {"symlink", texts<0, 1>},
    {"symlinkat", texts<0, 2>},
    {"truncate", texts<0>},
    {"truncate64", texts<0>},
    {"unlink", texts<0>},
    {"unlinkat", texts<1>},
    {"stat", asked_by_path<0, 1, struct stat>},
    {"stat64", asked_by_path<0, 1, struct stat>},
    {"lstat", asked_by_path<0, 1, struct stat>},
    {"lstat64", asked_by_path<0, 1, struct stat>},
    {"__xstat", asked_by_path<1, 2, struct stat>},
    {"__lxstat", asked_by_path<1, 2, struct stat>},
    {"fstatat", asked_by_path<1, 2, struct stat>},
    {"fstat", written<1, struct stat>},
    {"fstat64", written<1, struct stat>},
    {"__fxstat", written<2, struct stat>},
    {"readlink", [](C& c) { link_target(c, 0, AT_FDCWD); }},
    {"readlinkat", [](C& c) { link_target(c, 1, static_cast<int>(c.number(0))); }},
    {"realpath", real_path},
    {"getcwd", folder},
    {"gethostname", host_name},
    {"pipe", written<0, int[2]>},
    {"pipe2", written<0, int[2]>},
    {"socketpair", written<3, int[2]>},
    {"connect", [](C& c) { c.reads(1, c.number(2)); }},
    {"uname", written<0, utsname>},
    {"getrlimit", written<1, rlimit>},
    {"getrusage", written<1, rusage>},
    {"setrlimit", [](C& c) { c.reads(1, sizeof(rlimit)); }},
    {"getrandom", [](C& c) { c.writes(0, c.number(1)); }},
    {"getentropy", [](C& c) { c.writes(0, c.number(1)); }},
    {"arc4random_buf", [](C& c) { c.writes(0, c.number(1)); }},
    {"rand_r", [](C& c) { c.changes(0, sizeof(unsigned)); }},
    {"erand48", [](C& c) { c.changes(0, 3 * sizeof(short)); }},
    {"jrand48", [](C& c) { c.changes(0, 3 * sizeof(short)); }},
    {"nrand48", [](C& c) { c.changes(0, 3 * sizeof(short)); }},
    {"strerror_r", error_text},
    {"__xpg_strerror_r", posix_error_text},
    {"getopt", options},
    {"getopt_long", options},
    {"getopt_long_only", options},
    {"setlocale", locale},
    {"localeconv", [](C& c) { c.reads_hidden(Hidden::kLocale); }},
    {"getenv", variable},
    {"secure_getenv", variable},
    {"setenv", set_variable},
    {"unsetenv", change_variable},
    {"putenv", change_variable},
    {"clearenv", change_environment},
    {"regcomp", compile_expression},
    {"regexec", run_expression},
    {"regfree", [](C& c) { c.changes(0, sizeof(regex_t)); }},
    {"inet_aton", [](C& c) { c.reads_text(0); c.writes(1, sizeof(in_addr)); }},
    {"inet_pton", address_from_text},
    {"inet_ntop", address_to_text},
    {"getpwnam", [](C& c) { c.reads_text(0); entry_of_user(c); }},
    {"getpwuid", entry_of_user},
    {"setjmp", jump_target},
    {"_setjmp", jump_target},
    {"__sigsetjmp", jump_target_of_signals},
    {"longjmp", jump},
    {"_longjmp", jump},
    {"siglongjmp", jump},
    {"sigemptyset", written<0, sigset_t>},
    {"sigfillset", written<0, sigset_t>},
    {"sigaddset", change_signals},
    {"sigdelset", change_signals},
    {"sigismember", [](C& c) { c.reads(0, sizeof(sigset_t)); }},
    // The letters are written by the runtime (interpose/temporary_files.cpp).
    {"mkdtemp", texts<0>},
    {"mkostemp", texts<0>},
    {"mkostemp64", texts<0>},
    {"mkostemps", texts<0>},
    {"mkostemps64", texts<0>},
    {"mkstemp", texts<0>},
    {"mkstemp64", texts<0>},
    {"mkstemps", texts<0>},
    {"mkstemps64", texts<0>},
    {"mktemp", texts<0>},
    {"dladdr", written<1, Dl_info>},
    {"dlopen", [](C& c) { texts<0>(c); c.give_up(); }},
    {"dlsym", texts<1>},
    {"dlclose", not_known},
    // They take functions, whole blocks of memory, or something that only the library knows.
    {"atexit", nullptr},
    {"at_quick_exit", nullptr},
    {"on_exit", nullptr},
    {"__assert", nullptr},
    {"__assert_fail", nullptr},
    {"__tls_get_addr", nullptr},
    {"dl_iterate_phdr", nullptr},
    {"freelocale", nullptr},
    {"duplocale", nullptr},
    {"uselocale", nullptr},
    {"newlocale", texts<1>},
    {"madvise", advise},
    {"posix_madvise", nullptr},  // which does not drop what is there
    {"mlock", nullptr},
    {"munlock", nullptr},
    {"mmap", map_over},
    {"mmap64", map_over},
    {"munmap", not_known},
    {"mprotect", not_known},
    {"mremap", not_known},
    {"msync", nullptr},
    {"brk", not_known},
    {"signal", nullptr},
    {"syscall", nullptr},
    {"fcntl", control},
    {"fcntl64", control},
    {"poll", [](C& c) { c.changes(0, c.number(1) * sizeof(pollfd)); }},
    {"select", wait_for_descriptors},
    {"pthread_sigmask", set_of_signals},
    {"sigprocmask", set_of_signals},
    {"sigaction", [](C& c) { c.reads(1, sizeof(struct sigaction)); c.writes(2, sizeof(struct sigaction)); }},
    {"sigaltstack", [](C& c) { c.reads(0, sizeof(stack_t)); c.writes(1, sizeof(stack_t)); }},
    {"sbrk", not_known},
    {"nice", not_known},
    {"setpriority", not_known},
    {"prctl", control_process},
    {"sigpending", written<0, sigset_t>},
    {"__sched_cpucount", [](C& c) { c.reads(1, c.number(0)); }},
    {"sched_getaffinity", [](C& c) { c.writes(2, c.number(1)); }},
    {"sched_setaffinity", [](C& c) { c.reads(2, c.number(1)); }},
}));

}  // namespace

std::span<const Effects> effects_of_system() { return kTable; }

}  // namespace heddle::runtime
