// Objects on the heap and on the stack that nobody has initialised.
// heddle: -D CASE=1
// expect: bug kind=sync-misuse
// heddle: -D CASE=2
// expect: bug kind=sync-misuse
// heddle: -D CASE=3
// expect: bug kind=sync-misuse
// heddle: -D CASE=4
// expect: bug kind=sync-misuse
// heddle: -D CASE=5
// expect: bug kind=sync-misuse
// heddle: -D CASE=0
// expect: complete
#include <pthread.h>
#include <stdlib.h>

struct Objects {
  pthread_mutex_t mutex;
  pthread_cond_t condition;
  pthread_rwlock_t rwlock;
  pthread_spinlock_t spin;
};

static void use(struct Objects* objects, int which) {
  if (which == 1) pthread_mutex_lock(&objects->mutex);
  if (which == 2) pthread_cond_signal(&objects->condition);
  if (which == 3) pthread_rwlock_rdlock(&objects->rwlock);
  if (which == 4) pthread_spin_lock(&objects->spin);
}

int main(void) {
  struct Objects* const objects = CASE == 0 ? calloc(1, sizeof *objects) : malloc(sizeof *objects);
  struct Objects local;
  for (int i = 1; i <= 4; ++i) {
    if (CASE == 0 || CASE == i) use(objects, i);
  }
  if (CASE == 5) use(&local, 1);
  free(objects);
  return 0;
}
