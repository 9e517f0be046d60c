#define _GNU_SOURCE
#include <dirent.h>
#include <err.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <glob.h>
#include <inttypes.h>
#include <malloc.h>
#include <monetary.h>
#include <pthread.h>
#include <sched.h>
#include <setjmp.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <sys/wait.h>
#include <syslog.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>
#include <wordexp.h>

#include "feature.h"

/* Further ways out of the program's own code and back into it. */

/* Through the kernel. */
NAMED(data_of_an_epoll_event) {
  const int waiting = epoll_create1(0), fd = eventfd(1, 0);
  struct epoll_event event = {.events = EPOLLIN, .data = {.u64 = (uint64_t)x}};
  epoll_ctl(waiting, EPOLL_CTL_ADD, fd, &event);
  struct epoll_event got = {0};
  return epoll_wait(waiting, &got, 1, 0) == 1 ? (long)got.data.u64 : 99;
}
NAMED(time_of_a_timer) {
  const int fd = timerfd_create(CLOCK_MONOTONIC, 0);
  const struct itimerspec set = {.it_interval = {x + 1, 0}, .it_value = {1000, 0}};
  timerfd_settime(fd, 0, &set, NULL);
  struct itimerspec got = {0};
  timerfd_gettime(fd, &got);
  return got.it_interval.tv_sec;
}
NAMED(interval_of_a_process) {
  const struct itimerval set = {.it_interval = {x + 1, 0}, .it_value = {1000, 0}};
  setitimer(ITIMER_REAL, &set, NULL);
  struct itimerval got = {0};
  getitimer(ITIMER_REAL, &got);
  return got.it_interval.tv_sec;
}
NAMED(message_in_parts) {
  int ends[2];
  socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
  unsigned char byte = (unsigned char)x, back = 99;
  struct iovec part = {&byte, 1}, other = {&back, 1};
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1}, answer = {.msg_iov = &other, .msg_iovlen = 1};
  sendmsg(ends[0], &message, 0);
  recvmsg(ends[1], &answer, 0);
  return back;
}
NAMED(affinity) {
  cpu_set_t set, got;
  CPU_ZERO(&set);
  CPU_SET(0, &set);
  if (x > 3) CPU_SET(x + 100, &set);
  sched_setaffinity(0, sizeof set, &set);
  sched_getaffinity(0, sizeof got, &got);
  return CPU_ISSET(0, &got) + (x > 3);
}
NAMED(alternate_stack) {
  static char memory[1 << 16];
  stack_t set = {.ss_sp = memory, .ss_size = 32768 + (size_t)x * 64}, got;
  sigaltstack(&set, NULL);
  sigaltstack(NULL, &got);
  return (long)got.ss_size;
}
NAMED(shell_exit_code) {
  char command[] = "exit 0";
  command[5] = (char)('0' + x);
  return WEXITSTATUS(system(command));
}
NAMED(output_of_a_command) {
  char command[] = "echo 0";
  command[5] = (char)('0' + x);
  FILE* pipe = popen(command, "r");
  const int c = fgetc(pipe);
  pclose(pipe);
  return c;
}
NAMED(sent_between_files) {
  FILE *from = tmpfile(), *to = tmpfile();
  unsigned char byte = (unsigned char)x, back = 99;
  pwrite(fileno(from), &byte, 1, 0);
  off_t at = 0;
  sendfile(fileno(to), fileno(from), &at, 1);
  pread(fileno(to), &back, 1, 0);
  return back;
}
NAMED(length_by_truncate) {
  char name[] = "corner_XXXXXX";
  const int fd = mkstemp(name);
  truncate(name, x * 3);
  struct stat s;
  fstat(fd, &s);
  unlink(name);
  return s.st_size;
}
NAMED(times_of_a_file) {
  FILE* f = tmpfile();
  const struct timespec times[2] = {{x, 0}, {x + 1, 0}};
  futimens(fileno(f), times);
  struct stat s;
  fstat(fileno(f), &s);
  return s.st_mtim.tv_sec;
}
NAMED(name_found_in_a_folder) {
  char name[] = "corner_folder_0";
  mkdir("corner_in", 0777);
  chdir("corner_in");
  name[14] = (char)('0' + x);
  close(open(name, O_CREAT | O_WRONLY, 0600));
  DIR* folder = opendir(".");
  long found = 99;
  for (struct dirent* entry; (entry = readdir(folder)) != NULL;) {
    if (strncmp(entry->d_name, "corner_folder_", 14) == 0) found = entry->d_name[14];
  }
  closedir(folder);
  unlink(name);
  chdir("..");
  rmdir("corner_in");
  return found;
}
NAMED(current_folder) {
  char name[] = "corner_cwd_0", where[4096];
  name[11] = (char)('0' + x);
  mkdir(name, 0777);
  chdir(name);
  getcwd(where, sizeof where);
  chdir("..");
  rmdir(name);
  return where[strlen(where) - 1];
}
NAMED(region_of_a_lock) {
  FILE* f = tmpfile();
  struct flock lock = {.l_type = F_WRLCK, .l_start = x, .l_len = 1};
  return fcntl(fileno(f), F_SETLK, &lock) + lock.l_start;
}
NAMED(shared_memory_object) {
  char name[] = "/heddle_corner_0";
  name[15] = (char)('0' + x);
  const int fd = shm_open(name, O_CREAT | O_RDWR, 0600);
  ftruncate(fd, x + 1);
  struct stat s;
  fstat(fd, &s);
  shm_unlink(name);
  return s.st_size;
}
NAMED(mapped_again) {
  char* memory = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  memory[0] = (char)x;
  memory = mremap(memory, 4096, 8192, MREMAP_MAYMOVE);
  return memory[0];
}
NAMED(pipe_by_vmsplice) {
  int ends[2];
  pipe(ends);
  unsigned char byte = (unsigned char)x, back = 99;
  struct iovec part = {&byte, 1};
  vmsplice(ends[1], &part, 1, 0);
  read(ends[0], &back, 1);
  return back;
}
NAMED(pipe_by_system_call) {
  int ends[2];
  pipe(ends);
  unsigned char byte = (unsigned char)x, back = 99;
  syscall(SYS_write, ends[1], &byte, 1);
  syscall(SYS_read, ends[0], &back, 1);
  return back;
}
NAMED(priority_of_a_process) {
  setpriority(PRIO_PROCESS, 0, x + 1);
  return getpriority(PRIO_PROCESS, 0);
}
NAMED(which_descriptor) {
  const int fd = dup2(1, 50 + x);
  close(fd);
  return fd;
}

/* Through the library. */
static int seen_by_callback;
static int look_at_entry(const struct dirent* entry) { return entry->d_name[0] == 'k' + (char)seen_by_callback; }
NAMED(filter_of_scandir) {
  close(open("k_corner", O_CREAT | O_WRONLY, 0600));
  seen_by_callback = x;
  struct dirent** found = NULL;
  const int count = scandir(".", &found, look_at_entry, alphasort);
  unlink("k_corner");
  return count;
}
static int count_entries(const char* path, const struct stat* s, int kind, struct FTW* where) {
  (void)path, (void)s, (void)kind, (void)where;
  return seen_by_callback;
}
NAMED(result_of_a_walk) {
  seen_by_callback = x;
  return nftw(".", count_entries, 4, FTW_PHYS);
}
NAMED(names_by_pattern) {
  close(open("pattern_3", O_CREAT | O_WRONLY, 0600));
  char pattern[] = "pattern_0";
  pattern[8] = (char)('0' + x);
  glob_t found = {0};
  const int none = glob(pattern, 0, NULL, &found);
  unlink("pattern_3");
  return none == 0;
}
NAMED(words_of_a_shell) {
  char text[] = "a b c";
  text[3] = x > 3 ? '_' : ' ';
  wordexp_t words;
  wordexp(text, &words, WRDE_NOCMD);
  return (long)words.we_wordc;
}
NAMED(error_text) { return strerror(x)[0]; }
NAMED(signal_text) { return strsignal(x + 1)[0]; }
FEATURE(warned) {
  errno = x;
  warn("corner");
  return 0;
}
FEATURE(error_exit) {
  if (x == 6) errx(1, "corner");
  return 0;
}
FEATURE(error_exit_code) { errx(x == 2, "corner"); }
NAMED(shown_to_the_log) {
  syslog(LOG_DEBUG, "%d", x);
  return 0;
}
NAMED(amount_of_money) {
  char text[32];
  strfmon(text, sizeof text, "%.0n", (double)x);
  return text[0];
}
FEATURE(reallocated_array) {
  char* p = reallocarray(NULL, (size_t)x + 1, 1);
  p[3] = 1;
  return p[3];
}
FEATURE(aligned_by_input) {
  void* p = aligned_alloc((size_t)16 << x, (size_t)16 << x);
  const long result = (uintptr_t)p % ((uintptr_t)16 << x) == 0;
  free(p);
  return result;
}
NAMED(usable_size) {
  void* p = malloc((size_t)x * 64 + 1);
  const long result = malloc_usable_size(p) >= (size_t)x * 64 + 1 ? x : 99;
  free(p);
  return result;
}
FEATURE(part_of_memory) {
  const char text[] = "0123456789";
  const char part[] = {(char)('0' + x), (char)('1' + x)};
  const char* found = memmem(text, 10, part, 2);
  return found - text;
}
NAMED(version_order) {
  char text[] = "file10";
  text[5] = (char)('0' + x);
  return strverscmp(text, "file14") < 0;
}
FEATURE(base_name) {
  char path[] = "a/b/c";
  path[x % 5] = '/';
  return basename(path) - path;
}
NAMED(long_to_text_64) { return l64a(x + 2)[0]; }
NAMED(text_64_to_long) {
  char text[] = ".";
  text[0] = (char)('A' + x);
  return a64l(text);
}
FEATURE(first_bit_by_function) { return ffsl((long)x << 3) * 10 + ffsll((long long)x << 40); }
FEATURE(divided_largest) {
  const imaxdiv_t r = imaxdiv(100, x + 1);
  return r.quot * 10 + r.rem;
}
FEATURE(characters_in_place) {
  char text[] = "ABCDEFGH";
  text[x] = '!';
  return strcspn(text, "!") + strspn(text, "ABCD");
}
FEATURE(searched_tree_of_cases) {
  switch (x * 37 % 8) {
    case 0: return 5;
    case 1:
    case 6: return 7;
    case 2:
    case 5: break;
    default: return 9;
  }
  return 11;
}
FEATURE(cases_with_values) {
  int r;
  switch (x) {
    case 1: r = 10; break;
    case 2: r = 20; break;
    case 3:
    case 4:
    case 5: r = 30; break;
    default: r = 40;
  }
  return r;
}
FEATURE(cases_that_do_nothing) {
  switch (x) {
    case 1:
    case 2: break;
    case 4: return 1;
    default: break;
  }
  return 0;
}
FEATURE(cases_alike_with_different_values) {
  const char* name = "d";
  switch (x) {
    case 0: name = "a"; break;
    case 1: name = "b"; break;
    case 2: name = "b"; break;
    case 3: name = "d"; break;
  }
  return name[0];
}

/* What was decided once: the thread goes on with the value. */
FEATURE(known_after_comparison) {
  if (x == 5) return x * x + (x == 5) + (x == 4);
  return x != 5;
}
FEATURE(known_after_two_comparisons) {
  const int y = x + 3, z = x * 2;
  if (y == 7 && z == 8) return x + y + z;
  return y == 9;
}
FEATURE(known_after_size) {
  char* p = malloc((size_t)x + 1);
  memset(p, 1, (size_t)x + 1);
  const int size = x + 1;
  long sum = 0;
  for (int i = 0; i < size; ++i) sum += p[i];
  free(p);
  return sum * 10 + (size > 4);
}
FEATURE(known_in_memory) {
  int table[2] = {x, 0};
  if (table[0] == 6) table[1] = table[0] + 1;
  return table[1];
}
FEATURE(not_known_after_failed_comparison) {
  int y = x;
  if (y == 3) y = 10;
  return y;
}
FEATURE(known_part_of_a_word) {
  const unsigned word = (unsigned)x | (unsigned)(x ^ 3) << 8;
  if ((word & 0xff) == 2) return word >> 8;
  return word == 0x0704;
}
FEATURE(known_by_difference) {
  if (7 - x == 2) return x;
  return 100 - x == 97;
}
static void* add_known(void* argument) {
  int* shared = argument;
  if (*shared == 4) *shared += 10;
  return NULL;
}
FEATURE(known_by_another_thread) {
  int shared = x;
  pthread_t thread;
  pthread_create(&thread, NULL, add_known, &shared);
  pthread_join(thread, NULL);
  return shared;
}
static atomic_int decided_here;
static void* decide_there(void* unused) {
  (void)unused;
  const int seen = atomic_load(&decided_here);
  return (void*)(intptr_t)(seen == 6 ? 2 : seen == 1);
}
FEATURE(decided_here_and_there) {
  atomic_store(&decided_here, x);
  pthread_t thread;
  pthread_create(&thread, NULL, decide_there, NULL);
  const int mine = atomic_load(&decided_here) == 1;
  void* other;
  pthread_join(thread, &other);
  return mine * 10 + (intptr_t)other;
}

/* Comparisons of memory as a whole. */
FEATURE(memory_equal) {
  const unsigned char a[3] = {(unsigned char)x, 1, (unsigned char)(x + 1)}, b[3] = {4, 1, 5};
  return memcmp(a, b, 3) == 0;
}
FEATURE(memory_order) {
  const unsigned char a[3] = {1, (unsigned char)x, 9}, b[3] = {1, 4, (unsigned char)x};
  const int order = memcmp(a, b, 3);
  return (order > 0) - (order < 0);
}
FEATURE(memory_of_nothing) { return memcmp(&x, "abcd", (size_t)x & 1) == 0; }
FEATURE(memory_of_input_size) { return memcmp("\1\2\3\4\5\6\7", "\1\2\3\4\0\6\7", (size_t)x) > 0; }
FEATURE(long_memory_equal) {
  char a[100] = {0}, b[100] = {0};
  a[99] = (char)x;
  b[99] = 3;
  return memcmp(a, b, sizeof a) == 0;
}
NAMED(memory_equal_by_pointer) {
  int (*volatile compare)(const void*, const void*, size_t) = memcmp;
  const int four = 4;
  return compare(&x, &four, sizeof x) == 0;
}

/* Jumps. */
static ucontext_t context_back, context_there;
static int in_context;
static void run_there(void) {
  in_context *= 2;
  swapcontext(&context_there, &context_back);
  in_context += 100;
}
FEATURE(two_contexts) {
  static char stack[1 << 16];
  in_context = x;
  getcontext(&context_there);
  context_there.uc_stack.ss_sp = stack;
  context_there.uc_stack.ss_size = sizeof stack;
  context_there.uc_link = &context_back;
  makecontext(&context_there, run_there, 0);
  swapcontext(&context_back, &context_there);
  if (in_context == 6) swapcontext(&context_back, &context_there);
  return in_context;
}
static jmp_buf from_comparator;
static int jump_out(const void* a, const void* b) {
  if (*(const int*)a == 5 || *(const int*)b == 5) longjmp(from_comparator, 5);
  return *(const int*)a - *(const int*)b;
}
FEATURE(jump_out_of_comparator) {
  int numbers[3] = {3, x, 1};
  if (setjmp(from_comparator) != 0) return 50;
  qsort(numbers, 3, sizeof numbers[0], jump_out);
  return numbers[1];
}
static int compare_wrongly(const void* a, const void* b) { return *(const int*)a < *(const int*)b; }
FEATURE(comparator_without_order) {
  int numbers[3] = {2, x, 4};
  qsort(numbers, 3, sizeof numbers[0], compare_wrongly);
  return numbers[0] * 100 + numbers[1] * 10 + numbers[2];
}
FEATURE(exit_by_system_call) { syscall(SYS_exit_group, x == 5); return 0; }
FEATURE(exit_of_main_thread) {
  if (x == 3) kill(getpid(), SIGKILL);
  return 0;
}
FEATURE(signal_kills) {
  if (x == 3) raise(SIGTERM);
  return 0;
}
FEATURE(signal_by_input) { return raise(x == 6 ? SIGSEGV : 0); }
static void add_one(void) { in_context += 1; }
FEATURE(registered_as_often) {
  for (int i = 0; i < x; ++i) atexit(add_one);
  if (x == 5) exit(2);
  return 0;
}

/* Compare-exchange. */
FEATURE(old_value_of_compare_and_swap) {
  static int cell;
  cell = x;
  return __sync_val_compare_and_swap(&cell, 3, 9) * 10 + cell;
}
FEATURE(compare_exchange_of_a_pointer) {
  static int targets[2];
  _Atomic(int*) p = &targets[x > 4];
  int* expected = &targets[1];
  return atomic_compare_exchange_strong(&p, &expected, NULL) * 10 + (expected - targets);
}
FEATURE(compare_exchange_of_eight_bytes) {
  struct half {
    int a, b;
  };
  _Atomic struct half cell;
  atomic_init(&cell, ((struct half){x, 1}));
  struct half expected = {6, 1};
  const int done = atomic_compare_exchange_strong(&cell, &expected, ((struct half){0, 0}));
  const struct half now = atomic_load(&cell);
  return done * 10 + now.b;
}
FEATURE(compare_exchange_in_a_table) {
  atomic_int cells[4] = {0, 1, 2, 3};
  int expected = 2;
  return atomic_compare_exchange_strong(&cells[x & 3], &expected, 7) * 10 + expected;
}
FEATURE(weak_compare_exchange_counts) {
  atomic_int cell = x;
  int seen = 0;
  while (!atomic_compare_exchange_weak(&cell, &seen, seen * 2)) {
  }
  return atomic_load(&cell);
}
FEATURE(exchange_of_flags) {
  atomic_flag flags[2] = {ATOMIC_FLAG_INIT, ATOMIC_FLAG_INIT};
  atomic_flag_test_and_set(&flags[x & 1]);
  return atomic_flag_test_and_set(&flags[0]) * 2 + atomic_flag_test_and_set(&flags[1]);
}
