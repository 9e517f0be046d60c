// heddle: --strategy=dpor
// expect: complete traces=2
//
// The threads of C11: create, join with a result, mutex, condition, once, thread-specific storage.
#include <assert.h>
#include <threads.h>

static mtx_t mutex;
static cnd_t condition;
static once_flag once = ONCE_FLAG_INIT;
static tss_t storage;
static int ready;

static void prepare(void) { tss_create(&storage, NULL); }

static int produce(void* argument) {
  tss_set(storage, argument);
  mtx_lock(&mutex);
  ready = 1;
  cnd_signal(&condition);
  mtx_unlock(&mutex);
  return *(int*)tss_get(storage);
}

int main(void) {
  int answer = 42, result = 0;
  thrd_t thread;
  call_once(&once, prepare);
  mtx_init(&mutex, mtx_plain);
  cnd_init(&condition);
  assert(thrd_create(&thread, produce, &answer) == thrd_success);
  mtx_lock(&mutex);
  while (!ready) cnd_wait(&condition, &mutex);
  mtx_unlock(&mutex);
  assert(thrd_join(thread, &result) == thrd_success);
  assert(result == 42);
  assert(tss_get(storage) == NULL);
  cnd_destroy(&condition);
  mtx_destroy(&mutex);
  return 0;
}
