// heddle: --strategy=dpor --keep-going
// expect: bug kind=data-race where=@
// expect: bug kind=assertion
//
// Two phases without a barrier between them: a thread may read its neighbour's cell before it is written.
#include <assert.h>
#include <pthread.h>

static int cell[2];
static int sum[2];

static void* work(void* argument) {
  int self = *(int*)argument;
  cell[self] = self + 1;
  sum[self] = cell[0] + cell[1];  // @
  return argument;
}

int main(void) {
  int ids[2] = {0, 1};
  pthread_t a, b;
  pthread_create(&a, NULL, work, &ids[0]);
  pthread_create(&b, NULL, work, &ids[1]);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(sum[0] == 3 && sum[1] == 3);
  return 0;
}
