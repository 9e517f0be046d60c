// heddle: --strategy=con2colic -D CASE=1
// expect: bug kind=assertion
// heddle: --strategy=con2colic -D CASE=2
// expect: bug kind=assertion
// heddle: --strategy=con2colic -D CASE=3
// expect: bug kind=assertion
// heddle: --strategy=con2colic -D CASE=4
// expect: bug kind=assertion
// heddle: --strategy=con2colic -D CASE=5
// expect: bug kind=sync-misuse
// heddle: --strategy=con2colic -D CASE=6
// expect: bug kind=sync-misuse
// heddle: --strategy=con2colic -D CASE=7
// expect: bug kind=use-after-free
// heddle: --strategy=con2colic -D CASE=8
// expect: bug kind=error
// heddle: --strategy=con2colic -D CASE=9
// expect: bug kind=assertion
// heddle: --strategy=con2colic -D CASE=10
// expect: complete
// heddle: --strategy=con2colic -D CASE=11
// expect: complete
// heddle: --strategy=con2colic -D CASE=12
// expect: complete
//
// What the second thread changes reaches the first one: by parts of variables, the results of the library on texts, what
// happens once, requests to cancel, ends of objects and of memory under a lock, memory without a value.
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
static char s[8] = "no";
static void prepare(void) {}
static void* changes(void* unused) {
  LOCKED(strcpy(s, "yes"));
  return unused;
}
static void* looks(void* unused) {
  int v;
  LOCKED(v = strcmp(s, "yes"));
  assert(v != 0);
  return unused;
}
#elif CASE == 2
static char s[8] = "no";
static void prepare(void) {}
static void* changes(void* unused) {
  LOCKED(strcpy(s, "yes"));
  return unused;
}
static void* looks(void* unused) {
  size_t n;
  LOCKED(n = strlen(s));
  assert(n != 3);
  return unused;
}
#elif CASE == 3
static union {
  struct {
    int a, b;
  } part;
  long all;
} s;
static void prepare(void) {}
static void* changes(void* unused) {
  LOCKED(s.part.a = 1);
  LOCKED(s.part.b = 1);
  return unused;
}
static void* looks(void* unused) {
  long v;
  LOCKED(v = s.all);
  assert(v != 1);
  return unused;
}
#elif CASE == 4
static pthread_once_t once = PTHREAD_ONCE_INIT;
static _Thread_local int mine;
static void init(void) { mine = 1; }
static void prepare(void) {}
static void* changes(void* unused) {
  pthread_once(&once, init);
  return unused;
}
static void* looks(void* unused) {
  pthread_once(&once, init);
  assert(mine == 1);
  return unused;
}
#elif CASE == 5
static pthread_mutex_t d = PTHREAD_MUTEX_INITIALIZER;
static void prepare(void) {}
static void* changes(void* unused) {
  LOCKED(pthread_mutex_destroy(&d));
  return unused;
}
static void* looks(void* unused) {
  LOCKED(pthread_mutex_lock(&d); pthread_mutex_unlock(&d));
  return unused;
}
#elif CASE == 6
static pthread_mutex_t d = PTHREAD_MUTEX_INITIALIZER;
static int x;
static void prepare(void) {}
static void* changes(void* unused) {
  LOCKED(pthread_mutex_destroy(&d));
  return unused;
}
static void* looks(void* unused) {
  LOCKED(pthread_mutex_lock(&d));
  LOCKED(x = 1);
  LOCKED(pthread_mutex_unlock(&d));
  return unused;
}
#elif CASE == 7
static struct {
  int a, b, c, d;
}* p;
static int v;
static void prepare(void) { p = calloc(1, sizeof *p); }
static void* changes(void* unused) {
  LOCKED(free(p));
  return unused;
}
static void* looks(void* unused) {
  LOCKED(v = p->c);
  return unused;
}
#elif CASE == 8
static int* p;
static int v;
static void prepare(void) { p = malloc(sizeof *p); }
static void* changes(void* unused) {
  LOCKED(*p = 1);
  return unused;
}
static void* looks(void* unused) {
  LOCKED(if (*p != 0) v = 1);
  return unused;
}
#elif CASE == 9
static int* p;
static void prepare(void) { p = calloc(4, sizeof *p); }
static void* changes(void* unused) {
  LOCKED(p[0] = 1);
  return unused;
}
static void* looks(void* unused) {
  int v;
  LOCKED(p = realloc(p, 64); v = p[0]);
  assert(v != 1);
  return unused;
}
#elif CASE == 10
static int* p;
static int sum;
static void prepare(void) {}
static void* changes(void* unused) {
  int v = 3;
  LOCKED(p = &v);
  LOCKED(p = NULL);
  return unused;
}
static void* looks(void* unused) {
  LOCKED(if (p != NULL) sum = *p);
  return unused;
}
#elif CASE == 11
struct Node {
  struct Node* next;
  int value;
};
static struct Node* head;
static void prepare(void) {}
static void* changes(void* unused) {
  struct Node* n = malloc(sizeof *n);
  n->value = 7;
  LOCKED(n->next = head; head = n);
  return unused;
}
static void* looks(void* unused) {
  struct Node* n;
  LOCKED(n = head; if (n != NULL) head = n->next);
  if (n != NULL) assert(n->value == 7);
  free(n);
  return unused;
}
#elif CASE == 12
static int x;
static void prepare(void) {}
static void* changes(void* unused) {
  LOCKED(x = x + 1);
  return unused;
}
static void* looks(void* unused) {
  LOCKED(x = x + 1);
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
