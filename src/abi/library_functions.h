#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>

// What Heddle knows about functions of the C library (and a few of the C++ library) by name, in one place for the pass
// and the runtime. Families that are recognised by a prefix are elsewhere: runtime/library and
// instrument/known_calls.h.

namespace heddle::abi {

// What a function outside the instrumented code means for the exploration.
enum class Control : std::uint8_t {
  kHarmless,    // it only computes, or only changes memory that is reset after the run, or the runtime replaces it
  kReadsFiles,  // fine as long as the files stay as they are; its descriptors are closed after the run
  kNeedsFork,   // changes something that only the end of a process undoes
  kUnknown,
};

// What else is known. A set of bits.
enum class Trait : std::uint16_t {
  kEffects = 1,    // reads and writes memory through its arguments: runtime/library/effects.h
  kVersion = 2,    // has a version with shadows: heddle_lib_NAME, in runtime/strings
  kAllocates = 4,  // or frees; the runtime sees it
  kPauses = 8,   // it only lets time pass, or says which thread this is: a loop that calls it may be waiting for others
  kYields = 16,  // it only lets others run
  kKeepsNothing = 32,  // it changes nothing, not even state of its own
  kRealInput = 64,  // may read standard input, and runtime/interpose has no version of it: code without shadows reads
                    // the real one through it
  kStandardInput = 128,  // the same without a stream argument
  kAsksMachine = 256,    // its answer is the same in every run, but not on every machine
  kDirect = 512,         // it reads only its arguments and what they point to
};

struct LibraryFunction {
  std::string_view name;
  Control control;
  std::uint16_t traits = 0;

  constexpr bool has(Trait trait) const { return (traits & static_cast<std::uint16_t>(trait)) != 0; }
};

namespace library_table {

constexpr Control H = Control::kHarmless;
constexpr Control R = Control::kReadsFiles;
constexpr Control F = Control::kNeedsFork;
constexpr Control U = Control::kUnknown;
constexpr auto E = static_cast<std::uint16_t>(Trait::kEffects);
constexpr auto V = static_cast<std::uint16_t>(Trait::kVersion);
constexpr auto A = static_cast<std::uint16_t>(Trait::kAllocates);
constexpr auto P = static_cast<std::uint16_t>(Trait::kPauses);
constexpr auto Y = static_cast<std::uint16_t>(Trait::kYields);
constexpr auto N = static_cast<std::uint16_t>(Trait::kKeepsNothing);
constexpr auto I = static_cast<std::uint16_t>(Trait::kRealInput);
constexpr auto S = static_cast<std::uint16_t>(Trait::kStandardInput);
constexpr auto M = static_cast<std::uint16_t>(Trait::kAsksMachine);
constexpr auto D = static_cast<std::uint16_t>(Trait::kDirect);

// Sorted by name.
// clang-format off
inline constexpr std::array kFunctions = std::to_array<LibraryFunction>({
    {"_Exit", H}, {"_ZNSt11this_thread5yieldEv", H, Y}, {"_ZNSt12__basic_fileIcE9showmanycEv", H, I},
    {"_ZNSt6thread20hardware_concurrencyEv", H, M}, {"__asprintf_chk", H, E}, {"__assert", H, E},
    {"__assert_fail", H, E}, {"__assert_perror_fail", H}, {"__ctype_b_loc", H}, {"__ctype_get_mb_cur_max", H},
    {"__ctype_tolower_loc", H}, {"__ctype_toupper_loc", H}, {"__cxa_atexit", H}, {"__cxa_finalize", H},
    {"__cxa_thread_atexit", H}, {"__cxa_thread_atexit_impl", H}, {"__divti3", H}, {"__dprintf_chk", H, E},
    {"__errno_location", H, P | N | D}, {"__explicit_bzero_chk", H, E}, {"__fdelt_chk", H}, {"__fgets_chk", R, E | V},
    {"__fprintf_chk", H, E}, {"__fread_chk", R, E | V}, {"__fxstat", U, E}, {"__gcc_personality_v0", H},
    {"__getdelim", R, E | V}, {"__gxx_personality_v0", H}, {"__isoc23_fscanf", R, E | V | I},
    {"__isoc23_fwscanf", U, V}, {"__isoc23_scanf", R, E | V | I | S}, {"__isoc23_sscanf", H, E | V},
    {"__isoc23_strtol", H, E | V}, {"__isoc23_strtoll", H, E | V}, {"__isoc23_strtoul", H, E | V},
    {"__isoc23_strtoull", H, E | V}, {"__isoc23_vfscanf", H, E | V | I}, {"__isoc23_vfwscanf", U, V},
    {"__isoc23_vscanf", H, E | V | I | S}, {"__isoc23_vsscanf", H, E | V}, {"__isoc23_vwscanf", U, V},
    {"__isoc23_wscanf", U, V}, {"__isoc99_fscanf", R, E | V}, {"__isoc99_fwscanf", U, V}, {"__isoc99_scanf", R, E | V},
    {"__isoc99_sscanf", H, E | V}, {"__isoc99_vfscanf", H, E | V}, {"__isoc99_vfwscanf", U, V},
    {"__isoc99_vscanf", H, E | V}, {"__isoc99_vsscanf", H, E | V}, {"__isoc99_vwscanf", U, V},
    {"__isoc99_wscanf", U, V}, {"__libc_current_sigrtmax", H}, {"__libc_current_sigrtmin", H}, {"__lxstat", U, E},
    {"__memcpy_chk", H, E}, {"__memmove_chk", H, E}, {"__mempcpy", H, E}, {"__mempcpy_chk", H, E},
    {"__memset_chk", H, E}, {"__modti3", H}, {"__multi3", H}, {"__printf_chk", H, E}, {"__rawmemchr", H, E},
    {"__read_chk", R, E | V}, {"__sched_cpucount", H, E}, {"__sigsetjmp", H, E}, {"__snprintf_chk", H, E}, {"__sprintf_chk", H, E},
    {"__stack_chk_fail", H}, {"__stack_chk_guard", H}, {"__stpcpy", H, E}, {"__stpcpy_chk", H, E},
    {"__stpncpy_chk", H, E}, {"__strcat_chk", H, E}, {"__strcpy_chk", H, E}, {"__strdup", H, E},
    {"__strncat_chk", H, E}, {"__strncpy_chk", H, E}, {"__strtok_r", H, E | V}, {"__tls_get_addr", H, E},
    {"__udivti3", H}, {"__umodti3", H}, {"__vasprintf_chk", H, E}, {"__vfprintf_chk", H, E}, {"__vprintf_chk", H, E},
    {"__vsnprintf_chk", H, E}, {"__vsprintf_chk", H, E}, {"__xpg_basename", H, E}, {"__xpg_strerror_r", H, E},
    {"__xstat", U, E}, {"_exit", H}, {"_longjmp", H, E}, {"_setjmp", H, E}, {"a64l", H, E}, {"abort", H}, {"abs", H},
    {"accept", U, D}, {"access", R, E | V | N}, {"acos", H}, {"acosf", H}, {"acosh", H}, {"acoshf", H}, {"acoshl", H},
    {"acosl", H}, {"aio_fsync", H}, {"aio_fsync64", H}, {"aio_read", H}, {"aio_read64", H}, {"aio_write", H}, {"aio_write64", H}, {"alarm", H, D}, {"aligned_alloc", H, A}, {"arc4random", H}, {"arc4random_buf", H, E},
    {"arc4random_uniform", H}, {"asctime", H, E}, {"asctime_r", H, E}, {"asin", H}, {"asinf", H}, {"asinh", H},
    {"asinhf", H}, {"asinhl", H}, {"asinl", H}, {"asprintf", H, E}, {"at_quick_exit", H, E}, {"atan", H}, {"atan2", H},
    {"atan2f", H}, {"atan2l", H}, {"atanf", H}, {"atanh", H}, {"atanhf", H}, {"atanhl", H}, {"atanl", H},
    {"atexit", H, E}, {"atof", H, E}, {"atoi", H, E | V}, {"atol", H, E | V}, {"atoll", H, E | V}, {"backtrace", H},
    {"backtrace_symbols", H}, {"basename", H, E}, {"bcmp", H, E | V}, {"bcopy", H, E}, {"bindtextdomain", H, E},
    {"brk", F, E}, {"bsearch", H, E | V}, {"btowc", H}, {"bzero", H, E}, {"cabs", H}, {"calloc", H, E | A}, {"carg", H},
    {"cbrt", H}, {"cbrtf", H}, {"cbrtl", H}, {"ceil", H}, {"ceilf", H}, {"ceill", H}, {"cexp", H}, {"chdir", F, E},
    {"chmod", F, E}, {"chown", F, E}, {"cimag", H}, {"clearenv", F, E}, {"clearerr", H, E | V}, {"clock", H, D},
    {"clock_getres", H, E | N}, {"clock_gettime", H, E | D}, {"clock_nanosleep", H, E | P | D}, {"clog", H}, {"close", R, V | D},
    {"closedir", R, E}, {"cnd_timedwait", H, E}, {"conj", H}, {"connect", H, E}, {"copysign", H}, {"copysignf", H},
    {"copysignl", H}, {"cos", H}, {"cosf", H}, {"cosh", H}, {"coshf", H}, {"coshl", H}, {"cosl", H}, {"cpow", H},
    {"creal", H}, {"creat", F, E}, {"creat64", F, E}, {"csqrt", H}, {"ctime", H, E}, {"ctime_r", H, E},
    {"dgettext", H, E}, {"difftime", H}, {"dirname", H, E}, {"div", H, V}, {"dl_iterate_phdr", H, E}, {"dladdr", H, E},
    {"dlclose", F, E}, {"dlerror", R}, {"dlopen", F, E}, {"dlsym", R, E}, {"dprintf", H, E}, {"drand48", H, D},
    {"dup", R, V}, {"dup2", R, V}, {"dup3", R, V}, {"duplocale", H, E}, {"ecvt", H, E}, {"epoll_wait", U, D},
    {"erand48", H, E}, {"erf", H}, {"erfc", H}, {"erfcf", H}, {"erfcl", H}, {"erff", H}, {"erfl", H}, {"eventfd", F},
    {"eventfd_read", U, D}, {"exit", H}, {"exp", H}, {"exp2", H}, {"exp2f", H}, {"exp2l", H}, {"expf", H}, {"expl", H},
    {"explicit_bzero", H, E | V}, {"expm1", H}, {"expm1f", H}, {"expm1l", H}, {"fabs", H}, {"fabsf", H}, {"fabsl", H},
    {"faccessat", R, E | N}, {"fchdir", F}, {"fchmod", F}, {"fchown", F}, {"fclose", R, E | V}, {"fcntl", R, E},
    {"fcntl64", R, E}, {"fcvt", H, E}, {"fdatasync", F}, {"fdim", H}, {"fdimf", H}, {"fdiml", H}, {"fdopen", R, E | V},
    {"fdopendir", R}, {"feclearexcept", H}, {"fegetenv", H}, {"fegetround", H}, {"feholdexcept", H}, {"feof", H, E | V | N},
    {"feof_unlocked", H, E | V}, {"feraiseexcept", H}, {"ferror", H, E | N}, {"ferror_unlocked", H, E}, {"fesetenv", H},
    {"fesetround", H}, {"fetestexcept", H}, {"feupdateenv", H}, {"fflush", H, E}, {"fflush_unlocked", H, E},
    {"ffs", H, V}, {"ffsl", H, V}, {"ffsll", H, V}, {"fgetc", R, E | V}, {"fgetc_unlocked", R, E | V},
    {"fgetpos", R, E | V}, {"fgets", R, E | V}, {"fgets_unlocked", R, E | V}, {"fgetwc", R, E | V | I},
    {"fgetwc_unlocked", U, V}, {"fgetws", R, V | I}, {"fileno", H, E}, {"flockfile", H, E}, {"floor", H}, {"floorf", H},
    {"floorl", H}, {"fma", H}, {"fmaf", H}, {"fmal", H}, {"fmax", H}, {"fmaxf", H}, {"fmaxl", H}, {"fmemopen", H, V},
    {"fmin", H}, {"fminf", H}, {"fminl", H}, {"fmod", H}, {"fmodf", H}, {"fmodl", H}, {"fnmatch", H, E},
    {"fopen", R, E | V}, {"fopen64", R, E | V}, {"fprintf", H, E}, {"fputc", H, E}, {"fputc_unlocked", H, E},
    {"fputs", H, E}, {"fputs_unlocked", H, E}, {"fputwc", H, E}, {"fputws", H, E}, {"fread", R, E | V},
    {"fread_unlocked", R, E | V}, {"free", H, E | A}, {"freelocale", H, E}, {"freopen", R, E | V},
    {"freopen64", R, E | V}, {"frexp", H, E}, {"frexpf", H, E}, {"frexpl", H, E}, {"fscanf", R, E | V | I},
    {"fseek", R, E | V}, {"fseeko", R, E | V}, {"fseeko64", R, E | V}, {"fsetpos", R, E | V}, {"fstat", R, E | V | N},
    {"fstat64", R, E | N}, {"fstatat", R, E | N}, {"fsync", F}, {"ftell", R, E | V}, {"ftello", R, E | V},
    {"ftello64", R, E | V}, {"ftruncate", F}, {"ftruncate64", F}, {"ftrylockfile", H, E}, {"ftw", R},
    {"funlockfile", H, E}, {"futimens", F}, {"fwprintf", H}, {"fwrite", H, E}, {"fwrite_unlocked", H, E},
    {"fwscanf", U, V | I}, {"gcvt", H, E}, {"get_current_dir_name", R, N}, {"get_nprocs", H, M}, {"get_nprocs_conf", H, M}, {"getaddrinfo_a", H}, {"getauxval", H, M},
    {"getc", R, E | V}, {"getc_unlocked", R, E | V}, {"getchar", R, V}, {"getchar_unlocked", R, V}, {"getcontext", H},
    {"getcwd", R, E | M | N}, {"getdelim", R, E | V}, {"getegid", H, M}, {"getentropy", H, E}, {"getenv", R, E | M},
    {"geteuid", H, M}, {"getgid", H, M}, {"gethostname", H, E | M}, {"getline", R, E | V}, {"getlogin", H, M},
    {"getopt", H, E}, {"getopt_long", H, E}, {"getopt_long_only", H, E}, {"getpagesize", H}, {"getpgrp", H},
    {"getpid", H, D | N}, {"getppid", H, N}, {"getpwnam", R, E | M}, {"getpwuid", R, E | M}, {"getpwuid_r", R, M},
    {"getrandom", H, E | D}, {"getrlimit", H, E | M | N}, {"getrusage", H, E}, {"gets", R, V | I | S}, {"gettext", H, E},
    {"gettid", H, N}, {"gettimeofday", H, E | D}, {"getuid", H, M}, {"getw", U, V | I}, {"getwc", R, E | V | I},
    {"getwc_unlocked", U, V}, {"getwchar", R, V | I | S}, {"getwchar_unlocked", U, V}, {"glob", R}, {"globfree", R},
    {"gmtime", H, E}, {"gmtime_r", H, E}, {"hsearch", H, E}, {"htonl", H, V}, {"htons", H, V}, {"hypot", H}, {"hypotf", H},
    {"hypotl", H}, {"iconv", H}, {"ilogb", H}, {"ilogbf", H}, {"ilogbl", H}, {"imaxabs", H}, {"imaxdiv", H, V},
    {"index", H, E}, {"inet_aton", H, E}, {"inet_ntoa", H}, {"inet_ntop", H, E}, {"inet_pton", H, E}, {"initstate", H},
    {"isalnum", H, V}, {"isalpha", H, V}, {"isascii", H, V}, {"isatty", H, M | N}, {"isblank", H, V}, {"iscntrl", H, V},
    {"isdigit", H, V}, {"isgraph", H, V}, {"islower", H, V}, {"isprint", H, V}, {"ispunct", H, V}, {"isspace", H, V},
    {"isupper", H, V}, {"iswalnum", H}, {"iswalpha", H}, {"iswdigit", H}, {"iswlower", H}, {"iswprint", H},
    {"iswpunct", H}, {"iswspace", H}, {"iswupper", H}, {"isxdigit", H, V}, {"j0", H}, {"j1", H}, {"jn", H},
    {"jrand48", H, E}, {"kill", U, D}, {"l64a", H, E}, {"labs", H}, {"ldexp", H}, {"ldexpf", H}, {"ldexpl", H},
    {"ldiv", H, V}, {"lfind", H, E | V}, {"lgamma", H, E}, {"lgamma_r", H, E}, {"lgammaf", H, E}, {"lgammaf_r", H, E},
    {"lgammal", H, E}, {"link", F, E}, {"linkat", F, E}, {"lio_listio", H}, {"lio_listio64", H}, {"llabs", H}, {"lldiv", H, V}, {"llrint", H}, {"llrintf", H},
    {"llrintl", H}, {"llround", H}, {"llroundf", H}, {"llroundl", H}, {"localeconv", H, E}, {"localtime", H, E},
    {"localtime_r", H, E}, {"log", H}, {"log10", H}, {"log10f", H}, {"log10l", H}, {"log1p", H}, {"log1pf", H},
    {"log1pl", H}, {"log2", H}, {"log2f", H}, {"log2l", H}, {"logb", H}, {"logbf", H}, {"logbl", H}, {"logf", H},
    {"logl", H}, {"longjmp", H, E}, {"lrand48", H, D}, {"lrint", H}, {"lrintf", H}, {"lrintl", H}, {"lround", H},
    {"lroundf", H}, {"lroundl", H}, {"lsearch", H, E | V}, {"lseek", R, V}, {"lseek64", R, V}, {"lstat", R, E | V | N},
    {"lstat64", R, E | N}, {"madvise", H, E}, {"malloc", H, E | A}, {"malloc_usable_size", H, E | N}, {"mblen", H},
    {"mbrlen", H}, {"mbrtowc", H, E}, {"mbsrtowcs", H}, {"mbstowcs", H, E}, {"mbtowc", H, E}, {"memalign", H},
    {"memccpy", H, E | V}, {"memchr", H, E | V}, {"memcmp", H, E | V}, {"memcpy", H, E | V}, {"memmem", H, E | V},
    {"memmove", H, E | V}, {"mempcpy", H, E | V}, {"memrchr", H, E | V}, {"memset", H, E}, {"mkdir", F, E},
    {"mkdirat", F, E}, {"mkdtemp", F, E}, {"mkfifo", F, E}, {"mkostemp", F, E}, {"mkostemp64", F, E},
    {"mkostemps", F, E}, {"mkostemps64", F, E}, {"mkstemp", F, E}, {"mkstemp64", F, E}, {"mkstemps", F, E},
    {"mkstemps64", F, E}, {"mktemp", F, E}, {"mktime", H, E}, {"mlock", H, E}, {"mmap", F, E | V | I | D},
    {"mmap64", F, E | V | I}, {"modf", H, E}, {"modff", H, E}, {"modfl", H, E}, {"mprotect", F, E}, {"mq_notify", H}, {"mrand48", H},
    {"mremap", F, E}, {"msync", F, E}, {"mtx_timedlock", H, E}, {"munlock", H, E}, {"munmap", F, E | D}, {"nan", H, E},
    {"nanosleep", H, E | P | D}, {"nearbyint", H}, {"nearbyintf", H}, {"nearbyintl", H}, {"newlocale", H, E},
    {"nextafter", H}, {"nextafterf", H}, {"nextafterl", H}, {"nexttoward", H}, {"nftw", R}, {"nice", F, E},
    {"nl_langinfo", H, M}, {"nrand48", H, E}, {"ntohl", H, V}, {"ntohs", H, V}, {"on_exit", H, E}, {"open", R, E | V},
    {"open64", R, E | V}, {"open_memstream", H}, {"openat", R, E}, {"openat64", R, E}, {"opendir", R, E},
    {"pathconf", H}, {"pause", H, D}, {"perror", H, E}, {"pipe", F, E}, {"pipe2", F, E}, {"poll", H, E | D},
    {"posix_madvise", H, E}, {"posix_memalign", H, E | A}, {"pow", H}, {"powf", H}, {"powl", H}, {"ppoll", U, D},
    {"prctl", H, E}, {"pread", R, E | V | I | N}, {"pread64", R, E | V | I | N}, {"preadv", U, V | I}, {"printf", H, E}, {"pselect", U, D},
    {"pthread_attr_destroy", H, E}, {"pthread_attr_getaffinity_np", H, E}, {"pthread_attr_getdetachstate", H, E},
    {"pthread_attr_getguardsize", H, E}, {"pthread_attr_getinheritsched", H, E}, {"pthread_attr_getschedparam", H, E},
    {"pthread_attr_getschedpolicy", H, E}, {"pthread_attr_getscope", H, E}, {"pthread_attr_getsigmask_np", H, E},
    {"pthread_attr_getstack", H, E}, {"pthread_attr_getstackaddr", H, E}, {"pthread_attr_getstacksize", H, E},
    {"pthread_attr_init", H, E}, {"pthread_attr_setaffinity_np", H, E}, {"pthread_attr_setdetachstate", H, E},
    {"pthread_attr_setguardsize", H, E}, {"pthread_attr_setinheritsched", H, E}, {"pthread_attr_setschedparam", H, E},
    {"pthread_attr_setschedpolicy", H, E}, {"pthread_attr_setscope", H, E}, {"pthread_attr_setsigmask_np", H, E},
    {"pthread_attr_setstack", H, E}, {"pthread_attr_setstackaddr", H, E}, {"pthread_attr_setstacksize", H, E},
    {"pthread_barrier_init", H, E}, {"pthread_barrierattr_destroy", H, E}, {"pthread_barrierattr_getpshared", H, E},
    {"pthread_barrierattr_init", H, E}, {"pthread_barrierattr_setpshared", H, E}, {"pthread_clockjoin_np", H, E},
    {"pthread_cond_clockwait", H, E}, {"pthread_cond_init", H, E}, {"pthread_cond_timedwait", H, E},
    {"pthread_condattr_destroy", H, E}, {"pthread_condattr_getclock", H, E}, {"pthread_condattr_getpshared", H, E},
    {"pthread_condattr_init", H, E}, {"pthread_condattr_setclock", H, E}, {"pthread_condattr_setpshared", H, E},
    {"pthread_create", H, E}, {"pthread_equal", H, P | N | D}, {"pthread_getaffinity_np", H, E},
    {"pthread_getattr_default_np", H, E}, {"pthread_getattr_np", H, E}, {"pthread_getcpuclockid", H, E},
    {"pthread_getname_np", H, E}, {"pthread_getschedparam", H, E}, {"pthread_key_create", H, E},
    {"pthread_mutex_clocklock", H, E}, {"pthread_mutex_init", H, E}, {"pthread_mutex_timedlock", H, E},
    {"pthread_mutexattr_destroy", H, E}, {"pthread_mutexattr_getkind_np", H, E},
    {"pthread_mutexattr_getprioceiling", H, E}, {"pthread_mutexattr_getprotocol", H, E},
    {"pthread_mutexattr_getpshared", H, E}, {"pthread_mutexattr_getrobust", H, E},
    {"pthread_mutexattr_getrobust_np", H, E}, {"pthread_mutexattr_gettype", H, E}, {"pthread_mutexattr_init", H, E},
    {"pthread_mutexattr_setkind_np", H, E}, {"pthread_mutexattr_setprioceiling", H, E},
    {"pthread_mutexattr_setprotocol", H, E}, {"pthread_mutexattr_setpshared", H, E},
    {"pthread_mutexattr_setrobust", H, E}, {"pthread_mutexattr_setrobust_np", H, E},
    {"pthread_mutexattr_settype", H, E}, {"pthread_rwlock_clockrdlock", H, E}, {"pthread_rwlock_clockwrlock", H, E},
    {"pthread_rwlock_init", H, E}, {"pthread_rwlock_timedrdlock", H, E}, {"pthread_rwlock_timedwrlock", H, E},
    {"pthread_rwlockattr_destroy", H, E}, {"pthread_rwlockattr_getkind_np", H, E},
    {"pthread_rwlockattr_getpshared", H, E}, {"pthread_rwlockattr_init", H, E}, {"pthread_rwlockattr_setkind_np", H, E},
    {"pthread_rwlockattr_setpshared", H, E}, {"pthread_self", H, P | N | D}, {"pthread_setaffinity_np", H, E},
    {"pthread_setcancelstate", H, E}, {"pthread_setcanceltype", H, E}, {"pthread_setname_np", H, E},
    {"pthread_setschedparam", H, E}, {"pthread_sigmask", F, E}, {"pthread_timedjoin_np", H, E},
    {"pthread_yield", H, P | Y | D}, {"putc", H, E}, {"putc_unlocked", H, E}, {"putchar", H}, {"putchar_unlocked", H},
    {"putenv", F, E}, {"puts", H, E}, {"putw", H, E}, {"putwc", H, E}, {"putwchar", H}, {"pwrite", F, E},
    {"pwrite64", F, E}, {"qsort", H}, {"qsort_r", H}, {"quick_exit", H}, {"raise", F, D}, {"rand", H, D},
    {"rand_r", H, E | D}, {"random", H, D}, {"rawmemchr", H, E | V}, {"read", R, E | V}, {"readdir", R, E},
    {"readdir64", R, E}, {"readlink", R, E | N}, {"readlinkat", R, E | N}, {"readv", R, V | I}, {"realloc", H, E | A},
    {"reallocarray", H, E}, {"realpath", R, E | N}, {"recv", H, E | D}, {"recvfrom", U, D}, {"recvmsg", U, D}, {"regcomp", H, E},
    {"regerror", H}, {"regexec", H, E}, {"regfree", H, E}, {"remainder", H}, {"remainderf", H}, {"remainderl", H},
    {"remove", F, E}, {"remquo", H, E}, {"remquof", H, E}, {"remquol", H, E}, {"rename", F, E}, {"renameat", F, E},
    {"rewind", R, E | V}, {"rewinddir", R, E}, {"rindex", H, E}, {"rint", H}, {"rintf", H}, {"rintl", H},
    {"rmdir", F, E}, {"round", H}, {"roundf", H}, {"roundl", H}, {"sbrk", F, E}, {"scalbln", H}, {"scalbn", H},
    {"scalbnf", H}, {"scalbnl", H}, {"scandir", R}, {"scanf", R, E | V | I | S}, {"sched_get_priority_max", H},
    {"sched_get_priority_min", H}, {"sched_getaffinity", H, E | M}, {"sched_getcpu", H}, {"sched_setaffinity", H, E},
    {"sched_yield", H, P | Y | N | D}, {"secure_getenv", R, E | M}, {"select", H, E | D}, {"sem_clockwait", H, E},
    {"sem_getvalue", H, E}, {"sem_open", H, E}, {"sem_timedwait", H, E}, {"sem_unlink", H, E}, {"send", H, E | D},
    {"sendmsg", U, D}, {"sendto", U, D}, {"setbuf", H, V}, {"setbuffer", U, V}, {"setenv", F, E | D}, {"setitimer", H}, {"setjmp", H, E},
    {"setlinebuf", H, E}, {"setlocale", H, E | M}, {"setpriority", F, E}, {"setrlimit", F, E}, {"setstate", H},
    {"setvbuf", H, V}, {"shm_open", F, E}, {"shm_unlink", F, E}, {"sigaction", F, E}, {"sigaddset", H, E},
    {"sigaltstack", F, E}, {"sigdelset", H, E}, {"sigemptyset", H, E}, {"sigfillset", H, E}, {"sigismember", H, E},
    {"siglongjmp", H, E}, {"signal", F, E | D}, {"signgam", H}, {"sigpending", H, E | N}, {"sigprocmask", F, E}, {"sigwait", U, D},
    {"sin", H}, {"sincos", H, E}, {"sincosf", H, E}, {"sincosl", H, E}, {"sinf", H}, {"sinh", H}, {"sinhf", H},
    {"sinhl", H}, {"sinl", H}, {"sleep", H, P | D}, {"snprintf", H, E}, {"socketpair", F, E}, {"sprintf", H, E},
    {"sqrt", H}, {"sqrtf", H}, {"sqrtl", H}, {"srand", H, D}, {"srand48", H}, {"srandom", H, D}, {"sscanf", H, E | V},
    {"stat", R, E | V | N}, {"stat64", R, E | N}, {"stpcpy", H, E | V}, {"stpncpy", H, E}, {"strcasecmp", H, E | V},
    {"strcasestr", H, E}, {"strcat", H, E | V}, {"strchr", H, E | V}, {"strchrnul", H, E | V}, {"strcmp", H, E | V},
    {"strcoll", H, E}, {"strcpy", H, E | V}, {"strcspn", H, E | V}, {"strdup", H, E | V}, {"strerror", H},
    {"strerror_r", H, E}, {"strftime", H, E}, {"strlcat", H, E}, {"strlcpy", H, E}, {"strlen", H, E | V},
    {"strncasecmp", H, E | V}, {"strncat", H, E | V}, {"strncmp", H, E | V}, {"strncpy", H, E | V},
    {"strndup", H, E | V}, {"strnlen", H, E | V}, {"strpbrk", H, E | V}, {"strptime", H, E}, {"strrchr", H, E | V},
    {"strsep", H, E | V}, {"strsignal", H}, {"strspn", H, E | V}, {"strstr", H, E | V}, {"strtod", H, E},
    {"strtof", H, E}, {"strtoimax", H, E | V}, {"strtok", H, V}, {"strtok_r", H, E | V}, {"strtol", H, E | V},
    {"strtold", H, E}, {"strtoll", H, E | V}, {"strtoul", H, E | V}, {"strtoull", H, E | V}, {"strtoumax", H, E | V},
    {"strverscmp", H, E}, {"strxfrm", H, E}, {"swab", H, E}, {"swprintf", H}, {"symlink", F, E}, {"symlinkat", F, E},
    {"sync", F}, {"syscall", H, E | N}, {"sysconf", H, M}, {"tan", H}, {"tanf", H}, {"tanh", H}, {"tanhf", H}, {"tanhl", H},
    {"tanl", H}, {"tdelete", H, E}, {"textdomain", H, E}, {"tfind", H, E}, {"tgamma", H}, {"tgammaf", H},
    {"tgammal", H}, {"thrd_create", H, E}, {"thrd_current", H, P | N | D}, {"thrd_equal", H, N}, {"thrd_sleep", H, E | P | D},
    {"thrd_yield", H, P | Y | N | D}, {"time", H, E | D}, {"timegm", H, E}, {"timer_create", H}, {"times", H, E}, {"timespec_get", H, E | D},
    {"tmpfile", F}, {"tmpfile64", F}, {"tmpnam", F}, {"toascii", H}, {"tolower", H, V}, {"toupper", H, V},
    {"towlower", H}, {"towupper", H}, {"trunc", H}, {"truncate", F, E}, {"truncate64", F, E}, {"truncf", H},
    {"truncl", H}, {"tsearch", H, E}, {"tss_create", H, E}, {"twalk", H, E}, {"tzset", H, E}, {"ualarm", H}, {"umask", F},
    {"uname", H, E | M}, {"ungetc", R, E | V}, {"ungetwc", U, V}, {"unlink", F, E}, {"unlinkat", F, E},
    {"unsetenv", F, E}, {"uselocale", H, E}, {"usleep", H, P | D}, {"utime", F}, {"utimes", F}, {"valloc", H},
    {"vasprintf", H, E}, {"vdprintf", H, E}, {"vfprintf", H, E}, {"vfscanf", R, E | V | I}, {"vfwscanf", U, V | I},
    {"vprintf", H, E}, {"vscanf", R, E | V | I | S}, {"vsnprintf", H, E}, {"vsprintf", H, E}, {"vsscanf", H, E | V},
    {"vwscanf", U, V | I | S}, {"waitpid", U, D}, {"wcrtomb", H, E}, {"wcscat", H, E}, {"wcschr", H, E}, {"wcscmp", H, E},
    {"wcscpy", H, E}, {"wcslen", H, E}, {"wcsncmp", H, E}, {"wcsncpy", H, E}, {"wcsrchr", H, E}, {"wcsrtombs", H},
    {"wcsstr", H, E}, {"wcstod", H, E}, {"wcstof", H, E}, {"wcstol", H, E}, {"wcstold", H, E}, {"wcstoll", H, E},
    {"wcstombs", H, E}, {"wcstoul", H, E}, {"wcstoull", H, E}, {"wctob", H}, {"wctomb", H, E}, {"wmemchr", H, E},
    {"wmemcmp", H, E}, {"wmemcpy", H, E}, {"wmemmove", H, E}, {"wmemset", H, E}, {"wordexp", H}, {"wprintf", H},
    {"write", H, E}, {"writev", F, E}, {"wscanf", U, V | I | S}, {"y0", H}, {"y1", H}, {"yn", H},
});
// clang-format on

constexpr bool before(const LibraryFunction& a, const LibraryFunction& b) { return a.name < b.name; }
static_assert(std::is_sorted(kFunctions.begin(), kFunctions.end(), before));

}  // namespace library_table

inline constexpr const auto& kLibraryFunctions = library_table::kFunctions;

// Null if the table does not have it.
constexpr const LibraryFunction* find_library_function(std::string_view name) {
  const auto found = std::lower_bound(kLibraryFunctions.begin(), kLibraryFunctions.end(),
                                      LibraryFunction{name, Control::kUnknown}, library_table::before);
  return found != kLibraryFunctions.end() && found->name == name ? &*found : nullptr;
}

constexpr bool has_trait(std::string_view name, Trait trait) {
  const LibraryFunction* const function = find_library_function(name);
  return function != nullptr && function->has(trait);
}

}  // namespace heddle::abi
