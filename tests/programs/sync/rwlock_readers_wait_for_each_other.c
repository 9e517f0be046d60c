// heddle: --strategy=dpor --keep-going
// expect: bug kind=deadlock
// heddle: --strategy=dpor-2 --keep-going
// expect: bug kind=deadlock
// heddle: --strategy=contextual --keep-going
// expect: bug kind=deadlock
// heddle: --strategy=auto --keep-going
// expect: bug kind=deadlock
//
// Two readers wait for each other inside their sections, so neither can end without the other: a writer comes before both
// or after both. If it comes first, it is looked at what it wrote.
#include <pthread.h>
#include <semaphore.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static sem_t first, second;
static int value;

static void* read_it(void* argument) {
  int one = *(int*)argument;
  pthread_rwlock_rdlock(&lock);
  int seen = value;
  if (seen == 0) sem_post(one ? &second : &first);
  sem_wait(one ? &first : &second);
  pthread_rwlock_unlock(&lock);
  return argument;
}

static void* write_it(void* unused) {
  pthread_rwlock_wrlock(&lock);
  value = 1;
  pthread_rwlock_unlock(&lock);
  return unused;
}

int main(void) {
  int one = 1, other = 0;
  pthread_t a, b, c;
  sem_init(&first, 0, 0);
  sem_init(&second, 0, 0);
  pthread_create(&a, NULL, read_it, &one);
  pthread_create(&b, NULL, read_it, &other);
  pthread_create(&c, NULL, write_it, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  pthread_join(c, NULL);
  return 0;
}
