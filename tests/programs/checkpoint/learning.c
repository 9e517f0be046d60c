// Plain accesses that race, and atomic ones to memory that has plain ones, are learnt in tests that begin at a
// checkpoint: its own steps are others then.
// heddle: --always-checkpoint
// expect: bug kind=data-race
// heddle: --always-checkpoint --strategy=dpor --no-races --keep-going
// expect: bug kind=assertion where=@
// heddle: --no-checkpoint --strategy=dpor --no-races --keep-going
// expect: bug kind=assertion where=@
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

int counter;
atomic_int flag;

void* count(void* unused) {
  const int before = counter;
  counter = before + 1;
  flag = 0;
  return unused;
}

int main(void) {
  counter = 5;
  flag = 1;
  while (flag == 0) continue;
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, count, NULL);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  assert(counter == 7);  // @
}
