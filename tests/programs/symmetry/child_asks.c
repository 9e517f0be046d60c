// heddle: --strategy=dpor --symmetry=on
// expect: bug kind=assertion where=@
//
// A thread that asks which one it is knows which thread created it.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

static atomic_int tickets;
static int number_of_first, number_of_second;

static void* child(void* number) {
  *(int*)number = gettid();
  return 0;
}

static void* worker(void* unused) {
  const int ticket = atomic_fetch_add(&tickets, 1);
  pthread_t thread;
  pthread_create(&thread, 0, child, ticket == 0 ? &number_of_first : &number_of_second);
  pthread_join(thread, 0);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, worker, 0);
  pthread_create(&b, 0, worker, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(number_of_first < number_of_second);  // @
  return 0;
}
