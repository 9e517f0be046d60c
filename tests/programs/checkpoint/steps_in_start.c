// Main takes steps, signals and leaves a lock before it creates threads: tests whose schedules end among these steps too.
// heddle: --strategy=exhaustive --always-checkpoint
// expect: complete traces=6
// heddle: --strategy=exhaustive --no-checkpoint
// expect: complete traces=6
// heddle: --strategy=random --max-tests=200 --always-checkpoint
// expect: incomplete traces=6
// heddle: --strategy=pct --max-tests=200 --always-checkpoint
// expect: incomplete traces=6
// heddle: --always-checkpoint
// expect: complete
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
int x;

void* add(void* unused) {
  pthread_mutex_lock(&lock);
  ++x;
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  for (int i = 0; i < 10; ++i) {
    add(NULL);
    pthread_cond_signal(&changed);
  }
  pthread_t threads[3];
  for (int i = 0; i < 3; ++i) pthread_create(&threads[i], NULL, add, NULL);
  for (int i = 0; i < 3; ++i) pthread_join(threads[i], NULL);
  return x == 13 ? 0 : 1;
}
