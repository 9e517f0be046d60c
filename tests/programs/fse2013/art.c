// heddle: --strategy=con2colic --keep-going -D THREADS=2
// expect: bug kind=assertion where=44
// heddle: --strategy=con2colic --keep-going -D THREADS=5
// expect: bug kind=assertion where=44
// expect: bug kind=assertion where=45
// expect: bug kind=assertion where=46
// expect: bug kind=assertion where=47
//
// After "art" of Farzan, Holzer, Razavi, Veith: Con2colic Testing (2013), section 6: one more assertion for each thread.
// That of thread i fails with i - 1 interferences: a number goes from thread to thread, and arrives between two looks.
// THREADS is 2 to 5.
#include <assert.h>
#include <heddle/heddle.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int mail[6];

static void* first(void* unused) {
  if (heddle_int("number") == 41) atomic_store(&mail[1], 1);
  return unused;
}

static int look(int i) {
  const int early = atomic_load(&mail[i - 1]);
  if (early == 1) atomic_store(&mail[i], 1);
  return early;
}

static void* second(void* unused);
static void* third(void* unused);
static void* fourth(void* unused);
static void* fifth(void* unused);

int main(void) {
  static void* (*const run[])(void*) = {first, second, third, fourth, fifth};
  pthread_t thread;
  for (int i = 0; i < THREADS; ++i) pthread_create(&thread, NULL, run[i], NULL);
  pthread_exit(NULL);
}

// clang-format off
static void* second(void* unused) { assert(look(2) == atomic_load(&mail[1])); return unused; }
static void* third(void* unused) { assert(look(3) == atomic_load(&mail[2])); return unused; }
static void* fourth(void* unused) { assert(look(4) == atomic_load(&mail[3])); return unused; }
static void* fifth(void* unused) { assert(look(5) == atomic_load(&mail[4])); return unused; }
