#include "runtime/library/known_functions.h"

#include <algorithm>
#include <array>

namespace heddle::runtime {

namespace {

struct Known {
  std::string_view name;
  Control control;
};

constexpr Control H = Control::kHarmless;
constexpr Control R = Control::kReadsFiles;
constexpr Control F = Control::kNeedsFork;

// By name.
// clang-format off
constexpr std::array kKnown = std::to_array<Known>({
  {"_Exit", H}, {"__asprintf_chk", H}, {"__assert", H}, {"__assert_fail", H}, {"__assert_perror_fail", H},
  {"__ctype_b_loc", H}, {"__ctype_get_mb_cur_max", H}, {"__ctype_tolower_loc", H}, {"__ctype_toupper_loc", H},
  {"__cxa_atexit", H}, {"__cxa_finalize", H}, {"__cxa_thread_atexit", H}, {"__cxa_thread_atexit_impl", H},
  {"__divti3", H}, {"__errno_location", H}, {"__explicit_bzero_chk", H}, {"__fdelt_chk", H}, {"__fgets_chk", R},
  {"__fprintf_chk", H}, {"__fread_chk", R}, {"__fxstat", R}, {"__gcc_personality_v0", H}, {"__getdelim", R},
  {"__gxx_personality_v0", H}, {"__isoc23_fscanf", R}, {"__isoc23_scanf", R}, {"__isoc23_sscanf", H},
  {"__isoc23_strtol", H}, {"__isoc23_strtoll", H}, {"__isoc23_strtoul", H}, {"__isoc23_strtoull", H},
  {"__isoc99_fscanf", R}, {"__isoc99_scanf", R}, {"__isoc99_sscanf", H}, {"__isoc99_vsscanf", H},
  {"__libc_current_sigrtmax", H}, {"__libc_current_sigrtmin", H}, {"__lxstat", R}, {"__memcpy_chk", H},
  {"__memmove_chk", H}, {"__memset_chk", H}, {"__modti3", H}, {"__multi3", H}, {"__printf_chk", H}, {"__read_chk", R},
  {"__sigsetjmp", H}, {"__snprintf_chk", H}, {"__sprintf_chk", H}, {"__stack_chk_fail", H}, {"__stack_chk_guard", H},
  {"__stpcpy_chk", H}, {"__strcat_chk", H}, {"__strcpy_chk", H}, {"__strdup", H}, {"__strncat_chk", H},
  {"__strncpy_chk", H}, {"__strtok_r", H}, {"__tls_get_addr", H}, {"__udivti3", H}, {"__umodti3", H},
  {"__vfprintf_chk", H}, {"__vprintf_chk", H}, {"__vsnprintf_chk", H}, {"__vsprintf_chk", H}, {"__xpg_basename", H},
  {"__xpg_strerror_r", H}, {"__xstat", R}, {"_exit", H}, {"_longjmp", H}, {"_setjmp", H}, {"a64l", H}, {"abort", H},
  {"abs", H}, {"access", R}, {"acos", H}, {"acosf", H}, {"acosh", H}, {"acoshf", H}, {"acoshl", H}, {"acosl", H},
  {"aligned_alloc", H}, {"arc4random", H}, {"arc4random_buf", H}, {"arc4random_uniform", H},
  {"asctime", H}, {"asctime_r", H}, {"asin", H}, {"asinf", H}, {"asinh", H}, {"asinhf", H}, {"asinhl", H},
  {"asinl", H}, {"asprintf", H}, {"at_quick_exit", H}, {"atan", H}, {"atan2", H}, {"atan2f", H}, {"atan2l", H},
  {"atanf", H}, {"atanh", H}, {"atanhf", H}, {"atanhl", H}, {"atanl", H}, {"atexit", H}, {"atof", H}, {"atoi", H},
  {"atol", H}, {"atoll", H}, {"backtrace", H}, {"backtrace_symbols", H}, {"basename", H}, {"bcmp", H}, {"bcopy", H},
  {"bindtextdomain", H}, {"brk", F}, {"bsearch", H}, {"btowc", H}, {"bzero", H}, {"cabs", H}, {"calloc", H},
  {"carg", H}, {"cbrt", H}, {"cbrtf", H}, {"cbrtl", H}, {"ceil", H}, {"ceilf", H}, {"ceill", H}, {"cexp", H},
  {"chdir", F}, {"chmod", F}, {"chown", F}, {"cimag", H}, {"clearenv", F}, {"clearerr", H}, {"clock", H},
  {"clock_getres", H}, {"clock_gettime", H}, {"clock_nanosleep", H}, {"clog", H}, {"close", R}, {"closedir", R},
  {"conj", H}, {"copysign", H}, {"copysignf", H}, {"copysignl", H}, {"cos", H}, {"cosf", H}, {"cosh", H},
  {"coshf", H}, {"coshl", H}, {"cosl", H}, {"cpow", H}, {"creal", H}, {"creat", F}, {"creat64", F}, {"csqrt", H},
  {"ctime", H}, {"ctime_r", H}, {"dgettext", H}, {"difftime", H}, {"dirname", H}, {"div", H}, {"dl_iterate_phdr", H},
  {"dladdr", H}, {"dlclose", F}, {"dlerror", R}, {"dlopen", F}, {"dlsym", R}, {"dprintf", H}, {"drand48", H},
  {"dup", R}, {"dup2", R}, {"dup3", R}, {"duplocale", H}, {"ecvt", H}, {"erand48", H}, {"erf", H}, {"erfc", H},
  {"erfcf", H}, {"erfcl", H}, {"erff", H}, {"erfl", H}, {"eventfd", F}, {"exit", H}, {"exp", H}, {"exp2", H},
  {"exp2f", H}, {"exp2l", H}, {"expf", H}, {"expl", H}, {"explicit_bzero", H}, {"expm1", H}, {"expm1f", H},
  {"expm1l", H}, {"fabs", H}, {"fabsf", H}, {"fabsl", H}, {"faccessat", R}, {"fchdir", F}, {"fchmod", F},
  {"fchown", F}, {"fclose", R}, {"fcntl", R}, {"fcntl64", R}, {"fcvt", H}, {"fdatasync", F}, {"fdim", H},
  {"fdimf", H}, {"fdiml", H}, {"fdopen", R}, {"fdopendir", R}, {"feclearexcept", H}, {"fegetenv", H},
  {"fegetround", H}, {"feholdexcept", H}, {"feof", H}, {"feof_unlocked", H}, {"feraiseexcept", H}, {"ferror", H},
  {"ferror_unlocked", H}, {"fesetenv", H}, {"fesetround", H}, {"fetestexcept", H}, {"feupdateenv", H}, {"fflush", H},
  {"fflush_unlocked", H}, {"ffs", H}, {"ffsl", H}, {"ffsll", H}, {"fgetc", R}, {"fgetc_unlocked", R}, {"fgetpos", R},
  {"fgets", R}, {"fgets_unlocked", R}, {"fgetwc", R}, {"fgetws", R}, {"fileno", H}, {"flockfile", H}, {"floor", H},
  {"floorf", H}, {"floorl", H}, {"fma", H}, {"fmaf", H}, {"fmal", H}, {"fmax", H}, {"fmaxf", H}, {"fmaxl", H},
  {"fmemopen", H}, {"fmin", H}, {"fminf", H}, {"fminl", H}, {"fmod", H}, {"fmodf", H}, {"fmodl", H}, {"fnmatch", H},
  {"fopen", R}, {"fopen64", R}, {"fprintf", H}, {"fputc", H}, {"fputc_unlocked", H}, {"fputs", H},
  {"fputs_unlocked", H}, {"fputwc", H}, {"fputws", H}, {"fread", R}, {"fread_unlocked", R}, {"free", H},
  {"freelocale", H}, {"freopen", R}, {"freopen64", R}, {"frexp", H}, {"frexpf", H}, {"frexpl", H}, {"fscanf", R},
  {"fseek", R}, {"fseeko", R}, {"fseeko64", R}, {"fsetpos", R}, {"fstat", R}, {"fstat64", R}, {"fstatat", R},
  {"fsync", F}, {"ftell", R}, {"ftello", R}, {"ftello64", R}, {"ftruncate", F}, {"ftruncate64", F},
  {"ftrylockfile", H}, {"ftw", R}, {"funlockfile", H}, {"futimens", F}, {"fwprintf", H}, {"fwrite", H},
  {"fwrite_unlocked", H}, {"gcvt", H}, {"get_nprocs", H}, {"get_nprocs_conf", H}, {"getauxval", H}, {"getc", R},
  {"getc_unlocked", R}, {"getchar", R}, {"getchar_unlocked", R}, {"getcontext", H}, {"getcwd", R}, {"getdelim", R},
  {"getegid", H}, {"getentropy", H}, {"getenv", R}, {"geteuid", H}, {"getgid", H}, {"gethostname", H}, {"getline", R},
  {"getlogin", H}, {"getopt", H}, {"getopt_long", H}, {"getopt_long_only", H}, {"getpagesize", H}, {"getpgrp", H},
  {"getpid", H}, {"getppid", H}, {"getpwnam", R}, {"getpwuid", R}, {"getpwuid_r", R}, {"getrandom", H},
  {"getrlimit", H}, {"getrusage", H}, {"gets", R}, {"gettext", H}, {"gettid", H}, {"gettimeofday", H}, {"getuid", H},
  {"getwc", R}, {"getwchar", R}, {"glob", R}, {"globfree", R}, {"gmtime", H}, {"gmtime_r", H}, {"hsearch", H},
  {"htonl", H}, {"htons", H}, {"hypot", H}, {"hypotf", H}, {"hypotl", H}, {"iconv", H}, {"ilogb", H}, {"ilogbf", H},
  {"ilogbl", H}, {"imaxabs", H}, {"imaxdiv", H}, {"index", H}, {"inet_aton", H}, {"inet_ntoa", H}, {"inet_ntop", H},
  {"inet_pton", H}, {"initstate", H}, {"isalnum", H}, {"isalpha", H}, {"isascii", H}, {"isatty", H}, {"isblank", H},
  {"iscntrl", H}, {"isdigit", H}, {"isgraph", H}, {"islower", H}, {"isprint", H}, {"ispunct", H}, {"isspace", H},
  {"isupper", H}, {"iswalnum", H}, {"iswalpha", H}, {"iswdigit", H}, {"iswlower", H}, {"iswprint", H},
  {"iswpunct", H}, {"iswspace", H}, {"iswupper", H}, {"isxdigit", H}, {"j0", H}, {"j1", H}, {"jn", H}, {"jrand48", H},
  {"l64a", H}, {"labs", H}, {"ldexp", H}, {"ldexpf", H}, {"ldexpl", H}, {"ldiv", H}, {"lfind", H}, {"lgamma", H},
  {"lgamma_r", H}, {"lgammaf", H}, {"lgammal", H}, {"link", F}, {"linkat", F}, {"llabs", H}, {"lldiv", H},
  {"llrint", H}, {"llrintf", H}, {"llrintl", H}, {"llround", H}, {"llroundf", H}, {"llroundl", H}, {"localeconv", H},
  {"localtime", H}, {"localtime_r", H}, {"log", H}, {"log10", H}, {"log10f", H}, {"log10l", H}, {"log1p", H},
  {"log1pf", H}, {"log1pl", H}, {"log2", H}, {"log2f", H}, {"log2l", H}, {"logb", H}, {"logbf", H}, {"logbl", H},
  {"logf", H}, {"logl", H}, {"longjmp", H}, {"lrand48", H}, {"lrint", H}, {"lrintf", H}, {"lrintl", H}, {"lround", H},
  {"lroundf", H}, {"lroundl", H}, {"lsearch", H}, {"lseek", R}, {"lseek64", R}, {"lstat", R}, {"lstat64", R},
  {"madvise", H}, {"malloc", H}, {"malloc_usable_size", H}, {"mblen", H}, {"mbrlen", H}, {"mbrtowc", H},
  {"mbsrtowcs", H}, {"mbstowcs", H}, {"mbtowc", H}, {"memalign", H}, {"memccpy", H}, {"memchr", H}, {"memcmp", H},
  {"memcpy", H}, {"memmem", H}, {"memmove", H}, {"mempcpy", H}, {"memrchr", H}, {"memset", H}, {"mkdir", F},
  {"mkdirat", F}, {"mkdtemp", F}, {"mkfifo", F}, {"mkostemp", F}, {"mkostemp64", F}, {"mkostemps", F},
  {"mkostemps64", F}, {"mkstemp", F}, {"mkstemp64", F}, {"mkstemps", F}, {"mkstemps64", F}, {"mktemp", F}, {"mktime", H},
  {"mlock", H}, {"mmap", F}, {"mmap64", F}, {"modf", H}, {"modff", H}, {"modfl", H}, {"mprotect", F}, {"mrand48", H},
  {"mremap", F}, {"msync", F}, {"munlock", H}, {"munmap", F}, {"nan", H}, {"nanosleep", H}, {"nearbyint", H},
  {"nearbyintf", H}, {"nearbyintl", H}, {"newlocale", H}, {"nextafter", H}, {"nextafterf", H}, {"nextafterl", H},
  {"nexttoward", H}, {"nftw", R}, {"nice", F}, {"nl_langinfo", H}, {"nrand48", H}, {"ntohl", H}, {"ntohs", H},
  {"on_exit", H}, {"open", R}, {"open64", R}, {"open_memstream", H}, {"openat", R}, {"openat64", R}, {"opendir", R},
  {"pathconf", H}, {"perror", H}, {"pipe", F}, {"pipe2", F}, {"poll", H}, {"posix_madvise", H}, {"posix_memalign", H},
  {"pow", H}, {"powf", H}, {"powl", H}, {"pread", R}, {"pread64", R}, {"printf", H}, {"pthread_sigmask", F},
  {"putc", H}, {"putc_unlocked", H}, {"putchar", H}, {"putchar_unlocked", H}, {"putenv", F}, {"puts", H}, {"putw", H},
  {"putwc", H}, {"putwchar", H}, {"pwrite", F}, {"pwrite64", F}, {"qsort", H}, {"qsort_r", H}, {"quick_exit", H},
  {"raise", F}, {"rand", H}, {"rand_r", H}, {"random", H}, {"rawmemchr", H}, {"read", R}, {"readdir", R},
  {"readdir64", R}, {"readlink", R}, {"readlinkat", R}, {"readv", R}, {"realloc", H}, {"reallocarray", H},
  {"realpath", R}, {"regcomp", H}, {"regerror", H}, {"regexec", H}, {"regfree", H}, {"remainder", H},
  {"remainderf", H}, {"remainderl", H}, {"remove", F}, {"remquo", H}, {"rename", F}, {"renameat", F}, {"rewind", R},
  {"rewinddir", R}, {"rindex", H}, {"rint", H}, {"rintf", H}, {"rintl", H}, {"rmdir", F}, {"round", H}, {"roundf", H},
  {"roundl", H}, {"sbrk", F}, {"scalbln", H}, {"scalbn", H}, {"scalbnf", H}, {"scalbnl", H}, {"scandir", R},
  {"scanf", R}, {"sched_get_priority_max", H}, {"sched_get_priority_min", H}, {"sched_getaffinity", H},
  {"sched_getcpu", H}, {"sched_setaffinity", H}, {"sched_yield", H}, {"secure_getenv", R}, {"select", H},
  {"setbuf", H}, {"setenv", F}, {"setjmp", H}, {"setlinebuf", H}, {"setlocale", H},
  {"setpriority", F}, {"setrlimit", F}, {"setstate", H}, {"setvbuf", H}, {"shm_open", F}, {"shm_unlink", F},
  {"sigaction", F}, {"sigaddset", H}, {"sigaltstack", F}, {"sigdelset", H}, {"sigemptyset", H}, {"sigfillset", H},
  {"sigismember", H}, {"siglongjmp", H}, {"signal", F}, {"signgam", H}, {"sigprocmask", F}, {"sin", H}, {"sincos", H},
  {"sincosf", H}, {"sincosl", H}, {"sinf", H}, {"sinh", H}, {"sinhf", H}, {"sinhl", H}, {"sinl", H}, {"sleep", H},
  {"snprintf", H}, {"socketpair", F}, {"sprintf", H}, {"sqrt", H}, {"sqrtf", H}, {"sqrtl", H}, {"srand", H},
  {"srand48", H}, {"srandom", H}, {"sscanf", H}, {"stat", R}, {"stat64", R}, {"stpcpy", H}, {"stpncpy", H},
  {"strcasecmp", H}, {"strcasestr", H}, {"strcat", H}, {"strchr", H}, {"strchrnul", H}, {"strcmp", H}, {"strcoll", H},
  {"strcpy", H}, {"strcspn", H}, {"strdup", H}, {"strerror", H}, {"strerror_r", H}, {"strftime", H}, {"strlcat", H},
  {"strlcpy", H}, {"strlen", H}, {"strncasecmp", H}, {"strncat", H}, {"strncmp", H}, {"strncpy", H}, {"strndup", H},
  {"strnlen", H}, {"strpbrk", H}, {"strptime", H}, {"strrchr", H}, {"strsep", H}, {"strsignal", H}, {"strspn", H},
  {"strstr", H}, {"strtod", H}, {"strtof", H}, {"strtoimax", H}, {"strtok", H}, {"strtok_r", H}, {"strtol", H},
  {"strtold", H}, {"strtoll", H}, {"strtoul", H}, {"strtoull", H}, {"strtoumax", H}, {"strverscmp", H},
  {"strxfrm", H}, {"swab", H}, {"swprintf", H}, {"symlink", F}, {"symlinkat", F}, {"sync", F}, {"syscall", H},
  {"sysconf", H}, {"tan", H}, {"tanf", H}, {"tanh", H}, {"tanhf", H}, {"tanhl", H}, {"tanl", H}, {"tdelete", H},
  {"textdomain", H}, {"tfind", H}, {"tgamma", H}, {"tgammaf", H}, {"tgammal", H}, {"time", H}, {"timegm", H},
  {"times", H}, {"timespec_get", H}, {"tmpfile", F}, {"tmpfile64", F}, {"tmpnam", F}, {"toascii", H}, {"tolower", H},
  {"toupper", H}, {"towlower", H}, {"towupper", H}, {"trunc", H}, {"truncate", F}, {"truncate64", F}, {"truncf", H},
  {"truncl", H}, {"tsearch", H}, {"twalk", H}, {"tzset", H}, {"umask", F}, {"uname", H}, {"ungetc", R},
  {"unlink", F}, {"unlinkat", F}, {"unsetenv", F}, {"uselocale", H}, {"usleep", H}, {"utime", F}, {"utimes", F},
  {"valloc", H}, {"vasprintf", H}, {"vdprintf", H}, {"vfprintf", H}, {"vfscanf", R}, {"vprintf", H}, {"vscanf", R},
  {"vsnprintf", H}, {"vsprintf", H}, {"vsscanf", H}, {"wcrtomb", H}, {"wcscat", H}, {"wcschr", H}, {"wcscmp", H},
  {"wcscpy", H}, {"wcslen", H}, {"wcsncmp", H}, {"wcsncpy", H}, {"wcsrchr", H}, {"wcsrtombs", H}, {"wcsstr", H},
  {"wcstod", H}, {"wcstol", H}, {"wcstombs", H}, {"wcstoul", H}, {"wctob", H}, {"wctomb", H}, {"wmemchr", H},
  {"wmemcmp", H}, {"wmemcpy", H}, {"wmemmove", H}, {"wmemset", H}, {"wordexp", H}, {"wprintf", H}, {"write", H},
  {"writev", F}, {"y0", H}, {"y1", H}, {"yn", H},
});
// clang-format on

constexpr bool before(const Known& a, const Known& b) { return a.name < b.name; }
static_assert(std::is_sorted(kKnown.begin(), kKnown.end(), before));

// Families: the compiler's support, what the runtime replaces, Heddle's own, and of GoogleTest what assertions call
// that hold.
constexpr std::array kFamilies = std::to_array<std::string_view>({
    "_Znw",
    "_Zna",
    "_Zdl",
    "_Zda",
    "_ZGV",
    "_ZT",
    "__cxa_",
    "_Unwind_",
    "__gxx_",
    "pthread_",
    "__pthread_",
    "sem_",
    "thrd_",
    "mtx_",
    "cnd_",
    "tss_",
    "call_once",
    "heddle_",
    "__heddle_",
    "__sync_",
    "__ubsan_",
    "__once_proxy",
    "__dynamic_cast",
    "__powi",
    "__VERIFIER_",
    "klee_",
    "_ZN7testing16AssertionSuccessEv",
    "_ZN7testing8internal20DoubleNearPredFormatE",
});

// Those that only use the object that they are given, or that say something about the process.
constexpr std::array kHarmlessThreadFunctions = std::to_array<std::string_view>({
    "__pthread_",
    "pthread_atfork",
    "pthread_attr_",
    "pthread_barrierattr_",
    "pthread_condattr_",
    "pthread_equal",
    "pthread_getattr_default_np",
    "pthread_getconcurrency",
    "pthread_mutexattr_",
    "pthread_rwlockattr_",
    "pthread_sigmask",
    "pthread_yield",
    "thrd_equal",
});

// The C++ library.
constexpr std::array kCxx =
    std::to_array<std::string_view>({"_ZNS", "_ZNKS", "_ZSt", "_ZN9__gnu_cxx", "_ZNK9__gnu_cxx"});

// Of it, what uses no memory that the program could share, but by atomic operations or by functions that are told:
// threads and what they wait for, clocks, exceptions, errors, locales and their facets, allocators, the state of a file
// behind a stream, and what is constructed and destroyed with a stream.
constexpr std::array kQuietCxx = std::to_array<std::string_view>({
    "_ZNSt6thread",
    "_ZNSt18condition_variable",
    "_ZNSt3_V2",
    "_ZNKSt3_V2",
    "_ZNSt6chrono",
    "_ZNSt13random_device",
    "_ZNSt13__future_base",
    "_ZNKSt13__future_base",
    "_ZNSt28__atomic_futex_unsigned_base",
    "_ZNSt19_Sp_make_shared_tag",
    "_ZNSt16__sp_",
    "_ZSt18_Rb_tree",
    "_ZSt29_Rb_tree",
    "_ZSt28_Rb_tree",
    "_ZNSt8__detail",
    "_ZNKSt8__detail",
    "_ZNSt9exception",
    "_ZNKSt9exception",
    "_ZNSt13runtime_error",
    "_ZNKSt13runtime_error",
    "_ZNSt11logic_error",
    "_ZNKSt11logic_error",
    "_ZNSt12out_of_range",
    "_ZNSt12length_error",
    "_ZNSt12domain_error",
    "_ZNSt16invalid_argument",
    "_ZNSt11range_error",
    "_ZNSt14overflow_error",
    "_ZNSt15underflow_error",
    "_ZNSt12system_error",
    "_ZNSt12future_error",
    "_ZNKSt12future_error",
    "_ZNSt9bad_alloc",
    "_ZNKSt9bad_alloc",
    "_ZNSt8bad_cast",
    "_ZNKSt8bad_cast",
    "_ZNSt10bad_typeid",
    "_ZNSt17bad_function_call",
    "_ZNSt12bad_weak_ptr",
    "_ZNSt15__exception_ptr",
    "_ZNKSt15__exception_ptr",
    "_ZNSt16nested_exception",
    "_ZSt17rethrow_exception",
    "_ZSt17current_exception",
    "_ZSt9terminate",
    "_ZSt13set_terminate",
    "_ZSt18uncaught_exception",
    "_ZSt19uncaught_exception",
    "_ZSt10unexpected",
    "_ZNSt9type_info",
    "_ZNKSt9type_info",
    "_ZNSt14error_category",
    "_ZNKSt14error_category",
    "_ZNKSt10error_code",
    "_ZNSt8ios_baseC",
    "_ZNSt8ios_baseD",
    "_ZNSt8ios_base4Init",
    "_ZNSt8ios_base7_M_init",
    "_ZNSt8ios_base7failure",
    "_ZNSt6locale",
    "_ZNKSt6locale",
    "_ZNSt5ctype",
    "_ZNKSt5ctype",
    "_ZNKSt7num_put",
    "_ZNKSt7num_get",
    "_ZNSt8numpunct",
    "_ZNKSt8numpunct",
    "_ZNKSt7__cxx118numpunct",
    "_ZNKSt7codecvt",
    "_ZNKSt7collate",
    "_ZNKSt8messages",
    "_ZNKSt9money_",
    "_ZNKSt8time_",
    "_ZNKSt23__codecvt_abstract_base",
    "_ZNSt12__basic_file",
    "_ZNKSt12__basic_file",
    "_ZNSaI",
    "_ZNKSaI",
    "_ZNSt15__new_allocator",
    "_ZN9__gnu_cxx13new_allocator",
    "_ZN9__gnu_cxx18stdio_sync_filebuf",
    "_ZN9__gnu_cxx27__verbose_terminate_handler",
    "_ZNSt3pmr19new_delete_resource",
    "_ZNSt3pmr20get_default_resource",
    "_ZNSt3pmr20set_default_resource",
    "_ZNSt3pmr20null_memory_resource",
    "_ZNSt3pmr26synchronized_pool_resource",
    "_ZNSt3pmr15memory_resource",
    "_ZSt21__glibcxx_assert_fail",
    "_ZSt15get_new_handler",
    "_ZSt15set_new_handler",
});

template <std::size_t N>
bool begins_with_one_of(std::string_view name, const std::array<std::string_view, N>& families) {
  const auto is_of = [name](std::string_view family) { return name.starts_with(family); };
  return std::any_of(families.begin(), families.end(), is_of);
}

// "_ZSt20__throw_length_errorPKc"
bool throws(std::string_view name) {
  return name.starts_with("_ZSt") && name.find("__throw_") != std::string_view::npos;
}

}  // namespace

bool is_replaced_family(std::string_view name) {
  constexpr std::array kReplaced =
      std::to_array<std::string_view>({"pthread_", "sem_", "thrd_", "mtx_", "cnd_", "tss_", "call_once"});
  return begins_with_one_of(name, kReplaced) && !begins_with_one_of(name, kHarmlessThreadFunctions);
}

bool shares_nothing(std::string_view name) {
  return begins_with_one_of(name, kFamilies) || begins_with_one_of(name, kQuietCxx) || throws(name);
}

Control control_of(std::string_view name) {
  const auto* const known = std::lower_bound(kKnown.begin(), kKnown.end(), Known{name, H}, before);
  if (known != kKnown.end() && known->name == name) return known->control;
  const bool is_of_family = begins_with_one_of(name, kFamilies) || begins_with_one_of(name, kCxx);
  return is_of_family ? Control::kHarmless : Control::kUnknown;
}

}  // namespace heddle::runtime
