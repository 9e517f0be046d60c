// limit: all, including named semaphores (65,536, within the program only)
// heddle:
// expect: bug kind=assertion where=@
// heddle: --strategy=dpor
// expect: bug kind=assertion where=@
//
// As many names as the program likes, and as long as the C library allows. All are gone after each run.
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

enum { kCount = 300 };
static atomic_int x;
static sem_t* last;

static void* work(void* unused) {
  x = 1;
  sem_post(last);
  return unused;
}

int main(void) {
  char name[252];
  pthread_t thread;
  for (int i = 0; i < kCount; i++) {
    snprintf(name, sizeof name, "/a_name_with_a_number_%d", i);
    last = sem_open(name, O_CREAT | O_EXCL, 0600, 0);
    assert(last != SEM_FAILED);
  }
  memset(name, 'x', sizeof name - 1);
  name[0] = '/';
  name[sizeof name - 1] = 0;
  assert(sem_open(name, O_CREAT | O_EXCL, 0600, 1) != SEM_FAILED);
  assert(sem_open("/a_name_with_a_number_299", 0) == last && sem_unlink(name) == 0);
  assert(sem_open(name, 0) == SEM_FAILED);
  pthread_create(&thread, 0, work, 0);
  assert(x == 0);  // @
  sem_wait(last);
  pthread_join(thread, 0);
  return 0;
}
