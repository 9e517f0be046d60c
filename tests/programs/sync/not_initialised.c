// Objects on the heap and on the stack that nobody has initialised.
// heddle: -- 1
// expect: bug kind=sync-misuse
// heddle: -- 2
// expect: bug kind=sync-misuse
// heddle: -- 3
// expect: bug kind=sync-misuse
// heddle: -- 4
// expect: bug kind=sync-misuse
// heddle: -- 5
// expect: bug kind=sync-misuse
// heddle: -- 0
// expect: complete
#include <pthread.h>
#include <stdlib.h>

static int chosen_case;

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

int main(int count, char** arguments) {
  (void)count;
  chosen_case = atoi(arguments[1]);
  struct Objects* const objects = chosen_case == 0 ? calloc(1, sizeof *objects) : malloc(sizeof *objects);
  struct Objects local;
  for (int i = 1; i <= 4; ++i) {
    if (chosen_case == 0 || chosen_case == i) use(objects, i);
  }
  if (chosen_case == 5) use(&local, 1);
  free(objects);
  return 0;
}
