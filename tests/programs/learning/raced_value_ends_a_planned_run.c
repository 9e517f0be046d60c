// heddle: --strategy=contextual --keep-going
// expect: bug kind=assertion where=@
// heddle: --strategy=unfolding --keep-going
// expect: bug kind=assertion where=@
// heddle: --strategy=dpor --keep-going
// expect: bug kind=assertion where=@
//
// That `shown` is raced on is seen for the first time in a run in which the value that was raced for makes the first
// thread fail, in the middle of what was planned for it. The program is deterministic all the same.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static int shown, guarded = 1;
static atomic_int flag;
static pthread_mutex_t outer = PTHREAD_MUTEX_INITIALIZER, inner = PTHREAD_MUTEX_INITIALIZER;

static void* first(void* unused) {
  pthread_mutex_lock(&inner);
  assert(shown != 2);  // @
  flag = 2;
  guarded = 2;
  return unused;
}

static void* second(void* unused) {
  pthread_mutex_lock(&outer);
  int seen = flag;
  shown = 2;
  return seen != 0 ? unused : NULL;
}

static void* third(void* unused) {
  pthread_mutex_lock(&inner);
  int seen = guarded;
  pthread_mutex_unlock(&inner);
  if (seen == 1) guarded = 2;
  return unused;
}

int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], NULL, first, NULL);
  pthread_create(&threads[1], NULL, second, NULL);
  pthread_create(&threads[2], NULL, third, NULL);
  pthread_mutex_lock(&outer);
  return 0;
}
