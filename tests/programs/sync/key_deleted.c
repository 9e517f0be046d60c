// heddle: --strategy=dpor
// expect: bug kind=assertion where=@
// heddle: --strategy=contextual
// expect: bug kind=assertion where=@
// heddle: --strategy=unfolding
// expect: bug kind=assertion where=@
// heddle: --strategy=exhaustive
// expect: bug kind=assertion where=@
//
// Whether the destructor of a thread's value is called depends on whether the key has been deleted before the thread
// ends.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static pthread_key_t key;
static sem_t set;
static int destroyed;

static void destroy(void* of) { *(int*)of = 1; }

static void* work(void* unused) {
  pthread_setspecific(key, &destroyed);
  sem_post(&set);
  return unused;
}

int main(void) {
  pthread_t thread;
  sem_init(&set, 0, 0);
  pthread_key_create(&key, destroy);
  pthread_create(&thread, NULL, work, NULL);
  sem_wait(&set);
  pthread_key_delete(key);
  pthread_join(thread, NULL);
  assert(destroyed); // @
  return 0;
}
