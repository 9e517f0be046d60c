// Two clients book seats in a hall of ten. Each checks for room before it takes the lock, so both may find
// room for the same seats. That goes wrong only if the groups are large enough: the sizes are inputs.
#include <assert.h>
#include <heddle/heddle.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int seats = 10;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void* book(void* argument) {
  const int group = *(int*)argument;
  if (seats < group) return NULL;
  pthread_mutex_lock(&lock);
  seats -= group;
  assert(seats >= 0);
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(void) {
  int groups[2] = {heddle_range("first group", 1, 6), heddle_range("second group", 1, 7)};
  pthread_t clients[2];
  for (int i = 0; i < 2; ++i) pthread_create(&clients[i], NULL, book, &groups[i]);
  for (int i = 0; i < 2; ++i) pthread_join(clients[i], NULL);
  return 0;
}
