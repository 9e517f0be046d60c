// heddle: --strategy=dpor
// expect: bug kind=assertion where=@
// heddle: --strategy=contextual
// expect: bug kind=assertion where=@
// heddle: --strategy=unfolding
// expect: bug kind=assertion where=@
//
// Which number a key gets depends on who creates one first.
#include <assert.h>
#include <pthread.h>

static pthread_key_t keys[2];

static void* create(void* key) {
  pthread_key_create(key, NULL);
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, create, &keys[i]);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  assert(keys[0] < keys[1]);  // @
}
