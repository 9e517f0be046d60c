// What main has written before its threads is the beginning of the output of every test, once.
// heddle: --strategy=dpor --always-checkpoint
// expect: complete traces=2
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int first;

void* write_on(void* number) {
  pthread_mutex_lock(&lock);
  if (first == 0) first = *(int*)number;
  fputs(*(int*)number == 1 ? "one " : "two ", stdout);
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(void) {
  fputs("begin ", stdout);
  fflush(stdout);
  fputs("again ", stdout);
  int numbers[2] = {1, 2};
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, write_on, &numbers[i]);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  fflush(stdout);
  assert(lseek(STDOUT_FILENO, 0, SEEK_CUR) == 20);
}
