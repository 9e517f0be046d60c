#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <fenv.h>
#include <fnmatch.h>
#include <limits.h>
#include <math.h>
#include <poll.h>
#include <pthread.h>
#include <regex.h>
#include <search.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>
#include <wchar.h>

#include "feature.h"

/* What goes into the system and its library in one call, and comes back in another one. */

NAMED(mask_of_new_files) {
  umask((mode_t)x);
  return umask(022);
}
NAMED(counter_of_eventfd) {
  const int fd = eventfd((unsigned)x + 1, 0);
  uint64_t n = 0;
  if (read(fd, &n, sizeof n) != sizeof n) n = 99;
  close(fd);
  return (long)n;
}
NAMED(eventfd_written) {
  const int fd = eventfd(0, 0);
  uint64_t n = (uint64_t)x + 1;
  if (write(fd, &n, sizeof n) != sizeof n) return 98;
  n = 0;
  if (read(fd, &n, sizeof n) != sizeof n) n = 99;
  close(fd);
  return (long)n;
}
NAMED(memory_file) {
  const int fd = memfd_create("m", 0);
  const char c = (char)('a' + x);
  if (write(fd, &c, 1) != 1) return 98;
  char d = 0;
  if (pread(fd, &d, 1, 0) != 1) return 99;
  close(fd);
  return d;
}
NAMED(length_of_a_memory_file) {
  const int fd = memfd_create("m", 0);
  if (ftruncate(fd, x * 10) != 0) return 99;
  struct stat s;
  fstat(fd, &s);
  close(fd);
  return s.st_size;
}
NAMED(mode_of_a_file) {
  const int fd = memfd_create("m", 0);
  fchmod(fd, 0600 + (mode_t)x);
  struct stat s;
  fstat(fd, &s);
  close(fd);
  return s.st_mode & 0777;
}
NAMED(code_of_a_child) {
  const pid_t child = fork();
  if (child == 0) _exit(x);
  int status = 0;
  waitpid(child, &status, 0);
  return WEXITSTATUS(status);
}
NAMED(name_of_a_thread) {
  char name[16] = "thread ?";
  name[7] = (char)('0' + x);
  pthread_setname_np(pthread_self(), name);
  char back[16] = "";
  pthread_getname_np(pthread_self(), back, sizeof back);
  return back[7];
}
NAMED(name_by_prctl) {
  char name[16] = "thread ?";
  name[7] = (char)('0' + x);
  prctl(PR_SET_NAME, name);
  char back[16] = "";
  prctl(PR_GET_NAME, back);
  return back[7];
}
FEATURE(size_of_stack_attribute) {
  pthread_attr_t a;
  pthread_attr_init(&a);
  pthread_attr_setstacksize(&a, 65536 * ((size_t)x + 1));
  size_t size = 0;
  pthread_attr_getstacksize(&a, &size);
  pthread_attr_destroy(&a);
  return (long)size / 65536;
}
FEATURE(guard_attribute) {
  pthread_attr_t a;
  pthread_attr_init(&a);
  pthread_attr_setguardsize(&a, 4096 * (size_t)x);
  size_t size = 0;
  pthread_attr_getguardsize(&a, &size);
  pthread_attr_destroy(&a);
  return (long)size / 4096;
}
FEATURE(clock_attribute) {
  pthread_condattr_t a;
  pthread_condattr_init(&a);
  pthread_condattr_setclock(&a, x > 3 ? CLOCK_MONOTONIC : CLOCK_REALTIME);
  clockid_t c = 77;
  pthread_condattr_getclock(&a, &c);
  return c;
}
NAMED(descriptor_flag) {
  const int fd = memfd_create("m", 0);
  fcntl(fd, F_SETFD, x & 1);
  const int flags = fcntl(fd, F_GETFD);
  close(fd);
  return flags;
}
NAMED(descriptor_number) {
  const int fd = dup2(1, 40 + x);
  const int valid = fcntl(43, F_GETFD) >= 0;
  close(fd);
  return valid;
}
FEATURE(ready_to_read) {
  int ends[2];
  if (pipe(ends) != 0) return 99;
  if (x > 4 && write(ends[1], "x", 1) != 1) return 98;
  struct pollfd p = {ends[0], POLLIN, 0};
  const int ready = poll(&p, 1, 0);
  close(ends[0]);
  close(ends[1]);
  return ready;
}
NAMED(vector_of_bytes_sent) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) return 99;
  const char c = (char)('a' + x);
  if (send(ends[0], &c, 1, 0) != 1) return 98;
  char d = 0;
  if (recv(ends[1], &d, 1, 0) != 1) return 97;
  close(ends[0]);
  close(ends[1]);
  return d;
}
NAMED(socket_option) {
  const int fd = socket(AF_UNIX, SOCK_STREAM, 0);
  const int wanted = x & 1;
  setsockopt(fd, SOL_SOCKET, SO_PASSCRED, &wanted, sizeof wanted);
  int got = 9;
  socklen_t size = sizeof got;
  getsockopt(fd, SOL_SOCKET, SO_PASSCRED, &got, &size);
  close(fd);
  return got;
}
static volatile long seen;
static void see(int signal, siginfo_t* info, void* context) {
  (void)signal, (void)context;
  seen = info->si_value.sival_int;
}
NAMED(value_of_a_signal) {
  struct sigaction action = {.sa_sigaction = see, .sa_flags = SA_SIGINFO};
  sigaction(SIGUSR1, &action, NULL);
  const union sigval value = {.sival_int = x * 3};
  sigqueue(getpid(), SIGUSR1, value);
  return seen;
}
FEATURE(rounding_mode) {
  fesetround(x > 3 ? FE_UPWARD : FE_DOWNWARD);
  volatile double d = 1.5;
  const long r = lrint(d);
  fesetround(FE_TONEAREST);
  return r;
}
FEATURE(raised_exceptions) {
  feclearexcept(FE_ALL_EXCEPT);
  feraiseexcept(x > 3 ? FE_INEXACT : 0);
  return fetestexcept(FE_INEXACT) != 0;
}
NAMED(exception_of_a_quotient) {
  feclearexcept(FE_ALL_EXCEPT);
  volatile double d = x;
  volatile double q = 1.0 / d;
  (void)q;
  return fetestexcept(FE_DIVBYZERO) != 0;
}
static long entered;
static void enter(int a, int b) { entered = a * 10 + b; }
NAMED(arguments_of_a_context) {
  static char stack[65536];
  ucontext_t here, there;
  getcontext(&there);
  there.uc_stack.ss_sp = stack;
  there.uc_stack.ss_size = sizeof stack;
  there.uc_link = &here;
  makecontext(&there, (void (*)(void))enter, 2, x, 3);
  swapcontext(&here, &there);
  return entered;
}
NAMED(pattern_matches) {
  char text[] = "ab?";
  text[2] = (char)('0' + x);
  return fnmatch("a*[3-5]", text, 0);
}
NAMED(expression_matches) {
  regex_t e;
  if (regcomp(&e, "^a[2-4]$", REG_EXTENDED | REG_NOSUB) != 0) return 99;
  char text[] = "a?";
  text[1] = (char)('0' + x);
  const int r = regexec(&e, text, 0, NULL, 0);
  regfree(&e);
  return r;
}
NAMED(queue_by_insque) {
  struct node {
    struct node *next, *before;
    int value;
  } a = {NULL, NULL, 1}, b = {NULL, NULL, x};
  insque(&a, NULL);
  insque(&b, &a);
  return a.next->value;
}
NAMED(table_by_hsearch_r) {
  struct hsearch_data table = {0};
  hcreate_r(10, &table);
  char key[] = "k?";
  key[1] = (char)('0' + x);
  ENTRY e = {key, key}, *found = NULL;
  hsearch_r(e, ENTER, &found, &table);
  ENTRY wanted = {(char*)"k4", NULL};
  const int r = hsearch_r(wanted, FIND, &found, &table);
  hdestroy_r(&table);
  return r;
}
NAMED(random_state) {
  struct drand48_data state;
  srand48_r(x, &state);
  long n = 0;
  lrand48_r(&state, &n);
  return n % 100;
}
NAMED(digits_by_ecvt) {
  int point = 0, sign = 0;
  return ecvt(x * 1.5, 3, &point, &sign)[0];
}
NAMED(digits_by_gcvt) {
  char text[32];
  gcvt(x * 1.5, 4, text);
  return text[0];
}
NAMED(wide_number) {
  wchar_t text[] = L"1?";
  text[1] = L'0' + x;
  return wcstol(text, NULL, 10);
}
NAMED(wide_position) {
  const wchar_t* text = L"abcdefgh";
  return wcschr(text, (wchar_t)(L'a' + x)) - text;
}
NAMED(wide_printed) {
  wchar_t text[16];
  swprintf(text, 16, L"%d", x * 7);
  return text[0];
}
NAMED(wide_from_bytes) {
  char text[] = "a?";
  text[1] = (char)('0' + x);
  wchar_t wide[4];
  mbstowcs(wide, text, 4);
  return wide[1];
}
NAMED(wide_copied) {
  wchar_t a[4] = {L'a', L'0' + x, 0}, b[4];
  wcscpy(b, a);
  return b[1];
}
NAMED(resources_limit) {
  struct rlimit r;
  getrlimit(RLIMIT_CORE, &r);
  r.rlim_cur = (rlim_t)x;
  if (r.rlim_max < 8) return x;
  setrlimit(RLIMIT_CORE, &r);
  getrlimit(RLIMIT_CORE, &r);
  return (long)r.rlim_cur;
}
NAMED(remaining_of_an_alarm) {
  alarm(100 + (unsigned)x * 100);
  return (alarm(0) + 50) / 100;
}
FEATURE(size_of_a_mapping) {
  char* p = mmap(NULL, 4096 * ((size_t)x + 1), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  p[4096 * x] = 5;
  const long r = p[4096 * x] + x;
  munmap(p, 4096 * ((size_t)x + 1));
  return r;
}
FEATURE(protection_by_input) {
  char* p = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  mprotect(p, 4096, x == 3 ? PROT_READ : PROT_READ | PROT_WRITE);
  *(volatile char*)p = 1;
  return x;
}
NAMED(vectors_written) {
  const int fd = memfd_create("m", 0);
  char a[4] = "abc", b[4] = "de";
  const struct iovec parts[2] = {{a, (size_t)(x & 3)}, {b, 2}};
  const long n = writev(fd, parts, 2);
  close(fd);
  return n;
}
NAMED(zone_by_setenv) {
  char zone[] = "UTC-?";
  zone[4] = (char)('0' + x);
  setenv("TZ", zone, 1);
  tzset();
  const time_t t = 0;
  return localtime(&t)->tm_hour;
}
FEATURE(option_of_a_stream) {
  FILE* f = fmemopen((char[]){"0123456789"}, 10, "r");
  fseek(f, x, SEEK_SET);
  const int c = fgetc(f);
  fclose(f);
  return c;
}
FEATURE(position_kept) {
  FILE* f = tmpfile();
  for (int i = 0; i < x; ++i) fputc('a', f);
  fpos_t at;
  fgetpos(f, &at);
  fputc('b', f);
  fsetpos(f, &at);
  const int c = fgetc(f);
  const long r = c * 10 + ftell(f);
  fclose(f);
  return r;
}
FEATURE(line_of_a_stream) {
  char text[] = "ab?cd\n";
  text[2] = x == 4 ? '\n' : 'x';
  FILE* f = fmemopen(text, 6, "r");
  char* line = NULL;
  size_t size = 0;
  const long n = getline(&line, &size, f);
  free(line);
  fclose(f);
  return n;
}
NAMED(clock_after_a_timed_wait) {
  static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
  static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
  struct timespec t;
  clock_gettime(CLOCK_REALTIME, &t);
  t.tv_sec = 4000000000 + x * 1000;
#ifdef __HEDDLE__
  pthread_mutex_lock(&m);
  pthread_cond_timedwait(&c, &m, &t);
  pthread_mutex_unlock(&m);
  clock_gettime(CLOCK_REALTIME, &t);
#else
  (void)m, (void)c;
#endif
  return (long)(t.tv_sec - 4000000000 + 500) / 1000;
}
NAMED(priority_of_an_attribute) {
  pthread_attr_t a;
  pthread_attr_init(&a);
  pthread_attr_setschedpolicy(&a, SCHED_RR);
  struct sched_param p = {.sched_priority = x + 1};
  pthread_attr_setschedparam(&a, &p);
  struct sched_param q = {0};
  pthread_attr_getschedparam(&a, &q);
  pthread_attr_destroy(&a);
  return q.sched_priority;
}
NAMED(signals_of_a_mask) {
  sigset_t wanted, got;
  memset(&wanted, 0, sizeof wanted);
  wanted.__val[0] = (unsigned long)x << 9;
  pthread_sigmask(SIG_SETMASK, &wanted, NULL);
  pthread_sigmask(SIG_SETMASK, NULL, &got);
  memset(&wanted, 0, sizeof wanted);
  pthread_sigmask(SIG_SETMASK, &wanted, NULL);
  return (long)(got.__val[0] >> 9);
}

/* Operations of the compiler. */

typedef int four __attribute__((vector_size(16)));
NAMED(vector_element_by_index) {
  four v = {1, 2, 3, 4};
  return v[x & 3];
}
NAMED(vector_chosen) {
  const four a = {x, 1, 2, 3}, b = {3, 3, 3, 3};
  const four chosen = a > b;
  const four r = (a & chosen) | (b & ~chosen);
  return r[0];
}
NAMED(vector_shuffled) {
  const four a = {x, 1, 2, 3};
  return __builtin_shufflevector(a, a, 3, 0, 1, 2)[1];
}
NAMED(vector_converted) {
  typedef float fours __attribute__((vector_size(16)));
  const four a = {x, 1, 2, 3};
  return (long)__builtin_convertvector(a, fours)[0];
}
FEATURE(reversed_by_builtin) { return __builtin_bitreverse8((unsigned char)x); }
FEATURE(aligned_by_builtin) { return (long)__builtin_align_up((unsigned long)x, 4); }
FEATURE(rotated_byte_by_builtin) { return __builtin_rotateleft8((unsigned char)(x + 128), (unsigned char)x); }
FEATURE(short_leading_zeros) { return __builtin_clzs((unsigned short)(x + 1)); }
FEATURE(subtract_with_borrow) {
  unsigned borrow = 0;
  const unsigned r = __builtin_subc((unsigned)x, 4, 0, &borrow);
  return (long)(r & 15) + (long)borrow * 100;
}
FEATURE(copied_inline) {
  int a[2] = {x, 1}, b[2];
  __builtin_memcpy_inline(b, a, sizeof b);
  return b[0];
}
FEATURE(label_in_a_table_of_offsets) {
  static const int offsets[] = {0, &&one - &&zero, &&two - &&zero};
  goto*(&&zero + offsets[x % 3]);
zero:
  return 10;
one:
  return 11;
two:
  return 12;
}
FEATURE(bits_of_sixty_four) {
  struct {
    unsigned long a : 37, b : 27;
  } s = {(unsigned long)x << 34, (unsigned long)x};
  return (long)((s.a >> 34) + s.b);
}
FEATURE(integer_complex) {
  __extension__ _Complex int c = x;
  c = c * c;
  return __real__ c + __imag__ c;
}
