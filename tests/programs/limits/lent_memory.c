// limit: 262,144 visible cells and 1,024 pieces of thread-local memory that other threads use.
// heddle: --strategy=dpor
// expect: incomplete reason="more than 1024 pieces of thread-local memory that other threads use"
#include <pthread.h>

enum { kPieces = 1100 };

static _Thread_local struct {
  long used;
  long between;
} pieces[kPieces];

static void* use(void* lent) {
  for (int i = 0; i < kPieces; ++i) ((long*)lent)[2 * i] = i;
  return NULL;
}

static void* nothing(void* unused) { return unused; }

static void* lend(void* unused) {
  pthread_t user, other;
  pthread_create(&user, NULL, use, pieces);
  pthread_create(&other, NULL, nothing, NULL);
  pthread_join(user, NULL);
  pthread_join(other, NULL);
  return unused;
}

int main(void) {
  pthread_t lender;
  pthread_create(&lender, NULL, lend, NULL);
  pthread_join(lender, NULL);
  return 0;
}
