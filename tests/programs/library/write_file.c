// heddle: --strategy=exhaustive
// expect: complete traces=2
//
// A program that writes files cannot be reset in place: each run has a process of its own, which Heddle decides by
// itself.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <unistd.h>

static atomic_int number;

static void* work(void* unused) {
  return number++ < 0 ? 0 : unused;
}

int main(void) {
  pthread_t a, b;
  FILE* file = fopen("written.txt", "w");
  assert(file != NULL);
  fprintf(file, "hello\n");
  fclose(file);
  pthread_create(&a, NULL, work, NULL);
  pthread_create(&b, NULL, work, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(number == 2);
  assert(unlink("written.txt") == 0);
  return 0;
}
