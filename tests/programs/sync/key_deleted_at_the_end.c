// heddle: --strategy=contextual
// expect: complete
// heddle: --strategy=unfolding
// expect: complete
// heddle: --strategy=dpor
// expect: complete traces=5
// heddle: --strategy=exhaustive
// expect: complete traces=5
//
// A key is deleted, and its number used again, while a thread with a value ends: the destructor may be called or not.
#include <assert.h>
#include <pthread.h>

static pthread_key_t key, again;
static int destroyed;

static void destroy(void* value) { ++*(int*)value; }

static void* use(void* value) {
  pthread_setspecific(key, value);
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_key_create(&key, destroy);
  pthread_create(&thread, NULL, use, &destroyed);
  pthread_key_delete(key);
  pthread_key_create(&again, destroy);
  pthread_join(thread, NULL);
  assert(destroyed <= 1);
}
