// A value that a library function gets is fixed. If it depends on schedules alone, every one comes up; others of an
// input are not tried.
// heddle: --strategy=dpor --prune=assertions --keep-going
// expect: bug kind=assertion where=@
// heddle: --strategy=dpor --prune=assertions -D INPUT=1 -D MOST=99
// expect: incomplete says="symbolic value fixed"
// heddle: --strategy=dpor --prune=assertions -D MOST=2
// expect: complete
#include <assert.h>
#include <heddle/heddle.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#ifndef MOST
#define MOST 1
#endif

static atomic_int x;

static void* writer(void* unused) {
  atomic_store(&x, 1);
  atomic_store(&x, 2);
  return unused;
}

int main(void) {
#ifdef INPUT
  atomic_store(&x, heddle_range("x", 0, 9));
#endif
  pthread_t t;
  pthread_create(&t, 0, writer, 0);
  char text[16];
  snprintf(text, sizeof text, "%d", atomic_load(&x));
  assert(atoi(text) <= MOST);  // @
  pthread_join(t, 0);
}
