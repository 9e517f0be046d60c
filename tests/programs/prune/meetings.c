// limit: For `--prune=assertions`, the ways around a branch in a C or C++ program meet again in functions that do not call `setjmp`
// What a thread has changed on one way around a branch is not forgotten where the ways meet, wherever it is: the failure
// comes after only one of the ways, and in one of the orders that follow, which is not shown by any run that could be
// ended there.
// heddle: --strategy=exhaustive --prune=assertions --prune-always --keep-going -D CASE=1
// expect: bug kind=assertion where=@
// heddle: --strategy=dpor --prune=assertions --prune-always --keep-going -D CASE=2
// expect: bug kind=assertion where=@
// heddle: --strategy=exhaustive --prune=assertions --prune-always --keep-going -D CASE=3
// expect: bug kind=assertion where=@
// heddle: --strategy=dpor --prune=assertions --prune-always --keep-going -D CASE=4
// expect: bug kind=assertion where=@
// heddle: --strategy=exhaustive --prune=assertions --prune-always --keep-going -D CASE=5
// expect: bug kind=assertion where=@
// heddle: --strategy=dpor --prune=assertions --prune-always --keep-going -D CASE=6
// expect: bug kind=assertion where=@
// heddle: --strategy=exhaustive --prune=assertions --prune-always --keep-going -D CASE=7
// expect: bug kind=assertion where=@
// heddle: --strategy=exhaustive --prune=assertions --prune-always --keep-going -D CASE=8
// expect: bug kind=assertion where=@
// heddle: --strategy=exhaustive --prune=assertions --prune-always --keep-going -D CASE=9
// expect: bug kind=assertion where=@
// heddle: --strategy=dpor --prune=assertions --prune-always --keep-going -D CASE=10
// expect: bug kind=assertion where=@
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

static atomic_int x, y, z;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void* other(void* unused) {
  atomic_store(&x, 1);
  for (int i = 0; i < 3; i++) atomic_fetch_add(&y, 1);
  return unused;
}

static int global;
static _Thread_local int local;
static void set(int* there) { *there = 1; }
static void set_local(void) { local = 1; }

// Whether the thread has found that x is 1, as it remembers it later.
#if CASE == 1  // a global variable that only this thread uses
static int way(int* place) {
  (void)place;
  if (atomic_load(&x)) global = 1;
  atomic_load(&z);
  return global;
}
#elif CASE == 2  // a variable of the stack, by its address
static int way(int* place) {
  if (atomic_load(&x)) set(place);
  atomic_load(&z);
  return *place;
}
#elif CASE == 3  // a register
static int way(int* place) {
  (void)place;
  int c = 2;
  if (atomic_load(&x)) c = 3;
  atomic_load(&z);
  return c == 3;
}
#elif CASE == 4  // what was read before the branch, and decided on the way
static int way(int* place) {
  (void)place;
  const int r = atomic_load(&x);
  if (r) {
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
  }
  atomic_load(&z);
  return r;
}
#elif CASE == 5  // a thread-local variable, in a function that is called on the way
static int way(int* place) {
  (void)place;
  if (atomic_load(&x)) set_local();
  atomic_load(&z);
  return local;
}
#elif CASE == 6  // the rounds of a loop
static int way(int* place) {
  (void)place;
  int rounds = 0;
  while (rounds < 2 && atomic_load(&x) == rounds) rounds++;
  atomic_load(&z);
  return rounds == 2;
}
#elif CASE == 7  // a block of the heap, by a pointer
static int way(int* place) {
  (void)place;
  int* block = malloc(sizeof *block);
  *block = 0;
  if (atomic_load(&x)) *block = 1;
  atomic_load(&z);
  const int result = *block;
  free(block);
  return result;
}
#elif CASE == 8  // what the C library keeps
static int way(int* place) {
  (void)place;
  char text[] = "a b c";
  strtok(text, " ");
  if (atomic_load(&x)) strtok(NULL, " ");
  atomic_load(&z);
  const char* rest = strtok(NULL, " ");
  return rest != NULL && *rest == 'c';
}
#elif CASE == 9  // a pointer in a register
static int way(int* place) {
  int one = 1;
  int* at = place;
  if (atomic_load(&x)) at = &one;
  atomic_load(&z);
  return *at;
}
#else  // a floating-point number in a register
static int way(int* place) {
  (void)place;
  double d = 0.5;
  if (atomic_load(&x)) d = 1.5;
  atomic_load(&z);
  return d > 1;
}
#endif

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, other, 0);
  int place = 0;
  const int found = way(&place);
  const int first = atomic_load(&y);
  const int second = atomic_load(&y);
  assert(!(found && first == 1 && second == 2));  // @
  pthread_join(t, 0);
}
