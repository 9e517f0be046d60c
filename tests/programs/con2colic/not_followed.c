// heddle: --strategy=con2colic -D CASE=1
// expect: incomplete reason="con2colic does not follow a read of memory that is too large for a variable"
// heddle: --strategy=con2colic -D CASE=2
// expect: incomplete reason="con2colic does not follow a read of memory that is too large for a variable"
// heddle: --strategy=con2colic -D CASE=3
// expect: incomplete reason="con2colic does not follow a read of memory that is too large for a variable"
// heddle: --strategy=con2colic -D CASE=4
// expect: incomplete reason="con2colic does not follow a read of memory that is too large for a variable"
// heddle: --strategy=con2colic -D CASE=5
// expect: incomplete reason="symbolic value fixed (what a library function reads"
// heddle: --strategy=con2colic -D CASE=6
// expect: incomplete reason="con2colic does not follow a read of memory that is too large for a variable"
// heddle: --strategy=con2colic -D CASE=7
// expect: incomplete reason="con2colic does not follow what a library function changes of the process"
// heddle: --strategy=con2colic -D CASE=8
// expect: incomplete reason="con2colic does not follow the order in which threads register functions for the end of the program"
// heddle: --strategy=con2colic -D CASE=9
// expect: incomplete reason="con2colic does not follow whether a robust mutex was left"
// heddle: --strategy=con2colic -D CASE=10
// expect: incomplete reason="con2colic does not follow files and pipes that threads use at the same time"
// heddle: --strategy=con2colic -D CASE=11
// expect: incomplete reason="con2colic does not follow an object that is initialised while other threads run"
// heddle: --strategy=con2colic -D CASE=12
// expect: incomplete reason="con2colic does not follow whether a thread is detached"
// heddle: --strategy=con2colic -D CASE=13
// expect: incomplete reason="con2colic does not follow which semaphores have names"
// heddle: --strategy=con2colic -D CASE=14
// expect: incomplete reason="con2colic does not follow a thread that another one joins than has created it"
// heddle: --strategy=con2colic -D CASE=15
// expect: incomplete reason="con2colic does not follow what a loop that waits hands on from turn to turn"
// heddle: --strategy=con2colic -D CASE=16
// expect: bug kind=use-after-free
// limit: What threads of C and C++ programs pass on other than through the variables of `con2colic` is named
//
// The second thread changes something that the first one looks at, and no scenario follows how it gets there: what is not
// followed is named. Other strategies find each of these assertions violated.
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
#define LOCKED(...)           \
  do {                        \
    pthread_mutex_lock(&m);   \
    __VA_ARGS__;              \
    pthread_mutex_unlock(&m); \
  } while (0)

#if CASE == 1
static char s[16];
static const char from[16] = "abcdefghijklmno";
static void prepare(void) {}
static void* changes(void* unused) {
  LOCKED(memcpy(s, from, 16));
  return unused;
}
static void* looks(void* unused) {
  char n[16];
  LOCKED(memcpy(n, s, 16));
  assert(n[3] != 'd');
  return unused;
}
#elif CASE == 2
static int k[8];
static void prepare(void) {}
static void* changes(void* unused) {
  LOCKED(memset(k, 1, sizeof k));
  return unused;
}
static void* looks(void* unused) {
  int v;
  LOCKED(v = k[5]);
  assert(v != 0x01010101);
  return unused;
}
#elif CASE == 3
typedef struct {
  long a, b;
} Pair;
static _Atomic Pair s;
static void prepare(void) {}
static void* changes(void* unused) {
  Pair n = {1, 2};
  atomic_store(&s, n);
  return unused;
}
static void* looks(void* unused) {
  Pair n = atomic_load(&s);
  assert(n.b != 2);
  return unused;
}
#elif CASE == 4

static void prepare(void) {}
static void* changes(void* unused) {
  time_t t = 0;
  LOCKED(gmtime(&t));
  return unused;
}
static void* looks(void* unused) {
  time_t t = 1000000000;
  int year;
  struct tm* date;
  LOCKED(date = gmtime(&t));
  LOCKED(year = date->tm_year);
  assert(year != 70);
  return unused;
}
#elif CASE == 5
static char s[8] = "1.5";
static void prepare(void) {}
static void* changes(void* unused) {
  LOCKED(s[0] = '2');
  return unused;
}
static void* looks(void* unused) {
  double v;
  LOCKED(v = atof(s));
  assert(v < 2);
  return unused;
}
#elif CASE == 6
static long double x;
static void prepare(void) {}
static void* changes(void* unused) {
  LOCKED(x = 2.5L);
  return unused;
}
static void* looks(void* unused) {
  long double v;
  LOCKED(v = x);
  assert(v < 2);
  return unused;
}
#elif CASE == 7

static void prepare(void) {}
static void* changes(void* unused) {
  LOCKED(setenv("HEDDLE_CASE", "1", 1));
  return unused;
}
static void* looks(void* unused) {
  char* v;
  LOCKED(v = getenv("HEDDLE_CASE"));
  assert(v == NULL);
  return unused;
}
#elif CASE == 8
static int is_set;
static void set(void) { is_set = 1; }
static void look(void) { assert(is_set); }
static void prepare(void) {}
static void* changes(void* unused) {
  LOCKED(atexit(set));
  return unused;
}
static void* looks(void* unused) {
  LOCKED(atexit(look));
  return unused;
}
#elif CASE == 9
static pthread_mutex_t r;
static void prepare(void) {
  pthread_mutexattr_t robust;
  pthread_mutexattr_init(&robust);
  pthread_mutexattr_setrobust(&robust, PTHREAD_MUTEX_ROBUST);
  pthread_mutex_init(&r, &robust);
}
static void* changes(void* unused) {
  pthread_mutex_lock(&r);
  return unused;
}
static void* looks(void* unused) {
  int error = pthread_mutex_lock(&r);
  assert(error == 0);
  pthread_mutex_unlock(&r);
  return unused;
}
#elif CASE == 10
static int p[2];
static void prepare(void) {
  if (pipe(p) != 0 || fcntl(p[0], F_SETFL, O_NONBLOCK) != 0) abort();
}
static void* changes(void* unused) {
  char c = 1;
  if (write(p[1], &c, 1) != 1) abort();
  return unused;
}
static void* looks(void* unused) {
  char c = 0;
  ssize_t n = read(p[0], &c, 1);
  if (n > 1) abort();
  return unused;
}
#elif CASE == 11
static sem_t s;
static int count;
static void prepare(void) {}
static void* changes(void* unused) {
  LOCKED(sem_init(&s, 0, 1));
  return unused;
}
static void* looks(void* unused) {
  LOCKED(count = 1);
  return unused;
}
#elif CASE == 12
static pthread_t self;
static void prepare(void) {}
static void* changes(void* unused) {
  LOCKED(self = pthread_self(); pthread_detach(self));
  return unused;
}
static void* looks(void* unused) {
  LOCKED(self = 0);
  return unused;
}
#elif CASE == 13

static void prepare(void) {}
static void* changes(void* unused) {
  sem_t* s = sem_open("/heddle_case", O_CREAT, 0600, 1);
  assert(s != SEM_FAILED);
  return unused;
}
static void* looks(void* unused) {
  sem_t* s = sem_open("/heddle_case", 0);
  assert(s == SEM_FAILED);
  return unused;
}
#elif CASE == 14
static pthread_t other;
static void* nothing(void* unused) { return unused; }
static void prepare(void) { pthread_create(&other, NULL, nothing, NULL); }
static void* changes(void* unused) {
  ;
  return unused;
}
static void* looks(void* unused) {
  pthread_join(other, NULL);
  return unused;
}
#elif CASE == 15
static atomic_int flag;
static void prepare(void) {}
static void* changes(void* unused) {
  atomic_store(&flag, 5);
  atomic_store(&flag, 1);
  return unused;
}
static void* looks(void* unused) {
  int last = 0;
  for (int now; (now = atomic_load(&flag)) != 1;) last = now;
  assert(last != 5);
  return unused;
}
#elif CASE == 16
static __thread int mine;
static int* shared;
static int sum;
static void prepare(void) {}
static void* changes(void* unused) {
  LOCKED(shared = &mine);
  return unused;
}
static void* looks(void* unused) {
  LOCKED(if (shared != NULL) sum = *shared);
  return unused;
}
#endif

int main(void) {
  pthread_t first, second;
  prepare();
  pthread_create(&first, NULL, looks, NULL);
  pthread_create(&second, NULL, changes, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
