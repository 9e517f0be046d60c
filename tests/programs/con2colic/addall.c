// heddle: --strategy=con2colic --interferences=0
// expect: incomplete reason="scenarios with more than 0 interferences were left out (--interferences)"
// heddle: --strategy=con2colic --interferences=1
// expect: bug kind=assertion where=@
// heddle: --strategy=con2colic
// expect: bug kind=assertion where=@
//
// The running example of Farzan, Holzer, Razavi, Veith: Con2colic Testing (2013), Fig. 1: addAll of a vector, which
// computes the number of elements before it takes the lock.
#include <assert.h>
#include <heddle/heddle.h>
#include <pthread.h>
#include <stddef.h>

static struct {
  int cnt;
  int size;
} v = {0, 10};
static pthread_mutex_t lk = PTHREAD_MUTEX_INITIALIZER;

static int count(void) {
  pthread_mutex_lock(&lk);
  int result = v.cnt;
  pthread_mutex_unlock(&lk);
  return result;
}

static void* add_all(void* unused) {
  int u_cnt = heddle_int("u_cnt");
  heddle_assume(u_cnt >= 0 && u_cnt < 1000);
  int numelem = count() + u_cnt;
  pthread_mutex_lock(&lk);
  if (numelem > v.size) v.size = numelem;
  assert(v.size >= u_cnt + v.cnt);  // @
  v.cnt = v.cnt + u_cnt;
  pthread_mutex_unlock(&lk);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, add_all, NULL);
  add_all(NULL);
  pthread_join(thread, NULL);
  return 0;
}
